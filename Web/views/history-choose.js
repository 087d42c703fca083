// A dialog to choose the values whose history is shown, from one device or several.

import { el, signal } from "../lib/view.js";
import { listSeries } from "../home/history.js";
import { parsePlace, valueName } from "../home/series.js";
import { mayManage } from "../home/structures.js";
import { ask, button, submitButton, tell } from "../ui/elements.js";
import { t } from "../ui/text.js";

/** @typedef {import("../ui/elements.js").App} App */
/** @typedef {import("../home/series.js").Series} Series */

/**
 * @param {App} app
 * @param {readonly string[]} shown the keys of the shown values
 * @param {(keys: string[]) => void} onChosen
 */
export function chooseSeries(app, shown, onChosen) {
  const chosen = new Set(shown);
  const found = signal(/** @type {readonly Series[] | undefined} */ (undefined));
  // Guests may not read histories.
  const isForMembers = signal(false);
  let turn = 0;
  const load = async (/** @type {string} */ id) => {
    const now = (turn += 1);
    found.value = undefined;
    isForMembers.value = !mayManage(app.home, app.home.devices.value.get(id)?.structureId);
    const series = isForMembers.value ? [] : (await tell(listSeries(app, id))) ?? [];
    if (now === turn) found.value = series;
  };
  ask(t("history.add"), (close) => {
    const devices = app.overview.entries.value.map((entry) => entry.device);
    const first = parsePlace(shown[0] ?? "")?.deviceId ?? devices[0]?.id ?? "";
    if (first !== "") load(first);
    return [
      el("h2", {}, t("history.add")),
      el("label", { class: "field" }, t("history.device"), el("select", { class: "input", onchange: (/** @type {Event} */ event) => load(/** @type {HTMLSelectElement} */ (event.target).value) },
        devices.map((device) => el("option", { value: device.id, selected: device.id === first }, device.name)))),
      el("fieldset", { class: "boxes choose" }, el("legend", {}, t("history.values")),
        () => found.value?.length === 0 && el("p", { class: "quiet" }, t(isForMembers.value ? "history.notForGuests" : "history.noneOfDevice")),
        () => (found.value ?? []).map((one) => el("label", {}, el("input", {
          type: "checkbox", checked: chosen.has(one.key),
          onchange: (/** @type {Event} */ event) => (/** @type {HTMLInputElement} */ (event.target).checked ? chosen.add(one.key) : chosen.delete(one.key)),
        }), valueName(app.home, one)))),
      el("div", { class: "dialog-buttons" }, button(t("action.cancel"), close), submitButton(t("history.show"), async () => {
        close();
        onChosen([...chosen]);
      })),
    ];
  });
}
