// The search for devices, rooms, views, and commands to lamps, plugs, locks and blinds: a list with keyboard navigation.

import { computed, effect, el, link, list } from "../lib/view.js";
import { currentStructure, mayManage, roomsOf } from "../home/structures.js";
import { isPartOffline } from "../home/status.js";
import { DOOR_LOCK, WINDOW_COVERING } from "../home/traits.js";
import { apostrophes } from "../home/words.js";
import { isOn, isPressed, presser } from "../ui/controls.js";
import { turn } from "../ui/controls/turn.js";
import { lightsOff, lightsOn } from "../ui/quick.js";
import { ask, deviceLink, icon, note } from "../ui/elements.js";
import { t } from "../ui/text.js";
import { conversation } from "./conversation.js";

/** @typedef {import("../ui/elements.js").App} App */
/** @typedef {import("../home/parts.js").Part} Part */
/** @typedef {"on" | "off" | "lock" | "unlock" | "open" | "close"} Verb */
/**
 * A result. A command has a verb; `isLikely` means that it would change something now.
 *
 * @typedef {{id: string, title: string, detail: string, icon: string, words: string, verb?: Verb, isLikely?: boolean, run: () => unknown}} Result
 */
/** @typedef {{verb: Verb | undefined, names: string[], isWish: boolean}} Wish */

const mostResults = 30;
/** How long people pause before the hub reads what they typed, in milliseconds. */
const pause = 300;
const views = /** @type {const} */ ([
  ["history", "chart", "history.title"], ["energy", "plug", "energy.title"], ["log", "clock", "device.events"], ["problems", "warning", "home.problemList"],
  ["automations", "sparkle", "automation.title"], ["people", "people", "nav.people"], ["settings", "settings", "settings.title"],
]);
/** The views that guests may open. */
const forGuests = new Set(["problems", "people", "settings"]);
const verbs = /** @type {readonly Verb[]} */ (["on", "off", "lock", "unlock", "open", "close"]);

const article = new RegExp(`(?<!\\p{L})[dl][${apostrophes}](?=\\p{L})`, "gu");
const apostrophe = new RegExp(`[${apostrophes}]`, "gu");

/**
 * The form of a text for comparisons: without case, diacritics, apostrophes, and elided articles such as "l'".
 *
 * @param {string} text
 */
export const folded = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replace(/ß/g, "ss")
  .replace(article, "").replace(apostrophe, "");

/** @param {string} text @returns {string[]} */
const wordsOf = (text) => folded(text).split(/[^\p{L}\p{N}]+/u).filter((one) => one !== "");

/**
 * The rank of a match: each typed word must begin one of the words or be inside of one. Undefined without a match.
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

/**
 * Parses a query: the verb, at any place in the sentence, and the remaining names. The known words come from the page's
 * texts.
 *
 * @param {string} query
 * @returns {Wish}
 */
export function wishOf(query) {
  const known = new Map(verbs.flatMap((verb) => t(`search.verbs.${verb}`).split("|").map((word) => /** @type {const} */ ([folded(word), verb]))));
  const fillers = new Set(wordsOf(t("search.fillers")));
  const words = wordsOf(query);
  const isWish = words.some((word) => fillers.has(word));
  let at = words.findIndex((word) => known.has(word));
  let verb = known.get(words[at] ?? "");
  if (!verb && isWish && words.length > 1) {
    // The last word may be the beginning of a verb: "turn of".
    const last = words.at(-1) ?? "";
    const begun = new Set([...known].filter(([word]) => word.startsWith(last)).map(([, one]) => one));
    if (begun.size > 0) at = words.length - 1;
    if (begun.size === 1) [verb] = begun;
  }
  return { verb, names: words.filter((word, index) => index !== at && !fillers.has(word)), isWish };
}

/**
 * The matching results, best first. If the query has a verb, commands with other verbs are left out. Commands only match by
 * the beginnings of their names.
 *
 * @param {readonly Result[]} results
 * @param {string} query
 * @returns {Result[]}
 */
