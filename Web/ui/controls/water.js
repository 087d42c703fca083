// Controls of valves (also for a limited time) and pumps, with the flow.

import { asNumber } from "../../home/numbers.js";
import { secondsLeft } from "../../home/operation.js";
import { PUMP, VALVE } from "../../home/traits.js";
import { inWords } from "../../home/values.js";
import { duration, named, number, percent, scaled } from "../../home/words.js";
import { actionButtons, chips, figures, labeledSlider } from "../fields.js";
import { reading } from "../inputs.js";
import { t } from "../text.js";

/** @typedef {import("../elements.js").App} App */
/** @typedef {import("../../home/parts.js").Part} Part */
/** @typedef {import("../../lib/trait.js").TraitValues} TraitValues */

/** The offered times to open a valve for, in seconds. */
const times = [300, 900, 1800];

/**
 * @param {App} app
 * @param {Part} part
 * @param {boolean} withTimes
 * @returns {() => import("../fields.js").Action[]}
 */
function valveActions(app, part, withTimes) {
  const values = reading(app, part, VALVE);
  const open = (/** @type {TraitValues} */ how) => () => app.commands.invoke(part, VALVE, "open", how);
  return () => {
    const state = values.value?.["currentState"] === "transitioning" ? values.value["targetState"] : values.value?.["currentState"];
    if (state === "open") return [{ slot: "main", icon: "stop", text: t("control.close"), run: () => app.commands.invoke(part, VALVE, "close") }];
    return [
      { slot: "main", icon: "play", text: t("control.open"), run: open({}) },
      ...(withTimes ? times.map((seconds) => ({ slot: String(seconds), icon: "play", text: t("valve.openFor", { time: duration(seconds) }), run: open({ openDuration: seconds }) })) : []),
    ];
  };
}

/** @param {App} app @param {Part} part */
export const tileControl = (app, part) => part.traits.has(VALVE) && actionButtons(t("control.position"), valveActions(app, part, false), true);

/** @param {App} app @param {Part} part */
export const pageControls = (app, part) => [part.traits.has(VALVE) && valve(app, part), part.traits.has(PUMP) && pump(app, part)];

/** @param {App} app @param {Part} part */
function valve(app, part) {
  const values = reading(app, part, VALVE);
  const isOpen = () => values.value?.["currentState"] !== "closed";
  return [
    actionButtons(t("control.position"), valveActions(app, part, true)),
    values.value !== undefined && "currentLevel" in values.value && labeledSlider({
      label: t("control.lift"), step: asNumber(values.value["levelStep"]) ?? 1,
      value: () => (isOpen() ? asNumber(values.value?.["currentLevel"]) : 0), words: (value) => t("state.openBy", { percent: percent(value / 100) }),
      send: (value) => (value === 0 ? app.commands.invoke(part, VALVE, "close") : app.commands.invoke(part, VALVE, "open", { targetLevel: value })),
    }),
    figures([t("appliance.timeLeft"), () => {
      const seconds = secondsLeft(app.home, part, VALVE, 1, { attribute: "remainingDuration", isRunning: isOpen() });
      return seconds === undefined ? undefined : duration(seconds);
    }], [t("trouble"), bits(app, part, VALVE, "valveFault")]),
  ];
}

/** @param {App} app @param {Part} part */
function pump(app, part) {
  const values = reading(app, part, PUMP);
  const features = asNumber(values.value?.["featureMap"]) ?? 0;
  const controls = ["constantSpeed", "constantPressure", "proportionalPressure", "constantFlow", "constantTemperature", "automatic"];
  // The feature that each control mode needs, in the order of `controls`.
  const needed = [0x8, 0x1, 0x2, 0x4, 0x10, 0x20];
  const modes = controls.filter((_, index) => (features & (needed[index] ?? 0)) !== 0);
  const told = (/** @type {string} */ attribute, /** @type {(value: number) => string} */ words) => () => {
    const value = asNumber(values.value?.[attribute]);
    return value === undefined ? undefined : words(value);
  };
  const write = (/** @type {TraitValues} */ to) => app.commands.write(part, PUMP, to);
  return [
    chips(t("pump.operation"), () => ["normal", "minimum", "maximum"].map((key) => ({ key, text: named("pump.", key) })), (key) => values.value?.["operationMode"] === key,
      (key) => write({ operationMode: key })),
    modes.length > 1 && chips(t("pump.keeps"), () => modes.map((key) => ({ key, text: named("pump.", key) })), (key) => values.value?.["controlMode"] === key,
      (key) => write({ controlMode: key })),
    figures(
      [t("pump.capacity"), told("capacity", (value) => percent(value / 10_000))],
      [t("control.speed"), told("speed", (value) => `${number(value, 0)}\u00a0/min`)],
      [t("energy.power"), told("power", (value) => scaled(value, "W"))],
      [t("energy.used"), told("lifetimeEnergyConsumed", (value) => scaled(value, "Wh"))],
      [t("pump.hours"), told("lifetimeRunningHours", (value) => `${number(value, 0)}\u00a0h`)],
      [t("pump.status"), bits(app, part, PUMP, "pumpStatus")]),
  ];
}

/**
 * The names of a bitmap's set bits.
 *
 * @param {App} app
 * @param {Part} part
 * @param {number} trait
 * @param {string} attribute
 */
function bits(app, part, trait, attribute) {
  const values = reading(app, part, trait);
  const type = app.home.schemas.get(trait);
  const field = type?.attributes.byName.get(attribute)?.schema;
  return () => {
    const value = asNumber(values.value?.[attribute]) ?? 0;
    return type && field && value !== 0 ? inWords(type, field, value) : undefined;
  };
}
