// Controls of Hearth's own traits: numbers, choices, texts, moments, and commands without a state.

import { eventInWords, isReadOnly, momentInput, momentOf, optionsIn, pressInWords, quantity, unitIn } from "../../home/own.js";
import { asNumber } from "../../home/numbers.js";
import { mayManage } from "../../home/structures.js";
import { CHOICE, DEVICE_ACTIONS, MOMENT, NAMED_EVENT, NUMBER_SETTING, PRESS, TEXT_VALUE } from "../../home/traits.js";
import { computed, el } from "../../lib/view.js";
import { button, note, roundButton } from "../elements.js";
import { labeled, labeledSlider } from "../fields.js";
import { reading, slider } from "../inputs.js";
import { t } from "../text.js";
import { actionForms } from "./actions.js";

/** @typedef {import("../elements.js").App} App */
/** @typedef {import("../../home/parts.js").Part} Part */
/** @typedef {import("../../lib/trait.js").TraitValues} TraitValues */
/** @typedef {import("../../lib/view.js").Child} Child */

/** The most steps of a slider; a number with a larger range is typed. */
const mostSteps = 1_000;

/**
 * The range of a number and the step of its control.
 *
 * @param {TraitValues | undefined} values of a NumberSetting
 * @returns {{min: number, max: number, step: number, isSlider: boolean} | undefined} undefined if the range is not known
 */
export function rangeOf(values) {
  const [min, max] = [asNumber(values?.["minimum"]), asNumber(values?.["maximum"])];
  if (min === undefined || max === undefined || !(max > min)) return undefined;
  const given = asNumber(values?.["step"]) ?? 0;
  const step = given > 0 ? given : (max - min) / 100;
  const steps = (max - min) / step;
  return { min, max, step, isSlider: values?.["mode"] !== "box" && steps <= mostSteps };
}

/** @param {App} app @param {Part} part @param {() => string} name */
export function tileControl(app, part, name) {
  if (part.traits.has(PRESS)) return mayPress(app, part) && el("div", { class: "buttons" }, roundButton("play", name, () => press(app, part)));
  if (!part.traits.has(NUMBER_SETTING)) return undefined;
  const values = reading(app, part, NUMBER_SETTING);
  const range = rangeOf(values.value);
  return range?.isSlider && slider({ ...sliderOf(app, part, range), label: name });
}

/** @param {App} app @param {Part} part @param {{min: number, max: number, step: number}} range */
function sliderOf(app, part, { min, max, step }) {
  const values = reading(app, part, NUMBER_SETTING);
  return {
    min, max, step, class: "always", value: () => asNumber(values.value?.["value"]), words: (/** @type {number} */ value) => quantity(value, unitIn(values.value)),
    send: (/** @type {number} */ value) => app.commands.write(part, NUMBER_SETTING, { value }),
  };
}

/**
 * Whether the caller may press: a press that changes the network is for administrators.
 *
 * @param {App} app
 * @param {Part} part
 */
export const mayPress = (app, part) => reading(app, part, PRESS).value?.["deviceClass"] !== "network" || mayManage(app.home, app.home.devices.value.get(part.deviceId)?.structureId);

/** @param {App} app @param {Part} part */
async function press(app, part) {
  if (await app.commands.invoke(part, PRESS, "press")) note(t("device.sent"));
}

/** @param {App} app @param {Part} part @param {() => string} name */
export function pageControls(app, part, name) {
  return [...part.traits].flatMap((trait) => {
    switch (trait) {
      case NUMBER_SETTING: return numberControl(app, part, name);
      case CHOICE: return choiceControl(app, part, name);
      case TEXT_VALUE: return textControl(app, part, name);
      case MOMENT: return momentControl(app, part, name);
      case PRESS: return mayPress(app, part) ? button(() => pressInWords(reading(app, part, PRESS).value), () => press(app, part)) : [];
      case NAMED_EVENT: return eventList(app, part);
      case DEVICE_ACTIONS: return actionForms(app, part);
      default: return [];
    }
  });
}

