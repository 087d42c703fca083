// The text form of automations, which the hub formats and parses (docs/automations.md).

/** @typedef {import("../../lib/hearth-v1.js").AutomationTextNode} AutomationTextNode */
/** @typedef {{text: string, depth: number, ids: readonly number[]}} Line with the ids of the nodes that begin in it */

const step = 2;

/** A text from the hub, with the positions of its nodes. */
export class WrittenText {
  /** @type {Map<number, AutomationTextNode>} */
  #nodes;

  /**
   * @param {string} text
   * @param {readonly AutomationTextNode[]} nodes
   */
  constructor(text, nodes) {
    this.text = text;
    this.#nodes = new Map(nodes.map((node) => [node.nodeId, node]));
  }

  /** @returns {Line[]} */
  get lines() {
    /** @type {Map<number, number[]>} */
    const beginning = new Map();
    for (const { nodeId, line } of this.#nodes.values()) beginning.set(line, [...(beginning.get(line) ?? []), nodeId]);
    return this.#rows.map((row, index) => ({ text: row.trimStart(), depth: depthOf(row), ids: beginning.get(index + 1) ?? [] }));
  }

  /** @param {number} id @returns {string} the first line of a node */
  statement(id) {
    const node = this.#nodes.get(id);
    return node ? (this.#rows[node.line - 1] ?? "").slice(node.column - 1) : "";
  }

  /** @param {number} id @returns {string} all lines of a node, with its inner nodes */
  linesOf(id) {
    const node = this.#nodes.get(id);
    if (!node) return "";
    const rows = this.#rows.slice(node.line - 1, node.lastLine);
    const margin = depthOf(rows[0] ?? "") * step;
    return rows.map((row) => row.slice(margin)).join("\n");
  }

  get #rows() {
    return this.text.replace(/\n$/, "").split("\n");
  }
}

/** @param {string} row */
const depthOf = (row) => (row.length - row.trimStart().length) / step;

/**
 * Asks the hub to format an automation as text.
 *
 * @param {import("../../lib/connect.js").Client} client
 * @param {import("../../lib/hearth-v1.js").Input<import("../../lib/hearth-v1.js").FormatAutomationRequest>} automation
 * @param {(id: number) => number} idOf maps the hub's number of a node to the one used here
 */
export async function written(client, automation, idOf = (id) => id) {
  const { text, nodes } = await client.call("AutomationService/FormatAutomation", automation);
  return new WrittenText(text, nodes.map((node) => ({ ...node, nodeId: idOf(node.nodeId) })));
}

/**
 * The range of a character at a line and column, which the hub counts in characters (grapheme clusters).
 *
 * @param {string} text
 * @param {{line: number, column: number}} place both from 1
 * @returns {[start: number, end: number]} of the character, in UTF-16 code units
 */
export function rangeOf(text, { line, column }) {
  const rows = text.split("\n");
  const before = rows.slice(0, line - 1).reduce((sum, row) => sum + row.length + 1, 0);
  const letters = [...new Intl.Segmenter("en").segment(rows[line - 1] ?? "")];
  const letter = letters[column - 1];
  const start = Math.min(text.length, before + (letter?.index ?? rows[line - 1]?.length ?? 0));
  return [start, start + (letter?.segment.length ?? 0)];
}
