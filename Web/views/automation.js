// The editor of an automation: forms for its starters, conditions and actions, and its text beside them.

import { computed, effect, el, link, list, onCleanup, signal, untracked } from "../lib/view.js";
import { RpcError } from "../lib/connect.js";
import { Draft } from "../home/automation/draft.js";
import { partsOfGraph } from "../home/automation/graph.js";
import { issueInWords } from "../home/automation/issues.js";
import { starterIn } from "../home/automation/starters.js";
import { traitsOf } from "../home/automation/references.js";
import { clientId } from "../home/commands.js";
import { nodesOf } from "../home/nodes.js";
import { conflictPanel, showConflict } from "../ui/automation/conflict.js";
import { dryRunPanel } from "../ui/automation/dry-run.js";
import { select } from "../ui/automation/fields.js";
import { adders } from "../ui/automation/row.js";
import { warnWhenLeaving } from "../ui/automation/leaving.js";
import { showTextProblem, textPanel } from "../ui/automation/text-panel.js";
import { conditionRow, insertStep, steps } from "../ui/automation/then.js";
import { addStarter, starterKinds, starterRow } from "../ui/automation/when.js";
import { ask, button, icon, note, reason, submitButton, tell } from "../ui/elements.js";
import { t } from "../ui/text.js";
import { currentStructure } from "../home/structures.js";
import { examplesView } from "./examples.js";
import { startedEditor } from "./started.js";

/** @typedef {import("../ui/elements.js").App} App */
/** @typedef {import("../lib/hearth-v1.js").Automation} Automation */
/**
 * A new automation that begins with an example, or with a link's text.
 *
 * @typedef {{automation?: Automation, text?: string, notes: readonly string[], isLinked?: boolean}} Start
 * text is shown in place of an automation if it can't be read; notes say what the person should know; a link's automation is somebody else's
 */

/** @param {App} app */
export function automationView(app) {
  const [, id = "new"] = app.route.value.path;
  if (id === "examples") return examplesView(app);
  const structureId = currentStructure(app)?.id ?? "";
  if (id !== "new") return page(savedEditor(app, structureId, id, false));
  // A link to another beginning changes the query only. The view is still there for a moment when the route is another one.
  let { query } = app.route.value;
  const beginning = computed(() => {
    const now = app.route.value;
    if (now.path.join("/") === "automation/new") ({ query } = now);
    return query;
  });
  return page(() => {
    const now = beginning.value;
    return untracked(() => now.has("example") || now.has("text")
      ? startedEditor(app, structureId, now, (start) => editor(app, structureId, undefined, start.automation, start))
      : savedEditor(app, structureId, now.get("copy") ?? undefined, true));
  });
}

/**
 * The editor of a saved automation, of its copy, or of an empty one.
 *
 * @param {App} app
 * @param {string} structureId
 * @param {string | undefined} source id of the automation
 * @param {boolean} isNew
 */
function savedEditor(app, structureId, source, isNew) {
  const state = signal(/** @type {"loading" | "there" | "gone"} */ ("loading"));
  const given = () => (source === undefined ? undefined : app.home.automations.value.get(source));
  const load = async () => {
    await tell(app.home.loadAutomations(structureId));
    const automation = given();
    await tell(app.home.schemas.need(traitsOf(nodesOf(automation?.program?.graph))));
    state.value = source !== undefined && !automation ? "gone" : "there";
  };
  load();
  // A new automation may appear a moment after its address was opened.
  effect(() => {
    if (state.value === "gone" && given()) load();
  });
  // Untracked, so that changes of the home do not rebuild the editor.
  return () => state.value === "there" ? untracked(() => editor(app, structureId, isNew ? undefined : source, copied(given(), isNew)))
    : el("h1", {}, state.value === "gone" ? t("edit.isGone") : t("edit.new"));
}

/** @param {import("../lib/view.js").Child} content */
const page = (content) => el("div", { class: "wide editor" }, el("a", { class: "back", href: link("automations") }, icon("back"), t("edit.back")), content);

/** @param {Automation | undefined} automation @param {boolean} isNew */
const copied = (automation, isNew) => (automation && isNew ? { ...automation, name: t("edit.copyOf", { name: automation.name }) } : automation);

/**
 * @param {App} app
 * @param {string} structureId
 * @param {string | undefined} id
 * @param {Automation | undefined} automation
 * @param {Start} [start]
 */
