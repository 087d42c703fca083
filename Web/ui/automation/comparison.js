// What must be true: a value of a device, compared with another.

import { computed, el, untracked } from "../../lib/view.js";
import { AutomationOperator as Operator } from "../../lib/hearth-v1-more.js";
import { comparisonExpression, firstValue, isTimeOfDay, lacksBits, operatorsFor, readComparison, valueCount } from "../../home/automation/values.js";
import { nodesOf } from "../../home/runs.js";
import { readTrait, replaceNode, withReader } from "../../home/automation/graph.js";
import { attributeOptions, attributeType, deviceOptions, parseKey, select, valueField } from "./fields.js";
import { roundButton } from "../elements.js";
import { hasText, t } from "../text.js";

/** @typedef {import("../../home/automation/draft.js").Draft} Draft */
/** @typedef {import("../../home/automation/values.js").Comparison} Comparison */
/** @typedef {import("../../lib/hearth-v1.js").AutomationExpression} AutomationExpression */

/**
 * @param {Draft} draft
 * @param {{value: () => Comparison, onChange: (comparison: Comparison) => void, mayBeAnyChange?: boolean}} settings
 */
export function comparisonFields(draft, { value, onChange, mayBeAnyChange = false }) {
  const { app, structureId } = draft;
  const device = () => value().trait.target?.deviceId ?? "";
  const key = computed(() => `${value().trait.target?.endpoint ?? 0}.${value().trait.traitId}.${value().attributeId}`);
  const type = computed(() => attributeType(app, value().trait.traitId, value().attributeId));
  const shape = computed(() => `${device()} ${key.value} ${valueCount(value().operator)}`);
  const choose = (/** @type {string} */ deviceId, /** @type {string} */ chosen) => onChange(comparisonOf(draft, deviceId, chosen, mayBeAnyChange ? 0 : undefined));
  const operators = () => {
    const own = type.value ? operatorsFor(type.value) : [];
    return [...(mayBeAnyChange ? [0] : []), ...own, ...(own.includes(value().operator) || value().operator === 0 ? [] : [value().operator])]
      .map((operator) => ({ value: String(operator), text: operatorWords(operator, type.value !== undefined && isTimeOfDay(type.value)) }));
  };
  const withOperator = (/** @type {number} */ operator) => {
    const known = value();
    const fill = type.value ? firstValue(type.value) : { unsigned: 0n };
    onChange({ ...known, operator, values: Array.from({ length: valueCount(operator) }, (_, index) => known.values[index] ?? fill) });
  };
  return el("div", { class: "form-row" },
    select(t("edit.device"), () => deviceOptions(app, structureId), device, (id) => choose(id, attributeOptions(app, id)[0]?.value ?? "")),
    select(t("edit.value"), () => attributeOptions(app, device()), () => key.value, (chosen) => choose(device(), chosen)),
    select(t("edit.compared"), operators, () => String(value().operator), (operator) => withOperator(Number(operator))),
    () => {
      const count = Number(shape.value.split(" ").at(-1));
      const of = untracked(() => type.value);
      return of && Array.from({ length: count }, (_, index) =>
        valueField(of, t(index === 0 ? "edit.comparedWith" : "edit.andWith"), () => value().values[index], (given) =>
          onChange({ ...value(), values: value().values.map((one, place) => (place === index ? given : one)) })));
    });
}

/** @param {number} operator @param {boolean} isTime @returns {string} */
function operatorWords(operator, isTime) {
  const key = isTime && hasText(`operator.time.${operator}`) ? `operator.time.${operator}` : operator === lacksBits ? "operator.lacks" : `operator.${operator}`;
  return t(key);
}

/**
 * What a comparison begins with.
 *
 * @param {Draft} draft
 * @param {string} deviceId
 * @param {string} key of the attribute
 * @param {number} [operator] 0 for any change
 * @returns {Comparison}
 */
export function comparisonOf({ app }, deviceId, key, operator) {
  const { endpoint, traitId, id } = parseKey(key);
  const type = attributeType(app, traitId, id);
  const first = operator ?? (type ? operatorsFor(type)[0] : undefined) ?? Operator.EQUALS;
  const fill = type ? (type.field.isNullable ? { ...firstValue({ ...type, field: { ...type.field, isNullable: false } }) } : firstValue(type)) : { unsigned: 0n };
  return { trait: { target: { deviceId, endpoint }, deviceType: 0, traitId }, attributeId: id, operator: first, values: Array.from({ length: valueCount(first) }, () => fill) };
}

