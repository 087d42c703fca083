// Tiles in a grid. Browsers skip what is out of sight, and say so; for one that doesn't, all is in sight.

import { el, list, onCleanup } from "../lib/view.js";
import { tile } from "./tile.js";

/** @typedef {import("./elements.js").App} App */
/** @typedef {import("../home/overview.js").PartEntry} Entry */

/** Reads from all grids before it writes to any: each reading after a writing would lay the page out anew. */
const widths = new ResizeObserver((entries) => {
  const found = entries.map(({ target }) => {
    const tile = target.firstElementChild?.firstElementChild;
    return { target: /** @type {HTMLElement} */ (target), width: tile instanceof HTMLElement ? tile.offsetWidth : 0 };
  });
  for (const { target, width } of found) if (width > 0) target.style.setProperty("--cell", `${width}px`);
});

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
  return grid;
}

/**
 * @param {App} app
 * @param {import("../lib/view.js").Readable<Entry>} entry
 */
function cell(app, entry) {
  const { sight } = app.home;
  const id = entry.value.part.deviceId;
  let isHidden = false;
  sight.enter(id);
  onCleanup(() => sight.leave(id, isHidden));
  const change = (/** @type {Event & {skipped?: boolean}} */ event) => {
    if (event.target !== event.currentTarget || event.skipped === undefined || event.skipped === isHidden) return;
    isHidden = event.skipped;
    sight.hide(id, isHidden);
  };
  return el("li", { class: "cell", oncontentvisibilityautostatechange: change }, tile(app, entry));
}
