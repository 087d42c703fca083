// The hub's log for people: newest first, live, and filtered by room or device, person, day and kind.

import { computed, effect, el, list, onCleanup, signal, untracked } from "../lib/view.js";
import { hubTime } from "../home/clock.js";
import { linesOf, logFilter } from "../home/happened.js";
import { Journal } from "../home/journal.js";
import { currentStructure, mayManage, roomsOf } from "../home/structures.js";
import { byName } from "../home/words.js";
import { button, deviceLink, icon, tell } from "../ui/elements.js";
import { noRecords } from "../ui/no-records.js";
import { language, t } from "../ui/text.js";

/** @typedef {import("../ui/elements.js").App} App */
/** @typedef {import("../home/happened.js").Line} Line */
/** @typedef {{date: string, at: number, entries: Line[]}} Day */
/** @template T @typedef {import("../lib/view.js").Readable<T>} Readable */

/** The sizes of the first page, which must load fast, and of older pages. */
const pageSizes = { newest: 200, older: 500 };
/** A filter may leave few lines of a page, so pages are fetched until there are `wantedLines`, but at most `mostPages`. */
const wantedLines = 40;
const mostPages = 20;
const pause = 500;
const kinds = /** @type {const} */ (["", "use", "alert", "value", "setup"]);
const filters = /** @type {const} */ (["room", "device", "person", "day", "kind"]);

/** @typedef {Record<typeof filters[number], Readable<string>>} Chosen */

/** @param {App} app */
export function eventsView(app) {
  const structureId = currentStructure(app)?.id ?? "";
  if (!mayManage(app.home, structureId)) return noRecords(app, t("device.events"), "narrow");
  const chosen = /** @type {Chosen} */ (Object.fromEntries(filters.map((name) => [name, computed(() => app.route.value.query.get(name) ?? "")])));
  const choose = (/** @type {Partial<Record<typeof filters[number], string>>} */ change) => {
    const query = new URLSearchParams(filters.map((name) => [name, change[name] ?? chosen[name].value]).filter(([, value]) => value !== ""));
    location.replace(`#/log?${query}`);
  };
  // The sentences contain names of automations.
  tell(app.home.loadAutomations(structureId));
  const devices = computed(() => app.overview.entries.value.map((entry) => entry.device).filter((one) => one.structureId === structureId));
  const option = (/** @type {string} */ value, /** @type {string} */ name, /** @type {string} */ now) => el("option", { value, selected: value === now }, name);
  /** @type {HTMLSelectElement} */
  const where = el("select", { class: "input", onchange: () => choose({ room: "", device: "", ...Object.fromEntries([where.value.split("/", 2)].filter(([name]) => name !== "")) }) },
    () => {
      const now = chosen.room.value !== "" ? `room/${chosen.room.value}` : chosen.device.value !== "" ? `device/${chosen.device.value}` : "";
      return [option("", t("log.everywhere"), now),
        el("optgroup", { label: t("settings.rooms") }, roomsOf(app.home, structureId).map((one) => option(`room/${one.id}`, one.name, now))),
        el("optgroup", { label: t("log.devices") }, devices.value.map((one) => option(`device/${one.id}`, one.name, now)))];
    });
  /** @type {HTMLSelectElement} */
  const who = el("select", { class: "input", onchange: () => choose({ person: who.value }) }, () => {
    const people = [...app.home.people.value.values()].filter((one) => one.structureId === structureId).sort((left, right) => byName(left.name, right.name));
    return [option("", t("log.everybody"), chosen.person.value), people.map((one) => option(one.id, one.name || t("people.noName"), chosen.person.value))];
  });
  /** @type {HTMLInputElement} */
  const day = el("input", { class: "input", type: "date", max: dateText(hubTime()), ".value": () => chosen.day.value, onchange: () => choose({ day: day.value }) });
  return el("div", { class: "narrow" },
    el("a", { class: "back", href: "#/" }, icon("back"), t("device.back")),
    el("h1", {}, t("device.events")),
    el("div", { class: "inline-form filter" },
      el("label", { class: "field" }, t("log.where"), where), el("label", { class: "field" }, t("log.who"), who), el("label", { class: "field" }, t("log.day"), day)),
    el("div", { class: "strip" }, el("div", { role: "group", "aria-label": t("home.filter") }, kinds.map((one) =>
      el("button", { type: "button", class: "chip", "aria-pressed": () => chosen.kind.value === one, onclick: () => choose({ kind: one }) }, t(`log.kind.${one || "all"}`))))),
    () => {
      const ids = deviceIds(devices.value, chosen);
      const range = dayOf(chosen.day.value);
      const withValues = chosen.kind.value === "value";
      return untracked(() => entries(app, structureId, { devices: devices.value, ids, range, withValues }, chosen));
    });
}

