// The first view: a summary, the problems, and all devices by room.

import { calm, computed, el, link, list, onCleanup, signal } from "../lib/view.js";
import { currentStructure, isOutsideHours, mayAdd, mayIntegrate, mayManage, roomsOf } from "../home/structures.js";
import { climate, isOpen, offlineCount, summary } from "../home/summary.js";
import { tiles } from "../ui/tiles.js";
import { deviceLink, icon, roundButton } from "../ui/elements.js";
import { firstRooms } from "../ui/first-rooms.js";
import { notices } from "../ui/notices.js";
import { lightsOff, lightsOn, quickActions } from "../ui/quick.js";
import { t } from "../ui/text.js";

/** @typedef {import("../ui/elements.js").App} App */
/** @typedef {import("../lib/hearth-v1.js").Device} Device */
/** @typedef {import("../home/live.js").LiveHome} LiveHome */
/** @typedef {import("../home/overview.js").PartEntry} PartEntry */
/** @typedef {{id: string, name: string, entries: {device: Device, parts: PartEntry[]}[]}} Room */

/** The id of the favorites, which are shown before the rooms like one of them. No room has this id. */
const favoritesId = " favorites";

/** @template T @typedef {import("../lib/view.js").Readable<T>} Readable */

/** @typedef {"all" | "on" | "open" | "unlocked" | "problems"} Filter */

/** @param {App} app @param {number} scroll the scroll position to return to */
export function homeView(app, scroll = 0) {
  const { home } = app;
  const structure = computed(() => currentStructure(app));
  const entries = computed(() => app.overview.entries.value.filter(({ device }) => device.structureId === structure.value?.id));
  const statuses = computed(() => entries.value.flatMap(({ parts }) => parts));
  const keys = (/** @type {(entry: PartEntry) => boolean} */ isWanted) => calm(() => new Set(statuses.value.filter(isWanted).map(({ part }) => part.key)));
  const on = keys(({ part, status }) => countsAsOn.has(part.kind) && status.value.isOn);
  const open = keys(isOpen);
  const unlocked = keys(({ part, status }) => part.kind === "lock" && status.value.isOn);
  // Alarms already have a banner above every view.
  const problems = calm(() => entries.value.flatMap(({ device, problems }) =>
    problems.value.filter((problem) => problem.kind !== "alarm").map((problem) => ({ device, problem }))));
  const marked = computed(() => (structure.value ? home.arrangements.of(structure.value.id).value.favorites : []));
  const words = calm(() => summary(app, statuses.value));
  const filter = signal(/** @type {Filter} */ ("all"));
  const wanted = { on, open, unlocked };

  const rooms = computed(() => {
    const name = filter.value;
    const keys = name === "all" || name === "problems" ? undefined : wanted[name].value;
    const chosen = entries.value.map(({ device, parts, problems }) => {
      const shown = keys ? parts.filter(({ part }) => keys.has(part.key)) : name === "all" || problems.value.length > 0 ? parts : [];
      return { device, parts: shown };
    }).filter(({ parts }) => parts.length > 0);
    /** @type {Room[]} */
    const found = roomsOf(home, structure.value?.id).map((room) => ({ id: room.id, name: room.name, entries: chosen.filter(({ device }) => device.roomId === room.id) }));
    const known = new Set(found.map((room) => room.id));
    const others = chosen.filter(({ device }) => !known.has(device.roomId));
    const byId = new Map(chosen.map((entry) => [entry.device.id, entry]));
    const favorites = name === "all" ? marked.value.flatMap((id) => byId.get(id) ?? []) : [];
    return [{ id: favoritesId, name: t("favorite.all"), entries: favorites }, ...found, { id: "", name: t("home.noRoom"), entries: others }]
      .filter((room) => room.entries.length > 0);
  });

  // The rooms on the screen are rendered first, then some more screens whenever the browser is idle. A busy browser renders
  // them after a timeout.
  const screens = signal(scroll > 0 ? Infinity : 1);
  const shownRooms = computed(() => (screens.value === Infinity ? rooms.value : firstRooms(rooms.value, innerWidth, innerHeight * screens.value * tilesToRows)));
  const soon = (/** @type {() => void} */ work) => ("requestIdleCallback" in globalThis ? requestIdleCallback(work, { timeout: 500 }) : setTimeout(work));
  let isGone = false;
  onCleanup(() => (isGone = true));
  const goOn = () => {
    if (isGone) return;
    screens.value = shownRooms.value === rooms.value ? Infinity : screens.value + 4;
    if (screens.value < Infinity) soon(goOn);
  };
  requestAnimationFrame(() => soon(goOn));

  const chip = (/** @type {Filter} */ name, /** @type {() => string} */ label) =>
    el("button", { type: "button", class: "chip", "aria-pressed": () => filter.value === name, onclick: () => (filter.value = filter.peek() === name ? "all" : name) }, label);
  const counted = (/** @type {Exclude<Filter, "all">} */ name, /** @type {string} */ text, /** @type {() => number} */ count) =>
    () => (count() > 0 || filter.value === name) && chip(name, () => t(text, { count: count() }));
  const jump = (/** @type {string} */ id) => {
    screens.value = Infinity;
    requestAnimationFrame(() => document.getElementById(`room-${id.trim()}`)?.scrollIntoView({ block: "start" }));
  };

  const markFocused = async (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "f" || event.ctrlKey || event.metaKey || event.altKey ) return;
    const tile = event.target instanceof Element ? event.target.closest(".tile") : undefined;
    const device = home.device(tile?.getAttribute("data-device") ?? "");
    if (device && mayManage(home, device.structureId)) (await import("./later.js")).deeds.toggleFavorite(home, device);
  };

  return el("div", { onkeydown: markFocused },
    el("div", { class: "head" }, el("h1", {}, () => structure.value?.name ?? t("home.title")),
      // Guests may read neither the history nor the log.
      () => mayManage(home, structure.value?.id) && el("div", { class: "row" },
        el("a", { class: "round", href: "#/history", "aria-label": t("history.title"), title: t("history.title") }, icon("chart")),
        el("a", { class: "round", href: link("log"), "aria-label": t("device.events"), title: t("device.events") }, icon("clock")),
        () => mayIntegrate(home) && el("a", { class: "round", href: link("add"), "aria-label": t("add.title"), title: t("add.title") }, icon("plus")))),
    el("p", { class: "summary" }, () => words.value),
    notices(app, () => structure.value?.id),
    el("div", { class: "strip" },
      el("div", { role: "group", "aria-label": t("home.filter") },
        chip("all", () => t("home.all")),
        chip("on", () => t("home.on", { count: on.value.size })),
        counted("open", "home.open", () => open.value.size),
        counted("unlocked", "home.unlocked", () => unlocked.value.size),
        counted("problems", "home.problems", () => problems.value.length)),
      quickActions(app, () => structure.value?.id, () => statuses.value),
      () => rooms.value.length > 2 && el("div", { role: "group", "aria-label": t("home.rooms") },
        list(() => rooms.value, ({ id }) => id, (room) => el("button", { type: "button", class: "chip plain", onclick: () => jump(room.value.id) }, () => room.value.name)))),
    () => filter.value === "problems" && problems.value.length > 0 && [
      el("ul", { class: "notices", "aria-label": t("home.problemList") },
        list(() => problems.value.slice(0, mostNotices), ({ device, problem }) => `${problem.kind}/${device.id}`, (item) => notice(item))),
      el("a", { class: "back", href: link("problems") }, () => t("problems.all", { count: problems.value.length }), icon("next")),
    ],
    () => entries.value.length === 0 && [el("p", { class: "empty" }, () => t(isOutsideHours(home) ? "home.outsideHours" : structure.value ? "home.empty" : "home.none")),
      !structure.value && mayAdd(home) && el("a", { class: "button main", href: link("settings") }, t("home.addFirst")),
      el("div", { class: "chips" },
        structure.value && mayIntegrate(home) && el("a", { class: "button main", href: link("add") }, t("add.title")),
        mayManage(home, structure.value?.id) && el("a", { class: "button", href: link("welcome") }, t("welcome.title")))],
    () => entries.value.length > 0 && rooms.value.length === 0 && el("p", { class: "empty" }, nothing(filter.value, offlineCount(home, statuses.value))),
    el("div", { class: "rooms" }, list(() => shownRooms.value, (room) => room.id, (room) => roomSection(app, room))));
}

