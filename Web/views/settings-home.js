// Settings of the current home: its name, its location, and its rooms in order. Guests can only read them.

import { computed, el, list, signal } from "../lib/view.js";
import { Role } from "../lib/hearth-v1.js";
import { clientId } from "../home/commands.js";
import { moveRoom } from "../home/arrange.js";
import { currentStructure, mayAdd, mayManage, membership, roomsOf } from "../home/structures.js";
import { ask, attempts, button, icon, roundButton, submitButton, tell } from "../ui/elements.js";
import { placeForm } from "../ui/place.js";
import { addRoom, askName } from "../ui/room-field.js";
import { t } from "../ui/text.js";
import { addHome, deleteHome } from "./homes.js";

/** @typedef {import("../ui/elements.js").App} App */
/** @typedef {import("../lib/hearth-v1.js").Room} Room */
/** @template T @typedef {import("../lib/view.js").Readable<T>} Readable */

/** @param {App} app */
export function homeSettings(app) {
  const structure = computed(() => currentStructure(app));
  const id = () => structure.value?.id ?? "";
  const mayEdit = computed(() => mayManage(app.home, structure.value?.id));
  const editPlace = () => ask(t("settings.place"), (close) => {
    const form = placeForm(structure.value);
    const { attempt, line, say } = attempts();
    return [el("h2", {}, t("settings.place")), ...form.fields, line, el("div", { class: "dialog-buttons" }, button(t("action.cancel"), close),
      submitButton(t("action.save"), async () => {
        const place = form.read();
        if (!place) say(t("place.wrong"));
        else if (await attempt(app.client.call("HomeService/UpdateStructure", { structureId: id(), ...place, options: { clientId } }))) close();
      }))];
  });
  // Only the hub's owner can add a home to a hub that has none, so only the hub's owner may delete the last one.
  const mayDelete = () => membership(app.home, structure.value?.id)?.role === Role.OWNER
    && (app.home.structures.value.size > 1 || app.home.caller.value?.role === Role.OWNER);
  const rename = () => askName(t("settings.renameHome"), structure.value?.name ?? "",
    (name) => app.client.call("HomeService/UpdateStructure", { structureId: id(), name, options: { clientId } }));
  return [
    el("section", { class: "section", "aria-labelledby": "the-home" },
      el("div", { class: "head" }, el("h2", { id: "the-home" }, t("settings.home")), () => mayAdd(app.home) && button(t("homes.add"), () => addHome(app))),
      () => structure.value && el("div", { class: "cards" }, el("div", { class: "card" },
        el("div", { class: "grow" }, el("h3", {}, () => structure.value?.name ?? ""),
          el("p", { class: "quiet" }, () => structure.value?.timeZone.replaceAll("_", " ") || t("settings.hubTimeZone"))),
        () => mayEdit.value && el("div", { class: "row tools" },
          roundButton("clock", t("settings.place"), editPlace, { class: "round bare" }),
          roundButton("edit", t("settings.renameHome"), rename, { class: "round bare" }),
          () => mayDelete() && roundButton("trash", t("homes.delete"), () => deleteHome(app), { class: "round bare" }))))),
    () => structure.value && rooms(app, id, mayEdit),
  ];
}

/**
 * @param {App} app
 * @param {() => string} structureId
 * @param {Readable<boolean>} mayEdit
 */
function rooms(app, structureId, mayEdit) {
  const all = computed(() => roomsOf(app.home, structureId()));
  const said = signal("");
  const move = async (/** @type {Event} */ event, /** @type {Room} */ room, /** @type {1 | -1} */ step) => {
    const pressed = /** @type {HTMLButtonElement} */ (event.currentTarget);
    const rows = all.value;
    if (!(await tell(moveRoom(app.home, structureId(), rows, room.id, step)))) return;
    said.value = t("settings.roomMoved", { name: room.name, place: all.value.findIndex((one) => one.id === room.id) + 1, count: all.value.length });
    // A row at the start or end has only one enabled button.
    if (pressed.disabled) /** @type {HTMLElement | null | undefined} */ (pressed.closest("li")?.querySelector("[data-step]:not(:disabled)"))?.focus();
  };
  return el("section", { class: "section", "aria-labelledby": "rooms" },
    el("div", { class: "head" }, el("h2", { id: "rooms" }, t("settings.rooms")), () => mayEdit.value && button(t("settings.addRoom"), () => addRoom(app, structureId()))),
    el("p", { class: "unseen", role: "status" }, () => said.value),
    el("ul", { class: "cards" }, list(() => all.value, (room) => room.id, (room) => roomCard(app, room, all, mayEdit, move))));
}

/**
 * @param {App} app
 * @param {Readable<Room>} room
 * @param {Readable<readonly Room[]>} all
 * @param {Readable<boolean>} mayEdit
 * @param {(event: Event, room: Room, step: 1 | -1) => unknown} move
 */
function roomCard(app, room, all, mayEdit, move) {
  const { id } = room.value;
  const count = () => [...app.home.devices.value.values()].filter((device) => device.roomId === id).length;
  const named = (/** @type {string} */ key) => () => t(key, { name: room.value.name });
  const rename = () => askName(t("settings.renameRoom", { name: room.value.name }), room.value.name,
    (name, aliases) => app.client.call("HomeService/UpdateRoom", { roomId: id, name, aliases: { names: [...aliases] }, options: { clientId } }), room.value.aliases);
  const remove = () => ask(t("settings.deleteRoom", { name: room.value.name }), (close) => [
    el("h2", {}, t("settings.deleteRoomQuestion", { name: room.value.name })),
    el("p", { class: "quiet" }, t("settings.deleteRoomExplanation")),
    el("div", { class: "dialog-buttons" }, button(t("action.cancel"), close), button(t("settings.delete"), async () => {
      close();
      await tell(app.client.call("HomeService/DeleteRoom", { roomId: id, options: { clientId } }));
    }, "danger")),
  ]);
  const step = (/** @type {"up" | "down"} */ name, /** @type {string} */ text, /** @type {1 | -1} */ by) =>
    el("button", {
      type: "button", class: "round bare", "data-step": name, "aria-label": named(text), title: named(text),
      disabled: () => all.value.at(by > 0 ? -1 : 0)?.id === id, onclick: (/** @type {Event} */ event) => move(event, room.value, by),
    }, icon(name));
  return el("li", { class: "card" },
    el("div", { class: "grow" }, el("h3", {}, () => room.value.name), el("p", { class: "quiet" }, () => t("settings.devices", { count: count() }))),
    () => mayEdit.value && el("div", { class: "row tools" }, step("up", "settings.upRoom", -1), step("down", "settings.downRoom", 1),
      roundButton("edit", named("settings.renameRoom"), rename, { class: "round bare" }),
      roundButton("trash", named("settings.deleteRoom"), remove, { class: "round bare" })));
}
