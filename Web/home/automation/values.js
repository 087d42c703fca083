// Converts values between their form in automations and what people enter.

import { AutomationOperator as Operator } from "../../lib/hearth-v1-more.js";
import { SchemaField_Kind as Kind } from "../../lib/hearth-v1.js";
import { scaleOf } from "../scales.js";
import { fieldsIn } from "./words.js";
import { timeTrait } from "./schedule.js";

/** @typedef {import("../../lib/hearth-v1.js").Value} Value */
/** @typedef {import("../../lib/hearth-v1.js").AutomationExpression} AutomationExpression */
/** @typedef {import("../../lib/hearth-v1.js").AutomationTrait} AutomationTrait */
/** @typedef {import("../../lib/hearth-v1.js").SchemaField} SchemaField */
/** @typedef {import("./words.js").Type} Type */
/** @typedef {Value | {attribute: number}} Operand a value, or an attribute of the same trait */

/** @param {Type} type @returns the scale in which its numbers are shown */
export const scaleOfType = ({ schema, field, commandId }) => scaleOf(schema.id, field, commandId);

/** @param {Type} type @returns whether it is the TimeOfDay of the structure's Time trait */
export const isTimeOfDay = ({ field, schema }) => schema.id === timeTrait && field.kind === Kind.STRUCT && schema.structs[field.typeIndex]?.name === "TimeOfDay";

/** @param {SchemaField} field */
export const isNumber = (field) => field.kind === Kind.UNSIGNED || field.kind === Kind.SIGNED || field.kind === Kind.SINGLE || field.kind === Kind.DOUBLE;

/** @param {Type} type @returns whether a person can enter its values in a form */
export const isGivable = (type) => !type.field.isList && (isNumber(type.field) || isTimeOfDay(type) ||
  [Kind.BOOLEAN, Kind.ENUM, Kind.BITMAP, Kind.STRING].some((kind) => kind === type.field.kind));

/**
 * A value as the text of an input.
 *
 * @param {Type} type
 * @param {Value | undefined} value
 * @returns {string} empty for null or no value
 */
export function valueText(type, value) {
  if (value?.boolean !== undefined) return String(value.boolean);
  if (value?.text !== undefined) return value.text;
  if (value?.structure) {
    const [hours, minutes] = [0, 1].map((id) => value.structure?.fields.find((one) => one.id === id)?.value?.unsigned ?? 0n);
    return `${String(hours).padStart(2, "0")}:${String(minutes).padStart(2, "0")}`;
  }
  const raw = value?.unsigned ?? value?.signed ?? value?.single ?? value?.double;
  if (raw === undefined) return "";
  if (!isNumber(type.field)) return String(raw);
  const { read, digits, symbol } = scaleOfType(type);
  const isWhole = type.field.kind === Kind.UNSIGNED || type.field.kind === Kind.SIGNED;
  // Illuminance on Matter's logarithmic scale is rarely a whole number of lux.
  return String(symbol === "" && isWhole ? raw : Number(read(Number(raw)).toFixed(isWhole ? digits : 6)));
}

/**
 * Parses an entered value. Undefined if it does not fit the type.
 *
 * @param {Type} type
 * @param {string} text
 * @returns {Value | undefined}
 */
export function givenValue(type, text) {
  const { field } = type;
  if (field.kind === Kind.BOOLEAN) return { boolean: text === "true" };
  if (field.kind === Kind.STRING) return { text };
  if (text.trim() === "") return field.isNullable ? { null: true } : undefined;
  if (isTimeOfDay(type)) {
    const [, hours, minutes] = /^(\d{1,2}):(\d{2})/.exec(text) ?? [];
    if (hours === undefined || minutes === undefined) return undefined;
    return { structure: { fields: [{ id: 0, value: { unsigned: BigInt(hours) } }, { id: 1, value: { unsigned: BigInt(minutes) } }] } };
  }
  if (field.kind === Kind.ENUM || field.kind === Kind.BITMAP) return /^\d+$/.test(text) ? { unsigned: BigInt(text) } : undefined;
  const { write, most = Infinity } = scaleOfType(type);
  const raw = write(Math.min(most, Math.max(most === Infinity ? -Infinity : 0, Number(text))));
  if (!Number.isFinite(raw)) return undefined;
  if (field.kind === Kind.SINGLE) return { single: raw };
  if (field.kind === Kind.DOUBLE) return { double: raw };
  const whole = BigInt(Math.round(raw));
  if (field.kind === Kind.SIGNED) return { signed: whole };
  return whole < 0n ? undefined : { unsigned: whole };
}

