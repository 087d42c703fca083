// The home's unread messages to its people, the most urgent first.

import { membership } from "./structures.js";
import { NOTICES } from "./traits.js";

/** @typedef {import("./live.js").LiveHome} LiveHome */
/**
 * `recipients` are ids of people; empty for everybody. The `kind` of an alarm is its subject.
 *
 * @typedef {{
 *   noticeId: number | bigint, raisedAt: number | bigint, title: string, text: string, urgency: string, kind: string,
 *   recipients: readonly string[], deviceId?: string, automationId?: string, personId?: string,
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

/** The texts of alarms, by kind. */
const alarmWords = /** @type {const} */ ([
  ["smoke", "alarm.smoke"], ["carbonMonoxide", "alarm.co"], ["waterLeak", "alarm.leak"], ["lockTampering", "notice.lockTampering"], ["intrusion", "notice.intrusion"],
  ["gas", "alarm.gas"], ["tampering", "alarm.tampering"], ["glassBreak", "alarm.glassBreak"], ["heat", "alarm.heat"], ["danger", "alarm.danger"],
]);

/** The texts of what needs care, by kind. The hub removes these notices once they are mended. */
export const careWords = new Map([
  ["clock", "notice.clock"], ["batteryLow", "state.lowBattery"], ["unreachable", "notice.unreachable"], ["backupFailed", "notice.backupFailed"],
  ["certificateExpires", "notice.certificateExpires"], ["automationFailed", "notice.automationFailed"], ["personJoined", "notice.personJoined"],
]);

/** The texts of alarms and of the hub's own notices, by kind. @type {ReadonlyMap<string, string>} */
export const noticeWords = new Map([...alarmWords, ...careWords]);

/**
 * The kinds whose text says more than the page's own words, in the hub's language: a reason, or the other devices that are
 * unreachable with the first.
 */
export const reasoned = new Set(["backupFailed", "certificateExpires", "automationFailed", "unreachable"]);

/**
 * The name of the person that a notice is about, or else of its device or automation.
 *
 * @param {Pick<LiveHome, "people" | "devices" | "automations">} home
 * @param {Pick<Notice, "deviceId" | "automationId" | "personId">} notice
 */
export const subjectName = (home, { deviceId = "", automationId = "", personId = "" }) =>
  home.people.value.get(personId)?.name || home.devices.value.get(deviceId)?.name || home.automations.value.get(automationId)?.name;
