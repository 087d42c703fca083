// The draft of an automation being edited: its parts as signals, its text, and the hub's issues with it. Another
// person's new name, description or switch comes into the draft where it was not edited; other changes are shown beside it.

import { RpcError } from "../../lib/connect.js";
import { batch, computed, effect, onCleanup, signal, untracked } from "../../lib/view.js";
import { reason } from "../../ui/elements.js";
import { t } from "../../ui/text.js";
import { clientId } from "../commands.js";
import { nodesOf } from "../nodes.js";
import { editable, nextId, programChange, renumbered, settled } from "./graph.js";
import { LastAnswer } from "./last-answer.js";
import { doubtsOf } from "./never.js";
import { traitsOf } from "./references.js";
import { WrittenText, written } from "./text.js";
import { issueInWords } from "./issues.js";
import { attributesOf, typeOf } from "./words.js";

/** @typedef {import("../../ui/elements.js").App} App */
/** @typedef {import("../../lib/hearth-v1.js").Automation} Automation */
/** @typedef {import("../../lib/hearth-v1.js").AutomationNode} AutomationNode */
/** @typedef {import("../../lib/hearth-v1.js").AutomationIssue} AutomationIssue */
/** @typedef {import("../../lib/hearth-v1.js").AutomationProgram} AutomationProgram */
/** @typedef {import("../../lib/hearth-v1.js").ParseAutomationsResponse} ParseAutomationsResponse */
/** @typedef {import("./graph.js").NodeKind} NodeKind */
/** @typedef {{line: number, column: number, message: string}} TextProblem line and column start at 1; 0 if unknown */

const pause = 400;
const headings = /** @type {const} */ (["name", "description", "isActive"]);

export class Draft {
  /** @type {readonly unknown[]} the parts as read from the typed text */
  #read = [];
  /** Restores the parts from before typing. */
  #undo = () => {};
  /** Whether the parts have just changed to another person's. */
  #isMerged = false;
  /** Whether a save is in flight, whose report is not somebody else's change. */
  #isSaving = signal(false);

