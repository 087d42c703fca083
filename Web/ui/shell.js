// The frame around the views: navigation, alarms, the state of the connection, and the choice of the view.

import { computed, effect, el, link, list, scope, untracked } from "../lib/view.js";
import { currentStructure, isNew, isOutsideHours, mayManage } from "../home/structures.js";
import { clock } from "../home/words.js";
import { homeView } from "../views/home.js";
import { button, deviceLink, icon, noteArea, reason } from "./elements.js";
import { installOffer } from "./install-offer.js";
import { loadPart, t } from "./text.js";

/** @typedef {import("./elements.js").App} App */

/** @type {Record<string, () => Promise<(app: App, scroll?: number) => Node>>} views that are fetched when they are first opened */
const views = {
  add: async () => (await later()).views.add,
  automation: async () => (await planned()).views.automation,
  automations: async () => (await planned()).views.automations,
  device: async () => (await later()).views.device,
  energy: async () => (await later()).views.energy,
  history: async () => (await later()).views.history,
  log: async () => (await later()).views.log,
  people: async () => (await later()).views.people,
  problems: async () => (await later()).views.problems,
  room: async () => (await later()).views.room,
  settings: async () => (await later()).views.settings,
  welcome: async () => (await later()).views.welcome,
};

/** The navigation's items to highlight for views without an item of their own. */
const placeOf = new Map([["automation", "automations"], ...["add", "device", "energy", "history", "log", "problems", "room", "welcome"].map((view) => /** @type {const} */ ([view, ""]))]);

/** @type {Promise<unknown> | undefined} */
let styles;

/** Fetches the styles of later views. If that fails, the views are shown without them. */
const loadStyles = () => (styles ??= new Promise((resolve) =>
  document.head.append(el("link", { rel: "stylesheet", href: new URL("../later.css", import.meta.url).href, onload: resolve, onerror: resolve }))));

/**
 * Loads a module together with its texts and styles.
 *
 * @template T
 * @param {() => Promise<T>} load
 * @param {"devices"[]} more
 */
async function withText(load, ...more) {
  const [module] = await Promise.all([load(), loadPart("views"), loadStyles(), ...more.map(loadPart)]);
  return module;
}

const later = () => withText(() => import("../views/later.js"), "devices");
const planned = () => withText(() => import("../views/planned.js"), "devices");

/** @param {App} app */
export function shell(app) {
  const openSearch = async () => (await later()).dialogs.openSearch(app);
  addEventListener("beforeinstallprompt", (event) => (installOffer.value = /** @type {any} */ (event)));
  addEventListener("keydown", (event) => {
    const isTyping = event.target instanceof Element && event.target.matches("input:not([type=range]), select, textarea");
    const isAsked = (event.key === "k" && (event.ctrlKey || event.metaKey)) || (event.key === "/" && !isTyping);
    if (!isAsked || document.querySelector("dialog[open]")) return;
    event.preventDefault();
    openSearch();
  });
  const main = el("main", { id: "main", tabindex: "-1" }, homeSwitch(app), staleBanner(app), alarms(app), pageOf(app));
  return el("div", { class: "frame", "data-stale": () => !app.home.connection.value.isLive },
    el("a", { class: "skip", href: "#main", onclick: (/** @type {Event} */ event) => { event.preventDefault(); main.focus(); } }, t("nav.skip")),
    navigation(app, openSearch), main, noteArea());
}

/**
 * @param {App} app
 * @param {() => void} openSearch
 */
function navigation(app, openSearch) {
  const place = (/** @type {string} */ path, /** @type {string} */ name, /** @type {string} */ label) => {
    const isHere = () => {
      const [here = ""] = app.route.value.path;
      return (placeOf.get(here) ?? here) === path;
    };
    return el("a", { href: path === "" ? "#/" : link(path), "aria-current": () => (isHere() ? "page" : undefined) }, icon(name), el("span", {}, label));
  };
  return el("nav", { class: "bar", "aria-label": t("nav.label") },
    el("span", { class: "mark" }, icon("home")),
    place("", "home", t("nav.home")),
    () => mayManage(app.home, currentStructure(app)?.id) && place("automations", "sparkle", t("nav.automations")),
    el("button", { type: "button", onclick: openSearch, "aria-keyshortcuts": "/ Control+K" }, icon("search"), el("span", {}, t("nav.search"))),
    place("people", "people", t("nav.people")),
    place("settings", "settings", t("nav.settings")));
}

/** @typedef {{y: number, device: string | undefined, top: number}} ScrollPlace the scroll position, and the tile at it */

/** The number of frames in which the scroll position is restored while a view loads. */
const restoreFrames = 40;

/** @param {HTMLElement} page @returns {ScrollPlace} */
function scrollPlace(page) {
  /** @type {Element | null | undefined} */
  let tile;
  for (let y = 80; y < innerHeight && !tile; y += 40) tile = document.elementFromPoint(innerWidth / 3, y)?.closest("[data-device]");
  const device = tile && page.contains(tile) ? tile.getAttribute("data-device") ?? undefined : undefined;
  return { y: scrollY, device, top: tile?.getBoundingClientRect().top ?? 0 };
}

/**
 * Restores a scroll position while the view loads, until the person scrolls.
 *
 * @param {HTMLElement} page
 * @param {ScrollPlace} place
 * @param {() => boolean} isShown whether the view is still the current one
 */
