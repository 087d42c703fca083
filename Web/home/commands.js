// Sends people's commands. Tiles show them as pending until the home's report confirms them, or show why they were refused.

import { RpcError } from "../lib/connect.js";
import { signal } from "../lib/view.js";
import { send } from "./send.js";

/** @typedef {import("./live.js").LiveHome} LiveHome */
/** @typedef {import("../lib/trait.js").TraitValues} TraitValues */
/** @typedef {import("./send.js").Place} Place */
/**
 * The number of commands in flight at an endpoint, and the problem of the last one if it failed.
 *
 * @typedef {{pending: number, problem: RpcError | "ignored" | undefined}} Progress
 */

/** The client id in the cause of changes that this page makes. */
export const clientId = "dashboard";

/** How long a tile shows a problem, in milliseconds. */
const problemTime = 8_000;

export class Commands {
  /** @type {Map<string, import("../lib/view.js").Signal<Progress>>} */
  #progress = new Map();

  /** @param {LiveHome} home */
  constructor(home) {
    this.home = home;
  }

  /** @param {Place} place */
  progress({ deviceId, endpoint }) {
    const key = `${endpoint}/${deviceId}`;
    let progress = this.#progress.get(key);
    if (!progress) this.#progress.set(key, (progress = signal(/** @type {Progress} */ ({ pending: 0, problem: undefined }))));
    return progress;
  }

  /**
   * Sends a command of a trait. Resolves with the response once the page shows its effect, or with undefined if it was
   * refused; the tile then shows why.
   *
   * @param {Place} place
   * @param {number} traitId
   * @param {string} name of the command's method, such as "moveToLevel"
   * @param {TraitValues} values
   * @returns {Promise<TraitValues | undefined>}
   */
  async invoke(place, traitId, name, values = {}) {
    return this.#send(place, async () => {
      await this.home.loadSchema(traitId);
      const type = this.home.schemas.get(traitId);
      const command = type?.commands.get(name);
      if (!type || !command) throw new TypeError(`there is no command ${name} of trait ${traitId}`);
      const result = await send(this.home, place, traitId, {
        command: { commandId: command.id, arguments: type.encodeStruct(command.arguments, values) },
      }, clientId);
      const response = type.decodeStruct(command.response, result.response);
      if (command.response) {
        const { refusal } = await import("./refusals.js");
        const why = refusal(type, command.response, response);
        if (why !== undefined) throw new RpcError("failed_precondition", why);
      }
      return { response, ignored: result.ignored };
    });
  }

  /**
   * Writes attributes of a trait, all or none.
   *
   * @param {Place} place
   * @param {number} traitId
   * @param {TraitValues} values
   * @returns {Promise<TraitValues | undefined>}
   */
  async write(place, traitId, values) {
    const type = this.home.schemas.get(traitId);
    if (!type) throw new TypeError(`there is no trait ${traitId}`);
    return this.#send(place, async () => {
      const { response, ignored } = await send(this.home, place, traitId, { update: { attributes: type.encodeAttributes(values) } }, clientId);
      return { response: type.decodeAttributes(response), ignored };
    });
  }

  /**
   * @param {Place} place
   * @param {() => Promise<{response: TraitValues, ignored: boolean}>} work throws RpcError for a refusal
   */
  async #send(place, work) {
    const progress = this.progress(place);
    progress.value = { pending: progress.peek().pending + 1, problem: undefined };
    /** @type {Progress["problem"]} */
    let problem;
    try {
      const { response, ignored } = await work();
      if (ignored) problem = "ignored";
      return response;
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      problem = error;
      return undefined;
    } finally {
      progress.value = { pending: progress.peek().pending - 1, problem };
      const shown = progress.peek();
      if (problem) setTimeout(() => progress.peek() === shown && (progress.value = { ...shown, problem: undefined }), problemTime);
    }
  }
}

/**
 * Limits how often a value is sent that changes while a finger moves: one at a time, at most once in `interval`
 * milliseconds, and always the last value. The promise resolves when nothing is left to send.
 *
 * @template T
 * @param {(value: T) => Promise<unknown>} send
 */
export function paced(send, interval = 100) {
  /** @type {{value: T} | undefined} */
  let next;
  /** @type {Promise<void> | undefined} */
  let running;
  const drain = async () => {
    while (next) {
      const { value } = next;
      next = undefined;
      await Promise.all([send(value), new Promise((resolve) => setTimeout(resolve, interval))]);
    }
  };
  return (/** @type {T} */ value) => {
    next = { value };
    running ??= drain().finally(() => (running = undefined));
    return running;
  };
}
