// What happened at a device, newest first, and whose doing it was: from the log of the hub.

import { computed, el, link, signal } from "../lib/view.js";
import { causeInWords } from "../home/causes.js";
import { linesOf } from "../home/happened.js";
import { milliseconds } from "../home/model.js";
import { dateAndTime } from "../home/words.js";
import { icon, tell } from "../ui/elements.js";
import { t } from "../ui/text.js";

/** @typedef {import("../ui/elements.js").App} App */
/** @typedef {import("../lib/hearth-v1.js").Report} Report */

const shownReports = 30;

/**
 * @param {App} app
 * @param {import("../lib/hearth-v1.js").Device} device
 */
export function deviceLog(app, device) {
  const isOpen = signal(false);
  return el("details", { ontoggle: (/** @type {Event} */ event) => (isOpen.value = /** @type {HTMLDetailsElement} */ (event.target).open) },
    el("summary", {}, el("h2", {}, t("device.events"))),
    () => isOpen.value && entries(app, device));
}

/**
 * @param {App} app
 * @param {import("../lib/hearth-v1.js").Device} device
 */
function entries(app, device) {
  const reports = signal(/** @type {readonly Report[] | undefined} */ (undefined));
  const load = async () => {
    const { structureId, id } = device;
    // Names of automations stand in causes.
    tell(app.home.loadAutomations(structureId));
    const page = await tell(app.client.call("HomeService/ListReports", { structureId, filter: { deviceIds: [id] }, pageSize: shownReports }));
    if (page) reports.value = page.reports;
  };
  load();
  const rows = computed(() => (reports.value ?? []).flatMap((report) => {
    const words = linesOf(app.home, report).filter((line) => line.deviceId === device.id).map((line) => line.words);
    return words.length === 0 ? [] : [{ at: milliseconds(report.observedAt), words, who: causeInWords(app.home, report.cause) }];
  }));
  return [
    () => reports.value && rows.value.length === 0 && el("p", { class: "quiet" }, t("log.nothing")),
    el("ol", { class: "steps" }, () => rows.value.map(({ at, words, who }) =>
      el("li", {}, el("time", {}, at === undefined ? "" : dateAndTime(at)),
        el("span", {}, words.join("; "), who !== "" && el("span", { class: "quiet" }, `, ${who}`))))),
    el("a", { class: "back", href: `${link("log")}?${new URLSearchParams({ device: device.id })}` }, t("log.all"), icon("next")),
  ];
}
