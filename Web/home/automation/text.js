// The text form of an automation, as `hearth automations show` prints it (docs/automations.md).

import { hex } from "../../lib/bytes.js";
import { AutomationOperator as Operator } from "../../lib/hearth-v1-more.js";
import { encode } from "../../lib/message.js";
import { nodesOf } from "../runs.js";
import { attributesOf, causes, functions, infix, level, withoutContext } from "./grammar.js";
import { numbersToSay, objectOf, referencesOf } from "./references.js";
import { constantWord, deviceTypeNames, fieldsIn, fieldWord, itemType, quoted, spanInWords, typeOf, usualKind, wordFor } from "./words.js";
import { scheduleInWords, timeTrait } from "./schedule.js";

/** @typedef {import("../../lib/hearth-v1.js").AutomationNode} AutomationNode */
/** @typedef {import("../../lib/hearth-v1.js").AutomationExpression} AutomationExpression */
/** @typedef {import("../../lib/hearth-v1.js").AutomationTrait} AutomationTrait */
/** @typedef {import("../../lib/hearth-v1.js").AutomationStarter} AutomationStarter */
/** @typedef {import("../../lib/hearth-v1.js").Value} Value */
/** @typedef {import("./words.js").Type} Type */
/** @typedef {import("./words.js").Fields} Fields */
/** @typedef {"device" | "room" | "zone" | "group" | "home" | "automation"} ObjectKind */
/**
 * What the text needs to know of the home.
 *
 * @typedef {{
 *   structureId: string,
 *   name: (kind: ObjectKind, id: string) => string | undefined,
 *   schema: (traitId: number) => import("../../lib/hearth-v1.js").TraitSchema | undefined,
 * }} Names
 * @typedef {{id: number, text: string, depth: number}} Line of a node; 0 for lines of no node, as "else:"
 */

/** What is said of one graph. */
export class AutomationText {
  /** @type {Line[]} */
  lines = [];
  /** @type {Map<string, string>} */
  #labels = new Map();
  /** @type {Set<number>} */
  #sayingNumber = new Set();
  /** @type {Set<number>} nodes that others refer to */
  referred = new Set();

