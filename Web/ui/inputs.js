// Elements of the first view's controls: the values of a trait, a slider, and a line for problems.

import { computed, effect, el, signal } from "../lib/view.js";
import { paced } from "../home/commands.js";
import { reason } from "./elements.js";

/** @typedef {import("./elements.js").App} App */
/** @typedef {import("../home/parts.js").Part} Part */
/** @typedef {import("../lib/trait.js").TraitValues} TraitValues */

/**
 * The attributes of a part's trait, as a computed value.
 *
 * @param {App} app
 * @param {Part} part
 * @param {number} trait
 */
export const reading = (app, part, trait) => computed(() => app.home.trait(part.deviceId, part.endpoint, trait));

/** @param {TraitValues | undefined} values @param {number} commandId */
export function accepts(values, commandId) {
  const accepted = values?.["acceptedCommandList"];
  return Array.isArray(accepted) && accepted.includes(commandId);
}

/**
 * A slider for a value of the home. While a person moves it, it stays where it was put; then it shows the reported value
 * again.
 *
 * @param {{
 *   label: string | (() => string), min?: number, max?: number, step?: number, class?: string,
 *   value: () => number | undefined, words: (value: number) => string, send: (value: number) => Promise<unknown>,
 *   style?: import("../lib/view.js").Attributes,
 * }} settings
 */
export function slider({ label, min = 0, max = 100, step = 1, value, words, send, style = {}, class: look = "" }) {
  const held = signal(/** @type {number | undefined} */ (undefined));
  const shown = () => held.value ?? value() ?? min;
  let last = 0;
  const carry = paced(send);
  return el("input", {
    type: "range", class: `slider ${look}`, min, max, step, "aria-label": label, ...style,
    ".value": () => String(shown()),
    "aria-valuetext": () => words(shown()),
    "--share": () => `${((shown() - min) / (max - min)) * 100}%`,
    oninput: async (/** @type {Event} */ event) => {
      const wanted = Number(/** @type {HTMLInputElement} */ (event.target).value);
      const turn = (last += 1);
      held.value = wanted;
      await carry(wanted);
      if (turn === last) held.value = undefined;
    },
  });
}

/**
 * A line with the problem of an endpoint's last command, for some seconds.
 *
 * @param {App} app
 * @param {import("../home/commands.js").Place} place
 */
export function problemLine(app, place) {
  const progress = app.commands.progress(place);
  const line = el("p", { class: "problem", role: "status", hidden: () => progress.value.problem === undefined });
  effect(() => {
    const { problem } = progress.value;
    line.textContent = problem === undefined ? "" : reason(problem);
  });
  return line;
}
