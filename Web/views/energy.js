// The home's energy on a day, by device and by hour, from devices that measure their power.

import { computed, effect, el, list, onCleanup, signal } from "../lib/view.js";
import { RpcError } from "../lib/connect.js";
import { hubTime } from "../home/clock.js";
import { dayRange, energyOf, powerSensors } from "../home/energy.js";
import { fetchColumns } from "../home/history.js";
import { historyLink, seriesOf } from "../home/series.js";
import { asNumber } from "../home/numbers.js";
import { isOffline } from "../home/status.js";
import { ELECTRICAL_ENERGY, ELECTRICAL_POWER } from "../home/traits.js";
import { clock, number } from "../home/words.js";
import { icon, reason, roundButton } from "../ui/elements.js";
import { noRecords } from "../ui/no-records.js";
import { language, t } from "../ui/text.js";
import { currentStructure, mayManage } from "../home/structures.js";

/** @typedef {import("../ui/elements.js").App} App */
/** @typedef {import("../home/energy.js").PowerSensor} PowerSensor */
/** @typedef {import("../home/energy.js").Energy} Energy */
/** @typedef {{sensor: PowerSensor, energy: Energy}} Row */

const day = 86_400_000;
/** Enough columns for quarters of an hour, into which the hours of any time zone divide, on a day of 25 hours. */
const columnsInDay = 100;
const refreshTime = 30_000;

/** @param {App} app */
export function energyView(app) {
  if (!mayManage(app.home, currentStructure(app)?.id)) return noRecords(app, t("energy.title"), "narrow");
  const { home } = app;
  const days = signal(0);
  const now = signal(hubTime());
  const rows = signal(/** @type {readonly Row[] | undefined} */ (undefined));
  const shown = signal(dayRange(0));
  const sensors = computed(() => powerSensors([...home.devices.value.values()].filter((device) => device.structureId === currentStructure(app)?.id)));
  const problem = signal("");
  let controller = new AbortController();
  effect(() => {
    const time = now.value;
    const range = dayRange(days.value, new Date(time));
    const all = sensors.value;
    controller.abort();
    controller = new AbortController();
    const { signal: abort } = controller;
    Promise.all(all.map(async (sensor) => {
      const series = seriesOf(home, sensor.place);
      const columns = series && range.until > range.from ? await fetchColumns(app.client, series, range, columnsInDay, abort) : { columns: [], length: 1, heldSince: undefined };
      return { sensor, energy: energyOf(columns, range, time) };
    })).then((found) => {
      if (abort.aborted) return;
      problem.value = "";
      shown.value = range;
      rows.value = found.sort((left, right) => right.energy.used - left.energy.used);
    }, (error) => {
      if (!(error instanceof RpcError)) throw error;
      if (!abort.aborted) problem.value = reason(error);
    });
  });
  const timer = setInterval(() => !document.hidden && days.peek() === 0 && (now.value = hubTime()), refreshTime);
  onCleanup(() => (clearInterval(timer), controller.abort()));

  const devices = computed(() => (rows.value ?? []).filter((row) => !row.sensor.isMeter));
  const meters = computed(() => (rows.value ?? []).filter((row) => row.sensor.isMeter));
  const title = () => (days.value === 0 ? t("energy.today") : new Intl.DateTimeFormat(language(), { dateStyle: "full" }).format(shown.value.from));
  return el("div", { class: "narrow" },
    el("div", { class: "head" }, el("div", {}, el("h1", {}, t("energy.title")), el("p", {}, title)),
      el("div", { class: "row" },
        roundButton("back", t("energy.dayBefore"), () => (days.value -= 1)),
        roundButton("next", t("energy.dayAfter"), () => (days.value += 1), { disabled: () => days.value >= 0 }))),
    el("p", { class: "problem", role: "alert" }, () => problem.value),
    () => sensors.value.length === 0 && el("p", { class: "empty" }, t("energy.none")),
    () => rows.value && sensors.value.length > 0 && [
      el("section", { class: "panel", "aria-label": t("energy.all") }, total(devices.value.length > 0 ? devices.value : meters.value), hours(devices.value.length > 0 ? devices.value : meters.value, shown.value)),
    ],
    group(app, t("energy.devices"), () => devices.value, () => shown.value, () => days.value === 0),
    group(app, t("energy.meters"), () => meters.value, () => shown.value, () => days.value === 0));
}

/** @param {number} energy in kWh */
const inWords = (energy) => (Math.abs(energy) < 1 ? `${number(energy * 1000, 0)}\u00a0Wh` : `${number(energy, 2)}\u00a0kWh`);