  /**
   * @param {AutomationNode | undefined} root
   * @param {Names} names
   * @param {{isNew?: boolean}} settings nodes of what was never saved have no numbers to keep
   */
  constructor(root, names, { isNew = false } = {}) {
    this.names = names;
    this.nodes = nodesOf(root);
    this.#label();
    for (const node of this.nodes)
      for (const { nodeId, path } of referencesOf(node)) {
        this.referred.add(nodeId);
        if (this.#readerForm(nodeId, path, node.id) === undefined) this.#sayingNumber.add(nodeId);
      }
    if (!isNew) for (const id of numbersToSay(this.nodes.map((node) => node.id), this.#sayingNumber)) this.#sayingNumber.add(id);
    this.#root(root);
  }

  /** The steps, and before them which object each name is of. */
  get text() {
    const uses = [...this.#labels].map(([key, label]) => {
      const [kind = "", id = ""] = key.split(/ (.*)/s, 2);
      return `  ${quoted(label)} = ${kind} ${/^[\w.:-]+$/.test(id) ? id : quoted(id)}`;
    });
    const head = uses.length > 0 ? ["uses:", ...uses, ""] : [];
    return [...head, ...this.lines.map((line) => "  ".repeat(line.depth) + line.text)].join("\n");
  }

  /** @param {number} id @returns {string} the lines of a node and of what is in it */
  linesOf(id) {
    const start = this.lines.findIndex((line) => line.id === id);
    const first = this.lines[start];
    if (!first) return "";
    let end = start + 1;
    while ((this.lines[end]?.depth ?? -1) > first.depth || this.#continues(first.depth, end)) end += 1;
    return this.lines.slice(start, end).map((line) => "  ".repeat(line.depth - first.depth) + line.text).join("\n");
  }

  /** @param {number} depth @param {number} index whether it is another branch of the same node */
  #continues(depth, index) {
    const line = this.lines[index];
    return line !== undefined && line.id === 0 && line.depth === depth && line.text.startsWith("else");
  }

  /** @param {number} id @returns {AutomationTrait | undefined} what a node reads */
  readTrait(id) {
    const reader = this.#reader(id);
    return reader?.isOfEvent ? undefined : reader?.trait;
  }

  // Objects

  /** Names for all objects but the home, all different. */
  #label() {
    /** @type {Map<string, {kind: ObjectKind, id: string, name: string}>} */
    const found = new Map();
    const add = (/** @type {ObjectKind} */ kind, /** @type {string} */ id) => {
      if (!this.#isHome(kind, id)) found.set(`${kind} ${id}`, { kind, id, name: this.names.name(kind, id) || id });
    };
    const addTrait = (/** @type {AutomationTrait | undefined} */ trait) => add(...objectOf(trait));
    for (const node of this.nodes) {
      const trait = node.starter?.trait ?? node.stateReader ?? node.action?.trait;
      if (trait) addTrait(trait);
      for (const starter of node.wait?.starters ?? []) addTrait(starter.trait);
      if (node.execution) add("automation", node.execution.automationId);
    }
    const less = (/** @type {string} */ left, /** @type {string} */ right) => (left < right ? -1 : left > right ? 1 : 0);
    const taken = new Set();
    for (const [key, { name }] of [...found].sort(([, left], [, right]) => less(left.name, right.name) || less(left.kind, right.kind) || less(left.id, right.id))) {
      let label = name;
      for (let number = 2; taken.has(label.toLowerCase()); number += 1) label = `${name} (${number})`;
      taken.add(label.toLowerCase());
      this.#labels.set(key, label);
    }
  }

  /** @param {ObjectKind} kind @param {string} id */
  #isHome(kind, id) {
    return id === this.names.structureId && (kind === "device" || kind === "home");
  }

  /** @param {ObjectKind} kind @param {string} id */
  #object(kind, id) {
    return this.#isHome(kind, id) ? "home" : quoted(this.#labels.get(`${kind} ${id}`) ?? id);
  }

