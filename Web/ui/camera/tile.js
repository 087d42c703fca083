// The picture on a camera's tile. A press shows the camera large and live.

import { el } from "../../lib/view.js";
import { t } from "../text.js";
import { watchBells } from "./bells.js";
import { loadStage } from "./load.js";
import { still } from "./still.js";

/** @typedef {import("../elements.js").App} App */
/** @typedef {import("../../home/parts.js").Part} Part */

/** The width of the picture, in pixels. */
const width = 240;

/** @param {App} app @param {Part} part @param {() => string} name */
export function cameraTile(app, part, name) {
  watchBells(app, watch);
  return [
    still(app, part, { width }),
    el("button", { type: "button", "aria-label": () => t("camera.watchWhat", { name: name() }), onclick: () => watch(app, part, name) }),
  ];
}

/** @param {App} app @param {Part} part @param {() => string} name */
async function watch(app, part, name) {
  const stage = await loadStage();
  stage?.watch(app, part, name);
}