  /**
   * @param {App} app
   * @param {string} structureId
   * @param {Automation | undefined} automation to start from
   * @param {boolean} isNew whether saving creates another automation
   */
  constructor(app, structureId, automation, isNew) {
    this.app = app;
    this.structureId = structureId;
    /** The saved automation that the draft is based on. Undefined for a new one. */
    this.base = signal(isNew ? undefined : automation);
    /** Whether somebody else has saved what this draft changes, or has deleted the automation. */
    this.conflict = computed(() => this.#conflict());
    /** Restores the draft that was replaced by the saved automation. */
    this.bringBack = signal(/** @type {(() => void) | undefined} */ (undefined));
    const { graph, ...settings } = editable(automation?.program);
    this.name = signal(automation?.name ?? "");
    this.description = signal(automation?.description ?? "");
    this.isActive = signal(isNew || (automation?.isActive ?? true));
    this.graph = signal(graph);
    this.settings = signal(/** @type {Omit<AutomationProgram, "graph">} */ (settings));
    this.issues = signal(/** @type {readonly AutomationIssue[]} */ ([]));
    /** Conditions that are never or always true; they are shown before saving. */
    this.doubts = computed(() => doubtsOf(this.graph.value, (traitId, id) => typeOf({ fields: attributesOf(app.home.schemas.get(traitId)?.schema), schema: app.home.schemas.get(traitId)?.schema }, id)));
    this.problem = signal("");
    this.isChanged = signal(false);
    /** The parts as text, which the hub writes. */
    this.written = signal(new WrittenText("", []));
    /** The text being typed. Undefined while the text is not edited. */
    this.typed = signal(/** @type {string | undefined} */ (undefined));
    /** The problem for which the typed text can't be parsed; the parts keep their last state. */
    this.textProblem = signal(/** @type {TextProblem | undefined} */ (undefined));
    this.validating = new LastAnswer(pause, (isLast) => this.#validate(isLast));
    this.writing = new LastAnswer(pause / 2, (isLast) => this.#write(isLast));
    this.reading = new LastAnswer(pause, (isLast) => this.#readTyped(isLast));
    this.#follow();
    onCleanup(() => [this.validating, this.writing, this.reading].forEach((one) => one.stop()));
  }

  get isNew() {
    return this.base.peek() === undefined;
  }

  /** @returns {"changed" | "deleted" | undefined} */
  #conflict() {
    const base = this.base.value;
    if (!base || this.#isSaving.value) return undefined;
    const saved = this.app.home.automations.value.get(base.id);
    if (!saved) return "deleted";
    const isReplaced = headings.some((one) => saved[one] !== base[one] && this[one].value !== base[one] && this[one].value !== saved[one]);
    return isReplaced || saved.programRevision !== base.programRevision ? "changed" : undefined;
  }

  /** Takes another person's new name, description or switch into the draft where the draft has the former one. */
  #followHeadings() {
    effect(() => {
      const { saved } = this;
      const base = this.base.peek();
      // The typed text names them, too, so they are taken once it is no longer edited.
      if (!saved || !base || this.#isSaving.value || this.typed.value !== undefined) return;
      const changed = headings.filter((one) => saved[one] !== base[one] && this[one].peek() === base[one]);
      if (changed.length === 0) return;
      this.#isMerged = true;
      batch(() => {
        for (const one of changed) /** @type {import("../../lib/view.js").Signal<unknown>} */ (this[one]).value = saved[one];
        this.base.value = { ...base, ...Object.fromEntries(changed.map((one) => [one, saved[one]])) };
      });
    });
  }

  /** The hub's current version of the automation. */
  get saved() {
    return this.app.home.automations.value.get(this.base.value?.id ?? "");
  }

  /** Keeps the draft. Saving it replaces the others' version, or creates the automation again if it was deleted. */
  keepMine() {
    const saved = untracked(() => this.saved);
    this.base.value = saved;
    this.isChanged.value = true;
  }

  /** Replaces the draft by the saved automation; `bringBack` restores the draft. */
  async takeSaved() {
    const saved = untracked(() => this.saved);
    if (!saved) return;
    await this.app.home.schemas.need(traitsOf(nodesOf(saved.program?.graph)));
    if (this.typed.peek() !== undefined) this.#stopTyping();
    const [name, description, isActive, graph, settings] = untracked(() => this.#parts);
    const { graph: theirs, ...others } = editable(saved.program);
    this.base.value = saved;
    this.#set(saved.name, saved.description, saved.isActive, theirs, others);
    this.isChanged.value = false;
    this.bringBack.value = () => {
      this.#set(name, description, isActive, graph, settings);
      this.bringBack.value = undefined;
    };
  }

  /** @returns {[string, string, boolean, AutomationNode, Omit<AutomationProgram, "graph">]} */
  get #parts() {
    return [this.name.value, this.description.value, this.isActive.value, this.graph.value, this.settings.value];
  }

  #follow() {
    let isFirst = true;
    effect(() => {
      if (this.#parts.length > 0 && !isFirst && !this.#isMerged) this.isChanged.value = true;
      this.#isMerged = false;
      if (isFirst) this.writing.now();
      else this.writing.later();
      isFirst = false;
    });
    effect(() => {
      if ([this.graph.value, this.settings.value].length > 0) this.validating.later();
    });
    this.#followHeadings();
  }

  /** @returns {AutomationProgram} */
  get program() {
    return { ...this.settings.peek(), graph: this.graph.peek() };
  }

  /** @param {number} id */
  node(id) {
    return nodesOf(this.graph.value).find((node) => node.id === id);
  }

  /** @param {(root: AutomationNode) => AutomationNode} change */
  edit(change) {
    const former = this.graph.peek();
    this.graph.value = settled(change(former), former);
  }

  /** @param {NodeKind} kind @returns {AutomationNode} with an unused number */
  newNode(kind) {
    return { id: nextId(this.graph.peek()), ...kind };
  }

  // Text

  /** Begins editing the text. */
  async beginTyping() {
    await this.writing.settled();
    const { text } = this.written.peek();
    if (text === "") return;
    const [name, description, isActive, graph, settings] = untracked(() => this.#parts);
    const isChanged = this.isChanged.peek();
    this.#undo = () => {
      this.#set(name, description, isActive, graph, settings);
      this.isChanged.value = isChanged;
    };
    this.#read = [name, description, isActive, graph, settings];
    this.typed.value = text;
  }

  /**
   * Shows a text from elsewhere as if it had been typed.
   *
   * @param {string} text
   */
  async show(text) {
    await this.beginTyping();
    this.type(text);
  }

  /** @param {string} text typed so far */
  type(text) {
    this.typed.value = text;
    this.isChanged.value = true;
    this.reading.later();
  }

  /** Ends editing the text, if it can be parsed. */
  async endTyping() {
    await this.reading.settled();
    if (!this.textProblem.peek()) this.#stopTyping();
  }

  /** Ends editing the text, and undoes its changes. */
  cancelTyping() {
    this.#undo();
    this.#stopTyping();
  }

  #stopTyping() {
    this.reading.stop();
    this.typed.value = undefined;
    this.textProblem.value = undefined;
    this.writing.now();
  }

  /** @param {() => boolean} isLast */
  async #write(isLast) {
    const { program, structureId, app } = this;
    // The nodes of a new automation are numbered by their lines, so that the text needs no numbers.
    const graph = this.isNew ? renumbered(this.graph.peek()) : this.graph.peek();
    const ids = nodesOf(this.graph.peek()).map((node) => node.id);
    const idOf = (/** @type {number} */ id) => (this.isNew ? ids[id - 1] ?? id : id);
    const sent = untracked(() => this.#parts);
    try {
      const [name, description, isActive] = [this.name.peek(), this.description.peek(), this.isActive.peek()];
      const text = await written(app.client, { structureId, name, description, isActive, program: { ...program, graph } }, idOf);
      if (!isLast()) return;
      this.written.value = text;
      // The forms have changed the parts while the text was edited, so the text is updated, too.
      if (this.typed.peek() !== undefined && !this.reading.isOpen && sent.some((part, index) => part !== this.#read[index])) {
        this.#read = sent;
        this.typed.value = text.text;
      }
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      if (isLast()) this.problem.value = reason(error);
    }
  }

  /** @param {() => boolean} isLast */
  async #readTyped(isLast) {
    const text = this.typed.peek();
    if (text === undefined) return;
    try {
      const answer = await this.app.client.call("AutomationService/ParseAutomations", { structureId: this.structureId, text });
      await this.app.home.schemas.need(traitsOf(answer.automations.flatMap((one) => nodesOf(one.program?.graph))));
      if (isLast()) this.#take(answer);
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      if (isLast()) this.textProblem.value = { line: 0, column: 0, message: reason(error) };
    }
  }

  /** @param {ParseAutomationsResponse} answer */
  #take({ automations, issues }) {
    // References to deleted objects by id are accepted here; their issue is shown at their line.
    const [issue] = issues.filter((one) => !one.openName?.objectId);
    const [automation, another] = automations;
    this.textProblem.value = issue ?? (!automation || another ? { line: 1, column: 1, message: t("edit.oneAutomation") } : undefined);
    if (this.textProblem.value || !automation) return;
    const { name, description, isActive, program } = automation;
    const { graph, ...settings } = editable(program);
    this.#read = [name, description, isActive, graph, settings];
    this.#set(name, description, isActive, graph, settings);
  }

  /**
   * @param {string} name
   * @param {string} description
   * @param {boolean} isActive
   * @param {AutomationNode} graph
   * @param {Omit<AutomationProgram, "graph">} settings
   */
  #set(name, description, isActive, graph, settings) {
    batch(() => {
      this.name.value = name;
      this.description.value = description;
      this.isActive.value = isActive;
      this.graph.value = graph;
      this.settings.value = settings;
    });
  }

  // The hub

  /** @param {() => boolean} isLast */
  async #validate(isLast) {
    const { client } = this.app;
    try {
      const { issues } = await client.call("AutomationService/ValidateAutomation", { structureId: this.structureId, program: this.program });
      if (!isLast()) return;
      this.issues.value = issues;
      this.problem.value = "";
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      if (isLast()) this.problem.value = reason(error);
    }
  }

