// The dialog for what a device does only with a code: a lock with its PIN, an alarm system with its code.

import { RpcError } from "../../lib/connect.js";
import { el, signal } from "../../lib/view.js";
import { ask, button, reason, submitButton } from "../elements.js";
import { hasText, t } from "../text.js";

/** @typedef {import("../elements.js").App} App */
/** @typedef {import("../../home/parts.js").Part} Part */

/** @param {unknown} problem @returns whether its reason is in the device's own words, which are not translated */
const isOfDevice = (problem) => problem instanceof RpcError && !hasText(`error.${problem.code}`);

/**
 * Asks before something is sent, and for a code while one is wanted. The code is in memory only until it is sent.
 *
 * @param {App} app
 * @param {Part} part
 * @param {{
 *   title: string, explanation?: string | false, label: string, missing: string, submit: string, most: number,
 *   isDigits: boolean, wantsCode: () => boolean, refused?: () => void,
 *   send: (code: Uint8Array | undefined) => Promise<unknown>,
 * }} settings `isDigits` if the code certainly has digits only; `send` resolves with undefined if the device refused
 */
export function askWithCode(app, part, { title, explanation, label, missing, submit, most, isDigits, wantsCode, refused, send }) {
  const isBusy = signal(false);
  const problem = signal("");
  ask(title, (close) => {
    // A phone's own keyboard would cover the keypad.
    const digitsMode = matchMedia("(pointer: coarse)").matches ? "none" : "numeric";
    // Marked as a one-time code, so that browsers do not offer to save it as a password.
    const input = el("input", {
      type: "password", inputmode: isDigits ? digitsMode : "text", autocomplete: "one-time-code", name: "code", class: "input", maxlength: most,
    });
    const key = (/** @type {string} */ digit) => button(digit, () => input.value.length < most && (input.value += digit));
    const run = async () => {
      // Screen readers announce only a change, and the next reason may be the same.
      problem.value = "";
      if (wantsCode() && input.value === "") {
        problem.value = missing;
        input.focus();
        return;
      }
      isBusy.value = true;
      const code = input.value === "" ? undefined : new TextEncoder().encode(input.value);
      input.value = "";
      const done = await send(code).finally(() => (isBusy.value = false));
      if (done) return close();
      refused?.();
      const { problem: why } = app.commands.progress(part).peek();
      problem.value = wantsCode() && isOfDevice(why) ? `${t("code.refused")} ${reason(why)}` : reason(why);
      input.focus();
    };
    return [
      el("h2", {}, title),
      explanation && el("p", { class: "quiet" }, explanation),
      () => wantsCode() && el("label", { class: "field" }, label, input),
      () => wantsCode() && isDigits && el("div", { class: "keypad", role: "group", "aria-label": label }, [..."123456789"].map(key),
        button("⌫", () => (input.value = input.value.slice(0, -1)), "", { "aria-label": t("code.erase") }), key("0")),
      el("p", { class: "problem", role: "alert" }, () => problem.value),
      el("div", { class: "dialog-buttons" },
        button(t("action.cancel"), close),
        submitButton(() => (isBusy.value ? t("lock.busy") : submit), run)),
    ];
  });
}
