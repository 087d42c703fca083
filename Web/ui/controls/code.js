// The dialog for what a device does only with a code: a lock with its PIN, an alarm system with its code.

import { el, signal } from "../../lib/view.js";
import { ask, button, reason, submitButton } from "../elements.js";
import { t } from "../text.js";

/** @typedef {import("../elements.js").App} App */
/** @typedef {import("../../home/parts.js").Part} Part */

/**
 * Asks before something is sent, and for a code while one is wanted. The code is in memory only until it is sent.
 *
 * @param {App} app
 * @param {Part} part
 * @param {{
 *   title: string, explanation?: string | false, label: string, missing: string, submit: string, most: number,
 *   isDigits: boolean, wantsCode: () => boolean, refused?: () => void,
 *   send: (code: Uint8Array | undefined) => Promise<unknown>,
 * }} settings `send` resolves with undefined if the device refused
 */
export function askWithCode(app, part, { title, explanation, label, missing, submit, most, isDigits, wantsCode, refused, send }) {
  const isBusy = signal(false);
  const problem = signal("");
  ask(title, (close) => {
    // Marked as a one-time code, so that browsers do not offer to save it as a password.
    const input = el("input", {
      type: "password", inputmode: isDigits ? "numeric" : "text", autocomplete: "one-time-code", name: "code", class: "input", maxlength: most,
    });
    const key = (/** @type {string} */ digit) => button(digit, () => input.value.length < most && (input.value += digit));
    const run = async () => {
      if (wantsCode() && input.value === "") {
        problem.value = missing;
        input.focus();
        return;
      }
      isBusy.value = true;
      const code = input.value === "" ? undefined : new TextEncoder().encode(input.value);
      input.value = "";
      const done = await send(code);
      isBusy.value = false;
      if (done) return close();
      refused?.();
      problem.value = reason(app.commands.progress(part).peek().problem);
    };
    return [
      el("h2", {}, title),
      explanation && el("p", { class: "quiet" }, explanation),
      () => wantsCode() && el("label", { class: "field" }, label, input),
      () => wantsCode() && isDigits && el("div", { class: "keypad" }, [..."123456789"].map(key),
        button("⌫", () => (input.value = input.value.slice(0, -1)), "", { "aria-label": t("code.erase") }), key("0")),
      el("p", { class: "problem", role: "alert" }, () => problem.value),
      el("div", { class: "dialog-buttons" },
        button(t("action.cancel"), close),
        submitButton(() => (isBusy.value ? t("lock.busy") : submit), run)),
    ];
  });
}
