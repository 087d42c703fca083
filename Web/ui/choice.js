// One of a few: modes of thermostats and fans, as buttons that stand beside each other.

import { el } from "../lib/view.js";
import { hasText, t } from "./text.js";
import { label as words } from "../home/words.js";
import { reading } from "./controls.js";

/** @typedef {import("./elements.js").App} App */
/** @typedef {import("../home/parts.js").Part} Part */

/**
 * @param {App} app
 * @param {Part} part
 * @param {number} trait
 * @param {string} attribute of an enum's type
 * @param {string} label
 * @param {(values: import("../lib/trait.js").TraitValues | undefined) => readonly string[]} offered names of the enum's values
 */
export function choice(app, part, trait, attribute, label, offered) {
  const values = reading(app, part, trait);
  const type = app.home.schemas.get(trait);
  const field = type?.attributes.byName.get(attribute)?.schema;
  const known = new Set(((field && type?.schema.enums[field.typeIndex]?.constants) ?? []).map((constant) => constant.name));
  return el("div", { class: "labeled" }, el("span", {}, label), el("div", { class: "chips", role: "radiogroup", "aria-label": label },
    () => offered(values.value).filter((name) => known.has(name)).map((name) => el("button", {
      type: "button", class: "chip", role: "radio", "aria-checked": () => values.value?.[attribute] === name,
      onclick: () => app.commands.write(part, trait, { [attribute]: name }),
    }, hasText(`mode.${name}`) ? t(`mode.${name}`) : words(name)))));
}

/**
 * One of the modes that a device names itself, as washers, vacuums and ovens do. Undefined for a trait without such modes.
 *
 * @param {App} app
 * @param {Part} part
 * @param {import("../lib/trait.js").TraitType} type
 */
export function modeChoice(app, part, type) {
  const values = reading(app, part, type.id);
  const command = type.commands.get("changeToMode");
  if (!command || !type.attributes.byName.has("supportedModes")) return undefined;
  const modes = () => /** @type {readonly {label?: string, mode?: number}[]} */ (values.value?.["supportedModes"] ?? []);
  return el("div", { class: "labeled" }, el("span", {}, words(type.name)), el("div", { class: "chips", role: "radiogroup", "aria-label": words(type.name) },
    () => modes().map(({ label = "", mode = 0 }) => el("button", {
      type: "button", class: "chip", role: "radio", "aria-checked": () => values.value?.["currentMode"] === mode,
      onclick: () => app.commands.invoke(part, type.id, "changeToMode", { newMode: mode }),
    }, label || String(mode)))));
}
