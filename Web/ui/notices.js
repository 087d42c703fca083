// The home's messages to its people, above the rooms. Screen readers announce new ones, and they stay until dismissed.

import { computed, el, list, signal } from "../lib/view.js";
import { nowSince } from "../home/clock.js";
import { noticePlace, noticesOf, noticeWords, reasoned, subjectName } from "../home/notices.js";
import { NOTICES } from "../home/traits.js";
import { ago } from "../home/words.js";
import { deviceLink, icon, roundButton } from "./elements.js";
import { problemLine } from "./inputs.js";
import { t } from "./text.js";

/** @typedef {import("./elements.js").App} App */
/** @typedef {import("../home/notices.js").Notice} Notice */
/** @template T @typedef {import("../lib/view.js").Readable<T>} Readable */

/** The most messages shown at first, so that they do not push the rooms off the screen. */
const most = 4;

/** @param {App} app @param {() => string | undefined} structureId */
export function notices(app, structureId) {
  const { home } = app;
  // An ongoing alarm already has a banner above every view.
  const all = computed(() => noticesOf(home, structureId()).filter(({ kind, deviceId }) => kind === "message" || !app.overview.alarms.value.some(({ device }) => device.id === deviceId)));
  const isWide = signal(false);
  const dismiss = (/** @type {Notice[]} */ some) => app.commands.invoke(noticePlace(structureId() ?? ""), NOTICES, "dismiss", { noticeIds: some.map(({ noticeId }) => noticeId) });
  const region = (/** @type {"alert" | "status"} */ role) => el("div", { role, "aria-atomic": "false", "aria-relevant": "additions" }, el("ul", { class: "notices" },
    list(() => all.value.slice(0, isWide.value ? undefined : most).filter(({ urgency }) => (urgency === "alarm") === (role === "alert")), ({ noticeId }) => String(noticeId), (one) => row(app, one, dismiss))));
  return [
    region("alert"), region("status"),
    () => all.value.length > 1 && el("div", { class: "chips" },
      all.value.length > most && el("button", { type: "button", class: "chip", "aria-expanded": () => isWide.value, onclick: () => (isWide.value = !isWide.value) }, t("notice.all", { count: all.value.length })),
      el("button", { type: "button", class: "chip", onclick: () => dismiss(all.value) }, t("notice.dismissAll"))),
    problemLine(app, noticePlace(structureId() ?? "")),
  ];
}

/**
 * @param {App} app
 * @param {Readable<Notice>} notice
 * @param {(some: Notice[]) => unknown} dismiss
 */
function row({ home }, notice, dismiss) {
  const { raisedAt, kind, title, text, urgency, recipients, deviceId = "" } = notice.value;
  const at = Number(raisedAt);
  const subject = computed(() => subjectName(home, notice.value));
  const known = noticeWords.get(kind);
  const what = known === undefined ? title : t(known);
  const people = recipients.flatMap((id) => home.people.value.get(id)?.name || []);
  return el("li", { class: "notice", "data-alarm": urgency === "alarm" }, icon(urgency === "information" ? "bell" : "warning"),
    () => {
      const name = subject.value;
      const isDevice = home.device(deviceId) !== undefined;
      return el(isDevice ? "a" : "div", { class: "grow", href: isDevice ? deviceLink(deviceId) : undefined },
        el("strong", {}, name === undefined ? what : t("alarm.at", { name, what })), " ",
        el("span", { class: "quiet" }, el("time", { datetime: new Date(at).toISOString(), "aria-live": "off" }, () => ago(at, nowSince(at))),
          people.length > 0 && ` · ${t("notice.for", { names: people.join(", ") })}`),
        text !== "" && (known === undefined || reasoned.has(kind)) && el("p", {}, text));
    },
    roundButton("close", t("notice.dismiss", { title: what }), () => dismiss([notice.value]), { class: "round bare" }));
}
