// The settings of appliances: temperature, spin speed, rinses, dryness, time and power; and their alarms.

import { asNumber } from "../../home/numbers.js";
import { alarmsOf } from "../../home/statuses.js";
import {
  DISHWASHER_ALARM, LAUNDRY_DRYER_CONTROLS, LAUNDRY_WASHER_CONTROLS, MICROWAVE_OVEN_CONTROL, MICROWAVE_OVEN_MODE,
  OPERATIONAL_STATE, REFRIGERATOR_ALARM, TEMPERATURE_CONTROL,
} from "../../home/traits.js";
import { duration, named, percent, temperature } from "../../home/words.js";
import { el } from "../../lib/view.js";
import { button } from "../elements.js";
import { chips, figures, labeled, labeledSlider, stepper } from "../fields.js";
import { accepts, reading } from "../inputs.js";
import { t } from "../text.js";
import { modeName, modesOf } from "./modes.js";

/** @typedef {import("../elements.js").App} App */
/** @typedef {import("../../home/parts.js").Part} Part */

/** @param {App} app @param {Part} part */
export function pageControls(app, part) {
  const has = (/** @type {number} */ trait) => part.traits.has(trait);
  return [
    has(TEMPERATURE_CONTROL) && temperatureOf(app, part),
    has(LAUNDRY_WASHER_CONTROLS) && washing(app, part),
    has(LAUNDRY_DRYER_CONTROLS) && drying(app, part),
    has(MICROWAVE_OVEN_CONTROL) && microwave(app, part),
    (has(DISHWASHER_ALARM) || has(REFRIGERATOR_ALARM)) && alarms(app, part),
  ];
}

/** @param {App} app @param {Part} part @returns the temperature's controls: degrees, or levels that the appliance names */
function temperatureOf(app, part) {
  const values = reading(app, part, TEMPERATURE_CONTROL);
  const set = (/** @type {import("../../lib/trait.js").TraitValues} */ to) => app.commands.invoke(part, TEMPERATURE_CONTROL, "setTemperature", to);
  const levels = () => /** @type {readonly string[]} */ (values.value?.["supportedTemperatureLevels"] ?? []);
  return [
    values.value !== undefined && "temperatureSetpoint" in values.value && labeled(t("control.setPoint"), stepper({
      label: t("control.setPoint"),
      value: () => asNumber(values.value?.["temperatureSetpoint"]),
      min: () => asNumber(values.value?.["minTemperature"]) ?? -27_315,
      max: () => asNumber(values.value?.["maxTemperature"]) ?? 32_767,
      step: asNumber(values.value?.["step"]) ?? 100,
      words: (value) => temperature(value / 100),
      send: (value) => set({ targetTemperature: value }),
    })),
    chips(t("appliance.temperature"), () => levels().map((text, key) => ({ key, text })), (key) => values.value?.["selectedTemperatureLevel"] === key,
      (key) => set({ targetTemperatureLevel: Number(key) })),
  ];
}

/** @param {App} app @param {Part} part */
function washing(app, part) {
  const values = reading(app, part, LAUNDRY_WASHER_CONTROLS);
  const speeds = () => /** @type {readonly string[]} */ (values.value?.["spinSpeeds"] ?? []);
  const rinses = () => /** @type {readonly string[]} */ (values.value?.["supportedRinses"] ?? []);
  const write = (/** @type {import("../../lib/trait.js").TraitValues} */ to) => app.commands.write(part, LAUNDRY_WASHER_CONTROLS, to);
  return [
    chips(t("appliance.spin"), () => speeds().map((text, key) => ({ key, text })), (key) => values.value?.["spinSpeedCurrent"] === key,
      (key) => write({ spinSpeedCurrent: Number(key) })),
    chips(t("appliance.rinses"), () => rinses().map((key) => ({ key, text: named("rinses.", key) })), (key) => values.value?.["numberOfRinses"] === key,
      (key) => write({ numberOfRinses: key })),
  ];
}

