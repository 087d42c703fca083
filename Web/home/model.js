// The page's model of the home: the messages of List, Read and Watch, applied in order. It needs no browser and no clock.

import { Resync_Reason } from "../lib/hearth-v1.js";
import { merged } from "../lib/trait.js";
import { WireError } from "../lib/wire.js";

/** @typedef {import("../lib/hearth-v1.js").WatchResponse} WatchResponse */
/** @typedef {import("../lib/hearth-v1.js").Snapshot} Snapshot */
/** @typedef {import("../lib/hearth-v1.js").Report} Report */
/** @typedef {import("../lib/hearth-v1.js").ObjectChange} ObjectChange */
/** @typedef {import("../lib/hearth-v1.js").TraitState} TraitState */
/** @typedef {import("../lib/hearth-v1.js").Position} Position */
/** @typedef {import("../lib/hearth-v1.js").Cause} Cause */
/** @typedef {import("../lib/hearth-v1.js").EventReport} EventReport */
/** @typedef {import("../lib/trait.js").TraitValues} TraitValues */
/** @typedef {import("../lib/trait.js").TraitType} TraitType */
/**
 * The known state of a trait of an endpoint. `raw` has encoded changes that wait for the trait's schema. `reportedAt` has
 * the times of attributes that were reported since the whole state was read.
 *
 * @typedef {{
 *   values: TraitValues,
 *   raw: Uint8Array[],
 *   changedAt: number | undefined,
 *   readAt: number | undefined,
 *   reportedAt: Map<string, number>,
 *   cause: Cause | undefined,
 *   connectivity: import("../lib/hearth-v1.js").SourceConnectivity | undefined,
 * }} TraitEntry
 * @typedef {"structures" | "rooms" | "devices" | "zones" | "people" | "automations"} Kind
 * @typedef {{id: string, structureId?: string}} Identified
 */

/** @type {readonly Kind[]} */
export const kinds = ["structures", "rooms", "devices", "zones", "people", "automations"];

/** The number of events that the page keeps, newest last. */
const keptEvents = 200;

/** @param {import("../lib/hearth-v1.js").Timestamp | undefined} time @returns {number | undefined} milliseconds since 1970 */
export const milliseconds = (time) => time && Number(time.seconds) * 1000 + Math.floor(time.nanos / 1e6);

/** One number for an endpoint of 16 bits and a trait of 32. */
const slot = (/** @type {number} */ endpoint, /** @type {number} */ traitId) => endpoint * 0x1_0000_0000 + traitId;

export class HomeModel {
  /** @type {Map<string, import("../lib/hearth-v1.js").Structure>} */ structures = new Map();
  /** @type {Map<string, import("../lib/hearth-v1.js").Room>} */ rooms = new Map();
  /** @type {Map<string, import("../lib/hearth-v1.js").Device>} */ devices = new Map();
  /** @type {Map<string, import("../lib/hearth-v1.js").Zone>} */ zones = new Map();
  /** @type {Map<string, import("../lib/hearth-v1.js").Person>} */ people = new Map();
  /** @type {Map<string, import("../lib/hearth-v1.js").Automation>} */ automations = new Map();
  /** @type {Map<string, Position>} */ positions = new Map();
  /** @type {Map<string, bigint>} */ eventNumbers = new Map();
  /** @type {EventReport[]} */ events = [];
  /** @type {import("../lib/hearth-v1.js").Caller | undefined} */ caller;
  /** @type {Map<string, Map<number, TraitEntry>>} */ #states = new Map();
  /** @type {Set<number>} traits that the hub has no schema of */ #hopeless = new Set();
  /** @type {Map<string, Set<string>>} structures whose snapshot is being received, with the ids received so far */ #renewed = new Map();

  /** @type {Set<string>} ids of devices that changed since the last `settle` */ changedDevices = new Set();
  /** @type {Set<Kind | "caller" | "events">} the same for kinds of objects */ changedKinds = new Set();
  /** @type {Set<number>} traits with a state but no schema yet */ unknownTraits = new Set();

  /** @param {(traitId: number) => TraitType | undefined} types */
  constructor(types) {
    this.types = types;
  }

  /**
   * @param {string} deviceId or the id of a structure
   * @param {number} endpoint
   * @param {number} traitId
   */
  state(deviceId, endpoint, traitId) {
    return this.#states.get(deviceId)?.get(slot(endpoint, traitId));
  }

