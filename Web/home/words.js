// Values in words: names that schemas give, numbers in their units, times as people say them.

import { SchemaField_Kind as Kind } from "../lib/hearth-v1.js";
import { language, t } from "../ui/text.js";

/** @typedef {import("../lib/hearth-v1.js").SchemaField} SchemaField */
/** @typedef {import("../lib/trait.js").TraitType} TraitType */

/**
 * "occupiedHeatingSetpoint" becomes "Occupied heating setpoint"; "RVCRunMode" "RVC run mode".
 *
 * @param {string} name
 */
export function label(name) {
  const words = name.replace(/([a-z\d])([A-Z])/g, "$1 $2").replace(/([A-Z]+)([A-Z][a-z])/g, "$1 $2").split(/[\s_]+/);
  return words.map((word, index) => (/^[A-Z]{2,}/.test(word) ? word : index === 0 ? capital(word) : word.toLowerCase())).join(" ");
}

/** @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * What one raw step is worth: "0.01 °C" is 0.01 and "°C", "1/254" a part of a whole, and "min" one minute.
 *
 * @param {string} unit of a schema
 * @returns {{step: number, symbol: string}}
 */
export function unitOf(unit) {
  const [, dividend = "", divisor = "", symbol = ""] = /^(\d+(?:\.\d+)?)(?:\/(\d+))?(?:\s+(.+))?$/.exec(unit) ?? [];
  if (dividend === "") return { step: 1, symbol: unit };
  if (divisor !== "" && symbol === "") return { step: 100 / Number(divisor), symbol: "%" };
  return { step: Number(dividend) / (divisor === "" ? 1 : Number(divisor)), symbol };
}

/** @type {Map<string, Intl.NumberFormat>} making one takes longer than a thousand uses of it */
const formats = new Map();

/**
 * @param {number} value
 * @param {number} digits after the point, at most
 * @param {number} least after the point, at least
 */
export function number(value, digits = 1, least = 0) {
  const key = `${language()} ${digits} ${least}`;
  let format = formats.get(key);
  if (!format) formats.set(key, (format = new Intl.NumberFormat(language(), { maximumFractionDigits: digits, minimumFractionDigits: least })));
  return format.format(value);
}

/** @param {number} celsius */
export const temperature = (celsius) => `${number(celsius, 1, 1)}\u00a0°C`;

/** @param {number} share of 1 */
export const percent = (share) => `${number(share * 100, 0)}\u00a0%`;

/** @param {number} time in milliseconds since 1970 */
export const clock = (time) => new Intl.DateTimeFormat(language(), { hour: "2-digit", minute: "2-digit" }).format(time);

/** @param {number} time in milliseconds since 1970 */
export function dateAndTime(time) {
  const isToday = new Date(time).toDateString() === new Date().toDateString();
  return isToday ? clock(time) : new Intl.DateTimeFormat(language(), { dateStyle: "medium", timeStyle: "short" }).format(time);
}

/**
 * How long ago: "5 minutes ago".
 *
 * @param {number} time in milliseconds since 1970
 */
export function ago(time, now = Date.now()) {
  const seconds = Math.round((now - time) / 1000);
  if (seconds < 60) return t("time.now");
  const format = new Intl.RelativeTimeFormat(language(), { numeric: "auto" });
  if (seconds < 3600) return format.format(-Math.floor(seconds / 60), "minute");
  if (seconds < 86_400) return format.format(-Math.floor(seconds / 3600), "hour");
  return format.format(-Math.floor(seconds / 86_400), "day");
}

/**
 * A value of a trait in words, by its schema.
 *
 * @param {TraitType} type
 * @param {SchemaField} field
 * @param {unknown} value
 * @returns {string}
 */
export function inWords(type, field, value, depth = 0) {
  if (value === null || value === undefined) return t("value.none");
  if (Array.isArray(value)) {
    if (value.length === 0) return t("value.empty");
    const shown = value.slice(0, 12).map((item) => inWords(type, field, item, depth + 1));
    return shown.join(", ") + (value.length > 12 ? ` … (${number(value.length, 0)})` : "");
  }
  switch (field.kind) {
    case Kind.BOOLEAN: return t(value ? "value.yes" : "value.no");
    case Kind.STRING: return value === "" ? t("value.empty") : String(value);
    case Kind.OCTETS: return octets(/** @type {Uint8Array} */ (value));
    case Kind.ENUM: return typeof value === "string" ? label(value) : String(value);
    case Kind.BITMAP: {
      const bits = BigInt(/** @type {number | bigint} */ (value));
      const names = (type.schema.bitmaps[field.typeIndex]?.fields ?? []).filter((one) => one.value !== 0n && (bits & one.value) === one.value);
      return bits === 0n ? t("value.empty") : names.length > 0 ? names.map((one) => label(one.name)).join(", ") : String(value);
    }
    case Kind.STRUCT: {
      if (depth > 4) return "…";
      const fields = type.schema.structs[field.typeIndex]?.fields ?? [];
      const values = /** @type {Record<string, unknown>} */ (value);
      const known = fields.filter((one) => values[one.name] !== undefined && values[one.name] !== null);
      return known.map((one) => `${label(one.name)}: ${inWords(type, one, values[one.name], depth + 1)}`).join("; ") || t("value.empty");
    }
    default: {
      const { step, symbol } = unitOf(field.unit);
      const digits = step >= 1 ? 0 : Math.min(6, Math.ceil(-Math.log10(step)));
      return `${number(Number(value) * step, field.unit === "" && !Number.isInteger(value) ? 3 : digits)}${symbol && `\u00a0${symbol}`}`;
    }
  }
}

/** @param {Uint8Array} bytes */
function octets(bytes) {
  const shown = Array.from(bytes.subarray(0, 16), (byte) => byte.toString(16).padStart(2, "0")).join(" ");
  return bytes.length === 0 ? t("value.empty") : bytes.length > 16 ? `${shown} …` : shown;
}
