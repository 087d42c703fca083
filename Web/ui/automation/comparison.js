// The form of a comparison, for a condition or a starter: about a device, the home, or the time.

import { computed, el, untracked } from "../../lib/view.js";
import { AutomationOperator as Operator } from "../../lib/hearth-v1-more.js";
import { SchemaField_Kind as Kind } from "../../lib/hearth-v1.js";
import { asShown, comparedValue, comparisonExpression, isTimeOfDay, lacksBits, operatorsFor, readComparison, valueCount } from "../../home/automation/values.js";
import { booleanWords, isState, statesOf, stateWords } from "../../home/automation/phrases.js";
import { timeTrait } from "../../home/automation/schedule.js";
import { nodesOf } from "../../home/nodes.js";
import { readTrait, replaceNode, withReader } from "../../home/automation/graph.js";
import { firstOwnValue } from "../../home/own.js";
import { placeOf } from "../../home/series.js";
import { CHOICE } from "../../home/traits.js";
import { attributeOptions, attributeType, deviceOptions, durationField, optionsIn, ownWords, parseKey, phraseSelect, select, valueField } from "./fields.js";
import { roundButton } from "../elements.js";
import { hasText, t } from "../text.js";

/** @typedef {import("../../home/automation/draft.js").Draft} Draft */
/** @typedef {import("../../home/automation/values.js").Comparison} Comparison */
/** @typedef {import("../../lib/hearth-v1.js").AutomationExpression} AutomationExpression */
/** @typedef {import("../../lib/hearth-v1.js").AutomationNode} AutomationNode */
/** @typedef {import("./fields.js").Option} Option */

/** @param {import("../elements.js").App} app @param {Comparison} comparison @param {boolean} isNow @returns {string} the key of the comparison's option */
export function keyOf({ home }, comparison, isNow) {
  const { trait, attributeId } = comparison;
  const endpoint = trait.target?.endpoint ?? 0;
  const found = statesOf(home, trait.target?.deviceId ?? "").find((one) => one.endpoint === endpoint && isState(one.state, comparison));
  return found && !(isNow && found.state.traitId === timeTrait) ? found.key : `more.${endpoint}.${trait.traitId}.${attributeId}`;
}

/** @param {import("../elements.js").App} app @param {string} id @param {boolean} isNow @returns {Option[]} */
export const stateOptions = ({ home }, id, isNow) => statesOf(home, id).filter(({ state }) => !(isNow && state.traitId === timeTrait))
  .map((one) => ({ value: one.key, text: stateWords(home, id, one, isNow) }));

/** @param {import("../elements.js").App} app @param {string} id @param {boolean} isNow @returns {Option[]} */
export function rareOptions(app, id, isNow) {
  const said = new Set(statesOf(app.home, id).filter(({ state }) => state.values).map(({ endpoint, state }) => `${endpoint}.${state.traitId}.${state.attributeId}`));
  // A boolean whose values both have phrases needs no further option, except for its change.
  const isSaid = (/** @type {Option} */ one) => said.has(one.value) && attributeType(app, parseKey(one.value).traitId, parseKey(one.value).id)?.field.kind === Kind.BOOLEAN;
  return attributeOptions(app, id).filter((one) => isNow || !isSaid(one)).map((one) => ({ ...one, value: `more.${one.value}` }));
}

/**
 * @param {Draft} draft
 * @param {string} deviceId
 * @param {string} key of the option
 * @param {boolean} isNow whether it is a starter, for the moment when it becomes true
 * @returns {Comparison}
 */
export function saidOf({ app }, deviceId, key, isNow) {
  const now = (/** @type {number} */ endpoint, /** @type {number} */ traitId, /** @type {string | undefined} */ name) => untracked(() => app.home.trait(deviceId, endpoint, traitId))?.[name ?? ""];
  const said = statesOf(app.home, deviceId).find((one) => one.key === key);
  const { endpoint, traitId, id } = said ? { endpoint: said.endpoint, traitId: said.state.traitId, id: said.state.attributeId } : parseKey(key.replace("more.", ""));
  const type = attributeType(app, traitId, id);
  const operator = said?.state.operator ?? (isNow ? 0 : asShown(type, (type && operatorsFor(type)[0]) ?? Operator.EQUALS));
  const values = said?.state.values ?? (type ? Array.from({ length: valueCount(operator) }, (_, index) =>
    (traitId === CHOICE && id === 0 ? firstOwnValue(traitId, untracked(() => app.home.trait(deviceId, endpoint, traitId))) : undefined) ?? comparedValue(type, now(endpoint, traitId, type.field.name), index)) : []);
  return { trait: { target: { deviceId, endpoint }, deviceType: 0, traitId }, attributeId: id, operator, values };
}

