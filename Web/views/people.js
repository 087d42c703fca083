// Who is at home in this home: their roles, and invitations by link.

import { computed, el, list, signal } from "../lib/view.js";
import { Role } from "../lib/hearth-v1.js";
import { milliseconds } from "../home/model.js";
import { requestId } from "../home/send.js";
import { clock } from "../home/words.js";
import { ask, attempts, button, copyButton, icon, note, submitButton, tell } from "../ui/elements.js";
import { t } from "../ui/text.js";
import { currentStructure } from "./home.js";

/** @typedef {import("../ui/elements.js").App} App */
/** @typedef {import("../lib/hearth-v1.js").Person} Person */
/** @template T @typedef {import("../lib/view.js").Readable<T>} Readable */

const roles = [Role.OWNER, Role.ADMINISTRATOR, Role.GUEST];

/** @param {App} app */
export function peopleView(app) {
  const structure = computed(() => currentStructure(app));
  const own = computed(() => app.home.caller.value?.memberships.find((one) => one.structureId === structure.value?.id));
  const mayManage = () => (own.value?.role ?? Role.GUEST) !== Role.GUEST;
  const people = computed(() => [...app.home.people.value.values()].filter((person) => person.structureId === structure.value?.id));
  return el("div", { class: "narrow" },
    el("div", { class: "head" }, el("h1", {}, t("people.title")), () => mayManage() && button(t("people.invite"), () => invite(app), "main")),
    el("ul", { class: "cards" }, list(() => people.value, (person) => person.id, (person) =>
      card(app, person, () => person.value.id === own.value?.personId, mayManage))));
}

/**
 * @param {App} app
 * @param {Readable<Person>} person
 * @param {() => boolean} isSelf
 * @param {() => boolean} mayManage
 */
function card(app, person, isSelf, mayManage) {
  return el("li", { class: "card" },
    el("span", { class: "tile-icon" }, icon("people")),
    el("div", { class: "grow" },
      el("h3", {}, () => person.value.name || t("people.noName"), () => isSelf() && ` (${t("people.you")})`),
      el("p", { class: "quiet" }, () => [t(`role.${person.value.role}`), grantInWords(app, person.value)].filter(Boolean).join(" · "))),
    () => mayManage() && !isSelf() && button(t("people.remove"), () => remove(app, person.value), "danger", { "aria-label": t("people.removeWhat", { name: person.value.name }) }));
}

/**
 * @param {App} app
 * @param {Person} person
 */
function grantInWords({ home }, { grant }) {
  if (!grant) return "";
  const names = [...grant.roomIds.map((id) => home.rooms.value.get(id)?.name), ...grant.deviceIds.map((id) => home.devices.value.get(id)?.name)];
  return [grant.everything && t("people.everything"), ...names].filter(Boolean).join(", ");
}

/**
 * @param {App} app
 * @param {Person} person
 */
function remove(app, person) {
  ask(t("people.removeWhat", { name: person.name }), (close) => [
    el("h2", {}, t("people.removeQuestion", { name: person.name })),
    el("p", { class: "quiet" }, t("people.removeExplanation")),
    el("div", { class: "dialog-buttons" }, button(t("action.cancel"), close),
      button(t("people.remove"), async () => {
        close();
        if (await tell(app.client.call("PeopleService/RemovePerson", { personId: person.id }))) note(t("people.removed", { name: person.name }));
      }, "danger")),
  ]);
}

/** @param {App} app */
function invite(app) {
  const structure = currentStructure(app);
  if (!structure) return;
  const role = signal(/** @type {number} */ (Role.GUEST));
  const isEverything = signal(true);
  const rooms = [...app.home.rooms.value.values()].filter((room) => room.structureId === structure.id);
  const made = signal(/** @type {import("../lib/hearth-v1.js").CreateInvitationResponse | undefined} */ (undefined));
  const key = requestId();
  const { attempt, line } = attempts();
  ask(t("people.invite"), (close) => {
    const name = el("input", { class: "input", maxlength: 64, autocomplete: "off" });
    const boxes = rooms.map((room) => el("input", { type: "checkbox", value: room.id }));
    const send = async () => {
      const roomIds = boxes.filter((box) => box.checked).map((box) => box.value);
      const grant = isEverything.value ? { everything: true } : { roomIds };
      made.value = await attempt(app.client.call("AccessService/CreateInvitation", {
        role: Role.MEMBER, name: name.value.trim(), options: { idempotencyKey: key },
        offers: [{ structureId: structure.id, role: role.value, ...(role.value === Role.GUEST ? { grant } : {}) }],
      }));
    };
    return [() => made.value ? invitation(made.value, close) : el("div", { class: "dialog-body bare" },
      el("h2", {}, t("people.invite")),
      el("label", { class: "field" }, t("people.name"), name),
      el("label", { class: "field" }, t("people.role"), el("select", { onchange: (/** @type {Event} */ event) => (role.value = Number(/** @type {HTMLSelectElement} */ (event.target).value)) },
        ...roles.map((one) => el("option", { value: one, selected: one === role.peek() }, t(`role.${one}`))))),
      el("p", { class: "quiet" }, () => t(`role.explain.${role.value}`)),
      () => role.value === Role.GUEST && el("fieldset", { class: "boxes" },
        el("legend", {}, t("people.mayUse")),
        el("label", {}, el("input", { type: "radio", name: "what", checked: isEverything.peek(), onchange: () => (isEverything.value = true) }), t("people.everything")),
        el("label", {}, el("input", { type: "radio", name: "what", checked: !isEverything.peek(), onchange: () => (isEverything.value = false) }), t("people.someRooms")),
        () => !isEverything.value && rooms.map((room, index) => el("label", { class: "inner" }, boxes[index], room.name))),
      line,
      el("div", { class: "dialog-buttons" }, button(t("action.cancel"), close),
        submitButton(t("people.makeLink"), send)))];
  });
}

/**
 * The link, which is shown once and kept nowhere.
 *
 * @param {import("../lib/hearth-v1.js").CreateInvitationResponse} made
 * @param {() => void} close
 */
function invitation(made, close) {
  const link = `hearth:${made.address}?fp=${base64url(made.publicKeySha256)}&code=${made.code}`;
  const isReachable = made.address !== "";
  const text = isReachable ? link : made.code;
  return el("div", { class: "dialog-body bare" },
    el("h2", {}, t("people.linkTitle")),
    el("p", { class: "quiet" }, t(isReachable ? "people.linkExplanation" : "people.notReachable", { time: clock(milliseconds(made.expiresAt) ?? 0) })),
    el("code", { class: "secret" }, text),
    el("div", { class: "dialog-buttons" }, copyButton(() => text), button(t("action.close"), close, "main")));
}

/** @param {Uint8Array} bytes as the links of a hub have them */
export const base64url = (bytes) => btoa(String.fromCharCode(...bytes)).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
