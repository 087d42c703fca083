// Guests' grants in words: what they may use and when.

import { language, t } from "../ui/text.js";
import { hubTime } from "./clock.js";
import { milliseconds } from "./model.js";
import { dateAndTime } from "./words.js";

/** @typedef {import("../lib/hearth-v1.js").Grant} Grant */
/** @typedef {import("../lib/hearth-v1.js").Hours} Hours */

/** A Monday, from which the names of the days are taken. */
const monday = Date.UTC(2024, 0, 1);
const day = 86_400_000;

/** @param {number} weekday 1 for Monday, 7 for Sunday @param {"short" | "long"} length */
export const weekdayName = (weekday, length = "short") =>
  new Intl.DateTimeFormat(language(), { weekday: length, timeZone: "UTC" }).format(monday + (weekday - 1) * day);

/** @param {number} minutes since midnight */
export const minutesInWords = (minutes) =>
  new Intl.DateTimeFormat(language(), { hour: "2-digit", minute: "2-digit", timeZone: "UTC" }).format(monday + minutes * 60_000);

/**
 * @param {Pick<Hours, "weekdays" | "from" | "until">} hours
 * @returns {string} such as "Mon–Fri 08:00–18:00"
 */
export function hoursInWords({ weekdays, from, until }) {
  const times = `${minutesInWords(from)}–${minutesInWords(until)}`;
  const days = [...new Set(weekdays)].filter((one) => one >= 1 && one <= 7).sort((left, right) => left - right);
  if (days.length === 0 || days.length === 7) return t("grant.daily", { times });
  /** @type {[first: number, last: number][]} */
  const runs = [];
  for (const one of days) {
    const last = runs.at(-1);
    if (last && last[1] + 1 === one) last[1] = one;
    else runs.push([one, one]);
  }
  const words = runs.map(([first, last]) => (first === last ? weekdayName(first) : `${weekdayName(first)}${last === first + 1 ? ", " : "–"}${weekdayName(last)}`));
  return `${words.join(", ")} ${times}`;
}

/**
 * @param {import("./live.js").LiveHome} home
 * @param {Grant} grant
 * @returns {string[]} what may be used, when, and until when
 */
export function grantInWords(home, grant, now = hubTime()) {
  const rooms = grant.everything ? [] : grant.roomIds.map((id) => home.rooms.value.get(id)?.name ?? t("grant.goneRoom"));
  const devices = grant.deviceIds.map((id) => home.devices.value.get(id)?.name ?? t("automation.missing"));
  const things = [grant.everything && t("people.everything"), ...rooms, ...devices].filter((one) => typeof one === "string");
  const until = milliseconds(grant.until);
  return [
    things.length === 0 ? t("grant.nothing") : things.join(", "),
    ...(grant.hours.length === 0 ? [] : [grant.hours.map(hoursInWords).join("; ")]),
    ...(until === undefined ? [] : [t(until <= now ? "grant.ended" : "grant.until", { time: dateAndTime(until) })]),
  ];
}
