// Values of any trait in words, by its schema.

import { SchemaField_Kind as Kind } from "../lib/hearth-v1.js";
import { t } from "../ui/text.js";
import { constantInWords } from "./constants.js";
import { usesFahrenheit } from "./units.js";
import { dateAndTime, duration, label, matterEpoch, number, scaled, temperature } from "./words.js";

/** @typedef {import("../lib/hearth-v1.js").SchemaField} SchemaField */
/** @typedef {import("../lib/trait.js").TraitType} TraitType */

/**
 * The size and symbol of one raw step: "0.01 °C" is 0.01 and "°C", "1/254" is 100/254 and "%", and "min" is 1 and "min".
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
    case Kind.ENUM: {
      // Recorded values of enums are numbers; decoded ones are names.
      const name = typeof value === "string" ? value : type.schema.enums[field.typeIndex]?.constants.find((one) => Number(one.value) === value)?.name;
      return name === undefined ? String(value) : constantInWords(type.schema.id, field.name, name);
    }
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
      // Matter measures illuminance on a logarithmic scale.
      if (field.unit.includes("log10(lx)")) return `${number(value === 0 ? 0 : 10 ** ((Number(value) - 1) / 10_000), 0)}\u00a0lx`;
      const { step, symbol } = unitOf(field.unit);
      const special = physical(Number(value) * step, symbol);
      if (special !== undefined) return special;
      const digits = step >= 1 ? 0 : Math.min(6, Math.ceil(-Math.log10(step)));
      return `${number(Number(value) * step, field.unit === "" && !Number.isInteger(value) ? 3 : digits)}${symbol && `\u00a0${symbol}`}`;
    }
  }
}

/**
 * A value whose unit is shown otherwise than in the schema: with another prefix, as a time, or as a temperature.
 *
 * @param {number} value
 * @param {string} symbol
 * @returns {string | undefined}
 */
function physical(value, symbol) {
  const [, milli = "", unit = ""] = /^(m?)(W|Wh|A|V|VA|VAh|var|varh|Hz)$/.exec(symbol) ?? [];
  if (unit !== "") return scaled(milli === "" ? value : value / 1000, unit);
  const [, fraction = "", epoch = ""] = /^(s|ms|µs) since (\d{4})-/.exec(symbol) ?? [];
  const perSecond = { s: 1, ms: 1e3, "µs": 1e6 }[fraction];
  if (perSecond !== undefined) return dateAndTime((epoch === "2000" ? matterEpoch : 0) + (value / perSecond) * 1000);
  if (symbol === "s") return duration(value);
  return symbol === "°C" && usesFahrenheit() ? temperature(value) : undefined;
}

/** @param {Uint8Array} bytes */
function octets(bytes) {
  const shown = Array.from(bytes.subarray(0, 16), (byte) => byte.toString(16).padStart(2, "0")).join(" ");
  return bytes.length === 0 ? t("value.empty") : bytes.length > 16 ? `${shown} …` : shown;
}
