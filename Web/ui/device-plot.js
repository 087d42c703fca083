// The plot of a device's last day on its page, with the trends of its values.

import { RpcError } from "../lib/connect.js";
import { computed, effect, el, onCleanup, signal } from "../lib/view.js";
import { now } from "../home/clock.js";
import { fetchColumns, listSeries } from "../home/history.js";
import { historyLink, isMain, valueName } from "../home/series.js";
import { mayManage } from "../home/structures.js";
import { trendColumns, trendOf, trendTime } from "../home/trend.js";
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
  const isMember = mayManage(app.home, app.home.devices.value.get(deviceId)?.structureId);
  if (isMember) tell(listSeries(app, deviceId)).then((found) => (all.value = found ?? []));
  const shown = computed(() => {
    const main = all.value.filter(isMain);
    return (main.length > 0 ? main : all.value).slice(0, mostShown);
  });
  const width = signal(0);
  const { fetched } = fetchedHistory(app, () => shown.value, () => ({ span: day, until: undefined }), width);
  return () => shown.value.length > 0 && el("section", { class: "panel", "aria-labelledby": "device-history" },
    el("div", { class: "panel-head" }, el("h2", { id: "device-history", class: "grow" }, t("history.lastDay")),
      el("a", { class: "button", href: historyLink(shown.value.map((one) => one.key)) }, t("history.more"))),
    trends(app, () => shown.value),
    historyPlot(app, { fetched, width, isOfOneDevice: true, numberHeight: 150 }));
}

/**
 * The trends of values in words.
 *
 * @param {import("./elements.js").App} app
 * @param {() => readonly Series[]} shown
 */
function trends(app, shown) {
  const found = signal(/** @type {readonly string[]} */ ([]));
  const leaving = new AbortController();
  onCleanup(() => leaving.abort());
  effect(() => {
    const range = { from: now(300) - trendTime, until: now(300) };
    const words = shown().map(async (one) => {
      const trend = trendOf(one, await fetchColumns(app.client, one, range, trendColumns, leaving.signal));
      return trend ? [t(`trend.${trend}`, { name: valueName(app.home, one) })] : [];
    });
    Promise.all(words).then((all) => (found.value = all.flat()), (error) => {
      if (!(error instanceof RpcError)) throw error;
    });
  });
  return () => found.value.length > 0 && el("p", { class: "quiet" }, found.value.join(" "));
}
