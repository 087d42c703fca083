// The home's problems, worst first, with the time since when they exist.

import { computed, effect, el, list, onCleanup, signal } from "../lib/view.js";
import { RpcError } from "../lib/connect.js";
import { problemSince } from "../home/since.js";
import { currentStructure, mayManage } from "../home/structures.js";
import { ago, dateAndTime } from "../home/words.js";
import { deviceLink, icon } from "../ui/elements.js";
import { t } from "../ui/text.js";

/** @typedef {import("../ui/elements.js").App} App */
/** @typedef {import("../lib/hearth-v1.js").Device} Device */
/** @typedef {import("../home/status.js").Problem} Problem */
/** @template T @typedef {import("../lib/view.js").Readable<T>} Readable */

/** Worst first. */
const kinds = /** @type {const} */ (["alarm", "jammed", "offline", "battery"]);
const icons = { alarm: "warning", offline: "offline", battery: "battery", jammed: "warning", trouble: "warning" };

/** @param {App} app */
export function problemsView(app) {
  const id = currentStructure(app)?.id;
  const all = computed(() => app.overview.entries.value.filter(({ device }) => device.structureId === id)
    .flatMap(({ device, problems }) => problems.value.map((problem) => ({ device, problem }))));
  const groups = computed(() => kinds.map((kind) => ({ kind, items: all.value.filter(({ problem }) => problem.kind === kind) })).filter(({ items }) => items.length > 0));
  // Queries run one after another: an offline bridge may affect a hundred devices, and commands must not wait for them all.
  let isOver = false;
  let last = Promise.resolve();
  onCleanup(() => (isOver = true));
  const queue = (/** @type {() => Promise<void>} */ work) => (last = last.then(() => (isOver ? undefined : work())));
  return el("div", { class: "narrow" },
    el("a", { class: "back", href: "#/" }, icon("back"), t("device.back")),
    el("h1", {}, t("home.problemList")),
    list(() => groups.value, ({ kind }) => kind, (group) => el("section", { class: "section", "aria-labelledby": `problems-${group.value.kind}` },
      el("h2", { id: `problems-${group.value.kind}` }, t(`problems.${group.value.kind}`)),
      el("ul", { class: "notices" }, list(() => group.value.items, ({ device, problem }) => `${device.id} ${problem.text}`, (item) => row(app, item, queue))))),
    () => all.value.length === 0 && el("p", { class: "empty" }, t("home.nothingWrong")));
}

/**
 * @param {App} app
 * @param {Readable<{device: Device, problem: Problem}>} item
 * @param {(work: () => Promise<void>) => unknown} queue
 */
function row(app, item, queue) {
  const since = signal(/** @type {number | undefined} */ (undefined));
  const { device: { id, structureId }, problem: { kind } } = item.value;
  const load = async () => {
    try {
      since.value = await problemSince(app.home, item.value.device, kind);
    } catch (error) {
      // The problem is shown without its time.
      if (!(error instanceof RpcError)) throw error;
    }
  };
  // Guests may not read the log.
  const mayRead = computed(() => mayManage(app.home, structureId));
  effect(() => {
    if (mayRead.value) queue(load);
  });
  const room = () => app.home.rooms.value.get(item.value.device.roomId)?.name;
  const time = () => (since.value === undefined ? undefined : t("problems.since", { time: dateAndTime(since.value), ago: ago(since.value) }));
  return el("li", {}, el("a", { class: "notice", href: deviceLink(id), "data-alarm": () => item.value.problem.kind === "alarm" },
    icon(icons[kind]),
    el("span", { class: "grow" }, el("strong", {}, () => item.value.device.name), " ", el("span", { class: "quiet" }, () => item.value.problem.text), el("br"),
      el("span", { class: "quiet" }, () => [room(), time()].filter(Boolean).join(" · "))),
    icon("next")));
}
