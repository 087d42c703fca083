// Controls of humidifiers and dehumidifiers: mode, set point, mist and the tank's level.

import { asNumber } from "../../home/numbers.js";
import { HUMIDIFIER_DEHUMIDIFIER, HUMIDISTAT, WATER_TANK } from "../../home/traits.js";
import { named, percent } from "../../home/words.js";
import { chips, figures, labeled, labeledSlider, stepper, switchRow } from "../fields.js";
import { reading } from "../inputs.js";
import { t } from "../text.js";
import { filter } from "./fan.js";

/** @typedef {import("../elements.js").App} App */
/** @typedef {import("../../home/parts.js").Part} Part */
/** @typedef {import("../../lib/trait.js").TraitValues} TraitValues */

const Feature = /** @type {const} */ ({ HUMIDIFIER: 0x1, DEHUMIDIFIER: 0x2, AUTO: 0x10, FAN_ONLY: 0x20, WARM_MIST: 0x80, COLD_MIST: 0x100 });
const Mist = /** @type {const} */ ({ COLD: 0x1, WARM: 0x2 });

/** @param {App} app @param {Part} part */
export function tileControl(app, part) {
  if (part.traits.has(HUMIDISTAT)) return setPoint(app, part);
  return undefined;
}

/** @param {App} app @param {Part} part */
function setPoint(app, part) {
  const values = reading(app, part, HUMIDISTAT);
  return values.value !== undefined && "userSetpoint" in values.value && stepper({
    label: t("humidity.setPoint"),
    value: () => asNumber(values.value?.["userSetpoint"]),
    min: () => asNumber(values.value?.["minSetpoint"]) ?? 0,
    max: () => asNumber(values.value?.["maxSetpoint"]) ?? 100,
    step: asNumber(values.value["step"]) ?? 5,
    words: (value) => percent(value / 100),
    send: (value) => app.commands.invoke(part, HUMIDISTAT, "setSettings", { userSetpoint: value }),
  });
}

/** @param {App} app @param {Part} part */
export function pageControls(app, part) {
  return [
    part.traits.has(HUMIDISTAT) && humidistat(app, part),
    part.traits.has(HUMIDIFIER_DEHUMIDIFIER) && humidifier(app, part),
    part.traits.has(WATER_TANK) && filter(app, part, WATER_TANK, t("humidity.tank")),
  ];
}

/** @param {App} app @param {Part} part */
function humidistat(app, part) {
  const values = reading(app, part, HUMIDISTAT);
  const features = asNumber(values.value?.["featureMap"]) ?? 0;
  const has = (/** @type {number} */ feature) => (features & feature) !== 0;
  const set = (/** @type {TraitValues} */ to) => app.commands.invoke(part, HUMIDISTAT, "setSettings", to);
  const modes = [
    "off", ...(has(Feature.HUMIDIFIER) ? ["humidifier"] : []), ...(has(Feature.DEHUMIDIFIER) ? ["dehumidifier"] : []),
    ...(has(Feature.AUTO) ? ["auto"] : []), ...(has(Feature.FAN_ONLY) ? ["fanOnly"] : []),
  ];
  const point = setPoint(app, part);
  const mist = () => asNumber(values.value?.["mistType"]) ?? 0;
  const flag = (/** @type {string} */ name) => values.value !== undefined && name in values.value
    && switchRow(t(`humidity.${name}`), () => values.value?.[name] === true, (wanted) => set({ [name]: wanted }));
  return [
    chips(t("control.mode"), () => modes.map((key) => ({ key, text: named("humidityMode.", key) })), (key) => values.value?.["mode"] === key, (key) => set({ mode: key })),
    point && labeled(t("humidity.setPoint"), point),
    has(Feature.WARM_MIST) && has(Feature.COLD_MIST) && chips(t("humidity.mist"),
      () => [{ key: Mist.COLD, text: t("humidity.cold") }, { key: Mist.WARM, text: t("humidity.warm") }], (key) => (mist() & Number(key)) !== 0, (key) => set({ mistType: Number(key) })),
    flag("continuous"), flag("sleep"), flag("optimal"),
  ];
}

/** @param {App} app @param {Part} part */
function humidifier(app, part) {
  const values = reading(app, part, HUMIDIFIER_DEHUMIDIFIER);
  const write = (/** @type {TraitValues} */ to) => app.commands.write(part, HUMIDIFIER_DEHUMIDIFIER, to);
  const targets = ["humidifierOrDehumidifier", "humidifier", "dehumidifier"];
  const threshold = (/** @type {string} */ name) => values.value !== undefined && name in values.value && labeledSlider({
    label: t(`humidity.${name}`), class: "always", value: () => asNumber(values.value?.[name]), words: (value) => percent(value / 100), send: (value) => write({ [name]: value }),
  });
  return [
    switchRow(t("control.power"), () => values.value?.["active"] === true, (active) => write({ active })),
    chips(t("control.mode"), () => targets.map((key) => ({ key, text: named("humidityMode.", key) })), (key) => values.value?.["targetState"] === key, (key) => write({ targetState: key })),
    threshold("humidifierThreshold"), threshold("dehumidifierThreshold"),
    figures([t("humidity.tank"), () => {
      const level = asNumber(values.value?.["waterLevel"]);
      return level === undefined ? undefined : percent(level / 100);
    }]),
  ];
}