function editor(app, structureId, id, automation, start) {
  const draft = new Draft(app, structureId, automation, id === undefined);
  const parts = computed(() => partsOfGraph(draft.graph.value));
  const errors = computed(() => draft.issues.value.filter((issue) => issue.isForm && issue.severity === 2));
  const refusal = signal("");
  const show = (/** @type {number} */ nodeId) => rowOf(draft, nodeId)?.focus();
  const save = async () => {
    refusal.value = "";
    if (untracked(() => draft.conflict.value)) return showConflict();
    if (!(await draft.isSavable())) {
      if (draft.textProblem.peek()) return showTextProblem(draft);
      return show(errors.value[0]?.nodeId ?? 0);
    }
    const doubts = draft.doubtsToTell();
    return doubts.length > 0 ? askToSave(doubts, send, () => show(doubts[0]?.nodeId ?? 0)) : send();
  };
  const send = async () => {
    try {
      await draft.save();
      draft.isChanged.value = false;
      note(t("edit.saved", { name: draft.name.peek() }));
      location.hash = link("automations");
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      // The other version is shown as soon as its report arrives.
      refusal.value = error.code === "aborted" ? t("edit.changedMeanwhile") : reason(error);
    }
  };
  if (start?.text !== undefined) draft.show(start.text);
  onCleanup(warnWhenLeaving(() => draft.isChanged.peek(), askToLeave));
  const text = (/** @type {"name" | "description"} */ field, /** @type {string} */ label, /** @type {number} */ most) => el("label", { class: "field" }, label,
    el("input", { class: "input", maxlength: most, ".value": () => draft[field].value, oninput: (/** @type {Event} */ event) => (draft[field].value = /** @type {HTMLInputElement} */ (event.target).value) }));

  return [
    el("div", { class: "head" }, el("h1", {}, automation && id !== undefined ? t("edit.title", { name: automation.name }) : t("edit.new")),
      id !== undefined && el("div", { class: "row" },
        el("a", { class: "button", href: `${link("automation", "new")}?copy=${encodeURIComponent(id)}` }, t("edit.duplicate")),
        button(t("edit.delete"), () => remove(draft, id, automation?.name ?? ""), "danger")),
      id === undefined && !automation && !start && el("a", { class: "button", href: link("automation", "examples") }, t("edit.fromExample"))),
    start?.notes.map((text) => el("p", {}, text)),
    // Not before the text is read, which may be only after the person has corrected it.
    () => start?.isLinked && draft.settings.value.allowsSensitiveActions && el("p", { role: "status" }, t("edit.isLinkedSensitive")),
    () => start?.text !== undefined && draft.textProblem.value && el("p", {}, t("edit.isLinkedWrong")),
    conflictPanel(draft),
    el("form", { class: "editor-columns", novalidate: true },
      // While the typed text can't be parsed, the forms are inert: an edit in them would overwrite it.
      el("div", { inert: () => draft.textProblem.value !== undefined },
        el("section", { class: "panel fields" }, text("name", t("edit.name"), 64), text("description", t("edit.description"), 1024)),
        el("section", { class: "panel", "aria-labelledby": "edit-when" }, el("h2", { id: "edit-when" }, t("edit.when")),
          () => parts.value.when.length === 0 && el("p", { class: "quiet" }, t("edit.whenNone")),
          el("ol", { class: "nodes" }, list(() => parts.value.when, (node) => String(starterIn(node).id), (node) => starterRow(draft, node))),
          adders(starterKinds.map((kind) => /** @type {const} */ ([t(`edit.when.${kind}`), () => addStarter(draft, kind)])))),
        el("section", { class: "panel", "aria-labelledby": "edit-if" }, el("h2", { id: "edit-if" }, t("edit.onlyIf")),
          el("ol", { class: "nodes" }, list(() => parts.value.onlyIf.filter((node) => node.condition), (node) => String(node.id), (node) => conditionRow(draft, node))),
          adders(/** @type {const} */ (["device", "time", "presence"]).map((of) => /** @type {const} */ ([t(`edit.if.${of}`), () =>
            draft.edit((root) => insertStep(draft, root, root, "condition", partsOfGraph(root).thenIndex, of))])))),
        el("section", { class: "panel", "aria-labelledby": "edit-then" }, el("h2", { id: "edit-then" }, t("edit.then")),
          steps(draft, () => draft.graph.value, (nodes) => nodes.slice(parts.value.thenIndex))),
        el("section", { class: "panel" }, el("details", {}, el("summary", {}, el("h2", {}, t("edit.settings"))), settings(draft)))),
      el("div", { class: "editor-side" },
        el("div", { class: "editor-save" },
          submitButton(t("action.save"), save),
          el("p", { class: "quiet", role: "status" }, () => (draft.conflict.value === "changed" ? button(t("edit.seeBoth"), showConflict) : draft.isChanged.value ? t("edit.unsaved") : ""))),
        el("p", { class: "problem", role: "alert" }, () => refusal.value || draft.problem.value || (errors.value.length > 0 ? t("edit.wrong", { count: errors.value.length }) : "")),
        () => errors.value.length > 0 && el("ul", { class: "wrong" }, errors.value.map((issue) => el("li", {}, button(issueInWords(issue), () => show(issue.nodeId))))),
        textPanel(draft),
        dryRunPanel(draft, start?.automation !== undefined))),
  ];
}

