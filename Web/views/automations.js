// The list of automations and scenes: start them, switch them on and off, and see why they ran.

import { computed, el, link, list, signal } from "../lib/view.js";
import { clientId } from "../home/commands.js";
import { milliseconds } from "../home/model.js";
import { currentStructure } from "../home/structures.js";
import { distinctIssues, issueInWords } from "../home/automation/issues.js";
import { leafInWords } from "../home/automation/trace.js";
import { traitsOf } from "../home/automation/references.js";
import { sceneDevices } from "../home/automation/scene.js";
import { written } from "../home/automation/text.js";
import { isManual, isScene, nodesOf } from "../home/nodes.js";
import { endInWords, startersInWords } from "../home/runs.js";
import { ago, byName, dateAndTime } from "../home/words.js";
import { runSteps, runTitle } from "../ui/automation/run.js";
import { button, icon, note, tell, toggle } from "../ui/elements.js";
import { hubCommand, installationOf } from "../ui/hub-machine.js";
import { t } from "../ui/text.js";
import { editScene } from "./scene.js";

/** @typedef {import("../ui/elements.js").App} App */
/** @typedef {import("../lib/hearth-v1.js").Automation} Automation */
/** @template T @typedef {import("../lib/view.js").Readable<T>} Readable */

const shownRuns = 20;
const sceneIcons = ["sparkle", "sparkle", "sun", "moon", "arrive", "leave", "sparkle"];

/** @param {App} app */
export function automationsView(app) {
  const structure = computed(() => currentStructure(app));
  const isLoaded = signal(false);
  const load = async () => {
    const id = structure.value?.id;
    if (id !== undefined) await tell(app.home.loadAutomations(id));
    isLoaded.value = true;
  };
  load();
  const all = computed(() => [...app.home.automations.value.values()].filter((one) => one.structureId === structure.value?.id && one.program?.scene !== 6)
    .sort((left, right) => byName(left.name, right.name)));
  const scenes = computed(() => all.value.filter((one) => isScene(one) && isManual(one)));
  return el("div", { class: "narrow" },
    el("div", { class: "head" }, el("h1", {}, t("automation.title")),
      el("a", { class: "round", href: link("automation", "new"), "aria-label": t("edit.new"), title: t("edit.new") }, icon("plus"))),
    el("section", { class: "section", "aria-labelledby": "scenes" },
      el("div", { class: "head" }, el("h2", { id: "scenes" }, t("automation.scenes")), button(t("edit.newScene"), () => editScene(app, structure.value?.id ?? ""))),
      el("ul", { class: "cards" }, list(() => scenes.value, (one) => one.id, (scene) => sceneCard(app, scene)))),
    el("section", { class: "section", "aria-labelledby": "automations" },
      el("h2", { id: "automations" }, t("automation.all")),
      el("ul", { class: "cards" }, list(() => all.value, (one) => one.id, (one) => card(app, one))),
      () => isLoaded.value && all.value.length === 0 && [
        el("p", { class: "empty" }, () => t("automation.none", { command: hubCommand("automations import", installationOf(app.client).value, location) })),
        el("a", { class: "button main", href: link("automation", "new") }, t("edit.new")),
      ]));
}

/**
 * @param {App} app
 * @param {string} id
 * @param {string} name
 */
async function run(app, id, name) {
  if (await tell(app.client.call("AutomationService/ExecuteAutomation", { automationId: id, options: { clientId } }))) note(t("automation.started", { name }));
}

/**
 * @param {App} app
 * @param {Readable<Automation>} scene
 */
function sceneCard(app, scene) {
  return el("li", { class: "card" },
    el("span", { class: "tile-icon" }, icon(() => sceneIcons[scene.value.program?.scene ?? 0] ?? "sparkle")),
    el("div", { class: "grow" }, el("h3", {}, () => scene.value.name), el("p", { class: "quiet" }, () => scene.value.description)),
    () => sceneDevices(scene.value.program?.graph) && button(t("scene.asNow"), () => editScene(app, scene.value.structureId, scene.value), "", { "aria-label": () => t("scene.asNowWhat", { name: scene.value.name }) }),
    button(() => t(scene.value.isRunning ? "automation.isRunning" : "automation.runScene"), () => run(app, scene.value.id, scene.value.name), "main",
      { "aria-label": () => t("automation.runWhat", { name: scene.value.name }), disabled: () => scene.value.isRunning }));
}

