// The causes of changes in words.

import { Cause_Kind } from "../lib/hearth-v1.js";
import { t } from "../ui/text.js";
import { clientId } from "./commands.js";

/**
 * The cause of a change in words, with the name of the person, program or automation. The hub also attributes a change to a command
 * if the device reported it by itself a moment later.
 *
 * @param {import("./live.js").LiveHome} home
 * @param {import("../lib/hearth-v1.js").Cause | undefined} cause absent if there were several causes, or none is known
 */
export function causeInWords(home, cause) {
  if (!cause) return "";
  if (cause.kind === Cause_Kind.CLIENT && cause.clientId === clientId) return t("cause.own");
  if (cause.personName) return t("cause.client", { name: cause.personName });
  if (cause.programName) return t("cause.client", { name: cause.programName });
  if (cause.kind === Cause_Kind.AUTOMATION || cause.automationId) {
    const name = home.automations.value.get(cause.automationId)?.name ?? cause.automationName;
    return name ? t("cause.automation", { name }) : t("cause.anAutomation");
  }
  switch (cause.kind) {
    case Cause_Kind.DEVICE: return t("cause.device");
    // A client chooses its own ID, so it is not shown as a name.
    case Cause_Kind.CLIENT: return t(isOfFamily(cause) ? "cause.family" : "cause.someone");
    case Cause_Kind.HUB: return t("cause.hub");
    default: return "";
  }
}

/**
 * Whether the cause is the demo home's family, which the hub simulates.
 *
 * @param {import("../lib/hearth-v1.js").Cause} cause
 */
export function isOfFamily(cause) { return cause.clientId === "the simulated family"; }
