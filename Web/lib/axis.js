// The ticks of an axis: round numbers, and round times in the reader's time zone.

/** @typedef {"second" | "minute" | "day" | "month" | "year"} TimeUnit the finest unit that a tick's label shows */

/**
 * Round numbers that divide a range: steps of 1, 2 or 5 and their tenfolds. The first and the last enclose the range.
 *
 * @param {number} min
 * @param {number} max
 * @param {number} most the approximate number of ticks that fit
 * @returns {{ticks: number[], digits: number}} `digits` is the number of decimals that the labels need
 */
export function numberTicks(min, max, most) {
  const room = Math.max(1, most - 1);
  // Around a single value the axis has a tenth of it, or 1 around zero.
  const width = max > min ? max - min : Math.abs(max) * 0.1 || 1;
  const rough = width / room;
  const tenfold = 10 ** Math.floor(Math.log10(rough));
  const step = tenfold * ([1, 2, 5, 10].find((one) => one * tenfold >= rough * 0.999) ?? 10);
  const first = Math.floor(min / step + 1e-9);
  const last = Math.max(first + 1, Math.ceil(max / step - 1e-9));
  const digits = Math.min(12, Math.max(0, -Math.floor(Math.log10(step) + 1e-9)));
  // Multiplied, not added up: sums of 0.1 drift.
  const ticks = Array.from({ length: last - first + 1 }, (_, index) => Number(((first + index) * step).toFixed(digits)));
  return { ticks, digits };
}

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** @typedef {"second" | "minute" | "hour" | "day" | "week" | "month" | "year"} Part of a date */
/** @typedef {readonly [length: number, part: Part, count: number]} Step */

/**
 * @param {number} length of one part, approximately, in milliseconds
 * @param {Part} part
 * @param {...number} counts
 * @returns {Step[]}
 */
const every = (length, part, ...counts) => counts.map((count) => [count * length, part, count]);

/** The steps of a time axis, shortest first. */
const steps = [
  ...every(second, "second", 1, 2, 5, 10, 15, 30), ...every(minute, "minute", 1, 2, 5, 10, 15, 30),
  ...every(hour, "hour", 1, 2, 3, 6, 12), ...every(day, "day", 1, 2), ...every(7 * day, "week", 1),
  ...every(30.4 * day, "month", 1, 2, 3, 6), ...every(365.25 * day, "year", 1, 2, 5, 10, 20, 50, 100),
];

/**
 * Round times in a range, in the reader's time zone, where a day may have 23 or 25 hours.
 *
 * @param {number} from in milliseconds since 1970
 * @param {number} until
 * @param {number} most the number of ticks that fit
 * @returns {{ticks: {at: number, unit: TimeUnit}[], step: number}}
 */
export function timeTicks(from, until, most) {
  const rough = (until - from) / Math.max(1, most);
  const found = steps.find(([length]) => length >= rough) ?? steps.at(-1);
  const [length, part, count] = /** @type {Step} */ (found);
  /** @type {{at: number, unit: TimeUnit}[]} */
  const ticks = [];
  const at = new Date(from);
  floor(at, part, count);
  // When daylight saving time ends, some times occur twice; when it begins, some are skipped.
  for (let turn = 0; turn < 1000 && at.getTime() <= until; turn += 1) {
    const time = at.getTime();
    if (time >= from && time > (ticks.at(-1)?.at ?? -Infinity)) ticks.push({ at: time, unit: unitOf(at, part) });
    advance(at, part, count);
    if (at.getTime() <= time) at.setTime(time + length);
  }
  return { ticks, step: length };
}

/**
 * @param {Date} at
 * @param {Part} part
 * @param {number} count
 */
function floor(at, part, count) {
  const down = (/** @type {number} */ value) => Math.floor(value / count) * count;
  if (part === "second") at.setSeconds(down(at.getSeconds()), 0);
  else if (part === "minute") at.setMinutes(down(at.getMinutes()), 0, 0);
  else if (part === "hour") at.setHours(down(at.getHours()), 0, 0, 0);
  else {
    at.setHours(0, 0, 0, 0);
    // Days are counted from 1970, so that the ticks keep their places when the range moves.
    if (part === "day") at.setDate(at.getDate() - (Math.round((at.getTime() - at.getTimezoneOffset() * minute) / day) % count));
    else if (part === "week") at.setDate(at.getDate() - ((at.getDay() + 6) % 7));
    else if (part === "month") at.setMonth(down(at.getMonth()), 1);
    else at.setFullYear(down(at.getFullYear()), 0, 1);
  }
}

/**
 * @param {Date} at
 * @param {Part} part
 * @param {number} count
 */
function advance(at, part, count) {
  if (part === "second") at.setTime(at.getTime() + count * second);
  else if (part === "minute") at.setTime(at.getTime() + count * minute);
  else if (part === "hour") at.setHours(at.getHours() + count);
  else if (part === "day") at.setDate(at.getDate() + count);
  else if (part === "week") at.setDate(at.getDate() + 7);
  else if (part === "month") at.setMonth(at.getMonth() + count);
  else at.setFullYear(at.getFullYear() + count);
}

/**
 * @param {Date} at
 * @param {Part} part
 * @returns {TimeUnit}
 */
function unitOf(at, part) {
  const isMidnight = at.getHours() === 0 && at.getMinutes() === 0 && at.getSeconds() === 0;
  if (part === "year" || (part === "month" && at.getMonth() === 0)) return "year";
  if (part === "month") return "month";
  if (part === "week" || part === "day" || isMidnight) return "day";
  return part === "second" ? "second" : "minute";
}
