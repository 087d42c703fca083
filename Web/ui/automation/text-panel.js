// The text of an automation beside its forms, to read and to edit.

import { computed, el, list, signal, untracked } from "../../lib/view.js";
import { editable } from "../../home/automation/graph.js";
import { readText } from "../../home/automation/read-text.js";
import { TextError } from "../../home/automation/scanner.js";
import { button } from "../elements.js";
import { t } from "../text.js";

/** @typedef {import("../../home/automation/draft.js").Draft} Draft */

/** @param {Draft} draft */
export function textPanel(draft) {
  const isEdited = signal(false);
  return el("section", { class: "panel", "aria-labelledby": "edit-text" }, el("h2", { id: "edit-text" }, t("edit.asText")),
    el("p", { class: "quiet" }, t("edit.asTextHint")),
    () => (isEdited.value ? untracked(() => editor(draft, () => (isEdited.value = false))) : untracked(() => [
      shown(draft),
      el("div", { class: "text-buttons" }, button(t("edit.editText"), () => (isEdited.value = true))),
    ])));
}

/** @param {Draft} draft */
function shown(draft) {
  const lines = computed(() => draft.text.value.lines.map((line, index) => ({ ...line, index })));
  const isWrong = (/** @type {number} */ id) => id !== 0 && draft.issues.value.some((issue) => issue.nodeId === id && issue.severity === 2);
  return el("div", { class: "code", translate: "no", tabindex: "0", role: "region", "aria-labelledby": "edit-text" }, list(() => lines.value, (line) => String(line.index), (line) =>
    el("div", { "--depth": () => line.value.depth, "data-wrong": () => isWrong(line.value.id) }, () => line.value.text)));
}

/**
 * @param {Draft} draft
 * @param {() => void} close
 */
function editor(draft, close) {
  const problem = signal("");
  const { text } = draft.text.value;
  const area = el("textarea", { class: "code-input", "aria-label": t("edit.asText"), spellcheck: "false", ".value": text, rows: Math.min(40, text.split("\n").length + 2) });
  const takeOver = () => {
    try {
      const graph = readText(area.value, draft.names);
      draft.graph.value = editable({ ...draft.program, graph }).graph;
      close();
    } catch (error) {
      if (!(error instanceof TextError)) throw error;
      problem.value = t("edit.textProblem", { line: error.line, column: error.column, why: error.message });
      const before = area.value.split("\n").slice(0, error.line - 1).reduce((sum, line) => sum + line.length + 1, 0);
      area.focus();
      area.setSelectionRange(before + error.column - 1, before + error.column);
    }
  };
  return [
    area,
    el("p", { class: "problem", role: "alert" }, () => problem.value),
    el("div", { class: "text-buttons" }, button(t("edit.takeOver"), takeOver), button(t("action.cancel"), close)),
  ];
}
