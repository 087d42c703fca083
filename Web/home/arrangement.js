// How people arranged a home: their favorites, the order of its rooms, and the progress of its setup. The hub stores it as
// the dashboard's app data of the structure, so that every browser shows the same.
//
// A list of ids is stored in the values `favorites.1`, `favorites.2` and so on, one id a line. A value may have 1,024
// characters, and an app ten values.

import { RpcError } from "../lib/connect.js";
import { signal } from "../lib/view.js";

/** @typedef {{readonly favorites: readonly string[], readonly rooms: readonly string[], readonly setup: readonly string[]}} Arrangement */

export const appId = "hearth.dashboard";
/** The most values that each list may use. */
export const places = /** @type {const} */ ({ favorites: 5, rooms: 4, setup: 1 });

/**
 * @param {readonly {key: string, value: string}[]} data
 * @returns {Arrangement}
 */
export function unpacked(data) {
  const values = new Map(data.map(({ key, value }) => [key, value]));
  const read = (/** @type {keyof Arrangement} */ name) =>
    Array.from({ length: places[name] }, (_, index) => values.get(`${name}.${index + 1}`) ?? "").join("\n").split("\n").filter((id) => id !== "");
  return { favorites: read("favorites"), rooms: read("rooms"), setup: read("setup") };
}

/**
 * The items that the order names, in that order, and then the rest as they were.
 *
 * @template {{id: string}} T
 * @param {readonly T[]} items
 * @param {readonly string[]} order
 * @returns {T[]}
 */
export function inOrder(items, order) {
  const places = new Map(order.map((id, index) => [id, index]));
  return [...items].sort((left, right) => (places.get(left.id) ?? order.length) - (places.get(right.id) ?? order.length));
}

export class Arrangements {
  /** @type {Map<string, import("../lib/view.js").Signal<Arrangement>>} */
  #known = new Map();
  /** @type {Map<string, boolean>} the structures being fetched, and whether they changed since */
  #asked = new Map();
  /** @type {Set<string>} the structures whose fetch failed */
  #missing = new Set();

  /** @param {import("../lib/connect.js").Client} client */
  constructor(client) {
    this.client = client;
  }

  /** @param {string} structureId */
  of(structureId) {
    let known = this.#known.get(structureId);
    if (!known) {
      this.#known.set(structureId, (known = signal(unpacked([]))));
      this.load(structureId);
    }
    return known;
  }

  /** Fetches the failed ones again; call it when the hub is connected again. */
  retry() {
    for (const id of this.#missing) this.load(id);
  }

  /**
   * Fetches and shows the hub's arrangement. If it changes meanwhile, it is fetched once more, because answers may come in
   * any order.
   *
   * @param {string} structureId
   */
  async load(structureId) {
    const isUnderWay = this.#asked.has(structureId);
    this.#asked.set(structureId, true);
    if (isUnderWay) return;
    try {
      while (this.#asked.get(structureId)) {
        this.#asked.set(structureId, false);
        this.show(structureId, await this.fetch(structureId));
      }
      this.#missing.delete(structureId);
    } catch (error) {
      // The page also works without an arrangement.
      if (!(error instanceof RpcError)) throw error;
      this.#missing.add(structureId);
    } finally {
      this.#asked.delete(structureId);
    }
  }

  /** @param {string} structureId */
  async fetch(structureId) {
    return unpacked((await this.client.call("HomeService/GetAppData", { objectId: structureId, appId })).data);
  }

  /**
   * @param {string} structureId
   * @param {Arrangement} arrangement as the hub has it
   */
  show(structureId, arrangement) {
    const known = this.#known.get(structureId);
    if (!known) this.#known.set(structureId, signal(arrangement));
    else if (JSON.stringify(known.peek()) !== JSON.stringify(arrangement)) known.value = arrangement;
  }
}
