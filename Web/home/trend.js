// Where a value goes: up, down, or neither, by what it was in the last hour.

import { CARBON_DIOXIDE, HUMIDITY, PM25, PRESSURE, TEMPERATURE, THERMOSTAT } from "./traits.js";

/** @typedef {import("./history.js").Columns} Columns */
/** @typedef {import("./series.js").Series} Series */
/** @typedef {"rising" | "falling" | "steady"} Trend */

export const trendTime = 3_600_000;
/** A column for five minutes. */
export const trendColumns = 12;

/** @type {ReadonlyMap<number, number>} what people call a change, in the unit that they read: less is noise */
const least = new Map([
  [TEMPERATURE, 0.3], [THERMOSTAT, 0.3], [HUMIDITY, 2], [PRESSURE, 0.1], [CARBON_DIOXIDE, 50], [PM25, 3],
]);
/** The same for all else, as a share of the value. */
const leastShare = 0.1;

/**
 * Undefined for what is no number, and where less than half of the time is known.
 *
 * @param {Pick<Series, "kind" | "traitId">} series
 * @param {Columns} columns of the last hour
 * @returns {Trend | undefined}
 */
export function trendOf(series, { columns }) {
  if (series.kind !== "number") return undefined;
  const known = columns.flatMap(({ at, mean, known }) => (mean === undefined ? [] : [{ at, mean, known }]));
  const [first] = known;
  const last = known.at(-1);
  const time = known.reduce((sum, column) => sum + column.known, 0);
  if (!first || !last || time < trendTime / 2) return undefined;
  // The line that fits best: one value that is off does not make a trend.
  const middle = known.reduce((sum, { at }) => sum + at, 0) / known.length;
  const mean = known.reduce((sum, column) => sum + column.mean, 0) / known.length;
  const spread = known.reduce((sum, { at }) => sum + (at - middle) ** 2, 0);
  const slope = spread === 0 ? 0 : known.reduce((sum, column) => sum + (column.at - middle) * (column.mean - mean), 0) / spread;
  const change = slope * (last.at - first.at);
  if (Math.abs(change) < (least.get(series.traitId) ?? Math.max(Math.abs(mean) * leastShare, Number.MIN_VALUE))) return "steady";
  return change > 0 ? "rising" : "falling";
}
