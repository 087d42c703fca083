// How people arranged a home for themselves: their favorites, the order of its rooms, and how far its setting up has come.
// The hub keeps it as the dashboard's app data of the structure, so every browser shows the same.
//
// A list of ids is one or more values, its ids one a line: `favorites.1`, `favorites.2` and so on. A value may have 1,024
// characters, and an app ten values.

import { RpcError } from "../lib/connect.js";
import { signal } from "../lib/view.js";

/** @typedef {{readonly favorites: readonly string[], readonly rooms: readonly string[], readonly setup: readonly string[]}} Arrangement */

export const appId = "hearth.dashboard";
/** How many values each list may take. */
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
 * What has a place in the order first, and the rest as it was.
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
  /** @type {Map<string, boolean>} homes that the hub is being asked for, and whether they have changed since */
  #asked = new Map();
  /** @type {Set<string>} homes that it could not be asked for */
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

  /** The hub is there again: asks for what it could not be asked for. */
  retry() {
    for (const id of this.#missing) this.load(id);
  }

  /**
   * Shows what the hub has now. What changes while it answers is asked for once more: answers may come in any order.
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
      // A home without an arrangement is still a home.
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
   * @param {Arrangement} arrangement that the hub keeps from now on
   */
  show(structureId, arrangement) {
    const known = this.#known.get(structureId);
    if (!known) this.#known.set(structureId, signal(arrangement));
    else if (JSON.stringify(known.peek()) !== JSON.stringify(arrangement)) known.value = arrangement;
  }
}
