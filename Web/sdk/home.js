// A home and its devices, as the SDK offers them.

import { HomeFollower } from "../home/follower.js";
import { Client } from "../lib/connect.js";
import { ConnectivityState } from "../lib/hearth-v1.js";
import { HearthError, ours } from "./error.js";
import { Listeners } from "./listeners.js";
import { TraitHandle } from "./trait.js";

/** @typedef {import("./hearth.js").ConnectSettings} ConnectSettings */
/** @typedef {import("./hearth.js").Home} HomeShape */
/** @typedef {import("./hearth.js").Device} DeviceShape */
/** @typedef {import("../lib/trait.js").TraitType} TraitType */

/**
 * The credentials of calls. A function is asked again after the hub refused its last value.
 *
 * @param {ConnectSettings["authorization"]} authorization
 * @returns {import("../lib/connect.js").Credentials}
 */
function credentialsOf(authorization) {
  const isAsked = typeof authorization === "function";
  return { authorization: async () => (isAsked ? authorization() : authorization), doubt: () => isAsked };
}

/** @implements {HomeShape} */
export class Home {
  #end = new AbortController();
  #isFlushing = false;
  #listeners = /** @type {Listeners<void>} */ (new Listeners());
  /** @type {Map<string, Device>} */
  #devices = new Map();
  /** @type {import("../lib/hearth-v1.js").EventReport | undefined} the last one that listeners got */
  #lastEvent;
  isLive = false;

  /**
   * @param {string} base
   * @param {ConnectSettings} settings
   */
  constructor(base, settings) {
    const { authorization, clientId = "web-sdk" } = settings;
    this.follower = new HomeFollower(
      new Client({ base, credentials: credentialsOf(authorization) }),
      { onChange: () => this.#schedule(), onState: (isLive) => this.#tell(isLive) },
    );
    this.clientId = clientId;
  }

  get end() {
    return this.#end.signal;
  }

  async load() {
    const { follower } = this;
    try {
      await follower.loadObjects();
      await follower.loadStates([...follower.traits()]);
    } catch (error) {
      throw ours(error);
    }
    if (this.end.aborted) throw new HearthError("canceled", "the home was closed");
    this.#flush();
    this.isLive = true;
    follower.stream.start();
    globalThis.addEventListener?.("online", () => follower.stream.hurry(), { signal: this.end });
    globalThis.document?.addEventListener("visibilitychange", () => follower.stream.hurry(), { signal: this.end });
  }

  structures() {
    return [...this.follower.model.structures.values()].map(({ id, name }) => ({ id, name }));
  }

  rooms() {
    return [...this.follower.model.rooms.values()].map(({ id, name, structureId }) => ({ id, name, structureId }));
  }

  devices() {
    return [...this.follower.model.devices.keys()].map((id) => this.device(id));
  }

  /** @param {string} id */
  device(id) {
    if (!this.follower.model.devices.has(id)) throw new HearthError("not_found", `there is no device ${id}`);
    let device = this.#devices.get(id);
    if (!device) this.#devices.set(id, (device = new Device(this, id)));
    return device;
  }

  /** @param {() => void} listener */
  onChange(listener) {
    return this.#listeners.add(listener);
  }

  close() {
    this.#end.abort();
    this.follower.stream.stop();
    this.#listeners.clear();
    this.isLive = false;
  }

  #schedule() {
    if (this.#isFlushing || this.end.aborted) return;
    this.#isFlushing = true;
    // All changes of one piece from the network are delivered together. A hidden tab gets no animation frames to wait for.
    queueMicrotask(() => this.#flush());
  }

  #flush() {
    this.#isFlushing = false;
    const { model } = this.follower;
    const changed = [...model.changedDevices];
    const isOther = [...model.changedKinds].some((kind) => kind !== "events" && kind !== "caller");
    const events = model.events.slice(this.#lastEvent ? model.events.lastIndexOf(this.#lastEvent) + 1 : 0);
    this.#lastEvent = model.events.at(-1);
    // Commands that waited for this report resolve after this function, when all their changes are visible.
    this.follower.settle();
    for (const id of changed) this.#devices.get(id)?.flush();
    for (const event of events) this.#devices.get(event.target?.deviceId ?? "")?.hear(event);
    if (isOther) this.#listeners.tell();
  }

  /** @param {boolean} isLive */
  #tell(isLive) {
    if (this.isLive === isLive || this.end.aborted) return;
    this.isLive = isLive;
    this.#listeners.tell();
  }
}

/** @implements {DeviceShape} */
export class Device {
  #home;
  #known;
  /** @type {Map<string, TraitHandle>} */
  #traits = new Map();

  /**
   * @param {Home} home
   * @param {string} id
   */
  constructor(home, id) {
    this.#home = home;
    this.id = id;
    this.#known = /** @type {import("../lib/hearth-v1.js").Device} */ (home.follower.model.devices.get(id));
  }

  /** The device's latest data, or after its removal, its last. */
  get #device() {
    return (this.#known = this.#home.follower.model.devices.get(this.id) ?? this.#known);
  }

  get name() {
    return this.#device.name;
  }

  get structureId() {
    return this.#device.structureId;
  }

  get room() {
    const room = this.#home.follower.model.rooms.get(this.#device.roomId);
    return room && { id: room.id, name: room.name, structureId: room.structureId };
  }

  get isOnline() {
    return this.#device.connectivity?.state !== ConnectivityState.OFFLINE;
  }

  get endpoints() {
    return this.#device.endpoints.map(({ id, deviceTypes, traits }) => ({
      id,
      deviceTypes: deviceTypes.map((type) => type.id),
      traits: traits.flatMap((trait) => this.#home.follower.schemas.get(trait.id)?.name ?? []),
    }));
  }

  /**
   * @param {string} name
   * @param {number | undefined} endpoint
   */
  has(name, endpoint = undefined) {
    return this.#find(name, endpoint) !== undefined;
  }

  /**
   * @param {string} name
   * @param {number | undefined} endpoint
   * @returns {any} a handle with the commands of the trait's schema
   */
  trait(name, endpoint = undefined) {
    const found = this.#find(name, endpoint);
    if (!found) throw new HearthError("not_found", `${this.name} has no trait ${name}${endpoint === undefined ? "" : ` at endpoint ${endpoint}`}`);
    const key = `${found.endpoint}/${found.type.id}`;
    let trait = this.#traits.get(key);
    if (!trait) {
      trait = new TraitHandle(this.#home, { deviceId: this.id, endpoint: found.endpoint }, found.type);
      this.#traits.set(key, trait);
    }
    return trait;
  }

  flush() {
    for (const trait of this.#traits.values()) trait.flush();
  }

  /** @param {import("../lib/hearth-v1.js").EventReport} event */
  hear(event) {
    this.#traits.get(`${event.target?.endpoint}/${event.traitId}`)?.hear(event);
  }

  /**
   * @param {string} name with or without the vendor
   * @param {number | undefined} wanted
   */
  #find(name, wanted) {
    for (const endpoint of this.#device.endpoints) {
      if (wanted !== undefined && endpoint.id !== wanted) continue;
      for (const { id } of endpoint.traits) {
        const type = this.#home.follower.schemas.get(id);
        if (type && (type.name === name || `${type.schema.vendor}.${type.name}` === name)) return { endpoint: endpoint.id, type };
      }
    }
    return undefined;
  }
}