/** The most problems shown, so that they do not push the rooms off the screen. */
const mostNotices = 4;
/** Corrects the estimated heights, which are more than most rooms take. */
const tilesToRows = 1.6;

/** @param {Filter} filter @param {number} offline @returns {string} why no device is shown; unreachable devices may still be on */
const nothing = (filter, offline) => (filter === "problems" ? t("home.nothingWrong") : offline > 0 ? t("home.nothingKnown", { count: offline }) : t("home.nothingOn"));

/** The kinds that the filter "on" counts: not open windows or detected motion. */
const countsAsOn = new Set(["light", "plug", "speaker", "media", "fan", "purifier", "hood", "humidifier", "vacuum", "appliance", "cooktop", "valve", "pump", "other"]);

/** @param {Readable<{device: Device, problem: import("../home/status.js").Problem}>} item a problem of a device */
function notice(item) {
  const icons = { alarm: "warning", offline: "offline", battery: "battery", jammed: "warning", trouble: "warning" };
  return el("li", {}, el("a", { class: "notice", href: () => deviceLink(item.value.device.id), "data-alarm": () => item.value.problem.kind === "alarm" },
    icon(() => icons[item.value.problem.kind]),
    el("span", { class: "grow" }, el("strong", {}, () => item.value.device.name), " ", el("span", { class: "quiet" }, () => item.value.problem.text)),
    icon("next")));
}

/**
 * @param {App} app
 * @param {Readable<Room>} room
 */
function roomSection(app, room) {
  const parts = computed(() => room.value.entries.flatMap((entry) => entry.parts));
  const { id } = room.value;
  const isRoom = id !== "" && id !== favoritesId;
  const name = () => room.value.name;
  const air = calm(() => (isRoom ? climate(app, room.value.entries) : ""));
  const lit = calm(() => lightsOn(parts.value).length > 0);
  return el("section", { class: "room", "aria-labelledby": `room-${id.trim()}`, "--count": () => String(parts.value.length) },
    el("div", { class: "room-head" }, el("h2", { id: `room-${id.trim()}` }, isRoom ? el("a", { href: link("room", id) }, name) : name), el("p", {}, () => air.value),
      () => isRoom && lit.value && roundButton("power", () => t("home.lightsOffIn", { room: name() }), () => lightsOff(app, parts.value))),
    tiles(app, () => parts.value));
}
