// Reads the steps of an automation from their text form (docs/automations.md), with what stands under uses: before them.

import { attributesOf } from "./grammar.js";
import { ExpressionReader } from "./read-expression.js";
import { ObjectReader } from "./read-objects.js";
import { causesOf, expectColon, keptNode, nodeNumber, onFailure, refuseLines } from "./read-parts.js";
import { readSchedule } from "./read-schedule.js";
import { numberOf, Resolver } from "./resolve.js";
import { blocksOf, Scanner } from "./scanner.js";
import { typeOf } from "./words.js";
import { t } from "../../ui/text.js";

/** @typedef {import("./scanner.js").Block} Block */
/** @typedef {import("./text.js").Names} Names */
/** @typedef {import("./graph.js").NodeKind} NodeKind */
/** @typedef {import("../../lib/hearth-v1.js").AutomationNode} AutomationNode */
/** @typedef {import("../../lib/hearth-v1.js").AutomationTrait} AutomationTrait */
/** @typedef {import("../../lib/hearth-v1.js").AutomationStarter} AutomationStarter */
/** @typedef {import("./read-objects.js").Lookup} Lookup */
/**
 * @typedef {{trait: AutomationTrait, eventId: number | undefined, make: (resolver: Resolver, id: number) => AutomationStarter}} StarterDraft
 */

/** A node whose names wait until it is known what all lines read. */
class NodeDraft {
  /** @type {number | undefined} */ number;
  /** @type {{trait: AutomationTrait, eventId: number | undefined} | undefined} */ reader;

  /**
   * @param {(resolver: Resolver, id: number, nodes: AutomationNode[]) => NodeKind} make
   * @param {readonly NodeDraft[]} children
   */
  constructor(make, children = []) {
    this.make = make;
    this.children = children;
  }

  /** @returns {NodeDraft[]} itself and all in it, outermost first */
  get all() {
    return [this, ...this.children.flatMap((/** @type {NodeDraft} */ child) => /** @type {NodeDraft[]} */ (child.all))];
  }
}

/**
 * @param {string} text
 * @param {Lookup} names
 * @returns {AutomationNode} the graph; throws TextError with the place of what is wrong
 */
export function readText(text, names) {
  const reader = new TextReader(names);
  /** @type {NodeDraft | undefined} */
  let root;
  const blocks = blocksOf(text);
  for (const block of blocks) {
    const scanner = new Scanner(block);
    if (scanner.words("uses") && scanner.take(":")) for (const one of block.blocks) reader.objects.use(new Scanner(one));
    else {
      const isOne = new Scanner(block).words("step");
      const head = new Scanner(block);
      if (root || !(head.words("steps") || head.words("step")) || !head.take(":")) throw new Scanner(block).error(t("read.linesThatAreNotSet"));
      const number = head.take("@") ? head.natural() : undefined;
      head.expectEnd();
      const nodes = reader.nodes(block.blocks);
      if (isOne && nodes.length !== 1) throw head.error(t("read.stepHoldsOneStepSay"));
      root = isOne ? nodes[0] : new NodeDraft((_, __, made) => ({ sequential: { nodes: made } }), nodes);
      if (root && number !== undefined) root.number = number;
    }
  }
  if (!root) throw new Scanner({ number: 1, text: "", indent: 0, blocks: [] }).error(t("read.thereAreNoStepsPut"));
  return finished(root, names);
}

/** @param {NodeDraft} root @param {Names} names */
function finished(root, names) {
  const all = root.all;
  const said = new Set(all.flatMap((draft) => draft.number ?? []));
  let highest = 0;
  /** @type {Map<NodeDraft, number>} */
  const ids = new Map();
  for (const draft of all) {
    let id = draft.number;
    if (id === undefined) for (id = highest + 1; said.has(id);) id += 1;
    highest = draft.number === undefined ? id : Math.max(highest, id);
    ids.set(draft, id);
  }
  const readers = all.flatMap((draft) => (draft.reader ? [{ id: ids.get(draft) ?? 0, ...draft.reader }] : []));
  const resolver = new Resolver(readers, names);
  /** @param {NodeDraft} draft @returns {AutomationNode} */
  const build = (draft) => {
    const id = ids.get(draft) ?? 0;
    return { ...draft.make(resolver, id, draft.children.map(build)), id };
  };
  return build(root);
}

class TextReader {
  /** @param {Lookup} names */
  constructor(names) {
    this.names = names;
    this.objects = new ObjectReader(names);
    this.expressions = new ExpressionReader((scanner) => this.objects.trait(scanner));
  }

  // Lines

