// Edits of an automation's graph. Graphs are immutable values: each edit returns a new graph, which shares unchanged nodes and
// keeps their unknown fields.

import { decode, encode } from "../../lib/message.js";
import { nodesOf } from "../nodes.js";
import { referencesOf } from "./references.js";

/** @typedef {import("../../lib/hearth-v1.js").AutomationNode} AutomationNode */
/** @typedef {import("../../lib/hearth-v1.js").AutomationTrait} AutomationTrait */
/** @typedef {import("../../lib/hearth-v1.js").AutomationExpression} AutomationExpression */
/** @typedef {Omit<AutomationNode, "id">} NodeKind */

/** @param {AutomationNode} root @returns {number} an unused node number */
export const nextId = (root) => Math.max(0, ...nodesOf(root).map((node) => node.id)) + 1;

/**
 * The graph with `change` applied to each node, innermost first. A node for which it returns undefined is removed.
 *
 * @param {AutomationNode} node
 * @param {(node: AutomationNode) => AutomationNode | undefined} change
 * @returns {AutomationNode | undefined}
 */
export function mapNodes(node, change) {
  const all = (/** @type {readonly AutomationNode[]} */ nodes) => {
    const made = nodes.flatMap((one) => mapNodes(one, change) ?? []);
    return made.length === nodes.length && made.every((one, index) => one === nodes[index]) ? nodes : made;
  };
  const flowKind = node.sequential ? "sequential" : node.parallel ? "parallel" : node.select ? "select" : undefined;
  const flow = flowKind && node[flowKind];
  if (flowKind && flow) {
    const nodes = all(flow.nodes);
    return change(nodes === flow.nodes ? node : { ...node, [flowKind]: { ...flow, nodes } });
  }
  const chain = node.ifChain;
  if (!chain) return change(node);
  const branches = chain.branches.map((branch) => {
    const inner = branch.node && mapNodes(branch.node, change);
    return inner === branch.node ? branch : { ...branch, node: inner ?? emptyFlow(branch.node?.id ?? 0) };
  });
  const { otherwise, ...rest } = chain;
  const last = otherwise && mapNodes(otherwise, change);
  if (last === otherwise && branches.every((branch, index) => branch === chain.branches[index])) return change(node);
  return change({ ...node, ifChain: { ...rest, branches, ...(last ? { otherwise: last } : {}) } });
}

/** @param {number} id @returns {AutomationNode} */
export const emptyFlow = (id) => ({ id, sequential: { nodes: [] } });

/** @param {AutomationNode} root @param {number} id @param {AutomationNode | undefined} by undefined to remove the node */
export const replaceNode = (root, id, by) => mapNodes(root, (node) => (node.id === id ? by : node)) ?? emptyFlow(root.id);

/** @param {AutomationNode} node @returns {"sequential" | "parallel" | "select" | undefined} */
export const flowKindOf = (node) => (node.sequential ? "sequential" : node.parallel ? "parallel" : node.select ? "select" : undefined);

/** @param {AutomationNode} node @returns {readonly AutomationNode[]} the nodes of a flow, or the node itself if it is no flow */
export function stepsOf(node) {
  const kind = flowKindOf(node);
  return kind && kind !== "select" ? node[kind]?.nodes ?? [] : [node];
}

/**
 * Inserts a node into a flow. A single node in place of a flow is first wrapped in one.
 *
 * @param {AutomationNode} root
 * @param {number} flowId
 * @param {number} index
 * @param {AutomationNode} added
 */
export function insertNode(root, flowId, index, added) {
  return mapNodes(root, (node) => {
    if (node.id !== flowId) return node;
    const kind = flowKindOf(node);
    if (!kind) {
      const wrapper = Math.max(nextId(root), added.id + 1);
      return { id: wrapper, sequential: { nodes: index === 0 ? [added, node] : [node, added] } };
    }
    const nodes = [...(node[kind]?.nodes ?? [])];
    nodes.splice(index, 0, added);
    return { ...node, [kind]: { ...node[kind], nodes } };
  }) ?? root;
}

/** @param {AutomationNode} node @returns {AutomationTrait | undefined} the trait that it reads */
export const readTrait = (node) => node.starter?.trait ?? node.stateReader;

/** @param {AutomationTrait | undefined} left @param {AutomationTrait | undefined} right */
export const isSameTrait = (left, right) => left?.traitId === right?.traitId && !left?.group && !right?.group &&
  left?.target?.deviceId === right?.target?.deviceId && left?.target?.endpoint === right?.target?.endpoint;

