// Search over devices, rooms and what lamps and plugs can be told: a list that keys walk through.

import { computed, effect, el, link, list, signal } from "../lib/view.js";
import { currentStructure, mayManage, roomsOf } from "../home/structures.js";
import { isPressed, presser } from "../ui/controls.js";
import { ask, deviceLink, icon } from "../ui/elements.js";
import { t } from "../ui/text.js";

/** @typedef {import("../ui/elements.js").App} App */
/** @typedef {{id: string, title: string, detail: string, icon: string, words: string, run: () => void}} Result */

const mostResults = 30;
const views = /** @type {const} */ ([
  ["history", "chart", "history.title"], ["energy", "plug", "energy.title"], ["log", "clock", "device.events"], ["problems", "warning", "home.problemList"],
  ["automations", "sparkle", "automation.title"], ["people", "people", "people.title"], ["settings", "settings", "settings.title"],
]);

/**
 * Text as it is compared: without case, and without the marks of letters.
 *
 * @param {string} text
 */
export const folded = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/**
 * How well something fits what was typed: each word must begin one of its words or be inside. Undefined for not at all.
 *
 * @param {string} words folded
 * @param {string} query folded
 */
export function rank(words, query) {
  let total = words.startsWith(query) ? 3 : 0;
  for (const part of query.split(/\s+/).filter((one) => one !== "")) {
    const at = words.indexOf(part);
    if (at < 0) return undefined;
    total += at === 0 || words[at - 1] === " " ? 2 : 1;
  }
  return total;
}

/** @param {App} app @returns {Result[]} */
function everything(app) {
  /** @type {Result[]} */
  const found = [];
  const add = (/** @type {Omit<Result, "words">} */ result, extra = "") => found.push({ ...result, words: folded(`${result.title} ${result.detail} ${extra}`) });
  const structureId = currentStructure(app)?.id;
  for (const { device, parts } of app.overview.entries.value) {
    if (device.structureId !== structureId) continue;
    const room = app.home.rooms.value.get(device.roomId)?.name ?? "";
    for (const { part, status: { value: status } } of parts) {
      const name = part.label === "" ? device.name : `${part.label}, ${device.name}`;
      add({ id: `open/${part.key}`, title: name, detail: [room, status.value, status.text].filter(Boolean).join(" · "), icon: status.icon, run: () => (location.hash = deviceLink(device.id)) });
      if (isPressed(part))
        add({ id: `press/${part.key}`, title: t(status.isOn ? "search.turnOff" : "search.turnOn", { name }), detail: room, icon: status.icon, run: presser(app, part) });
    }
  }
  for (const [name, drawing, title] of views)
    // The log is not for guests.
    if (name !== "log" || mayManage(app.home, structureId)) add({ id: `view/${name}`, title: t(title), detail: "", icon: drawing, run: () => (location.hash = link(name)) });
  for (const room of roomsOf(app.home, structureId))
    add({ id: `room/${room.id}`, title: room.name, detail: t("device.room"), icon: "home", run: () => {
      location.hash = "#/";
      setTimeout(() => document.getElementById(`room-${room.id}`)?.scrollIntoView({ block: "start" }), 100);
    } });
  return found;
}

/** @param {App} app */
export function openSearch(app) {
  const query = signal("");
  const selected = signal(0);
  ask(t("search.title"), (close) => {
    const all = computed(() => everything(app));
    const results = computed(() => {
      const wanted = folded(query.value.trim());
      if (wanted === "") return all.value.filter((one) => one.id.startsWith("open/")).slice(0, 8);
      return all.value.flatMap((result) => {
        const score = rank(result.words, wanted);
        return score === undefined ? [] : [{ result, score }];
      }).sort((left, right) => right.score - left.score).slice(0, mostResults).map((one) => one.result);
    });
    const run = (/** @type {Result | undefined} */ result) => {
      if (!result) return;
      close();
      result.run();
    };
    const option = (/** @type {number} */ index) => `search-${index}`;
    effect(() => document.getElementById(option(selected.value))?.scrollIntoView({ block: "nearest" }));
    return [
      el("div", { class: "row" }, icon("search"), el("input", {
        class: "input", type: "search", role: "combobox", autocomplete: "off", spellcheck: "false", autofocus: true,
        "aria-label": t("search.title"), "aria-expanded": true, "aria-controls": "search-results", placeholder: t("search.placeholder"),
        "aria-activedescendant": () => (results.value.length > 0 ? option(selected.value) : undefined),
        oninput: (/** @type {Event} */ event) => {
          query.value = /** @type {HTMLInputElement} */ (event.target).value;
          selected.value = 0;
        },
        onkeydown: (/** @type {KeyboardEvent} */ event) => {
          const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
          if (step !== 0) selected.value = Math.min(results.value.length - 1, Math.max(0, selected.value + step));
          else if (event.key === "Enter") run(results.value[selected.value]);
          else return;
          event.preventDefault();
        },
      })),
      el("ul", { class: "results", id: "search-results", role: "listbox", "aria-label": t("search.title") },
        list(() => results.value.map((result, index) => ({ result, index })), ({ result }) => result.id, (item) =>
          el("li", {
            class: "result", role: "option", id: () => option(item.value.index), "aria-selected": () => item.value.index === selected.value,
            onclick: () => run(item.value.result), onpointermove: () => (selected.value = item.value.index),
          }, icon(() => item.value.result.icon),
          el("span", { class: "grow" }, el("span", {}, () => item.value.result.title), el("br"), el("span", { class: "quiet" }, () => item.value.result.detail))))),
      el("p", { class: "quiet", role: "status" }, () => (query.value === "" ? "" : results.value.length === 0 ? t("search.nothing") : t("search.results", { count: results.value.length }))),
    ];
  }, "search");
}
