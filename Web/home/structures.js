// Which home the reader looks at, what the reader may do there, and its rooms in the order that people gave them.

import { Role } from "../lib/hearth-v1.js";
import { signal } from "../lib/view.js";
import { inOrder } from "./arrangement.js";

/** @typedef {import("./live.js").LiveHome} LiveHome */

/** Which home somebody looked at last is no secret, so it may lie in the browser's storage. */
const storageKey = "hearth-home";
const chosen = signal(globalThis.localStorage?.getItem(storageKey) ?? "");

/** @param {string} id of the structure to look at from now on, also after the page was closed */
export function chooseStructure(id) {
  localStorage.setItem(storageKey, id);
  chosen.value = id;
}

/** @param {{home: LiveHome}} app @returns {import("../lib/hearth-v1.js").Structure | undefined} the structure that the reader looks at */
export function currentStructure({ home }) {
  const all = home.structures.value;
  return all.get(chosen.value) ?? all.get(home.caller.value?.primaryStructureId ?? "") ?? all.values().next().value;
}

/**
 * @param {LiveHome} home
 * @param {string | undefined} structureId
 * @returns what the reader is in a structure
 */
export const membership = (home, structureId) => home.caller.value?.memberships.find((one) => one.structureId === structureId);

/**
 * @param {LiveHome} home
 * @param {string | undefined} structureId
 * @returns whether the reader may change how a structure is set up
 */
export const mayManage = (home, structureId) => (membership(home, structureId)?.role ?? Role.GUEST) !== Role.GUEST;

/** @param {LiveHome} home @returns whether there is nothing to see because a guest's hours are over */
export const isOutsideHours = (home) => home.structures.value.size === 0 && home.caller.value?.memberships.some((one) => one.isOutsideHours) === true;

/**
 * @param {LiveHome} home
 * @param {string | undefined} structureId
 * @returns whether a structure has no device yet, and the reader is to be shown how it is set up
 */
export const isNew = (home, structureId) => mayManage(home, structureId) && ![...home.devices.value.values()].some((device) => device.structureId === structureId)
  && structureId !== undefined && !home.arrangements.of(structureId).value.setup.includes("device");

/**
 * @param {LiveHome} home
 * @param {string | undefined} structureId
 * @returns the rooms of a structure, as people ordered them
 */
export function roomsOf(home, structureId) {
  if (structureId === undefined) return [];
  return inOrder([...home.rooms.value.values()].filter((room) => room.structureId === structureId), home.arrangements.of(structureId).value.rooms);
}
