// Tiles in a grid. Browsers skip what is out of sight, and say so; for one that doesn't, all is in sight. They look for each
// thing that they may skip with each frame, so that a thousand tiles are in parts, of which most are skipped as a whole.

import { arrange, el, keyed, onCleanup, signal } from "../lib/view.js";
import { Part, partSize, Place } from "../home/sight.js";
import { raisesAlarms } from "../home/status.js";
import { tile } from "./tile.js";

/** @typedef {import("./elements.js").App} App */
/** @typedef {import("../home/overview.js").PartEntry} Entry */
/** @typedef {{element: HTMLElement, part: Part, rows: number}} Parted a part of a grid, as high as its rows until it is laid out */

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

/** Whether somebody holds a slider: browsers let go of one that moves. */
const isHeld = signal(false);
addEventListener("pointerdown", ({ target }) => (isHeld.value = target instanceof HTMLInputElement && target.type === "range"), true);
for (const name of ["pointerup", "pointercancel"]) addEventListener(name, () => (isHeld.value = false), true);

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
  // To who hears the page, all parts are one list.
  const grid = el("div", { class: name, role: "list" });
  /** @type {Parted[]} */
  const parts = [];
  /** @type {Map<Element, Place>} */
  const places = new Map();
  keyed(entries, ({ part: { key, kind, label } }) => `${key}/${kind}/${label}`, (entry) => {
    const { deviceId, kind } = entry.value.part;
    const place = new Place(app.home.sight, deviceId, raisesAlarms.has(kind));
    const cell = el("li", { class: "cell", role: "listitem", oncontentvisibilityautostatechange: skipping(place) }, tile(app, entry));
    places.set(cell, place);
    onCleanup(() => places.delete(cell) && place.leave());
    return cell;
  }, (cells) => {
    // Only who has waited hears of its end.
    if (isHeld.peek() && parts.length > 0) return void isHeld.value;
    const size = partSize(columns.value);
    const count = Math.ceil(cells.length / size);
    while (parts.length < count) parts.push(parted(grid));
    for (const [index, one] of parts.slice(0, count).entries()) {
      const own = cells.slice(index * size, (index + 1) * size);
      for (const cell of own) places.get(cell)?.move(one.part);
      arrange(one.element, own);
      const rows = Math.ceil(own.length / columns.value);
      if (rows !== one.rows) one.element.style.setProperty("--rows", String((one.rows = rows)));
    }
    for (const { element } of parts.splice(count)) element.remove();
  });
  columnsOf.set(grid, columns);
  widths.observe(grid);
  onCleanup(() => widths.unobserve(grid));
  // In the page by then, and before the tiles are laid out: the observer is told only after that.
  if (fresh.size === 0) queueMicrotask(tellWidths);
  fresh.add(grid);
  return grid;
}

/**
 * @param {HTMLElement} grid that has one part more
 * @returns {Parted}
 */
function parted(grid) {
  const part = new Part();
  const element = el("ul", { role: "none", oncontentvisibilityautostatechange: skipping(part) });
  grid.append(element);
  return { element, part, rows: 0 };
}

/** @param {Part | Place} one what the browser says this of; what is in it says so of itself */
const skipping = (one) => (/** @type {Event & {skipped?: boolean}} */ event) => {
  if (event.target === event.currentTarget && event.skipped !== undefined) one.skip(event.skipped);
};
