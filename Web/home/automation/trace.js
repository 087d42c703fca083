// The values behind the steps of a run: what a condition saw, what was sent, what was kept.

import { t } from "../../ui/text.js";
import { fullName, placeOf, seriesOf } from "../series.js";
import { label } from "../words.js";
import { valueText } from "./values.js";
import { constantWord, typeOf } from "./words.js";

/** @typedef {import("../live.js").LiveHome} LiveHome */
/** @typedef {import("../../lib/hearth-v1.js").AutomationStep} AutomationStep */
/** @typedef {import("../../lib/hearth-v1.js").AutomationResult} AutomationResult */
/** @typedef {import("../../lib/hearth-v1.js").Value} Value */
/** @typedef {import("./text.js").AutomationText} AutomationText */
/** @typedef {import("./words.js").Type} Type */

/** @param {Value} value @param {Type | undefined} type */
function valueInWords(value, type) {
  if (value.null) return t("value.none");
  if (value.boolean !== undefined) return t(value.boolean ? "value.yes" : "value.no");
  const name = value.unsigned === undefined ? undefined : constantWord(type, value.unsigned);
  if (name !== undefined) return name.split("|").map(label).join(", ");
  if (value.list) return `(${value.list.items.length})`;
  return (type && valueText(type, value)) || (value.text ?? String(value.unsigned ?? value.signed ?? value.single ?? value.double ?? "…"));
}

/** @param {AutomationResult | undefined} result @param {Type | undefined} type */
const resultInWords = (result, type) => (result?.value ? valueInWords(result.value, type) : t("value.none"));

/**
 * A value that a condition asked for, with what it is of.
 *
 * @param {LiveHome} home
 * @param {AutomationText} text of the program
 * @param {number} nodeId
 * @param {import("../../lib/hearth-v1.js").AutomationLeaf} leaf
 */
export function leafInWords(home, text, nodeId, { expression, result }) {
  const { field } = expression ?? {};
  const trait = field && text.readTrait(field.nodeId);
  const [attribute = 0, ...deeper] = field?.path ?? [];
  const place = trait?.target && deeper.length === 0 ? placeOf(trait.target.deviceId, trait.target.endpoint, trait.traitId, attribute) : undefined;
  const series = place && seriesOf(home, place);
  const raw = result?.value?.unsigned ?? result?.value?.signed ?? result?.value?.single ?? result?.value?.double ?? (result?.value?.boolean === undefined ? undefined : Number(result.value.boolean));
  const value = series && raw !== undefined ? series.words(series.read(Number(raw))) : resultInWords(result, expression && text.typeOf(expression));
  return t("step.leaf", { name: place && home.device(place.deviceId) ? fullName(home, place) : text.expression(expression, nodeId), value });
}

/**
 * What there is to say of a step besides what it was.
 *
 * @param {LiveHome} home
 * @param {AutomationText | undefined} text of the program that the run had; undefined if it is another one by now
 * @param {AutomationStep} step
 * @returns {string[]}
 */
export function detailsOf(home, text, step) {
  if (step.condition && text) return step.condition.leaves.map((leaf) => leafInWords(home, text, step.nodeId, leaf));
  if (step.assignment) return [t("step.leaf", { name: `$${step.assignment.variable}`, value: resultInWords(step.assignment.result, undefined) })];
  if (!step.action) return [];
  const action = text?.nodes.find((node) => node.id === step.nodeId)?.action;
  const schema = home.schemas.get(step.action.traitId || (action?.trait?.traitId ?? 0))?.schema;
  const commandId = step.action.commandId ?? action?.commandId;
  const fields = commandId === undefined ? schema?.attributes.flatMap((one) => one.field ?? []) : schema?.commands.find((one) => one.id === commandId)?.arguments?.fields;
  return step.action.arguments.map(({ id, value }) => {
    const field = fields?.find((one) => one.id === id);
    return t("step.leaf", { name: field ? label(field.name) : String(id), value: valueInWords(value ?? {}, typeOf(fields && { fields, schema }, id)) });
  });
}
