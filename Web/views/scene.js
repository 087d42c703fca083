// Creates a scene from the devices' current state, or captures one again. If somebody else has changed it meanwhile, that is
// shown instead.

import { RpcError } from "../lib/connect.js";
import { el, signal, untracked } from "../lib/view.js";
import { programChange } from "../home/automation/graph.js";
import { presentActions, sceneDevices, sceneGraph } from "../home/automation/scene.js";
import { clientId } from "../home/commands.js";
import { aliasesIn } from "../home/edits.js";
import { ask, attempts, button, note, reason, submitButton } from "../ui/elements.js";
import { t } from "../ui/text.js";

/** @typedef {import("../ui/elements.js").App} App */
/** @typedef {import("../lib/hearth-v1.js").Automation} Automation */

/**
 * @param {App} app
 * @param {string} structureId
 * @param {Automation} [scene] to capture again
 */
export function editScene(app, structureId, scene) {
  const known = sceneDevices(scene?.program?.graph);
  const entries = app.overview.entries.value.filter(({ device }) => device.structureId === structureId && presentActions(app.home, device).length > 0);
  const chosen = new Set(known ?? []);
  const problem = signal("");
  /** The version that the edit is based on, and the one that somebody else has saved since. */
  let base = scene;
  const theirs = signal(/** @type {Automation | undefined} */ (undefined));
  const { attempt, line } = attempts((error) => {
    const isOther = error instanceof RpcError && error.code === "aborted";
    if (isOther && scene) theirs.value = untracked(() => app.home.automations.value.get(scene.id));
    return isOther ? t("edit.changedMeanwhile") : reason(error);
  });
  ask(t(scene ? "scene.anew" : "edit.newScene"), (close) => {
    const name = el("input", { class: "input", maxlength: 64, required: true, value: scene?.name ?? "" });
    const aliases = el("input", { class: "input", value: scene?.aliases.join(", ") ?? "", placeholder: t("device.aliasesHint") });
    const kind = el("select", { class: "input" }, [1, 2, 3, 4, 5].map((one) => el("option", { value: one, selected: one === scene?.program?.scene }, t(`scene.${one}`))));
    const save = async () => {
      problem.value = chosen.size === 0 ? t("scene.nothingChosen") : "";
      if (chosen.size === 0) return;
      const devices = entries.map(({ device }) => device).filter((device) => chosen.has(device.id));
      const graph = sceneGraph(base?.program?.graph, devices.map((device) => presentActions(app.home, device)));
      const settings = base?.program ?? { mode: /** @type {const} */ (0), maxRuns: 0, maxExecutions: 0, allowsSensitiveActions: false };
      const called = name.value.trim();
      const parts = { program: { ...settings, graph, scene: /** @type {1} */ (Number(kind.value)) }, options: { clientId } };
      const saved = await attempt(base ? app.client.call("AutomationService/UpdateAutomation", { ...programChange(base), ...(called === base.name ? {} : { name: called }), ...parts, aliases: { names: aliasesIn(aliases.value) } })
        : app.client.call("AutomationService/CreateAutomation", { structureId, name: called, ...parts }));
      if (!saved) return;
      note(t("edit.saved", { name: called }));
      close();
    };
    return [
      el("h2", {}, t(scene ? "scene.anew" : "edit.newScene")),
      el("label", { class: "field" }, t("edit.name"), name),
      scene && el("label", { class: "field" }, t("device.aliases"), aliases),
      el("label", { class: "field" }, t("scene.kind"), kind),
      el("fieldset", { class: "boxes choose" }, el("legend", {}, t("scene.devices")),
        entries.map(({ device, parts }) => el("label", {}, el("input", { type: "checkbox", checked: chosen.has(device.id),
          onchange: (/** @type {Event} */ event) => (/** @type {HTMLInputElement} */ (event.target).checked ? chosen.add(device.id) : chosen.delete(device.id)) }),
        el("span", {}, device.name, " ", el("span", { class: "quiet" }, () => parts.map(({ status }) => status.value.text).filter(Boolean).join(" · ")))))),
      el("p", { class: "problem", role: "alert" }, () => problem.value), line,
      () => theirs.value && el("div", { class: "conflict" }, el("h3", {}, t("edit.theirs")), el("p", {}, theirs.value.name), el("p", { class: "quiet" }, devicesOf(app, theirs.value)),
        el("div", { class: "text-buttons" }, button(t("edit.takeTheirs"), close), button(t("edit.keepMine"), () => {
          base = theirs.peek() ?? base;
          theirs.value = undefined;
          return save();
        }))),
      el("div", { class: "dialog-buttons" }, button(t("action.cancel"), close), submitButton(t("action.save"), save)),
    ];
  });
}

/** @param {App} app @param {Automation} scene @returns {string} the devices that it sets */
const devicesOf = (app, scene) => [...(sceneDevices(scene.program?.graph) ?? [])].map((id) => app.home.device(id)?.name ?? t("edit.gone")).join(", ");
