// Draws values over time on a canvas: numbers as lines with a band between their extremes, states as bands, and gaps where
// the value was unknown.

import { numberTicks, timeTicks } from "../lib/axis.js";
import { mainState } from "../home/history.js";

/** @typedef {import("../home/history.js").Columns} Columns */
/** @typedef {import("../home/history.js").Column} Column */
/** @typedef {import("../home/history.js").Range} Range */
/**
 * A track is a set of numbers that share an axis, or one value with states. `ink` is an index into the palette.
 *
 * @typedef {{columns: Columns, ink: number}} Line
 * @typedef {{kind: "numbers", symbol: string, lines: readonly Line[]}} NumberTrack
 * @typedef {{kind: "states", name: string, columns: Columns, ink: number, isBoolean: boolean, words: (state: number) => string}} StateTrack
 * @typedef {NumberTrack | StateTrack} Track
 * @typedef {{ink: string, quiet: string, line: string, well: string, card: string, palette: readonly string[]}} Inks
 * @typedef {{
 *   context: CanvasRenderingContext2D, width: number, font: string, inks: Inks, range: Range,
 *   number: (value: number, digits: number) => string, time: (at: number, unit: import("../lib/axis.js").TimeUnit) => string,
 * }} Sheet
 * @typedef {{left: number, right: number, bottom: number, tracks: {track: Track, top: number, height: number, y: (value: number) => number}[]}} Frame
 */

const axisHeight = 26;
const bandHeight = 24;
const nameHeight = 22;
const gap = 14;
const dashes = [[], [7, 4], [2, 3], [9, 3, 2, 3]];

/** @param {readonly Track[]} tracks @returns {number} the height of their plot in pixels */
export function plotHeight(tracks, numberHeight = 190) {
  const heights = tracks.map((track) => (track.kind === "numbers" ? numberHeight : nameHeight + bandHeight));
  return heights.reduce((sum, height) => sum + height + gap, axisHeight);
}

/**
 * Draws all tracks, and returns their positions.
 *
 * @param {Sheet} sheet
 * @param {readonly Track[]} tracks
 * @returns {Frame}
 */
export function drawPlot(sheet, tracks, numberHeight = 190) {
  const { context, width, inks } = sheet;
  context.font = sheet.font;
  context.lineJoin = "round";
  const axes = tracks.map((track) => (track.kind === "numbers" ? axisOf(track, numberHeight) : undefined));
  const labels = axes.flatMap((axis) => axis?.ticks.map((tick) => sheet.number(tick, axis.digits)) ?? []);
  const left = Math.ceil(Math.max(0, ...labels.map((label) => context.measureText(label).width))) + (labels.length > 0 ? 10 : 0);
  const right = width - 8;
  const bottom = plotHeight(tracks, numberHeight) - axisHeight;
  drawTimes(sheet, left, right, bottom);
  let top = 0;
  /** @type {Frame} */
  const frame = { left, right, bottom, tracks: [] };
  tracks.forEach((track, index) => {
    const axis = axes[index];
    if (track.kind === "numbers" && axis) {
      const area = { top: top + nameHeight, height: numberHeight - nameHeight };
      const first = axis.ticks[0] ?? 0;
      const last = axis.ticks.at(-1) ?? 1;
      const y = (/** @type {number} */ value) => area.top + area.height * (1 - (value - first) / (last - first));
      drawNumberAxis(sheet, axis, track.symbol, y, left, right, top);
      for (const line of track.lines) drawLine(sheet, line, y, left, right, track.lines.indexOf(line));
      frame.tracks.push({ track, ...area, y });
      top += numberHeight + gap;
    } else if (track.kind === "states") {
      text(sheet, track.name, left, top + nameHeight / 2, inks.quiet, "left", right - left);
      drawStates(sheet, track, left, right, top + nameHeight);
      frame.tracks.push({ track, top: top + nameHeight, height: bandHeight, y: () => top + nameHeight + bandHeight / 2 });
      top += nameHeight + bandHeight + gap;
    }
  });
  return frame;
}

/**
 * Draws the cursor for the pointer or the slider.
 *
 * @param {Sheet} sheet
 * @param {Frame} frame
 * @param {number} x
 * @param {(columns: Columns) => Column | undefined} at
 */
