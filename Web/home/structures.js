// The current structure, the person's role in it, and its rooms in the order that people gave them.

import { Role } from "../lib/hearth-v1.js";
import { signal } from "../lib/view.js";
import { inOrder } from "./arrangement.js";

/** @typedef {import("./live.js").LiveHome} LiveHome */

/** The local storage's key for the id of the last chosen structure, which is not secret. */
const storageKey = "hearth-home";
const chosen = signal(globalThis.localStorage?.getItem(storageKey) ?? "");

/** @param {string} id of the structure to show from now on, also after a reload */
export function chooseStructure(id) {
  localStorage.setItem(storageKey, id);
  chosen.value = id;
}

/** @param {{home: LiveHome}} app @returns {import("../lib/hearth-v1.js").Structure | undefined} the structure that the page shows */
export function currentStructure({ home }) {
  const all = home.structures.value;
  return all.get(chosen.value) ?? all.get(home.caller.value?.primaryStructureId ?? "") ?? all.values().next().value;
}

/**
 * @param {LiveHome} home
 * @param {string | undefined} structureId
 * @returns the person's membership in a structure
 */
export const membership = (home, structureId) => home.caller.value?.memberships.find((one) => one.structureId === structureId);

/**
 * @param {LiveHome} home
 * @param {string | undefined} structureId
 * @returns whether the person may change a structure's setup
 */
export const mayManage = (home, structureId) => (membership(home, structureId)?.role ?? Role.GUEST) !== Role.GUEST;

/** @param {LiveHome} home @returns whether the person may add homes, which the hub's owner and owners of a home may */
export const mayAdd = (home) => home.caller.value?.role === Role.OWNER || home.caller.value?.memberships.some((one) => one.role === Role.OWNER) === true;

/** @param {LiveHome} home @returns whether the person may connect devices of other ecosystems, which the hub's owner may */
export const mayIntegrate = (home) => home.caller.value?.role === Role.OWNER;

/** @param {LiveHome} home @returns whether a guest sees nothing because it is outside of the granted hours */
export const isOutsideHours = (home) => home.structures.value.size === 0 && home.caller.value?.memberships.some((one) => one.isOutsideHours) === true;

/**
 * @param {LiveHome} home
 * @param {string | undefined} structureId
 * @returns whether a structure has no device yet, and the person may set it up and has not skipped that
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
