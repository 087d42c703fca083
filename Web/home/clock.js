// The time, for words that grow old: whoever reads it is told again.

import { signal } from "../lib/view.js";

/** @type {Map<number, import("../lib/view.js").Signal<number>>} */
const clocks = new Map();

/**
 * Now, in milliseconds since 1970.
 *
 * @param {number} every so many seconds
 */
export function now(every) {
  let clock = clocks.get(every);
  if (!clock) {
    const made = (clock = signal(Date.now()));
    clocks.set(every, made);
    const timer = setInterval(() => (made.value = Date.now()), every * 1000);
    // In Node, where the tests run, no program lives on for a clock.
    if (typeof timer === "object") /** @type {{unref?: () => void}} */ (timer).unref?.();
  }
  return clock.value;
}
