// Controls for any trait, built from its schema, so that a maker's device works without code here.

import { computed, el, signal } from "../lib/view.js";
import { SchemaField_Kind as Kind } from "../lib/hearth-v1.js";
import { globalAttributeNames, isLong } from "../lib/trait.js";
import { constantInWords } from "../home/constants.js";
import { inWords, unitOf } from "../home/values.js";
import { label } from "../home/words.js";
import { accepts, slider } from "./inputs.js";
import { note, toggle } from "./elements.js";
import { t } from "./text.js";

/** @typedef {import("./elements.js").App} App */
/** @typedef {import("../home/commands.js").Place} Place */
/** @typedef {import("../lib/trait.js").TraitType} TraitType */
/** @typedef {import("../lib/trait.js").TraitValues} TraitValues */
/** @typedef {import("../lib/hearth-v1.js").SchemaField} SchemaField */
/** @typedef {import("../lib/hearth-v1.js").SchemaLimit} SchemaLimit */

/** The most steps of a slider; a value with a larger range is typed. */
const mostSteps = 1_000;

/**
 * A limit as a number: a literal of the schema, or another attribute's current value.
 *
 * @param {SchemaLimit | undefined} limit
 * @param {TraitType} type
 * @param {TraitValues | undefined} values
 */
export function limitOf(limit, type, values) {
  if (limit?.literal !== undefined) return Number(limit.literal);
  const field = limit?.attribute && type.schema.attributes.find((one) => one.field?.id === limit.attribute?.id)?.field;
  const value = field && values?.[field.name];
  return typeof value === "number" || typeof value === "bigint" ? Number(value) + Number(limit?.attribute?.offset ?? 0n) : undefined;
}

/** @param {SchemaField} field */
const isNumber = (field) => field.kind === Kind.UNSIGNED || field.kind === Kind.SIGNED || field.kind === Kind.SINGLE || field.kind === Kind.DOUBLE;

/** @param {SchemaField} field @returns whether a person can enter a value for it */
export const isEditable = (field) => !field.isList && (isNumber(field) || field.kind === Kind.BOOLEAN || field.kind === Kind.ENUM || field.kind === Kind.STRING);

/**
 * Parses an entered or chosen value, in the unit that people read. Undefined if it does not fit the field.
 *
 * @param {SchemaField} field
 * @param {string} text
 * @returns {import("../lib/trait.js").TraitValue | undefined}
 */
export function parsed(field, text) {
  if (field.kind === Kind.STRING || field.kind === Kind.ENUM) return text;
  if (field.kind === Kind.BOOLEAN) return text === "true";
  if (text.trim() === "" || !Number.isFinite(Number(text))) return undefined;
  const raw = Number(text) / unitOf(field.unit).step;
  if (field.kind === Kind.SINGLE || field.kind === Kind.DOUBLE) return raw;
  return isLong(field) ? BigInt(Math.round(raw)) : Math.round(raw);
}

/**
 * A field to type or choose a value in.
 *
 * @param {TraitType} type
 * @param {SchemaField} field
 * @param {TraitValues | undefined} values of the trait, for limits that depend on them
 * @param {unknown} value the initial one
 */
export function input(type, field, values, value) {
  const { step, symbol } = unitOf(field.unit);
  const name = label(field.name) + (symbol === "" ? "" : ` (${symbol})`);
  if (field.kind === Kind.ENUM || field.kind === Kind.BOOLEAN) {
    const options = field.kind === Kind.BOOLEAN
      ? [["false", t("value.no")], ["true", t("value.yes")]]
      : (type.schema.enums[field.typeIndex]?.constants ?? []).map((one) => [one.name, constantInWords(type.schema.id, field.name, one.name)]);
    const select = el("select", { name: field.name }, ...options.map(([key, text]) => el("option", { value: key, selected: key === String(value) }, text)));
    return el("label", { class: "field" }, name, select);
  }
  const min = limitOf(field.min, type, values);
  const max = limitOf(field.max, type, values);
  return el("label", { class: "field" }, name, el("input", {
    name: field.name,
    type: isNumber(field) ? "number" : "text",
    ...(isNumber(field) ? { step: field.kind === Kind.SINGLE || field.kind === Kind.DOUBLE ? "any" : Number(field.step ?? 1n) * step } : {}),
    ...(min === undefined ? {} : { min: min * step }),
    ...(max === undefined ? {} : { max: max * step }),
    ...(field.maxLength === undefined ? {} : { maxlength: Number(field.maxLength) }),
    value: value === null || value === undefined ? "" : isNumber(field) ? String(Number(value) * step) : String(value),
  }));
}