  /** @param {WatchResponse} message */
  apply(message) {
    if (message.report) this.#report(message.report);
    else if (message.snapshot) this.#snapshot(message.snapshot);
    else if (message.snapshotComplete) {
      for (const position of message.snapshotComplete.positions) {
        this.positions.set(position.structureId, position);
        this.#endRenewal(position.structureId);
      }
      for (const { structureId, number } of message.snapshotComplete.events)
        if (!this.eventNumbers.has(structureId)) this.eventNumbers.set(structureId, number);
    } else if (message.resync) {
      this.renew(message.resync.structureId);
      // The numbers of events start again in a restored home.
      if (message.resync.reason === Resync_Reason.EPOCH_CHANGED) this.eventNumbers.delete(message.resync.structureId);
    } else if (message.caller) {
      this.caller = message.caller;
      this.changedKinds.add("caller");
    }
  }

  /**
   * Begins a new snapshot of a structure. Its objects stay until the snapshot is complete; then those that it lacks are
   * removed.
   *
   * @param {string} structureId
   */
  renew(structureId) {
    this.#renewed.set(structureId, new Set());
  }

  /**
   * Takes states that were read while the watch was running. Attributes that were reported meanwhile win, because later
   * changes are reported as well.
   *
   * @param {readonly TraitState[]} states
   */
  fill(states) {
    for (const state of states) {
      if (!state.target || !state.attributes) continue;
      const entry = this.#entry(state.target.deviceId, state.target.endpoint, state.traitId);
      const known = entry.values;
      entry.readAt ??= milliseconds(state.observedAt);
      entry.changedAt ??= entry.readAt;
      entry.connectivity ??= state.connectivity;
      this.#merge(state.target.deviceId, state.traitId, entry, state.attributes.value);
      entry.values = merged(entry.values, known);
    }
  }

  /**
   * Decodes the states that waited for schemas.
   *
   * @param {ReadonlySet<number>} asked traits whose schemas were asked for; without a schema, their states are dropped
   */
  decodeWaiting(asked = new Set(this.unknownTraits)) {
    for (const traitId of asked) {
      this.unknownTraits.delete(traitId);
      if (!this.types(traitId)) this.#hopeless.add(traitId);
    }
    for (const [deviceId, traits] of this.#states)
      for (const [key, entry] of traits)
        for (const bytes of entry.raw.splice(0)) this.#merge(deviceId, key % 0x1_0000_0000, entry, bytes);
  }

  /** @param {string} structureId */
  #endRenewal(structureId) {
    const come = this.#renewed.get(structureId);
    if (!come) return;
    this.#renewed.delete(structureId);
    for (const kind of kinds)
      for (const [id, object] of /** @type {Map<string, Identified>} */ (this[kind]))
        if ((object.structureId ?? id) === structureId && !come.has(id)) this.#remove(kind, id);
  }

