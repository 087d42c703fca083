// Finds the schemas of values in automations.

import { SchemaField_Kind as Kind } from "../../lib/hearth-v1.js";

/** @typedef {import("../../lib/hearth-v1.js").SchemaField} SchemaField */
/** @typedef {import("../../lib/hearth-v1.js").TraitSchema} TraitSchema */
/**
 * The type of a value by its schema.
 *
 * @typedef {{field: SchemaField, schema: TraitSchema, commandId?: number}} Type `commandId` is the command of an argument
 * @typedef {{fields: readonly SchemaField[], schema: TraitSchema | undefined}} Fields
 */

/** @param {TraitSchema | undefined} schema @returns {readonly SchemaField[]} */
export const attributesOf = (schema) => (schema?.attributes ?? []).flatMap((attribute) => attribute.field ?? []);

/** @param {Fields | undefined} fields @param {number} id @returns {Type | undefined} */
export function typeOf(fields, id) {
  const field = fields?.fields.find((one) => one.id === id);
  return field && fields?.schema ? { field, schema: fields.schema } : undefined;
}

/** @param {Type | undefined} type @returns {Fields | undefined} the fields of a struct */
export function fieldsIn(type) {
  if (!type || type.field.isList || type.field.kind !== Kind.STRUCT) return undefined;
  const struct = type.schema.structs[type.field.typeIndex];
  return struct && { fields: struct.fields, schema: type.schema };
}

/** @param {Type | undefined} type @param {bigint} number @returns {string[] | undefined} the name of an enum's constant, or the names of a bitmap's bits */
export function constantNames(type, number) {
  if (!type || type.field.isList) return undefined;
  const { kind, typeIndex } = type.field;
  if (kind === Kind.ENUM) {
    const found = type.schema.enums[typeIndex]?.constants.find((one) => one.value === number);
    return found && [found.name];
  }
  if (kind !== Kind.BITMAP || number === 0n) return undefined;
  /** @type {string[]} */
  const names = [];
  for (let bit = 1n; bit <= number; bit <<= 1n) {
    if ((number & bit) === 0n) continue;
    const found = type.schema.bitmaps[typeIndex]?.fields.find((one) => one.value === bit);
    if (!found) return undefined;
    names.push(found.name);
  }
  return names;
}
