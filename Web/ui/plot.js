// A plot whose values people read by pointing, or with the keyboard by a slider below it.

import { effect, el, onCleanup, signal } from "../lib/view.js";
import { columnAt, condensed } from "../home/history.js";
import { number } from "../home/words.js";
import { drawCursor, drawPlot, plotHeight } from "./plot-draw.js";
import { language, t } from "./text.js";

/** @typedef {import("./plot-draw.js").Track} Track */
/** @typedef {import("./plot-draw.js").Frame} Frame */
/** @typedef {import("./plot-draw.js").Sheet} Sheet */
/** @typedef {import("../home/history.js").Range} Range */
/** @template T @typedef {import("../lib/view.js").Signal<T>} Signal */
/**
 * The plot sets `width` to its width in columns, and `cursor` to the time under the pointer or slider.
 *
 * @typedef {{
 *   tracks: () => readonly Track[], range: () => Range, label: string, words: (time: number) => string,
 *   cursor: Signal<number | undefined>, width: Signal<number>, numberHeight?: number,
 *   onZoom?: (range: Range) => void,
 * }} Settings
 */

const tokens = ["--ink", "--quiet", "--line", "--well", "--card", "--plot-1", "--plot-2", "--plot-3", "--plot-4", "--plot-5", "--plot-6"];
/** The shortest drag in pixels; a shorter one counts as a press. */
const shortestDrag = 8;

/** @param {Settings} settings */
export function plot({ tracks, range, label, words, cursor, width, numberHeight = 190, onZoom }) {
  const base = el("canvas", { role: "img", "aria-label": label });
  const over = el("canvas", { "aria-hidden": "true" });
  const probes = tokens.map((token) => el("span", { "--probe": `var(${token})` }));
  const size = signal(0);
  const look = signal(0);
  const drag = signal(/** @type {{from: number, to: number} | undefined} */ (undefined));
  /** @type {{sheet: Sheet, frame: Frame} | undefined} */
  let drawn;

  const area = el("div", { class: "plot-area", "--plot-height": () => `${plotHeight(tracks(), numberHeight)}px` }, base, over);
  const slider = momentSlider({ tracks, range, words, cursor, onZoom });
  const figure = el("div", { class: "plot" }, el("div", { class: "plot-inks", hidden: true }, probes), area, slider);

  const sheetOn = (/** @type {HTMLCanvasElement} */ canvas, /** @type {number} */ height) => {
    const ratio = devicePixelRatio;
    canvas.width = Math.round(size.peek() * ratio);
    canvas.height = Math.round(height * ratio);
    const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    return context;
  };
  const draw = () => {
    if (size.peek() === 0) return;
    const colors = probes.map((probe) => getComputedStyle(probe).color);
    const [ink = "", quiet = "", line = "", well = "", card = "", ...palette] = colors;
    const shown = range();
    const height = plotHeight(tracks(), numberHeight);
    const sheet = {
      context: sheetOn(base, height), width: size.peek(), font: `12px ${getComputedStyle(figure).fontFamily}`,
      inks: { ink, quiet, line, well, card, palette }, range: shown, number, time: tickWords(shown),
    };
    drawn = { sheet, frame: drawPlot(sheet, tracks().map((track) => condensedTrack(track, shown, size.peek())), numberHeight) };
    figure.style.setProperty("--plot-left", `${drawn.frame.left}px`);
    drawOver();
  };
  const drawOver = () => {
    if (!drawn) return;
    const { sheet, frame } = drawn;
    const context = sheetOn(over, plotHeight(tracks(), numberHeight));
    const x = (/** @type {number} */ time) => frame.left + ((time - sheet.range.from) / (sheet.range.until - sheet.range.from)) * (frame.right - frame.left);
    const dragged = drag.value;
    if (dragged) {
      context.globalAlpha = 0.14;
      context.fillStyle = sheet.inks.ink;
      context.fillRect(x(dragged.from), 0, x(dragged.to) - x(dragged.from), frame.bottom);
      context.globalAlpha = 1;
    }
    const time = cursor.value;
    if (time !== undefined && time >= sheet.range.from && time <= sheet.range.until)
      drawCursor({ ...sheet, context }, frame, x(time), (columns) => columnAt(columns, time));
  };
  const onFrame = (/** @type {() => void} */ work) => {
    let waiting = 0;
    onCleanup(() => cancelAnimationFrame(waiting));
    return (/** @type {unknown[]} */ ..._followed) => {
      cancelAnimationFrame(waiting);
      waiting = requestAnimationFrame(work);
    };
  };
  const later = onFrame(draw);
  const overLater = onFrame(drawOver);
  effect(() => later(size.value, look.value, tracks(), range()));
  effect(() => overLater(cursor.value, drag.value));
  observe(area, size, look, width);
  listen(area, { cursor, drag, onZoom, time: (/** @type {number} */ offset) => drawn && timeAt(drawn, offset) });
  return figure;
}

/**
 * @param {{sheet: Sheet, frame: Frame}} drawn
 * @param {number} offset in pixels from the left
 */
function timeAt({ sheet: { range }, frame: { left, right } }, offset) {
  const share = Math.min(1, Math.max(0, (offset - left) / (right - left)));
  return range.from + share * (range.until - range.from);
}

