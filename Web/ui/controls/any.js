// Controls of traits without a module of their own: modes by their labels, the rest from the schema.

import { MICROWAVE_OVEN_MODE } from "../../home/traits.js";
import { label } from "../../home/words.js";
import { el } from "../../lib/view.js";
import { genericControls } from "../generic.js";
import { modeChips } from "./modes.js";

/** @typedef {import("../elements.js").App} App */
/** @typedef {import("../../home/parts.js").Part} Part */

/** @param {App} app @param {Part} part with only the remaining traits */
export function pageControls(app, part) {
  return [...part.traits].map((trait) => {
    const type = app.home.schemas.get(trait);
    if (!type) return undefined;
    const modes = modeChips(app, part, type);
    if (modes) return modes;
    // A microwave's mode is shown here, and set together with its time.
    if (trait === MICROWAVE_OVEN_MODE) return undefined;
    const made = genericControls(app, part, type);
    if (made.controls.length + made.commands.length === 0) return undefined;
    return [el("h3", {}, label(type.name)), ...made.controls, made.commands.length > 0 && el("div", { class: "commands" }, ...made.commands)];
  });
}