/**
 * The readers that have always run when a node is reached: those before it in its flow and in the enclosing flows.
 *
 * @param {AutomationNode} root
 * @param {number} id
 * @returns {AutomationNode[]}
 */
export function readersBefore(root, id) {
  /** @type {AutomationNode[]} */
  const found = [];
  /** @param {AutomationNode} node @returns {boolean} whether it contains the node with the id */
  const walk = (node) => {
    if (node.id === id) return true;
    const before = found.length;
    if (node.sequential) {
      for (const one of node.sequential.nodes) {
        if (walk(one)) return true;
        // All starters count: those that did not fire are read when the run begins.
        found.push(...(one.select ? nodesOf(one).filter((inner) => inner.starter) : readTrait(one) ? [one] : []));
      }
    } else {
      const inner = [...(node.parallel?.nodes ?? node.select?.nodes ?? []), ...(node.ifChain?.branches ?? []).flatMap((branch) => branch.node ?? []), ...(node.ifChain?.otherwise ? [node.ifChain.otherwise] : [])];
      if (inner.some(walk)) return true;
    }
    found.length = before;
    return false;
  };
  return walk(root) ? found : [];
}

/**
 * The graph with a reader of a trait before a node, and the reader's number. An existing reader is used if there is one.
 *
 * @param {AutomationNode} root
 * @param {number} id
 * @param {AutomationTrait} trait
 * @returns {{root: AutomationNode, reader: number}}
 */
export function withReader(root, id, trait) {
  const known = readersBefore(root, id).filter((node) => isSameTrait(readTrait(node), trait) && node.starter?.eventId === undefined);
  // A state reader is preferred, because its value is newer than the starter's.
  const best = [...known].reverse().find((node) => node.stateReader) ?? known.at(-1);
  if (best) return { root, reader: best.id };
  const reader = nextId(root);
  return { root: insertBefore(root, id, { id: reader, stateReader: trait }), reader };
}

/** @param {AutomationNode} root @param {number} id @param {AutomationNode} added @returns {AutomationNode} */
function insertBefore(root, id, added) {
  let isDone = false;
  const flowed = mapNodes(root, (node) => {
    const nodes = node.sequential?.nodes;
    const index = nodes?.findIndex((one) => one.id === id) ?? -1;
    if (!nodes || index < 0) return node;
    isDone = true;
    return { ...node, sequential: { ...node.sequential, nodes: [...nodes.slice(0, index), added, ...nodes.slice(index)] } };
  });
  if (isDone && flowed) return flowed;
  // The node is not in a sequential flow, so it gets one of its own.
  return mapNodes(root, (node) => (node.id === id ? { id: nextId(root) + 1, sequential: { nodes: [added, node] } } : node)) ?? root;
}

/**
 * Repairs a graph after nodes were moved or removed. A node whose reader no longer comes before it gets another reader, and
 * unused readers are removed.
 *
 * @param {AutomationNode} root
 * @param {AutomationNode} former the graph before the edit, whose readers may be removed
 */
export function settled(root, former) {
  const traits = new Map([...nodesOf(former), ...nodesOf(root)].map((node) => [node.id, readTrait(node)]));
  let graph = root;
  for (const { id } of nodesOf(root)) {
    const node = nodesOf(graph).find((one) => one.id === id);
    if (!node || node.starter) continue;
    for (const { nodeId } of referencesOf(node)) {
      const trait = traits.get(nodeId);
      if (nodeId === id || !trait || trait.group || readersBefore(graph, id).some((one) => one.id === nodeId)) continue;
      const made = withReader(graph, id, trait);
      graph = replaceNode(made.root, id, redirected(nodesOf(made.root).find((one) => one.id === id) ?? node, (known) => (known === nodeId ? made.reader : known)));
    }
  }
  const wanted = new Set(nodesOf(graph).flatMap((node) => referencesOf(node).map((field) => field.nodeId)));
  const hadUse = new Set(nodesOf(former).flatMap((node) => referencesOf(node).map((field) => field.nodeId)));
  return mapNodes(graph, (node) => (node.stateReader && !wanted.has(node.id) && hadUse.has(node.id) ? undefined : node)) ?? graph;
}

