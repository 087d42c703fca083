// Shown when somebody else has saved or deleted the automation being edited: both versions, and buttons to keep either.

import { computed, effect, el, signal, untracked } from "../../lib/view.js";
import { RpcError } from "../../lib/connect.js";
import { written } from "../../home/automation/text.js";
import { button, reason } from "../elements.js";
import { t } from "../text.js";

/** @typedef {import("../../home/automation/draft.js").Draft} Draft */

const panelId = "edit-conflict";

/** @param {Draft} draft */
export function conflictPanel(draft) {
  return () => {
    if (draft.conflict.value === "changed") return untracked(() => changed(draft));
    if (draft.conflict.value === "deleted") return panel(t("edit.deletedMeanwhile"), [], [button(t("edit.keepMine"), () => draft.keepMine(), "main")]);
    const bringBack = draft.bringBack.value;
    return bringBack && el("p", { class: "quiet", role: "status" }, t("edit.theirsShown"), " ", button(t("edit.bringBack"), bringBack));
  };
}

/** Moves the focus to the panel, which says why nothing was saved. */
export const showConflict = () => document.getElementById(panelId)?.focus();

/** @param {Draft} draft */
function changed(draft) {
  const theirs = signal("");
  const mine = computed(() => draft.typed.value ?? draft.written.value.text);
  effect(() => {
    const { saved } = draft;
    if (!saved) return;
    const { structureId, name, description, isActive, program } = saved;
    written(draft.app.client, { structureId, name, description, isActive, program }).then(({ text }) => (theirs.value = text), (error) => {
      if (!(error instanceof RpcError)) throw error;
      theirs.value = reason(error);
    });
  });
  return panel(t("edit.changedMeanwhile"), [version(t("edit.mine"), mine, theirs), version(t("edit.theirs"), theirs, mine)],
    [button(t("edit.takeTheirs"), () => draft.takeSaved()), button(t("edit.keepMine"), () => draft.keepMine())]);
}

/** @typedef {import("../../lib/view.js").Child} Child */

/** @param {string} title @param {Child} versions @param {Child} buttons */
const panel = (title, versions, buttons) => el("section", { class: "panel conflict", id: panelId, tabindex: "-1", role: "alert", "aria-label": title },
  el("h2", {}, title), el("div", { class: "versions" }, versions), el("div", { class: "text-buttons" }, buttons));

/**
 * A text in which the lines are highlighted that the other one lacks.
 *
 * @param {string} title
 * @param {import("../../lib/view.js").Readable<string>} text
 * @param {import("../../lib/view.js").Readable<string>} other
 */
function version(title, text, other) {
  const lines = computed(() => {
    const known = new Set(other.value.split("\n"));
    return text.value.trimEnd().split("\n").map((line) => ({ line, isOwn: other.value !== "" && !known.has(line) }));
  });
  return el("div", {}, el("h3", {}, title), el("pre", { class: "as-text", translate: "no", tabindex: "0", "aria-label": title }, () => lines.value.map(({ line, isOwn }) => (isOwn ? el("mark", {}, `${line}\n`) : `${line}\n`))));
}