  /** @param {readonly Block[]} blocks @returns {NodeDraft[]} */
  nodes(blocks) {
    const rest = [...blocks];
    /** @type {NodeDraft[]} */
    const nodes = [];
    for (let block = rest.shift(); block; block = rest.shift()) {
      const scanner = new Scanner(block);
      if (scanner.words("nothing") && scanner.isAtEnd) {
        if (blocks.length > 1) throw scanner.error(t("read.nothingStandsAloneWhereNothing"));
        refuseLines(block);
      } else nodes.push(this.#node(block, rest));
    }
    return nodes;
  }

  /** @param {Block} block @param {Block[]} rest @returns {NodeDraft} */
  #node(block, rest) {
    const scanner = new Scanner(block);
    const number = nodeNumber(scanner);
    const flow = scanner.words("in", "order") ? "sequential" : scanner.words("at", "the", "same", "time") ? "parallel" : scanner.words("any", "of") ? "select" : undefined;
    /** @type {NodeDraft} */
    let draft;
    if (scanner.words("if")) draft = this.#chain(block, scanner, rest);
    else if (flow) {
      expectColon(scanner);
      scanner.expectEnd();
      draft = new NodeDraft((_, __, nodes) => ({ [flow]: { nodes } }), this.nodes(block.blocks));
    } else {
      draft = this.#statement(block, scanner);
      scanner.expectEnd();
    }
    if (number !== undefined) draft.number = number;
    return draft;
  }

  /** @param {Block} block @param {Scanner} scanner @param {Block[]} rest */
  #chain(block, scanner, rest) {
    const conditions = [{ syntax: this.expressions.expression(scanner), scanner }];
    const bodies = [this.#body(block, scanner)];
    let hasElse = false;
    for (let next = rest[0]; next && new Scanner(next).words("else"); next = rest[0]) {
      const ahead = new Scanner(next);
      if (hasElse) throw ahead.error(t("read.nothingCanFollowElseTake"));
      rest.shift();
      ahead.words("else");
      if (ahead.words("if")) conditions.push({ syntax: this.expressions.expression(ahead), scanner: ahead });
      else hasElse = true;
      bodies.push(this.#body(next, ahead));
    }
    return new NodeDraft((resolver, id, nodes) => {
      const branches = nodes.slice(0, conditions.length).map((node, index) => {
        const { syntax, scanner: line } = /** @type {typeof conditions[number]} */ (conditions[index]);
        return { condition: resolver.expression(syntax, id, line), node };
      });
      const otherwise = hasElse ? nodes.at(-1) : undefined;
      return { ifChain: { branches, ...(otherwise ? { otherwise } : {}) } };
    }, bodies);
  }

  /** @param {Block} block @param {Scanner} scanner @returns {NodeDraft} one node, or several that go without saying that they are in order */
  #body(block, scanner) {
    expectColon(scanner);
    const number = nodeNumber(scanner);
    scanner.expectEnd();
    const nodes = this.nodes(block.blocks);
    const [only] = nodes;
    if (nodes.length === 1 && only) {
      if (number !== undefined) throw scanner.error(t("read.onlyOneLineStandsUnder"));
      return only;
    }
    const draft = new NodeDraft((_, __, made) => ({ sequential: { nodes: made } }), nodes);
    if (number !== undefined) draft.number = number;
    return draft;
  }