  /** Waits until the hub has checked the last change. @returns {Promise<boolean>} whether the draft can be saved */
  async isSavable() {
    await this.reading.settled();
    if (this.textProblem.peek()) return false;
    await this.validating.now();
    return this.problem.peek() === "" && this.issues.peek().every((issue) => !issue.isForm || issue.severity !== 2);
  }

  /** The doubts to show before saving: conditions that are never or always true, and nodes that are never reached. @returns {{nodeId: number, message: string}[]} */
  doubtsToTell() {
    const doubts = untracked(() => this.doubts.value);
    const others = this.issues.peek().filter((issue) => (issue.kind === "neverTrue" || issue.kind === "neverReached") && !doubts.some((one) => one.nodeId === issue.nodeId));
    return [...doubts, ...others.map((issue) => ({ nodeId: issue.nodeId, message: issueInWords(issue) }))];
  }

  /**
   * Saves the draft. The hub refuses it with "aborted" if somebody else has saved the automation since.
   *
   * @returns {Promise<Automation | undefined>}
   */
  async save() {
    const { client, home } = this.app;
    const base = this.base.peek();
    if (!base) this.graph.value = renumbered(this.graph.peek());
    const [name, description, isActive] = [this.name.peek().trim(), this.description.peek().trim(), this.isActive.peek()];
    const parts = { program: this.program, options: { clientId } };
    this.#isSaving.value = true;
    try {
      const { automation, position } = !base
        ? await client.call("AutomationService/CreateAutomation", { structureId: this.structureId, name, description, isActive, ...parts })
        // Only changed settings are sent, so that somebody else's new name or switch stays.
        : await client.call("AutomationService/UpdateAutomation", {
          ...programChange(base), ...(name === base.name ? {} : { name }),
          ...(description === base.description ? {} : { description }), ...(isActive === base.isActive ? {} : { isActive }), ...parts,
        });
      this.base.value = automation;
      await home.reached(position);
      return automation;
    } finally {
      this.#isSaving.value = false;
    }
  }
}
