// A form for a guest's grant: everything, or some rooms and devices; the times; and the end.

import { el, list, signal } from "../lib/view.js";
import { weekdayName } from "../home/grants.js";
import { milliseconds } from "../home/model.js";
import { roomsOf } from "../home/structures.js";
import { byName } from "../home/words.js";
import { button, roundButton } from "./elements.js";
import { t } from "./text.js";

/** @typedef {import("../lib/hearth-v1.js").Grant} Grant */
/** @typedef {import("../lib/message.js").Input<Grant>} GrantInput */
/** @typedef {{id: number, weekdays: readonly number[], from: number, until: number}} HoursRow */

const week = [1, 2, 3, 4, 5, 6, 7];

/** @param {number} minutes since midnight @returns the text for a time input, in which the end of a day is 00:00 */
export const timeText = (minutes) => `${String(Math.floor((minutes % 1_440) / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;

/** @param {string} text such as "08:30" @returns {number | undefined} minutes since midnight */
export function timeValue(text) {
  const [, hours, minutes] = /^(\d\d):(\d\d)/.exec(text) ?? [];
  return hours === undefined ? undefined : Number(hours) * 60 + Number(minutes);
}

/** @param {number} time @returns {string} the text for a date and time input, in the browser's time zone */
function localText(time) {
  const date = new Date(time);
  return new Date(time - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/**
 * @param {import("./elements.js").App} app
 * @param {string} structureId
 * @param {Grant | undefined} grant the current one
 * @returns {{fields: Node, read: () => GrantInput | string}} `read` returns the key of an error's text if something is missing
 */
export function grantForm({ home }, structureId, grant) {
  const isEverything = signal(grant?.everything ?? true);
  const boxes = (/** @type {readonly {id: string, name: string}[]} */ items, /** @type {readonly string[]} */ chosen) =>
    items.map(({ id, name }) => ({ name, box: el("input", { type: "checkbox", value: id, checked: chosen.includes(id) }) }));
  const rooms = boxes(roomsOf(home, structureId), grant?.roomIds ?? []);
  const ofHome = [...home.devices.peek().values()].filter((device) => device.structureId === structureId);
  const devices = boxes(ofHome.sort((left, right) => byName(left.name, right.name)), grant?.deviceIds ?? []);
  const chosenIds = (/** @type {typeof rooms} */ of) => of.filter(({ box }) => box.checked).map(({ box }) => box.value);
  const radio = (/** @type {boolean} */ value, /** @type {string} */ text) =>
    el("label", {}, el("input", { type: "radio", name: "grant", checked: isEverything.peek() === value, onchange: () => (isEverything.value = value) }), text);
  const hours = hoursFields(grant?.hours ?? []);
  const end = milliseconds(grant?.until);
  const until = el("input", { class: "input", type: "datetime-local", value: end === undefined ? "" : localText(end) });
  const fields = el("div", { class: "dialog-body bare" },
    el("fieldset", { class: "boxes" }, el("legend", {}, t("people.mayUse")),
      radio(true, t("people.everything")), radio(false, t("people.someRooms")),
      el("div", { hidden: () => isEverything.value }, rooms.map(({ box, name }) => el("label", { class: "inner" }, box, name)))),
    devices.length > 0 && el("details", { open: (grant?.deviceIds ?? []).length > 0 }, el("summary", {}, t("grant.devices")),
      el("p", { class: "quiet" }, t("grant.devicesExplanation")),
      el("div", { class: "boxes scrolled" }, devices.map(({ box, name }) => el("label", {}, box, name)))),
    el("details", { open: (grant?.hours ?? []).length > 0 || end !== undefined }, el("summary", {}, t("grant.times")),
      hours.fields, el("label", { class: "field" }, t("grant.end"), until)));
  const read = () => {
    const deviceIds = chosenIds(devices);
    const roomIds = isEverything.peek() ? [] : chosenIds(rooms);
    if (!isEverything.peek() && roomIds.length + deviceIds.length === 0) return "grant.chooseSome";
    const times = hours.read();
    if (!times) return "grant.chooseDay";
    const time = until.value === "" ? undefined : new Date(until.value).getTime();
    return {
      everything: isEverything.peek(), roomIds, deviceIds, hours: times,
      ...(time === undefined ? {} : { until: { seconds: BigInt(Math.floor(time / 1000)) } }),
    };
  };
  return { fields, read };
}

/**
 * The hours of a grant. An empty list of weekdays means every day.
 *
 * @param {readonly Omit<HoursRow, "id">[]} rows
 * @returns {{weekdays: number[], from: number, until: number}[] | undefined} undefined if a row has no day
 */
export function hoursOf(rows) {
  if (rows.some(({ weekdays }) => weekdays.length === 0)) return undefined;
  return rows.map(({ weekdays, from, until }) => ({ weekdays: weekdays.length === 7 ? [] : [...weekdays], from, until }));
}

/** @param {Grant["hours"]} before */
function hoursFields(before) {
  let lastId = 0;
  const row = (/** @type {{weekdays: readonly number[], from: number, until: number}} */ { weekdays, from, until }) =>
    ({ id: (lastId += 1), weekdays: weekdays.length === 0 ? week : weekdays, from, until });
  const rows = signal(/** @type {readonly HoursRow[]} */ (before.map(row)));
  const change = (/** @type {number} */ id, /** @type {Partial<HoursRow>} */ what) => (rows.value = rows.peek().map((one) => (one.id === id ? { ...one, ...what } : one)));
  const time = (/** @type {HoursRow} */ of, /** @type {"from" | "until"} */ end) => el("input", {
    class: "input", type: "time", required: true, value: timeText(of[end]), "aria-label": t(end === "from" ? "grant.from" : "grant.to"),
    onchange: (/** @type {Event} */ event) => {
      const value = timeValue(/** @type {HTMLInputElement} */ (event.target).value);
      // 00:00 as the end means the end of the day.
      if (value !== undefined) change(of.id, { [end]: end === "until" && value === 0 ? 1_440 : value });
    },
  });
  const fields = el("div", { class: "boxes" },
    el("ul", { class: "boxes" }, list(() => rows.value, (one) => String(one.id), (one) => {
      const { id } = one.value;
      const toggleDay = (/** @type {number} */ day) => {
        const { weekdays } = one.value;
        change(id, { weekdays: weekdays.includes(day) ? weekdays.filter((other) => other !== day) : [...weekdays, day].sort() });
      };
      return el("li", { class: "hours" },
        el("div", { class: "weekdays", role: "group", "aria-label": t("grant.weekdays") }, week.map((day) => el("button", {
          type: "button", class: "chip", "aria-pressed": () => one.value.weekdays.includes(day), "aria-label": weekdayName(day, "long"), onclick: () => toggleDay(day),
        }, weekdayName(day)))),
        el("div", { class: "row" }, time(one.value, "from"), "–", time(one.value, "until"),
          roundButton("trash", t("grant.removeHours"), () => (rows.value = rows.peek().filter((other) => other.id !== id)), { class: "round bare" })),
        el("p", { class: "problem", role: "alert" }, () => (one.value.weekdays.length === 0 ? t("grant.chooseDay") : "")));
    })),
    () => rows.value.length === 0 && el("p", { class: "quiet" }, t("grant.always")),
    button(t("grant.addHours"), () => (rows.value = [...rows.peek(), row({ weekdays: [], from: 480, until: 1_080 })])));
  return { fields, read: () => hoursOf(rows.peek()) };
}