function restoreScroll(page, { y, device, top }, isShown) {
  let left = restoreFrames;
  const stop = () => (left = 0);
  for (const name of ["wheel", "touchstart", "keydown", "pointerdown"]) addEventListener(name, stop, { once: true, passive: true });
  const restore = () => {
    if (!isShown()) return;
    const tile = device === undefined ? undefined : page.querySelector(`[data-device="${CSS.escape(device)}"]`);
    if (tile) scrollBy(0, tile.getBoundingClientRect().top - top);
    else scrollTo(0, y);
    if ((left -= 1) > 0) requestAnimationFrame(restore);
  };
  restore();
}

/**
 * Remembers the scroll position of each entry of the browser's history. A back link to the previous entry goes back in the
 * history.
 *
 * @param {HTMLElement} page
 */
function remembered(page) {
  history.scrollRestoration = "manual";
  /** @type {Map<string, ScrollPlace>} */
  const places = new Map();
  let count = 0;
  let here = location.hash || "#/";
  /** @returns {{key: string, from: string}} */
  const fresh = () => ({ key: `${performance.timeOrigin}/${(count += 1)}`, from: here });
  let entry = fresh();
  history.replaceState(entry, "");
  // A link to the current address replaces the entry's state without a hashchange event.
  addEventListener("popstate", () => {
    if (!history.state?.key && (location.hash || "#/") === here) history.replaceState(entry, "");
  });
  addEventListener("hashchange", () => {
    // A filter replaces the view's current entry.
    if (!history.state?.key) history.replaceState(entry, "");
    here = location.hash || "#/";
  });
  document.addEventListener("click", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const link = event.target instanceof Element && event.target.closest("a.back");
    if (!link || link.getAttribute("href") !== entry.from || history.length < 2) return;
    event.preventDefault();
    history.back();
  });
  /** Call it before another view is shown. @returns {ScrollPlace | undefined} the last scroll position in that view */
  return () => {
    places.set(entry.key, scrollPlace(page));
    const known = history.state?.key;
    if (!known) history.replaceState(fresh(), "");
    entry = history.state;
    here = location.hash || "#/";
    return known && places.get(known);
  };
}

/** @param {App} app */
function pageOf(app) {
  const page = el("div", { class: "page" });
  const name = computed(() => {
    const id = currentStructure(app)?.id;
    const { path } = app.route.value;
    return [id ?? "", ...(path.length === 0 && isNew(app.home, id) ? ["welcome"] : path.slice(0, 2))].join("\n");
  });
  let dispose = () => {};
  let isFirst = true;
  let turn = 0;
  const enter = remembered(page);
  effect(() => {
    const [, first = ""] = name.value.split("\n");
    const now = (turn += 1);
    const place = now > 1 ? enter() : undefined;
    const show = async () => {
      // Guests may not see automations, so they get the home.
      const load = first.startsWith("automation") && !untracked(() => mayManage(app.home, currentStructure(app)?.id)) ? undefined : views[first];
      // If the hub is away, the view is shown with the schemas loaded so far.
      const fetched = load && await Promise.all([withText(load), app.home.loadSchemas().catch(() => {})]).then(([view]) => view, () => failure);
      if (now !== turn) return;
      dispose();
      const [content, end] = scope(() => (fetched ?? homeView)(app, place?.y ?? 0));
      dispose = end;
      page.replaceChildren(content);
      if (isFirst) isFirst = false;
      else {
        if (place) restoreScroll(page, place, () => now === turn);
        else scrollTo(0, 0);
        const heading = page.querySelector("h1");
        heading?.setAttribute("tabindex", "-1");
        heading?.focus({ preventScroll: true });
      }
      document.title = [page.querySelector("h1")?.textContent, "Hearth"].filter(Boolean).join(" – ");
    };
    show();
  });
  return page;
}

/** The content in place of a view whose code can't be fetched. */
function failure() {
  return el("div", { class: "empty" }, el("p", {}, t("error.unavailable")), button(t("action.retry"), () => location.reload()));
}

/** @param {App} app @returns the button with the current home, if there are several */
function homeSwitch(app) {
  const open = async () => (await later()).dialogs.chooseHome(app);
  return () => app.home.structures.value.size > 1 && el("button", { type: "button", class: "home-switch", "aria-haspopup": "dialog", onclick: open },
    icon("home"), el("span", {}, el("span", { class: "unseen" }, t("homes.current"), " "), () => currentStructure(app)?.name ?? ""), icon("down"));
}

/** @param {App} app */
function staleBanner({ home }) {
  return el("div", { role: "status" }, () => {
    const { isLive, asOf, error } = home.connection.value;
    const why = error && !["unavailable", "canceled"].includes(error.code) ? ` ${reason(error)}` : "";
    // Outside of a guest's hours the hub refuses the watch, which is not a lost connection.
    return !isLive && !isOutsideHours(home) && el("p", { class: "stale" }, icon("offline"), `${t("connection.lost", { time: clock(asOf) })}${why}`);
  });
}

/** @param {App} app @returns the banners of alarms, which every view shows and screen readers announce */
function alarms({ home, overview }) {
  /** @param {import("../lib/hearth-v1.js").Device} device */
  const name = (device) => [device.structureId !== currentStructure({ home })?.id && home.structures.value.get(device.structureId)?.name, device.name].filter(Boolean).join(", ");
  return el("div", { class: "alarms", role: "alert" }, list(() => overview.alarms.value, (alarm) => alarm.key, (alarm) =>
    el("a", { class: "alarm", href: () => deviceLink(alarm.value.device.id) }, icon("warning"),
      el("span", {}, () => t("alarm.at", { name: name(alarm.value.device), what: alarm.value.text })))));
}
