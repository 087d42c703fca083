// Modes that devices name themselves, such as the programs of washers, robots and ovens.

import { hasText, t } from "../text.js";
import { label as words } from "../../home/words.js";
import { chips } from "../fields.js";
import { reading } from "../inputs.js";

/** @typedef {import("../elements.js").App} App */
/** @typedef {import("../../home/parts.js").Part} Part */
/** @typedef {{label?: string, mode?: number, modeTags?: readonly {mfgCode?: number, value?: number}[]}} Mode */

/** @param {import("../../lib/trait.js").TraitValues | undefined} values */
export const modesOf = (values) => /** @type {readonly Mode[]} */ (values?.["supportedModes"] ?? []);

/**
 * The name of a mode: the device's label, else the name of Matter's mode tag.
 *
 * @param {import("../../lib/trait.js").TraitType} type
 * @param {Mode} mode
 */
export function modeName(type, { label = "", mode = 0, modeTags = [] }) {
  if (label !== "") return label;
  const tags = type.schema.enums.find((one) => one.name === "ModeTag")?.constants ?? [];
  const named = modeTags.flatMap((tag) => (tag.mfgCode === undefined ? tags.find((one) => one.value === BigInt(tag.value ?? 0))?.name ?? [] : []));
  return named.length > 0 ? named.map((name) => words(name)).join(", ") : String(mode);
}

/**
 * Whether a mode has a mode tag of Matter.
 *
 * @param {Mode} mode
 * @param {number} tag
 */
export const hasTag = (mode, tag) => (mode.modeTags ?? []).some((one) => one.mfgCode === undefined && one.value === tag);

/**
 * A choice of a trait's modes. Undefined for a trait without selectable modes.
 *
 * @param {App} app
 * @param {Part} part
 * @param {import("../../lib/trait.js").TraitType} type
 */
export function modeChips(app, part, type) {
  if (!type.commands.has("changeToMode") || !type.attributes.byName.has("supportedModes")) return undefined;
  const values = reading(app, part, type.id);
  const description = values.value?.["description"];
  const title = typeof description === "string" && description !== "" ? description : hasText(`trait.${type.name}`) ? t(`trait.${type.name}`) : words(type.name);
  return chips(title, () => modesOf(values.value).map((mode) => ({ key: mode.mode ?? 0, text: modeName(type, mode) })),
    (key) => values.value?.["currentMode"] === key, (key) => app.commands.invoke(part, type.id, "changeToMode", { newMode: Number(key) }));
}
