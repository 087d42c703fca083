// What happened at a device, newest first, and whose doing it was: from the log of the hub.

import { computed, el, signal } from "../lib/view.js";
import { globalAttributeNames } from "../lib/trait.js";
import { WireError } from "../lib/wire.js";
import { causeInWords } from "../home/causes.js";
import { milliseconds } from "../home/model.js";
import { inWords } from "../home/values.js";
import { dateAndTime, label } from "../home/words.js";
import { tell } from "../ui/elements.js";
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
    const words = reportInWords(app, report);
    return words.length === 0 ? [] : [{ at: milliseconds(report.observedAt), words, who: causeInWords(app.home, report.cause) }];
  }));
  return [
    () => reports.value && rows.value.length === 0 && el("p", { class: "quiet" }, t("log.nothing")),
    el("ol", { class: "steps" }, () => rows.value.map(({ at, words, who }) =>
      el("li", {}, el("time", {}, at === undefined ? "" : dateAndTime(at)),
        el("span", {}, words.join("; "), who !== "" && el("span", { class: "quiet" }, `, ${who}`))))),
  ];
}

/**
 * @param {App} app
 * @param {Report} report
 * @returns {string[]}
 */
export function reportInWords({ home }, report) {
  const changes = report.states.flatMap((state) => {
    const type = home.schemas.get(state.traitId);
    if (!type || !state.attributes) return [];
    try {
      const values = type.decodeAttributes(state.attributes.value);
      return Object.keys(values).filter((name) => !globalAttributeNames.has(name)).flatMap((name) => {
        const field = type.attributes.byName.get(name)?.schema;
        return field ? [t("log.change", { what: label(name), value: inWords(type, field, values[name]) })] : [];
      });
    } catch (error) {
      if (!(error instanceof WireError)) throw error;
      return [];
    }
  });
  const events = report.events.flatMap((event) => {
    const name = home.schemas.get(event.traitId)?.events.get(event.eventId)?.name;
    return name === undefined ? [] : [label(name)];
  });
  const objects = report.objects.flatMap((change) => (change.device ? [t("log.edited", { name: change.device.name })] : []));
  return [...events, ...changes, ...objects];
}
