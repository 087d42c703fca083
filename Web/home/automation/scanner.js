// The text of automations, letter by letter and line by line.

import { t } from "../../ui/text.js";

/** What is wrong with a text, and where. */
export class TextError extends Error {
  /** @param {number} line from 1 @param {number} column from 1 @param {string} message */
  constructor(line, column, message) {
    super(message);
    this.line = line;
    this.column = column;
  }
}

/** @typedef {{number: number, text: string, indent: number, blocks: Block[]}} Block a line with those that are set in under it */

const deepest = 64;

/** @param {string} line @returns {number} where it ends: before its comment, and before blanks */
function endOf(line) {
  let isQuoted = false;
  for (let at = 0; at < line.length; at += 1) {
    const letter = line[at];
    if (letter === '"') isQuoted = !isQuoted;
    else if (letter === "\\" && isQuoted) at += 1;
    else if (letter === "#" && !isQuoted) return line.slice(0, at).trimEnd().length;
  }
  return line.trimEnd().length;
}

/** @param {string} text @returns {Block[]} */
export function blocksOf(text) {
  /** @type {Block[]} */
  const roots = [];
  /** @type {Block[]} */
  const open = [];
  text.split("\n").forEach((line, index) => {
    const shown = line.slice(0, endOf(line));
    const indent = shown.length - shown.trimStart().length;
    if (shown.trim() === "") return;
    const fail = (/** @type {string} */ message) => new TextError(index + 1, indent + 1, message);
    if (shown.slice(0, indent).includes("\t")) throw fail(t("read.setLinesInWithBlanks"));
    while (open.length > 0 && /** @type {Block} */ (open.at(-1)).indent >= indent) open.pop();
    const siblings = open.at(-1)?.blocks ?? roots;
    const [first] = siblings;
    if (first && first.indent !== indent) throw fail(t("read.thisLineIsSetIn", { indent, line: first.number, other: first.indent }));
    if (open.length === 0 && indent > 0) throw fail(t("read.nothingStandsAboveThisLine"));
    if (open.length >= deepest) throw fail(t("read.moreThanLinesStandInside", { deepest }));
    const block = { number: index + 1, text: shown, indent, blocks: [] };
    siblings.push(block);
    open.push(block);
  });
  return roots;
}

const spans = new Map(Object.entries({
  d: 86_400, day: 86_400, days: 86_400, h: 3600, hour: 3600, hours: 3600, min: 60, minute: 60, minutes: 60, m: 60,
  s: 1, second: 1, seconds: 1, sec: 1, ms: 1e-3, us: 1e-6, ns: 1e-9,
}).map(([unit, seconds]) => [unit, BigInt(Math.round(seconds * 1e9))]));

/** Reads one line. */
export class Scanner {
  /** @param {Block} block */
  constructor(block, at = block.indent) {
    this.block = block;
    this.text = block.text;
    this.at = at;
  }

  copy() {
    return new Scanner(this.block, this.at);
  }

  /** @param {string} message @returns {TextError} */
  error(message, at = this.at) {
    return new TextError(this.block.number, Array.from(this.text.slice(0, at)).length + 1, message);
  }

  skip() {
    while (this.text[this.at] === " " || this.text[this.at] === "\t") this.at += 1;
  }

  get isAtEnd() {
    this.skip();
    return this.at >= this.text.length;
  }

  /** @param {number} ahead */
  peek(ahead = 0) {
    return this.text[this.at + ahead] ?? "";
  }

  /** @param {string} sign */
  take(sign) {
    this.skip();
    if (!this.text.startsWith(sign, this.at)) return false;
    this.at += sign.length;
    return true;
  }

  /** @param {...string} words that come one after the other, or none of them is taken */
  words(...words) {
    const before = this.at;
    for (const word of words)
      if (this.name()?.toLowerCase() !== word) {
        this.at = before;
        return false;
      }
    return true;
  }

  /** @returns {string | undefined} letters, digits and underscores that come next */
  name() {
    this.skip();
    const [found] = /^\w+/.exec(this.text.slice(this.at)) ?? [];
    this.at += found?.length ?? 0;
    return found;
  }

  nextName() {
    return this.copy().name();
  }

  get isQuoteNext() {
    const ahead = this.copy();
    ahead.skip();
    return ahead.peek() === '"';
  }

  /** @param {string} sign @param {string} message */
  expect(sign, message) {
    if (!this.take(sign)) throw this.error(message);
  }

  expectEnd() {
    if (!this.isAtEnd) throw this.error(t("read.doesNotBelongHereTake", { rest: Array.from(this.text.slice(this.at)).slice(0, 40).join("") }));
  }

  /** @returns {number | undefined} */
  natural() {
    const before = this.at;
    const word = this.name();
    if (word !== undefined && /^\d+$/.test(word)) return Number(word);
    this.at = before;
    return undefined;
  }

  /** @returns {string | undefined} what stands in quotes */
  string() {
    this.skip();
    if (this.peek() !== '"') return undefined;
    const start = this.at;
    this.at += 1;
    let result = "";
    for (let letter = this.peek(); letter !== ""; letter = this.peek()) {
      this.at += 1;
      if (letter === '"') return result;
      result += letter === "\\" ? this.#escaped() : letter;
    }
    throw this.error(t("read.theTextThatBeginsHere"), start);
  }

  #escaped() {
    const rest = this.text.slice(this.at);
    const [found, plain, digits] = /^(?:(["\\nrt])|u\{([0-9a-fA-F]{1,6})\})/.exec(rest) ?? [];
    const code = digits === undefined ? 0 : parseInt(digits, 16);
    if (found === undefined || code > 0x10ffff) throw this.error(t("read.aBackslashGoesBeforeOne"));
    this.at += found.length;
    return plain === undefined ? String.fromCodePoint(code) : { n: "\n", r: "\r", t: "\t" }[plain] ?? plain;
  }

  /** @returns {import("../../lib/hearth-v1.js").Duration} */
  span() {
    const sign = this.take("-") ? -1n : 1n;
    let total = 0n;
    let hasPart = false;
    for (;;) {
      this.skip();
      const [digits] = /^\d+/.exec(this.text.slice(this.at)) ?? [];
      if (digits === undefined) break;
      this.at += digits.length;
      const place = this.at;
      const unit = spans.get(this.name()?.toLowerCase() ?? "");
      if (unit === undefined) throw this.error(t("read.sayTheUnitOfThe"), place);
      total += BigInt(digits) * unit;
      hasPart = true;
    }
    if (!hasPart) throw this.error(t("read.sayATimeWithIts"));
    return { seconds: (sign * total) / 1_000_000_000n, nanos: Number((sign * total) % 1_000_000_000n) };
  }
}