/** @param {App} app @param {Part} part */
function drying(app, part) {
  const values = reading(app, part, LAUNDRY_DRYER_CONTROLS);
  const levels = () => /** @type {readonly string[]} */ (values.value?.["supportedDrynessLevels"] ?? []);
  return chips(t("appliance.dryness"), () => levels().map((key) => ({ key, text: named("dryness.", key) })), (key) => values.value?.["selectedDrynessLevel"] === key,
    (key) => app.commands.write(part, LAUNDRY_DRYER_CONTROLS, { selectedDrynessLevel: key }));
}

/**
 * A microwave's controls. It takes time, power and mode in one command, and more time while it runs.
 *
 * @param {App} app
 * @param {Part} part
 */
function microwave(app, part) {
  const values = reading(app, part, MICROWAVE_OVEN_CONTROL);
  const state = reading(app, part, OPERATIONAL_STATE);
  const mode = reading(app, part, MICROWAVE_OVEN_MODE);
  const modeType = app.home.schemas.get(MICROWAVE_OVEN_MODE);
  const set = (/** @type {import("../../lib/trait.js").TraitValues} */ to) => app.commands.invoke(part, MICROWAVE_OVEN_CONTROL, "setCookingParameters", to);
  const isIdle = () => state.value?.["operationalState"] !== "running";
  const watts = () => /** @type {readonly number[]} */ (values.value?.["supportedWatts"] ?? []);
  return [
    labeled(t("appliance.cookTime"), stepper({
      label: t("appliance.cookTime"), step: 30,
      value: () => asNumber(values.value?.["cookTime"]), min: () => 30, max: () => asNumber(values.value?.["maxCookTime"]) ?? 86_400,
      words: (value) => duration(value, true), send: (value) => set({ cookTime: value }),
    })),
    values.value !== undefined && "powerSetting" in values.value && labeledSlider({
      label: t("control.power"), class: "always",
      min: asNumber(values.value["minPower"]) ?? 10, max: asNumber(values.value["maxPower"]) ?? 100, step: asNumber(values.value["powerStep"]) ?? 10,
      value: () => asNumber(values.value?.["powerSetting"]), words: (value) => percent(value / 100), send: (value) => set({ powerSetting: value }),
    }),
    chips(t("control.power"), () => watts().map((watt, key) => ({ key, text: `${watt}\u00a0W` })), (key) => values.value?.["selectedWattIndex"] === key,
      (key) => set({ wattSettingIndex: Number(key) })),
    modeType && chips(t("control.mode"), () => modesOf(mode.value).map((one) => ({ key: one.mode ?? 0, text: modeName(modeType, one) })),
      (key) => mode.value?.["currentMode"] === key, (key) => set({ cookMode: Number(key) })),
    el("div", { class: "buttons wide" }, button(t("appliance.addTime", { time: duration(30) }),
      () => app.commands.invoke(part, MICROWAVE_OVEN_CONTROL, "addMoreTime", { timeToAdd: 30 }), "", { disabled: isIdle })),
  ];
}

/** @param {App} app @param {Part} part */
function alarms(app, part) {
  const read = (/** @type {number} */ trait) => app.home.trait(part.deviceId, part.endpoint, trait);
  const dishwasher = reading(app, part, DISHWASHER_ALARM);
  const raised = () => alarmsOf(read, app.home);
  return [
    figures([t("appliance.alarms"), () => raised().join(", ") || undefined]),
    // Latched alarms stay until a person resets them.
    () => accepts(dishwasher.value, 0) && (asNumber(dishwasher.value?.["latch"]) ?? 0) !== 0
      && button(t("appliance.resetAlarm"), () => app.commands.invoke(part, DISHWASHER_ALARM, "reset", { alarms: asNumber(dishwasher.value?.["latch"]) ?? 0 })),
  ];
}
