// Whose doing a change was, in words.

import { Cause_Kind } from "../lib/hearth-v1.js";
import { t } from "../ui/text.js";
import { clientId } from "./commands.js";

/**
 * @param {import("./live.js").LiveHome} home
 * @param {import("../lib/hearth-v1.js").Cause | undefined} cause absent where several were at work, or nobody kept it
 */
export function causeInWords(home, cause) {
  switch (cause?.kind) {
    case Cause_Kind.DEVICE: return t("cause.device");
    case Cause_Kind.CLIENT:
      if (cause.clientId === clientId) return t("cause.own");
      return cause.clientId === "" ? t("cause.someone") : t("cause.client", { name: cause.clientId });
    case Cause_Kind.AUTOMATION: {
      const automation = home.automations.value.get(cause.automationId);
      return automation ? t("cause.automation", { name: automation.name }) : t("cause.anAutomation");
    }
    case Cause_Kind.HUB: return t("cause.hub");
    default: return "";
  }
}