/** @param {readonly Row[]} rows */
function total(rows) {
  const sum = (/** @type {"used" | "given"} */ name) => rows.reduce((all, row) => all + row.energy[name], 0);
  return el("p", { class: "panel-state" }, t("energy.usedSum", { energy: inWords(sum("used")) }),
    sum("given") > 0 && ` · ${t("energy.given", { energy: inWords(sum("given")) })}`);
}

/**
 * A bar for each hour, with its value for screen readers.
 *
 * @param {readonly Row[]} rows
 * @param {import("../home/history.js").Range} range
 */
function hours(rows, { from }) {
  const count = Math.max(24, ...rows.map((row) => row.energy.hours.length));
  const sums = Array.from({ length: count }, (_, index) => rows.reduce((sum, row) => sum + (row.energy.hours[index] ?? 0), 0));
  const most = Math.max(1e-9, ...sums.map(Math.abs));
  const words = (/** @type {number} */ sum, /** @type {number} */ index) => t("energy.hour", { time: clock(from + index * 3_600_000), energy: inWords(sum) });
  return el("ol", { class: "hours", "aria-label": t("energy.byHour") }, sums.map((sum, index) =>
    el("li", { title: words(sum, index), "data-label": index % 6 === 0 ? clock(from + index * 3_600_000) : undefined },
      el("span", { class: "hour-bar", "--share": `${(Math.abs(sum) / most) * 100}%`, "data-given": sum < 0 }), el("span", { class: "unseen" }, words(sum, index)))));
}

/**
 * @param {App} app
 * @param {string} title
 * @param {() => readonly Row[]} rows
 * @param {() => import("../home/history.js").Range} range
 * @param {() => boolean} isToday
 */
function group(app, title, rows, range, isToday) {
  const most = computed(() => Math.max(1e-9, ...rows().map((row) => Math.max(row.energy.used, row.energy.given))));
  return () => rows().length > 0 && el("section", { class: "section" }, el("h2", {}, title),
    el("ul", { class: "cards" }, list(rows, (row) => row.sensor.place.key, (row) => {
      const { place } = row.value.sensor;
      const power = () => asNumber(app.home.trait(place.deviceId, place.endpoint, ELECTRICAL_POWER)?.["activePower"]);
      const name = () => [row.value.sensor.device.name, row.value.sensor.part].filter(Boolean).join(" · ");
      const amounts = () => [row.value.energy.used > 0 || row.value.energy.given === 0 ? inWords(row.value.energy.used) : "", row.value.energy.given > 0 ? t("energy.given", { energy: inWords(row.value.energy.given) }) : ""].filter(Boolean).join(" · ");
      return el("li", { class: "card" },
        el("div", { class: "grow" },
          el("h3", {}, name),
          el("p", { class: "quiet" }, () => [!isToday() || power() === undefined || isOffline(app.home.device(place.deviceId)) ? "" : t("energy.powerNow", { power: `${number((power() ?? 0) / 1000, 1)}\u00a0W` }), knownInWords(row.value.energy, range()), isToday() && counterInWords(app, place)].filter(Boolean).join(" · ")),
          el("div", { class: "bar-line", "--share": () => `${(Math.max(row.value.energy.used, row.value.energy.given) / most.value) * 100}%` })),
        el("p", { class: "energy-amount" }, amounts),
        el("a", { class: "round", href: historyLink([place.key], { span: day }), "aria-label": t("energy.historyOf", { name: name() }), title: t("history.title") }, icon("chart")));
    })));
}

/**
 * The share of the day for which the energy is known, in words.
 *
 * @param {Energy} energy
 * @param {import("../home/history.js").Range} range
 */
function knownInWords(energy, range) {
  const share = energy.known / Math.max(1, range.until - range.from);
  return share === 0 ? t("energy.unknown") : share > 0.98 ? "" : t("energy.known", { share: `${number(Math.ceil(share * 100), 0)}\u00a0%` });
}

/**
 * The meter's own counter in words.
 *
 * @param {App} app
 * @param {import("../home/series.js").Place} place
 */
function counterInWords({ home }, { deviceId, endpoint }) {
  const counter = /** @type {import("../lib/trait.js").TraitValues | null | undefined} */ (home.trait(deviceId, endpoint, ELECTRICAL_ENERGY)?.["cumulativeEnergyImported"]);
  const energy = asNumber(counter?.["energy"]);
  return energy === undefined ? "" : t("energy.counter", { energy: `${number(energy / 1e6, 1)}\u00a0kWh` });
}
