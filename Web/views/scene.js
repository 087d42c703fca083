// Makes a scene of how devices are now, or makes one anew.

import { el, signal } from "../lib/view.js";
import { presentActions, sceneDevices, sceneGraph } from "../home/automation/scene.js";
import { clientId } from "../home/commands.js";
import { ask, attempts, button, note, submitButton } from "../ui/elements.js";
import { t } from "../ui/text.js";

/** @typedef {import("../ui/elements.js").App} App */
/** @typedef {import("../lib/hearth-v1.js").Automation} Automation */

/**
 * @param {App} app
 * @param {string} structureId
 * @param {Automation} [scene] that is made anew
 */
export function editScene(app, structureId, scene) {
  const known = sceneDevices(scene?.program?.graph);
  const entries = app.overview.entries.value.filter(({ device }) => device.structureId === structureId && presentActions(app.home, device).length > 0);
  const chosen = new Set(known ?? []);
  const problem = signal("");
  const { attempt, line } = attempts();
  ask(t(scene ? "scene.anew" : "edit.newScene"), (close) => {
    const name = el("input", { class: "input", maxlength: 64, required: true, value: scene?.name ?? "" });
    const kind = el("select", { class: "input" }, [1, 2, 3, 4, 5].map((one) => el("option", { value: one, selected: one === scene?.program?.scene }, t(`scene.${one}`))));
    const save = async () => {
      problem.value = chosen.size === 0 ? t("scene.nothingChosen") : "";
      if (chosen.size === 0) return;
      const devices = entries.map(({ device }) => device).filter((device) => chosen.has(device.id));
      const graph = sceneGraph(scene?.program?.graph, devices.map((device) => presentActions(app.home, device)));
      const settings = scene?.program ?? { mode: /** @type {const} */ (0), maxRuns: 0, maxExecutions: 0, allowsSensitiveActions: false };
      const parts = { name: name.value.trim(), program: { ...settings, graph, scene: /** @type {1} */ (Number(kind.value)) }, options: { clientId } };
      const saved = await attempt(scene ? app.client.call("AutomationService/UpdateAutomation", { automationId: scene.id, ...parts })
        : app.client.call("AutomationService/CreateAutomation", { structureId, ...parts }));
      if (!saved) return;
      note(t("edit.saved", { name: parts.name }));
      close();
    };
    return [
      el("h2", {}, t(scene ? "scene.anew" : "edit.newScene")),
      el("label", { class: "field" }, t("edit.name"), name),
      el("label", { class: "field" }, t("scene.kind"), kind),
      el("fieldset", { class: "boxes choose" }, el("legend", {}, t("scene.devices")),
        entries.map(({ device, parts }) => el("label", {}, el("input", { type: "checkbox", checked: chosen.has(device.id),
          onchange: (/** @type {Event} */ event) => (/** @type {HTMLInputElement} */ (event.target).checked ? chosen.add(device.id) : chosen.delete(device.id)) }),
        el("span", {}, device.name, " ", el("span", { class: "quiet" }, () => parts.map(({ status }) => status.value.text).filter(Boolean).join(" · ")))))),
      el("p", { class: "problem", role: "alert" }, () => problem.value), line,
      el("div", { class: "dialog-buttons" }, button(t("action.cancel"), close), submitButton(t("action.save"), save)),
    ];
  });
}
