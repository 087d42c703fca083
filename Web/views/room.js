// One room with large tiles for a wall tablet, with a clock, full screen and a screen that stays awake.

import { calm, computed, el, onCleanup, signal } from "../lib/view.js";
import { now } from "../home/clock.js";
import { climate } from "../home/summary.js";
import { clock } from "../home/words.js";
import { tiles } from "../ui/tiles.js";
import { button, icon, tell, toggle } from "../ui/elements.js";
import { quickActions } from "../ui/quick.js";
import { canStayAwake, isAwake, resumeAwake, stayAwake } from "../ui/awake.js";
import { t } from "../ui/text.js";

/** @typedef {import("../ui/elements.js").App} App */

/** @param {App} app */
export function roomView(app) {
  const id = app.route.value.path[1] ?? "";
  const room = computed(() => app.home.rooms.value.get(id));
  const entries = computed(() => app.overview.entries.value.filter(({ device }) => device.roomId === id));
  const parts = computed(() => entries.value.flatMap((entry) => entry.parts));
  const air = calm(() => climate(app, entries.value));
  const time = computed(() => clock(now(1)));
  resumeAwake();
  return el("div", { class: "wall" },
    el("a", { class: "back", href: "#/" }, icon("back"), t("device.back")),
    el("div", { class: "head" },
      el("div", {}, el("h1", {}, () => room.value?.name ?? t("room.gone")), el("p", {}, () => air.value)),
      el("time", { class: "clock" }, () => time.value)),
    el("div", { class: "strip" }, quickActions(app, () => room.value?.structureId, () => parts.value, (ids) => entries.value.some(({ device }) => ids.has(device.id)))),
    tiles(app, () => parts.value, "tiles big"),
    () => room.value && parts.value.length === 0 && el("p", { class: "empty" }, t("room.empty")),
    el("div", { class: "wall-end" },
      canStayAwake()
        ? el("div", { class: "row" }, toggle(t("room.awake"), () => isAwake.value, (isWanted) => tell(stayAwake(isWanted))), el("span", {}, t("room.awake")))
        : el("p", { class: "quiet" }, t("room.awakeNot")),
      document.fullscreenEnabled && fullScreenButton()));
}

function fullScreenButton() {
  const isFull = signal(document.fullscreenElement !== null);
  const follow = () => (isFull.value = document.fullscreenElement !== null);
  document.addEventListener("fullscreenchange", follow);
  onCleanup(() => document.removeEventListener("fullscreenchange", follow));
  return button(() => t(isFull.value ? "room.fullEnd" : "room.full"), () => (isFull.value ? document.exitFullscreen() : document.documentElement.requestFullscreen()));
}
