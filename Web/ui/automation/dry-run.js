// A dry run: what an automation would have done in the last week, from recorded values. It sends no commands.

import { el, onCleanup, signal } from "../../lib/view.js";
import { RpcError } from "../../lib/connect.js";
import { hubTime } from "../../home/clock.js";
import { timestamp } from "../../home/history.js";
import { milliseconds } from "../../home/model.js";
import { endInWords } from "../../home/runs.js";
import { dateAndTime } from "../../home/words.js";
import { button, reason } from "../elements.js";
import { runSteps, runTitle } from "./run.js";
import { t } from "../text.js";

/** @typedef {import("../../home/automation/draft.js").Draft} Draft */
/** @typedef {import("../../lib/hearth-v1.js").AutomationRun} AutomationRun */
/** @typedef {import("../../lib/hearth-v1.js").AutomationDryRun} AutomationDryRun */

const week = 7 * 86_400_000;
const shownRuns = 20;

/** @param {Draft} draft @param {boolean} isAtOnce whether it begins without a press */
export function dryRunPanel(draft, isAtOnce) {
  const isBusy = signal(false);
  const problem = signal("");
  const answer = signal(/** @type {{runs: readonly AutomationRun[], summary: AutomationDryRun | undefined, program: import("../../lib/hearth-v1.js").AutomationProgram, text: import("../../home/automation/text.js").WrittenText} | undefined} */ (undefined));
  const leaving = new AbortController();
  onCleanup(() => leaving.abort());
  const run = async () => {
    if (isBusy.peek()) return;
    isBusy.value = true;
    problem.value = "";
    answer.value = undefined;
    await draft.writing.settled();
    const { program, structureId, app } = draft;
    const text = draft.written.peek();
    /** @type {AutomationRun[]} */
    let runs = [];
    try {
      for await (const message of app.client.stream("AutomationService/DryRunAutomation", { structureId, program, from: timestamp(hubTime() - week) }, { signal: leaving.signal })) {
        if (message.run) runs = [...runs, message.run].slice(-shownRuns);
        if (message.summary) answer.value = { runs: runs.reverse(), summary: message.summary, program, text };
      }
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      problem.value = reason(error);
    } finally {
      isBusy.value = false;
    }
  };
  if (isAtOnce) run();
  return el("section", { class: "panel", "aria-labelledby": "dry-run" }, el("h2", { id: "dry-run" }, t("dry.title")),
    button(() => t(isBusy.value ? "dry.running" : "dry.run"), run, "", { "aria-disabled": () => isBusy.value, "aria-busy": () => isBusy.value }),
    el("p", { class: "problem", role: "alert" }, () => problem.value),
    el("div", { role: "status" }, () => answer.value?.summary && summary(answer.value.summary, answer.value.runs.length)),
    () => {
      if (!answer.value) return "";
      const { runs, program, text } = answer.value;
      return runs.map((one) => el("details", { class: "run" }, el("summary", {}, runTitle(one)), runSteps(draft.app, text, program, one)));
    });
}

/** @param {AutomationDryRun} told @param {number} shown */
function summary(told, shown) {
  const count = Number(told.runs);
  const gaps = told.gaps.length + Number(told.moreGaps);
  return [
    el("p", {}, t("dry.runs", { count, when: dateAndTime(milliseconds(told.began) ?? 0) })),
    gaps > 0 && el("p", { class: "quiet" }, t("dry.gaps", { count: gaps })),
    count > shown && el("p", { class: "quiet" }, t("dry.more", { count: shown })),
    told.nonStarts.map((one) => el("p", { class: "quiet" }, t("automation.nonStart", { when: dateAndTime(milliseconds(one.last?.at) ?? 0), why: endInWords(one.last) }))),
  ];
}
