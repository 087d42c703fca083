// Elements of controls besides sliders: steppers, choices, buttons, and read-only figures.

import { computed, el, list, signal } from "../lib/view.js";
import { paced } from "../home/commands.js";
import { button, roundButton, toggle } from "./elements.js";
import { slider } from "./inputs.js";
import { t } from "./text.js";

/** @typedef {import("../lib/view.js").Child} Child */

/**
 * Two buttons around a value. Quick presses add up, and only their result is sent.
 *
 * @param {{
 *   label: string, value: () => number | undefined, min: () => number, max: () => number, step: number,
 *   words: (value: number) => string, send: (value: number) => Promise<unknown>,
 *   shift?: (value: number, by: number) => number,
 * }} settings `shift` is for steps that are round in another unit than the value's
 */
export function stepper({ label, value, min, max, step, words, send, shift }) {
  const wanted = signal(/** @type {number | undefined} */ (undefined));
  const shown = () => wanted.value ?? value();
  let last = 0;
  const carry = paced(send, 300);
  // The first press on a value between two steps moves it to the next step.
  const next = shift ?? ((from, by) => (by > 0 ? Math.floor(from / step + 1e-9) + 1 : Math.ceil(from / step - 1e-9) - 1) * step);
  const change = (/** @type {number} */ by) => async () => {
    const from = shown();
    if (from === undefined) return;
    const turn = (last += 1);
    wanted.value = Math.min(max(), Math.max(min(), next(from, by)));
    await carry(wanted.value);
    if (turn === last) wanted.value = undefined;
  };
  return el("div", { class: "stepper", role: "group", "aria-label": label },
    roundButton("minus", t("control.less", { what: label }), change(-1), { disabled: () => (shown() ?? min()) <= min() }),
    el("output", { "aria-label": label }, () => {
      const now = shown();
      return now === undefined ? t("value.none") : words(now);
    }),
    roundButton("plus", t("control.more", { what: label }), change(1), { disabled: () => (shown() ?? max()) >= max() }));
}

/** @param {string} text @param {...Child} children */
export const labeled = (text, ...children) => el("div", { class: "labeled" }, el("span", {}, text), ...children);

/**
 * A slider with its value beside its name.
 *
 * @param {Parameters<typeof slider>[0] & {label: string}} settings
 */
export const labeledSlider = (settings) => el("div", { class: "labeled" },
  el("span", { class: "row" }, el("span", { class: "grow" }, settings.label), el("output", {}, () => {
    const value = settings.value();
    return value === undefined ? "" : settings.words(value);
  })),
  slider(settings));

/** @typedef {{key: string | number, text: string}} Option */

/**
 * A choice of one or several options as adjacent buttons. A button keeps its element, and so its focus, while its option is
 * offered.
 *
 * @param {string} label
 * @param {() => readonly Option[]} options
 * @param {(key: string | number) => boolean} isChosen
 * @param {(key: string | number) => unknown} choose
 */
export function chips(label, options, isChosen, choose) {
  return el("div", { class: "labeled", hidden: () => options().length === 0 }, el("span", {}, label),
    el("div", { class: "chips", role: "group", "aria-label": label },
      list(options, (one) => String(one.key), (one) => el("button", {
        type: "button", class: "chip", "aria-pressed": () => isChosen(one.value.key), onclick: () => choose(one.value.key),
      }, () => one.value.text))));
}

/** @typedef {{slot: string, icon: string, text: string, run: () => unknown, isOff?: boolean}} Action */

/**
 * Buttons for the currently possible actions. An action reuses the button of the last one in its slot, so that a press on
 * Pause leaves the focus on Resume.
 *
 * @param {string} label
 * @param {() => readonly Action[]} actions
 * @param {boolean} isSmall whether to show only icons, for a tile
 */
export function actionButtons(label, actions, isSmall = false) {
  return el("div", { class: isSmall ? "buttons" : "buttons wide", role: "group", "aria-label": label, hidden: () => actions().length === 0 },
    list(actions, (one) => one.slot, (one) => {
      const run = () => one.value.run();
      const more = { disabled: () => one.value.isOff === true };
      if (isSmall) return roundButton(() => one.value.icon, () => one.value.text, run, more);
      return button(() => one.value.text, run, "", more);
    }));
}

/**
 * A row with a switch.
 *
 * @param {string} label
 * @param {() => boolean} isOn
 * @param {(wanted: boolean) => unknown} change
 */
export const switchRow = (label, isOn, change) => el("div", { class: "row" }, el("span", { class: "grow" }, label), toggle(label, isOn, change));

/**
 * Read-only values with their labels. Unknown values are left out.
 *
 * @param {...([label: string, words: () => string | undefined] | false | undefined)} items
 */
export function figures(...items) {
  const shown = items.flatMap((item) => (item ? [{ label: item[0], words: computed(item[1]) }] : []));
  return el("dl", { class: "figures", hidden: () => shown.every(({ words }) => words.value === undefined) }, ...shown.map(({ label, words }) =>
    el("div", { hidden: () => words.value === undefined }, el("dt", {}, label), el("dd", {}, () => words.value ?? ""))));
}