export function drawCursor({ context, inks }, frame, x, at) {
  context.strokeStyle = inks.quiet;
  context.lineWidth = 1;
  context.beginPath();
  context.moveTo(Math.round(x) + 0.5, 0);
  context.lineTo(Math.round(x) + 0.5, frame.bottom);
  context.stroke();
  for (const { track, y } of frame.tracks) {
    if (track.kind !== "numbers") continue;
    for (const line of track.lines) {
      const column = at(line.columns);
      const value = column?.mean ?? column?.last;
      if (value === undefined) continue;
      context.beginPath();
      context.arc(x, y(value), 4.5, 0, 2 * Math.PI);
      context.fillStyle = inkOf(inks, line.ink);
      context.strokeStyle = inks.card;
      context.lineWidth = 2;
      context.fill();
      context.stroke();
    }
  }
}

/** @param {Inks} inks @param {number} index */
const inkOf = (inks, index) => inks.palette[index % inks.palette.length] ?? inks.ink;

/** @param {Sheet} sheet @param {number} left @param {number} right */
const scale = ({ range }, left, right) => (/** @type {number} */ time) => left + ((time - range.from) / (range.until - range.from)) * (right - left);

/**
 * @param {Sheet} sheet
 * @param {string} words
 * @param {number} x
 * @param {number} y of its middle
 * @param {string} ink
 * @param {CanvasTextAlign} align
 * @param {number} [most] the most width in pixels; longer text is cut off rather than shrunk
 */
function text({ context }, words, x, y, ink, align, most) {
  context.fillStyle = ink;
  context.textAlign = align;
  context.textBaseline = "middle";
  let shown = words;
  if (most !== undefined && context.measureText(shown).width > most) {
    const letters = [...words];
    while (letters.length > 0 && context.measureText(`${letters.join("")}…`).width > most) letters.pop();
    shown = letters.length > 0 ? `${letters.join("")}…` : "";
  }
  context.fillText(shown, x, y);
}

/** @param {NumberTrack} track @param {number} height */
function axisOf(track, height) {
  let min = Infinity;
  let max = -Infinity;
  for (const { columns } of track.lines)
    for (const column of columns.columns) {
      min = Math.min(min, column.min ?? column.last ?? Infinity);
      max = Math.max(max, column.max ?? column.last ?? -Infinity);
    }
  if (min > max) [min, max] = [0, 1];
  // If zero is near, the axis starts at zero, so that heights are proportional.
  if (min > 0 && min < max * 0.4) min = 0;
  return numberTicks(min, max, Math.max(2, Math.floor((height - nameHeight) / 32)));
}

/**
 * @param {Sheet} sheet
 * @param {number} left
 * @param {number} right
 * @param {number} bottom
 */
function drawTimes(sheet, left, right, bottom) {
  const { context, inks, range } = sheet;
  const x = scale(sheet, left, right);
  const { ticks } = timeTicks(range.from, range.until, Math.max(1, Math.floor((right - left) / 84)));
  context.lineWidth = 1;
  context.strokeStyle = inks.line;
  let free = -Infinity;
  for (const { at, unit } of ticks) {
    const place = Math.round(x(at)) + 0.5;
    context.beginPath();
    context.moveTo(place, 0);
    context.lineTo(place, bottom);
    context.stroke();
    const words = sheet.time(at, unit);
    const half = context.measureText(words).width / 2;
    const middle = Math.min(sheet.width - half, Math.max(half, place));
    if (middle - half < free) continue;
    text(sheet, words, middle, bottom + axisHeight / 2, inks.quiet, "center");
    free = middle + half + 12;
  }
}

/**
 * @param {Sheet} sheet
 * @param {{ticks: number[], digits: number}} axis
 * @param {string} symbol
 * @param {(value: number) => number} y
 * @param {number} left
 * @param {number} right
 * @param {number} top
 */
function drawNumberAxis(sheet, axis, symbol, y, left, right, top) {
  const { context, inks } = sheet;
  context.lineWidth = 1;
  context.strokeStyle = inks.line;
  text(sheet, symbol, left, top + nameHeight / 2 - 2, inks.quiet, "left");
  for (const tick of axis.ticks) {
    const place = Math.round(y(tick)) + 0.5;
    context.beginPath();
    context.moveTo(left, place);
    context.lineTo(right, place);
    context.stroke();
    text(sheet, sheet.number(tick, axis.digits), left - 6, place, inks.quiet, "right");
  }
}

/**
 * Runs of columns that follow each other without a gap.
 *
 * @param {Columns} columns
 * @returns {Column[][]}
 */
