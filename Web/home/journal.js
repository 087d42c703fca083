// The hub's log, newest first: older pages one by one, and new reports without a gap.

import { signal } from "../lib/view.js";

/** @typedef {import("../lib/hearth-v1.js").Report} Report */
/** @typedef {(pageToken: string) => Promise<{reports: readonly Report[], nextPageToken: string}>} FetchPage */

/** The most reports that are kept while only the newest page was asked for. */
const mostUnasked = 2_000;

export class Journal {
  reports = signal(/** @type {readonly Report[]} */ ([]));
  /** Whether the hub's whole log is loaded. */
  isComplete = signal(false);
  #token = "";
  #pages = 0;
  /** @type {Promise<unknown>} the last fetch; fetches run one after another */
  #last = Promise.resolve();

  /** @param {FetchPage} fetchPage */
  constructor(fetchPage) {
    this.fetchPage = fetchPage;
  }

  /** Fetches the next older page, or the newest one at first. */
  older() {
    return this.#next(async () => {
      if (this.isComplete.peek()) return true;
      const page = await this.fetchPage(this.#token);
      this.#pages += 1;
      this.#append(page);
      return true;
    });
  }

  /** Fetches the reports that are newer than those loaded. */
  newer() {
    return this.#next(async () => {
      const newest = this.reports.peek().find((report) => report.position)?.position;
      /** @type {Report[]} */
      const fresh = [];
      let token = "";
      do {
        const page = await this.fetchPage(token);
        const [first] = page.reports;
        // Pages without a report were read to here before, so what was read stays so.
        if (!newest && !first && this.#pages > 0) return;
        // In a new epoch, positions start again; then, and if the log has grown too much, only its newest page is kept.
        const isOther = first?.position !== undefined && first.position.epoch !== newest?.epoch;
        if (!newest || isOther || (this.#pages < 2 && this.reports.peek().length + fresh.length > mostUnasked)) {
          this.reports.value = [];
          this.isComplete.value = false;
          this.#pages = 1;
          this.#append(page);
          return;
        }
        const known = page.reports.findIndex(({ position }) => position && position.sequence <= newest.sequence);
        fresh.push(...page.reports.slice(0, known < 0 ? undefined : known));
        token = known < 0 ? page.nextPageToken : "";
      } while (token !== "");
      if (fresh.length > 0) this.reports.value = [...fresh, ...this.reports.peek()];
    });
  }

  /** @param {{reports: readonly Report[], nextPageToken: string}} page */
  #append(page) {
    this.#token = page.nextPageToken;
    this.reports.value = [...this.reports.peek(), ...page.reports];
    this.isComplete.value = page.nextPageToken === "";
  }

  /** @template T @param {() => Promise<T>} work @returns {Promise<T>} */
  #next(work) {
    const turn = this.#last.then(work);
    this.#last = turn.catch(() => undefined);
    return turn;
  }
}
