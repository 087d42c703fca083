// The values in the steps of a run in words: those that conditions read, actions sent, and variables got.

import { t } from "../../ui/text.js";
import { fullName, placeOf, seriesOf } from "../series.js";
import { nodesOf } from "../nodes.js";
import { label, named } from "../words.js";
import { scaleOfType, valueText } from "./values.js";
import { attributesOf, constantNames, fieldsIn, typeOf } from "./words.js";

/** @typedef {import("../live.js").LiveHome} LiveHome */
/** @typedef {import("../../lib/hearth-v1.js").AutomationStep} AutomationStep */
/** @typedef {import("../../lib/hearth-v1.js").AutomationResult} AutomationResult */
/** @typedef {import("../../lib/hearth-v1.js").Value} Value */
/** @typedef {import("../../lib/hearth-v1.js").AutomationProgram} AutomationProgram */
/** @typedef {import("./words.js").Type} Type */

/** @param {Value} value @param {Type | undefined} type */
function valueInWords(value, type) {
  if (value.null) return t("value.none");
  if (value.boolean !== undefined) return t(value.boolean ? "value.yes" : "value.no");
  const names = value.unsigned === undefined ? undefined : constantNames(type, value.unsigned);
  if (names) return names.map(label).join(", ");
  if (value.list) return `(${value.list.items.length})`;
  const text = type && valueText(type, value);
  return (text && [text, scaleOfType(type).symbol].filter(Boolean).join("\u00a0")) || (value.text ?? String(value.unsigned ?? value.signed ?? value.single ?? value.double ?? "…"));
}

/** @param {AutomationResult | undefined} result @param {Type | undefined} type */
const resultInWords = (result, type) => (result?.value ? valueInWords(result.value, type) : t("value.none"));

/**
 * A value that a condition read, with its name.
 *
 * @param {LiveHome} home
 * @param {AutomationProgram | undefined} program
 * @param {import("../../lib/hearth-v1.js").AutomationLeaf} leaf
 */
export function leafInWords(home, program, { expression, result }) {
  const { field } = expression ?? {};
  const node = nodesOf(program?.graph).find((one) => one.id === field?.nodeId);
  const trait = node?.starter?.trait ?? node?.stateReader;
  const eventId = node?.starter?.eventId;
  const [attribute = 0, ...deeper] = field?.path ?? [];
  const place = trait?.target && eventId === undefined && deeper.length === 0 ? placeOf(trait.target.deviceId, trait.target.endpoint, trait.traitId, attribute) : undefined;
  const series = place && seriesOf(home, place);
  const raw = result?.value?.unsigned ?? result?.value?.signed ?? result?.value?.single ?? result?.value?.double ?? (result?.value?.boolean === undefined ? undefined : Number(result.value.boolean));
  const { words, type } = pathInWords(home, trait?.traitId ?? 0, eventId, field?.path ?? []);
  const value = series && raw !== undefined ? series.words(series.read(Number(raw))) : resultInWords(result, type);
  const object = home.device(trait?.target?.deviceId ?? "")?.name;
  const name = place && home.device(place.deviceId) ? fullName(home, place) : expression?.variable !== undefined ? `$${expression.variable}`
    : [object, words].filter(Boolean).join(" · ");
  return t("step.leaf", { name, value });
}

/**
 * @param {LiveHome} home
 * @param {number} traitId
 * @param {number | undefined} eventId undefined for attributes
 * @param {readonly number[]} path
 * @returns {{words: string, type: Type | undefined}} the name and type of a value
 */
function pathInWords(home, traitId, eventId, path) {
  const schema = home.schemas.get(traitId)?.schema;
  const event = schema?.events.find((one) => one.id === eventId);
  /** @type {import("./words.js").Fields | undefined} */
  let fields = { fields: eventId === undefined ? attributesOf(schema) : event?.payload?.fields ?? [], schema };
  /** @type {Type | undefined} */
  let type;
  const words = path.map((id) => {
    type = typeOf(fields, id);
    fields = fieldsIn(type);
    return type ? label(type.field.name) : String(id);
  });
  return { words: words.join(" "), type };
}

/**
 * The details of a step.
 *
 * @param {LiveHome} home
 * @param {AutomationProgram | undefined} program of the run; undefined if it has been changed since
 * @param {AutomationStep} step
 * @returns {string[]}
 */
export function detailsOf(home, program, step) {
  if (step.condition && program) return step.condition.leaves.map((leaf) => leafInWords(home, program, leaf));
  if (step.assignment) return [t("step.leaf", { name: `$${step.assignment.variable}`, value: resultInWords(step.assignment.result, undefined) })];
  if (!step.action) return [];
  const action = nodesOf(program?.graph).find((node) => node.id === step.nodeId)?.action;
  const schema = home.schemas.get(step.action.traitId || (action?.trait?.traitId ?? 0))?.schema;
  const commandId = step.action.commandId ?? action?.commandId;
  const fields = commandId === undefined ? attributesOf(schema) : schema?.commands.find((one) => one.id === commandId)?.arguments?.fields;
  return step.action.arguments.map(({ id, value }) => {
    const field = fields?.find((one) => one.id === id);
    const type = typeOf(fields && { fields, schema }, id);
    return t("step.leaf", { name: field ? named("field.", field.name) : String(id), value: valueInWords(value ?? {}, type && commandId !== undefined ? { ...type, commandId } : type) });
  });
}
