// Controls of blinds, shades and awnings: buttons to open, close and stop, and sliders for the position.

import { asNumber } from "../../home/numbers.js";
import { WINDOW_COVERING } from "../../home/traits.js";
import { inWords } from "../../home/values.js";
import { percent } from "../../home/words.js";
import { figures, labeledSlider } from "../fields.js";
import { reading } from "../inputs.js";
import { t } from "../text.js";
import { coverButtons } from "./tile.js";

/** @typedef {import("../elements.js").App} App */
/** @typedef {import("../../home/parts.js").Part} Part */

/** @param {App} app @param {Part} part @param {"Lift" | "Tilt"} axis */
function position(app, part, axis) {
  const cover = reading(app, part, WINDOW_COVERING);
  const name = axis === "Lift" ? "lift" : "tilt";
  return labeledSlider({
    label: t(axis === "Lift" ? "control.lift" : "control.tilt"),
    value: () => {
      const closed = asNumber(cover.value?.[`currentPosition${axis}Percent100ths`]);
      return closed === undefined ? undefined : Math.round(100 - closed / 100);
    },
    words: (value) => t("state.openBy", { percent: percent(value / 100) }),
    send: (value) => app.commands.invoke(part, WINDOW_COVERING, `goTo${axis}Percentage`, { [`${name}Percent100thsValue`]: 10_000 - value * 100 }),
  });
}

/** @param {App} app @param {Part} part */
export function pageControls(app, part) {
  const cover = reading(app, part, WINDOW_COVERING);
  const values = cover.value ?? {};
  const safety = () => {
    const type = app.home.schemas.get(WINDOW_COVERING);
    const field = type?.attributes.byName.get("safetyStatus")?.schema;
    const status = asNumber(cover.value?.["safetyStatus"]) ?? 0;
    return type && field && status !== 0 ? inWords(type, field, status) : undefined;
  };
  return [
    coverButtons(app, part),
    "currentPositionLiftPercent100ths" in values && position(app, part, "Lift"),
    "currentPositionTiltPercent100ths" in values && position(app, part, "Tilt"),
    figures([t("cover.safety"), safety]),
  ];
}