/**
 * The control of an attribute: a switch, a slider, or a field with a button.
 *
 * @param {App} app
 * @param {Place} place
 * @param {TraitType} type
 * @param {SchemaField} field
 */
function attributeControl(app, place, type, field) {
  const values = computed(() => app.home.trait(place.deviceId, place.endpoint, type.id));
  const write = (/** @type {import("../lib/trait.js").TraitValue} */ value) => app.commands.write(place, type.id, { [field.name]: value });
  const current = () => values.value?.[field.name];
  if (field.kind === Kind.BOOLEAN) return el("div", { class: "row" }, el("span", { class: "grow" }, label(field.name)), toggle(label(field.name), () => current() === true, write));
  const min = limitOf(field.min, type, values.value) ?? (field.kind === Kind.UNSIGNED ? 0 : undefined);
  const max = limitOf(field.max, type, values.value);
  const step = Number(field.step ?? 1n);
  const isRange = isNumber(field) && !isLong(field) && min !== undefined && max !== undefined && max > min && (max - min) / step <= mostSteps;
  if (isRange)
    return el("div", { class: "labeled" },
      el("span", { class: "row" }, el("span", { class: "grow" }, label(field.name)), el("output", {}, () => inWords(type, field, current()))),
      slider({ label: label(field.name), min, max, step, value: () => Number(current() ?? min), words: (value) => inWords(type, field, value), send: write }));
  const form = el("form", { class: "inline-form", onsubmit: (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const value = parsed(field, String(new FormData(form).get(field.name)));
    if (value !== undefined) write(value);
  } }, () => input(type, field, undefined, current()),
    el("button", { type: "submit", class: "button", "aria-label": t("device.set", { what: label(field.name) }) }, t("action.save")));
  return form;
}

/**
 * @param {App} app
 * @param {Place} place
 * @param {TraitType} type
 * @param {import("../lib/hearth-v1.js").SchemaCommand} command
 */
function commandForm(app, place, type, command) {
  const fields = command.arguments?.fields ?? [];
  const values = app.home.trait(place.deviceId, place.endpoint, type.id);
  const isBusy = signal(false);
  const form = el("form", { class: "command", onsubmit: async (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const data = new FormData(form);
    const given = fields.filter(isEditable).flatMap((field) => {
      const text = String(data.get(field.name) ?? "");
      const value = text === "" && (field.isOptional || field.isNullable) ? undefined : parsed(field, text);
      return value === undefined ? [] : [[field.name, value]];
    });
    isBusy.value = true;
    const done = await app.commands.invoke(place, type.id, command.methodName, Object.fromEntries(given));
    isBusy.value = false;
    if (done) note(t("device.sent"));
  } },
    ...fields.filter(isEditable).map((field) => input(type, field, values, defaultOf(type, field))),
    el("button", { type: "submit", class: "button", disabled: () => isBusy.value }, label(command.methodName)));
  return form;
}

/** @param {TraitType} type @param {SchemaField} field */
function defaultOf(type, field) {
  const value = field.defaultValue;
  if (field.kind === Kind.ENUM) return type.schema.enums[field.typeIndex]?.constants.find((one) => one.value === value?.unsigned)?.name;
  return value?.unsigned ?? value?.signed ?? value?.boolean ?? value?.single ?? value?.double ?? value?.text;
}

/**
 * The controls for a trait's writable attributes and its commands.
 *
 * @param {App} app
 * @param {Place} place
 * @param {TraitType} type
 */
export function genericControls(app, place, type) {
  const values = app.home.trait(place.deviceId, place.endpoint, type.id);
  const writable = [...type.attributes.fields.values()].filter(({ name, schema }) =>
    (type.attributeSchemas.get(name)?.write ?? 0) !== 0 && values !== undefined && name in values && isEditable(schema));
  const commands = type.schema.commands.filter((command) =>
    accepts(values, command.id) && (command.arguments?.fields ?? []).every((field) => isEditable(field) || field.isOptional || field.isNullable));
  return { controls: writable.map(({ schema }) => attributeControl(app, place, type, schema)), commands: commands.map((command) => commandForm(app, place, type, command)) };
}

/**
 * All attributes in words.
 *
 * @param {App} app
 * @param {Place} place
 * @param {TraitType} type
 */
export function attributeTable(app, place, type) {
  const values = computed(() => app.home.trait(place.deviceId, place.endpoint, type.id));
  return el("dl", { class: "facts" }, ...[...type.attributes.fields.values()]
    .filter(({ name }) => values.value !== undefined && name in values.value && !globalAttributeNames.has(name))
    .map(({ name, schema }) => el("div", {}, el("dt", {}, label(name)), el("dd", {}, () => inWords(type, schema, values.value?.[name])))));
}

