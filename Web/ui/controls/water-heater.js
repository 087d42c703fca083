// Controls of water heaters: the amount of hot water, and a boost. Their thermostat has the temperature.

import { asNumber } from "../../home/numbers.js";
import { WATER_HEATER } from "../../home/traits.js";
import { inWords } from "../../home/values.js";
import { duration, percent, scaled } from "../../home/words.js";
import { actionButtons, figures } from "../fields.js";
import { reading } from "../inputs.js";
import { t } from "../text.js";

/** @typedef {import("../elements.js").App} App */
/** @typedef {import("../../home/parts.js").Part} Part */

/** The offered lengths of a boost, in seconds. */
const boosts = [1800, 3600, 7200];

/** @param {App} app @param {Part} part */
export function pageControls(app, part) {
  const values = reading(app, part, WATER_HEATER);
  const type = app.home.schemas.get(WATER_HEATER);
  const isBoosted = () => values.value?.["boostState"] === "active";
  const send = (/** @type {string} */ name, to = {}) => app.commands.invoke(part, WATER_HEATER, name, to);
  const bits = (/** @type {string} */ attribute) => () => {
    const field = type?.attributes.byName.get(attribute)?.schema;
    const value = asNumber(values.value?.[attribute]) ?? 0;
    return type && field && value !== 0 ? inWords(type, field, value) : undefined;
  };
  const told = (/** @type {string} */ attribute, /** @type {(value: number) => string} */ words) => () => {
    const value = asNumber(values.value?.[attribute]);
    return value === undefined ? undefined : words(value);
  };
  return [
    actionButtons(t("waterHeater.boost"), () => (isBoosted()
      ? [{ slot: "0", icon: "stop", text: t("waterHeater.endBoost"), run: () => send("cancelBoost") }]
      : boosts.map((seconds, index) => ({ slot: String(index), icon: "play", text: t("waterHeater.boostFor", { time: duration(seconds) }), run: () => send("boost", { boostInfo: { duration: seconds } }) })))),
    figures(
      [t("waterHeater.tank"), told("tankPercentage", (value) => percent(value / 100))],
      [t("waterHeater.volume"), told("tankVolume", (value) => `${value}\u00a0l`)],
      [t("waterHeater.heatsWith"), bits("heatDemand")],
      [t("waterHeater.needs"), told("estimatedHeatRequired", (value) => scaled(value / 1000, "Wh"))]),
  ];
}
