// The home as views read it: a model that follows the hub, with signals that change once a frame.

import { encode } from "../lib/message.js";
import { batch, signal } from "../lib/view.js";
import { HomeModel } from "./model.js";
import { Schemas } from "./schemas.js";
import { HomeStream } from "./stream.js";
import { housekeeping, Trait } from "./traits.js";

/** @typedef {import("../lib/connect.js").Client} Client */
/** @typedef {import("../lib/connect.js").RpcError} RpcError */
/** @typedef {import("../lib/hearth-v1.js").Position} Position */
/** @typedef {import("../lib/trait.js").TraitValues} TraitValues */
/** @template T @typedef {import("../lib/view.js").Readable<T>} Readable */
/**
 * Whether what is shown is what is: `asOf` is when the hub was last heard.
 *
 * @typedef {{isLive: boolean, asOf: number, error: RpcError | undefined}} Connection
 */

export class LiveHome {
  #model = new HomeModel((id) => this.schemas.get(id));
  /** @type {Map<string, import("../lib/view.js").Signal<number>>} */
  #ticks = new Map();
  #isFlushing = false;
  #isFetchingSchemas = false;
  /** @type {Set<string>} */
  #withAutomations = new Set();
  /** @type {{reached: () => boolean, done: () => void}[]} */
  #waiting = [];

