// Plots of values over time, fetched from the hub and kept up to date: for a device's page and for the view of the history.

import { computed, effect, el, list, onCleanup, signal, untracked } from "../lib/view.js";
import { RpcError } from "../lib/connect.js";
import { hubTime } from "../home/clock.js";
import { columnAt, columnInWords, fetchColumns } from "../home/history.js";
import { fullName, valueName } from "../home/series.js";
import { dateAndTime } from "../home/words.js";
import { reason } from "./elements.js";
import { plot } from "./plot.js";
import { t } from "./text.js";

/** @typedef {import("./elements.js").App} App */
/** @typedef {import("../home/history.js").Columns} Columns */
/** @typedef {import("../home/history.js").Range} Range */
/** @typedef {import("../home/series.js").Series} Series */
/** @template T @typedef {import("../lib/view.js").Readable<T>} Readable */
/**
 * The fetched columns with their range, so that none are shown at a wrong time while the next ones are fetched.
 *
 * @typedef {{range: Range, rows: readonly {series: Series, columns: Columns}[]}} Fetched
 */

const clamp = (/** @type {number} */ value, /** @type {number} */ low, /** @type {number} */ high) => Math.min(high, Math.max(low, value));

/** @param {unknown} error of one series. If it is gone or not allowed, the others are still shown. */
function missing(error) {
  if (error instanceof RpcError && (error.code === "not_found" || error.code === "permission_denied")) return undefined;
  throw error;
}

/**
 * Fetches the columns of some series. They are fetched again whenever the range changes, and for a range that ends now, as
 * time passes and values change.
 *
 * @param {App} app
 * @param {() => readonly Series[]} series
 * @param {() => {span: number, until: number | undefined}} wanted
 * @param {Readable<number>} width in columns; 0 until it is known
 */
export function fetchedHistory(app, series, wanted, width) {
  const fetched = signal(/** @type {Fetched | undefined} */ (undefined));
  const problem = signal("");
  const now = signal(hubTime());
  let controller = new AbortController();
  let fetchedAt = 0;
  let hasChanged = false;

  effect(() => {
    const all = series();
    const { span, until = now.value } = wanted();
    const columns = Math.min(10_000, width.value);
    if (columns === 0 || all.length === 0) return;
    controller.abort();
    controller = new AbortController();
    const { signal: abort } = controller;
    fetchedAt = hubTime();
    hasChanged = false;
    const range = { from: until - span, until };
    Promise.all(all.map((one) => fetchColumns(app.client, one, range, columns, abort).then((of) => ({ series: one, columns: of }), missing))).then(
      (rows) => {
        if (abort.aborted) return;
        fetched.value = { range, rows: rows.flatMap((row) => row ?? []) };
        problem.value = "";
      },
      (error) => {
        if (!(error instanceof RpcError)) throw error;
        if (!abort.aborted) problem.value = reason(error);
      });
  });
  effect(() => {
    for (const { deviceId, endpoint, traitId } of series()) app.home.entry(deviceId, endpoint, traitId);
    hasChanged = true;
  });
  const timer = setInterval(() => untracked(() => {
    const { span, until } = wanted();
    if (until !== undefined || document.hidden || width.value === 0) return;
    // After a change the next fetch comes soon; otherwise it only moves the range, by about a column.
    const column = span / width.value;
    const patience = hasChanged ? clamp(column / 4, 1_000, 15_000) : clamp(column, 5_000, 60_000);
    if (hubTime() - fetchedAt >= patience) now.value = hubTime();
  }), 500);
  onCleanup(() => {
    clearInterval(timer);
    controller.abort();
  });
  return { fetched, problem };
}

/**
 * The plot of the fetched columns, with a legend of the values at the cursor.
 *
 * @param {App} app
 * @param {{
 *   fetched: Readable<Fetched | undefined>, width: import("../lib/view.js").Signal<number>, isOfOneDevice?: boolean,
 *   numberHeight?: number, onZoom?: (range: Range) => void, legendEnd?: (series: Series) => import("../lib/view.js").Child,
 * }} settings
 */
export function historyPlot({ home }, { fetched, width, isOfOneDevice = false, onZoom, legendEnd, numberHeight = 190 }) {
  const cursor = signal(/** @type {number | undefined} */ (undefined));
  const nameOf = (/** @type {Series} */ series) => (isOfOneDevice ? valueName(home, series) : fullName(home, series));
  const rows = computed(() => fetched.value?.rows ?? []);
  const range = () => fetched.value?.range ?? { from: 0, until: 1 };
  const tracks = computed(() => tracksOf(rows.value, nameOf));
  const valueAt = (/** @type {{series: Series, columns: Columns}} */ row, /** @type {number} */ time) => {
    const column = columnAt(row.columns, time);
    return column && column.known > 0 ? columnInWords(row.series, column) : t("value.none");
  };
  const latest = (/** @type {{series: Series, columns: Columns}} */ { series, columns }) => {
    const last = columnAt(columns, range().until - 1)?.last;
    return last === undefined ? t("value.none") : series.words(last);
  };
  const words = (/** @type {number} */ time) =>
    [dateAndTime(time), ...rows.value.map((row) => `${nameOf(row.series)} ${valueAt(row, time)}`)].join(", ");
  return [
    el("ul", { class: "legend" }, list(() => rows.value.map((row, index) => ({ row, index })), ({ row }) => row.series.key, (item) => el("li", {},
      el("span", { class: "legend-mark", "--probe": () => `var(--plot-${(item.value.index % 6) + 1})` }),
      el("span", { class: "grow" }, () => nameOf(item.value.row.series)),
      el("span", { class: "legend-value" }, () => (cursor.value === undefined ? latest(item.value.row) : valueAt(item.value.row, cursor.value))),
      legendEnd?.(item.value.row.series)))),
    el("p", { class: "quiet plot-when" }, () => (cursor.value === undefined ? "\u00a0" : dateAndTime(cursor.value))),
    plot({
      tracks: () => tracks.value, range, label: t("history.plotLabel"), words, cursor, width, numberHeight,
      ...(onZoom ? { onZoom } : {}),
    }),
  ];
}

/**
 * The tracks of a plot: numbers with the same unit share an axis; each value with states has a band of its own.
 *
 * @param {readonly {series: Series, columns: Columns}[]} rows
 * @param {(series: Series) => string} nameOf
 * @returns {import("./plot-draw.js").Track[]}
 */
function tracksOf(rows, nameOf) {
  /** @type {Map<string, {columns: Columns, ink: number}[]>} */
  const lines = new Map();
  /** @type {import("./plot-draw.js").Track[]} */
  const bands = [];
  rows.forEach(({ series, columns }, ink) => {
    if (series.kind === "number") lines.set(series.symbol, [...(lines.get(series.symbol) ?? []), { columns, ink }]);
    else bands.push({ kind: "states", name: nameOf(series), columns, ink, isBoolean: series.kind === "boolean", words: series.words });
  });
  return [...[...lines].map(([symbol, of]) => ({ kind: /** @type {const} */ ("numbers"), symbol, lines: of })), ...bands];
}
