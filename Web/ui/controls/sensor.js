// Readings of sensors in words and people's units, with the level if the sensor reports one.

import { airMeasures, concentrationInWords, levelInWords, pollutants } from "../../home/air.js";
import { measures } from "../../home/status.js";
import { AIR_QUALITY } from "../../home/traits.js";
import { figures } from "../fields.js";
import { reading } from "../inputs.js";
import { hasText, t } from "../text.js";
import { label } from "../../home/words.js";

/** @typedef {import("../elements.js").App} App */
/** @typedef {import("../../home/parts.js").Part} Part */

/** @param {App} app @param {number} trait */
function nameOf(app, trait) {
  const name = app.home.schemas.get(trait)?.name ?? "";
  return hasText(`trait.${name}`) ? t(`trait.${name}`) : label(name.replace(/(Concentration)?Measurement$/, ""));
}

/** @param {App} app @param {Part} part */
export function pageControls(app, part) {
  const quality = reading(app, part, AIR_QUALITY);
  const known = [...airMeasures, ...measures].filter(([trait]) => part.traits.has(trait));
  // A single value is already shown in the panel's head.
  if (known.length < 2 && !part.traits.has(AIR_QUALITY)) return undefined;
  return figures(
    part.traits.has(AIR_QUALITY) && [t("air.quality"), () => levelInWords(quality.value?.["airQuality"])],
    ...known.map(([trait, , words]) => {
      const values = reading(app, part, trait);
      return /** @type {[string, () => string | undefined]} */ ([nameOf(app, trait), () => {
        if (!values.value) return undefined;
        const level = pollutants.includes(trait) ? values.value["levelValue"] : undefined;
        const value = words(values.value);
        const judged = level !== undefined && level !== "unknown" && value !== concentrationInWords({ levelValue: level }) ? levelInWords(level) : undefined;
        return [value, judged].filter(Boolean).join(" · ") || undefined;
      }]);
    }));
}
