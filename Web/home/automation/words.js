// The words of the text form of automations for what schemas name: traits, fields, values.

import { SchemaField_Kind as Kind } from "../../lib/hearth-v1.js";

/** @typedef {import("../../lib/hearth-v1.js").SchemaField} SchemaField */
/** @typedef {import("../../lib/hearth-v1.js").TraitSchema} TraitSchema */
/**
 * What a value is, by its schema.
 *
 * @typedef {{field: SchemaField, schema: TraitSchema}} Type
 * @typedef {{fields: readonly SchemaField[], schema: TraitSchema | undefined}} Fields
 */

const word = /^[A-Za-z_][A-Za-z0-9_]*$/;
export const reserved = new Set([
  "true", "false", "null", "nan", "inf", "nanf", "inff", "nand", "infd", "hex", "home", "its", "unsupported", "not", "and", "or", "is",
  "between", "has", "contains", "mod", "held", "stays", "part", "as", "changes", "sends", "caused", "so",
]);

/**
 * The name of a number, or the number where it has none that a reader of the text would take for it.
 *
 * @param {readonly {number: bigint | number, name: string}[]} pairs
 * @param {bigint | number} number
 */
export function wordFor(pairs, number) {
  return nameFor(pairs, number) ?? (BigInt(number) > 0xffffn ? `0x${number.toString(16)}` : String(number));
}

/**
 * @param {readonly {number: bigint | number, name: string}[]} pairs
 * @param {bigint | number} number
 */
function nameFor(pairs, number) {
  const found = pairs.filter((pair) => BigInt(pair.number) === BigInt(number)).at(0)?.name;
  if (found === undefined || !word.test(found) || reserved.has(found.toLowerCase())) return undefined;
  return pairs.every((pair) => pair.name !== found || BigInt(pair.number) === BigInt(number)) ? found : undefined;
}

/** @param {Fields} fields @param {number} id */
export const fieldWord = ({ fields }, id) => wordFor(fields.map((field) => ({ number: field.id, name: field.name })), id);

/** @param {Fields | undefined} fields @param {number} id @returns {Type | undefined} */
export function typeOf(fields, id) {
  const field = fields?.fields.find((one) => one.id === id);
  return field && fields?.schema ? { field, schema: fields.schema } : undefined;
}

/** @param {Type | undefined} type @returns {Fields | undefined} of a structure */
export function fieldsIn(type) {
  if (!type || type.field.isList || type.field.kind !== Kind.STRUCT) return undefined;
  const struct = type.schema.structs[type.field.typeIndex];
  return struct && { fields: struct.fields, schema: type.schema };
}

/** @param {Type | undefined} type @returns {Type | undefined} of the items of a list */
export const itemType = (type) => (type?.field.isList ? { ...type, field: { ...type.field, isList: false } } : undefined);

/** @param {Type | undefined} type @param {bigint} number @returns {string | undefined} a name for a value of an enum or a bitmap */
export function constantWord(type, number) {
  if (!type || type.field.isList) return undefined;
  const { kind, typeIndex } = type.field;
  if (kind === Kind.ENUM) return nameFor((type.schema.enums[typeIndex]?.constants ?? []).map(({ name, value }) => ({ number: value, name })), number);
  if (kind !== Kind.BITMAP || number === 0n) return undefined;
  const single = (type.schema.bitmaps[typeIndex]?.fields ?? []).filter(({ value }) => value !== 0n && (value & (value - 1n)) === 0n);
  const pairs = single.map(({ name, value }) => ({ number: value, name }));
  /** @type {string[]} */
  const names = [];
  for (let bit = 1n; bit <= number; bit <<= 1n) {
    if ((number & bit) === 0n) continue;
    const name = nameFor(pairs, bit);
    if (name === undefined) return undefined;
    names.push(name);
  }
  return names.join("|");
}

/**
 * What of a number goes without saying: its kind, by the type that is expected.
 *
 * @param {Type | undefined} type
 * @param {boolean} isNegative
 * @param {boolean} isFraction
 * @returns {"u" | "i" | "f" | "d"}
 */
export function usualKind(type, isNegative, isFraction) {
  const kind = type && !type.field.isList ? type.field.kind : Kind.UNSPECIFIED;
  if (kind === Kind.SINGLE) return "f";
  if (kind === Kind.DOUBLE || isFraction) return "d";
  return kind === Kind.SIGNED || isNegative ? "i" : "u";
}

/** @param {string} text in quotes, with nothing in it that would turn or hide what stands around it */
export function quoted(text) {
  const escapes = new Map([['"', '\\"'], ["\\", "\\\\"], ["\n", "\\n"], ["\r", "\\r"], ["\t", "\\t"]]);
  const letters = [...text].map((letter) => escapes.get(letter) ??
    (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(letter) ? `\\u{${letter.codePointAt(0)?.toString(16)}}` : letter));
  return `"${letters.join("")}"`;
}

/** @param {import("../../lib/hearth-v1.js").Duration | undefined} duration */
export function spanInWords(duration) {
  let rest = (duration?.seconds ?? 0n) * 1_000_000_000n + BigInt(duration?.nanos ?? 0);
  const sign = rest < 0n ? "-" : "";
  if (rest < 0n) rest = -rest;
  /** @type {string[]} */
  const parts = [];
  for (const [unit, length] of units) {
    if (rest >= length) parts.push(`${rest / length} ${unit}`);
    rest %= length;
  }
  return sign + (parts.join(" ") || "0 s");
}

const units = /** @type {const} */ ([
  ["d", 86_400_000_000_000n], ["h", 3_600_000_000_000n], ["min", 60_000_000_000n], ["s", 1_000_000_000n], ["ms", 1_000_000n], ["us", 1_000n], ["ns", 1n],
]);

/** Device types that people mean when they say "all lights". */
export const deviceTypeNames = new Map([
  [0x0022, "Speaker"], [0x002b, "Fan"], [0x0100, "OnOffLight"], [0x0101, "DimmableLight"], [0x010a, "OnOffPluginUnit"],
  [0x010b, "DimmablePluginUnit"], [0x010c, "ColorTemperatureLight"], [0x010d, "ExtendedColorLight"], [0x0202, "WindowCovering"], [0x000a, "DoorLock"],
]);