/** @param {Draft} draft @param {number} nodeId @returns {HTMLElement | null} the row of a node, or of the one that it is in */
function rowOf(draft, nodeId) {
  const around = nodesOf(draft.graph.peek()).filter((node) => nodesOf(node).some((one) => one.id === nodeId));
  return around.reduce((/** @type {HTMLElement | null} */ found, { id }) => document.getElementById(`node-${id}`) ?? found, null);
}

/**
 * Asks before an automation with doubtful conditions is saved.
 *
 * @param {readonly {nodeId: number, message: string}[]} doubts
 * @param {() => unknown} save
 * @param {() => void} show
 */
function askToSave(doubts, save, show) {
  ask(t("edit.doubtful"), (close) => [
    el("h2", {}, t("edit.doubtful")),
    el("ul", { class: "wrong" }, doubts.map(({ message }) => el("li", {}, message))),
    el("div", { class: "dialog-buttons" }, button(t("edit.saveAnyway"), () => {
      close();
      save();
    }), button(t("edit.stay"), () => {
      close();
      show();
    }, "main")),
  ]);
}

/** @param {() => void} leave */
function askToLeave(leave) {
  ask(t("edit.leaveQuestion"), (close) => [
    el("h2", {}, t("edit.leaveQuestion")),
    el("p", {}, t("edit.leaveExplanation")),
    el("div", { class: "dialog-buttons" }, button(t("edit.stay"), close), button(t("edit.leave"), () => {
      close();
      leave();
    }, "danger")),
  ]);
}

/** @param {Draft} draft */
function settings(draft) {
  const change = (/** @type {Partial<import("../lib/hearth-v1.js").AutomationProgram>} */ parts) => (draft.settings.value = { ...draft.settings.peek(), ...parts });
  return el("div", { class: "fields" },
    el("label", { class: "field" }, t("edit.mode"), select(t("edit.mode"), () => [1, 2, 3, 4].map((mode) => ({ value: String(mode), text: t(`edit.mode.${mode}`) })),
      () => String(draft.settings.value.mode || 1), (mode) => change({ mode: /** @type {1} */ (Number(mode)) }))),
    el("label", { class: "field" }, t("edit.scene"), select(t("edit.scene"), () => [0, 1, 2, 3, 4, 5, ...(draft.settings.value.scene === 6 ? [6] : [])].map((scene) => ({ value: String(scene), text: t(`edit.scene.${scene}`) })),
      () => String(draft.settings.value.scene), (scene) => change({ scene: /** @type {1} */ (Number(scene)) }))),
    el("div", { class: "boxes" }, el("label", {}, el("input", { type: "checkbox", ".checked": () => draft.settings.value.allowsSensitiveActions,
      onchange: (/** @type {Event} */ event) => change({ allowsSensitiveActions: /** @type {HTMLInputElement} */ (event.target).checked }) }), t("edit.sensitive"))));
}

/**
 * Asks before an automation is deleted, which can't be undone.
 *
 * @param {Draft} draft
 * @param {string} id
 * @param {string} name
 */
function remove(draft, id, name) {
  ask(t("edit.deleteQuestion", { name }), (close) => [
    el("h2", {}, t("edit.deleteQuestion", { name })),
    el("p", {}, t("edit.deleteExplanation")),
    el("div", { class: "dialog-buttons" }, button(t("action.cancel"), close), button(t("edit.delete"), async () => {
      close();
      if (!(await tell(draft.app.client.call("AutomationService/DeleteAutomation", { automationId: id, options: { clientId } })))) return;
      draft.isChanged.value = false;
      note(t("edit.deleted", { name }));
      location.hash = link("automations");
    }, "danger")),
  ]);
}
