// Whose doing a change was, in words.

import { Cause_Kind } from "../lib/hearth-v1.js";
import { t } from "../ui/text.js";
import { clientId } from "./commands.js";

/**
 * Whose action led to a change: the person's or the automation's name, as the hub says it, also where the device reported the
 * change by itself a moment after a command.
 *
 * @param {import("./live.js").LiveHome} home
 * @param {import("../lib/hearth-v1.js").Cause | undefined} cause absent where several were at work, or nobody kept it
 */
export function causeInWords(home, cause) {
  if (!cause) return "";
  if (cause.kind === Cause_Kind.CLIENT && cause.clientId === clientId) return t("cause.own");
  if (cause.personName) return t("cause.client", { name: cause.personName });
  if (cause.kind === Cause_Kind.AUTOMATION || cause.automationId) {
    const name = home.automations.value.get(cause.automationId)?.name ?? cause.automationName;
    return name ? t("cause.automation", { name }) : t("cause.anAutomation");
  }
  switch (cause.kind) {
    case Cause_Kind.DEVICE: return t("cause.device");
    // The id that a client chose for itself is no name.
    case Cause_Kind.CLIENT: return t(isOfFamily(cause) ? "cause.family" : "cause.someone");
    case Cause_Kind.HUB: return t("cause.hub");
    default: return "";
  }
}

/**
 * Whether the people of the demo home did something, whom the hub simulates.
 *
 * @param {import("../lib/hearth-v1.js").Cause} cause
 */
export function isOfFamily(cause) { return cause.clientId === "the simulated family"; }
