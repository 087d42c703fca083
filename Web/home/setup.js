// The progress of a home's setup, from the hub's data and the steps that somebody skipped.

/** @typedef {"name" | "place" | "rooms" | "device"} Step */
/** @typedef {{structure: import("../lib/hearth-v1.js").Structure | undefined, rooms: number, devices: number, passed: readonly string[]}} Facts */

export const steps = /** @type {const} */ (["name", "place", "rooms", "device"]);

/** The name of a new hub's first home. */
const firstName = "Home";

/** The names of universal time, which a machine has until somebody sets its time zone. A home's sun and schedules need its own. */
const universal = /^(Etc\/)?(UTC|UCT|GMT([+-]?0)?|Greenwich|Universal|Zulu)$/;

/** @param {import("../lib/hearth-v1.js").Structure | undefined} structure @returns whether somebody or the hub's machine knows where it is */
export const isPlaced = (structure) => structure !== undefined && (structure.location !== undefined || (structure.timeZone !== "" && !universal.test(structure.timeZone)));

/**
 * @param {Step} step
 * @param {Facts} facts
 */
export function isDone(step, { structure, rooms, devices, passed }) {
  if (!structure) return false;
  if (passed.includes(step)) return true;
  switch (step) {
    case "name": return structure.name !== firstName;
    case "place": return isPlaced(structure);
    case "rooms": return rooms > 0;
    case "device": return devices > 0;
  }
}

/** @param {Facts} facts @returns {Step | undefined} undefined if all is done */
export const nextStep = (facts) => steps.find((step) => !isDone(step, facts));

/** @param {Facts} facts @returns whether no part of the home has been set up yet */
export const isUntouched = ({ structure, rooms, devices, passed }) =>
  (structure === undefined || structure.name === firstName) && rooms === 0 && devices === 0 && passed.length === 0;