  /** @param {Block} block @param {Scanner} scanner @returns {NodeDraft} */
  #statement(block, scanner) {
    const wait = this.#wait(block, scanner);
    if (wait) return wait;
    refuseLines(block);
    if (scanner.words("when", "started", "by", "hand")) return new NodeDraft(() => ({ manualStarter: {} }));
    const starter = this.#starter(scanner);
    if (starter) return reading(new NodeDraft((resolver, id) => ({ starter: starter.make(resolver, id) })), starter.trait, starter.eventId);
    if (scanner.words("read")) {
      const { trait } = this.objects.trait(scanner);
      return reading(new NodeDraft(() => ({ stateReader: trait })), trait, undefined);
    }
    if (scanner.words("only", "if")) return this.#condition(scanner);
    if (scanner.words("wait")) {
      const delay = scanner.span();
      return new NodeDraft(() => ({ delay }));
    }
    if (scanner.words("not", "again", "within")) {
      const suppression = scanner.span();
      return new NodeDraft(() => ({ suppression }));
    }
    if (scanner.words("let")) {
      scanner.expect("$", t("read.aNameBehindAIs"));
      const variable = this.expressions.variableName(scanner);
      scanner.expect("=", t("read.equalsMissing"));
      const syntax = this.expressions.expression(scanner);
      return new NodeDraft((resolver, id) => ({ assignment: { variable, expression: resolver.expression(syntax, id, scanner) } }));
    }
    if (scanner.words("run")) {
      const automationId = this.objects.id("automation", scanner);
      return new NodeDraft(() => ({ execution: { automationId } }));
    }
    if (scanner.words("put", "back")) return new NodeDraft(() => ({ restoration: {} }));
    if (!scanner.words("kept")) return this.#action(scanner);
    const node = keptNode(scanner);
    return new NodeDraft(() => node);
  }

  /** @param {Scanner} scanner */
  #condition(scanner) {
    const syntax = this.expressions.expression(scanner);
    const stays = scanner.words("stays");
    const strict = stays && scanner.words("strictly");
    if (stays && !scanner.words("true", "for")) throw scanner.error(t("read.sayStaysTrueForMin"));
    const hold = stays ? { hold: scanner.span() } : {};
    return new NodeDraft((resolver, id) => ({ condition: { expression: resolver.expression(syntax, id, scanner), strict, ...hold } }));
  }

  /** @param {Block} block @param {Scanner} scanner */
  #wait(block, scanner) {
    const start = scanner.at;
    let result = "";
    if (scanner.words("let") && scanner.take("$")) {
      result = this.expressions.variableName(scanner);
      if (!scanner.take("=")) result = "";
    } else scanner.at = start;
    if (!scanner.words("wait", "at", "most")) {
      scanner.at = start;
      return undefined;
    }
    const timeout = scanner.span();
    const syntax = scanner.words("until") ? this.expressions.expression(scanner) : undefined;
    const hasStarters = syntax ? scanner.words("or") : scanner.words("for");
    if (!syntax && !hasStarters) throw scanner.error(t("read.sayUntilAndACondition"));
    if (!hasStarters) refuseLines(block);
    const starters = hasStarters ? this.#starters(block, scanner) : [];
    return new NodeDraft((resolver, id) => ({ wait: {
      timeout, result, starters: starters.map((starter) => starter.make(resolver, id)), ...(syntax ? { expression: resolver.expression(syntax, id, scanner) } : {}),
    } }));
  }

  /** @param {Block} block @param {Scanner} scanner */
  #starters(block, scanner) {
    expectColon(scanner);
    return block.blocks.flatMap((one) => {
      refuseLines(one);
      const line = new Scanner(one);
      if (line.words("nothing") && line.isAtEnd) return [];
      const starter = this.#starter(line);
      if (!starter) throw line.error(t("read.linesUnderAWaitBegin"));
      line.expectEnd();
      return [starter];
    });
  }

  /** @param {Scanner} scanner @returns {StarterDraft | undefined} */
  #starter(scanner) {
    if (scanner.words("every")) {
      const starter = readSchedule(scanner, this.names.structureId);
      return { trait: starter.trait ?? { deviceType: 0, traitId: 0 }, eventId: starter.eventId, make: () => starter };
    }
    if (!scanner.words("when")) return undefined;
    const { trait } = this.objects.trait(scanner);
    const schema = this.names.schema(trait.traitId);
    const sends = scanner.words("sends");
    if (!sends && !scanner.words("changes")) throw scanner.error(t("read.sayChangesOrSendsAnd"));
    const word = sends ? scanner.name() ?? "" : "";
    const found = sends ? numberOf((schema?.events ?? []).map((event) => ({ number: event.id, name: event.name })), word) : undefined;
    if (sends && found === undefined) throw scanner.error(t("read.unknownEvent", { trait: schema?.name ?? "", word }));
    const eventId = found === undefined ? undefined : Number(found);
    const given = scanner.take("(") ? this.expressions.fields(scanner, ")") : [];
    const by = causesOf(scanner);
    const so = scanner.words("so");
    if (so && !scanner.words("that")) throw scanner.error(t("read.saySoThatAndA"));
    const syntax = so ? this.expressions.expression(scanner) : undefined;
    const fields = { schema, fields: eventId === undefined ? attributesOf(schema) : schema?.events.find((one) => one.id === eventId)?.payload?.fields ?? [] };
    return { trait, eventId, make: (resolver, id) => ({
      trait, parameters: resolver.values(given, fields, scanner), causes: by, ...(eventId === undefined ? {} : { eventId }),
      ...(syntax ? { becomes: resolver.expression(syntax, id, scanner) } : {}),
    }) };
  }

  /** @param {Scanner} scanner */
  #action(scanner) {
    const isWrite = scanner.words("set");
    if (!isWrite && !scanner.isQuoteNext && !["home", "all"].includes(scanner.nextName()?.toLowerCase() ?? ""))
      throw scanner.error(t("read.thisLineBeginsWithNothing"));
    const { trait } = this.objects.trait(scanner);
    const schema = this.names.schema(trait.traitId);
    /** @type {number | undefined} */
    let commandId;
    if (isWrite) scanner.expect("(", t("read.nameWhatIsToBe"));
    else {
      scanner.expect(".", t("read.sayWhatIsToBe", { trait: schema?.name ?? "" }));
      const word = scanner.name() ?? "";
      const found = numberOf((schema?.commands ?? []).map((command) => ({ number: command.id, name: command.methodName })), word);
      if (found === undefined) throw scanner.error(t("read.unknownCommand", { trait: schema?.name ?? "", word }));
      commandId = Number(found);
    }
    const given = isWrite || scanner.take("(") ? this.expressions.fields(scanner, ")") : [];
    const failure = onFailure(scanner);
    const fields = { schema, fields: commandId === undefined ? attributesOf(schema) : schema?.commands.find((one) => one.id === commandId)?.arguments?.fields ?? [] };
    return new NodeDraft((resolver, id) => ({ action: {
      trait, ...failure, ...(commandId === undefined ? {} : { commandId }),
      arguments: resolver.named(given, fields, scanner).map((one) => ({ id: one.id, value: resolver.expression(one.item.value, id, scanner, typeOf(fields, one.id)) })),
    } }));
  }
}

/** @param {NodeDraft} draft @param {AutomationTrait} trait @param {number | undefined} eventId */
function reading(draft, trait, eventId) {
  draft.reader = { trait, eventId };
  return draft;
}
