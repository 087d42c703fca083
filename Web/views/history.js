// The history of one or several values, for up to 20 years: as a plot, a table and a file.

import { timeTicks } from "../lib/axis.js";
import { computed, effect, el, link, onCleanup, signal } from "../lib/view.js";
import { hubTime } from "../home/clock.js";
import { columnInWords, isBroken, seriesOfKeys, summed } from "../home/history.js";
import { exportCsv } from "../home/csv.js";
import { fullName, historyLink, isMain, placeOf, ranked, valueName } from "../home/series.js";
import { currentStructure, mayManage } from "../home/structures.js";
import { button, icon, roundButton, tell } from "../ui/elements.js";
import { noRecords } from "../ui/no-records.js";
import { fetchedHistory, historyPlot } from "../ui/history-plot.js";
import { language, t } from "../ui/text.js";
import { chooseSeries } from "./history-choose.js";

/** @typedef {import("../ui/elements.js").App} App */
/** @typedef {import("../home/series.js").Series} Series */
/** @typedef {import("../home/history.js").Range} Range */
/** @template T @typedef {import("../lib/view.js").Readable<T>} Readable */

const day = 86_400_000;
const spans = /** @type {const} */ ([["history.day", day], ["history.week", 7 * day], ["history.month", 30 * day], ["history.year", 365 * day]]);
const shortest = 60_000;
const longest = 20 * 365 * day;
const tableRows = 48;
/** @type {Intl.DateTimeFormatOptions} */
const shortTime = { month: "short", day: "numeric", hour: "numeric", minute: "2-digit" };
const mostSeries = 12;

/** @param {App} app */
export function historyView(app) {
  // Guests may not read histories; an empty plot would say that nothing is recorded.
  if (!mayManage(app.home, currentStructure(app)?.id)) return noRecords(app, t("history.title"), "wide");
  const shown = signal(parsed(app.route.value.query));
  effect(() => (shown.value = parsed(app.route.value.query)));
  const keys = computed(() => shown.value.keys.join("\n"));
  const keyList = () => shown.value.keys;
  const span = computed(() => shown.value.span);
  const until = computed(() => shown.value.until);
  const series = signal(/** @type {readonly Series[] | undefined} */ (undefined));
  effect(() => {
    const wanted = keys.value;
    tell(seriesOfKeys(app.home, keyList())).then((found) => {
      if (keys.value === wanted) series.value = found ?? [];
    });
  });
  const width = signal(0);
  const { fetched, problem } = fetchedHistory(app, () => series.value ?? [], () => ({ span: span.value, until: until.value }), width);

  const go = (/** @type {Partial<Shown>} */ to) => {
    // Set at once, because the address changes later. It replaces the old one, so that "back" leads to the previous view.
    shown.value = { ...shown.value, ...to };
    location.replace(historyLink(shown.value.keys, shown.value));
  };
  const show = (/** @type {Range} */ range) => {
    const length = limited(range.until - range.from);
    const end = (range.from + range.until + length) / 2;
    // A range that ends within the last second still counts as one that ends now.
    go({ span: length, until: end >= hubTime() - 1_000 ? undefined : end });
  };
  const range = () => ({ from: (until.value ?? hubTime()) - span.value, until: until.value ?? hubTime() });
  const zoom = (/** @type {number} */ factor) => {
    const { from, until: end } = range();
    // A range that ends now keeps its end.
    const middle = until.value === undefined ? end : (from + end) / 2;
    show({ from: middle - (middle - from) * factor, until: middle + (end - middle) * factor });
  };
  const move = (/** @type {number} */ share) => show({ from: range().from + span.value * share, until: range().until + span.value * share });

  return el("div", { class: "wide" },
    el("div", { class: "head" }, el("div", {}, el("h1", {}, t("history.title")), el("p", {}, () => keys.value !== "" && rangeInWords(range()))),
      roundButton("plus", t("history.add"), () => chooseSeries(app, keyList(), (chosen) => go({ keys: chosen })))),
    () => keys.value === "" ? suggestions(app) : [
      el("div", { class: "chips", role: "group", "aria-label": t("history.range") },
        spans.map(([key, length]) => el("button", { type: "button", class: "chip",
          "aria-pressed": () => span.value === length && until.value === undefined, onclick: () => go({ span: length, until: undefined }) }, t(key)))),
      el("section", { class: "panel", "aria-label": t("history.plot") },
        el("div", { class: "plot-tools" },
          roundButton("back", t("history.earlier"), () => move(-0.5)),
          roundButton("next", t("history.later"), () => move(0.5), { disabled: () => until.value === undefined }),
          roundButton("minus", t("history.farther"), () => zoom(2), { disabled: () => span.value >= longest }),
          roundButton("plus", t("history.closer"), () => zoom(0.5), { disabled: () => span.value <= shortest }),
          button(t("history.now"), () => go({ until: undefined }), "", { disabled: () => until.value === undefined })),
        historyPlot(app, { fetched, width, onZoom: show, legendEnd: (one) => legendEnd(app, one, () => go({ keys: keyList().filter((key) => key !== one.key) })) }),
        el("p", { class: "problem", role: "alert" }, () => problem.value),
        () => (series.value?.length === 0 || fetched.value?.rows.length === 0 ? el("p", { class: "quiet" }, t("history.gone")) : remarks(fetched.value))),
      el("section", { class: "panel" }, table(app, fetched)),
      el("div", { class: "device-end" }, downloadButton(app, () => series.value ?? [], range)),
    ]);
}

/** @typedef {{keys: readonly string[], span: number, until: number | undefined}} Shown `until` is absent for a range that ends now */

