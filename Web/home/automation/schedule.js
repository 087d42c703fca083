// Scheduled times as starters, which use the structure's Time trait.

/** @typedef {import("../../lib/hearth-v1.js").AutomationStarter} AutomationStarter */
/** @typedef {import("../../lib/hearth-v1.js").Value} Value */
/**
 * A time of day on some days: by the clock, or by sunrise or sunset with an offset in seconds, negative for earlier.
 *
 * @typedef {{days: readonly number[], clock?: {hours: number, minutes: number}, sun?: {type: 1 | 2, offset: number}}} Schedule
 */

export const timeTrait = 0x6006_fc05;
const scheduled = 0;
/** The trait's numbers of the weekdays, Sunday first. */
export const allDays = [1, 2, 3, 4, 5, 6, 7];

/** @param {AutomationStarter} starter @param {number} id */
const parameter = (starter, id) => starter.parameters.find((one) => one.id === id)?.value;
/** @param {Value | undefined} value @param {number} id */
const part = (value, id) => value?.structure?.fields.find((one) => one.id === id)?.value;

/**
 * @param {AutomationStarter} starter
 * @param {string} structureId
 * @returns {Schedule | undefined} undefined for other starters, and for schedules that a form can't show
 */
export function readSchedule(starter, structureId) {
  const { trait, eventId, parameters } = starter;
  if (trait?.traitId !== timeTrait || trait.group || trait.target?.deviceId !== structureId || trait.target.endpoint !== 0) return undefined;
  if (eventId !== scheduled || starter.becomes || starter.causes.length > 0) return undefined;
  const items = parameter(starter, 2)?.list?.items;
  const days = items?.flatMap((item) => (item.unsigned === undefined ? [] : [Number(item.unsigned)])) ?? [];
  if (parameters.length !== (items ? 2 : 1) || days.length !== (items?.length ?? 0)) return undefined;
  const [clock, sun] = [parameter(starter, 0), parameter(starter, 1)];
  const [hours, minutes, type] = [part(clock, 0)?.unsigned, part(clock, 1)?.unsigned, part(sun, 0)?.unsigned];
  if (hours !== undefined && minutes !== undefined) return { days, clock: { hours: Number(hours), minutes: Number(minutes) } };
  if (type !== 1n && type !== 2n) return undefined;
  return { days, sun: { type: type === 1n ? 1 : 2, offset: Number(part(sun, 1)?.signed ?? 0n) } };
}

/**
 * @param {Schedule} schedule
 * @param {string} structureId
 * @returns {AutomationStarter}
 */
export function scheduleStarter({ days, clock, sun }, structureId) {
  const unsigned = (/** @type {number} */ number) => ({ unsigned: BigInt(number) });
  const parameters = [];
  if (clock) parameters.push({ id: 0, value: { structure: { fields: [{ id: 0, value: unsigned(clock.hours) }, { id: 1, value: unsigned(clock.minutes) }] } } });
  if (sun)
    parameters.push({ id: 1, value: { structure: { fields: [{ id: 0, value: unsigned(sun.type) }, ...(sun.offset === 0 ? [] : [{ id: 1, value: { signed: BigInt(sun.offset) } }])] } } });
  if (days.length > 0) parameters.push({ id: 2, value: { list: { items: days.map(unsigned) } } });
  return { trait: { target: { deviceId: structureId, endpoint: 0 }, deviceType: 0, traitId: timeTrait }, eventId: scheduled, parameters, causes: [] };
}
