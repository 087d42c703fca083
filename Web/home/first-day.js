// What is best done on a home's first day: each step is done by what the hub knows, not by a tick.

/** @typedef {"place" | "phone" | "person" | "certificate" | "copy"} FirstStep */
/**
 * @typedef {{
 *   structure: import("../lib/hearth-v1.js").Structure | undefined, people: number, keys: number,
 *   status: Pick<import("../lib/hearth-v1.js").GetStatusResponse, "certificate" | "backups"> | undefined,
 * }} FirstDay
 * people in the home; keys of other apps and browsers, without this one and tokens of programs; status of the hub, once it is known
 */

/** The name under which the home's arrangement says that somebody has put the list away. */
export const firstDay = "firstDay";

/** @param {FirstDay} facts @returns {Map<FirstStep, boolean>} whether each step is done; without those that do not suit the hub */
export function firstSteps({ structure, people, keys, status }) {
  /** @type {Map<FirstStep, boolean>} */
  const steps = new Map([["place", structure?.location !== undefined], ["phone", keys > 0], ["person", people > 1]]);
  // A hub for its own machine only needs neither.
  if (status?.certificate) steps.set("certificate", !status.certificate.isSelfSigned);
  if (status?.backups) steps.set("copy", status.backups.offSite?.newestAt !== undefined);
  return steps;
}