export function found(results, query) {
  const { verb, names, isWish } = wishOf(query);
  const whole = folded(query.trim());
  const named = names.join(" ");
  /** @param {Result} result @returns {number | undefined} */
  const score = (result) => {
    if (!result.verb) {
      const literal = rank(result.words, whole);
      if (literal !== undefined) return literal + (names.length === 0 ? 200 : verb ? 0 : 100);
      return (verb || isWish) && named !== "" ? rank(result.words, named) : undefined;
    }
    if (verb ? result.verb !== verb : !result.isLikely) return undefined;
    if (names.length === 0 && !(verb && result.isLikely)) return undefined;
    const words = wordsOf(result.words);
    if (!names.every((name) => words.some((word) => word.startsWith(name)))) return undefined;
    return (rank(result.words, named) ?? 0) + (verb || isWish ? 150 : 0);
  };
  return results.flatMap((result) => {
    const points = score(result);
    return points === undefined ? [] : [{ result, points }];
  }).sort((left, right) => right.points - left.points).slice(0, mostResults).map(({ result }) => result);
}

/**
 * The commands of a part by verb, and which of each pair would change something.
 *
 * @param {App} app
 * @param {Part} part
 * @returns {{verb: Verb, isLikely: boolean, run: () => unknown}[]}
 */
function deedsOf(app, part) {
  const name = app.home.device(part.deviceId)?.name ?? "";
  const pair = (/** @type {Verb} */ first, /** @type {Verb} */ second, /** @type {boolean} */ isFirst, /** @type {(verb: Verb) => unknown} */ run) => {
    const safely = (/** @type {Verb} */ verb) => () => (isPartOffline(app.home, part) ? note(t("control.offline", { name })) : run(verb));
    return [{ verb: first, isLikely: !isFirst, run: safely(first) }, { verb: second, isLikely: isFirst, run: safely(second) }];
  };
  if (isPressed(part)) return pair("on", "off", isOn(app, part), (verb) => (isOn(app, part) === (verb === "on") ? note(t("search.already", { name })) : presser(app, part)()));
  if (part.kind === "lock") {
    const isLocked = app.home.trait(part.deviceId, part.endpoint, DOOR_LOCK)?.["lockState"] === "locked";
    return pair("lock", "unlock", isLocked, (verb) => turn(app, part, part.label || name, verb === "lock" ? "lockDoor" : "unlockDoor"));
  }
  if (part.kind !== "cover") return [];
  const isUp = app.home.trait(part.deviceId, part.endpoint, WINDOW_COVERING)?.["currentPositionLiftPercent100ths"] === 0;
  return pair("open", "close", isUp, (verb) => app.commands.invoke(part, WINDOW_COVERING, verb === "open" ? "upOrOpen" : "downOrClose"));
}

/** @param {App} app @returns {Result[]} */
function everything(app) {
  /** @type {Result[]} */
  const all = [];
  const add = (/** @type {Omit<Result, "words">} */ result, words = `${result.title} ${result.detail}`) => all.push({ ...result, words: folded(words) });
  const structureId = currentStructure(app)?.id;
  for (const { device, parts } of app.overview.entries.value) {
    if (device.structureId !== structureId) continue;
    const room = app.home.rooms.value.get(device.roomId)?.name ?? "";
    for (const { part, status: { value: status } } of parts) {
      const name = part.label === "" ? device.name : `${part.label}, ${device.name}`;
      const detail = [room, status.value, status.text].filter(Boolean).join(" · ");
      const words = `${name} ${detail} ${device.aliases.join(" ")}`;
      add({ id: `open/${part.key}`, title: name, detail, icon: status.icon, run: () => (location.hash = deviceLink(device.id)) }, words);
      for (const deed of deedsOf(app, part))
        add({ ...deed, id: `${deed.verb}/${part.key}`, title: t(`search.do.${deed.verb}`, { name }), detail, icon: status.icon }, `${name} ${room} ${device.aliases.join(" ")}`);
    }
  }
  const lightsOut = (/** @type {string} */ id, /** @type {string} */ title, /** @type {import("../ui/quick.js").PartEntry[]} */ entries, place = "") =>
    add({ id: `lights/${id}`, title, detail: "", icon: "power", verb: "off", isLikely: lightsOn(entries).length > 0, run: () => lightsOff(app, entries) }, `${t("home.lightsOff")} ${place}`);
  const own = app.overview.entries.value.filter(({ device }) => device.structureId === structureId);
  lightsOut("", t("home.lightsOff"), own.flatMap(({ parts }) => parts));
  for (const [name, drawing, title] of views)
    if (forGuests.has(name) || mayManage(app.home, structureId)) add({ id: `view/${name}`, title: t(title), detail: "", icon: drawing, run: () => (location.hash = link(name)) });
  for (const room of roomsOf(app.home, structureId)) {
    lightsOut(room.id, t("home.lightsOffIn", { room: room.name }), own.filter(({ device }) => device.roomId === room.id).flatMap(({ parts }) => parts), room.name);
    add({ id: `room/${room.id}`, title: room.name, detail: t("device.room"), icon: "home", run: () => (location.hash = link("room", room.id)) }, `${room.name} ${room.aliases.join(" ")}`);
  }
  return all;
}

