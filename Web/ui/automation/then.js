// The form of an automation's actions: a list of steps, which may contain further steps.

import { computed, el, list, untracked } from "../../lib/view.js";
import { comparisonExpression } from "../../home/automation/values.js";
import { insertNode, nextId, replaceNode, stepsOf, withReader } from "../../home/automation/graph.js";
import { referencesOf } from "../../home/automation/references.js";
import { nodesOf } from "../../home/nodes.js";
import { deedOf } from "../../home/automation/together.js";
import { isNotify, messageOf } from "../../home/automation/notify.js";
import { actionFields, firstAction } from "./action.js";
import { expressionFields, firstComparison } from "./comparison.js";
import { durationField, select } from "./fields.js";
import { firstMessage, notifyFields } from "./notify.js";
import { adders, asText, row } from "./row.js";
import { t } from "../text.js";

/** @typedef {import("../../home/automation/draft.js").Draft} Draft */
/** @typedef {import("../../lib/hearth-v1.js").AutomationNode} AutomationNode */
/** @template T @typedef {import("../../lib/view.js").Readable<T>} Readable */
/** @typedef {"action" | "notify" | "delay" | "waitUntil" | "if" | "parallel" | "sequential" | "condition" | "execution" | "restoration" | "suppression" | "text"} StepKind */

const seconds = (/** @type {number} */ count) => ({ seconds: BigInt(count), nanos: 0 });

/** @param {AutomationNode} node @returns {StepKind} */
export function stepKind(node) {
  if (isNotify(node)) return messageOf(node) ? "notify" : "text";
  if (deedOf(node)) return "action";
  if (node.delay) return "delay";
  if (node.wait?.expression && node.wait.starters.length === 0 && node.wait.result === "") return "waitUntil";
  if (node.ifChain && node.ifChain.branches.length === 1) return "if";
  if (node.parallel) return "parallel";
  if (node.sequential) return "sequential";
  if (node.condition) return "condition";
  if (node.execution) return "execution";
  if (node.restoration) return "restoration";
  return node.suppression ? "suppression" : "text";
}

/**
 * The steps of a flow, and the buttons that add steps.
 *
 * @param {Draft} draft
 * @param {() => AutomationNode | undefined} flow
 * @param {(nodes: readonly AutomationNode[]) => readonly AutomationNode[]} shown selects the nodes to show
 * @param {readonly StepKind[]} kinds that may be added
 * @returns {import("../../lib/view.js").Child[]}
 */
export function steps(draft, flow, shown = (nodes) => nodes, kinds = stepKinds) {
  const nodes = () => {
    const all = flow();
    return all ? shown(stepsOf(all)).filter((node) => !node.stateReader || !isReferred(draft, node.id)) : [];
  };
  const add = (/** @type {StepKind} */ kind) => () => {
    const place = flow();
    if (place) draft.edit((root) => insertStep(draft, root, place, kind));
  };
  return [
    el("ol", { class: "nodes" }, list(nodes, (node) => `${node.id} ${stepKind(node)}`, (node) => stepRow(draft, node))),
    adders(...[kinds, kinds === stepKinds ? rareKinds : []].map((some) => some.map((kind) => /** @type {const} */ ([t(`edit.then.${kind}`), add(kind)])))),
  ];
}

/** @type {readonly StepKind[]} */
const stepKinds = ["action", "notify", "delay", "waitUntil", "if", "execution"];
/** @type {readonly StepKind[]} */
const rareKinds = ["condition", "parallel", "restoration", "suppression"];

/** @param {Draft} draft @param {number} id of a reader @returns whether a node refers to it; that node's form then shows its value */
const isReferred = (draft, id) => nodesOf(draft.graph.value).some((node) => referencesOf(node).some((field) => field.nodeId === id));

/**
 * @param {Draft} draft
 * @param {AutomationNode} root
 * @param {AutomationNode} flow
 * @param {StepKind} kind
 * @param {number} index
 * @param {"device" | "time" | "presence"} of the subject of a condition
 */
export function insertStep(draft, root, flow, kind, index = stepsOf(flow).length, of = "device") {
  const node = draft.newNode(partsOf(draft, kind));
  const grown = insertNode(root, flow.id, index, node);
  if (kind !== "if" && kind !== "waitUntil" && kind !== "condition") return grown;
  const comparison = untracked(() => firstComparison(draft, of));
  const found = withReader(grown, node.id, comparison.trait);
  const condition = comparisonExpression(comparison, found.reader);
  const inner = { id: nextId(found.root), sequential: { nodes: [] } };
  return replaceNode(found.root, node.id, kind === "if" ? { id: node.id, ifChain: { branches: [{ condition, node: inner }] } }
    : kind === "waitUntil" ? { id: node.id, wait: { expression: condition, timeout: seconds(43_200), result: "", starters: [] } }
      : { id: node.id, condition: { expression: condition, strict: false } });
}

