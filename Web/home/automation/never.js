// Finds conditions that are never or always true, to warn before an automation is saved. A starter that waits for a
// condition that is always true never fires.

import { AutomationOperator as Operator } from "../../lib/hearth-v1-more.js";
import { SchemaField_Kind as Kind } from "../../lib/hearth-v1.js";
import { nodesOf } from "../nodes.js";
import { t } from "../../ui/text.js";
import { partsOfGraph, readTrait } from "./graph.js";
import { isNumber, isTimeOfDay, lacksBits, readComparison, scaleOfType } from "./values.js";
import { constantNames } from "./words.js";

/** @typedef {import("../../lib/hearth-v1.js").AutomationNode} AutomationNode */
/** @typedef {import("../../lib/hearth-v1.js").AutomationExpression} AutomationExpression */
/** @typedef {import("../../lib/hearth-v1.js").AutomationTrait} AutomationTrait */
/** @typedef {import("./values.js").Comparison} Comparison */
/** @typedef {import("./words.js").Type} Type */
/** @typedef {{least: number, most: number}} Range with both ends included; empty if `least` is greater */
/** @typedef {(traitId: number, attributeId: number) => Type | undefined} Types */

const tiny = Number.EPSILON * 4;

/** @param {number} value @param {-1 | 1} side @param {boolean} isWhole @returns {number} the next smaller or greater number */
const beside = (value, side, isWhole) => (isWhole ? value + side : value + side * Math.max(tiny, Math.abs(value) * tiny));

/**
 * The range of raw numbers for which a comparison holds; booleans are 0 and 1. Undefined if it can't be written as a range.
 *
 * @param {Comparison} comparison
 * @param {Type} type
 * @returns {Range | undefined}
 */
function rangeOf({ operator, values }, type) {
  const [first = NaN, second = NaN] = values.map((one) => ("attribute" in one ? NaN : one.boolean === undefined ? Number(one.unsigned ?? one.signed ?? one.single ?? one.double ?? NaN) : Number(one.boolean)));
  if (Number.isNaN(first)) return undefined;
  const isWhole = values.every((one) => !("attribute" in one) && one.single === undefined && one.double === undefined);
  switch (operator) {
    case Operator.HAS_BITS: return { least: 1, most: 1 };
    case lacksBits: return { least: 0, most: 0 };
    case Operator.EQUALS: return { least: first, most: first };
    case Operator.BETWEEN: return isTimeOfDay(type) || Number.isNaN(second) ? undefined : { least: first, most: second };
    case Operator.LESS_THAN: return { least: -Infinity, most: beside(first, -1, isWhole) };
    case Operator.LESS_THAN_OR_EQUALS: return { least: -Infinity, most: first };
    case Operator.GREATER_THAN: return { least: beside(first, 1, isWhole), most: Infinity };
    case Operator.GREATER_THAN_OR_EQUALS: return { least: first, most: Infinity };
    default: return undefined;
  }
}

/** @param {Type} type @returns {Range} the possible values of an attribute of the type */
function domainOf(type) {
  const { field } = type;
  if (!isNumber(field)) return { least: -Infinity, most: Infinity };
  const { write, most } = scaleOfType(type);
  const scale = most === undefined ? { least: -Infinity, most: Infinity } : { least: Math.min(write(0), write(most)), most: Math.max(write(0), write(most)) };
  const schema = { least: Number(field.min?.literal ?? (field.kind === Kind.UNSIGNED ? 0 : -Infinity)), most: Number(field.max?.literal ?? Infinity) };
  return common([scale, schema]);
}

/** @param {readonly Range[]} ranges @returns {Range} their intersection */
const common = (ranges) => ({ least: Math.max(...ranges.map((one) => one.least)), most: Math.min(...ranges.map((one) => one.most)) });

/**
 * @param {readonly (AutomationExpression | undefined)[]} all conditions that must hold together
 * @param {(nodeId: number) => AutomationTrait | undefined} traitOf the trait that a node reads
 * @param {Types} types
 * @returns {"never" | "always" | undefined}
 */
export function truthOf(all, traitOf, types) {
  /** @type {readonly (AutomationExpression | undefined)[]} */
  const parts = all.flatMap((one) => (one?.operation?.operator === Operator.AND ? [...one.operation.operands] : [one]));
  /** @type {Map<string, Range[]>} by attribute */
  const ranges = new Map();
  let isAlways = parts.length > 0;
  for (const part of parts) {
    if (part?.operation?.operator === Operator.OR) {
      const truths = part.operation.operands.map((one) => truthOf([one], traitOf, types));
      if (truths.length > 0 && truths.every((one) => one === "never")) return "never";
      isAlways &&= truths.includes("always");
      continue;
    }
    const comparison = readComparison(part, traitOf);
    const type = comparison && types(comparison.trait.traitId, comparison.attributeId);
    const range = comparison && type && rangeOf(comparison, type);
    if (!comparison || !type || !range) {
      isAlways = false;
      continue;
    }
    const [value] = comparison.values;
    const bits = value && !("attribute" in value) ? value.unsigned ?? 0n : 0n;
    const isBits = comparison.operator === Operator.HAS_BITS || comparison.operator === lacksBits;
    // A comparison with no bits is never true, and a form can't show it.
    if (isBits && bits === 0n) return "never";
    if (type.field.kind === Kind.ENUM && comparison.operator === Operator.EQUALS && !constantNames(type, bits)) return "never";
    const { trait } = comparison;
    const key = `${trait.target?.deviceId} ${trait.target?.endpoint} ${trait.traitId} ${comparison.attributeId} ${isBits ? bits : ""}`;
    const domain = isBits ? { least: 0, most: 1 } : domainOf(type);
    ranges.set(key, [...(ranges.get(key) ?? [domain]), range]);
    isAlways &&= domain.least >= range.least && domain.most <= range.most && Number.isFinite(domain.least + domain.most);
  }
  if ([...ranges.values()].map(common).some(({ least, most }) => least > most)) return "never";
  return isAlways ? "always" : undefined;
}

/**
 * The warnings about the nodes of a graph.
 *
 * @param {AutomationNode} root
 * @param {Types} types
 * @returns {{nodeId: number, message: string}[]}
 */
export function doubtsOf(root, types) {
  const nodes = nodesOf(root);
  const readers = new Map(nodes.map((node) => [node.id, node.starter?.eventId === undefined ? readTrait(node) : undefined]));
  const traitOf = (/** @type {number} */ id) => readers.get(id);
  const { onlyIf } = partsOfGraph(root);
  const conditions = onlyIf.flatMap((node) => node.condition ?? []);
  const together = truthOf(conditions.map((one) => one.expression), traitOf, types) === "never";
  const last = onlyIf.filter((node) => node.condition).at(-1);
  return nodes.flatMap((node) => {
    const truths = [node.starter?.becomes, node.condition?.expression, node.wait?.expression, ...(node.ifChain?.branches ?? []).map((one) => one.condition)]
      .flatMap((one) => (one ? [truthOf([one], traitOf, types)] : []));
    const isOften = node.starter && truths.includes("always");
    if (truths.includes("never") || isOften) return [{ nodeId: node.id, message: t(isOften ? "never.becomes" : "never.true") }];
    return together && node === last ? [{ nodeId: node.id, message: t("never.together") }] : [];
  });
}
