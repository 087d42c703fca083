// The person's homes: a choice of the current one, a form for a new one, and the deletion of one.

import { el } from "../lib/view.js";
import { Role } from "../lib/hearth-v1.js";
import { clientId } from "../home/commands.js";
import { chooseStructure, currentStructure, membership } from "../home/structures.js";
import { ask, attempts, button, icon, note, submitButton } from "../ui/elements.js";
import { t } from "../ui/text.js";

/** @typedef {import("../ui/elements.js").App} App */

/** @param {App} app @param {string} id */
function goTo(app, id) {
  chooseStructure(id);
  // A device or room belongs to one home, so its page does not exist in the other.
  if (["device", "room"].includes(app.route.value.path[0] ?? "")) location.hash = "#/";
}

/** @param {App} app */
export function chooseHome(app) {
  const current = currentStructure(app)?.id;
  ask(t("homes.title"), (close) => [
    el("h2", {}, t("homes.title")),
    el("ul", { class: "results" }, [...app.home.structures.value.values()].map((structure) =>
      el("li", {}, el("button", {
        type: "button", class: "result", "aria-current": structure.id === current ? "true" : undefined, autofocus: structure.id === current,
        onclick: () => {
          close();
          goTo(app, structure.id);
        },
      }, icon("home"), el("span", { class: "grow" }, el("span", {}, structure.name), el("br"), el("span", { class: "quiet" }, facts(app, structure.id))),
      structure.id === current && icon("check"))))),
  ]);
}

/** @param {App} app @param {string} structureId */
function facts({ home, overview }, structureId) {
  const entries = overview.entries.value.filter(({ device }) => device.structureId === structureId);
  const wrong = entries.filter(({ problems }) => problems.value.length > 0).length;
  const role = membership(home, structureId)?.role;
  return [t("settings.devices", { count: entries.length }), wrong > 0 && t("home.problems", { count: wrong }), role !== undefined && role !== Role.OWNER && t(`role.${role}`)]
    .filter(Boolean).join(" · ");
}

/** @param {App} app */
export function addHome(app) {
  ask(t("homes.add"), (close) => {
    const { attempt, line } = attempts();
    const input = el("input", { class: "input", required: true, maxlength: 64, autocomplete: "off" });
    return [
      el("h2", {}, t("homes.add")),
      el("p", { class: "quiet" }, t("homes.addExplanation")),
      el("label", { class: "field" }, t("device.name"), input),
      line,
      el("div", { class: "dialog-buttons" }, button(t("action.cancel"), close), submitButton(t("action.save"), async () => {
        const name = input.value.trim();
        const made = name !== "" && (await attempt(app.client.call("HomeService/CreateStructure", { name, options: { clientId } })));
        if (!made || !made.structure) return;
        await app.home.reached(made.position);
        close();
        goTo(app, made.structure.id);
      })),
    ];
  });
}

/**
 * Deletes the current home, after its name was typed.
 *
 * @param {App} app
 */
export function deleteHome(app) {
  const structure = currentStructure(app);
  if (!structure) return;
  const { id, name } = structure;
  ask(t("homes.delete"), (close) => {
    const { attempt, line } = attempts();
    const input = el("input", { class: "input", required: true, autocomplete: "off" });
    return [
      el("h2", {}, t("homes.deleteQuestion", { name })),
      el("p", {}, t("homes.deleteExplanation")),
      el("label", { class: "field" }, t("homes.deleteConfirm"), input),
      line,
      el("div", { class: "dialog-buttons" }, button(t("action.cancel"), close), submitButton(t("settings.delete"), async () => {
        if (input.value.trim() !== name.trim()) return;
        if (!(await attempt(app.client.call("HomeService/DeleteStructure", { structureId: id, options: { clientId } })))) return;
        close();
        note(t("homes.deleted", { name }));
      })),
    ];
  });
}