/**
 * @param {readonly import("../lib/hearth-v1.js").Device[]} devices
 * @param {Chosen} chosen
 * @returns {readonly string[]} the ids of the chosen devices; empty for all
 */
function deviceIds(devices, { room, device }) {
  if (device.value !== "") return [device.value];
  return room.value === "" ? [] : devices.filter((one) => one.roomId === room.value).map((one) => one.id);
}

/** @param {number} time @returns {string} the text for a date input, in the browser's time zone */
function dateText(time) {
  const date = new Date(time);
  return `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, "0")}-${String(date.getDate()).padStart(2, "0")}`;
}

/** @param {string} text such as "2026-06-03" @returns {{from: number, until: number} | undefined} the day in the browser's time zone */
function dayOf(text) {
  const [, year, month, day] = (/^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? []).map(Number);
  if (year === undefined || month === undefined || day === undefined) return undefined;
  return { from: new Date(year, month - 1, day).getTime(), until: new Date(year, month - 1, day + 1).getTime() };
}

/**
 * @param {App} app
 * @param {string} structureId
 * @param {{devices: readonly import("../lib/hearth-v1.js").Device[], ids: readonly string[], range: {from: number, until: number} | undefined, withValues: boolean}} asked
 * @param {Chosen} chosen
 */
function entries(app, structureId, { devices, ids, range, withValues }, { room, device, person, kind }) {
  const filter = { ...logFilter(devices, withValues), deviceIds: [...ids] };
  const seconds = (/** @type {number} */ time) => ({ seconds: BigInt(Math.floor(time / 1000)) });
  const times = range ? { since: seconds(range.from), until: seconds(range.until) } : {};
  const journal = new Journal((pageToken) => app.client.call("HomeService/ListReports", { structureId, filter, pageToken, ...times,
    pageSize: pageToken === "" ? pageSizes.newest : pageSizes.older }));
  const isBusy = signal(true);
  const dayFormat = new Intl.DateTimeFormat(language(), { dateStyle: "full" });
  const timeFormat = new Intl.DateTimeFormat(language(), { timeStyle: "short" });
  const all = computed(() => linesOf(app.home, journal.reports.value));
  const isHere = (/** @type {Line} */ line) => (room.value === "" && device.value === "") || ids.includes(line.deviceId);
  const shown = computed(() => all.value.filter((line) => isHere(line) && (person.value === "" || line.personId === person.value)
    && (kind.value === "" ? line.kind !== "value" : line.kind === kind.value)));
  const days = computed(() => {
    /** @type {Day[]} */
    const found = [];
    for (const entry of shown.value) {
      const date = new Date(entry.at).toDateString();
      if (found.at(-1)?.date !== date) found.push({ date, at: entry.at, entries: [] });
      found.at(-1)?.entries.push(entry);
    }
    return found;
  });
  const older = async () => {
    isBusy.value = true;
    const wanted = shown.value.length + wantedLines;
    for (let page = 0; page < mostPages && shown.value.length < wanted && !journal.isComplete.value; page += 1)
      if (!(await tell(journal.older()))) break;
    isBusy.value = false;
  };
  older();
  // With another kind or person, too few of the loaded lines may remain.
  let isFirst = true;
  effect(() => {
    const isAsked = kind.value !== undefined && person.value !== undefined;
    if (isAsked && !isFirst && shown.value.length < wantedLines && !isBusy.peek()) older();
    isFirst = false;
  });
  const timer = { id: 0 };
  effect(() => {
    // Fetches new reports a moment after the watch announced some. Nothing new happens on a past day.
    const isPast = range !== undefined && range.until <= hubTime();
    if (app.home.news.value > 0 && !isPast) timer.id ||= setTimeout(() => {
      timer.id = 0;
      journal.newer().catch(() => undefined);
    }, pause);
  });
  onCleanup(() => clearTimeout(timer.id));
  return el("div", {},
    list(() => days.value, (day) => day.date, (day) => el("section", { class: "section" },
      el("h2", {}, dayFormat.format(day.value.at)),
      el("ol", { class: "steps log" }, list(() => day.value.entries, (entry) => entry.key, (entry) => row(entry, timeFormat))))),
    () => journal.isComplete.value && shown.value.length === 0 && el("p", { class: "empty" }, t("log.nothing")),
    el("div", { class: "device-end" }, () => !journal.isComplete.value && button(() => t(isBusy.value ? "log.loading" : "log.older"), () => !isBusy.value && older(), "", { "aria-disabled": () => isBusy.value })));
}

/** @param {Readable<Line>} entry @param {Intl.DateTimeFormat} format */
function row(entry, format) {
  const { at, deviceId, kind } = entry.value;
  const words = [el("time", { datetime: new Date(at).toISOString() }, format.format(at)), el("span", {}, () => entry.value.words)];
  return el("li", { "data-kind": kind }, deviceId === "" ? el("div", {}, words) : el("a", { href: deviceLink(deviceId) }, words));
}
