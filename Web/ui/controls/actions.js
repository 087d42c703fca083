// Actions that a device's firmware names itself, each with a form for its arguments.

import { DEVICE_ACTIONS } from "../../home/traits.js";
import { label } from "../../home/words.js";
import { computed, el, signal } from "../../lib/view.js";
import { note } from "../elements.js";
import { reading } from "../inputs.js";
import { t } from "../text.js";

/** @typedef {import("../elements.js").App} App */
/** @typedef {import("../../home/parts.js").Part} Part */
/** @typedef {{name: string, arguments: string, answers: boolean}} DeviceAction as the trait lists it */
/** @typedef {{name: string, type: string, isOptional: boolean}} Argument */

/**
 * The arguments of an action, from text such as "song: text, volumes: integers?". Those whose type is cut off are left out.
 *
 * @param {string} text
 * @returns {Argument[]}
 */
export const argumentsIn = (text) => text.split(", ").flatMap((part) => {
  const [, name, type, mark] = /^(.+): (boolean|integer|number|text|booleans|integers|numbers|texts)(\??)$/.exec(part) ?? [];
  return name === undefined || type === undefined ? [] : [{ name, type, isOptional: mark === "?" }];
});

/**
 * What was typed for an argument. The hub refuses a text in place of a number, and says which type the argument has.
 *
 * @param {string} type
 * @param {string} text
 */
export function argumentOf(type, text) {
  const one = (/** @type {string} */ word) => {
    if (type.startsWith("text")) return word;
    if (type.startsWith("boolean")) return word === "true" ? true : word === "false" ? false : word;
    return word === "" || Number.isNaN(Number(word)) ? word : Number(word);
  };
  if (!type.endsWith("s")) return one(text);
  return text.trim() === "" ? [] : text.split(",").map((word) => one(word.trim()));
}

/** Examples of lists. */
const examples = /** @type {Record<string, string | undefined>} */ ({ booleans: "true, false", integers: "1, 2", numbers: "1.5, 2", texts: "a, b" });

/** @param {Argument} argument */
function field({ name, type, isOptional }) {
  if (type === "boolean")
    return el("label", { class: "field" }, label(name), el("select", { name },
      isOptional && el("option", { value: "" }, "–"),
      el("option", { value: "false" }, t("value.no")), el("option", { value: "true" }, t("value.yes"))));
  const isNumber = type === "integer" || type === "number";
  return el("label", { class: "field" }, label(name), el("input", {
    name, type: isNumber ? "number" : "text", ...(isNumber ? { step: type === "integer" ? 1 : "any", required: !isOptional } : {}),
    ...(examples[type] === undefined ? {} : { placeholder: examples[type] }),
  }));
}

/** @param {App} app @param {Part} part @param {DeviceAction} action */
function form(app, part, action) {
  const known = argumentsIn(action.arguments);
  const isBusy = signal(false);
  const answer = signal("");
  const made = el("form", { class: "command", onsubmit: async (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const data = new FormData(made);
    const given = known.flatMap(({ name, type, isOptional }) => {
      const text = String(data.get(name) ?? "");
      return isOptional && text === "" ? [] : [[name, argumentOf(type, text)]];
    });
    isBusy.value = true;
    const response = await app.commands.invoke(part, DEVICE_ACTIONS, "runAction", { name: action.name, arguments: JSON.stringify(Object.fromEntries(given)) });
    isBusy.value = false;
    answer.value = typeof response?.["answer"] === "string" ? response["answer"] : "";
    if (response && answer.value === "") note(t("device.sent"));
  } },
    ...known.map(field),
    el("button", { type: "submit", class: "button", disabled: () => isBusy.value }, label(action.name)),
    () => answer.value !== "" && el("output", {}, answer.value));
  return made;
}

/** @param {App} app @param {Part} part @returns {import("../../lib/view.js").Child} */
export function actionForms(app, part) {
  const values = reading(app, part, DEVICE_ACTIONS);
  // The forms are only made again if the actions change, so that what is being typed stays.
  const actions = computed(() => JSON.stringify(values.value?.["actionList"] ?? []));
  return () => el("div", { class: "commands" }, .../** @type {DeviceAction[]} */ (JSON.parse(actions.value)).map((action) => form(app, part, action)));
}
