// A run of an automation, step by step, with the values of each step.

import { el } from "../../lib/view.js";
import { milliseconds } from "../../home/model.js";
import { endInWords, stepInWords } from "../../home/runs.js";
import { detailsOf } from "../../home/automation/trace.js";
import { dateAndTime } from "../../home/words.js";
import { t } from "../text.js";

/**
 * @param {import("../elements.js").App} app
 * @param {import("../../home/automation/text.js").WrittenText | undefined} text of the run's program; undefined if it is gone
 * @param {import("../../lib/hearth-v1.js").AutomationProgram | undefined} program
 * @param {import("../../lib/hearth-v1.js").AutomationRun} run
 */
export function runSteps({ home }, text, program, run) {
  const starter = text?.statement(run.start?.nodeId ?? 0);
  return [
    starter && el("p", { class: "quiet", translate: "no" }, starter),
    !text && el("p", { class: "quiet" }, t("step.olderProgram")),
    el("ol", { class: "steps" }, run.steps.flatMap((step) => {
      const words = stepInWords(home, program, step);
      if (words === undefined) return [];
      const details = detailsOf(home, program, step);
      return [el("li", {}, el("time", {}, dateAndTime(milliseconds(step.at) ?? 0)),
        el("span", {}, words, details.length > 0 && el("span", { class: "quiet" }, ` ${details.join(", ")}`)))];
    })),
  ];
}

/** @param {import("../../lib/hearth-v1.js").AutomationRun} run */
export const runTitle = (run) => `${dateAndTime(milliseconds(run.startedAt) ?? 0)} – ${endInWords(run.end)}`;
