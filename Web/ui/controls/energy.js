// Readings of meters, solar panels and batteries: power, total energy and charge.

import { asNumber } from "../../home/numbers.js";
import { DEVICE_ENERGY_MANAGEMENT, ELECTRICAL_ENERGY, ELECTRICAL_POWER, POWER_SOURCE } from "../../home/traits.js";
import { duration, named, number, percent, scaled } from "../../home/words.js";
import { figures } from "../fields.js";
import { reading } from "../inputs.js";
import { t } from "../text.js";

/** @typedef {import("../elements.js").App} App */
/** @typedef {import("../../home/parts.js").Part} Part */
/** @typedef {import("../../lib/trait.js").TraitValues} TraitValues */

/** @param {App} app @param {Part} part */
export function pageControls(app, part) {
  const power = reading(app, part, ELECTRICAL_POWER);
  const energy = reading(app, part, ELECTRICAL_ENERGY);
  const battery = reading(app, part, POWER_SOURCE);
  const management = reading(app, part, DEVICE_ENERGY_MANAGEMENT);
  /** @param {import("../../lib/view.js").Readable<TraitValues | undefined>} values @param {string} attribute @param {(value: number) => string} words */
  const told = (values, attribute, words) => () => {
    const value = asNumber(values.value?.[attribute]);
    return value === undefined ? undefined : words(value);
  };
  /** @param {string} attribute */
  const measured = (attribute) => () => {
    const value = asNumber(/** @type {TraitValues | null | undefined} */ (energy.value?.[attribute])?.["energy"]);
    return value === undefined ? undefined : scaled(value / 1000, "Wh");
  };
  const milli = (/** @type {string} */ symbol) => (/** @type {number} */ value) => scaled(value / 1000, symbol);
  const isStorage = part.kind === "battery";
  return [
    figures(
      part.kind !== "charger" && [t("energy.power"), told(power, "activePower", (value) => (value < 0 ? t("energy.givenPower", { power: scaled(-value / 1000, "W") }) : scaled(value / 1000, "W")))],
      [t("energy.voltage"), () => told(power, "rmsVoltage", milli("V"))() ?? told(power, "voltage", milli("V"))()],
      [t("energy.current"), () => told(power, "rmsCurrent", milli("A"))() ?? told(power, "activeCurrent", milli("A"))()],
      [t("energy.frequency"), told(power, "frequency", (value) => `${number(value / 1000, 2)}\u00a0Hz`)],
      [t("energy.powerFactor"), told(power, "powerFactor", (value) => percent(value / 10_000))],
      [t("energy.imported"), measured("cumulativeEnergyImported")],
      [t("energy.exported"), measured("cumulativeEnergyExported")],
      [t("energy.importedLately"), measured("periodicEnergyImported")],
      [t("energy.exportedLately"), measured("periodicEnergyExported")],
      isStorage && [t("part.battery"), told(battery, "batPercentRemaining", (value) => percent(value / 200))],
      isStorage && [t("energy.lasts"), told(battery, "batTimeRemaining", duration)],
      isStorage && [t("energy.fullIn"), told(battery, "batTimeToFullCharge", duration)],
      isStorage && [t("energy.batteryVoltage"), told(battery, "batVoltage", milli("V"))],
      isStorage && [t("energy.capacity"), told(battery, "batCapacity", (value) => `${number(value, 0)}\u00a0mAh`)]),
    part.traits.has(DEVICE_ENERGY_MANAGEMENT) && figures(
      [t("energy.management"), () => {
        const state = management.value?.["esaState"];
        return state === undefined ? undefined : named("energyState.", state);
      }],
      [t("energy.optOut"), () => {
        const state = management.value?.["optOutState"];
        return state === undefined || state === "noOptOut" ? undefined : named("optOut.", state);
      }]),
  ];
}