/**
 * @param {Draft} draft
 * @param {{value: () => Comparison, onChange: (comparison: Comparison) => void, isNow?: boolean, choice?: () => import("../../lib/view.js").Child}} settings
 *   `choice` replaces the choices of the device and of the phrase
 */
export function comparisonFields(draft, { value, onChange, isNow = false, choice }) {
  const { app, structureId } = draft;
  const device = () => value().trait.target?.deviceId ?? "";
  const key = computed(() => keyOf(app, value(), isNow));
  const type = computed(() => attributeType(app, value().trait.traitId, value().attributeId));
  const isOther = computed(() => key.value.startsWith("more."));
  const asked = computed(() => (statesOf(app.home, device()).find((one) => one.key === key.value)?.state.values ? 0 : valueCount(value().operator)));
  const shape = computed(() => `${device()} ${key.value} ${asked.value}`);
  const choose = (/** @type {string} */ id, /** @type {string} */ chosen) => {
    const { heldFor, values } = value();
    const made = saidOf(draft, id, chosen, isNow);
    const isSame = made.trait.traitId === value().trait.traitId && made.attributeId === value().attributeId && id === device();
    // The entered values stay if only the operator changes.
    const keeps = isSame && isOther.value && made.values.length === values.length;
    onChange({ ...made, ...(keeps ? { values } : {}), ...(heldFor === undefined || made.trait.traitId === timeTrait ? {} : { heldFor }) });
  };
  const operators = () => {
    const own = type.value ? operatorsFor(type.value) : [];
    const shown = asShown(type.value, value().operator);
    return [...(isNow ? [0] : []), ...own, ...(own.includes(shown) || shown === 0 ? [] : [shown])]
      .map((operator) => ({ value: String(operator), text: operatorWords(operator, type.value !== undefined && isTimeOfDay(type.value)) }));
  };
  const withOperator = (/** @type {number} */ shown) => {
    const [known, of] = [value(), type.value];
    const operator = asShown(of, shown);
    const now = of && untracked(() => app.home.trait(device(), known.trait.target?.endpoint ?? 0, known.trait.traitId))?.[of.field.name];
    onChange({ ...known, operator, values: Array.from({ length: valueCount(operator) }, (_, index) => known.values[index] ?? (of ? comparedValue(of, now, index) : { unsigned: 0n })) });
  };
  const first = (/** @type {string} */ id) => [...stateOptions(app, id, isNow), ...rareOptions(app, id, isNow)][0]?.value ?? "";
  return [
    el("div", { class: "form-row" },
      choice ? choice() : [
        select(t("edit.device"), () => deviceOptions(app, structureId), device, (id) => choose(id, first(id))),
        phraseSelect(t("edit.value"), () => stateOptions(app, device(), isNow), () => rareOptions(app, device(), isNow), () => key.value, (chosen) => choose(device(), chosen)),
      ],
      () => isOther.value && select(t("edit.compared"), operators, () => String(asShown(type.value, value().operator)), (operator) => withOperator(Number(operator))),
      () => {
        const count = Number(shape.value.split(" ").at(-1));
        const of = untracked(() => type.value);
        const { trait, attributeId } = untracked(value);
        const place = placeOf(trait.target?.deviceId ?? "", trait.target?.endpoint ?? 0, trait.traitId, attributeId);
        // Not tracked: a change of the device must not replace a field in which somebody types.
        const words = untracked(() => ({ yesAndNo: booleanWords(app.home, place), ...ownWords(app, place) }));
        // On a reversed scale, the fields of a range are shown in reversed order.
        const isReversed = of !== undefined && count === 2 && asShown(of, Operator.LESS_THAN) !== Operator.LESS_THAN;
        return of && Array.from({ length: count }, (_, shown) => {
          const index = isReversed ? count - 1 - shown : shown;
          const known = () => value().values[index];
          return valueField(of, t(shown === 0 ? "edit.comparedWith" : "edit.andWith"), () => {
            const one = known();
            return one && !("attribute" in one) ? one : undefined;
          }, (given) => onChange({ ...value(), values: value().values.map((one, place) => (place === index ? given : one)) }), words);
        });
      }),
    heldFields(value, onChange, isNow),
  ];
}

