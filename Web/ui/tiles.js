// Tiles in a grid. Browsers skip what is out of sight, and say so; for one that doesn't, all is in sight.

import { el, list, onCleanup } from "../lib/view.js";
import { raisesAlarms } from "../home/status.js";
import { tile } from "./tile.js";

/** @typedef {import("./elements.js").App} App */
/** @typedef {import("../home/overview.js").PartEntry} Entry */

/** @type {Set<HTMLElement>} grids that are to be told how wide their columns are */
const fresh = new Set();
const widths = new ResizeObserver((entries) => {
  for (const { target } of entries) fresh.add(/** @type {HTMLElement} */ (target));
  tellWidths();
});

/** Reads from all grids before it writes to any: each reading after a writing would lay the page out anew. */
function tellWidths() {
  const found = [...fresh].map((grid) => ({ grid, width: `${parseFloat(getComputedStyle(grid).gridTemplateColumns)}px` }));
  fresh.clear();
  for (const { grid, width } of found)
    if (width !== "NaNpx" && width !== grid.style.getPropertyValue("--cell")) grid.style.setProperty("--cell", width);
}

/**
 * A grid of tiles, which tells them how wide they are: what they say has a place of that width, so that other words in it
 * move nothing.
 *
 * @param {App} app
 * @param {() => readonly Entry[]} entries
 */
export function tiles(app, entries, name = "tiles") {
  const grid = el("ul", { class: name }, list(entries, ({ part }) => `${part.key}/${part.kind}/${part.label}`, (entry) => cell(app, entry)));
  widths.observe(grid);
  onCleanup(() => widths.unobserve(grid));
  // In the page by then, and before the tiles are laid out: the observer is told only after that.
  if (fresh.size === 0) queueMicrotask(tellWidths);
  fresh.add(grid);
  return grid;
}

/**
 * @param {App} app
 * @param {import("../lib/view.js").Readable<Entry>} entry
 */
function cell(app, entry) {
  const { sight } = app.home;
  const { deviceId: id, kind } = entry.value.part;
  const isUrgent = raisesAlarms.has(kind);
  let isHidden = false;
  sight.enter(id, isUrgent);
  onCleanup(() => sight.leave(id, isHidden, isUrgent));
  const change = (/** @type {Event & {skipped?: boolean}} */ event) => {
    if (event.target !== event.currentTarget || event.skipped === undefined || event.skipped === isHidden) return;
    isHidden = event.skipped;
    sight.hide(id, isHidden);
  };
  return el("li", { class: "cell", oncontentvisibilityautostatechange: change }, tile(app, entry));
}