function unbroken({ columns, length }) {
  /** @type {Column[][]} */
  const runs = [];
  let end = -Infinity;
  for (const column of columns) {
    if (column.known <= 0 && column.changes === 0) continue;
    // A column's length in milliseconds may be rounded.
    if (column.at - end > length / 2) runs.push([]);
    runs.at(-1)?.push(column);
    end = column.at + length;
  }
  return runs;
}

/**
 * @param {Sheet} sheet
 * @param {Line} line
 * @param {(value: number) => number} y
 * @param {number} left
 * @param {number} right
 * @param {number} index of the line in its track; each has its own dash pattern, for people who can't tell the colors apart
 */
function drawLine(sheet, { columns, ink }, y, left, right, index) {
  const { context, inks } = sheet;
  const x = scale(sheet, left, right);
  context.save();
  context.beginPath();
  context.rect(left, 0, right - left, 1e5);
  context.clip();
  context.fillStyle = context.strokeStyle = inkOf(inks, ink);
  for (const run of unbroken(columns)) {
    const points = run.flatMap((column) => {
      const value = column.mean ?? column.last;
      return value === undefined ? [] : [{ x: x(column.at + columns.length / 2), value, min: column.min ?? value, max: column.max ?? value }];
    });
    const [first, last] = [points[0], points.at(-1)];
    if (!first || !last) continue;
    // A value is valid for its whole column.
    const half = ((right - left) * columns.length) / (sheet.range.until - sheet.range.from) / 2;
    points.unshift({ ...first, x: first.x - half });
    points.push({ ...last, x: last.x + half });
    context.globalAlpha = 0.2;
    context.beginPath();
    for (const point of points) context.lineTo(point.x, y(point.max) - 0.5);
    for (const point of points.reverse()) context.lineTo(point.x, y(point.min) + 0.5);
    context.fill();
    context.globalAlpha = 1;
    context.lineWidth = 1.75;
    context.setLineDash(dashes[index % dashes.length] ?? []);
    context.beginPath();
    for (const point of points) context.lineTo(point.x, y(point.value));
    context.stroke();
    context.setLineDash([]);
  }
  context.restore();
}

/**
 * @param {Sheet} sheet
 * @param {StateTrack} track
 * @param {number} left
 * @param {number} right
 * @param {number} top
 */
function drawStates(sheet, track, left, right, top) {
  const { context, inks } = sheet;
  const x = scale(sheet, left, right);
  context.strokeStyle = inks.line;
  context.setLineDash([3, 4]);
  context.lineWidth = 1;
  context.beginPath();
  context.moveTo(left, top + bandHeight / 2);
  context.lineTo(right, top + bandHeight / 2);
  context.stroke();
  context.setLineDash([]);
  const others = new Map([...new Set(track.columns.columns.flatMap((column) => column.states.map((state) => state.value)))]
    .filter((state) => state !== 0).sort((one, other) => one - other).map((state, index) => [state, track.ink + index]));
  const look = (/** @type {Column} */ column) => {
    const state = mainState(column) ?? 0;
    if (!track.isBoolean) return { state, strength: state === 0 ? 0 : 1 };
    const total = column.states.reduce((sum, one) => sum + one.time, 0);
    const on = column.states.find((one) => one.value !== 0)?.time ?? 0;
    // Rounded up, so that even a short time in the state is visible.
    return { state: on > 0 ? 1 : state, strength: total === 0 ? state : Math.ceil((on / total) * 4) / 4 };
  };
  for (const run of unbroken(track.columns)) {
    for (let start = 0; start < run.length;) {
      const first = /** @type {Column} */ (run[start]);
      const { state, strength } = look(first);
      let end = start + 1;
      for (; end < run.length; end += 1) {
        const next = look(/** @type {Column} */ (run[end]));
        if (next.state !== state || next.strength !== strength) break;
      }
      const from = Math.max(left, x(first.at));
      const until = Math.min(right, x(/** @type {Column} */ (run[end - 1]).at + track.columns.length));
      context.fillStyle = inks.well;
      context.fillRect(from, top, until - from, bandHeight);
      context.globalAlpha = strength * 0.45;
      context.fillStyle = inkOf(inks, track.isBoolean ? track.ink : others.get(state) ?? 0);
      context.fillRect(from, top, until - from, bandHeight);
      context.globalAlpha = 1;
      if (strength === 0 || strength === 1) {
        const words = track.words(state);
        if (context.measureText(words).width < until - from - 12) text(sheet, words, from + 6, top + bandHeight / 2 + 0.5, inks.ink, "left");
      }
      start = end;
    }
  }
}
