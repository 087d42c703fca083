// A dialog that lets new devices into the network of an integration: the time that is left, and what joins.

import { computed, el, link, list, onCleanup, signal } from "../lib/view.js";
import { Joining, joinerNote } from "../home/joining.js";
import { hubTime, now } from "../home/clock.js";
import { ask, button, icon, reason } from "./elements.js";
import { t } from "./text.js";

/** @typedef {import("./elements.js").App} App */
/** @typedef {import("../lib/hearth-v1.js").Integration} Integration */
/** @typedef {import("../lib/hearth-v1.js").JoiningDevice} JoiningDevice */
/** @template T @typedef {import("../lib/view.js").Readable<T>} Readable */

/** How long the network is open, in seconds. */
const openFor = 120;

/**
 * Opens the network; closing the dialog closes it.
 *
 * @param {App} app
 * @param {Integration} one
 */
export function joinDialog(app, one) {
  const title = t("join.what", { name: one.name });
  ask(title, (close) => {
    const joining = new Joining(app.client);
    onCleanup(() => joining.stop());
    const startedAt = signal(0);
    const begin = () => {
      startedAt.value = hubTime();
      joining.run(one.id, openFor);
    };
    begin();
    const state = joining.state;
    const left = computed(() => joining.secondsLeft(now(1), startedAt.value + openFor * 1000));
    const said = () => {
      if (state.value.error) return reason(state.value.error);
      if (state.value.isOpen) return t("join.open", { count: left.value });
      return t(state.value.isRunning ? (state.value.devices.length > 0 ? "join.finishing" : "join.opening") : "join.closed");
    };
    const row = (/** @type {Readable<JoiningDevice>} */ device) => el("li", { class: "row" },
      icon(() => (device.value.deviceId === "" ? "search" : "check")),
      el("div", { class: "grow" }, el("p", { dir: "auto" }, () => app.home.device(device.value.deviceId)?.name ?? device.value.name), el("p", { class: "quiet", dir: "auto" }, () => joinerNote(device.value))),
      () => device.value.deviceId !== "" && el("a", { class: "button", href: link("device", device.value.deviceId), onclick: close }, t("join.show")));
    return [
      el("h2", {}, title),
      el("p", { class: "quiet" }, t("join.how")),
      // The countdown changes each second, which a screen reader must not read out.
      el("p", { class: () => (state.value.error ? "problem" : "row") }, said),
      el("div", { role: "status" }, el("ul", { class: "fields" }, list(() => state.value.devices, (device) => device.key, row))),
      el("div", { class: "dialog-buttons" },
        () => !state.value.isRunning && button(t("join.again"), begin),
        button(() => t(state.value.isRunning ? "join.stop" : "integration.close"), close, "main")),
    ];
  });
}
