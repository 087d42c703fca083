// An automation that somebody edits: its parts as signals, its text, and what the hub says is wrong with it.

import { RpcError } from "../../lib/connect.js";
import { computed, effect, onCleanup, signal } from "../../lib/view.js";
import { reason } from "../../ui/elements.js";
import { clientId } from "../commands.js";
import { nodesOf } from "../runs.js";
import { editable, nextId, renumbered, settled } from "./graph.js";
import { namesOf } from "./names.js";
import { AutomationText } from "./text.js";

/** @typedef {import("../../ui/elements.js").App} App */
/** @typedef {import("../../lib/hearth-v1.js").Automation} Automation */
/** @typedef {import("../../lib/hearth-v1.js").AutomationNode} AutomationNode */
/** @typedef {import("../../lib/hearth-v1.js").AutomationIssue} AutomationIssue */
/** @typedef {import("../../lib/hearth-v1.js").AutomationProgram} AutomationProgram */
/** @typedef {import("./graph.js").NodeKind} NodeKind */

const pause = 400;

export class Draft {
  /**
   * @param {App} app
   * @param {string} structureId
   * @param {Automation | undefined} automation that it begins with
   * @param {boolean} isNew whether it will be another one than that
   */
  constructor(app, structureId, automation, isNew) {
    this.app = app;
    this.structureId = structureId;
    const { graph, ...settings } = editable(automation?.program);
    this.name = signal(automation?.name ?? "");
    this.description = signal(automation?.description ?? "");
    this.graph = signal(graph);
    this.settings = signal(/** @type {Omit<AutomationProgram, "graph">} */ (settings));
    this.issues = signal(/** @type {readonly AutomationIssue[]} */ ([]));
    this.problem = signal("");
    this.isChanged = signal(false);
    this.text = computed(() => new AutomationText(this.graph.value, this.names, { isNew }));
    let isFirst = true;
    effect(() => {
      const all = [this.name.value, this.description.value, this.graph.value, this.settings.value];
      if (!isFirst && all.length > 0) this.isChanged.value = true;
      isFirst = false;
    });
    this.#validateLater();
  }

  get names() {
    return namesOf(this.app.home, this.structureId);
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

  /** @param {NodeKind} kind @returns {AutomationNode} with a number of its own */
  newNode(kind) {
    return { id: nextId(this.graph.peek()), ...kind };
  }

  /** Asks the hub what is wrong. @returns {Promise<boolean>} whether it could be saved as it is written */
  async validate() {
    const { client } = this.app;
    try {
      const { issues } = await client.call("AutomationService/ValidateAutomation", { structureId: this.structureId, program: this.program });
      this.issues.value = issues;
      this.problem.value = "";
      return issues.every((issue) => !issue.isForm || issue.severity !== 2);
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      this.problem.value = reason(error);
      return false;
    }
  }

  /**
   * @param {string | undefined} id of the automation that gets the program; a new one for none
   * @returns {Promise<Automation | undefined>}
   */
  async save(id) {
    const { client, home } = this.app;
    if (id === undefined) this.graph.value = renumbered(this.graph.peek());
    const parts = { name: this.name.peek().trim(), description: this.description.peek().trim(), program: this.program, options: { clientId } };
    const { automation, position } = id === undefined
      ? await client.call("AutomationService/CreateAutomation", { structureId: this.structureId, ...parts })
      : await client.call("AutomationService/UpdateAutomation", { automationId: id, ...parts });
    await home.reached(position);
    return automation;
  }

  #validateLater() {
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    effect(() => {
      const asked = [this.graph.value, this.settings.value];
      clearTimeout(timer);
      timer = setTimeout(() => this.validate(), asked.length > 0 ? pause : 0);
    });
    onCleanup(() => clearTimeout(timer));
  }
}
