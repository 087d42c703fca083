// The references of a graph's nodes: to objects of the home, and to other nodes by number.

import { nodesOf } from "../nodes.js";

/** @typedef {import("../../lib/hearth-v1.js").AutomationNode} AutomationNode */
/** @typedef {import("../../lib/hearth-v1.js").AutomationExpression} AutomationExpression */
/** @typedef {import("../../lib/hearth-v1.js").AutomationTrait} AutomationTrait */
/** @typedef {"device" | "room" | "zone" | "group" | "home"} ObjectKind */

/** @param {AutomationTrait | undefined} trait @returns {[ObjectKind, string]} */
export function objectOf(trait) {
  const group = trait?.group;
  if (group?.roomId !== undefined) return ["room", group.roomId];
  if (group?.zoneId !== undefined) return ["zone", group.zoneId];
  if (group?.serviceGroupId !== undefined) return ["group", group.serviceGroupId];
  if (group?.structureId !== undefined) return ["home", group.structureId];
  return ["device", trait?.target?.deviceId ?? ""];
}

/** @param {AutomationNode} node @returns {import("../../lib/hearth-v1.js").AutomationField[]} the references of the node itself, without its inner nodes */
export function referencesOf(node) {
  const roots = [node.starter?.becomes, node.condition?.expression, node.assignment?.expression, node.wait?.expression,
    ...(node.wait?.starters ?? []).map((one) => one.becomes), ...(node.action?.arguments ?? []).map((one) => one.value),
    ...(node.ifChain?.branches ?? []).map((one) => one.condition)];
  /** @param {AutomationExpression | undefined} expression @returns {import("../../lib/hearth-v1.js").AutomationField[]} */
  const inside = (expression) => (!expression ? [] : expression.field ? [expression.field] : (expression.operation?.operands ?? []).flatMap(inside));
  return roots.flatMap(inside);
}

/** @param {readonly AutomationNode[]} nodes @returns {AutomationTrait[]} the traits that nodes refer to */
const traitReferences = (nodes) => nodes
  .flatMap((node) => [node.starter?.trait, node.stateReader, node.action?.trait, ...(node.wait?.starters ?? []).map((one) => one.trait)])
  .flatMap((trait) => trait ?? []);

/** @param {AutomationNode | undefined} graph @returns {AutomationTrait[]} the traits that a whole graph refers to */
export const traitsIn = (graph) => traitReferences(nodesOf(graph));

/**
 * The traits that nodes refer to, whose schemas are needed to show them.
 *
 * @param {readonly AutomationNode[]} nodes
 */
export const traitsOf = (nodes) => traitReferences(nodes).map(({ traitId }) => ({ id: traitId }));