/** @param {Track} track @param {Range} range @param {number} width @returns {Track} with no more columns than pixels */
function condensedTrack(track, range, width) {
  if (track.kind === "states") return { ...track, columns: condensed(track.columns, range, width) };
  return { ...track, lines: track.lines.map((line) => ({ ...line, columns: condensed(line.columns, range, width) })) };
}

/** @param {Range} range */
function tickWords({ from, until }) {
  const isShort = until - from < 10 * 86_400_000;
  const formats = {
    second: new Intl.DateTimeFormat(language(), { hour: "numeric", minute: "2-digit", second: "2-digit" }),
    minute: new Intl.DateTimeFormat(language(), { hour: "numeric", minute: "2-digit" }),
    day: new Intl.DateTimeFormat(language(), isShort ? { weekday: "short", day: "numeric", month: "short" } : { day: "numeric", month: "short" }),
    month: new Intl.DateTimeFormat(language(), { month: "short" }),
    year: new Intl.DateTimeFormat(language(), { year: "numeric" }),
  };
  return (/** @type {number} */ at, /** @type {import("../lib/axis.js").TimeUnit} */ unit) => formats[unit].format(at);
}

/**
 * Observes the size of the plot and the theme of the page.
 *
 * @param {HTMLElement} area
 * @param {Signal<number>} size
 * @param {Signal<number>} look
 * @param {Signal<number>} width
 */
function observe(area, size, look, width) {
  const resized = new ResizeObserver(() => {
    size.value = area.clientWidth;
    // Rounded, so that a change of a few pixels causes no new fetch.
    if (size.peek() > 0) width.value = Math.max(50, Math.round(size.peek() / 20) * 20);
  });
  resized.observe(area);
  const changed = () => (look.value += 1);
  const themed = new MutationObserver(changed);
  themed.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
  const dark = matchMedia("(prefers-color-scheme: dark)");
  dark.addEventListener("change", changed);
  // A change of the zoom or of the screen triggers a resize event.
  addEventListener("resize", changed);
  onCleanup(() => {
    resized.disconnect();
    themed.disconnect();
    dark.removeEventListener("change", changed);
    removeEventListener("resize", changed);
  });
}

/**
 * @param {HTMLElement} area
 * @param {{cursor: Signal<number | undefined>, drag: Signal<{from: number, to: number} | undefined>, onZoom: ((range: Range) => void) | undefined, time: (offset: number) => number | undefined}} pointed
 */
function listen(area, { cursor, drag, onZoom, time }) {
  let start = 0;
  const here = (/** @type {PointerEvent} */ event) => time(event.clientX - area.getBoundingClientRect().left);
  area.addEventListener("pointerdown", (event) => {
    const at = here(event);
    cursor.value = at;
    if (!onZoom || at === undefined || event.pointerType === "touch" || event.button !== 0) return;
    start = event.clientX;
    area.setPointerCapture(event.pointerId);
    drag.value = { from: at, to: at };
  });
  area.addEventListener("pointermove", (event) => {
    const at = here(event);
    cursor.value = at;
    if (drag.peek() && at !== undefined) drag.value = { from: /** @type {{from: number}} */ (drag.peek()).from, to: at };
  });
  area.addEventListener("pointerup", (event) => {
    const dragged = drag.peek();
    drag.value = undefined;
    if (dragged && Math.abs(event.clientX - start) >= shortestDrag)
      onZoom?.({ from: Math.min(dragged.from, dragged.to), until: Math.max(dragged.from, dragged.to) });
  });
  area.addEventListener("pointercancel", () => (drag.value = undefined));
  area.addEventListener("pointerleave", () => (cursor.value = undefined));
}

/**
 * A slider through the columns of a plot. Arrow keys move by one column, and screen readers announce its values.
 *
 * @param {Pick<Settings, "tracks" | "range" | "words" | "cursor"> & {onZoom: Settings["onZoom"] | undefined}} settings
 */
function momentSlider({ tracks, range, words, cursor, onZoom }) {
  const length = () => {
    const lengths = tracks().flatMap((track) => (track.kind === "numbers" ? track.lines.map((line) => line.columns.length) : [track.columns.length])).filter((one) => one > 0);
    return lengths.length > 0 ? Math.min(...lengths) : (range().until - range().from) / 100;
  };
  const last = () => Math.max(1, Math.ceil((range().until - range().from) / length()) - 1);
  const shown = () => cursor.value ?? range().until - 1;
  return el("input", {
    type: "range", class: "slider plot-moment", "aria-label": t("history.moment"), min: 0, step: 1,
    // Before the value, which the browser limits to it.
    ".max": () => String(last()),
    ".value": () => String(Math.min(last(), Math.floor((shown() - range().from) / length()))),
    "aria-valuetext": () => words(shown()),
    oninput: (/** @type {Event} */ event) => {
      const { from, until } = range();
      cursor.value = Math.min(until - 1, from + (Number(/** @type {HTMLInputElement} */ (event.target).value) + 0.5) * length());
    },
    onkeydown: (/** @type {KeyboardEvent} */ event) => {
      const factor = event.key === "+" ? 0.5 : event.key === "-" ? 2 : undefined;
      if (factor === undefined || !onZoom) return;
      event.preventDefault();
      const { from, until } = range();
      const middle = shown();
      onZoom({ from: middle - (middle - from) * factor, until: middle + (until - middle) * factor });
    },
  });
}
