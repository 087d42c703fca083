// The time, by the hub's clock: what the hub says of when something was is by that, and this machine's may be wrong. For
// words that grow old: whoever reads it is told again.

import { signal } from "../lib/view.js";

/** @type {Map<number, import("../lib/view.js").Signal<number>>} */
const clocks = new Map();
/** By how many milliseconds the hub's clock is ahead of this machine's. */
let ahead = 0;

/** What time it is for the hub, in milliseconds since 1970. */
export const hubTime = () => Date.now() + ahead;

/** @param {number | undefined} time that it is for the hub at this moment; nothing from a hub that does not say it */
export function setHubTime(time) {
  ahead = time === undefined ? 0 : Math.round(time - Date.now());
  for (const clock of clocks.values()) clock.value += 1;
}

/**
 * Now, in milliseconds since 1970.
 *
 * @param {number} every so many seconds
 */
export function now(every) {
  let clock = clocks.get(every);
  if (!clock) {
    const made = (clock = signal(0));
    clocks.set(every, made);
    const timer = setInterval(() => (made.value += 1), every * 1000);
    // In Node, where the tests run, no program lives on for a clock.
    if (typeof timer === "object") /** @type {{unref?: () => void}} */ (timer).unref?.();
  }
  // What counts is that somebody has read it: between two ticks the time goes on, too.
  void clock.value;
  return hubTime();
}

/**
 * Now, for words on how long ago something was. Beyond an hour they change seldom, and a home has many of them.
 *
 * @param {number} at milliseconds since 1970
 */
export const nowSince = (at) => now(hubTime() - at < 3_600_000 ? 30 : 600);