/** @param {URLSearchParams} query @returns {Shown} */
function parsed(query) {
  const until = query.get("until");
  return {
    keys: query.getAll("of").slice(0, mostSeries), span: limited(Number(query.get("span") ?? day)),
    until: until === null || !Number.isFinite(Number(until)) ? undefined : Number(until),
  };
}

/** @param {number} span */
const limited = (span) => (Number.isFinite(span) ? Math.min(longest, Math.max(shortest, span)) : day);

/** @param {Range} range */
function rangeInWords({ from, until }) {
  const format = until - from < 2 * day
    ? new Intl.DateTimeFormat(language(), shortTime)
    : new Intl.DateTimeFormat(language(), { dateStyle: "medium" });
  return format.formatRange(from, until);
}

/**
 * @param {App} app
 * @param {Series} series
 * @param {() => void} remove
 */
function legendEnd({ home }, series, remove) {
  return roundButton("close", t("history.remove", { name: fullName(home, series) }), remove, { class: "round bare" });
}

/** @param {import("../ui/history-plot.js").Fetched | undefined} fetched @returns remarks about missing values */
function remarks(fetched) {
  if (!fetched) return undefined;
  const isEmpty = fetched.rows.every((row) => row.columns.columns.length === 0);
  const hasGaps = fetched.rows.some((row) => isBroken(row.columns));
  return el("p", { class: "quiet plot-remark" }, isEmpty ? t("history.nothing") : hasGaps ? t("history.gaps") : "");
}

/**
 * The plot's values as a table, also for people who can't see the plot.
 *
 * @param {App} app
 * @param {Readable<import("../ui/history-plot.js").Fetched | undefined>} fetched
 */
function table({ home }, fetched) {
  const isOpen = signal(false);
  const rows = () => fetched.value?.rows ?? [];
  const times = computed(() => {
    const { from, until } = fetched.value?.range ?? { from: 0, until: 0 };
    const { ticks, step } = timeTicks(from, until, tableRows);
    const starts = [from, ...ticks.map((tick) => tick.at).filter((at) => at > from)];
    const format = new Intl.DateTimeFormat(language(), step < 60_000 ? { ...shortTime, second: "2-digit" } : step < day ? shortTime : { dateStyle: "medium" });
    return starts.flatMap((at, index) => {
      const cells = rows().map((row) => ({ series: row.series, column: summed(row.columns, { from: at, until: starts[index + 1] ?? until }) }));
      const words = cells.map(({ series, column }) => (column && column.known > 0 ? columnInWords(series, column) : "–"));
      return words.some((one) => one !== "–") ? [{ time: format.format(at), words }] : [];
    });
  });
  const frame = () => el("div", { class: "table-frame", role: "region", tabindex: "0", "aria-label": t("history.table") }, el("table", {},
    el("thead", {}, el("tr", {}, el("th", { scope: "col" }, t("history.time")), () => rows().map((row) => el("th", { scope: "col" }, fullName(home, row.series))))),
    el("tbody", {}, () => times.value.map(({ time, words }) => el("tr", {}, el("th", { scope: "row" }, time), words.map((one) => el("td", {}, one)))))));
  return el("details", { ontoggle: (/** @type {Event} */ event) => (isOpen.value = /** @type {HTMLDetailsElement} */ (event.target).open) },
    el("summary", {}, el("h2", {}, t("history.table"))), () => isOpen.value && frame());
}

/**
 * @param {App} app
 * @param {() => readonly Series[]} series
 * @param {() => Range} range
 */
function downloadButton({ client, home }, series, range) {
  const isBusy = signal(false);
  let url = "";
  onCleanup(() => URL.revokeObjectURL(url));
  const download = async () => {
    if (isBusy.peek()) return;
    isBusy.value = true;
    const rows = series().map((one) => ({ series: one, device: home.device(one.deviceId)?.name ?? one.deviceId, name: valueName(home, one) }));
    const blob = await tell(exportCsv(client, rows, range())).finally(() => (isBusy.value = false));
    if (!blob) return;
    URL.revokeObjectURL(url);
    url = URL.createObjectURL(blob);
    el("a", { href: url, download: `history-${new Date(range().until).toISOString().slice(0, 10)}.csv` }).click();
  };
  return button(t("history.csv"), download, "", { "aria-disabled": () => isBusy.value, "aria-busy": () => isBusy.value });
}

/**
 * Suggested values, while none is chosen.
 *
 * @param {App} app
 */
function suggestions(app) {
  const found = computed(() => app.overview.entries.value.flatMap(({ device }) => {
    const places = device.endpoints.flatMap((endpoint) => endpoint.traits.flatMap((trait) => mainAttributes.map((attribute) => placeOf(device.id, endpoint.id, trait.id, attribute))));
    const [best] = ranked(places.filter(isMain));
    return best ? [best] : [];
  }));
  return el("section", { class: "section", "aria-labelledby": "history-of" },
    el("div", { class: "head" }, el("h2", { id: "history-of" }, t("history.of")),
      el("a", { class: "button", href: link("energy") }, icon("plug"), t("energy.title"))),
    el("ul", { class: "notices" }, () => found.value.map((place) => el("li", {}, el("a", { class: "notice", href: historyLink([place.key]) },
      icon("chart"), el("span", { class: "grow" }, el("strong", {}, app.home.device(place.deviceId)?.name ?? ""), " ",
        el("span", { class: "quiet" }, valueName(app.home, place))), icon("next"))))));
}

const mainAttributes = [0, 3, 8, 14];
