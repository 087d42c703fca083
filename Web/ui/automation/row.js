// A node of an automation among others: what it is, what is wrong with it, and the buttons that move and remove it.

import { computed, el, untracked } from "../../lib/view.js";
import { movedNode, replaceNode } from "../../home/automation/graph.js";
import { capital } from "../../home/words.js";
import { roundButton } from "../elements.js";
import { t } from "../text.js";

/** @typedef {import("../../home/automation/draft.js").Draft} Draft */
/** @typedef {import("../../lib/hearth-v1.js").AutomationNode} AutomationNode */
/** @template T @typedef {import("../../lib/view.js").Readable<T>} Readable */

/**
 * @param {Draft} draft
 * @param {Readable<AutomationNode>} node
 * @param {{title: () => string, content: () => import("../../lib/view.js").Child, remove?: () => void, isMovable?: boolean}} settings
 */
export function row(draft, node, { title, content, remove, isMovable = false }) {
  const { id } = node.value;
  const issues = computed(() => draft.issues.value.filter((issue) => issue.nodeId === id));
  const shape = computed(() => title());
  const move = (/** @type {-1 | 1} */ step) => () => {
    draft.edit((root) => movedNode(root, id, step));
    // Who moves it on with the keyboard stays where it is.
    const button = /** @type {HTMLElement | null} */ (element.querySelector(`[data-move="${step}"]`));
    requestAnimationFrame(() => button?.focus());
  };
  const element = el("li", { class: "node", id: `node-${id}`, tabindex: "-1", "data-wrong": () => issues.value.some((issue) => issue.severity === 2) },
    el("div", { class: "node-head" }, el("h3", {}, () => shape.value),
      isMovable && [
        roundButton("up", t("edit.up"), move(-1), { class: "round bare", "data-move": -1 }),
        roundButton("down", t("edit.down"), move(1), { class: "round bare", "data-move": 1 }),
      ],
      roundButton("close", t("edit.remove"), remove ?? (() => draft.edit((root) => replaceNode(root, id, undefined))), { class: "round bare" })),
    () => (shape.value === "" ? "" : untracked(content)),
    el("div", { role: "status" }, () => issues.value.map((issue) => el("p", { class: issue.severity === 2 ? "problem" : "quiet" }, `${capital(issue.message)}.`))));
  return element;
}

/**
 * What no form fits, as its text says it. It stays as it is.
 *
 * @param {Draft} draft
 * @param {Readable<AutomationNode>} node
 */
export const asText = (draft, node) => el("pre", { class: "as-text", translate: "no" }, () => draft.written.value.linesOf(node.value.id));

/**
 * Buttons that add something.
 *
 * @param {readonly (readonly [label: string, add: () => void])[]} choices
 */
export const adders = (choices) => el("div", { class: "chips adders", role: "group", "aria-label": t("edit.add") },
  choices.map(([text, add]) => el("button", { type: "button", class: "chip", onclick: add }, `+ ${text}`)));