/** @param {Draft} draft @param {StepKind} kind @returns {import("../../home/automation/draft.js").NodeKind} */
function partsOf(draft, kind) {
  switch (kind) {
    case "action": return { action: firstAction(draft) };
    case "notify": return { action: firstMessage(draft) };
    case "delay": return { delay: seconds(60) };
    case "suppression": return { suppression: seconds(600) };
    case "parallel": return { parallel: { nodes: [] } };
    case "execution": return { execution: { automationId: automationOptions(draft)[0]?.value ?? "" } };
    case "restoration": return { restoration: {} };
    default: return { sequential: { nodes: [] } };
  }
}

/** @param {Draft} draft */
const automationOptions = ({ app, structureId }) => [...app.home.automations.value.values()]
  .filter((one) => one.structureId === structureId).map((one) => ({ value: one.id, text: one.name }));

/** @param {Draft} draft @param {Readable<AutomationNode>} node @returns {Element} */
function stepRow(draft, node) {
  const { id } = node.value;
  const put = (/** @type {import("../../home/automation/draft.js").NodeKind} */ parts) => draft.edit((root) => replaceNode(root, id, { id, ...parts }));
  /** @returns {import("../../lib/view.js").Child} */
  const content = () => {
    switch (stepKind(node.value)) {
      case "action": return actionFields(draft, node);
      case "notify": return notifyFields(draft, node);
      case "delay": return durationField(t("edit.howLong"), () => node.value.delay, (delay) => put({ delay }));
      case "suppression": return durationField(t("edit.howLong"), () => node.value.suppression, (suppression) => put({ suppression }));
      case "restoration": return el("p", { class: "quiet" }, t("edit.restorationIs"));
      case "execution": return select(t("edit.automation"), () => automationOptions(draft), () => node.value.execution?.automationId ?? "", (automationId) => put({ execution: { automationId } }));
      case "condition": return conditionFields(draft, node);
      case "waitUntil": return waitFields(draft, node);
      case "parallel": case "sequential": return steps(draft, () => node.value, undefined, node.value.parallel ? ["action", "notify", "execution"] : undefined);
      case "if": return ifFields(draft, node);
      default: return asText(draft, node);
    }
  };
  return row(draft, node, { title: () => t(`edit.then.${stepKind(node.value)}`), content, isMovable: true });
}

/** @param {Draft} draft @param {Readable<AutomationNode>} node */
export function conditionRow(draft, node) {
  return row(draft, node, { title: () => t("edit.then.condition"), content: () => conditionFields(draft, node) });
}

/** @param {Draft} draft @param {Readable<AutomationNode>} node */
function conditionFields(draft, node) {
  const { id } = node.value;
  const condition = () => node.value.condition ?? { strict: false };
  const isHeld = computed(() => condition().hold !== undefined);
  return [
    expressionFields(draft, id, () => condition().expression, (expression) => ({ id, condition: { ...condition(), expression } })),
    () => isHeld.value && el("label", { class: "field inline" }, t("edit.hold"), durationField(t("edit.hold"), () => condition().hold, (hold) => {
      const { hold: _, ...rest } = condition();
      draft.edit((root) => replaceNode(root, id, { id, condition: hold.seconds === 0n && hold.nanos === 0 ? rest : { ...rest, hold } }));
    })),
  ];
}

/** @param {Draft} draft @param {Readable<AutomationNode>} node */
function waitFields(draft, node) {
  const { id } = node.value;
  const wait = () => node.value.wait ?? { result: "", starters: [] };
  return [
    expressionFields(draft, id, () => wait().expression, (expression) => ({ id, wait: { ...wait(), expression } })),
    el("label", { class: "field inline" }, t("edit.atMost"), durationField(t("edit.atMost"), () => wait().timeout, (timeout) =>
      draft.edit((root) => replaceNode(root, id, { id, wait: { ...wait(), timeout } })))),
  ];
}

/** @param {Draft} draft @param {Readable<AutomationNode>} node @returns {import("../../lib/view.js").Child[]} */
function ifFields(draft, node) {
  const { id } = node.value;
  const chain = () => node.value.ifChain ?? { branches: [] };
  const branch = computed(() => chain().branches[0]?.node);
  const otherwise = computed(() => chain().otherwise);
  const hasOtherwise = computed(() => otherwise.value !== undefined);
  const setOtherwise = () => draft.edit((root) => replaceNode(root, id, { id, ifChain: { ...chain(), otherwise: { id: nextId(root), sequential: { nodes: [] } } } }));
  return [
    expressionFields(draft, id, () => chain().branches[0]?.condition, (condition, root) => {
      const present = nodesOf(root).find((one) => one.id === id)?.ifChain ?? chain();
      return { id, ifChain: { ...present, branches: present.branches.map((one, index) => (index === 0 ? { ...one, condition } : one)) } };
    }),
    el("div", { class: "branch" }, el("h4", {}, t("edit.thenSteps")), steps(draft, () => branch.value)),
    () => hasOtherwise.value
      ? el("div", { class: "branch" }, el("h4", {}, t("edit.otherwise")), steps(draft, () => otherwise.value))
      : el("button", { type: "button", class: "link-button", onclick: setOtherwise }, t("edit.addOtherwise")),
  ];
}