/** @param {Draft} draft @param {number} [operator] @returns {Comparison} of the first device with something to compare */
export function firstComparison(draft, operator) {
  const { app, structureId } = draft;
  const devices = deviceOptions(app, structureId).slice(1).map((one) => one.value);
  const deviceId = devices.find((id) => attributeOptions(app, id).length > 0) ?? structureId;
  return comparisonOf(draft, deviceId, attributeOptions(app, deviceId)[0]?.value ?? "", operator);
}

/**
 * An expression of a node in form, where it is a comparison or several of which any or all must hold; in text otherwise.
 *
 * @param {Draft} draft
 * @param {number} nodeId
 * @param {() => AutomationExpression | undefined} expression
 * @param {(expression: AutomationExpression, root: import("../../lib/hearth-v1.js").AutomationNode) => import("../../lib/hearth-v1.js").AutomationNode} write gives the node with it
 */
export function expressionFields(draft, nodeId, expression, write) {
  const traitOf = (/** @type {number} */ id) => {
    const node = nodesOf(draft.graph.value).find((one) => one.id === id);
    return node && node.starter?.eventId === undefined ? readTrait(node) : undefined;
  };
  const joined = computed(() => {
    const operation = expression()?.operation;
    const isList = operation?.operator === Operator.AND || operation?.operator === Operator.OR;
    /** @type {readonly (AutomationExpression | undefined)[]} */
    const parts = isList ? operation.operands : [expression()];
    return { operator: isList ? operation.operator : undefined, parts, comparisons: parts.map((part) => readComparison(part, traitOf)) };
  });
  const shape = computed(() => (joined.value.comparisons.every((one) => one !== undefined) ? String(joined.value.parts.length) : "text"));
  const put = (/** @type {AutomationExpression} */ made) => draft.edit((root) => replaceNode(root, nodeId, write(made, root)));
  const change = (/** @type {number} */ index, /** @type {Comparison} */ comparison) => draft.edit((root) => {
    const found = withReader(root, nodeId, comparison.trait);
    const made = comparisonExpression(comparison, found.reader);
    const { operator, parts } = joined.value;
    return replaceNode(found.root, nodeId, write(operator === undefined ? made
      : { operation: { operator, operands: parts.map((part, place) => (place === index ? made : part ?? {})) } }, found.root));
  });
  const another = () => {
    const { operator, parts } = joined.value;
    const last = joined.value.comparisons.at(-1);
    if (last) put({ operation: { operator: operator ?? Operator.OR, operands: [...parts.map((part) => part ?? {}), parts.at(-1) ?? {}] } });
  };
  const without = (/** @type {number} */ index) => {
    const rest = joined.value.parts.filter((_, place) => place !== index).map((part) => part ?? {});
    const { operator } = joined.value;
    put(rest.length === 1 || operator === undefined ? rest[0] ?? {} : { operation: { operator, operands: rest } });
  };
  return () => {
    if (shape.value === "text") return el("pre", { class: "as-text", translate: "no" }, () => draft.written.value.statement(nodeId));
    const count = Number(shape.value);
    return [
      count > 1 && select(t("edit.howMany"), () => [{ value: String(Operator.OR), text: t("edit.any") }, { value: String(Operator.AND), text: t("edit.allOf") }],
        () => String(joined.value.operator), (operator) => put({ operation: { operator: /** @type {7} */ (Number(operator)), operands: joined.value.parts.map((part) => part ?? {}) } })),
      ...Array.from({ length: count }, (_, index) => el("div", { class: "part" },
        comparisonFields(draft, { value: () => joined.value.comparisons[index] ?? firstComparison(draft), onChange: (comparison) => change(index, comparison) }),
        count > 1 && roundButton("close", t("edit.removePart"), () => without(index), { class: "round bare" }))),
      el("button", { type: "button", class: "link-button", onclick: another }, t("edit.or")),
    ];
  };
}
