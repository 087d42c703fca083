// A new automation that begins with an example or with the text of a link: its devices are chosen first, then the ordinary editor
// opens. Nothing is saved before a person saves it.

import { el, signal, untracked } from "../lib/view.js";
import { exampleNames, exampleText, filled, needsOf } from "../home/automation/examples.js";
import { linkedText, mostLinked } from "../home/automation/linked.js";
import { traitsOf } from "../home/automation/references.js";
import { nodesOf } from "../home/nodes.js";
import { fillForm, onlyChoice, wordsOfNeed } from "../ui/automation/fill.js";
import { tell } from "../ui/elements.js";
import { loadPart, t } from "../ui/text.js";

/** @typedef {import("../ui/elements.js").App} App */
/** @typedef {import("./automation.js").Start} Start */
/** @typedef {import("../home/automation/examples.js").Need} Need */
/** @typedef {import("../lib/view.js").Child} Child */
/** @typedef {{needs: readonly Need[], nameOf: (need: Need) => string, notes: readonly string[], start: (parts: ReadonlyMap<string, import("../home/parts.js").Part>) => Promise<Start>}} Source */

/**
 * @param {App} app
 * @param {string} structureId
 * @param {URLSearchParams} query
 * @param {(start: Start) => Child} editor
 * @returns {() => Child}
 */
export function startedEditor(app, structureId, query, editor) {
  const shown = signal(/** @type {{start: Start} | {source: Source} | {refusal: string} | undefined} */ (undefined));
  const load = async () => {
    const name = query.get("example");
    await loadPart("examples");
    const source = name === null ? await ofLink(app, structureId, query.get("text") ?? "") : await ofExample(app, structureId, name);
    if (!source || !("needs" in source)) {
      shown.value = source;
      return;
    }
    const parts = untracked(() => onlyChoice(app, structureId, source.needs));
    shown.value = parts ? { start: await source.start(parts) } : { source };
  };
  tell(load());
  return () => {
    const now = shown.value;
    // Untracked, so that changes of the home do not rebuild the form or the editor.
    return untracked(() => {
      if (now && "start" in now) return editor(now.start);
      if (!now || "refusal" in now) return [el("h1", {}, t("edit.new")), now && el("p", { class: "problem", role: "alert" }, now.refusal)];
      const { needs, nameOf, notes, start } = now.source;
      return [el("h1", {}, t("edit.new")), notes.map((text) => el("p", {}, text)),
        fillForm(app, structureId, needs, nameOf, async (parts) => (shown.value = { start: await start(parts) }))];
    });
  };
}

/** @param {App} app @param {string} structureId */
const isKnownIn = ({ home }, structureId) => (/** @type {string} */ id) => id === structureId || home.device(id)?.structureId === structureId;

/**
 * @param {App} app
 * @param {string} structureId
 * @param {string} text
 * @returns the automation in a text, or undefined if it has mistakes, none, or several; and the names of objects that it gives ids
 */
async function read(app, structureId, text) {
  const { automations, issues } = await app.client.call("AutomationService/ParseAutomations", { structureId, text });
  const names = new Map(issues.map(({ openName }) => [openName?.objectId ?? "", openName?.name ?? ""]));
  const [automation, another] = automations;
  const graph = automation?.program?.graph;
  return graph && !another && !names.has("") ? { automation, graph, names } : undefined;
}

/**
 * @param {App} app
 * @param {string} structureId
 * @param {import("../lib/hearth-v1.js").ParsedAutomation} parsed
 * @param {import("../lib/hearth-v1.js").AutomationNode} graph
 * @returns {Promise<import("../lib/hearth-v1.js").Automation>}
 */
async function unsaved(app, structureId, { name, description, program }, graph) {
  await app.home.schemas.need(traitsOf(nodesOf(graph)));
  return {
    id: "", structureId, name, description, isActive: true, revision: 0n, programRevision: 0n, isRunning: false, executionCount: 0,
    issues: [], aliases: [], ...(program ? { program: { ...program, graph } } : {}),
  };
}

/**
 * @param {App} app
 * @param {string} structureId
 * @param {string} name
 * @returns {Promise<Source | {refusal: string}>}
 */
async function ofExample(app, structureId, name) {
  const found = exampleNames.includes(name) ? await read(app, structureId, await exampleText(name)) : undefined;
  if (!found) return { refusal: t("edit.noExample") };
  const { automation, graph } = found;
  const said = { name: t(`example.${name}`), description: t(`exampleWhat.${name}`) };
  const notes = [t("edit.isExample")];
  return {
    needs: needsOf(graph, isKnownIn(app, structureId)), nameOf: (need) => wordsOfNeed(need), notes,
    start: async (parts) => ({ notes, automation: await unsaved(app, structureId, { ...automation, ...said }, filled(graph, parts, automation, said)) }),
  };
}

/**
 * @param {App} app
 * @param {string} structureId
 * @param {string} value of the link
 * @returns {Promise<Source | {start: Start} | {refusal: string}>}
 */
async function ofLink(app, structureId, value) {
  const text = linkedText(value);
  if (text === undefined) return { refusal: t("edit.linkTooLong", { count: mostLinked }) };
  const found = await read(app, structureId, text);
  const notes = [t("edit.isLinked")];
  if (!found) return { start: { text, notes, isLinked: true } };
  const { automation, graph, names } = found;
  return {
    needs: needsOf(graph, isKnownIn(app, structureId)), nameOf: (need) => wordsOfNeed(need, names.get(need.id)), notes,
    start: async (parts) => ({ notes, isLinked: true, automation: await unsaved(app, structureId, automation, filled(graph, parts)) }),
  };
}