/**
 * @param {App} app
 * @param {Readable<Automation>} automation
 */
function card(app, automation) {
  const isOpen = signal(false);
  const switchTo = (/** @type {boolean} */ isActive) =>
    tell(app.client.call("AutomationService/UpdateAutomation", { automationId: automation.value.id, isActive, options: { clientId } }));
  const isErroneous = () => automation.value.issues.some((issue) => issue.severity === 2);
  const state = () => {
    const { isRunning, lastStart } = automation.value;
    const last = milliseconds(lastStart);
    return isRunning ? t("automation.isRunning") : last === undefined ? t("automation.neverRan") : t("automation.lastRan", { when: ago(last) });
  };
  return el("li", { class: "card" },
    el("div", { class: "grow" },
      el("h3", {}, () => automation.value.name),
      el("p", { class: "quiet" }, () => automation.value.description),
      el("p", { class: "quiet meta" }, () => [startersInWords(app.home, automation.value), state()].filter(Boolean).join(" · ")),
      list(() => distinctIssues(automation.value.issues), (issue) => `${issue.nodeId} ${issue.kind} ${issue.message}`, (issue) =>
        el("p", { class: () => (isErroneous() ? "problem" : "quiet") }, () => issueInWords(issue.value)))),
    () => isManual(automation.value) && !isScene(automation.value) && button(t("automation.run"), () => run(app, automation.value.id, automation.value.name), "",
      { "aria-label": () => t("automation.runWhat", { name: automation.value.name }) }),
    el("a", { class: "round", href: () => link("automation", automation.value.id), "aria-label": () => t("edit.title", { name: automation.value.name }), title: t("edit.edit") }, icon("edit")),
    toggle(() => t("automation.switchWhat", { name: automation.value.name }), () => automation.value.isActive, switchTo),
    el("details", { ontoggle: (/** @type {Event} */ event) => (isOpen.value = /** @type {HTMLDetailsElement} */ (event.target).open) },
      el("summary", {}, t("automation.why")),
      () => isOpen.value && history(app, automation)));
}

/**
 * The kept runs, and the reasons why it did not run.
 *
 * @param {App} app
 * @param {Readable<Automation>} automation
 */
function history(app, automation) {
  /** @typedef {import("../lib/hearth-v1.js").ListRunsResponse} Runs */
  const answer = signal(/** @type {{told: Runs, program: import("../lib/hearth-v1.js").AutomationProgram | undefined, programRevision: bigint, text: import("../home/automation/text.js").WrittenText} | undefined} */ (undefined));
  const fetchRuns = async () => {
    const { id, structureId, name, description, isActive, program, programRevision } = automation.value;
    await tell(app.home.schemas.need(traitsOf(nodesOf(program?.graph))));
    const told = await tell(app.client.call("AutomationService/ListRuns", { automationId: id, limit: shownRuns }));
    const text = told && await tell(written(app.client, { structureId, name, description, isActive, program }));
    if (told && text) answer.value = { told, program, programRevision, text };
  };
  // Fetched again whenever a run begins or ends.
  const turn = computed(() => `${automation.value.isRunning} ${automation.value.executionCount}`);
  return el("div", {}, () => {
    if (turn.value !== "") fetchRuns();
    return "";
  }, () => {
    if (!answer.value) return "";
    const { told, program, programRevision, text } = answer.value;
    return [
      told.runs.length === 0 && el("p", { class: "quiet" }, t("automation.noRuns")),
      told.runs.map((one) => {
        const isSame = one.revision === programRevision;
        return el("div", { class: "run" }, el("h4", {}, runTitle(one)), runSteps(app, isSame ? text : undefined, isSame ? program : undefined, one));
      }),
      told.nonStarts.map((one) => el("p", { class: "quiet" },
        t("automation.nonStart", { when: dateAndTime(milliseconds(one.last?.at) ?? 0), why: endInWords(one.last) }),
        one.leaves.length > 0 && ` (${one.leaves.map((leaf) => leafInWords(app.home, program, leaf)).join(", ")})`)),
    ];
  });
}
