// A dial: a value on three quarters of a circle, set by pointer or keyboard, with a mark for the measured value.

import { paced } from "../../home/commands.js";
import { el, signal, svg } from "../../lib/view.js";

/** The start and the length of the scale, in degrees clockwise from the top. */
const begin = -135;
const sweep = 270;
const radius = 84;

/** @param {number} share of the scale @returns {[x: number, y: number]} */
function point(share) {
  const angle = ((begin + share * sweep) * Math.PI) / 180;
  return [100 + radius * Math.sin(angle), 100 - radius * Math.cos(angle)];
}

/** @param {number} share of the scale @returns {string} the path from the scale's start */
function arc(share) {
  const [x, y] = point(0);
  const [toX, toY] = point(share);
  return `M${x} ${y}A${radius} ${radius} 0 ${share * sweep > 180 ? 1 : 0} 1 ${toX} ${toY}`;
}

/**
 * The share of the scale at which a pointer points.
 *
 * @param {number} x from the middle to the right
 * @param {number} y from the middle down
 */
export function shareAt(x, y) {
  const angle = (Math.atan2(x, -y) * 180) / Math.PI;
  // The gap at the bottom counts as the nearer end.
  return Math.min(1, Math.max(0, (angle - begin) / sweep));
}

/**
 * @param {{
 *   label: string, value: () => number | undefined, measured: () => number | undefined, min: () => number, max: () => number, step: number,
 *   words: (value: number) => string, send: (value: number) => Promise<unknown>,
 * }} settings
 */
export function dial({ label, value, measured, min, max, step, words, send }) {
  const held = signal(/** @type {number | undefined} */ (undefined));
  const shown = () => held.value ?? value();
  const share = (/** @type {number | undefined} */ of) => (of === undefined ? 0 : Math.min(1, Math.max(0, (of - min()) / Math.max(1, max() - min()))));
  const carry = paced(send, 300);
  let last = 0;
  const turn = async (/** @type {number} */ wanted) => {
    const now = (last += 1);
    held.value = Math.min(max(), Math.max(min(), Math.round(wanted / step) * step));
    await carry(held.value);
    if (now === last) held.value = undefined;
  };
  const follow = (/** @type {PointerEvent} */ event) => {
    const { left, top, width, height } = self.getBoundingClientRect();
    held.value = Math.round((min() + shareAt(event.clientX - left - width / 2, event.clientY - top - height / 2) * (max() - min())) / step) * step;
  };
  const steps = new Map([["ArrowUp", 1], ["ArrowRight", 1], ["ArrowDown", -1], ["ArrowLeft", -1], ["PageUp", 4], ["PageDown", -4]]);
  const mark = svg("circle", { r: 9, class: "dial-mark", cx: () => point(share(shown()))[0], cy: () => point(share(shown()))[1] });
  /** @type {HTMLElement} */
  const self = el("div", {
    class: "dial", role: "slider", tabindex: "0", "aria-label": label, "aria-valuemin": () => min(), "aria-valuemax": () => max(), "aria-valuenow": () => shown() ?? min(),
    "aria-valuetext": () => words(shown() ?? min()),
    onpointerdown: (/** @type {PointerEvent} */ event) => (self.setPointerCapture(event.pointerId), follow(event)),
    onpointermove: (/** @type {PointerEvent} */ event) => self.hasPointerCapture(event.pointerId) && follow(event),
    onpointerup: () => held.value !== undefined && turn(held.value),
    onpointercancel: () => (held.value = undefined),
    onkeydown: (/** @type {KeyboardEvent} */ event) => {
      const by = steps.get(event.key);
      const now = shown();
      if (by === undefined || now === undefined || self.closest("fieldset:disabled")) return;
      event.preventDefault();
      turn(now + by * step);
    },
  },
  svg("svg", { viewBox: "0 0 200 200", "aria-hidden": "true" },
    svg("path", { d: arc(1), class: "dial-scale" }), svg("path", { d: () => arc(share(shown())), class: "dial-value" }),
    svg("circle", { r: 5, class: "dial-measured", visibility: () => (measured() === undefined ? "hidden" : "visible"), cx: () => point(share(measured()))[0], cy: () => point(share(measured()))[1] }),
    mark),
  el("span", { class: "dial-words", "aria-hidden": "true" }, el("span", {}, () => {
    const now = shown();
    return now === undefined ? "–" : words(now);
  }), el("span", { class: "quiet" }, label)));
  return self;
}