/** @param {App} app */
export function openSearch(app) {
  const talk = conversation({
    say: async (words, questionId) => (await import("./spoken.js")).say(app, words, questionId),
    refuse: async (questionId) => (await import("./spoken.js")).refuse(app, questionId),
    now: () => performance.now(),
  });
  const { query, heard, chosen } = talk;
  let timer = 0;
  const listen = () => {
    clearTimeout(timer);
    const words = query.value.trim();
    if (words !== "") timer = window.setTimeout(() => talk.understand(async () => (await import("./spoken.js")).understand(app, words)), pause);
  };
  const dialog = ask(t("search.title"), (close) => {
    const all = computed(() => everything(app));
    const own = computed(() => {
      return query.value.trim() === "" ? all.value.filter((one) => one.id.startsWith("open/")).slice(0, 8) : found(all.value, query.value);
    });
    /** @type {import("../lib/view.js").Readable<readonly Result[]>} */
    const results = computed(() => {
      const reading = heard.value;
      if (!reading || (reading.choices.length === 0 && !reading.isRefused)) return own.value;
      const spoken = reading.choices.map(({ id, title, words }) => ({ id, title, detail: "", icon: "sparkle", words: "", run: () => say(words) }));
      // The hub knows better than the page what a sentence tells it to do.
      return spoken.some(({ id }) => id !== "spoken") ? spoken : [...spoken, ...own.value.filter(({ verb }) => !verb)];
    });
    const selected = talk.selected(results);
    const say = async (/** @type {string} */ words) => {
      const line = await talk.say(words);
      if (line === undefined) return;
      close();
      note(line);
    };
    const run = (/** @type {Result | undefined} */ result) => {
      if (!result || !talk.mayPress(result.id)) return;
      clearTimeout(timer);
      if (!result.id.startsWith("spoken")) close();
      result.run();
    };
    const option = (/** @type {number} */ index) => `search-${index}`;
    effect(() => document.getElementById(option(selected.value))?.scrollIntoView({ block: "nearest" }));
    return [
      el("div", { class: "row" }, icon("search"), el("input", {
        class: "input", type: "search", role: "combobox", autocomplete: "off", spellcheck: "false", autofocus: true,
        "aria-label": t("search.title"), "aria-expanded": true, "aria-controls": "search-results", placeholder: t("search.placeholder"),
        "aria-activedescendant": () => (results.value[selected.value] ? option(selected.value) : undefined),
        oninput: (/** @type {Event} */ event) => {
          talk.type(/** @type {HTMLInputElement} */ (event.target).value);
          listen();
        },
        onkeydown: (/** @type {KeyboardEvent} */ event) => {
          const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
          if (step !== 0) chosen.value = results.value[Math.min(results.value.length - 1, Math.max(0, selected.value + step))]?.id ?? "";
          else if (event.key !== "Enter") return;
          // A key that is held is pressed once.
          else if (!event.repeat) run(results.value[selected.value]);
          event.preventDefault();
        },
      })),
      el("ul", { class: "results", id: "search-results", role: "listbox", "aria-label": t("search.title") },
        list(() => results.value.map((result, index) => ({ result, index })), ({ result }) => result.id, (item) =>
          el("li", {
            class: "result", role: "option", id: () => option(item.value.index), "aria-selected": () => item.value.index === selected.value,
            onclick: () => run(item.value.result), onpointermove: () => (chosen.value = item.value.result.id),
          }, icon(() => item.value.result.icon),
          el("span", { class: "grow" }, el("span", {}, () => item.value.result.title), el("br"), el("span", { class: "quiet" }, () => item.value.result.detail))))),
      el("p", { class: "quiet", role: "status" }, () => (heard.value?.line ? heard.value.line : query.value === "" ? "" : results.value.length === 0 ? t("search.nothing") : t("search.results", { count: results.value.length }))),
    ];
  }, "search");
  dialog.addEventListener("close", () => {
    clearTimeout(timer);
    talk.close();
  });
}
