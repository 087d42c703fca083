// Words for names in schemas, numbers with units, and times.

import { hasText, language, t } from "../ui/text.js";
import { hubTime } from "./clock.js";
import { usesFahrenheit } from "./units.js";

/**
 * Splits a name into words: "occupiedHeatingSetpoint" becomes "Occupied heating setpoint", "RVCRunMode" "RVC run mode".
 *
 * @param {string} name
 */
export function label(name) {
  const words = name.replace(/([a-z\d])([A-Z])/g, "$1 $2").replace(/([A-Z]+)([A-Z][a-z])/g, "$1 $2").split(/[\s_]+/);
  return words.map((word, index) => (/^[A-Z]{2,}/.test(word) ? word : index === 0 ? capital(word) : word.toLowerCase())).join(" ");
}

/** @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** @type {Map<string, any>} formatters by language and key: creating one takes longer than a thousand uses of it */
const formats = new Map();

/**
 * A cached formatter for the page's language.
 *
 * @template T
 * @param {string} key
 * @param {(language: string) => T} make
 * @returns {T}
 */
function format(key, make) {
  const name = `${language()} ${key}`;
  let made = formats.get(name);
  if (!made) formats.set(name, (made = make(language())));
  return made;
}

/**
 * @param {number} value
 * @param {number} digits after the point, at most
 * @param {number} least after the point, at least
 */
export const number = (value, digits = 1, least = 0) =>
  format(`${digits} ${least}`, (name) => new Intl.NumberFormat(name, { maximumFractionDigits: digits, minimumFractionDigits: least }))
    // A value that rounds to zero gets no minus sign.
    .format(Number(value.toFixed(digits)) === 0 ? 0 : value);

/** @param {number} celsius */
export const temperature = (celsius) =>
  usesFahrenheit() ? `${number(celsius * 1.8 + 32, 0)}\u00a0°F` : `${number(celsius, 1, 1)}\u00a0°C`;

/**
 * A value with the usual prefix of its unit: 7,200 W is 7.2 kW.
 *
 * @param {number} value
 * @param {string} symbol of the unit without a prefix
 */
export function scaled(value, symbol) {
  const size = Math.abs(value);
  // Never MWh: bills and meters count in kWh.
  const [divisor, prefix] = size >= 1e6 && symbol !== "Wh" ? [1e6, "M"] : size >= 1e3 ? [1e3, "k"] : [1, ""];
  const shown = value / divisor;
  const digits = Math.abs(shown) < 10 ? 2 : Math.abs(shown) < 100 ? 1 : 0;
  return `${number(shown, digits)}\u00a0${prefix}${symbol}`;
}

/**
 * A length of time, such as "1 hr 20 min".
 *
 * @param {number} seconds
 * @param {boolean} isExact whether to include the seconds if it is less than ten minutes
 */
export function duration(seconds, isExact = false) {
  const whole = Math.max(0, Math.round(seconds));
  const part = (/** @type {number} */ value, /** @type {string} */ unit) => format(unit, (name) => new Intl.NumberFormat(name, { style: "unit", unit, unitDisplay: "short" })).format(value);
  if (whole < 60) return part(whole, "second");
  if (isExact && whole < 600 && whole % 60 > 0) return `${part(Math.floor(whole / 60), "minute")} ${part(whole % 60, "second")}`;
  const minutes = Math.round(whole / 60);
  const hours = Math.floor(minutes / 60);
  if (hours === 0) return part(minutes, "minute");
  if (hours >= 48) return part(Math.round(hours / 24), "day");
  return [part(hours, "hour"), minutes % 60 > 0 && part(minutes % 60, "minute")].filter(Boolean).join(" ");
}

/**
 * A name from a schema, in the page's language if it has a text for the name.
 *
 * @param {string} group the prefix of the text's key, with its point
 * @param {unknown} name or a number that the schema has no name for
 */
export function named(group, name) {
  if (name === null || name === undefined) return t("value.none");
  return hasText(group + name) ? t(group + name) : label(String(name));
}

/** The start of Matter's epoch, in milliseconds since 1970. */
export const matterEpoch = Date.UTC(2000, 0, 1);

/** @param {number} share of 1 */
export const percent = (share) => `${number(share * 100, 0)}\u00a0%`;

/** @param {number} time in milliseconds since 1970 */
export const clock = (time) => format("clock", (name) => new Intl.DateTimeFormat(name, { hour: "2-digit", minute: "2-digit" })).format(time);

/** @param {number} time in milliseconds since 1970 */
export function dateAndTime(time) {
  const isToday = new Date(time).toDateString() === new Date(hubTime()).toDateString();
  return isToday ? clock(time) : format("date", (name) => new Intl.DateTimeFormat(name, { dateStyle: "medium", timeStyle: "short" })).format(time);
}

/**
 * The time since a moment, such as "5 minutes ago".
 *
 * @param {number} time in milliseconds since 1970
 */
export function ago(time, now = hubTime()) {
  const seconds = Math.round((now - time) / 1000);
  if (seconds < 60) return t("time.now");
  const relative = format("ago", (name) => new Intl.RelativeTimeFormat(name, { numeric: "auto" }));
  if (seconds < 3600) return relative.format(-Math.floor(seconds / 60), "minute");
  if (seconds < 86_400) return relative.format(-Math.floor(seconds / 3600), "hour");
  return relative.format(dayOf(time) - dayOf(now), "day");
}

/** @param {number} time in milliseconds since 1970 @returns {number} the number of its day in the reader's calendar */
function dayOf(time) {
  const date = new Date(time);
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000;
}

/** All characters that people type as or take for an apostrophe, for a class of a regular expression. */
export const apostrophes = "'\u2018\u2019\u201b\u2032`\u00b4\uff07\u055a\u02b9\u02bb\u02bc\u02bd\ua78c";
const ignored = new RegExp(`[\\p{White_Space}\\p{Default_Ignorable_Code_Point}${apostrophes}]`, "gu");

/**
 * The part in which two names must differ, by the hub's rule: without case, spaces, apostrophes and invisible characters.
 * Letters are lower-cased one by one, since the end of a word has a form of its own in Greek.
 *
 * @param {string} name
 */
export const nameKey = (name) => [...name.toUpperCase()].map((one) => one.toLowerCase()).join("").replace(ignored, "")
  .replace(/[\uff01-\uff5e]/gu, (one) => String.fromCharCode(one.charCodeAt(0) - 0xfee0)).normalize("NFC");

/**
 * Compares names as people sort them: "Lamp 9" before "Lamp 10".
 *
 * @param {string} left
 * @param {string} right
 */
export const byName = (left, right) => format("names", (name) => new Intl.Collator(name, { numeric: true })).compare(left, right);
