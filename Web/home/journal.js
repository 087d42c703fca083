// The hub's log, newest first: page after page backwards, and what is new without a gap.

import { signal } from "../lib/view.js";

/** @typedef {import("../lib/hearth-v1.js").Report} Report */
/** @typedef {(pageToken: string) => Promise<{reports: readonly Report[], nextPageToken: string}>} FetchPage */

/** What came while nobody looked further back is thrown away beyond this. */
const mostUnasked = 2_000;

export class Journal {
  reports = signal(/** @type {readonly Report[]} */ ([]));
  /** Whether all of the log that the hub has is here. */
  isComplete = signal(false);
  #token = "";
  #pages = 0;
  /** @type {Promise<unknown>} one fetch after the other, so that none overtakes another */
  #last = Promise.resolve();

  /** @param {FetchPage} fetchPage */
  constructor(fetchPage) {
    this.fetchPage = fetchPage;
  }

  /** Fetches the next page backwards; the newest if there is none yet. */
  older() {
    return this.#next(async () => {
      if (this.isComplete.peek()) return true;
      const page = await this.fetchPage(this.#token);
      this.#pages += 1;
      this.#append(page);
      return true;
    });
  }

  /** Fetches what is newer than the newest, up to where it meets what is here. */
  newer() {
    return this.#next(async () => {
      const newest = this.reports.peek().find((report) => report.position)?.position;
      /** @type {Report[]} */
      const fresh = [];
      let token = "";
      do {
        const page = await this.fetchPage(token);
        const [first] = page.reports;
        // Numbers begin anew after what a crash lost, and a log that grew by so much is read from its end.
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
