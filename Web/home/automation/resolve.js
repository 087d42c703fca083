// Finds out what the names in a text mean, by what the lines before have read and by the schemas of traits.

import { AutomationOperator as Operator } from "../../lib/hearth-v1-more.js";
import { SchemaField_Kind as Kind } from "../../lib/hearth-v1.js";
import { attributesOf, withoutContext } from "./grammar.js";
import { objectOf } from "./references.js";
import { fieldsIn, itemType, typeOf, usualKind } from "./words.js";
import { t } from "../../ui/text.js";

/** @typedef {import("./read-expression.js").Syntax} Syntax */
/** @typedef {import("./read-expression.js").NamedSyntax} NamedSyntax */
/** @typedef {import("./read-expression.js").NamedTrait} NamedTrait */
/** @typedef {import("./scanner.js").Scanner} Scanner */
/** @typedef {import("./words.js").Type} Type */
/** @typedef {import("./words.js").Fields} Fields */
/** @typedef {import("../../lib/hearth-v1.js").AutomationExpression} AutomationExpression */
/** @typedef {import("../../lib/hearth-v1.js").AutomationTrait} AutomationTrait */
/** @typedef {import("../../lib/hearth-v1.js").Value} Value */
/** @typedef {{id: number, trait: AutomationTrait, eventId: number | undefined}} Reader */

/**
 * The number that a word stands for: its own name, the same in other case, or the number itself.
 *
 * @param {readonly {number: number | bigint, name: string}[]} pairs
 * @param {string} word
 * @returns {bigint | undefined}
 */
export function numberOf(pairs, word) {
  const folded = pairs.filter((pair) => pair.name.toLowerCase() === word.toLowerCase());
  const found = pairs.find((pair) => pair.name === word) ?? (folded.length === 1 ? folded[0] : undefined);
  if (found) return BigInt(found.number);
  return /^(?:0x[0-9a-f]+|\d+)$/i.test(word) ? BigInt(word) : undefined;
}

/** @param {Fields} fields @param {string} word @returns {number | undefined} */
const fieldId = ({ fields }, word) => {
  const number = numberOf(fields.map((field) => ({ number: field.id, name: field.name })), word);
  return number === undefined ? undefined : Number(number);
};

export class Resolver {
  /**
   * @param {readonly Reader[]} readers
   * @param {import("./text.js").Names} names
   */
  constructor(readers, names) {
    this.readers = readers;
    this.names = names;
  }

