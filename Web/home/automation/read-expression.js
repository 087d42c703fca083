// Reads the expressions of the text form. What names mean is found out later, when it is known what stands where.

import { AutomationOperator as Operator } from "../../lib/hearth-v1-more.js";
import { functions, infix, level } from "./grammar.js";
import { reserved } from "./words.js";
import { t } from "../../ui/text.js";

/** @typedef {import("./scanner.js").Scanner} Scanner */
/** @typedef {import("../../lib/hearth-v1.js").AutomationTrait} AutomationTrait */
/** @typedef {{trait: AutomationTrait, saysPart: boolean, saysType: boolean}} NamedTrait */
/** @typedef {{name: string, at: number, value: Syntax}} NamedSyntax */
/**
 * @typedef {{at: number} & (
 *   {kind: "null"} | {kind: "unsupported"} | {kind: "boolean", value: boolean} | {kind: "text", text: string} | {kind: "octets", bytes: Uint8Array} |
 *   {kind: "time", hours: number, minutes: number} | {kind: "words", words: string[]} | {kind: "variable", name: string} |
 *   {kind: "number", digits: string, isNegative: boolean, isFraction: boolean, mark: string} |
 *   {kind: "list", items: Syntax[]} | {kind: "structure", fields: NamedSyntax[]} |
 *   {kind: "field", node: number | "its" | NamedTrait, path: string[]} |
 *   {kind: "operation", operator: number, operands: Syntax[]}
 * )} Syntax
 */

const deepest = 64;
const comparisons = [...infix].filter(([, [, binding]]) => binding === level.comparison);
const sums = [...infix].filter(([, [, binding]]) => binding === level.sum);
const products = [...infix].filter(([, [, binding]]) => binding === level.product);
const operators = new Map([...functions].filter(([number]) => number !== 0).map(([number, name]) => [name.toLowerCase(), number]));

