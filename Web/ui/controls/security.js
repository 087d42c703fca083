// Controls of alarm systems: one press arms; disarming needs a confirmation.

import { SECURITY_SYSTEM } from "../../home/traits.js";
import { named } from "../../home/words.js";
import { el } from "../../lib/view.js";
import { ask, button, submitButton } from "../elements.js";
import { chips } from "../fields.js";
import { reading } from "../inputs.js";
import { t } from "../text.js";

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

/** @param {App} app @param {Part} part @param {() => string} name */
export function tileControl(app, part, name) {
  const values = reading(app, part, SECURITY_SYSTEM);
  const isArmed = () => values.value?.["currentState"] !== "disarmed";
  return el("div", { class: "buttons" }, button(() => t(isArmed() ? "security.disarm" : "security.arm"),
    () => (isArmed() ? askToDisarm(app, part, name()) : app.commands.write(part, SECURITY_SYSTEM, { targetState: "awayArm" }))));
}

/** @param {App} app @param {Part} part @param {() => string} name */
export function pageControls(app, part, name) {
  const values = reading(app, part, SECURITY_SYSTEM);
  const targets = ["disarm", "stayArm", "awayArm", "nightArm"];
  return chips(t("control.mode"), () => targets.map((key) => ({ key, text: named("security.", key) })), (key) => values.value?.["targetState"] === key,
    (key) => (key === "disarm" ? askToDisarm(app, part, name()) : app.commands.write(part, SECURITY_SYSTEM, { targetState: String(key) })));
}
