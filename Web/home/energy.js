// Energy from the history of power: consumed and exported, hour by hour. Meters' own counters have no history, because they
// are structs; the mean power of a column, multiplied by the time for which it is known, gives the energy.

import { partLabel } from "./parts.js";
import { placeOf } from "./series.js";
import { ELECTRICAL_POWER } from "./traits.js";

/** @typedef {import("../lib/hearth-v1.js").Device} Device */
/** @typedef {{place: import("./series.js").Place, device: Device, part: string, isMeter: boolean}} PowerSensor */
/** @typedef {{used: number, given: number, known: number, hours: number[]}} Energy in kWh; `known` in milliseconds, `hours` from the start of the range */

const activePower = 8;
const hour = 3_600_000;
/** Device types of meters for the whole home, which measure the devices' consumption once more. */
const meterTypes = new Set([0x0511, 0x0514]);

/**
 * The endpoints that measure power.
 *
 * @param {Iterable<Device>} devices
 * @returns {PowerSensor[]}
 */
export function powerSensors(devices) {
  return [...devices].flatMap((device) => {
    const isMeter = device.endpoints.some((endpoint) => endpoint.deviceTypes.some((type) => meterTypes.has(type.id)));
    const measured = device.endpoints.filter((endpoint) => endpoint.traits.some((trait) => trait.id === ELECTRICAL_POWER));
    return measured.map((endpoint) => ({
      place: placeOf(device.id, endpoint.id, ELECTRICAL_POWER, activePower), device,
      part: measured.length > 1 ? partLabel(endpoint) || String(endpoint.id) : "", isMeter,
    }));
  });
}

/**
 * Sums up the energy of a range. A column that lies only partly in the range, or in one of its hours, counts in proportion.
 *
 * @param {import("./history.js").Columns} columns of power in W
 * @param {import("./history.js").Range} range
 * @param {number} now the current time, at which the last column of a running day ends
 * @returns {Energy}
 */
export function energyOf({ columns, length }, { from, until }, now = Infinity) {
  const energy = { used: 0, given: 0, known: 0, hours: Array.from({ length: Math.max(1, Math.ceil((until - from) / hour)) }, () => 0) };
  for (const column of columns) {
    const end = Math.min(column.at + length, now);
    if (column.mean === undefined || end <= column.at) continue;
    for (const [index, before] of energy.hours.entries()) {
      const begin = from + index * hour;
      const share = Math.max(0, Math.min(end, begin + hour, until) - Math.max(column.at, begin)) / (end - column.at);
      const amount = (column.mean * column.known * share) / hour / 1000;
      energy.known += column.known * share;
      if (amount < 0) energy.given -= amount;
      else energy.used += amount;
      energy.hours[index] = before + amount;
    }
  }
  return energy;
}

/** @param {number} days from today; 0 for today @returns {import("./history.js").Range} a day of the reader's calendar */
export function dayRange(days, now = new Date()) {
  const start = new Date(now.getFullYear(), now.getMonth(), now.getDate() + days);
  const end = new Date(now.getFullYear(), now.getMonth(), now.getDate() + days + 1);
  return { from: start.getTime(), until: Math.min(end.getTime(), now.getTime()) };
}
