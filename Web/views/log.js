// The hub's log of one device, newest first, with causes.

import { computed, el, link, signal } from "../lib/view.js";
import { linesOf, logFilter } from "../home/happened.js";
import { dateAndTime } from "../home/words.js";
import { icon, tell } from "../ui/elements.js";
import { t } from "../ui/text.js";

/** @typedef {import("../ui/elements.js").App} App */
/** @typedef {import("../lib/hearth-v1.js").Report} Report */

const shownReports = 60;

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
    // Causes contain names of automations.
    tell(app.home.loadAutomations(structureId));
    const page = await tell(app.client.call("HomeService/ListReports", { structureId, filter: { ...logFilter([device], false), deviceIds: [id] }, pageSize: shownReports }));
    if (page) reports.value = page.reports;
  };
  load();
  const rows = computed(() => linesOf(app.home, reports.value ?? []).filter((line) => line.deviceId === device.id));
  return [
    () => reports.value && rows.value.length === 0 && el("p", { class: "quiet" }, t("log.nothing")),
    el("ol", { class: "steps" }, () => rows.value.map(({ at, words }) => el("li", {}, el("time", {}, dateAndTime(at)), el("span", {}, words)))),
    el("a", { class: "back", href: `${link("log")}?${new URLSearchParams({ device: device.id })}` }, t("log.all"), icon("next")),
  ];
}
