// Converts raw numbers of traits to the units that people read, and back: brightness and openings in percent, white in
// kelvin, temperatures in the person's unit. Forms use it to show the same numbers as tiles.

import { measureOf } from "./series.js";
import { LEVEL_CONTROL, WINDOW_COVERING } from "./traits.js";
import { usesFahrenheit } from "./units.js";

/**
 * `isReversed` means that a greater raw number is shown as a smaller one. `most` is the greatest number that people can
 * enter, for scales that start at 0.
 *
 * @typedef {{read: (raw: number) => number, write: (shown: number) => number, symbol: string, digits: number, isReversed?: boolean, most?: number}} Scale
 */

/** @type {Scale} */
const share = { read: (raw) => raw / 2.54, write: (shown) => shown * 2.54, symbol: "%", digits: 0, most: 100 };
/** @type {Scale} Matter reports how far a covering is closed; people say how far it is open. */
const opening = { read: (raw) => 100 - raw / 100, write: (shown) => 10_000 - shown * 100, symbol: "%", digits: 0, isReversed: true, most: 100 };
/** @type {Scale} */
const openingInPercent = { read: (raw) => 100 - raw, write: (shown) => 100 - shown, symbol: "%", digits: 0, isReversed: true, most: 100 };
/** @type {Scale} */
const white = { read: (raw) => 1e6 / Math.max(1, raw), write: (shown) => 1e6 / Math.max(1, shown), symbol: "K", digits: 0, isReversed: true };
/** @type {Scale} */
const fahrenheit = { read: (raw) => raw * 0.018 + 32, write: (shown) => (shown - 32) / 0.018, symbol: "°F", digits: 1 };

/** Scales that schemas lack, or that differ from the units that people use, by trait, command (for an argument) and field. @type {Record<string, Scale>} */
const known = Object.fromEntries([
  ...["0", "2", "3", "17", "0/0", "1/1", "2/1", "4/0", "6/1"].map((field) => [`${LEVEL_CONTROL}/${field}`, share]),
  ...["11", "12", "14", "15", "5/0", "8/0"].map((field) => [`${WINDOW_COVERING}/${field}`, opening]),
  ...["8", "9"].map((field) => [`${WINDOW_COVERING}/${field}`, openingInPercent]),
]);

/**
 * @param {number} traitId
 * @param {{id: number, unit: string}} field
 * @param {number} [commandId] the command, for an argument
 * @returns {Scale}
 */
export function scaleOf(traitId, { id, unit }, commandId) {
  const found = known[`${traitId}/${commandId === undefined ? "" : `${commandId}/`}${id}`];
  if (found) return found;
  if (unit === "mired") return white;
  if (unit === "0.01 °C" && usesFahrenheit()) return fahrenheit;
  const measure = measureOf(unit);
  return measure.symbol === "%" ? { ...measure, most: 100 } : measure;
}