  structures = signal(this.#model.structures);
  rooms = signal(this.#model.rooms);
  devices = signal(this.#model.devices);
  zones = signal(this.#model.zones);
  people = signal(this.#model.people);
  automations = signal(this.#model.automations);
  caller = signal(this.#model.caller);
  events = signal(this.#model.events);
  connection = signal(/** @type {Connection} */ ({ isLive: false, asOf: Date.now(), error: undefined }));
  info = signal(/** @type {import("../lib/hearth-v1.js").GetInfoResponse | undefined} */ (undefined));

  /** @param {Client} client */
  constructor(client) {
    this.client = client;
    this.schemas = new Schemas(client);
    const isShared = "locks" in navigator && "BroadcastChannel" in globalThis;
    this.stream = new HomeStream({
      frames: (request, abort) => client.frames("HomeService/Watch", request, { signal: abort }),
      request: () => encode("WatchRequest", this.#watchRequest()),
      onMessages: (messages) => this.#take(messages),
      onState: (isLive, error) => this.#tell(isLive, error),
      locks: isShared ? navigator.locks : undefined,
      channel: isShared ? new BroadcastChannel("hearth-watch") : undefined,
    });
  }

  /** Loads the home, then follows it. Throws if it can't be loaded. */
  async begin() {
    const [info] = await Promise.all([
      this.client.call("HomeService/GetInfo", {}),
      this.#loadObjects(),
    ]);
    this.info.value = info;
    await this.schemas.begin(info.schemaFingerprint);
    // What a device says of itself can wait: its schemas are a third of all, and the first view needs none of them.
    const shown = [...this.#traits()].filter((trait) => !housekeeping.has(trait.id) || trait.id === Trait.POWER_SOURCE);
    const [states] = await Promise.all([this.#loadStates(), this.schemas.need(shown)]);
    for (const page of states) {
      this.#model.apply({ snapshot: { ...emptySnapshot, states: page.states } });
      this.#lower(page.positions);
    }
    this.#flush();
    this.connection.value = { isLive: true, asOf: Date.now(), error: undefined };
    this.stream.start();
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") this.stream.hurry();
    });
    addEventListener("online", () => this.stream.hurry());
  }

  /**
   * The attributes of a trait, followed.
   *
   * @param {string} deviceId
   * @param {number} endpoint
   * @param {number} traitId
   * @returns {TraitValues | undefined}
   */
  trait(deviceId, endpoint, traitId) {
    return this.entry(deviceId, endpoint, traitId)?.values;
  }

  /**
   * The same with when and why it changed.
   *
   * @param {string} deviceId
   * @param {number} endpoint
   * @param {number} traitId
   */
  entry(deviceId, endpoint, traitId) {
    this.#follow(deviceId);
    return this.#model.state(deviceId, endpoint, traitId);
  }

  /** @param {string} id */
  device(id) {
    this.#follow(id);
    return this.#model.devices.get(id);
  }

  /**
   * Resolves when the page has seen what led to a position, or when it took too long.
   *
   * @param {Position | undefined} position
   */
  reached(position, timeout = 3_000) {
    if (!position) return Promise.resolve();
    const reached = () => {
      const known = this.#model.positions.get(position.structureId);
      return known !== undefined && (known.epoch > position.epoch || known.sequence >= position.sequence);
    };
    if (reached()) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, timeout);
      this.#waiting.push({ reached, done: () => resolve(clearTimeout(timer)) });
    });
  }

  /**
   * Fetches a structure's automations: unlike what List brings, they are not needed at once. From then on the watch keeps
   * them right.
   *
   * @param {string} structureId
   */
  async loadAutomations(structureId) {
    if (this.#withAutomations.has(structureId)) return;
    this.#withAutomations.add(structureId);
    try {
      let pageToken = "";
      do {
        const page = await this.client.call("AutomationService/ListAutomations", { structureId, pageToken });
        this.#take([{ snapshot: { ...emptySnapshot, automations: page.automations } }]);
        pageToken = page.nextPageToken;
      } while (pageToken !== "");
    } catch (error) {
      this.#withAutomations.delete(structureId);
      throw error;
    }
  }

  /** @param {string} id of a device whose changes wake whoever reads */
  #follow(id) {
    let tick = this.#ticks.get(id);
    if (!tick) this.#ticks.set(id, (tick = signal(0)));
    return tick.value;
  }

  async #loadObjects() {
    let pageToken = "";
    do {
      const page = await this.client.call("HomeService/List", { pageToken });
      const { structures, rooms, devices, zones, people } = page;
      this.#model.apply({ snapshot: { ...emptySnapshot, structures, rooms, devices, zones, people } });
      this.#lower(page.positions);
      pageToken = page.nextPageToken;
    } while (pageToken !== "");
  }

  async #loadStates() {
    const pages = [];
    let pageToken = "";
    do {
      const page = await this.client.call("HomeService/Read", { pageToken });
      pages.push(page);
      pageToken = page.nextPageToken;
    } while (pageToken !== "");
    return pages;
  }

  /**
   * Pages are of different moments: going on from the earliest one repeats a little, and misses nothing.
   *
   * @param {readonly Position[]} positions
   */
  #lower(positions) {
    for (const position of positions) {
      const known = this.#model.positions.get(position.structureId);
      if (!known || known.epoch !== position.epoch || position.sequence < known.sequence)
        this.#model.positions.set(position.structureId, position);
    }
  }

  *#traits() {
    for (const structure of this.#model.structures.values()) yield* structure.traits;
    for (const device of this.#model.devices.values())
      for (const endpoint of device.endpoints) yield* endpoint.traits;
  }

  /** @returns {import("../lib/message.js").Input<import("../lib/hearth-v1.js").WatchRequest>} */
  #watchRequest() {
    const eventsAfter = [...this.#model.eventNumbers].map(([structureId, number]) => ({ structureId, number }));
    return { resumeFrom: [...this.#model.positions.values()], eventsAfter };
  }

  /** @param {import("../lib/hearth-v1.js").WatchResponse[]} messages */
  #take(messages) {
    for (const message of messages) this.#model.apply(message);
    this.#schedule();
  }

  #schedule() {
    if (this.#isFlushing) return;
    this.#isFlushing = true;
    requestAnimationFrame(() => this.#flush());
  }

  #flush() {
    this.#isFlushing = false;
    const model = this.#model;
    batch(() => {
      for (const id of model.changedDevices) {
        const tick = this.#ticks.get(id);
        if (tick) tick.value += 1;
      }
      for (const kind of model.changedKinds) {
        if (kind === "caller") this.caller.value = model.caller;
        else if (kind === "events") this.events.value = model.events;
        else /** @type {import("../lib/view.js").Signal<any>} */ (this[kind]).value = new Map(/** @type {Map<string, any>} */ (model[kind]));
      }
    });
    model.changedDevices.clear();
    model.changedKinds.clear();
    for (const one of this.#waiting) if (one.reached()) one.done();
    this.#waiting = this.#waiting.filter((one) => !one.reached());
    if (model.unknownTraits.size > 0) this.#fetchSchemas();
  }

  /** A device has come with a trait that nobody had before. */
  async #fetchSchemas() {
    if (this.#isFetchingSchemas) return;
    this.#isFetchingSchemas = true;
    try {
      await this.schemas.need(this.#traits());
      this.#model.decodeWaiting();
      this.#schedule();
    } catch {
      // The next report of the trait asks again.
    } finally {
      this.#isFetchingSchemas = false;
    }
  }

  /**
   * @param {boolean} isLive
   * @param {RpcError | undefined} error
   */
  #tell(isLive, error) {
    const known = this.connection.peek();
    // Each frame is a sign of life; the views only care when there was a last one.
    if (isLive && known.isLive) known.asOf = Date.now();
    else this.connection.value = { isLive, asOf: isLive ? Date.now() : known.asOf, error };
  }
}

const emptySnapshot = { structures: [], rooms: [], devices: [], states: [], zones: [], serviceGroups: [], people: [], automations: [] };
