// Runs of automations in words.

import { AutomationOutcome_Kind as Outcome } from "../lib/hearth-v1-more.js";
import { hasText, t } from "../ui/text.js";
import { milliseconds } from "./model.js";
import { nodesOf } from "./nodes.js";
import { clock, label } from "./words.js";

/** @typedef {import("./live.js").LiveHome} LiveHome */
/** @typedef {import("../lib/hearth-v1.js").Automation} Automation */
/** @typedef {import("../lib/hearth-v1.js").AutomationStep} AutomationStep */

/**
 * @param {LiveHome} home
 * @param {import("../lib/hearth-v1.js").Target | undefined} target
 */
function nameOf(home, target) {
  if (!target) return t("automation.someDevices");
  return home.devices.value.get(target.deviceId)?.name ?? home.structures.value.get(target.deviceId)?.name ?? t("automation.missing");
}

/**
 * The starters of an automation in words.
 *
 * @param {LiveHome} home
 * @param {Automation} automation
 */
export function startersInWords(home, automation) {
  const words = nodesOf(automation.program?.graph).flatMap((node) => {
    if (node.manualStarter) return [t("automation.byHand")];
    if (!node.starter) return [];
    const { trait, parameters } = node.starter;
    const type = home.schemas.get(trait?.traitId ?? 0);
    if (type?.name === "Time") return [parameters.length > 0 ? t("automation.atTime") : t("automation.byTime")];
    return [nameOf(home, trait?.target)];
  });
  return [...new Set(words)].join(", ");
}

/**
 * The reason why a run ended, or did not begin, in words.
 *
 * @param {import("../lib/hearth-v1.js").AutomationEnd | undefined} end
 */
export const endInWords = (end) => t(end ? `end.${end.reason}` : "end.live");

/**
 * A step of a run in words. Undefined for steps that are not shown.
 *
 * @param {LiveHome} home
 * @param {import("../lib/hearth-v1.js").AutomationProgram | undefined} program of the run
 * @param {AutomationStep} step
 * @returns {string | undefined}
 */
export function stepInWords(home, program, step) {
  if (step.condition) {
    const value = step.condition.result?.value?.boolean;
    return t(value === undefined ? "step.conditionUnknown" : value ? "step.conditionTrue" : "step.conditionFalse");
  }
  if (step.waitingUntil) return t("step.waiting", { time: clock(milliseconds(step.waitingUntil) ?? 0) });
  if (step.waited !== undefined) return t(step.waited ? "step.waited" : "step.waitedInVain");
  if (step.branch) return step.branch.index === undefined ? t("step.noBranch") : t("step.branch", { number: step.branch.index + 1 });
  if (step.restoration) return t("step.restored", { count: step.restoration.restored });
  if (step.assignment) return t("step.assigned");
  if (step.suppressingUntil) return t("step.suppressing", { time: clock(milliseconds(step.suppressingUntil) ?? 0) });
  if (step.unobserved) return t("step.unobserved");
  if (step.execution) return step.execution.end ? t("step.executed", { why: endInWords(step.execution.end) }) : t("step.executing");
  if (step.conflict) return t("step.conflict", { name: home.automations.value.get(step.conflict.automationId)?.name ?? t("cause.anAutomation") });
  if (!step.action) return undefined;
  const action = nodesOf(program?.graph).find((node) => node.id === step.nodeId)?.action;
  const type = home.schemas.get(step.action.traitId || (action?.trait?.traitId ?? 0));
  const commandId = step.action.commandId ?? action?.commandId;
  const command = type?.schema.commands.find((one) => one.id === commandId);
  const what = command ? label(command.methodName) : t("step.write");
  const told = t("step.action", { name: nameOf(home, step.action.target ?? action?.trait?.target), what });
  const outcome = step.action.outcome;
  if (!outcome || outcome.kind === Outcome.DONE) return told;
  const why = outcome.message || (hasText(`outcome.${outcome.kind}`) ? t(`outcome.${outcome.kind}`) : t("error.unknown"));
  return `${told} – ${why}`;
}