/**
 * The field for how long the comparison must have been true.
 *
 * @param {() => Comparison} value
 * @param {(comparison: Comparison) => void} onChange
 * @param {boolean} isNow
 */
function heldFields(value, onChange, isNow) {
  const isHeld = computed(() => value().heldFor !== undefined);
  const isPossible = computed(() => value().operator !== 0 && value().trait.traitId !== timeTrait);
  return () => isPossible.value && (isHeld.value
    ? el("label", { class: "field inline" }, t("edit.heldFor"), durationField(t("edit.heldFor"), () => ({ seconds: BigInt(value().heldFor ?? 0), nanos: 0 }), ({ seconds }) => {
      const { heldFor: _, ...rest } = value();
      onChange(seconds === 0n ? rest : { ...rest, heldFor: Number(seconds) });
    }))
    : !isNow && el("button", { type: "button", class: "link-button", onclick: () => onChange({ ...value(), heldFor: 300 }) }, t("edit.addHeldFor")));
}

/** @param {number} operator @param {boolean} isTime @returns {string} */
function operatorWords(operator, isTime) {
  const key = isTime && hasText(`operator.time.${operator}`) ? `operator.time.${operator}` : operator === lacksBits ? "operator.lacks" : `operator.${operator}`;
  return t(key);
}

/**
 * The initial comparison in a form.
 *
 * @param {Draft} draft
 * @param {"device" | "time" | "presence"} of
 * @param {boolean} isNow
 * @returns {Comparison}
 */
export function firstComparison(draft, of = "device", isNow = false) {
  const { app, structureId } = draft;
  const home = statesOf(app.home, structureId).find(({ state }) => state.name === (of === "time" ? "time" : "occupied"));
  if (of !== "device" && home) return saidOf(draft, structureId, home.key, isNow);
  const devices = optionsIn(deviceOptions(app, structureId)).slice(1).map((one) => ({ id: one.value, said: statesOf(app.home, one.value) }));
  const found = ["motion", "open", "on", ""].flatMap((name) => devices.filter(({ said }) => said.some(({ state }) => name === "" || state.name === name)))[0];
  const id = found?.id ?? structureId;
  return saidOf(draft, id, found?.said[0]?.key ?? `more.${attributeOptions(app, id)[0]?.value ?? ""}`, isNow);
}

/**
 * The fields of a node's expression: one comparison, or several joined by "and" or "or". Other expressions are shown as text.
 *
 * @param {Draft} draft
 * @param {number} nodeId
 * @param {() => AutomationExpression | undefined} expression
 * @param {(expression: AutomationExpression, root: AutomationNode) => AutomationNode} write returns the node with the expression
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
  const another = (/** @type {5} */ operator) => () => {
    const { parts } = joined.value;
    put({ operation: { operator: joined.value.operator ?? operator, operands: [...parts.map((part) => part ?? {}), parts.at(-1) ?? {}] } });
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
      ...Array.from({ length: count }, (_, index) => el("div", { class: "part" }, el("div", { class: "grow" },
        comparisonFields(draft, { value: () => joined.value.comparisons[index] ?? untracked(() => firstComparison(draft)), onChange: (comparison) => change(index, comparison) })),
        count > 1 && roundButton("close", t("edit.removePart"), () => without(index), { class: "round bare" }))),
      el("div", { class: "row" }, count > 1 ? el("button", { type: "button", class: "link-button", onclick: another(/** @type {5} */ (Operator.OR)) }, t("edit.another")) : [
        el("button", { type: "button", class: "link-button", onclick: another(/** @type {5} */ (Operator.AND)) }, t("edit.and")),
        el("button", { type: "button", class: "link-button", onclick: another(/** @type {5} */ (Operator.OR)) }, t("edit.or")),
      ]),
    ];
  };
}
