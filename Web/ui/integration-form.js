// The form of an integration's settings and secrets, from the fields of its kind.

import { IntegrationField_Type as Type } from "../lib/hearth-v1-more.js";
import { el } from "../lib/view.js";
import { choiceInWords, sentence, valueOf } from "../home/integrations.js";
import { t } from "./text.js";

/** @typedef {import("../lib/hearth-v1.js").IntegrationField} IntegrationField */
/** @typedef {import("../lib/hearth-v1.js").IntegrationSetting} IntegrationSetting */

/** Attributes of inputs for addresses, keys and the like, which no browser must correct or remember. */
const plain = { class: "input", autocapitalize: "none", spellcheck: "false" };

/**
 * @param {readonly IntegrationField[]} asked the fields that are shown
 * @param {readonly IntegrationField[]} others the fields that are shown on demand
 * @param {readonly IntegrationSetting[]} settings the known values
 * @param {{stored?: readonly string[], canForget?: boolean}} secrets the names of those that need not be entered again, and whether
 *   they can be removed
 * @returns {{fields: Node[], others: Node[], read: () => Map<string, string>, removed: () => Set<string>, missing: () => string | undefined}} `missing`
 *   is the label of a needed field without a value
 */
export function integrationForm(asked, others, settings, { stored = [], canForget = false } = {}) {
  /** @type {Map<string, {field: IntegrationField, input: HTMLInputElement | HTMLSelectElement}>} */
  const inputs = new Map();
  /** @type {Map<string, HTMLInputElement>} */
  const removers = new Map();
  const row = (/** @type {IntegrationField} */ field) => {
    const isStored = stored.includes(field.name);
    const input = inputOf(field, settings, isStored);
    inputs.set(field.name, { field, input });
    const remover = canForget && isStored && !field.isNeeded ? el("input", { type: "checkbox" }) : undefined;
    if (remover) removers.set(field.name, remover);
    const id = `field-${field.name}`;
    return el("div", { class: "fields" },
      // Of a kind that the page does not know, these are the hub's words.
      el("label", { class: "field" }, el("span", { dir: "auto" }, field.label || field.name), input),
      field.hint !== "" && el("p", { class: "quiet", id, dir: "auto" }, sentence(field.hint)),
      remover && el("div", { class: "boxes" }, el("label", {}, remover, t("integration.forget", { what: field.label }))));
  };
  const fields = asked.map(row);
  const more = others.map(row);
  const read = () => new Map([...inputs].map(([name, { input }]) => [name, input.value]));
  return {
    fields, others: more, read,
    removed: () => new Set([...removers].filter(([, box]) => box.checked).map(([name]) => name)),
    missing: () => [...inputs.values()].find(({ field, input }) => field.isNeeded && input.value.trim() === "" && !stored.includes(field.name))?.field.label,
  };
}

/**
 * @param {IntegrationField} field
 * @param {readonly IntegrationSetting[]} settings
 * @param {boolean} isStored whether the hub has the secret
 */
function inputOf(field, settings, isStored) {
  const hint = field.hint === "" ? {} : { "aria-describedby": `field-${field.name}` };
  const required = field.isNeeded && !isStored;
  switch (field.type) {
    // The placeholder says that there is a value, which the hub never returns.
    case Type.SECRET: return el("input", { ...plain, ...hint, type: "password", autocomplete: "new-password", required, placeholder: isStored ? t("integration.stored") : undefined });
    case Type.CHOICE: {
      const now = valueOf(field, settings);
      const choices = field.choices.includes(now) ? field.choices : [now, ...field.choices];
      return el("select", { ...hint, class: "input" }, choices.map((one) => el("option", { value: one, selected: one === now }, choiceInWords(one))));
    }
    default: return el("input", {
      ...plain, ...hint, autocomplete: "off", required, value: valueOf(field, settings),
      inputmode: field.type === Type.NUMBER ? "decimal" : field.type === Type.HOST ? "url" : undefined,
    });
  }
}