/** @param {Type} type @returns {Value} the initial value in a form */
export function firstValue(type) {
  const { field, schema } = type;
  const given = field.defaultValue;
  if (given) return given;
  if (field.isNullable) return { null: true };
  switch (field.kind) {
    case Kind.BOOLEAN: return { boolean: true };
    case Kind.STRING: return { text: "" };
    case Kind.SIGNED: return { signed: 0n };
    case Kind.SINGLE: return { single: 0 };
    case Kind.DOUBLE: return { double: 0 };
    case Kind.ENUM: return { unsigned: schema.enums[field.typeIndex]?.constants[0]?.value ?? 0n };
    case Kind.STRUCT: return { structure: { fields: (fieldsIn(type)?.fields ?? []).map((one) => ({ id: one.id, value: { unsigned: 0n } })) } };
    default: return { unsigned: 0n };
  }
}

/**
 * The initial value of a comparison: the current value, if known, and a somewhat greater one for the end of a range.
 *
 * @param {Type} type
 * @param {unknown} now the current value in the model
 * @param {number} index of the value
 * @returns {Value}
 */
export function comparedValue(type, now, index) {
  const { field, schema } = type;
  if (isTimeOfDay(type)) return givenValue(type, index === 0 ? "22:00" : "06:00") ?? {};
  if (field.kind === Kind.BITMAP) return { unsigned: schema.bitmaps[field.typeIndex]?.fields[0]?.value ?? 1n };
  if (!isNumber(field)) return firstValue({ schema, field: { ...field, isNullable: false } });
  const { read, symbol, most } = scaleOfType(type);
  const shown = typeof now === "number" || typeof now === "bigint" ? read(Number(now)) : most ? 50 : symbol === "°F" ? 68 : 20;
  return givenValue(type, String(Math.round(shown) + index * 5)) ?? { unsigned: 0n };
}

/** The page's operator for a bitmap without certain bits, which the hub has no operator for. */
export const lacksBits = -Operator.HAS_BITS;
/**
 * A comparison of one attribute with values. `operator` is 0 for any change. `heldFor` is the number of seconds for which it
 * must have been true.
 *
 * @typedef {{trait: AutomationTrait, attributeId: number, operator: number, values: readonly Operand[], heldFor?: number}} Comparison
 */

const comparing = new Set(/** @type {number[]} */ ([
  Operator.EQUALS, Operator.NOT_EQUALS, Operator.LESS_THAN, Operator.LESS_THAN_OR_EQUALS, Operator.GREATER_THAN,
  Operator.GREATER_THAN_OR_EQUALS, Operator.HAS_BITS, Operator.BETWEEN,
]));

/**
 * @param {AutomationExpression | undefined} expression
 * @param {(nodeId: number) => AutomationTrait | undefined} traitOf the trait that a node reads
 * @returns {Comparison | undefined} undefined for other expressions
 */