/** @param {string} text @returns {Uint8Array | undefined} */
export function bytesOfHex(text) {
  if (text === "" || text === "nothing") return new Uint8Array(0);
  if (!/^(?:[0-9a-f]{2})+$/i.test(text)) return undefined;
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

export class ExpressionReader {
  /** @param {(scanner: Scanner) => NamedTrait} trait reads a device and a trait of it */
  constructor(trait) {
    this.trait = trait;
  }

  /** @param {Scanner} scanner @returns {Syntax} */
  expression(scanner, depth = 0) {
    if (depth >= deepest) throw scanner.error(t("read.moreThanOperationsStandInside", { deepest }));
    const isOr = () => {
      const ahead = scanner.copy();
      return ahead.words("or") && !ahead.take(":") && scanner.words("or");
    };
    return this.#joined(scanner, Operator.OR, isOr, () => this.#joined(scanner, Operator.AND, () => scanner.words("and"), () => this.#negation(scanner, depth)));
  }

  /** @param {Scanner} scanner @param {number} operator @param {() => boolean} hasNext @param {() => Syntax} read @returns {Syntax} */
  #joined(scanner, operator, hasNext, read) {
    const operands = [read()];
    while (hasNext()) operands.push(read());
    const [first] = operands;
    return operands.length === 1 && first ? first : { kind: "operation", operator, operands, at: first?.at ?? scanner.at };
  }

  /** @param {Scanner} scanner @param {number} depth @returns {Syntax} */
  #negation(scanner, depth) {
    scanner.skip();
    const { at } = scanner;
    const ahead = scanner.copy();
    if (!ahead.words("not") || ahead.peek() === "(") return this.#comparison(scanner, depth);
    scanner.words("not");
    return { kind: "operation", operator: Operator.NOT, operands: [this.#comparison(scanner, depth)], at };
  }

  /** @param {Scanner} scanner @param {number} depth @returns {Syntax} */
  #comparison(scanner, depth) {
    const left = this.#sum(scanner, depth);
    if (scanner.words("between")) {
      const low = this.#sum(scanner, depth);
      if (!scanner.words("and")) throw scanner.error(t("read.betweenNeedsTwoLimitsBetween"));
      return { kind: "operation", operator: Operator.BETWEEN, operands: [left, low, this.#sum(scanner, depth)], at: left.at };
    }
    let operator = takeInfix(scanner, comparisons);
    // As programmers write it.
    if (operator === Operator.EQUALS && scanner.peek() === "=") scanner.take("=");
    if (operator === undefined && scanner.words("is")) operator = scanner.words("not") ? Operator.NOT_EQUALS : Operator.EQUALS;
    return operator === undefined ? left : { kind: "operation", operator, operands: [left, this.#sum(scanner, depth)], at: left.at };
  }

  /** @param {Scanner} scanner @param {number} depth @returns {Syntax} */
  #sum(scanner, depth) {
    return this.#chain(scanner, depth, sums, () => this.#chain(scanner, depth, products, () => this.#sign(scanner, depth)));
  }

  /** @param {Scanner} scanner @param {number} depth @param {typeof sums} table @param {() => Syntax} read @returns {Syntax} */
  #chain(scanner, depth, table, read) {
    let left = read();
    let count = depth;
    for (let operator = takeInfix(scanner, table); operator !== undefined; operator = takeInfix(scanner, table)) {
      count += 1;
      if (count >= deepest) throw scanner.error(t("read.moreThanOperationsStandInside", { deepest }));
      left = { kind: "operation", operator, operands: [left, read()], at: left.at };
    }
    return left;
  }

  /** @param {Scanner} scanner @param {number} depth @returns {Syntax} */
  #sign(scanner, depth) {
    scanner.skip();
    const { at } = scanner;
    if (!scanner.take("-")) return this.#operand(scanner, depth);
    const number = /^[\din]/i.test(scanner.peek()) ? takeNumber(scanner, true, at) : undefined;
    if (number) return number;
    if (depth >= deepest) throw scanner.error(t("read.tooManySigns"));
    return { kind: "operation", operator: Operator.NEGATED, operands: [this.#sign(scanner, depth + 1)], at };
  }

  /** @param {Scanner} scanner @param {number} depth @returns {Syntax} */
  #operand(scanner, depth) {
    scanner.skip();
    const { at } = scanner;
    if (scanner.take("(")) {
      const inner = this.expression(scanner, depth + 1);
      scanner.expect(")", t("read.aParenthesisIsOpenClose"));
      return inner;
    }
    if (scanner.take("[")) return { kind: "list", items: this.#list(scanner, "]", depth), at };
    if (scanner.take("{")) return { kind: "structure", fields: this.fields(scanner, "}", depth), at };
    if (scanner.take("$")) return { kind: "variable", name: this.variableName(scanner), at };
    if (scanner.take("@")) {
      const node = scanner.natural();
      if (node === undefined) throw scanner.error(t("read.lineNumberMissing"));
      return { kind: "field", node, path: this.#path(scanner), at };
    }
    const number = takeNumber(scanner, false, at);
    if (number) return number;
    if (scanner.peek() === '"') return this.#reference(scanner) ?? { kind: "text", text: scanner.string() ?? "", at };
    const name = scanner.nextName();
    if (name === undefined)
      throw scanner.error(t("read.somethingToCompareOrTo"));
    const reference = name.toLowerCase() === "home" ? this.#reference(scanner) : undefined;
    if (reference) return reference;
    scanner.name();
    return this.#word(name, scanner, at, depth);
  }

  /** @param {string} name @param {Scanner} scanner @param {number} at @param {number} depth @returns {Syntax} */
  #word(name, scanner, at, depth) {
    const word = name.toLowerCase();
    if (scanner.peek() === "(" && scanner.take("(")) {
      const operator = operators.get(word);
      if (operator === undefined) throw scanner.error(t("read.unknownFunction", { name }), at);
      return { kind: "operation", operator, operands: this.#list(scanner, ")", depth), at };
    }
    if (word === "null" || word === "unsupported") return { kind: word, at };
    if (word === "true" || word === "false") return { kind: "boolean", value: word === "true", at };
    if (word === "its") return { kind: "field", node: "its", path: [pathName(scanner), ...this.#path(scanner)], at };
    if (word === "hex") {
      const bytes = bytesOfHex(scanner.string() ?? "?");
      if (!bytes) throw scanner.error(t("read.hexGoesBeforePairsOf"), at);
      return { kind: "octets", bytes, at };
    }
    if (reserved.has(word)) throw scanner.error(t("read.aValueIsMissingBefore", { name }), at);
    const words = [name];
    while (scanner.take("|")) {
      const next = scanner.name();
      if (next === undefined) throw scanner.error(t("read.aNameIsMissingBehind"));
      words.push(next);
    }
    return { kind: "words", words, at };
  }

  /** @param {Scanner} scanner @param {string} end @param {number} depth */
  #list(scanner, end, depth) {
    /** @type {Syntax[]} */
    const items = [];
    if (scanner.take(end)) return items;
    do items.push(this.expression(scanner, depth + 1)); while (scanner.take(","));
    scanner.expect(end, t("read.aCommaOrIsMissing", { end }));
    return items;
  }

  /** @param {Scanner} scanner @param {string} end @returns {NamedSyntax[]} */
  fields(scanner, end, depth = 0) {
    /** @type {NamedSyntax[]} */
    const fields = [];
    if (scanner.take(end)) return fields;
    do {
      scanner.skip();
      const { at } = scanner;
      const name = scanner.name();
      if (name === undefined || !scanner.take(":")) throw scanner.error(t("read.nameEachValueAsIn"), at);
      fields.push({ name, at, value: this.expression(scanner, depth + 1) });
    } while (scanner.take(","));
    scanner.expect(end, t("read.aCommaOrIsMissing", { end }));
    return fields;
  }

  /** @param {Scanner} scanner */
  variableName(scanner) {
    const quoted = scanner.peek() === '"' ? scanner.string() : undefined;
    const name = quoted ?? (/^\w/.test(scanner.peek()) ? scanner.name() : undefined);
    if (name === undefined) throw scanner.error(t("read.variableNameMissing"));
    return name;
  }

  /** @param {Scanner} scanner @returns {Syntax | undefined} what a device says, if that comes next and no text */
  #reference(scanner) {
    const ahead = scanner.copy();
    scanner.skip();
    const { at } = scanner;
    if (ahead.string() === undefined) ahead.name();
    const word = ahead.name()?.toLowerCase();
    if (word === undefined || (word !== "part" && word !== "as" && ahead.peek() !== ".")) return undefined;
    const node = this.trait(scanner);
    if (scanner.peek() !== ".") throw scanner.error(t("read.sayWhatOfItIs"));
    return { kind: "field", node, path: this.#path(scanner), at };
  }

  /** @param {Scanner} scanner */
  #path(scanner) {
    /** @type {string[]} */
    const path = [];
    while (scanner.peek() === "." && scanner.take(".")) path.push(pathName(scanner));
    return path;
  }
}

/** @param {Scanner} scanner */
function pathName(scanner) {
  const name = scanner.name();
  if (name === undefined) throw scanner.error(t("read.theNameOfAnAttribute"));
  return name;
}

/** @param {Scanner} scanner @param {typeof sums} table @returns {number | undefined} */
function takeInfix(scanner, table) {
  // The longer of two signs that begin alike comes first.
  for (const [operator, [word]] of [...table].sort(([, [left]], [, [right]]) => right.length - left.length))
    if (/^\w/.test(word) ? scanner.words(...word.split(" ")) : scanner.take(word)) return operator;
  return undefined;
}

/** @param {Scanner} scanner @param {boolean} isNegative @param {number} at @returns {Syntax | undefined} */
function takeNumber(scanner, isNegative, at) {
  scanner.skip();
  const rest = scanner.text.slice(scanner.at);
  const [special, name, kind] = /^(inf|nan)([fd]?)(?!\w)/i.exec(rest) ?? [];
  if (special !== undefined) {
    scanner.at += special.length;
    return { kind: "number", digits: String(name).toLowerCase() === "inf" ? "Infinity" : "NaN", isNegative, isFraction: true, mark: String(kind), at };
  }
  const [time, hours, minutes] = (!isNegative && /^(\d+):(\d+)(?!\w)/.exec(rest)) || [];
  if (time !== undefined) {
    if (Number(hours) > 23 || Number(minutes) > 59) throw scanner.error(t("read.aTimeOfDayLies"), at);
    scanner.at += time.length;
    return { kind: "time", hours: Number(hours), minutes: Number(minutes), at };
  }
  const [hex, digitsOfHex] = /^0x([0-9a-f]+)(?!\w)/i.exec(rest) ?? [];
  if (hex !== undefined) {
    scanner.at += hex.length;
    return { kind: "number", digits: String(BigInt(`0x${digitsOfHex}`)), isNegative, isFraction: false, mark: "", at };
  }
  const [all, digits, fraction = "", exponent = "", mark = ""] = /^(\d+)(\.\d+)?(e[+-]?\d+)?(\w*)/i.exec(rest) ?? [];
  if (all === undefined) return undefined;
  scanner.at += all.length;
  if (!["", "u", "i", "f", "d"].includes(mark)) throw scanner.error(t("read.isNoNumberNumbersHave", { all }), at);
  return { kind: "number", digits: `${digits}${fraction}${exponent}`, isNegative, isFraction: fraction !== "" || exponent !== "", mark, at };
}
