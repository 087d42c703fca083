// Tiles in a grid. Browsers skip what is out of sight, and say so; for one that doesn't, all is in sight. They look for each
// thing that they may skip with each frame, so that a thousand tiles are in parts, of which most are skipped as a whole.

import { computed, el, list, onCleanup, signal } from "../lib/view.js";
import { Part, partSize, Place } from "../home/sight.js";
import { raisesAlarms } from "../home/status.js";
import { tile } from "./tile.js";

/** @typedef {import("./elements.js").App} App */
/** @typedef {import("../home/overview.js").PartEntry} Entry */
/** @template T @typedef {import("../lib/view.js").Readable<T>} Readable */

/** @type {WeakMap<HTMLElement, import("../lib/view.js").Signal<number>>} how many columns each grid has */
const columnsOf = new WeakMap();
/** @type {Map<string, number>} how many the last grid of a kind had: the next begins with them, and need not be parted anew */
const usual = new Map();
/** @type {Set<HTMLElement>} grids that are to be told how wide their columns are */
const fresh = new Set();
const widths = new ResizeObserver((entries) => {
  for (const { target } of entries) fresh.add(/** @type {HTMLElement} */ (target));
  tellWidths();
});

/** Reads from all grids before it writes to any: each reading after a writing would lay the page out anew. */
function tellWidths() {
  const found = [...fresh].flatMap((grid) => {
    const first = grid.firstElementChild;
    const tracks = first ? getComputedStyle(first).gridTemplateColumns.split(" ") : [];
    const width = `${parseFloat(tracks[0] ?? "")}px`;
    return width === "NaNpx" ? [] : [{ grid, width, columns: tracks.length }];
  });
  fresh.clear();
  for (const { grid, width, columns } of found) {
    if (width !== grid.style.getPropertyValue("--cell")) grid.style.setProperty("--cell", width);
    usual.set(grid.className, columns);
    const known = columnsOf.get(grid);
    if (known) known.value = columns;
  }
}

/**
 * A grid of tiles, which tells them how wide they are: what they say has a place of that width, so that other words in it
 * move nothing.
 *
 * @param {App} app
 * @param {() => readonly Entry[]} entries
 */
export function tiles(app, entries, name = "tiles") {
  const columns = signal(usual.get(name) ?? 1);
  const size = computed(() => partSize(columns.value));
  const count = computed(() => Math.ceil(entries().length / size.value));
  const grid = el("div", { class: name, role: "list" },
    list(() => Array.from({ length: count.value }, (_, index) => index), String, (index) =>
      part(app, () => entries().slice(index.value * size.value, (index.value + 1) * size.value), columns)));
  columnsOf.set(grid, columns);
  widths.observe(grid);
  onCleanup(() => widths.unobserve(grid));
  // In the page by then, and before the tiles are laid out: the observer is told only after that.
  if (fresh.size === 0) queueMicrotask(tellWidths);
  fresh.add(grid);
  return grid;
}

/**
 * Some rows. To who hears the page, all are one list.
 *
 * @param {App} app
 * @param {() => readonly Entry[]} entries
 * @param {Readable<number>} columns
 */
function part(app, entries, columns) {
  const self = new Part();
  // As high as its rows until it has been laid out.
  return el("ul", { role: "none", "--rows": () => Math.ceil(entries().length / columns.value), oncontentvisibilityautostatechange: skipping(self) },
    list(entries, ({ part: { key, kind, label } }) => `${key}/${kind}/${label}`, (entry) => cell(app, entry, self)));
}

/**
 * @param {App} app
 * @param {Readable<Entry>} entry
 * @param {Part} within
 */
function cell(app, entry, within) {
  const { deviceId, kind } = entry.value.part;
  const place = new Place(app.home.sight, deviceId, raisesAlarms.has(kind), within);
  onCleanup(() => place.leave());
  return el("li", { class: "cell", role: "listitem", oncontentvisibilityautostatechange: skipping(place) }, tile(app, entry));
}

/** @param {Part | Place} one what the browser says this of; what is in it says so of itself */
const skipping = (one) => (/** @type {Event & {skipped?: boolean}} */ event) => {
  if (event.target === event.currentTarget && event.skipped !== undefined) one.skip(event.skipped);
};