  /** @param {number} traitId */
  #traitWord(traitId) {
    const name = this.names.schema(traitId)?.name;
    return wordFor(name === undefined ? [] : [{ number: traitId, name }], traitId);
  }

  /** @param {AutomationTrait | undefined} trait */
  #trait(trait) {
    const [kind, id] = objectOf(trait);
    const label = this.#object(kind, id);
    const words = trait?.group ? ["all in", ...(label === "home" ? [] : [kind]), label] : [label];
    const endpoint = trait?.target?.endpoint ?? 0;
    if (!trait?.group && endpoint !== (id === this.names.structureId ? 0 : 1)) words.push(`part ${endpoint}`);
    if (trait && trait.deviceType !== 0) words.push(`as ${deviceTypeNames.get(trait.deviceType) ?? wordFor([], trait.deviceType)}`);
    return [...words, this.#traitWord(trait?.traitId ?? 0)].join(" ");
  }

  // Lines

  /** @param {AutomationNode | undefined} root */
  #root(root) {
    if (root && !root.sequential) {
      this.#line(0, "step:", 0);
      this.#node(root, 1);
    } else {
      this.#line(0, ["steps:", ...(root ? this.#number(root) : [])].join(" "), 0);
      this.#block(root?.sequential?.nodes ?? [], 1);
    }
  }

  /** @param {number} id @param {string} text @param {number} depth */
  #line(id, text, depth) {
    this.lines.push({ id, text, depth });
  }

  /** @param {AutomationNode} node */
  #number(node) {
    return this.#sayingNumber.has(node.id) ? [`@${node.id}`] : [];
  }

  /** @param {readonly AutomationNode[]} nodes @param {number} depth */
  #block(nodes, depth) {
    if (nodes.length === 0) this.#line(0, "nothing", depth);
    for (const node of nodes) this.#node(node, depth);
  }

  /** @param {AutomationNode} node @param {number} depth */
  #node(node, depth) {
    const say = (/** @type {string} */ text) => this.#line(node.id, [...this.#number(node), text].join(" "), depth);
    const flow = node.sequential ?? node.parallel ?? node.select;
    if (flow) {
      say(node.sequential ? "in order:" : node.parallel ? "at the same time:" : "any of:");
      this.#block(flow.nodes, depth + 1);
    } else if (node.ifChain) {
      node.ifChain.branches.forEach((branch, index) => {
        const condition = `if ${this.expression(branch.condition, node.id)}:${this.#bodyNumber(branch.node)}`;
        if (index === 0) say(condition);
        else this.#line(0, `else ${condition}`, depth);
        this.#body(branch.node, depth + 1);
      });
      if (node.ifChain.otherwise) {
        this.#line(0, `else:${this.#bodyNumber(node.ifChain.otherwise)}`, depth);
        this.#body(node.ifChain.otherwise, depth + 1);
      }
    } else {
      say(this.statement(node));
      for (const starter of node.wait?.starters ?? []) this.#line(node.id, this.#starter(starter, node.id), depth + 1);
    }
  }

  /** @param {AutomationNode | undefined} node what a branch does, if that has no line of its own */
  #bodyNumber(node) {
    return node && isSilentFlow(node) ? this.#number(node).map((number) => ` ${number}`).join("") : "";
  }

  /** @param {AutomationNode | undefined} node what a branch does: several go without saying that they are in order @param {number} depth */
  #body(node, depth) {
    if (node && isSilentFlow(node)) this.#block(node.sequential?.nodes ?? [], depth);
    else if (node) this.#node(node, depth);
  }

  /** @param {AutomationNode} node that holds no others @returns {string} */
  statement(node) {
    if (node.starter) return this.#starter(node.starter, node.id);
    if (node.manualStarter) return "when started by hand";
    if (node.stateReader) return `read ${this.#trait(node.stateReader)}`;
    if (node.condition) {
      const { expression, hold, strict } = node.condition;
      const text = `only if ${this.expression(expression, node.id)}`;
      const holds = hold !== undefined && (hold.seconds !== 0n || hold.nanos !== 0);
      return holds || strict ? `${text} stays ${strict ? "strictly " : ""}true for ${spanInWords(hold)}` : text;
    }
    if (node.action) return this.#action(node.action, node.id);
    if (node.delay) return `wait ${spanInWords(node.delay)}`;
    if (node.suppression) return `not again within ${spanInWords(node.suppression)}`;
    if (node.assignment) return `let ${variable(node.assignment.variable)} = ${this.expression(node.assignment.expression, node.id)}`;
    if (node.wait) {
      const { expression, result, timeout, starters } = node.wait;
      const text = `${result === "" ? "" : `let ${variable(result)} = `}wait at most ${spanInWords(timeout)}`;
      return expression ? `${text} until ${this.expression(expression, node.id)}${starters.length > 0 ? " or:" : ""}` : `${text} for:`;
    }
    if (node.execution) return `run ${this.#object("automation", node.execution.automationId)}`;
    if (node.restoration) return "put back";
    return `kept ${hex(encode("AutomationNode", node))}`;
  }

  /** @param {import("../../lib/hearth-v1.js").AutomationAction} action @param {number} id */
  #action({ trait, commandId, arguments: given, retries, retryDelay, stopsOnFailure }, id) {
    const schema = this.names.schema(trait?.traitId ?? 0);
    const command = schema?.commands.find((one) => one.id === commandId);
    const fields = { fields: commandId === undefined ? attributesOf(schema) : command?.arguments?.fields ?? [], schema };
    const values = [...given].sort((left, right) => left.id - right.id).map((one) => `${fieldWord(fields, one.id)}: ${this.expression(one.value, id, typeOf(fields, one.id))}`);
    const word = commandId === undefined ? "" : wordFor((schema?.commands ?? []).map((one) => ({ number: one.id, name: one.methodName })), commandId);
    const text = commandId === undefined ? `set ${this.#trait(trait)} (${values.join(", ")})`
      : `${this.#trait(trait)}.${word}${values.length > 0 ? `(${values.join(", ")})` : ""}`;
    if (retries > 0) return `${text} or retry ${retries} times after ${spanInWords(retryDelay)}`;
    return stopsOnFailure ? `${text} or stop` : text;
  }

  /** @param {AutomationStarter} starter @param {number} id */
  #starter(starter, id) {
    const schedule = scheduleInWords(starter, this.names.structureId);
    if (schedule !== undefined) return schedule;
    const schema = this.names.schema(starter.trait?.traitId ?? 0);
    const event = schema?.events.find((one) => one.id === starter.eventId);
    const fields = { fields: starter.eventId === undefined ? attributesOf(schema) : event?.payload?.fields ?? [], schema };
    let text = `when ${this.#trait(starter.trait)} `;
    text += starter.eventId === undefined ? "changes" : `sends ${wordFor((schema?.events ?? []).map((one) => ({ number: one.id, name: one.name })), starter.eventId)}`;
    if (starter.parameters.length > 0) text += `(${this.#values(starter.parameters, fields)})`;
    if (starter.causes.length > 0) text += ` caused by ${[...starter.causes].sort().map((cause) => causes[cause] ?? cause).join(", ")}`;
    return starter.becomes ? `${text} so that ${this.expression(starter.becomes, id)}` : text;
  }

  // Expressions

  /**
   * @param {AutomationExpression | undefined} expression
   * @param {number} node in which it stands
   * @param {Type | undefined} type that is expected
   * @returns {string}
   */
  expression(expression, node, type = undefined, above = -1) {
    if (expression?.constant) return this.#constant(expression.constant, type);
    if (expression?.field) return this.#field(expression.field, node);
    if (expression?.variable !== undefined) return variable(expression.variable);
    if (!expression?.operation) return "unsupported";
    const [text, own] = this.#operation(expression.operation, node);
    return own <= above ? `(${text})` : text;
  }

  /** @param {import("../../lib/hearth-v1.js").AutomationOperation} operation @param {number} node @returns {[string, number]} */
  #operation({ operator, operands }, node) {
    const own = operands.map((operand) => this.typeOf(operand));
    const common = own.find((type) => type !== undefined);
    const types = operands.map((_, index) => withoutContext.has(operator) ? undefined : operator === Operator.CONTAINS ? (index === 1 ? itemType(own[0]) : undefined) : common);
    const parts = (/** @type {number} */ above) => operands.map((operand, index) => this.expression(operand, node, types[index], above));
    const [word, binding] = infix.get(operator) ?? [];
    if (word !== undefined && binding !== undefined && operands.length === 2) return [parts(binding).join(` ${word} `), binding];
    if (operator === Operator.AND && operands.length > 1) return [parts(level.and).join(" and "), level.and];
    if (operator === Operator.OR && operands.length > 1) return [parts(level.or).join(" or "), level.or];
    if (operator === Operator.NOT && operands.length === 1) return [`not ${parts(level.not).join("")}`, level.not];
    if (operator === Operator.BETWEEN && operands.length === 3) {
      const [value, low, high] = parts(level.comparison);
      return [`${value} between ${low} and ${high}`, level.comparison];
    }
    return [`${functions.get(operator) ?? operator}(${parts(-1).join(", ")})`, level.single];
  }

  /** @param {AutomationExpression} expression @returns {Type | undefined} */
  typeOf({ field, operation }) {
    if (operation?.operator === Operator.ITEM) return operation.operands[0] && itemType(this.typeOf(operation.operands[0]));
    const reader = field && this.#reader(field.nodeId);
    if (!field || !reader) return undefined;
    const [first = 0, ...rest] = field.path;
    return rest.reduce((type, id) => typeOf(fieldsIn(type), id), typeOf(reader.fields, first));
  }

  /** @param {import("../../lib/hearth-v1.js").AutomationField} field @param {number} node */
  #field({ nodeId, path }, node) {
    /** @type {Fields | undefined} */
    let fields = this.#reader(nodeId)?.fields;
    const words = path.map((id) => {
      const word = fieldWord(fields ?? { fields: [], schema: undefined }, id);
      fields = fieldsIn(typeOf(fields, id));
      return word;
    });
    const form = this.#readerForm(nodeId, path, node);
    return form === undefined ? [`@${nodeId}`, ...words].join(".") : form === "its" ? `its ${words.join(".")}` : [form, ...words].join(".");
  }

  /** @param {number} id @returns {{trait: AutomationTrait, fields: Fields, isOfEvent: boolean} | undefined} what a node reads */
  #reader(id) {
    const node = this.nodes.find((one) => one.id === id);
    const trait = node?.starter?.trait ?? node?.stateReader;
    if (!trait) return undefined;
    const schema = this.names.schema(trait.traitId);
    const eventId = node?.starter?.eventId;
    const event = eventId === undefined ? undefined : schema?.events.find((one) => one.id === eventId);
    return { trait, isOfEvent: eventId !== undefined, fields: { fields: eventId === undefined ? attributesOf(schema) : event?.payload?.fields ?? [], schema } };
  }

  /**
   * How a node that reads is named without its number. Undefined where only the number says which one is meant.
   *
   * @param {number} id
   * @param {readonly number[]} path
   * @param {number} node
   */
  #readerForm(id, path, node) {
    const reader = this.#reader(id);
    if (!reader || reader.trait.group || path.length === 0) return undefined;
    if (id === node) return "its";
    const [kind, object] = objectOf(reader.trait);
    const all = this.nodes.filter((one) => {
      const other = one.starter?.trait ?? one.stateReader;
      return other && other.traitId === reader.trait.traitId && objectOf(other).join(" ") === `${kind} ${object}`;
    });
    const plain = all.filter((one) => one.starter?.eventId === undefined);
    const [only, ...others] = plain.length > 0 ? plain : all;
    return only?.id === id && others.length === 0 ? `${this.#object(kind, object)} ${this.#traitWord(reader.trait.traitId)}` : undefined;
  }

  /** @param {readonly import("../../lib/hearth-v1.js").FieldValue[]} values @param {Fields} fields */
  #values(values, fields) {
    return [...values].sort((left, right) => left.id - right.id).map(({ id, value }) => `${fieldWord(fields, id)}: ${this.#constant(value ?? {}, typeOf(fields, id))}`).join(", ");
  }

  /** @param {Value} value @param {Type | undefined} type @returns {string} */
  #constant(value, type) {
    if (value.boolean !== undefined) return String(value.boolean);
    if (value.unsigned !== undefined) return constantWord(type, value.unsigned) ?? marked(String(value.unsigned), "u", type);
    if (value.signed !== undefined) return marked(String(value.signed), "i", type);
    if (value.single !== undefined) return marked(decimal(value.single), "f", type);
    if (value.double !== undefined) return marked(decimal(value.double), "d", type);
    if (value.text !== undefined) return quoted(value.text);
    if (value.octets) return `hex "${hex(value.octets)}"`;
    if (value.list) return `[${value.list.items.map((item) => this.#constant(item, itemType(type))).join(", ")}]`;
    if (!value.structure) return "null";
    const { fields } = value.structure;
    const [hours, minutes] = [0, 1].map((id) => fields.find((one) => one.id === id)?.value?.unsigned);
    const isTime = type?.schema.id === timeTrait && type.schema.structs[type.field.typeIndex]?.name === "TimeOfDay" && fields.length === 2;
    if (isTime && hours !== undefined && minutes !== undefined) return `${hours}:${String(minutes).padStart(2, "0")}`;
    return `{${this.#values(fields, fieldsIn(type) ?? { fields: [], schema: undefined })}}`;
  }
}

/** @param {string} name */
const variable = (name) => `$${/^\w+$/.test(name) ? name : quoted(name)}`;

/** @param {number} number */
const decimal = (number) => (Number.isNaN(number) ? "nan" : Number.isInteger(number) ? number.toFixed(1) : String(number));

/** @param {string} text @param {"u" | "i" | "f" | "d"} kind @param {Type | undefined} type a number, with what it is where that does not go without saying */
const marked = (text, kind, type) => (usualKind(type, text.startsWith("-"), kind === "f" || kind === "d") === kind ? text : text + kind);

/** @param {AutomationNode} node whether it is in order without saying so */
const isSilentFlow = (node) => node.sequential !== undefined && node.sequential.nodes.length !== 1;
