// The row of a node in an automation's form: its title and fields, its issues, and the buttons to move and remove it.

import { computed, el, signal, untracked } from "../../lib/view.js";
import { movedNode, replaceNode } from "../../home/automation/graph.js";
import { issueInWords } from "../../home/automation/issues.js";
import { deedOf } from "../../home/automation/together.js";
import { nodesOf } from "../../home/nodes.js";
import { button, roundButton } from "../elements.js";
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
  const issues = computed(() => issuesOf(draft, node.value));
  const shape = computed(() => title());
  const move = (/** @type {-1 | 1} */ step) => () => {
    draft.edit((root) => movedNode(root, id, step));
    // The focus stays on the button, so that the keyboard can move the node again.
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
    el("div", { role: "status" }, () => issues.value.map((issue) => [
      el("p", { class: issue.severity === 2 ? "problem" : "quiet" }, issue.message),
      issue.kind === "blockedAction" && !draft.settings.value.allowsSensitiveActions && button(t("edit.allowSensitive"), () => (draft.settings.value = { ...draft.settings.peek(), allowsSensitiveActions: true })),
    ])));
  return element;
}

/**
 * The issues of a node. An action on all of a kind has a node for each device type, but is one step for people. A type
 * without devices in the home is only an issue if all of its types have none.
 *
 * @param {Draft} draft
 * @param {AutomationNode} node
 * @returns {{severity: number, kind: string, message: string}[]}
 */
function issuesOf(draft, node) {
  const doubts = draft.doubts.value.filter((one) => one.nodeId === node.id).map(({ message }) => ({ severity: 2, kind: "neverTrue", message }));
  const inner = deedOf(node)?.kind ? nodesOf(node).slice(1) : [];
  const own = draft.issues.value.filter((issue) => issue.nodeId === node.id || inner.some((one) => one.id === issue.nodeId));
  const empty = own.filter((issue) => issue.kind === "emptyGroup");
  const told = own.filter((issue) => issue.kind !== "emptyGroup" || empty.length >= inner.length).filter((issue) => doubts.length === 0 || issue.kind !== "neverTrue")
    .map((issue) => ({ severity: issue.severity, kind: issue.kind, message: issueInWords(issue) }));
  return [...doubts, ...new Map(told.map((one) => [one.kind, one])).values()];
}

/**
 * A node that no form can show, as read-only text.
 *
 * @param {Draft} draft
 * @param {Readable<AutomationNode>} node
 */
export const asText = (draft, node) => el("pre", { class: "as-text", translate: "no" }, () => draft.written.value.linesOf(node.value.id));

/** @typedef {readonly (readonly [label: string, add: () => void])[]} Adders */

/**
 * Buttons that add something: the usual choices, and the rare ones behind a further button.
 *
 * @param {Adders} [choices]
 * @param {Adders} [rare]
 */
export function adders(choices = [], rare = []) {
  const isWide = signal(rare.length === 0);
  const chips = (/** @type {Adders} */ some) => some.map(([text, add]) => el("button", { type: "button", class: "chip", onclick: add }, `+ ${text}`));
  return el("div", { class: "chips adders", role: "group", "aria-label": t("edit.add") }, chips(choices),
    () => (isWide.value ? chips(rare) : el("button", { type: "button", class: "chip", onclick: () => (isWide.value = true) }, t("edit.moreChoices"))));
}