export function readComparison(expression, traitOf) {
  const comparison = (/** @type {AutomationExpression | undefined} */ subject, /** @type {number} */ operator, /** @type {readonly Operand[]} */ values) => {
    const [attributeId, ...deeper] = subject?.field?.path ?? [];
    const trait = subject?.field && traitOf(subject.field.nodeId);
    return trait && attributeId !== undefined && deeper.length === 0 ? { trait, attributeId, operator, values } : undefined;
  };
  if (expression?.field) return comparison(expression, Operator.EQUALS, [{ boolean: true }]);
  const operator = expression?.operation?.operator ?? 0;
  const operands = expression?.operation?.operands ?? [];
  const [subject, ...others] = operands;
  if (operator === Operator.HELD_FOR) {
    const inner = readComparison(subject, traitOf);
    const seconds = others[0]?.constant?.unsigned ?? others[0]?.constant?.signed;
    return inner && inner.heldFor === undefined && seconds !== undefined && others.length === 1 ? { ...inner, heldFor: Number(seconds) } : undefined;
  }
  if (operator === Operator.NOT && subject?.field) return comparison(subject, Operator.EQUALS, [{ boolean: false }]);
  if (operator === Operator.NOT && subject?.operation?.operator === Operator.HAS_BITS) {
    const inner = readComparison(subject, traitOf);
    return inner && { ...inner, operator: lacksBits };
  }
  const values = others.flatMap(({ constant, field }) => {
    const [attribute, ...deeper] = field?.path ?? [];
    return constant ?? (attribute !== undefined && deeper.length === 0 && field?.nodeId === subject?.field?.nodeId ? { attribute } : []);
  });
  if (!comparing.has(operator) || values.length !== others.length || values.length !== (operator === Operator.BETWEEN ? 2 : 1)) return undefined;
  return comparison(subject, operator, values);
}

/**
 * @param {Comparison} comparison
 * @param {number} nodeId of the node that reads the trait
 * @returns {AutomationExpression}
 */
export function comparisonExpression({ attributeId, operator, values, heldFor = 0 }, nodeId) {
  const field = (/** @type {number} */ id) => ({ field: { nodeId, path: [id] } });
  const operands = [field(attributeId), ...values.map((one) => ("attribute" in one ? field(one.attribute) : { constant: one }))];
  const made = operator === lacksBits ? { operation: { operator: Operator.NOT, operands: [{ operation: { operator: Operator.HAS_BITS, operands } }] } }
    : { operation: { operator: /** @type {import("../../lib/hearth-v1.js").AutomationOperator} */ (operator), operands } };
  return heldFor === 0 ? made : { operation: { operator: Operator.HELD_FOR, operands: [made, { constant: { unsigned: BigInt(heldFor) } }] } };
}

/** The opposite operators, for values on a reversed scale: below the shown number means above the raw one. */
const flips = new Map(/** @type {[number, number][]} */ ([
  [Operator.LESS_THAN, Operator.GREATER_THAN], [Operator.LESS_THAN_OR_EQUALS, Operator.GREATER_THAN_OR_EQUALS],
  [Operator.GREATER_THAN, Operator.LESS_THAN], [Operator.GREATER_THAN_OR_EQUALS, Operator.LESS_THAN_OR_EQUALS],
]));
/** @param {Type | undefined} type @param {number} operator for shown or for raw numbers @returns {number} the operator for the other */
export const asShown = (type, operator) => (type && isNumber(type.field) && scaleOfType(type).isReversed ? flips.get(operator) ?? operator : operator);

/** @param {Type} type @returns {number[]} the operators for its values, as people read them */
export function operatorsFor(type) {
  if (isTimeOfDay(type)) return [Operator.BETWEEN, Operator.LESS_THAN, Operator.GREATER_THAN_OR_EQUALS];
  if (type.field.kind === Kind.BITMAP) return [Operator.HAS_BITS, lacksBits];
  if (isNumber(type.field)) return [Operator.GREATER_THAN, Operator.LESS_THAN, Operator.BETWEEN, ...(scaleOfType(type).symbol === "" ? [Operator.EQUALS, Operator.NOT_EQUALS] : [])];
  return type.field.kind === Kind.BOOLEAN ? [Operator.EQUALS] : [Operator.EQUALS, Operator.NOT_EQUALS];
}

/** @param {number} operator */
export const valueCount = (operator) => (operator === 0 ? 0 : operator === Operator.BETWEEN ? 2 : 1);
