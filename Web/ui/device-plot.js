// The last day of a device on its page.

import { computed, el, signal } from "../lib/view.js";
import { listSeries } from "../home/history.js";
import { historyLink, isMain } from "../home/series.js";
import { tell } from "./elements.js";
import { fetchedHistory, historyPlot } from "./history-plot.js";
import { t } from "./text.js";

/** @typedef {import("../home/series.js").Series} Series */

const day = 86_400_000;
const mostShown = 2;

/**
 * @param {import("./elements.js").App} app
 * @param {string} deviceId
 */
export function devicePlot(app, deviceId) {
  const all = signal(/** @type {readonly Series[]} */ ([]));
  tell(listSeries(app, deviceId)).then((found) => (all.value = found ?? []));
  const shown = computed(() => {
    const main = all.value.filter(isMain);
    return (main.length > 0 ? main : all.value).slice(0, mostShown);
  });
  const width = signal(0);
  const { fetched } = fetchedHistory(app, () => shown.value, () => ({ span: day, until: undefined }), width);
  return () => shown.value.length > 0 && el("section", { class: "panel", "aria-labelledby": "device-history" },
    el("div", { class: "panel-head" }, el("h2", { id: "device-history", class: "grow" }, t("history.lastDay")),
      el("a", { class: "button", href: historyLink(shown.value.map((one) => one.key)) }, t("history.more"))),
    historyPlot(app, { fetched, width, isOfOneDevice: true, numberHeight: 150 }));
}