/** @param {AutomationNode} node @param {(id: number) => number} change @returns {AutomationNode} with changed references to readers */
function redirected(node, change) {
  /** @param {AutomationExpression} expression @returns {AutomationExpression} */
  const inside = (expression) => {
    if (expression.field) return { ...expression, field: { ...expression.field, nodeId: change(expression.field.nodeId) } };
    return expression.operation ? { ...expression, operation: { ...expression.operation, operands: expression.operation.operands.map(inside) } } : expression;
  };
  /** @template {{becomes?: AutomationExpression}} T @param {T} starter @returns {T} */
  const started = (starter) => (starter.becomes ? { ...starter, becomes: inside(starter.becomes) } : starter);
  if (node.starter) return { ...node, starter: started(node.starter) };
  if (node.condition) return { ...node, condition: withExpression(node.condition, inside) };
  if (node.assignment) return { ...node, assignment: withExpression(node.assignment, inside) };
  if (node.wait) return { ...node, wait: { ...withExpression(node.wait, inside), starters: node.wait.starters.map(started) } };
  if (node.ifChain) return { ...node, ifChain: { ...node.ifChain, branches: node.ifChain.branches.map((branch) => (branch.condition ? { ...branch, condition: inside(branch.condition) } : branch)) } };
  if (node.action)
    return { ...node, action: { ...node.action, arguments: node.action.arguments.map((one) => (one.value ? { ...one, value: inside(one.value) } : one)) } };
  return node;
}

/** @param {AutomationNode} root @returns {AutomationNode} the graph with nodes numbered in the order of the lines, so that the text can leave the numbers out */
export function renumbered(root) {
  const numbers = new Map(nodesOf(root).map((node, index) => [node.id, index + 1]));
  const change = (/** @type {number} */ id) => numbers.get(id) ?? id;
  return mapNodes(root, (node) => ({ ...redirected(node, change), id: change(node.id) })) ?? root;
}

/** @template {{expression?: AutomationExpression}} T @param {T} holder @param {(expression: AutomationExpression) => AutomationExpression} change @returns {T} */
const withExpression = (holder, change) => (holder.expression ? { ...holder, expression: change(holder.expression) } : holder);

/**
 * Moves a node within its flow, past the next visible node.
 *
 * @param {AutomationNode} root
 * @param {number} id
 * @param {-1 | 1} step
 */
export function movedNode(root, id, step) {
  return mapNodes(root, (node) => {
    const kind = flowKindOf(node);
    const nodes = kind && node[kind]?.nodes;
    const from = nodes?.findIndex((one) => one.id === id) ?? -1;
    if (!kind || !nodes || from < 0) return node;
    let to = from + step;
    while (nodes[to]?.stateReader) to += step;
    if (to < 0 || to >= nodes.length) return node;
    const moved = nodes.filter((one) => one.id !== id);
    moved.splice(to, 0, /** @type {AutomationNode} */ (nodes[from]));
    return { ...node, [kind]: { ...node[kind], nodes: moved } };
  }) ?? root;
}

/**
 * The parts of an automation: its starters, its first conditions, and the index at which its actions begin.
 *
 * @param {AutomationNode} root
 * @returns {{when: readonly AutomationNode[], onlyIf: readonly AutomationNode[], thenIndex: number}}
 */
export function partsOfGraph(root) {
  const nodes = root.sequential?.nodes ?? [];
  const [first] = nodes;
  const isStart = first !== undefined && (first.starter !== undefined || first.manualStarter !== undefined || first.select !== undefined);
  const when = !isStart ? [] : first.select ? first.select.nodes : [first];
  const begin = isStart ? 1 : 0;
  let end = begin;
  while (nodes[end]?.condition || nodes[end]?.stateReader) end += 1;
  // A reader after the last condition belongs to the actions.
  while (end > begin && nodes[end - 1]?.stateReader) end -= 1;
  return { when, onlyIf: nodes.slice(begin, end), thenIndex: end };
}

/**
 * A copy of a program for editing, whose outermost node is a flow.
 *
 * @param {import("../../lib/hearth-v1.js").AutomationProgram | undefined} program
 * @returns {import("../../lib/hearth-v1.js").AutomationProgram & {graph: AutomationNode}}
 */
export function editable(program) {
  const copy = program ? decode("AutomationProgram", encode("AutomationProgram", program)) : undefined;
  const graph = copy?.graph ?? emptyFlow(1);
  const root = graph.sequential ? graph : { id: nextId(graph), sequential: { nodes: [graph] } };
  return { mode: 0, maxRuns: 0, maxExecutions: 0, allowsSensitiveActions: false, scene: 0, ...copy, graph: root };
}

/**
 * The beginning of a request that saves a program for an automation: refused if somebody has saved another program since.
 *
 * @param {import("../../lib/hearth-v1.js").Automation} base the version that the program is based on
 */
export const programChange = (base) => ({ automationId: base.id, programRevision: base.programRevision });
