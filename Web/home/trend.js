// The trend of a value over the last hour: rising, falling or steady.

import { CARBON_DIOXIDE, HUMIDITY, PM25, PRESSURE, TEMPERATURE, THERMOSTAT } from "./traits.js";

/** @typedef {import("./history.js").Columns} Columns */
/** @typedef {import("./series.js").Series} Series */
/** @typedef {"rising" | "falling" | "steady"} Trend */

export const trendTime = 3_600_000;
/** The number of columns in that time: one for five minutes. */
export const trendColumns = 12;

/** @type {ReadonlyMap<number, number>} the smallest change that counts, in the unit that people read */
const least = new Map([
  [TEMPERATURE, 0.3], [THERMOSTAT, 0.3], [HUMIDITY, 2], [PRESSURE, 0.1], [CARBON_DIOXIDE, 50], [PM25, 3],
]);
/** The smallest change of other values, as a share of the value. */
const leastShare = 0.1;

/**
 * The trend. Undefined if the value is not a number, or is known for less than half of the time.
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
  // A linear regression, so that one outlier makes no trend.
  const middle = known.reduce((sum, { at }) => sum + at, 0) / known.length;
  const mean = known.reduce((sum, column) => sum + column.mean, 0) / known.length;
  const spread = known.reduce((sum, { at }) => sum + (at - middle) ** 2, 0);
  const slope = spread === 0 ? 0 : known.reduce((sum, column) => sum + (column.at - middle) * (column.mean - mean), 0) / spread;
  const change = slope * (last.at - first.at);
  if (Math.abs(change) < (least.get(series.traitId) ?? Math.max(Math.abs(mean) * leastShare, Number.MIN_VALUE))) return "steady";
  return change > 0 ? "rising" : "falling";
}
