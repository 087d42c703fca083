// The home's unread messages to its people, the most urgent first.

import { membership } from "./structures.js";
import { NOTICES } from "./traits.js";

/** @typedef {import("./live.js").LiveHome} LiveHome */
/**
 * `recipients` are ids of people; empty for everybody. The `kind` of an alarm is its subject.
 *
 * @typedef {{
 *   noticeId: number | bigint, raisedAt: number | bigint, title: string, text: string, urgency: string, kind: string,
 *   recipients: readonly string[], deviceId?: string, automationId?: string,
 * }} Notice
 */

/** @param {string} structureId @returns the endpoint at which the structure's messages are sent and removed */
export const noticePlace = (structureId) => ({ deviceId: structureId, endpoint: 0 });

/** The urgencies, the least urgent first. */
export const urgencies = ["information", "warning", "alarm"];

/**
 * The messages for this person. The hub shows guests none.
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
