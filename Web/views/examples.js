// Examples of automations to take over: first those for which the home has the devices.

import { el, link, signal } from "../lib/view.js";
import { exampleNames, exampleText, fitting, needsOf } from "../home/automation/examples.js";
import { currentStructure } from "../home/structures.js";
import { devicesOf, wordsOfNeed } from "../ui/automation/fill.js";
import { icon, tell } from "../ui/elements.js";
import { loadPart, t } from "../ui/text.js";

/** @typedef {import("../ui/elements.js").App} App */
/** @typedef {{name: string, needs: readonly import("../home/automation/examples.js").Need[]}} Example */

/** @param {App} app */
export function examplesView(app) {
  const structureId = currentStructure(app)?.id ?? "";
  const examples = signal(/** @type {readonly Example[]} */ ([]));
  const load = async () => {
    const [texts] = await Promise.all([Promise.all(exampleNames.map(exampleText)), loadPart("examples")]);
    const answer = await tell(app.client.call("AutomationService/ParseAutomations", { structureId, text: texts.join("\n") }));
    const isKnown = (/** @type {string} */ id) => id === structureId;
    examples.value = (answer?.automations ?? []).map(({ program }, index) => ({ name: exampleNames[index] ?? "", needs: needsOf(program?.graph, isKnown) }));
  };
  load();
  const missing = (/** @type {Example} */ one) => one.needs.filter((need) => fitting(devicesOf(app, structureId), need).length === 0);
  const card = (/** @type {Example} */ one) => el("li", { class: "card" }, el("div", { class: "grow" },
    el("h3", {}, el("a", { href: `${link("automation", "new")}?example=${one.name}` }, t(`example.${one.name}`))),
    el("p", { class: "quiet" }, t(`exampleWhat.${one.name}`)),
    el("p", { class: "quiet meta" }, one.needs.length === 0 ? t("examples.needsNothing") : t("examples.needs", { what: one.needs.map((need) => wordsOfNeed(need)).join(", ") })),
    missing(one).length > 0 && el("p", { class: "quiet meta" }, t("examples.missing", { what: missing(one).map((need) => wordsOfNeed(need)).join(", ") }))));
  const group = (/** @type {string} */ id, /** @type {string} */ title, /** @type {readonly Example[]} */ all) => all.length > 0
    && el("section", { class: "section", "aria-labelledby": id }, el("h2", { id }, title), el("ul", { class: "cards" }, all.map(card)));
  return el("div", { class: "narrow" },
    el("a", { class: "back", href: link("automation", "new") }, icon("back"), t("edit.new")),
    el("h1", {}, t("edit.examples")),
    el("p", { class: "quiet" }, t("edit.examplesHint")),
    () => examples.value.length > 0 && [
      group("examples-here", t("examples.here"), examples.value.filter((one) => missing(one).length === 0)),
      group("examples-other", t("examples.other"), examples.value.filter((one) => missing(one).length > 0)),
    ]);
}
