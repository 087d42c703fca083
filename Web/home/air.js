// Readings of air and soil sensors in words: in the sensor's own unit, or as a level.

import { asNumber } from "./numbers.js";
import {
  CARBON_DIOXIDE, CARBON_MONOXIDE, FORMALDEHYDE, NITROGEN_DIOXIDE, ORGANIC_COMPOUNDS, OZONE, PM1, PM10, PM25, RADON, SOIL,
} from "./traits.js";
import { named, number, percent } from "./words.js";

/** @typedef {import("../lib/trait.js").TraitValues} TraitValues */
/** @typedef {import("./status.js").Measure} Measure */

const units = /** @type {Record<string, string>} */ ({
  ppm: "ppm", ppb: "ppb", ppt: "ppt", mgm3: "mg/m³", ugm3: "µg/m³", ngm3: "ng/m³", pm3: "1/m³", bqm3: "Bq/m³",
});

/** @param {unknown} name a constant of an enum of levels, such as "veryPoor" */
export const levelInWords = (name) => named("level.", name);

/** @param {TraitValues} values @returns {string | undefined} */
export function concentrationInWords(values) {
  const value = asNumber(values["measuredValue"]);
  const unit = String(values["measurementUnit"] ?? "ppm").toLowerCase();
  if (value !== undefined) return `${number(value, Math.abs(value) < 10 ? 2 : 0)}\u00a0${units[unit] ?? unit}`;
  const level = values["levelValue"];
  return level === undefined || level === "unknown" ? undefined : levelInWords(level);
}

/** @type {readonly (readonly [trait: number, symbol: string])[]} the most dangerous substances first */
const symbols = [
  [CARBON_MONOXIDE, "CO"], [CARBON_DIOXIDE, "CO₂"], [PM25, "PM2.5"], [PM10, "PM10"], [PM1, "PM1"], [ORGANIC_COMPOUNDS, "VOC"],
  [NITROGEN_DIOXIDE, "NO₂"], [OZONE, "O₃"], [FORMALDEHYDE, "HCHO"], [RADON, "Rn"],
];
export const pollutants = symbols.map(([trait]) => trait);

/** @type {readonly Measure[]} */
export const airMeasures = [
  [SOIL, "leak", (values) => {
    const moisture = asNumber(values["soilMoistureMeasuredValue"]);
    return moisture === undefined ? undefined : percent(moisture / 100);
  }],
  ...symbols.map(([trait, symbol]) => /** @type {Measure} */ ([trait, "air", concentrationInWords, symbol])),
];
