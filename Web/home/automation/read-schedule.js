// Reads what stands behind "every": a time of day, of the sun, or of a cron expression.

import { dayNames, scheduleStarter, timeTrait } from "./schedule.js";
import { t } from "../../ui/text.js";

/**
 * @param {import("./scanner.js").Scanner} scanner
 * @param {string} structureId
 * @returns {import("../../lib/hearth-v1.js").AutomationStarter}
 */
export function readSchedule(scanner, structureId) {
  if (scanner.words("time", "of")) {
    const text = scanner.string();
    if (text === undefined) throw scanner.error(t("read.aCronExpressionIsMissing"));
    return { trait: { target: { deviceId: structureId, endpoint: 0 }, deviceType: 0, traitId: timeTrait }, eventId: 1, parameters: [{ id: 1, value: { text } }], causes: [] };
  }
  const days = readDays(scanner);
  if (scanner.words("at")) {
    const sun = readSun(scanner);
    if (sun) return scheduleStarter({ days, sun: { type: sun, offset: 0 } }, structureId);
    scanner.skip();
    const [time, hours, minutes] = /^(\d{1,2}):(\d{2})(?!\d)/.exec(scanner.text.slice(scanner.at)) ?? [];
    if (time === undefined || Number(hours) > 23 || Number(minutes) > 59) throw scanner.error(t("read.sayATimeSuchAs"));
    scanner.at += time.length;
    return scheduleStarter({ days, clock: { hours: Number(hours), minutes: Number(minutes) } }, structureId);
  }
  const { seconds, nanos } = scanner.span();
  const isBefore = scanner.words("before");
  const sun = isBefore || scanner.words("after") ? readSun(scanner) : undefined;
  if (!sun) throw scanner.error(t("read.sayBeforeOrAfterAnd"));
  if (nanos !== 0) throw scanner.error(t("read.sayTheTimeBeforeOr"));
  return scheduleStarter({ days, sun: { type: sun, offset: Number(isBefore ? -seconds : seconds) } }, structureId);
}

/** @param {import("./scanner.js").Scanner} scanner @returns {1 | 2 | undefined} */
const readSun = (scanner) => (scanner.words("sunrise") ? 1 : scanner.words("sunset") ? 2 : undefined);

/** @param {import("./scanner.js").Scanner} scanner @returns {number[]} none for every day */
function readDays(scanner) {
  if (scanner.words("day")) return [];
  if (scanner.words("weekday")) return [2, 3, 4, 5, 6];
  /** @type {number[]} */
  const days = [];
  do {
    const day = dayNames.indexOf(scanner.name()?.toLowerCase() ?? "") + 1;
    if (day === 0) throw scanner.error(t("read.sayEveryDayEveryWeekday"));
    days.push(day);
  } while (scanner.take(","));
  return days;
}
