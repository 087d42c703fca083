// Tiles in a grid. Browsers skip the layout of elements out of sight (content-visibility) and report it; in a browser that
// does not, all tiles count as visible. The browser checks each skippable element in each frame. So the tiles are grouped
// into parts; it skips most of them as a whole.

import { arrange, el, keyed, onCleanup, signal } from "../lib/view.js";
import { Part, partSize, Place } from "../home/sight.js";
import { raisesAlarms } from "../home/status.js";
import { tile } from "./tile.js";

/** @typedef {import("./elements.js").App} App */
/** @typedef {import("../home/overview.js").PartEntry} Entry */
/** @typedef {{element: HTMLElement, part: Part, rows: number}} Parted a part of a grid, with an estimated height of its rows until it is laid out */

/** @type {WeakMap<HTMLElement, import("../lib/view.js").Signal<number>>} the number of columns of each grid */
const columnsOf = new WeakMap();
/** @type {Map<string, number>} the last number of columns by class, with which new grids start, to avoid grouping them twice */
const usual = new Map();
/** @type {Set<HTMLElement>} grids whose columns must be measured */
const fresh = new Set();
const widths = new ResizeObserver((entries) => {
  for (const { target } of entries) fresh.add(/** @type {HTMLElement} */ (target));
  tellWidths();
});

/** Whether a slider is held: a browser ends the drag of a slider whose element moves. */
const isHeld = signal(false);
addEventListener("pointerdown", ({ target }) => (isHeld.value = target instanceof HTMLInputElement && target.type === "range"), true);
for (const name of ["pointerup", "pointercancel"]) addEventListener(name, () => (isHeld.value = false), true);

/** Measures all grids before it writes to any: a measurement after a write would force another layout. */
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
 * A grid of tiles, which sets their width: a tile's text has a box of that fixed width, so that a change of the text moves
 * nothing else.
 *
 * @param {App} app
 * @param {() => readonly Entry[]} entries
 */
export function tiles(app, entries, name = "tiles") {
  const columns = signal(usual.get(name) ?? 1);
  // For screen readers, all parts are one list.
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
    // While a slider is held, tiles do not move; reading the signal here runs this again at its release.
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
  // A microtask runs once the grid is in the page, and before its layout; the observer would only run after it.
  if (fresh.size === 0) queueMicrotask(tellWidths);
  fresh.add(grid);
  return grid;
}

/**
 * @param {HTMLElement} grid that gets another part
 * @returns {Parted}
 */
function parted(grid) {
  const part = new Part();
  const element = el("ul", { role: "none", oncontentvisibilityautostatechange: skipping(part) });
  grid.append(element);
  return { element, part, rows: 0 };
}

/** @param {Part | Place} one whose element gets the event; events of inner elements are ignored */
const skipping = (one) => (/** @type {Event & {skipped?: boolean}} */ event) => {
  if (event.target === event.currentTarget && event.skipped !== undefined) one.skip(event.skipped);
};
