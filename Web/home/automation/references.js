// What the nodes of a graph refer to: objects of the home, and each other by their numbers.

/** @typedef {import("../../lib/hearth-v1.js").AutomationNode} AutomationNode */
/** @typedef {import("../../lib/hearth-v1.js").AutomationExpression} AutomationExpression */
/** @typedef {import("../../lib/hearth-v1.js").AutomationTrait} AutomationTrait */
/** @typedef {import("./text.js").ObjectKind} ObjectKind */

/** @param {AutomationTrait | undefined} trait @returns {[ObjectKind, string]} */
export function objectOf(trait) {
  const group = trait?.group;
  if (group?.roomId !== undefined) return ["room", group.roomId];
  if (group?.zoneId !== undefined) return ["zone", group.zoneId];
  if (group?.serviceGroupId !== undefined) return ["group", group.serviceGroupId];
  if (group?.structureId !== undefined) return ["home", group.structureId];
  return ["device", trait?.target?.deviceId ?? ""];
}

/** @param {AutomationNode} node @returns {import("../../lib/hearth-v1.js").AutomationField[]} all that the node itself refers to */
export function referencesOf(node) {
  const roots = [node.starter?.becomes, node.condition?.expression, node.assignment?.expression, node.wait?.expression,
    ...(node.wait?.starters ?? []).map((one) => one.becomes), ...(node.action?.arguments ?? []).map((one) => one.value),
    ...(node.ifChain?.branches ?? []).map((one) => one.condition)];
  /** @param {AutomationExpression | undefined} expression @returns {import("../../lib/hearth-v1.js").AutomationField[]} */
  const inside = (expression) => (!expression ? [] : expression.field ? [expression.field] : (expression.operation?.operands ?? []).flatMap(inside));
  return roots.flatMap(inside);
}

/**
 * The numbers that have to stand in a text so that who reads it comes to all of them: without saying, each is one more than
 * the highest before it.
 *
 * @param {readonly number[]} ids in the order of the lines
 * @param {ReadonlySet<number>} named that are said anyway
 */
export function numbersToSay(ids, named) {
  const said = new Set(ids.filter((id) => named.has(id)));
  // Each that says its number may move others. Graphs that do not come to rest say all.
  for (let turn = 0; turn < 8; turn += 1) {
    const before = said.size;
    const taken = new Set(said);
    let highest = 0;
    for (const id of ids) {
      let next = highest + 1;
      while (taken.has(next)) next += 1;
      if (!said.has(id) && next !== id) said.add(id);
      highest = said.has(id) ? Math.max(highest, id) : next;
    }
    if (said.size === before) return said;
  }
  return new Set(ids);
}
