// Elements that all views share: icons, buttons, dialogs, and notes at the edge of the page.

import { computed, effect, el, link, list, scope, signal, svg } from "../lib/view.js";
import { RpcError } from "../lib/connect.js";
import { capital } from "../home/words.js";
import { shapeOf } from "./icons.js";
import { hasText, t } from "./text.js";

/** @template T @typedef {import("../lib/view.js").Readable<T>} Readable */
/**
 * The objects that every view gets.
 *
 * @typedef {{
 *   home: import("../home/live.js").LiveHome,
 *   commands: import("../home/commands.js").Commands,
 *   overview: import("../home/overview.js").Overview,
 *   client: import("../lib/connect.js").Client,
 *   session: import("../home/session.js").Session,
 *   route: Readable<import("../lib/view.js").Route>,
 * }} App
 * @typedef {() => string} Text
 */

/** @param {string | Text} name of a symbol in icons.svg */
export function icon(name) {
  const element = svg("svg", { class: "icon", "aria-hidden": "true", viewBox: "0 0 24 24" });
  if (typeof name === "string") element.append(shapeOf(name));
  else {
    const shown = computed(name);
    effect(() => element.replaceChildren(shapeOf(shown.value)));
  }
  return element;
}

/**
 * A round button with an icon, and a label for screen readers.
 *
 * @param {string | Text} name of the icon
 * @param {string | Text} label
 * @param {() => unknown} onclick
 * @param {import("../lib/view.js").Attributes} more
 */
export function roundButton(name, label, onclick, more = {}) {
  return el("button", { type: "button", class: "round", "aria-label": label, title: label, onclick, ...more }, icon(name));
}

/**
 * @param {string | Text} label
 * @param {() => unknown} onclick
 * @param {"" | "main" | "danger" | "bare"} look
 * @param {import("../lib/view.js").Attributes} more
 */
export function button(label, onclick, look = "", more = {}) {
  return el("button", { type: "button", class: `button ${look}`, onclick, ...more }, label);
}

/**
 * A button that submits a form. Presses while it is being sent are ignored.
 *
 * @param {string | Text} label
 * @param {() => Promise<unknown>} send
 */
export function submitButton(label, send) {
  const isBusy = signal(false);
  const onclick = async (/** @type {Event} */ event) => {
    event.preventDefault();
    if (isBusy.peek()) return;
    isBusy.value = true;
    await send().finally(() => (isBusy.value = false));
  };
  return el("button", { type: "submit", class: "button main", "aria-disabled": () => isBusy.value, "aria-busy": () => isBusy.value, onclick }, label);
}

/**
 * A switch that shows the current state; a press requests the other one.
 *
 * @param {string | Text} label
 * @param {() => boolean} isOn
 * @param {(wanted: boolean) => unknown} onChange
 */
export function toggle(label, isOn, onChange) {
  return el("button", { type: "button", class: "switch", role: "switch", "aria-label": label, "aria-checked": () => isOn(), onclick: () => onChange(!isOn()) });
}

/** @param {string} id */
export const deviceLink = (id) => link("device", id);

/** @param {unknown} error @returns {string} the reason of a failure, for people */
export function reason(error) {
  if (error === "ignored") return t("problem.ignored");
  if (!(error instanceof RpcError)) return t("error.unknown");
  if (hasText(`error.${error.code}`)) return t(`error.${error.code}`);
  return error.message === "" ? t("error.unknown") : `${capital(error.message)}.`;
}

/** @typedef {{id: number, text: string, action: {label: string, run: () => unknown} | undefined, look: import("../lib/view.js").Child}} Note */
const notes = signal(/** @type {Note[]} */ ([]));
let lastNote = 0;

/**
 * Shows a note at the edge of the page for some seconds.
 *
 * @param {string} text
 * @param {{label: string, run: () => unknown}} [action]
 * @param {import("../lib/view.js").Child} [look] a picture beside the text
 */
export function note(text, action, seconds = 5, look) {
  const id = (lastNote += 1);
  notes.value = [...notes.peek().slice(-2), { id, text, action, look }];
  setTimeout(() => dismiss(id), seconds * 1000);
}

/** @param {number} id */
function dismiss(id) {
  notes.value = notes.peek().filter((one) => one.id !== id);
}

/** The area of the notes, a live region for screen readers. */
export function noteArea() {
  return el("div", { class: "toasts", role: "status", "aria-live": "polite" }, list(() => notes.value, (one) => String(one.id), (one) => {
    const { id, text, action, look } = one.value;
    return el("div", { class: "toast" }, look, el("p", {}, text),
      action && el("button", { type: "button", onclick: () => { dismiss(id); action.run(); } }, action.label));
  }));
}

/**
 * Opens a modal dialog. Escape and a press outside of it close it.
 *
 * @param {string} title
 * @param {(close: () => void) => readonly import("../lib/view.js").Child[]} content
 */
export function ask(title, content, look = "") {
  const [dialog, dispose] = scope(() => {
    /** @type {HTMLDialogElement} */
    const self = el("dialog", { class: `dialog ${look}`, "aria-label": title,
      onclose: () => { self.remove(); dispose(); },
      onclick: (/** @type {Event} */ event) => event.target === self && self.close(),
    }, el("form", { method: "dialog", class: "dialog-body" }, ...content(() => self.close())));
    return self;
  });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/** Runs calls for a dialog, with a line in it for the reason of a failure, because a dialog covers the page's notes. */
export function attempts(words = reason) {
  const problem = signal("");
  /** @template T @param {Promise<T>} promise @returns {Promise<T | undefined>} */
  const attempt = async (promise) => {
    problem.value = "";
    try {
      return await promise;
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      problem.value = words(error);
      return undefined;
    }
  };
  const say = (/** @type {string} */ text) => (problem.value = text);
  return { attempt, say, line: el("p", { class: "problem", role: "alert" }, () => problem.value) };
}

/** @param {() => string} text that the button copies, if the browser allows it */
export function copyButton(text) {
  const isDone = signal(false);
  return navigator.clipboard && button(() => t(isDone.value ? "action.copied" : "action.copy"), async () => {
    await navigator.clipboard.writeText(text());
    isDone.value = true;
  });
}

/**
 * Awaits a call for a form or a button, and shows a note if it was refused.
 *
 * @template T
 * @param {Promise<T>} promise
 * @returns {Promise<T | undefined>}
 */
export async function tell(promise) {
  try {
    return await promise;
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    note(reason(error), undefined, 8);
    return undefined;
  }
}

/** @typedef {"system" | "light" | "dark"} Theme */

/** The local storage's key for the theme, which is not secret. */
const themeKey = "hearth-theme";

/** @returns {Theme} */
export function theme() {
  const kept = localStorage.getItem(themeKey);
  return kept === "light" || kept === "dark" ? kept : "system";
}

/** @param {Theme} wanted */
export function setTheme(wanted) {
  if (wanted === "system") localStorage.removeItem(themeKey);
  else localStorage.setItem(themeKey, wanted);
  applyTheme();
}

export function applyTheme() {
  const wanted = theme();
  if (wanted === "system") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = wanted;
}
