// Recorded values as columns of a range, which the hub has summarised, in the units that people read.

import { milliseconds } from "./model.js";
import { parsePlace, placeOf, ranked, seriesOf } from "./series.js";

/** @typedef {import("../lib/connect.js").Client} Client */
/** @typedef {import("./series.js").Series} Series */
/** @typedef {import("./series.js").Place} Place */
/**
 * A value from `at` on, for the length of a column. `known` is the time for which the hub knew it. Numbers have `min`, `max`
 * and `mean`; others the time in each state. Times are in milliseconds.
 *
 * @typedef {{
 *   at: number, known: number, changes: number, last: number | undefined,
 *   min: number | undefined, max: number | undefined, mean: number | undefined,
 *   states: readonly {value: number, time: number}[],
 * }} Column
 * @typedef {{length: number, heldSince: number | undefined, columns: readonly Column[]}} Columns
 * @typedef {{from: number, until: number}} Range in milliseconds since 1970
 */

/** @param {number} time in milliseconds since 1970 */
export const timestamp = (time) => ({ seconds: BigInt(Math.floor(time / 1000)), nanos: Math.round(time - Math.floor(time / 1000) * 1000) * 1_000_000 });

/**
 * @param {import("../lib/hearth-v1.js").QueryResponse} answer
 * @param {Series} series
 * @returns {Columns}
 */
export function readColumns(answer, series) {
  const value = (/** @type {number | undefined} */ raw) => (raw === undefined ? undefined : series.read(raw));
  return {
    length: milliseconds(answer.columnLength) ?? 0,
    heldSince: milliseconds(answer.heldSince),
    columns: answer.columns.map((column) => ({
      at: milliseconds(column.start) ?? 0,
      known: milliseconds(column.known) ?? 0,
      changes: column.changes,
      last: value(column.last), min: value(column.min), max: value(column.max), mean: value(column.mean),
      states: column.states.map((state) => ({ value: Number(state.value), time: milliseconds(state.time) ?? 0 })),
    })),
  };
}

/**
 * @param {Client} client
 * @param {Series} series
 * @param {Range} range
 * @param {number} maxColumns
 * @param {AbortSignal} [signal]
 */
export async function fetchColumns(client, series, { from, until }, maxColumns, signal) {
  const { deviceId, endpoint, traitId, attributeId } = series;
  const request = { target: { deviceId, endpoint }, traitId, attributeId, from: timestamp(from), until: timestamp(until), maxColumns };
  return readColumns(await client.call("HistoryService/Query", request, { signal }), series);
}

/**
 * The values of a device that have a history, the most wanted first.
 *
 * @param {import("../ui/elements.js").App} app
 * @param {string} deviceId
 */
export async function listSeries({ client, home }, deviceId) {
  const { series } = await client.call("HistoryService/ListSeries", { deviceId });
  await home.schemas.need(series.map((one) => ({ id: one.traitId })));
  const places = series.flatMap((one) => (one.target ? [placeOf(deviceId, one.target.endpoint, one.traitId, one.attributeId)] : []));
  return ranked(places).flatMap((place) => seriesOf(home, place) ?? []);
}

/**
 * The series that an address names and that exist.
 *
 * @param {import("./live.js").LiveHome} home
 * @param {readonly string[]} keys
 */
export async function seriesOfKeys(home, keys) {
  const places = keys.flatMap((key) => parsePlace(key) ?? []);
  await home.schemas.need(places.map((place) => ({ id: place.traitId })));
  return places.flatMap((place) => seriesOf(home, place) ?? []);
}

/**
 * The column that contains a time. Undefined if nothing was known then.
 *
 * @param {Columns} columns in ascending order
 * @param {number} time
 */
export function columnAt({ columns, length }, time) {
  let low = 0;
  let high = columns.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((columns[middle]?.at ?? 0) <= time) low = middle + 1;
    else high = middle;
  }
  const found = columns[low - 1];
  return found && time < found.at + length ? found : undefined;
}

/**
 * The columns of a part of the range, joined into one. Undefined if nothing was known in it.
 *
 * @param {Columns} columns
 * @param {Range} part
 */
export function summed(columns, { from, until }) {
  /** @type {Column | undefined} */
  let sum;
  for (const column of columns.columns) {
    if (column.at >= until) break;
    if (column.at < from) continue;
    if (sum) join(sum, column);
    else sum = { ...column };
  }
  return sum ?? columnAt(columns, from);
}

/**
 * Whether the columns have gaps in which the hub did not know the value.
 *
 * @param {Columns} columns
 */
export const isBroken = ({ columns, length }) => columns.some((column, index) => {
  const next = columns[index + 1];
  return next !== undefined && (next.at - column.at > length * 1.5 || (index > 0 && column.known < length * 0.5));
});

/**
 * Joins neighbouring columns until there are at most as many as pixels. No extreme is lost.
 *
 * @param {Columns} columns
 * @param {Range} range
 * @param {number} most
 * @returns {Columns}
 */
export function condensed(columns, { from, until }, most) {
  const length = (until - from) / most;
  if (columns.length >= length) return columns;
  /** @type {Column[]} */
  const made = [];
  let slot = -1;
  /** @type {Column | undefined} */
  let current;
  for (const column of columns.columns) {
    const place = Math.floor((column.at - from) / length);
    if (!current || place !== slot) {
      slot = place;
      current = { ...column, at: from + place * length };
      made.push(current);
    } else join(current, column);
  }
  return { ...columns, length, columns: made };
}

/** @param {Column} into @param {Column} column the one after it */
function join(into, column) {
  const known = into.known + column.known;
  if (column.min !== undefined) into.min = Math.min(into.min ?? column.min, column.min);
  if (column.max !== undefined) into.max = Math.max(into.max ?? column.max, column.max);
  if (column.mean !== undefined) into.mean = into.mean === undefined || known === 0 ? column.mean : (into.mean * into.known + column.mean * column.known) / known;
  if (column.states.length > 0) {
    const times = new Map(into.states.map(({ value, time }) => [value, time]));
    for (const { value, time } of column.states) times.set(value, (times.get(value) ?? 0) + time);
    into.states = [...times].map(([value, time]) => ({ value, time }));
  }
  into.known = known;
  into.changes += column.changes;
  into.last = column.last;
}

/** @param {Column} column @returns {number | undefined} the state that lasted longest in it */
export const mainState = (column) => column.states.reduce((best, state) => (state.time > (best?.time ?? -1) ? state : best), column.states[0])?.value ?? column.last;

/**
 * A column in words.
 *
 * @param {Series} series
 * @param {Column} column
 */
export function columnInWords(series, column) {
  if (series.kind !== "number") {
    const total = column.states.reduce((sum, state) => sum + state.time, 0);
    const main = [...column.states].sort((left, right) => right.time - left.time).slice(0, 3);
    return main.length < 2 ? series.words(mainState(column) ?? 0) : main.map((state) => `${series.words(state.value)} ${Math.round((state.time / total) * 100)}\u00a0%`).join(", ");
  }
  const { min, max, mean } = column;
  if (min === undefined || max === undefined) return series.words(column.last ?? 0);
  const [low, high] = [series.words(min), series.words(max)];
  return low === high ? low : `${series.words(mean ?? min)} (${low} – ${high})`;
}
