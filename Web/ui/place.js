// A form for a home's location: its time zone, and its coordinates for sunrise and sunset.

import { isPlaced } from "../home/setup.js";
import { el } from "../lib/view.js";
import { t } from "./text.js";

/** @typedef {import("../lib/hearth-v1.js").Structure} Structure */
/** @typedef {{timeZone?: string, location?: {latitude: number, longitude: number}}} Place */

/** @param {string} text @param {number} most @returns {number | undefined} degrees; undefined for an invalid text */
export function degrees(text, most) {
  const value = Number(text.trim().replace(",", "."));
  return text.trim() !== "" && Math.abs(value) <= most ? value : undefined;
}

/**
 * @param {Structure | undefined} structure the current one; while it has no place, the browser's time zone is suggested
 * @returns {{fields: Node[], read: () => Place | undefined}} `read` returns the changes, and undefined for an invalid location
 */
export function placeForm(structure) {
  const here = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const current = isPlaced(structure) ? structure?.timeZone || here : here;
  const zones = [...new Set([current, here, ...(structure?.timeZone ? [structure.timeZone] : []), .../** @type {{supportedValuesOf: (key: "timeZone") => string[]}} */ (/** @type {unknown} */ (Intl)).supportedValuesOf("timeZone")])].sort();
  const zone = el("select", { class: "input" }, zones.map((one) => el("option", { value: one, selected: one === current }, one.replaceAll("_", " "))));
  const coordinate = (/** @type {number | undefined} */ value) => el("input", { class: "input", inputmode: "decimal", autocomplete: "off", value: value ?? "" });
  const latitude = coordinate(structure?.location?.latitude);
  const longitude = coordinate(structure?.location?.longitude);
  const read = () => {
    const timeZone = zone.value === structure?.timeZone ? {} : { timeZone: zone.value };
    if (latitude.value.trim() === "" && longitude.value.trim() === "") return timeZone;
    const [north, east] = [degrees(latitude.value, 90), degrees(longitude.value, 180)];
    return north === undefined || east === undefined ? undefined : { ...timeZone, location: { latitude: north, longitude: east } };
  };
  return {
    fields: [
      el("label", { class: "field" }, t("place.zone"), zone),
      el("p", { class: "quiet" }, t("place.explanation")),
      el("div", { class: "inline-form" },
        el("label", { class: "field" }, t("place.latitude"), latitude), el("label", { class: "field" }, t("place.longitude"), longitude)),
    ],
    read,
  };
}