/** @param {App} app @param {Part} part @param {() => string} name @returns {Child} */
function numberControl(app, part, name) {
  const values = reading(app, part, NUMBER_SETTING);
  // The control is only made again if the range changes, so that a change of the number does not move it.
  const shape = computed(() => JSON.stringify(rangeOf(values.value)));
  return () => {
    const range = shape.value === undefined ? undefined : /** @type {ReturnType<typeof rangeOf>} */ (JSON.parse(shape.value));
    if (range?.isSlider) return labeledSlider({ ...sliderOf(app, part, range), label: name() });
    return entry(name(), { type: "number", step: range && (asNumber(values.value?.["step"]) ?? 0) > 0 ? range.step : "any", min: range?.min, max: range?.max },
      () => asNumber(values.value?.["value"])?.toString() ?? "", unitIn(values.value),
      (text) => text.trim() !== "" && Number.isFinite(Number(text)) && app.commands.write(part, NUMBER_SETTING, { value: Number(text) }));
  };
}

/** @param {App} app @param {Part} part @param {() => string} name @returns {Child} */
function choiceControl(app, part, name) {
  const values = reading(app, part, CHOICE);
  const isFixed = computed(() => isReadOnly(values.value));
  const options = computed(() => optionsIn(values.value).join("\n"));
  return () => {
    if (isFixed.value) return undefined;
    const now = () => (typeof values.value?.["value"] === "string" ? values.value["value"] : "");
    const known = options.value === "" ? [] : options.value.split("\n");
    /** @type {HTMLSelectElement} */
    const select = el("select", { class: "input", "aria-label": name(), onchange: async () => {
      await app.commands.write(part, CHOICE, { value: select.value });
      // Only a report changes the shown value.
      select.value = now();
    } }, () => [known.includes(now()) ? undefined : el("option", { value: now(), selected: true }, now() || t("value.none")),
      ...known.map((one) => el("option", { value: one, selected: one === now() }, one))]);
    return labeled(name(), select);
  };
}

/** @param {App} app @param {Part} part @param {() => string} name @returns {Child} */
function textControl(app, part, name) {
  const values = reading(app, part, TEXT_VALUE);
  const shape = computed(() => ["isSettable", "isSecret", "minimumLength", "maximumLength"].map((one) => values.value?.[one]).join(" "));
  return () => {
    if (shape.value === "" || isReadOnly(values.value)) return undefined;
    const isSecret = values.value?.["isSecret"] === true;
    const most = asNumber(values.value?.["maximumLength"]) ?? 0;
    return entry(name(), {
      type: isSecret ? "password" : "text", autocomplete: isSecret ? "new-password" : "off",
      minlength: asNumber(values.value?.["minimumLength"]), maxlength: most > 0 ? most : undefined,
    }, () => (typeof values.value?.["value"] === "string" ? values.value["value"] : ""), "", (value) => app.commands.write(part, TEXT_VALUE, { value }));
  };
}

/** @param {App} app @param {Part} part @param {() => string} name @returns {Child} */
function momentControl(app, part, name) {
  const values = reading(app, part, MOMENT);
  const shape = computed(() => `${isReadOnly(values.value)} ${momentInput(values.value)}`);
  return () => {
    const [isFixed, type] = shape.value.split(" ");
    if (isFixed === "true") return undefined;
    return entry(name(), { type, step: type === "date" ? undefined : 1 }, () => (typeof values.value?.["value"] === "string" ? values.value["value"] : ""), "", (text) => {
      const value = momentOf(text);
      return value !== undefined && app.commands.write(part, MOMENT, { value });
    });
  };
}

/**
 * A field with a button, because a value that is being typed must not be sent.
 *
 * @param {string} name
 * @param {import("../../lib/view.js").Attributes} attributes
 * @param {() => string} value
 * @param {string} unit
 * @param {(text: string) => unknown} send
 */
function entry(name, attributes, value, unit, send) {
  const input = el("input", { class: "input", ...attributes, ".value": value });
  return el("form", { class: "inline-form", onsubmit: (/** @type {Event} */ event) => {
    event.preventDefault();
    send(input.value);
  } },
    el("label", { class: "field" }, unit === "" ? name : `${name} (${unit})`, input),
    el("button", { type: "submit", class: "button", "aria-label": t("device.set", { what: name }) }, t("action.save")));
}

/** @param {App} app @param {Part} part @returns {Child} the events that are known */
function eventList(app, part) {
  const values = reading(app, part, NAMED_EVENT);
  return () => {
    const types = /** @type {readonly string[]} */ (values.value?.["types"] ?? []);
    return types.length > 0 && el("p", { class: "quiet" }, types.map(eventInWords).join(", "));
  };
}
