// The starters of an automation. A starter stands alone, or first in a flow with the actions that only it runs.

import { insertNode, replaceNode } from "./graph.js";

/** @typedef {import("../../lib/hearth-v1.js").AutomationNode} AutomationNode */
/** @typedef {import("../../lib/hearth-v1.js").AutomationStarter} AutomationStarter */

/** @param {AutomationNode | undefined} node */
const isStart = (node) => node?.starter !== undefined || node?.manualStarter !== undefined;

/** @param {AutomationNode} entry a starter or its flow @returns {AutomationNode} the starter itself */
export function starterIn(entry) {
  const [first] = entry.sequential?.nodes ?? [];
  return first && isStart(first) ? first : entry;
}

/** @param {AutomationNode} root @returns {boolean} whether there are several starters; each may have its own actions */
export const hasSeveral = (root) => (root.sequential?.nodes[0]?.select?.nodes.length ?? 0) > 1;

/** @param {AutomationNode} root @param {AutomationNode} starter */
export function withStarter(root, starter) {
  const [first] = root.sequential?.nodes ?? [];
  if (first?.select) return insertNode(root, first.id, first.select.nodes.length, starter);
  if (!isStart(first) || !first) return insertNode(root, root.id, 0, starter);
  return replaceNode(root, first.id, { id: Math.max(starter.id, first.id) + 1, select: { nodes: [first, starter] } });
}

/** @param {AutomationNode} root @param {number} id of the starter, which is removed with its own actions */
export function withoutStarter(root, id) {
  const [first] = root.sequential?.nodes ?? [];
  const entry = first?.select?.nodes.find((one) => starterIn(one).id === id);
  const rest = replaceNode(root, entry?.id ?? id, undefined);
  const [left] = rest.sequential?.nodes ?? [];
  const [only, ...others] = left?.select?.nodes ?? [];
  if (!left?.select || others.length > 0) return rest;
  // The own actions of the last remaining starter become actions of the whole automation.
  const nodes = !only ? [] : only.sequential && isStart(only.sequential.nodes[0]) ? only.sequential.nodes : [only];
  return { ...rest, sequential: { nodes: [...nodes, ...(rest.sequential?.nodes ?? []).slice(1)] } };
}

export const voiceTrait = 0x6006_fc06;

/** @param {string} structureId @param {string} words @returns {AutomationStarter} a starter for spoken words */
export const wordsStarter = (structureId, words) => ({
  trait: { target: { deviceId: structureId, endpoint: 0 }, deviceType: 0, traitId: voiceTrait }, eventId: 0, causes: [], parameters: [{ id: 0, value: { text: words } }],
});

/** @param {AutomationStarter} starter @param {string} structureId @returns {string | undefined} the spoken words that it waits for */
export function wordsOf({ trait, eventId, parameters, becomes, causes }, structureId) {
  const [words] = parameters;
  const isVoice = trait?.traitId === voiceTrait && trait.target?.deviceId === structureId && eventId === 0 && !becomes && causes.length === 0;
  return isVoice && parameters.length === 1 && words?.id === 0 ? words.value?.text : undefined;
}
