// The home's messages to its people: those that are still to be read, the most urgent first.

import { membership } from "./structures.js";
import { NOTICES } from "./traits.js";

/** @typedef {import("./live.js").LiveHome} LiveHome */
/**
 * `recipients` are ids of people; none for all. An alarm's `kind` says what it is about.
 *
 * @typedef {{
 *   noticeId: number | bigint, raisedAt: number | bigint, title: string, text: string, urgency: string, kind: string,
 *   recipients: readonly string[], deviceId?: string, automationId?: string,
 * }} Notice
 */

/** @param {string} structureId whose messages are sent and removed at itself */
export const noticePlace = (structureId) => ({ deviceId: structureId, endpoint: 0 });

/** From the least urgent on. */
export const urgencies = ["information", "warning", "alarm"];

/**
 * What is for the reader. Guests are told none by the hub.
 *
 * @param {LiveHome} home
 * @param {string | undefined} structureId
 * @returns {Notice[]}
 */
export function noticesOf(home, structureId = "") {
  const all = /** @type {readonly Notice[]} */ (home.trait(structureId, 0, NOTICES)?.["notices"] ?? []);
  const reader = membership(home, structureId)?.personId ?? "";
  const rank = (/** @type {Notice} */ { urgency }) => urgencies.indexOf(urgency);
  return all.filter(({ recipients }) => reader === "" || recipients.length === 0 || recipients.includes(reader))
    .sort((left, right) => rank(right) - rank(left) || Number(right.noticeId) - Number(left.noticeId));
}
