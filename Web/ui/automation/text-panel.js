// The text of an automation beside its forms, to read and to edit.

import { computed, el, list, untracked } from "../../lib/view.js";
import { rangeOf } from "../../home/automation/text.js";
import { button } from "../elements.js";
import { t } from "../text.js";

/** @typedef {import("../../home/automation/draft.js").Draft} Draft */

const areaId = "edit-text-area";

/** @param {Draft} draft */
export function textPanel(draft) {
  const isTyped = computed(() => draft.typed.value !== undefined);
  return el("section", { class: "panel", "aria-labelledby": "edit-text" }, el("h2", { id: "edit-text" }, t("edit.asText")),
    el("p", { class: "quiet" }, t("edit.asTextHint")),
    () => (isTyped.value ? untracked(() => editor(draft)) : untracked(() => [
      shown(draft),
      el("div", { class: "text-buttons" }, button(t("edit.editText"), () => draft.beginTyping())),
    ])));
}

/** @param {Draft} draft */
function shown(draft) {
  const lines = computed(() => draft.written.value.lines.map((line, index) => ({ ...line, index })));
  const isWrong = (/** @type {readonly number[]} */ ids) => draft.issues.value.some((issue) => issue.severity === 2 && ids.includes(issue.nodeId));
  return el("div", { class: "code", translate: "no", tabindex: "0", role: "region", "aria-labelledby": "edit-text" }, list(() => lines.value, (line) => String(line.index), (line) =>
    el("div", { "--depth": () => line.value.depth, "data-wrong": () => isWrong(line.value.ids) }, () => line.value.text)));
}

/** @param {Draft} draft */
function editor(draft) {
  const rows = Math.min(40, (draft.typed.peek() ?? "").split("\n").length + 2);
  const words = () => {
    const problem = draft.textProblem.value;
    return !problem ? "" : problem.line === 0 ? problem.message : t("edit.textProblem", { ...problem, why: problem.message });
  };
  return [
    el("textarea", { id: areaId, class: "code-input", "aria-label": t("edit.asText"), "aria-describedby": "edit-text-problem", spellcheck: "false", rows,
      ".value": () => draft.typed.value ?? "", "aria-invalid": () => draft.textProblem.value !== undefined,
      oninput: (/** @type {Event} */ event) => draft.type(/** @type {HTMLTextAreaElement} */ (event.target).value) }),
    el("p", { id: "edit-text-problem", class: "problem", role: "alert" }, words),
    el("div", { class: "text-buttons" },
      button(t("edit.textDone"), async () => {
        await draft.endTyping();
        showTextProblem(draft);
      }),
      button(t("action.cancel"), () => draft.cancelTyping())),
  ];
}

/**
 * Moves the cursor to the place where the typed text can't be parsed, if there is one.
 *
 * @param {Draft} draft
 */
export function showTextProblem(draft) {
  const problem = draft.textProblem.peek();
  const area = /** @type {HTMLTextAreaElement | null} */ (document.getElementById(areaId));
  if (!problem || !area) return;
  area.focus();
  if (problem.line > 0) area.setSelectionRange(...rangeOf(area.value, problem));
}
