// What the hub has found nearby, as a list that is kept up to date.

import { FoundDevice_Readiness as Readiness } from "../lib/hearth-v1-more.js";
import { computed, el, link, list, onCleanup } from "../lib/view.js";
import { canAdd, deviceOf, foundInOrder, ignoredInOrder, NearbyWatch, nameOf } from "../home/integrations.js";
import { milliseconds } from "../home/model.js";
import { ago } from "../home/words.js";
import { button, deviceLink, icon, note, reason, tell } from "./elements.js";
import { t } from "./text.js";

/** @typedef {import("./elements.js").App} App */
/** @typedef {import("../lib/hearth-v1.js").FoundDevice} FoundDevice */
/** @typedef {import("../lib/hearth-v1.js").IgnoredDevice} IgnoredDevice */
/** @template T @typedef {import("../lib/view.js").Readable<T>} Readable */
/** @typedef {(key: string, ignored: boolean) => Promise<boolean>} SetIgnored hides a thing or shows it again; whether it could */

/** The key of the thing whose button "Add" was pressed. An address alone must not begin an addition. */
let pressed = "";

/** @returns {string} the key of the thing that the person wants to add; empty if the view was opened by its address */
export function takePressed() {
  const key = pressed;
  pressed = "";
  return key;
}

/** @param {App} app @returns a watch that ends with the view */
export function watchNearby(app) {
  const watch = new NearbyWatch(app.client);
  onCleanup(() => watch.stop());
  watch.run();
  return watch;
}

/** @param {string} key of a found thing, or the id of a kind @param {"found" | "kind"} of */
export const addLink = (key, of) => `${link("add")}?${new URLSearchParams({ [of]: key })}`;

/** @param {App} app @param {NearbyWatch} watch */
export function nearbyList(app, watch) {
  const found = computed(() => (watch.state.value ? foundInOrder(watch.state.value) : []));
  const said = () => {
    if (watch.problem.value) return watch.problem.value.code === "unimplemented" ? t("add.notHere") : reason(watch.problem.value);
    return found.value.length === 0 ? t("add.searching") : t("add.found", { count: found.value.length });
  };
  const status = el("p", { class: "row quiet", role: "status", tabindex: "-1" }, icon("search"), el("span", {}, said));
  // The focus moves, as the pressed button leaves the page.
  /** @type {SetIgnored} */
  const setIgnored = async (key, ignored) => {
    const done = await tell(app.client.call("IntegrationsService/IgnoreFound", { key, ignored }));
    if (done) status.focus({ preventScroll: true });
    return done !== undefined;
  };
  return [
    status,
    el("ul", { class: "cards" }, list(() => found.value, (one) => one.key, (one) => card(app, one, setIgnored))),
    ignoredList(watch, setIgnored),
  ];
}

/** @param {NearbyWatch} watch @param {SetIgnored} setIgnored */
function ignoredList(watch, setIgnored) {
  const ignored = computed(() => (watch.state.value ? ignoredInOrder(watch.state.value) : []));
  return el("details", { hidden: () => ignored.value.length === 0 },
    el("summary", {}, () => t("add.showIgnored", { count: ignored.value.length })),
    el("ul", { class: "cards" }, list(() => ignored.value, (one) => one.key, (one) => ignoredCard(one, setIgnored))));
}

/** @param {Readable<IgnoredDevice>} one @param {SetIgnored} setIgnored */
function ignoredCard(one, setIgnored) {
  const since = () => t("add.ignoredSince", { when: ago(milliseconds(one.value.ignoredAt) ?? 0) });
  return el("li", { class: "card" },
    el("div", { class: "grow" },
      el("h3", { dir: "auto" }, () => nameOf(one.value)),
      el("p", { class: "quiet", dir: "auto" }, () => `${one.value.maker || one.value.kind} · ${since()}`)),
    button(t("add.showAgain"), () => setIgnored(one.value.key, false), "", { "aria-label": () => t("add.showAgainWhat", { name: nameOf(one.value) }) }));
}

/**
 * A link to the page of what was added, once the home has its device.
 *
 * @param {App} app
 * @param {() => FoundDevice | undefined} one
 */
export function showLink(app, one) {
  const added = computed(() => deviceOf(app.home.devices.value.values(), one()?.integrationId ?? "")?.id);
  const name = () => {
    const found = one();
    return found ? nameOf(found) : "";
  };
  return () => added.value !== undefined && el("a", { class: "button", href: deviceLink(added.value), "aria-label": () => t("join.showWhat", { name: name() }) }, t("join.show"));
}

/** @param {App} app @param {Readable<FoundDevice>} one @param {SetIgnored} setIgnored */
function card(app, one, setIgnored) {
  const facts = () => [one.value.maker || one.value.kind, one.value.address].filter((word) => word !== "" && word !== nameOf(one.value)).join(" · ");
  const add = () => {
    pressed = one.value.key;
    location.hash = addLink(one.value.key, "found");
  };
  const ignore = async () => {
    const { key } = one.value;
    const name = nameOf(one.value);
    if (await setIgnored(key, true)) note(t("add.isIgnored", { name }), { label: t("action.undo"), run: () => setIgnored(key, false) }, 8);
  };
  return el("li", { class: "card", "data-found": () => one.value.readiness },
    el("span", { class: "tile-icon" }, icon(() => (one.value.readiness === Readiness.ADDED ? "check" : canAdd(one.value) ? "box" : "offline"))),
    el("div", { class: "grow" },
      el("h3", { dir: "auto" }, () => nameOf(one.value)),
      el("p", { class: "quiet", dir: "auto" }, facts),
      el("p", {}, () => t(`found.${one.value.readiness}`))),
    () => one.value.readiness !== Readiness.ADDED && button(t("add.ignore"), ignore, "bare", { "aria-label": () => t("add.ignoreWhat", { name: nameOf(one.value) }) }),
    () => canAdd(one.value) && button(t("add.add"), add, "main", { "aria-label": () => t("add.addWhat", { name: nameOf(one.value) }) }),
    showLink(app, () => one.value));
}
