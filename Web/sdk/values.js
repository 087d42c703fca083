// Checks a program's values against a trait's schema, so that no value that JavaScript silently converted reaches a device.
// The hub checks constraints, because they depend on the device.

import { SchemaField_Kind as Kind } from "../lib/hearth-v1.js";
import { HearthError } from "./error.js";

/** @typedef {import("../lib/hearth-v1.js").SchemaField} SchemaField */
/** @typedef {import("../lib/trait.js").TraitType} TraitType */

/**
 * Throws HearthError for a value that does not fit its field.
 *
 * @param {TraitType} type
 * @param {readonly SchemaField[]} fields
 * @param {unknown} values by name
 * @param {string} place the name in error messages
 */
export function check(type, fields, values, place) {
  if (typeof values !== "object" || values === null || Array.isArray(values)) throw wrong(place, "an object with values by name", values);
  for (const [name, value] of Object.entries(values)) {
    const field = fields.find((one) => one.name === name);
    if (!field) throw new HearthError("invalid_argument", `${place} has no ${name}`);
    if (value !== undefined) checkField(type, field, value, `${place}: ${name}`);
  }
}

/**
 * @param {TraitType} type
 * @param {SchemaField} field
 * @param {unknown} value
 * @param {string} place
 */
function checkField(type, field, value, place) {
  if (value === null) {
    if (!field.isNullable) throw new HearthError("invalid_argument", `${place} can't be null`);
  } else if (field.isList) {
    if (!Array.isArray(value)) throw wrong(place, "a list", value);
    for (const item of value) checkOne(type, field, item, place);
  } else checkOne(type, field, value, place);
}

/**
 * @param {TraitType} type
 * @param {SchemaField} field
 * @param {unknown} value
 * @param {string} place
 */
function checkOne(type, field, value, place) {
  const struct = type.schema.structs[field.typeIndex];
  switch (field.kind) {
    case Kind.BOOLEAN: return must(typeof value === "boolean", place, "true or false", value);
    case Kind.UNSIGNED:
    case Kind.SIGNED: return whole(field.bits, field.kind === Kind.SIGNED, place, value);
    case Kind.BITMAP: return whole(type.schema.bitmaps[field.typeIndex]?.bits ?? 32, false, place, value);
    case Kind.SINGLE:
    case Kind.DOUBLE: return must(typeof value === "number", place, "a number", value);
    case Kind.STRING: return must(typeof value === "string", place, "a string", value);
    case Kind.OCTETS: return must(value instanceof Uint8Array, place, "a Uint8Array", value);
    case Kind.ENUM: return checkConstant(type.schema.enums[field.typeIndex]?.constants ?? [], value, place);
    case Kind.STRUCT: return struct && check(type, struct.fields, value, place);
    default: return undefined;
  }
}

/**
 * @param {readonly {name: string}[]} constants
 * @param {unknown} value
 * @param {string} place
 */
function checkConstant(constants, value, place) {
  if (typeof value === "number" ? Number.isInteger(value) : constants.some((one) => one.name === value)) return;
  throw wrong(place, `one of ${constants.map((one) => `"${one.name}"`).join(", ")}`, value);
}

/**
 * @param {number} bits
 * @param {boolean} isSigned
 * @param {string} place
 * @param {unknown} value
 */
function whole(bits, isSigned, place, value) {
  const least = isSigned ? -(2n ** BigInt(bits - 1)) : 0n;
  const most = 2n ** BigInt(isSigned ? bits - 1 : bits) - 1n;
  const isOfType = bits > 53 ? typeof value === "bigint" : Number.isInteger(value);
  const number = isOfType ? BigInt(/** @type {number} */ (value)) : undefined;
  must(number !== undefined && number >= least && number <= most, place, `a ${bits > 53 ? "bigint" : "whole number"} from ${least} to ${most}`, value);
}

/**
 * @param {boolean} isRight
 * @param {string} place
 * @param {string} what
 * @param {unknown} value
 */
function must(isRight, place, what, value) {
  if (!isRight) throw wrong(place, what, value);
}

/**
 * @param {string} place
 * @param {string} what the expected kind of value
 * @param {unknown} value
 */
function wrong(place, what, value) {
  const given = typeof value === "string" ? JSON.stringify(value.slice(0, 40)) : typeof value === "number" ? String(value) : value === null ? "null" : typeof value;
  return new HearthError("invalid_argument", `${place} is ${what}, not ${given}`);
}
