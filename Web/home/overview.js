// The status of all devices, computed once for all views. A change recomputes only its device.

import { computed, scope } from "../lib/view.js";
import { partsOf } from "./parts.js";
import { alarmsIn, problemsOf, statusOf } from "./status.js";
import { byName } from "./words.js";

/** @typedef {import("./live.js").LiveHome} LiveHome */
/** @typedef {import("./parts.js").Part} Part */
/** @typedef {import("./status.js").Status} Status */
/** @typedef {import("../lib/hearth-v1.js").Device} Device */
/** @template T @typedef {import("../lib/view.js").Readable<T>} Readable */
/**
 * @typedef {{part: Part, status: Readable<Status>}} PartEntry
 * @typedef {{device: Device, parts: PartEntry[], problems: Readable<import("./status.js").Problem[]>, dispose: () => void}} DeviceEntry
 */

export class Overview {
  /** @type {Map<string, DeviceEntry>} */
  #entries = new Map();

  /** @param {LiveHome} home */
  constructor(home) {
    this.home = home;
    /** The devices, by name. */
    this.entries = computed(() => this.#update(home.devices.value));
    this.alarms = computed(() => this.entries.value.flatMap(({ device, parts }) => alarmsIn(home, device, parts).map((alarm) => ({ ...alarm, device }))));
  }

  /** @param {ReadonlyMap<string, Device>} devices */
  #update(devices) {
    for (const [id, entry] of this.#entries)
      if (!devices.has(id)) {
        entry.dispose();
        this.#entries.delete(id);
      }
    const entries = [...devices.values()].map((device) => {
      const known = this.#entries.get(device.id);
      if (known?.device === device) return known;
      known?.dispose();
      const entry = this.#entryOf(device);
      this.#entries.set(device.id, entry);
      return entry;
    });
    return entries.sort((left, right) => byName(left.device.name, right.device.name));
  }

  /**
   * Creates an entry in a scope of its own, because it outlives the view that asks for it first.
   *
   * @param {Device} device
   * @returns {DeviceEntry}
   */
  #entryOf(device) {
    const [entry, dispose] = scope(() => {
      const parts = partsOf(device).map((part) => ({ part, status: computed(() => statusOf(this.home, part)) }));
      return { device, parts, problems: computed(() => problemsOf(this.home, device, parts)) };
    });
    return { ...entry, dispose };
  }
}
