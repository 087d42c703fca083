// Controls of thermostats: mode, set points within their limits and dead band, presets and the active schedule.

import { hex } from "../../lib/bytes.js";
import { asNumber } from "../../home/numbers.js";
import { THERMOSTAT } from "../../home/traits.js";
import { dateAndTime, matterEpoch, named, percent, temperature } from "../../home/words.js";
import { computed, el, list } from "../../lib/view.js";
import { chips, figures } from "../fields.js";
import { reading } from "../inputs.js";
import { language, t } from "../text.js";
import { dial } from "./dial.js";
import { limits, setPoint, setPointLabel, setPoints } from "./tile.js";

/** @typedef {import("../elements.js").App} App */
/** @typedef {import("../../home/parts.js").Part} Part */
/** @typedef {import("../../lib/trait.js").TraitValues} TraitValues */
/** @typedef {import("./tile.js").Side} Side */
/** @typedef {{presetHandle?: Uint8Array | null, presetScenario?: string | number, name?: string | null}} Preset */
/** @typedef {{dayOfWeek?: number, transitionTime?: number, presetHandle?: Uint8Array, systemMode?: string, coolingSetpoint?: number, heatingSetpoint?: number}} Transition */
/** @typedef {{scheduleHandle?: Uint8Array | null, name?: string, transitions?: readonly Transition[]}} Schedule */

const Feature = /** @type {const} */ ({ HEATING: 0x1, COOLING: 0x2, AUTO: 0x20 });

/**
 * The modes that the thermostat's features allow.
 *
 * @param {TraitValues | undefined} values
 */
export function modes(values) {
  const features = asNumber(values?.["featureMap"]) ?? 0;
  const sequence = values?.["controlSequenceOfOperation"];
  const heats = (features & Feature.HEATING) !== 0 && sequence !== "coolingOnly" && sequence !== "coolingWithReheat";
  const cools = (features & Feature.COOLING) !== 0 && sequence !== "heatingOnly" && sequence !== "heatingWithReheat";
  return ["off", ...(heats ? ["heat"] : []), ...(cools ? ["cool"] : []), ...((features & Feature.AUTO) !== 0 && heats && cools ? ["auto"] : [])];
}

/** @param {App} app @param {Part} part */
export function pageControls(app, part) {
  const values = reading(app, part, THERMOSTAT);
  const sides = computed(() => setPoints(values.value).join(" "));
  const told = (/** @type {string} */ attribute, /** @type {(value: number) => string} */ words) => () => {
    const value = asNumber(values.value?.[attribute]);
    return value === undefined ? undefined : words(value);
  };
  return [
    chips(t("control.mode"), () => modes(values.value).map((key) => ({ key, text: named("mode.", key) })), (key) => values.value?.["systemMode"] === key,
      (key) => app.commands.write(part, THERMOSTAT, { systemMode: key })),
    el("div", { class: "dials" }, () => sides.value.split(" ").filter((side) => side !== "").map((side) => el("div", { class: "dial-box" }, setPointDial(app, part, /** @type {Side} */ (side)), setPoint(app, part, /** @type {Side} */ (side))))),
    presets(app, part),
    figures(
      [t("thermostat.outside"), told("outdoorTemperature", (value) => temperature(value / 100))],
      [t("thermostat.heatDemand"), told("piHeatingDemand", (value) => percent(value / 100))],
      [t("thermostat.coolDemand"), told("piCoolingDemand", (value) => percent(value / 100))],
      [t("thermostat.holdUntil"), told("setpointHoldExpiryTimestamp", (value) => dateAndTime(matterEpoch + value * 1000))]),
    schedule(app, part),
  ];
}

/**
 * @param {App} app
 * @param {Part} part
 * @param {Side} side
 */
function setPointDial(app, part, side) {
  const values = reading(app, part, THERMOSTAT);
  const attribute = `occupied${side}Setpoint`;
  return dial({
    label: setPointLabel(side), step: 50, words: (value) => temperature(value / 100),
    value: () => asNumber(values.value?.[attribute]), measured: () => asNumber(values.value?.["localTemperature"]),
    min: () => limits(values.value, side)[0], max: () => limits(values.value, side)[1],
    send: (value) => app.commands.write(part, THERMOSTAT, { [attribute]: value }),
  });
}

/** @param {Uint8Array | null | undefined} handle */
const keyOf = (handle) => (handle ? hex(handle) : "");

/** @param {Preset | undefined} preset */
const presetName = (preset) => (preset?.name ? preset.name : named("preset.", preset?.presetScenario));

/** @param {App} app @param {Part} part */
function presets(app, part) {
  const values = reading(app, part, THERMOSTAT);
  const all = () => /** @type {readonly Preset[]} */ (values.value?.["presets"] ?? []);
  const active = () => keyOf(/** @type {Uint8Array | null | undefined} */ (values.value?.["activePresetHandle"]));
  return chips(t("thermostat.presets"), () => all().map((preset) => ({ key: keyOf(preset.presetHandle), text: presetName(preset) })), (key) => active() === key,
    (key) => {
      const preset = all().find((one) => keyOf(one.presetHandle) === key);
      return app.commands.invoke(part, THERMOSTAT, "setActivePresetRequest", { presetHandle: active() === key ? null : preset?.presetHandle ?? null });
    });
}

/** @param {App} app @param {Part} part @returns the transitions of the active schedule */
function schedule(app, part) {
  const values = reading(app, part, THERMOSTAT);
  const active = computed(() => {
    const handle = keyOf(/** @type {Uint8Array | null | undefined} */ (values.value?.["activeScheduleHandle"]));
    return handle === "" ? undefined : /** @type {readonly Schedule[]} */ (values.value?.["schedules"] ?? []).find((one) => keyOf(one.scheduleHandle) === handle);
  });
  const presetOf = (/** @type {Transition} */ one) =>
    one.presetHandle && /** @type {readonly Preset[]} */ (values.value?.["presets"] ?? []).find((preset) => keyOf(preset.presetHandle) === keyOf(one.presetHandle));
  const what = (/** @type {Transition} */ one) => [
    one.systemMode !== undefined && named("mode.", one.systemMode), presetOf(one) && presetName(presetOf(one) || undefined),
    one.heatingSetpoint !== undefined && temperature(one.heatingSetpoint / 100), one.coolingSetpoint !== undefined && temperature(one.coolingSetpoint / 100),
  ].filter(Boolean).join(", ");
  return el("div", { class: "labeled", hidden: () => active.value === undefined },
    el("span", {}, () => active.value?.name || t("thermostat.schedule")),
    el("ol", { class: "steps schedule" }, list(() => active.value?.transitions ?? [], (one) => `${one.dayOfWeek}/${one.transitionTime}`, (one) =>
      el("li", {}, el("time", {}, () => `${days(one.value.dayOfWeek ?? 0)} ${timeOfDay(one.value.transitionTime ?? 0)}`), el("span", {}, () => what(one.value))))));
}

/** @param {number} bits of weekdays, Sunday first; 2024-06-02 was a Sunday */
function days(bits) {
  const format = new Intl.DateTimeFormat(language(), { weekday: "short", timeZone: "UTC" });
  return [0, 1, 2, 3, 4, 5, 6].filter((day) => (bits & (1 << day)) !== 0).map((day) => format.format(Date.UTC(2024, 5, 2 + day))).join(", ");
}

/** @param {number} minutes since midnight */
const timeOfDay = (minutes) => new Intl.DateTimeFormat(language(), { hour: "2-digit", minute: "2-digit", timeZone: "UTC" }).format(minutes * 60_000);
