// Settings: how the page looks, how the home and its rooms are called, and which hub this is.

import { computed, el, list, signal } from "../lib/view.js";
import { clientId } from "../home/commands.js";
import { ask, attempts, button, note, roundButton, setTheme, submitButton, tell, theme } from "../ui/elements.js";
import { t } from "../ui/text.js";
import { thisBrowser } from "./browser.js";
import { credentials } from "./credentials.js";
import { currentStructure } from "./home.js";
import { base64url } from "./people.js";

/** @typedef {import("../ui/elements.js").App} App */
/** @typedef {import("../lib/hearth-v1.js").Room} Room */
/** @template T @typedef {import("../lib/view.js").Readable<T>} Readable */

/** @param {App} app */
export function settingsView(app) {
  const structure = computed(() => currentStructure(app));
  return el("div", { class: "narrow" },
    el("h1", {}, t("settings.title")),
    appearance(),
    el("section", { class: "section", "aria-labelledby": "the-home" },
      el("h2", { id: "the-home" }, t("settings.home")),
      el("div", { class: "cards" }, el("div", { class: "card" },
        el("div", { class: "grow" }, el("h3", {}, () => structure.value?.name ?? ""),
          el("p", { class: "quiet" }, () => structure.value?.timeZone || t("settings.hubTimeZone"))),
        roundButton("edit", t("settings.renameHome"), () => askName(t("settings.renameHome"), structure.value?.name ?? "",
          (name) => app.client.call("HomeService/UpdateStructure", { structureId: structure.value?.id ?? "", name, options: { clientId } })))))),
    rooms(app, () => structure.value?.id ?? ""),
    thisBrowser(app),
    credentials(app),
    about(app));
}

function appearance() {
  const current = signal(theme());
  return el("section", { class: "section", "aria-labelledby": "look" },
    el("h2", { id: "look" }, t("settings.look")),
    el("div", { class: "chips", role: "radiogroup", "aria-labelledby": "look" }, /** @type {const} */ (["system", "light", "dark"]).map((name) =>
      el("button", { type: "button", class: "chip", role: "radio", "aria-checked": () => current.value === name, onclick: () => {
        setTheme(name);
        current.value = name;
      } }, t(`settings.look.${name}`)))));
}

/**
 * @param {App} app
 * @param {() => string} structureId
 */
function rooms(app, structureId) {
  const all = computed(() => [...app.home.rooms.value.values()].filter((room) => room.structureId === structureId()));
  const add = () => askName(t("settings.addRoom"), "", (name) => app.client.call("HomeService/CreateRoom", { structureId: structureId(), name, options: { clientId } }));
  return el("section", { class: "section", "aria-labelledby": "rooms" },
    el("div", { class: "head" }, el("h2", { id: "rooms" }, t("settings.rooms")), button(t("settings.addRoom"), add)),
    el("ul", { class: "cards" }, list(() => all.value, (room) => room.id, (room) => roomCard(app, room))));
}

/**
 * @param {App} app
 * @param {Readable<Room>} room
 */
function roomCard(app, room) {
  const count = () => [...app.home.devices.value.values()].filter((device) => device.roomId === room.value.id).length;
  const rename = () => askName(t("settings.renameRoom", { name: room.value.name }), room.value.name,
    (name) => app.client.call("HomeService/UpdateRoom", { roomId: room.value.id, name, options: { clientId } }));
  const remove = () => ask(t("settings.deleteRoom", { name: room.value.name }), (close) => [
    el("h2", {}, t("settings.deleteRoomQuestion", { name: room.value.name })),
    el("p", { class: "quiet" }, t("settings.deleteRoomExplanation")),
    el("div", { class: "dialog-buttons" }, button(t("action.cancel"), close), button(t("settings.delete"), async () => {
      close();
      await tell(app.client.call("HomeService/DeleteRoom", { roomId: room.value.id, options: { clientId } }));
    }, "danger")),
  ]);
  return el("li", { class: "card" },
    el("div", { class: "grow" }, el("h3", {}, () => room.value.name), el("p", { class: "quiet" }, () => t("settings.devices", { count: count() }))),
    roundButton("edit", () => t("settings.renameRoom", { name: room.value.name }), rename, { class: "round bare" }),
    roundButton("trash", () => t("settings.deleteRoom", { name: room.value.name }), remove, { class: "round bare" }));
}

/**
 * @param {string} title
 * @param {string} name
 * @param {(name: string) => Promise<unknown>} save
 */
function askName(title, name, save) {
  ask(title, (close) => {
    const { attempt, line } = attempts();
    const input = el("input", { class: "input", value: name, required: true, maxlength: 64, autocomplete: "off" });
    return [
      el("h2", {}, title),
      el("label", { class: "field" }, t("device.name"), input),
      line,
      el("div", { class: "dialog-buttons" }, button(t("action.cancel"), close),
        submitButton(t("action.save"), async () => {
          if (input.value.trim() !== "" && (await attempt(save(input.value.trim())))) close();
        })),
    ];
  });
}

/** @param {App} app */
function about(app) {
  const identity = signal(/** @type {import("../lib/hearth-v1.js").GetServerIdentityResponse | undefined} */ (undefined));
  const load = async () => {
    identity.value = await tell(app.client.call("AccessService/GetServerIdentity", {}));
  };
  load();
  const fingerprint = () => {
    const key = identity.value?.publicKeySha256;
    return key === undefined ? "" : key.length === 0 ? t("settings.noKey") : base64url(key);
  };
  const copy = async (/** @type {string} */ text) => {
    await navigator.clipboard.writeText(text);
    note(t("action.copied"));
  };
  const fact = (/** @type {string} */ name, /** @type {() => string} */ value, canCopy = false) =>
    el("div", {}, el("dt", {}, name), el("dd", { class: "row" }, el("span", { class: "grow" }, value),
      canCopy && navigator.clipboard && roundButton("copy", t("settings.copyWhat", { what: name }), () => copy(value()), { class: "round bare" })));
  return el("section", { class: "section", "aria-labelledby": "about" },
    el("h2", { id: "about" }, t("settings.about")),
    el("dl", { class: "facts" },
      fact(t("settings.version"), () => app.home.info.value?.version ?? ""),
      fact(t("settings.hubId"), () => app.home.info.value?.hubId ?? "", true),
      fact(t("settings.fingerprint"), fingerprint, true)));
}