  /** @param {Reader} reader @returns {Fields} */
  #fieldsOf({ trait, eventId }) {
    const schema = this.names.schema(trait.traitId);
    return { schema, fields: eventId === undefined ? attributesOf(schema) : schema?.events.find((one) => one.id === eventId)?.payload?.fields ?? [] };
  }

  /**
   * @param {Syntax} syntax
   * @param {number} node in which it stands
   * @param {Scanner} scanner of its line
   * @param {Type} [type] that is expected
   * @returns {AutomationExpression}
   */
  expression(syntax, node, scanner, type) {
    if (syntax.kind === "variable") return { variable: syntax.name };
    if (syntax.kind === "unsupported") throw scanner.error(t("read.whatThisStandsForIs"), syntax.at);
    if (syntax.kind === "field") return { field: this.#field(syntax, node, scanner) };
    if (syntax.kind !== "operation") return { constant: this.constant(syntax, scanner, type) };
    const { operator, operands } = syntax;
    // What a device says tells what the values beside it are.
    const read = operands.map((operand) => (operand.kind === "field" || (operand.kind === "operation" && operand.operator === Operator.ITEM) ? this.expression(operand, node, scanner) : undefined));
    const own = read.map((one) => one && this.typeOf(one));
    const common = own.find((one) => one !== undefined);
    const expected = (/** @type {number} */ index) => withoutContext.has(operator) ? undefined : operator === Operator.CONTAINS ? (index === 1 ? itemType(own[0]) : undefined) : common;
    return { operation: { operator: /** @type {1} */ (operator), operands: operands.map((operand, index) => read[index] ?? this.expression(operand, node, scanner, expected(index))) } };
  }

  /** @param {AutomationExpression} expression @returns {Type | undefined} */
  typeOf({ field, operation }) {
    if (operation?.operator === Operator.ITEM) return operation.operands[0] && itemType(this.typeOf(operation.operands[0]));
    const reader = field && this.readers.find((one) => one.id === field.nodeId);
    if (!field || !reader) return undefined;
    const [first = 0, ...rest] = field.path;
    return rest.reduce((type, id) => typeOf(fieldsIn(type), id), typeOf(this.#fieldsOf(reader), first));
  }

  /** @param {Extract<Syntax, {kind: "field"}>} syntax @param {number} node @param {Scanner} scanner */
  #field(syntax, node, scanner) {
    if (syntax.node === "its" && !this.readers.some((one) => one.id === node))
      throw scanner.error(t("read.itsStandsForTheDevice"), syntax.at);
    const id = syntax.node === "its" ? node : typeof syntax.node === "number" ? syntax.node : this.#readerOf(syntax.node, syntax.at, scanner);
    const reader = this.readers.find((one) => one.id === id);
    /** @type {Fields | undefined} */
    let fields = reader && this.#fieldsOf(reader);
    const path = syntax.path.map((word) => {
      const found = fieldId(fields ?? { fields: [], schema: undefined }, word);
      if (found === undefined) throw scanner.error(t("read.unknownAttribute", { word }), syntax.at);
      fields = fieldsIn(typeOf(fields, found));
      return found;
    });
    return { nodeId: id, path };
  }

  /** @param {NamedTrait} named @param {number} at @param {Scanner} scanner */
  #readerOf({ trait, saysPart, saysType }, at, scanner) {
    const all = this.readers.filter((one) => one.trait.traitId === trait.traitId && objectOf(one.trait).join(" ") === objectOf(trait).join(" "));
    const plain = all.filter((one) => one.eventId === undefined);
    const fitting = (plain.length > 0 ? plain : all).filter((one) =>
      (!saysPart || one.trait.target?.endpoint === trait.target?.endpoint) && (!saysType || one.trait.deviceType === trait.deviceType));
    const [first] = fitting;
    const word = this.names.schema(trait.traitId)?.name ?? "";
    if (!first) throw scanner.error(t("read.noLineReadsThisPut", { word }), at);
    if (fitting.length > 1)
      throw scanner.error(t("read.severalLinesReadThisGive", { number: first.id, word }), at);
    return first.id;
  }

  /** @param {readonly NamedSyntax[]} given @param {Fields} fields @param {Scanner} scanner @returns {{id: number, item: NamedSyntax}[]} */
  named(given, fields, scanner) {
    const seen = new Set();
    return given.map((item) => {
      const id = fieldId(fields, item.name);
      if (id === undefined) throw scanner.error(t("read.unknownName", { name: item.name }), item.at);
      if (seen.has(id)) throw scanner.error(t("read.isThereTwiceTakeOne", { name: item.name }), item.at);
      seen.add(id);
      return { id, item };
    });
  }

  /** @param {readonly NamedSyntax[]} given @param {Fields} fields @param {Scanner} scanner @returns {import("../../lib/hearth-v1.js").FieldValue[]} */
  values(given, fields, scanner) {
    return this.named(given, fields, scanner).map(({ id, item }) => ({ id, value: this.constant(item.value, scanner, typeOf(fields, id)) }));
  }

  /** @param {Syntax} syntax @param {Scanner} scanner @param {Type} [type] @returns {Value} */
  constant(syntax, scanner, type) {
    switch (syntax.kind) {
      case "null": return { null: true };
      case "boolean": return { boolean: syntax.value };
      case "text": return { text: syntax.text };
      case "octets": return { octets: syntax.bytes };
      case "time": return { structure: { fields: [syntax.hours, syntax.minutes].map((number, id) => ({ id, value: { unsigned: BigInt(number) } })) } };
      case "list": return { list: { items: syntax.items.map((item) => this.constant(item, scanner, itemType(type))) } };
      case "structure": return { structure: { fields: this.values(syntax.fields, fieldsIn(type) ?? { fields: [], schema: undefined }, scanner) } };
      case "words": return { unsigned: this.#words(syntax, type, scanner) };
      case "number": return number(syntax, type, scanner);
      default: throw scanner.error(t("read.onlyAFixedValueCan"), syntax.at);
    }
  }

  /** @param {Extract<Syntax, {kind: "words"}>} syntax @param {Type | undefined} type @param {Scanner} scanner */
  #words({ words, at }, type, scanner) {
    const { kind, typeIndex } = type && !type.field.isList ? type.field : { kind: Kind.UNSPECIFIED, typeIndex: 0 };
    const constants = kind === Kind.ENUM && words.length === 1 ? type?.schema.enums[typeIndex]?.constants : kind === Kind.BITMAP ? type?.schema.bitmaps[typeIndex]?.fields : undefined;
    if (!constants) throw scanner.error(t("read.meansNothingHereTextsStand", { word: words.join("|") }), at);
    return words.reduce((sum, word) => {
      const value = numberOf(constants.map((one) => ({ number: one.value, name: one.name })), word);
      if (value === undefined) throw scanner.error(t("read.isNoneOfTheValues", { word, values: constants.slice(0, 12).map((one) => one.name).join(", ") }), at);
      return sum | value;
    }, 0n);
  }
}

/** @param {Extract<Syntax, {kind: "number"}>} syntax @param {Type | undefined} type @param {Scanner} scanner @returns {Value} */
function number({ digits, isNegative, isFraction, mark, at }, type, scanner) {
  const kind = mark || usualKind(type, isNegative, isFraction);
  const text = `${isNegative ? "-" : ""}${digits}`;
  if (kind === "f") return { single: Math.fround(Number(text)) };
  if (kind === "d") return { double: Number(text) };
  const value = isFraction ? undefined : BigInt(text);
  const [low, high] = kind === "u" ? [0n, (1n << 64n) - 1n] : [-(1n << 63n), (1n << 63n) - 1n];
  if (value === undefined || value < low || value > high) throw scanner.error(t("read.outOfRange", { text }), at);
  return kind === "u" ? { unsigned: value } : { signed: value };
}
