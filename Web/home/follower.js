// Loads the home and then follows it by a watch. Independent of a page, because both the dashboard and the SDK use it.

import { encode } from "../lib/message.js";
import { HomeModel } from "./model.js";
import { Schemas } from "./schemas.js";
import { HomeStream } from "./stream.js";

/** @typedef {import("../lib/connect.js").Client} Client */
/** @typedef {import("../lib/connect.js").RpcError} RpcError */
/** @typedef {import("../lib/hearth-v1.js").Position} Position */
/** @typedef {import("../lib/hearth-v1.js").TraitInfo} TraitInfo */
/** @typedef {import("../lib/hearth-v1.js").WatchResponse} WatchResponse */
/**
 * `onChange` may be called often, with the hub's messages. The caller collects changes as it needs, and calls `settle` once
 * it has processed them. With a lock and a channel, one stream serves all tabs. With `attributesOnly`, the schemas suffice
 * only to read states, until `loadSchemas`.
 *
 * @typedef {{
 *   onChange: (messages: readonly WatchResponse[]) => void,
 *   onState: (isLive: boolean, error: RpcError | undefined) => void,
 *   locks?: LockManager | undefined,
 *   channel?: BroadcastChannel | undefined,
 *   attributesOnly?: boolean,
 * }} FollowerSettings
 */

export class HomeFollower {
  model = new HomeModel((id) => this.schemas.get(id));
  #isFetchingSchemas = false;
  #attributesOnly;
  /** @type {{reached: () => boolean, done: () => void}[]} */
  #waiting = [];

  /**
   * @param {Client} client
   * @param {FollowerSettings} settings
   */
  constructor(client, settings) {
    this.client = client;
    this.settings = settings;
    this.#attributesOnly = settings.attributesOnly === true;
    this.schemas = new Schemas(client);
    this.stream = new HomeStream({
      frames: (request, abort) => client.frames("HomeService/Watch", request, { signal: abort }),
      request: () => encode("WatchRequest", this.#watchRequest()),
      onMessages: (messages) => this.take(messages),
      onState: settings.onState,
      locks: settings.locks,
      channel: settings.channel,
    });
  }

  /** Loads the home's objects, and returns the hub's information. Throws if it can't load them. */
  async loadObjects() {
    const [info] = await Promise.all([this.client.call("HomeService/GetInfo", {}), this.#list()]);
    await this.schemas.begin(info.schemaFingerprint);
    return info;
  }

  /**
   * Loads the states of these traits, before the watch starts.
   *
   * @param {readonly TraitInfo[]} traits
   */
  async loadStates(traits) {
    const [pages] = await Promise.all([this.#read(traits), this.schemas.need(traits, this.#attributesOnly)]);
    for (const page of pages) {
      this.model.apply({ snapshot: { ...emptySnapshot, states: page.states } });
      this.#lower(page.positions);
    }
  }

  /**
   * Loads the states of further traits, while the watch runs.
   *
   * @param {readonly TraitInfo[]} traits
   */
  async loadMore(traits) {
    const [pages] = await Promise.all([this.#read(traits), this.schemas.need(traits, this.#attributesOnly)]);
    this.model.decodeWaiting();
    for (const page of pages) this.model.fill(page.states);
    this.settings.onChange([]);
  }

  /** Loads the whole schemas of all traits, now and for later devices, to send commands and read events. */
  async loadSchemas() {
    this.#attributesOnly = false;
    await this.schemas.need(this.traits());
  }

  /** The traits of all structures and devices. */
  *traits() {
    for (const structure of this.model.structures.values()) yield* structure.traits;
    for (const device of this.model.devices.values())
      for (const endpoint of device.endpoints) yield* endpoint.traits;
  }

  /** @param {WatchResponse[]} messages */
  take(messages) {
    for (const message of messages) this.model.apply(message);
    this.settings.onChange(messages);
  }

  /** @param {Iterable<string>} devices whose changes are processed now; those of other objects always are */
  settle(devices = this.model.changedDevices) {
    for (const id of devices) this.model.changedDevices.delete(id);
    this.model.changedKinds.clear();
    for (const one of this.#waiting) if (one.reached()) one.done();
    this.#waiting = this.#waiting.filter((one) => !one.reached());
    if (this.model.unknownTraits.size > 0) this.#fetchSchemas();
  }

  /**
   * Resolves when all changes up to a position are processed, or after the timeout.
   *
   * @param {Position | undefined} position
   */
  reached(position, timeout = 3_000) {
    if (!position) return Promise.resolve();
    const reached = () => {
      const known = this.model.positions.get(position.structureId);
      return known !== undefined && (known.epoch > position.epoch || known.sequence >= position.sequence);
    };
    if (reached()) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, timeout);
      this.#waiting.push({ reached, done: () => resolve(clearTimeout(timer)) });
    });
  }

  async #list() {
    let pageToken = "";
    do {
      const page = await this.client.call("HomeService/List", { pageToken });
      const { structures, rooms, devices, zones, people } = page;
      this.model.apply({ snapshot: { ...emptySnapshot, structures, rooms, devices, zones, people } });
      this.#lower(page.positions);
      pageToken = page.nextPageToken;
    } while (pageToken !== "");
  }

  /** @param {readonly TraitInfo[]} traits */
  async #read(traits) {
    const filter = { traitIds: [...new Set(traits.map((trait) => trait.id))] };
    const pages = [];
    let pageToken = "";
    do {
      const page = await this.client.call("HomeService/Read", { filter, pageToken });
      pages.push(page);
      pageToken = page.nextPageToken;
    } while (pageToken !== "");
    return pages;
  }

  /**
   * Keeps the earliest position. Pages are read at different moments; resuming from the earliest misses no change.
   *
   * @param {readonly Position[]} positions
   */
  #lower(positions) {
    for (const position of positions) {
      const known = this.model.positions.get(position.structureId);
      if (!known || known.epoch !== position.epoch || position.sequence < known.sequence)
        this.model.positions.set(position.structureId, position);
    }
  }

  /** @returns {import("../lib/message.js").Input<import("../lib/hearth-v1.js").WatchRequest>} */
  #watchRequest() {
    const eventsAfter = [...this.model.eventNumbers].map(([structureId, number]) => ({ structureId, number }));
    return { resumeFrom: [...this.model.positions.values()], eventsAfter };
  }

  /** Fetches the schemas of traits that a new device brought. */
  async #fetchSchemas() {
    if (this.#isFetchingSchemas) return;
    this.#isFetchingSchemas = true;
    try {
      const unknown = new Set(this.model.unknownTraits);
      await this.schemas.need([...this.traits()].filter((trait) => unknown.has(trait.id)), this.#attributesOnly);
      this.model.decodeWaiting(unknown);
      this.settings.onChange([]);
    } catch {
      // The trait's next report triggers another try.
    } finally {
      this.#isFetchingSchemas = false;
    }
  }
}

/** An empty snapshot, as the base of partial ones. */
export const emptySnapshot = { structures: [], rooms: [], devices: [], states: [], zones: [], serviceGroups: [], people: [], automations: [] };
