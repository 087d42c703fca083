// Controls of lamps, dimmers and speakers. The color controls are loaded only for a lamp with colors.

import { asNumber } from "../../home/numbers.js";
import { brightness, lowestLevel } from "../../home/status.js";
import { COLOR_CONTROL, LEVEL_CONTROL } from "../../home/traits.js";
import { percent } from "../../home/words.js";
import { el, signal, untracked } from "../../lib/view.js";
import { reading, slider } from "../inputs.js";
import { loadPart, t } from "../text.js";

/** @typedef {import("../elements.js").App} App */
/** @typedef {import("../../home/parts.js").Part} Part */

/** @param {Part} part */
const labelOf = (part) => t(part.kind === "speaker" ? "control.volume" : "control.brightness");

/**
 * A slider for the brightness of a light or the volume of a speaker.
 *
 * @param {App} app
 * @param {Part} part
 */
export function dimmer(app, part) {
  const level = reading(app, part, LEVEL_CONTROL);
  return slider({
    label: labelOf(part), min: 1,
    value: () => Math.max(1, Math.round((brightness(level.value) ?? 0) * 100)),
    words: (value) => percent(value / 100),
    send: (value) => {
      const most = asNumber(level.value?.["maxLevel"]) ?? 254;
      const wanted = Math.max(lowestLevel(level.value), Math.round((value / 100) * most));
      return app.commands.invoke(part, LEVEL_CONTROL, "moveToLevelWithOnOff", { level: wanted, transitionTime: 0, optionsMask: 0, optionsOverride: 0 });
    },
  });
}

/** @param {App} app @param {Part} part */
export function pageControls(app, part) {
  const colors = signal(/** @type {typeof import("./all.js") | undefined} */ (undefined));
  if (part.traits.has(COLOR_CONTROL)) Promise.all([import("./all.js"), loadPart("devices")]).then(([module]) => (colors.value = module), () => {});
  return [
    part.traits.has(LEVEL_CONTROL) && el("div", { class: "labeled" }, el("span", {}, labelOf(part)), dimmer(app, part)),
    () => {
      const module = colors.value;
      return module && untracked(() => module.controls.color.pageControls(app, part));
    },
  ];
}
