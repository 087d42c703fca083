// The time by the hub's clock. The hub's timestamps follow that clock, and this machine's may be wrong. Views that read the
// time are updated as it passes.

import { signal } from "../lib/view.js";

/** @type {Map<number, import("../lib/view.js").Signal<number>>} */
const clocks = new Map();
/** The milliseconds by which the hub's clock is ahead of this machine's. */
let ahead = 0;

/** The time by the hub's clock, in milliseconds since 1970. */
export const hubTime = () => Date.now() + ahead;

/** @param {number | undefined} time by the hub's clock at this moment; undefined if the hub does not say it */
export function setHubTime(time) {
  ahead = time === undefined ? 0 : Math.round(time - Date.now());
  for (const clock of clocks.values()) clock.value += 1;
}

/**
 * Now, in milliseconds since 1970.
 *
 * @param {number} every the seconds after which readers are updated
 */
export function now(every) {
  let clock = clocks.get(every);
  if (!clock) {
    const made = (clock = signal(0));
    clocks.set(every, made);
    const timer = setInterval(() => (made.value += 1), every * 1000);
    // In Node, where the tests run, this timer must not keep the process alive.
    if (typeof timer === "object") /** @type {{unref?: () => void}} */ (timer).unref?.();
  }
  // Only subscribes to the ticks; the time itself also advances between two ticks.
  void clock.value;
  return hubTime();
}

/**
 * The current time for texts that say how long ago something was. Readers are updated rarely for times more than an hour
 * ago, because a home has many of them.
 *
 * @param {number} at milliseconds since 1970
 */
export const nowSince = (at) => now(hubTime() - at < 3_600_000 ? 30 : 600);
