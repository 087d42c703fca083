// How far the setting up of a home has come: what the hub has, and which steps somebody passed over.

/** @typedef {"name" | "place" | "rooms" | "device"} Step */
/** @typedef {{structure: import("../lib/hearth-v1.js").Structure | undefined, rooms: number, devices: number, passed: readonly string[]}} Facts */

export const steps = /** @type {const} */ (["name", "place", "rooms", "device"]);

/** What a hub calls the home that it begins with. */
const firstName = "Home";

/**
 * @param {Step} step
 * @param {Facts} facts
 */
export function isDone(step, { structure, rooms, devices, passed }) {
  if (!structure) return false;
  if (passed.includes(step)) return true;
  switch (step) {
    case "name": return structure.name !== firstName;
    case "place": return structure.timeZone !== "";
    case "rooms": return rooms > 0;
    case "device": return devices > 0;
  }
}

/** @param {Facts} facts @returns {Step | undefined} nothing if all is done */
export const nextStep = (facts) => steps.find((step) => !isDone(step, facts));
