// What the history, the log and the view of the energy show to a person who gets no records.

import { el, link } from "../lib/view.js";
import { currentStructure, isOutsideHours, mayAdd } from "../home/structures.js";
import { t } from "./text.js";

/** @typedef {import("./elements.js").App} App */

/**
 * @param {App} app
 * @param {string} title of the view
 * @param {"narrow" | "wide"} width of the view
 */
export function noRecords(app, title, width) {
  const isWithoutHome = currentStructure(app) === undefined && !isOutsideHours(app.home);
  return el("div", { class: width }, el("h1", {}, title),
    el("p", { class: "empty" }, t(isWithoutHome ? "home.none" : "history.notForGuests")),
    isWithoutHome && mayAdd(app.home) && el("a", { class: "button main", href: link("settings") }, t("home.addFirst")));
}
