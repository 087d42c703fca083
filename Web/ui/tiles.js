// Tiles in a grid. Browsers skip what is out of sight, and say so; for one that doesn't, all is in sight.

import { el, list, onCleanup } from "../lib/view.js";
import { tile } from "./tile.js";

/** @typedef {import("./elements.js").App} App */
/** @typedef {import("../home/overview.js").PartEntry} Entry */

/**
 * A grid of tiles, which tells them how wide they are: what they say has a place of that width, so that other words in it
 * move nothing.
 *
 * @param {App} app
 * @param {() => readonly Entry[]} entries
 */
export function tiles(app, entries, name = "tiles") {
  const grid = el("ul", { class: name }, list(entries, ({ part }) => `${part.key}/${part.kind}/${part.label}`, (entry) => cell(app, entry)));
  const observer = new ResizeObserver(() => {
    const tile = grid.firstElementChild?.firstElementChild;
    if (tile instanceof HTMLElement) grid.style.setProperty("--cell", `${tile.offsetWidth}px`);
  });
  observer.observe(grid);
  onCleanup(() => observer.disconnect());
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
    sight.turn(id, isHidden);
  };
  return el("li", { class: "cell", oncontentvisibilityautostatechange: change }, tile(app, entry));
}
