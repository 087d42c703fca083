// All that happened in the home, from the hub's log: newest first, live, by device and by kind.

import { computed, effect, el, list, onCleanup, signal, untracked } from "../lib/view.js";
import { causeInWords } from "../home/causes.js";
import { linesOf } from "../home/happened.js";
import { Journal } from "../home/journal.js";
import { milliseconds } from "../home/model.js";
import { currentStructure, mayManage } from "../home/structures.js";
import { number } from "../home/words.js";
import { button, deviceLink, icon, tell } from "../ui/elements.js";
import { language, t } from "../ui/text.js";

/** @typedef {import("../ui/elements.js").App} App */
/** @typedef {import("../home/happened.js").Line} Line */
/** @typedef {import("../lib/hearth-v1.js").Report} Report */
/** @typedef {{key: string, at: number, line: Line, who: string}} Entry */
/** @typedef {{date: string, at: number, entries: Entry[]}} Day */
/** @template T @typedef {import("../lib/view.js").Readable<T>} Readable */

/** Of the first page, which is to be there soon, and of those that somebody asks for. */
const pageSizes = { newest: 100, older: 500 };
/** A filter may leave little of a page: so many lines are looked for, on so many pages at most. */
const wantedLines = 40;
const mostPages = 20;
const pause = 500;
const kinds = /** @type {const} */ (["", "event", "value", "setup"]);

/** @param {App} app */
export function eventsView(app) {
  const structureId = currentStructure(app)?.id ?? "";
  const filter = (/** @type {string} */ name) => computed(() => app.route.value.query.get(name) ?? "");
  const device = filter("device");
  const kind = filter("kind");
  const choose = (/** @type {Record<string, string>} */ change) => {
    const query = new URLSearchParams(Object.entries({ device: device.value, kind: kind.value, ...change }).filter(([, value]) => value !== ""));
    location.replace(`#/log?${query}`);
  };
  // Names of automations stand in causes.
  const mayRead = computed(() => mayManage(app.home, structureId));
  effect(() => {
    if (mayRead.value) tell(app.home.loadAutomations(structureId));
  });
  const devices = computed(() => app.overview.entries.value.map((entry) => entry.device).filter((one) => one.structureId === structureId));
  /** @type {HTMLSelectElement} */
  const select = el("select", { class: "input", ".value": () => device.value, onchange: () => choose({ device: select.value }) },
    el("option", { value: "" }, t("log.allDevices")), devices.value.map((one) => el("option", { value: one.id, selected: one.id === device.value }, one.name)));
  return el("div", { class: "narrow" },
    el("a", { class: "back", href: "#/" }, icon("back"), t("device.back")),
    el("h1", {}, t("device.events")),
    el("label", { class: "field filter" }, t("log.device"), select),
    el("div", { class: "chips", role: "group", "aria-label": t("home.filter") }, kinds.map((one) =>
      el("button", { type: "button", class: "chip", "aria-pressed": () => kind.value === one, onclick: () => choose({ kind: one }) }, t(`log.kind.${one || "all"}`)))),
    () => {
      // The log is not for guests.
      if (!mayRead.value) return el("p", { class: "empty" }, t("error.permission_denied"));
      const id = device.value;
      return untracked(() => entries(app, structureId, id, kind));
    });
}

/**
 * @param {App} app
 * @param {string} structureId
 * @param {string} deviceId empty for all
 * @param {Readable<string>} kind
 */
function entries(app, structureId, deviceId, kind) {
  const journal = new Journal((pageToken) => app.client.call("HomeService/ListReports", { structureId, filter: { deviceIds: deviceId === "" ? [] : [deviceId] }, pageToken,
    pageSize: pageToken === "" ? pageSizes.newest : pageSizes.older }));
  const isBusy = signal(true);
  const dayFormat = new Intl.DateTimeFormat(language(), { dateStyle: "full" });
  const timeFormat = new Intl.DateTimeFormat(language(), { timeStyle: "medium" });
  // What a report says is worked out once, as long as what it names stays as it is.
  const { devices, rooms, automations } = app.home;
  const told = computed(() => ({ names: [devices.value, rooms.value, automations.value], entries: /** @type {WeakMap<Report, Entry[]>} */ (new WeakMap()) }));
  const all = computed(() => journal.reports.value.flatMap((report) => {
    const known = told.value.entries;
    const entries = known.get(report) ?? entriesOf(app, report, deviceId);
    if (report.states.every(({ traitId }) => app.home.schemas.get(traitId))) known.set(report, entries);
    return entries;
  }));
  const shown = computed(() => (kind.value === "" ? all.value : all.value.filter(({ line }) => line.kind === kind.value)));
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
  // Another kind may leave nothing of what is here.
  let isFirst = true;
  effect(() => {
    if (kind.value !== undefined && !isFirst && shown.value.length < wantedLines && !isBusy.peek()) older();
    isFirst = false;
  });
  const timer = { id: 0 };
  effect(() => {
    // The log is asked when there is something to find.
    const hasNews = deviceId === "" ? app.home.news.value > 0 : app.home.device(deviceId) !== undefined;
    if (hasNews) timer.id ||= setTimeout(() => {
      timer.id = 0;
      journal.newer().catch(() => undefined);
    }, pause);
  });
  onCleanup(() => clearTimeout(timer.id));
  return el("div", {},
    list(() => days.value, (day) => day.date, (day) => el("section", { class: "section" },
      el("h2", {}, dayFormat.format(day.value.at)),
      el("ol", { class: "steps log" }, list(() => day.value.entries, (entry) => entry.key, (entry) => row(entry.value, timeFormat.format(entry.value.at)))))),
    () => !isBusy.value && shown.value.length === 0 && el("p", { class: "empty" }, t("log.nothing")),
    el("div", { class: "device-end" }, () => !journal.isComplete.value && button(() => t(isBusy.value ? "log.loading" : "log.older"), () => !isBusy.value && older(), "", { "aria-disabled": () => isBusy.value })));
}

/**
 * @param {App} app
 * @param {Report} report
 * @param {string} deviceId empty for all
 * @returns {Entry[]}
 */
function entriesOf({ home }, report, deviceId) {
  const at = milliseconds(report.observedAt) ?? 0;
  const who = causeInWords(home, report.cause);
  // Objects come whatever device was asked for.
  const lines = linesOf(home, report).filter((line) => deviceId === "" || line.deviceId === deviceId);
  return lines.map((line, index) => ({ key: `${report.position?.epoch}/${report.position?.sequence}/${index}`, at, line, who }));
}

/** @param {Entry} entry @param {string} time */
function row({ at, line, who }, time) {
  const words = [
    el("time", { datetime: new Date(at).toISOString() }, time),
    el("span", {}, el("strong", {}, line.name), " ", line.words,
      who !== "" && el("span", { class: "quiet" }, `, ${who}`),
      line.number !== undefined && el("span", { class: "quiet" }, ` · ${t("log.number", { number: number(Number(line.number), 0) })}`)),
  ];
  return el("li", { "data-kind": line.kind }, line.deviceId === "" ? el("div", {}, words) : el("a", { href: deviceLink(line.deviceId) }, words));
}
