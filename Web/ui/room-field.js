// The choice of a room in a form, and a dialog that adds a room.

import { computed, el, signal } from "../lib/view.js";
import { clientId } from "../home/commands.js";
import { aliasesIn } from "../home/edits.js";
import { roomsOf } from "../home/structures.js";
import { ask, attempts, button, submitButton } from "./elements.js";
import { t } from "./text.js";

/** @typedef {import("./elements.js").App} App */

/** @param {HTMLInputElement} input without a name @param {(text: string) => unknown} say */
export function missingName(input, say) {
  say(t("add.missing", { what: t("device.name") }));
  input.focus();
}

/**
 * @param {string} title
 * @param {string} name
 * @param {(name: string, aliases: readonly string[]) => Promise<unknown>} save
 * @param {readonly string[]} [aliases] the other names; no field for them if absent
 */
export function askName(title, name, save, aliases) {
  ask(title, (close) => {
    const { attempt, line, say } = attempts();
    const input = el("input", { class: "input", value: name, required: true, maxlength: 64, autocomplete: "off" });
    const others = el("input", { class: "input", value: aliases?.join(", ") ?? "", placeholder: t("device.aliasesHint"), autocomplete: "off" });
    return [
      el("h2", {}, title),
      el("label", { class: "field" }, t("device.name"), input),
      aliases && el("label", { class: "field" }, t("device.aliases"), others),
      line,
      el("div", { class: "dialog-buttons" }, button(t("action.cancel"), close),
        submitButton(t("action.save"), async () => {
          if (input.value.trim() === "") return missingName(input, say);
          if (await attempt(save(input.value.trim(), aliasesIn(others.value)))) close();
          return undefined;
        })),
    ];
  });
}

/**
 * Asks for the name of a new room and adds it.
 *
 * @param {App} app
 * @param {string} structureId
 * @param {(roomId: string) => unknown} added
 */
export const addRoom = ({ client }, structureId, added = () => {}) => askName(t("settings.addRoom"), "", async (name) => {
  const answer = await client.call("HomeService/CreateRoom", { structureId, name, options: { clientId } });
  if (answer.room) added(answer.room.id);
  return answer;
});

/**
 * A select with the rooms of a home, which changes with them.
 *
 * @param {App} app
 * @param {string} structureId
 * @param {string} roomId the chosen one; empty for no room
 */
export function roomField(app, structureId, roomId) {
  const chosen = signal(roomId);
  const rooms = computed(() => [{ id: "", name: t("device.noRoom") }, ...roomsOf(app.home, structureId)]);
  const field = el("select", { class: "input", onchange: (/** @type {Event} */ event) => (chosen.value = /** @type {HTMLSelectElement} */ (event.target).value) },
    () => rooms.value.map((one) => el("option", { value: one.id, selected: one.id === chosen.value }, one.name)));
  return { field, read: () => chosen.value, choose: (/** @type {string} */ id) => (chosen.value = id) };
}
