// Controls of car chargers: start and stop, the current limit, and the energy of the session.

import { asNumber } from "../../home/numbers.js";
import { powerOf } from "../../home/statuses.js";
import { ENERGY_EVSE } from "../../home/traits.js";
import { dateAndTime, duration, matterEpoch, named, percent, scaled } from "../../home/words.js";
import { actionButtons, figures, labeledSlider } from "../fields.js";
import { reading } from "../inputs.js";
import { t } from "../text.js";

/** @typedef {import("../elements.js").App} App */
/** @typedef {import("../../home/parts.js").Part} Part */
/** @typedef {import("../../lib/trait.js").TraitValues} TraitValues */

/**
 * @param {App} app
 * @param {Part} part
 * @returns {() => import("../fields.js").Action[]}
 */
function actions(app, part) {
  const values = reading(app, part, ENERGY_EVSE);
  return () => {
    const supply = values.value?.["supplyState"];
    const charges = supply === "chargingEnabled" || supply === "enabled";
    if (supply === "dischargingEnabled" || charges) return [{ slot: "main", icon: "stop", text: t("charger.stop"), run: () => app.commands.invoke(part, ENERGY_EVSE, "disable") }];
    const least = asNumber(values.value?.["minimumChargeCurrent"]) ?? 6_000;
    return [{
      slot: "main", icon: "play", text: t("charger.start"), isOff: supply === "disabledError" || supply === "disabledDiagnostics",
      // No end time, and the circuit's maximum: the charger's own limit still applies.
      run: () => app.commands.invoke(part, ENERGY_EVSE, "enableCharging", {
        chargingEnabledUntil: null, minimumChargeCurrent: BigInt(least), maximumChargeCurrent: BigInt(mostCurrent(values.value)),
      }),
    }];
  };
}

/** @param {TraitValues | undefined} values @returns {number} in mA */
const mostCurrent = (values) => asNumber(values?.["circuitCapacity"]) || asNumber(values?.["maximumChargeCurrent"]) || 32_000;

/** @param {App} app @param {Part} part */
export const tileControl = (app, part) => actionButtons(t("charger.charging"), actions(app, part), true);

/** @param {App} app @param {Part} part */
export function pageControls(app, part) {
  const values = reading(app, part, ENERGY_EVSE);
  const told = (/** @type {string} */ attribute, /** @type {(value: number) => string} */ words) => () => {
    const value = asNumber(values.value?.[attribute]);
    return value === undefined ? undefined : words(value);
  };
  const time = (/** @type {number} */ value) => dateAndTime(matterEpoch + value * 1000);
  return [
    figures(
      [t("energy.power"), () => {
        const power = powerOf(part, app.home);
        return power === undefined ? undefined : scaled(Math.abs(power), "W");
      }],
      [t("charger.session"), told("sessionEnergyCharged", (value) => scaled(value / 1000, "Wh"))],
      [t("charger.given"), told("sessionEnergyDischarged", (value) => scaled(value / 1000, "Wh"))],
      [t("charger.duration"), told("sessionDuration", duration)],
      [t("charger.charge"), told("stateOfCharge", (value) => percent(value / 100))],
      [t("charger.limit"), told("maximumChargeCurrent", (value) => scaled(value / 1000, "A"))],
      [t("charger.circuit"), told("circuitCapacity", (value) => scaled(value / 1000, "A"))],
      [t("charger.nextStart"), told("nextChargeStartTime", time)],
      [t("charger.readyAt"), told("nextChargeTargetTime", time)],
      [t("trouble"), () => {
        const fault = values.value?.["faultState"];
        return fault === "noError" || fault === undefined ? undefined : named("chargerFault.", fault);
      }]),
    actionButtons(t("charger.charging"), actions(app, part)),
    values.value !== undefined && "userMaximumChargeCurrent" in values.value && labeledSlider({
      label: t("charger.ownLimit"), class: "always", step: 1,
      min: Math.ceil((asNumber(values.value["minimumChargeCurrent"]) ?? 6_000) / 1000), max: Math.floor(mostCurrent(values.value) / 1000),
      value: () => (asNumber(values.value?.["userMaximumChargeCurrent"]) || mostCurrent(values.value)) / 1000,
      words: (value) => scaled(value, "A"),
      send: (value) => app.commands.write(part, ENERGY_EVSE, { userMaximumChargeCurrent: BigInt(value * 1000) }),
    }),
  ];
}
