// Controls of fans, hoods and air purifiers: speed, mode, rocking, wind, direction and the filters' condition.

import { asNumber } from "../../home/numbers.js";
import { AIR_PURIFIER_STATE, CARBON_FILTER, FAN_CONTROL, HEPA_FILTER } from "../../home/traits.js";
import { ago, matterEpoch, named, percent } from "../../home/words.js";
import { el } from "../../lib/view.js";
import { button } from "../elements.js";
import { chips, figures, labeled, switchRow } from "../fields.js";
import { accepts, reading } from "../inputs.js";
import { speedSlider } from "./tile.js";
import { t } from "../text.js";

/** @typedef {import("../elements.js").App} App */
/** @typedef {import("../../home/parts.js").Part} Part */
/** @typedef {import("../../lib/trait.js").TraitValues} TraitValues */

/**
 * The modes of a fan, from its sequence, such as "offLowMedHighAuto".
 *
 * @param {TraitValues | undefined} values
 */
export function fanModes(values) {
  const sequence = values?.["fanModeSequence"];
  const names = { Off: "off", Low: "low", Med: "medium", High: "high", Auto: "auto" };
  if (typeof sequence !== "string") return [];
  return Object.entries(names).filter(([part]) => sequence.toLowerCase().includes(part.toLowerCase())).map(([, name]) => name);
}

/** @param {App} app @param {Part} part */
export function pageControls(app, part) {
  return [
    part.traits.has(FAN_CONTROL) && fan(app, part),
    part.traits.has(AIR_PURIFIER_STATE) && purifier(app, part),
    part.traits.has(HEPA_FILTER) && filter(app, part, HEPA_FILTER, t("fan.hepaFilter")),
    part.traits.has(CARBON_FILTER) && filter(app, part, CARBON_FILTER, t("fan.carbonFilter")),
  ];
}

/** @param {App} app @param {Part} part */
function fan(app, part) {
  const values = reading(app, part, FAN_CONTROL);
  const write = (/** @type {TraitValues} */ to) => app.commands.write(part, FAN_CONTROL, to);
  // A chip for each supported bit.
  const bits = (/** @type {"rock" | "wind"} */ what, /** @type {readonly string[]} */ names) => chips(t(`fan.${what}`),
    () => names.map((name, index) => ({ key: 1 << index, text: named("fan.", name) })).filter(({ key }) => ((asNumber(values.value?.[`${what}Support`]) ?? 0) & key) !== 0),
    (key) => ((asNumber(values.value?.[`${what}Setting`]) ?? 0) & Number(key)) !== 0,
    (key) => write({ [`${what}Setting`]: (asNumber(values.value?.[`${what}Setting`]) ?? 0) ^ Number(key) }));
  return [
    labeled(t("control.speed"), speedSlider(app, part)),
    chips(t("control.mode"), () => fanModes(values.value).map((key) => ({ key, text: named("mode.", key) })), (key) => values.value?.["fanMode"] === key,
      (key) => write({ fanMode: key })),
    bits("rock", ["rockLeftRight", "rockUpDown", "rockRound"]),
    bits("wind", ["sleepWind", "naturalWind"]),
    values.value !== undefined && "airflowDirection" in values.value && switchRow(t("fan.reverse"), () => values.value?.["airflowDirection"] === "reverse",
      (isReverse) => write({ airflowDirection: isReverse ? "reverse" : "forward" })),
  ];
}

/** @param {App} app @param {Part} part */
function purifier(app, part) {
  const values = reading(app, part, AIR_PURIFIER_STATE);
  return switchRow(t("fan.automatic"), () => values.value?.["targetState"] === "auto",
    (isAuto) => app.commands.write(part, AIR_PURIFIER_STATE, { targetState: isAuto ? "auto" : "manual" }));
}

/**
 * A filter or supply that wears out, with a button to reset it after a replacement.
 *
 * @param {App} app
 * @param {Part} part
 * @param {number} trait
 * @param {string} label
 */
export function filter(app, part, trait, label) {
  const values = reading(app, part, trait);
  const words = () => {
    const condition = asNumber(values.value?.["condition"]);
    const change = values.value?.["changeIndication"];
    const told = change === "warning" || change === "critical" ? named("filter.", change) : undefined;
    return [condition !== undefined && percent(condition / 100), told ?? (condition === undefined && t("filter.ok"))].filter(Boolean).join(" · ");
  };
  return [
    figures([label, words], [t("filter.changed"), () => {
      const at = asNumber(values.value?.["lastChangedTime"]);
      return at === undefined ? undefined : ago(matterEpoch + at * 1000);
    }]),
    () => accepts(values.value, 0) && el("div", { class: "buttons wide" }, button(t("filter.reset", { what: label }), () => app.commands.invoke(part, trait, "resetCondition"))),
  ];
}
