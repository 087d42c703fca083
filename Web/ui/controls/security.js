// Controls of alarm systems. One press arms; disarming asks first. Each asks for a code if the system requires one.

import { SECURITY_SYSTEM } from "../../home/traits.js";
import { named } from "../../home/words.js";
import { el } from "../../lib/view.js";
import { ask, button, submitButton } from "../elements.js";
import { chips } from "../fields.js";
import { reading } from "../inputs.js";
import { t } from "../text.js";
import { askWithCode } from "./code.js";

/** @typedef {import("../elements.js").App} App */
/** @typedef {import("../../home/parts.js").Part} Part */

/** @param {App} app @param {Part} part @param {string} name */
function askToDisarm(app, part, name) {
  ask(t("security.title", { name }), (close) => [
    el("h2", {}, t("security.title", { name })),
    el("div", { class: "dialog-buttons" }, button(t("action.cancel"), close),
      submitButton(t("security.disarm"), async () => {
        close();
        await app.commands.write(part, SECURITY_SYSTEM, { targetState: "disarm" });
      })),
  ]);
}

/**
 * @param {import("../../lib/trait.js").TraitValues | undefined} values
 * @param {string} target
 * @returns whether the system takes a target state only with a code
 */
export const needsCode = (values, target) => values?.[target === "disarm" ? "requiresCodeToDisarm" : "requiresCodeToArm"] === true;

/** @param {App} app @param {Part} part @param {string} name @param {string} targetState */
function set(app, part, name, targetState) {
  const values = app.home.trait(part.deviceId, part.endpoint, SECURITY_SYSTEM);
  const disarms = targetState === "disarm";
  if (!needsCode(values, targetState)) {
    return disarms ? askToDisarm(app, part, name) : app.commands.write(part, SECURITY_SYSTEM, { targetState });
  }
  askWithCode(app, part, {
    title: t(disarms ? "security.title" : "security.armWhat", { name }), explanation: !disarms && named("security.", targetState),
    label: t("security.code"), missing: t("security.codeMissing"), submit: t(disarms ? "security.disarm" : "security.arm"),
    most: 64, isDigits: values?.["codeFormat"] === "digits", wantsCode: () => true,
    send: (code) => app.commands.invoke(part, SECURITY_SYSTEM, "setTargetState", { targetState, ...(code ? { code } : {}) }),
  });
}

/** @param {App} app @param {Part} part @param {() => string} name */
export function tileControl(app, part, name) {
  const values = reading(app, part, SECURITY_SYSTEM);
  const isArmed = () => values.value?.["currentState"] !== "disarmed";
  return el("div", { class: "buttons" }, button(() => t(isArmed() ? "security.disarm" : "security.arm"),
    () => set(app, part, name(), isArmed() ? "disarm" : "awayArm")));
}

/** @param {App} app @param {Part} part @param {() => string} name */
export function pageControls(app, part, name) {
  const values = reading(app, part, SECURITY_SYSTEM);
  const targets = ["disarm", "stayArm", "awayArm", "nightArm"];
  return chips(t("control.mode"), () => targets.map((key) => ({ key, text: named("security.", key) })), (key) => values.value?.["targetState"] === key,
    (key) => set(app, part, name(), String(key)));
}