  /** @param {Snapshot} snapshot */
  #snapshot(snapshot) {
    for (const kind of kinds) for (const object of snapshot[kind]) this.#put(kind, object);
    for (const state of snapshot.states) {
      if (!state.target || !state.attributes) continue;
      const entry = this.#entry(state.target.deviceId, state.target.endpoint, state.traitId);
      entry.values = {};
      entry.raw = [];
      entry.changedAt = entry.readAt = milliseconds(state.observedAt);
      entry.reportedAt.clear();
      entry.cause = undefined;
      entry.connectivity = state.connectivity;
      this.#merge(state.target.deviceId, state.traitId, entry, state.attributes.value);
    }
  }

  /** @param {Report} report */
  #report(report) {
    const { position } = report;
    const known = position && this.positions.get(position.structureId);
    // A tab that took over the stream may receive reports that this tab already has.
    if (position && known && position.epoch === known.epoch && position.sequence < known.sequence) return;
    for (const state of report.states) {
      if (!state.target) continue;
      const entry = this.#entry(state.target.deviceId, state.target.endpoint, state.traitId);
      if (state.connectivity) {
        entry.connectivity = state.connectivity;
        this.changedDevices.add(state.target.deviceId);
      }
      if (!state.attributes) continue;
      entry.changedAt = milliseconds(report.observedAt);
      entry.cause = report.cause;
      this.#merge(state.target.deviceId, state.traitId, entry, state.attributes.value, entry.changedAt);
    }
    for (const change of report.objects) this.#change(change);
    for (const event of report.events) this.#event(event);
    if (position) this.positions.set(position.structureId, position);
  }

  /** @param {EventReport} event */
  #event(event) {
    const device = event.target && this.devices.get(event.target.deviceId);
    const structureId = device?.structureId ?? event.target?.deviceId ?? "";
    if (event.number <= (this.eventNumbers.get(structureId) ?? -1n)) return;
    this.eventNumbers.set(structureId, event.number);
    this.events = [...this.events.slice(1 - keptEvents), event];
    this.changedKinds.add("events");
    if (device) this.changedDevices.add(device.id);
  }

  /** @param {ObjectChange} change */
  #change(change) {
    if (change.structure) this.#put("structures", change.structure);
    else if (change.room) this.#put("rooms", change.room);
    else if (change.device) this.#put("devices", change.device);
    else if (change.zone) this.#put("zones", change.zone);
    else if (change.person) this.#put("people", change.person);
    else if (change.automation) this.#put("automations", change.automation);
    else if (change.removedStructureId !== undefined) this.#removeStructure(change.removedStructureId);
    else if (change.removedRoomId !== undefined) this.#remove("rooms", change.removedRoomId);
    else if (change.removedDeviceId !== undefined) this.#remove("devices", change.removedDeviceId);
    else if (change.removedZoneId !== undefined) this.#remove("zones", change.removedZoneId);
    else if (change.removedPersonId !== undefined) this.#remove("people", change.removedPersonId);
    else if (change.removedAutomationId !== undefined) this.#remove("automations", change.removedAutomationId);
  }

  /**
   * @param {Kind} kind
   * @param {Identified} object
   */
  #put(kind, object) {
    const map = /** @type {Map<string, any>} */ (this[kind]);
    const known = map.get(object.id);
    // A report of a changed automation leaves out an unchanged program.
    map.set(object.id, kind === "automations" && known?.program && !("program" in object) ? { ...object, program: known.program } : object);
    this.#renewed.get(object.structureId ?? object.id)?.add(object.id);
    this.changedKinds.add(kind);
    if (kind === "devices") this.changedDevices.add(object.id);
  }

  /**
   * @param {Kind} kind
   * @param {string} id
   */
  #remove(kind, id) {
    if (!this[kind].delete(id)) return;
    this.changedKinds.add(kind);
    if (kind === "devices") this.changedDevices.add(id);
    if (kind === "devices" || kind === "structures") this.#states.delete(id);
  }

  /** @param {string} structureId */
  #removeStructure(structureId) {
    this.#renewed.set(structureId, new Set());
    this.#endRenewal(structureId);
    this.positions.delete(structureId);
  }

  /**
   * @param {string} deviceId
   * @param {number} endpoint
   * @param {number} traitId
   * @returns {TraitEntry}
   */
  #entry(deviceId, endpoint, traitId) {
    let traits = this.#states.get(deviceId);
    if (!traits) this.#states.set(deviceId, (traits = new Map()));
    let entry = traits.get(slot(endpoint, traitId));
    if (!entry) {
      entry = { values: {}, raw: [], changedAt: undefined, readAt: undefined, reportedAt: new Map(), cause: undefined, connectivity: undefined };
      traits.set(slot(endpoint, traitId), entry);
    }
    return entry;
  }

  /**
   * @param {string} deviceId
   * @param {number} traitId
   * @param {TraitEntry} entry
   * @param {Uint8Array} bytes
   * @param {number | undefined} at the time of the report
   */
  #merge(deviceId, traitId, entry, bytes, at = undefined) {
    const type = this.types(traitId);
    if (!type) {
      if (this.#hopeless.has(traitId)) return;
      entry.raw.push(bytes);
      this.unknownTraits.add(traitId);
      return;
    }
    try {
      const values = type.decodeAttributes(bytes);
      entry.values = merged(entry.values, values);
      if (at !== undefined) for (const name of Object.keys(values)) entry.reportedAt.set(name, at);
      this.changedDevices.add(deviceId);
    } catch (error) {
      // One trait that can't be decoded must not break the page.
      if (!(error instanceof WireError)) throw error;
    }
  }
}
