// The nodes of automations, and the kinds of automations that follow from them.

/** @typedef {import("../lib/hearth-v1.js").Automation} Automation */
/** @typedef {import("../lib/hearth-v1.js").AutomationNode} AutomationNode */

/**
 * All nodes of a graph, outermost first.
 *
 * @param {AutomationNode | undefined} node
 * @returns {AutomationNode[]}
 */
export function nodesOf(node) {
  if (!node) return [];
  const inner = [
    ...(node.sequential?.nodes ?? node.parallel?.nodes ?? node.select?.nodes ?? []),
    ...(node.ifChain?.branches ?? []).flatMap((branch) => branch.node ?? []),
    ...(node.ifChain?.otherwise ? [node.ifChain.otherwise] : []),
  ];
  return [node, ...inner.flatMap(nodesOf)];
}

/** @param {Automation} automation @returns whether a person may start it */
export const isManual = (automation) => nodesOf(automation.program?.graph).some((node) => node.manualStarter);

/** @param {Automation} automation */
export const isScene = (automation) => (automation.program?.scene ?? 0) > 0 && automation.program?.scene !== 6;
