// The tile of a part: its name, its status and its most wanted control.

import { computed, el } from "../lib/view.js";
import { mayManage } from "../home/structures.js";
import { isPartOffline } from "../home/status.js";
import { isPressed, presser, tileControl } from "./controls.js";
import { deviceLink, icon } from "./elements.js";
import { problemLine } from "./inputs.js";
import { t } from "./text.js";

/** @typedef {import("./elements.js").App} App */
/** @typedef {import("../home/parts.js").Part} Part */

/** @param {string} text @returns the number of lines that it needs on a narrow tile */
const linesOf = (text) => (text.length > 13 ? "two" : undefined);

/**
 * @param {App} app
 * @param {import("../lib/view.js").Readable<import("../home/overview.js").PartEntry>} entry
 */
export function tile(app, entry) {
  const { home } = app;
  const { part } = entry.value;
  const device = computed(() => home.device(part.deviceId));
  const status = computed(() => entry.value.status.value);
  const progress = app.commands.progress(part);
  const name = computed(() => part.label || (device.value?.name ?? ""));
  const offline = computed(() => isPartOffline(home, part));
  const text = computed(() => {
    const words = status.value.text;
    const both = [device.value?.name ?? "", words].filter((one) => one !== "");
    // The more important text comes first, because a narrow tile cuts the rest off.
    return part.label ? (offline.value ? both.reverse() : both).join(" · ") : words;
  });
  const isMeasured = computed(() => status.value.value !== undefined);
  const spoken = () => [name.value, isPressed(part) && !offline.value && t(status.value.isOn ? "state.on" : "state.off"), status.value.value, text.value]
    .filter((one, index, all) => one && all.indexOf(one) === index).join(", ");
  const keys = () => (mayManage(home, device.value?.structureId) ? "F" : undefined);
  const look = [
    el("span", { class: "tile-icon" }, icon(() => status.value.icon)),
    el("span", {},
      el("span", { class: "tile-name" }, () => name.value),
      () => isMeasured.value && el("span", { class: "tile-value" }, () => status.value.value ?? ""),
      el("span", { class: "tile-text", "data-lines": () => linesOf(text.value) }, () => text.value)),
  ];
  const body = isPressed(part)
    ? el("button", { type: "button", class: "tile-body", "aria-label": spoken, "aria-keyshortcuts": keys, "aria-pressed": () => (offline.value ? undefined : status.value.isOn), "aria-disabled": () => offline.value || undefined, onclick: presser(app, part) }, ...look)
    : el("a", { class: "tile-body", href: deviceLink(part.deviceId), "aria-label": spoken, "aria-keyshortcuts": keys }, ...look);
  return el("article", {
    class: "tile",
    "data-device": part.deviceId,
    "data-on": () => status.value.isOn && !offline.value,
    "data-alarm": () => status.value.isAlarm === true,
    "data-offline": () => offline.value,
    "data-pending": () => progress.value.pending > 0,
    "data-tinted": () => status.value.tint !== undefined,
    "--tint": () => status.value.tint,
    "aria-busy": () => progress.value.pending > 0,
  },
    body,
    isPressed(part) && el("a", { class: "tile-more round bare", href: deviceLink(part.deviceId), "aria-label": () => t("device.details", { name: name.value }) }, icon("more")),
    tileControl(app, part, () => name.value, () => offline.value),
    problemLine(app, part));
}
