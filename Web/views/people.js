// The people of the home: their roles, and the grants of guests.

import { computed, el, list, signal } from "../lib/view.js";
import { Role } from "../lib/hearth-v1.js";
import { clientId } from "../home/commands.js";
import { grantInWords } from "../home/grants.js";
import { currentStructure, mayManage, membership } from "../home/structures.js";
import { PRESENCE } from "../home/traits.js";
import { byName } from "../home/words.js";
import { ask, attempts, button, icon, note, submitButton, tell } from "../ui/elements.js";
import { t } from "../ui/text.js";
import { invite, openInvitations, roleForm } from "./invite.js";

/** @typedef {import("../ui/elements.js").App} App */
/** @typedef {import("../lib/hearth-v1.js").Person} Person */
/** @template T @typedef {import("../lib/view.js").Readable<T>} Readable */

const allRoles = [Role.OWNER, Role.ADMINISTRATOR, Role.GUEST];

/** @param {App} app */
export function peopleView(app) {
  const structure = computed(() => currentStructure(app));
  const own = computed(() => membership(app.home, structure.value?.id));
  const isManager = computed(() => mayManage(app.home, structure.value?.id));
  const people = computed(() => [...app.home.people.value.values()].filter((person) => person.structureId === structure.value?.id)
    .sort((left, right) => byName(left.name, right.name)));
  // Only owners may grant the owner's role or change owners.
  const roles = () => (own.value?.role === Role.OWNER ? allRoles : allRoles.slice(1));
  const mayChange = (/** @type {Person} */ person) => isManager.value && (person.role !== Role.OWNER || own.value?.role === Role.OWNER);
  const open = signal(/** @type {readonly import("./invite.js").Open[]} */ ([]));
  const load = async () => {
    const answer = await tell(app.client.call("AccessService/ListInvitations", {}));
    const here = structure.value?.id;
    // An invitation without a home is for another device of its creator, and listed in each home.
    open.value = (answer?.invitations ?? []).filter((one) => one.offers.length === 0 || one.offers.some((offer) => offer.structureId === here));
  };
  load();
  return el("div", { class: "narrow" },
    el("div", { class: "head" }, el("h1", {}, t("nav.people")), () => isManager.value && button(t("people.invite"), () => invite(app, roles(), load), "main")),
    el("ul", { class: "cards" }, list(() => people.value, (person) => person.id, (person) =>
      card(app, person, own, mayChange, roles))),
    openInvitations(app, open, load));
}

/**
 * @param {App} app
 * @param {Readable<Person>} person
 * @param {Readable<import("../lib/hearth-v1.js").Membership | undefined>} own the person's own membership
 * @param {(person: Person) => boolean} mayChange
 * @param {() => readonly number[]} roles that the person may grant
 */
function card(app, person, own, mayChange, roles) {
  const isSelf = () => person.value.id === own.value?.personId;
  const grant = () => person.value.grant ?? (isSelf() ? own.value?.grant : undefined);
  const name = () => person.value.name || t("people.noName");
  return el("li", { class: "card" },
    el("span", { class: "tile-icon" }, icon("people")),
    el("div", { class: "grow" },
      el("h3", {}, name, () => isSelf() && ` (${t("people.you")})`),
      el("p", { class: "quiet" }, () => t(`role.${person.value.role}`)),
      () => {
        const given = person.value.role === Role.GUEST ? grant() : undefined;
        return given && grantInWords(app.home, given).map((line) => el("p", { class: "quiet" }, line));
      },
      () => presence(app, person, own.value, isSelf() || mayChange(person.value))),
    () => (isSelf() || mayChange(person.value)) && button(t("people.change"), () => change(app, person.value, isSelf(), roles()), "",
      { "aria-label": () => t("people.changeWhat", { name: name() }) }),
    () => isSelf() ? mayLeave(app) && button(t("people.leave"), () => leave(app, person.value), "danger")
      : mayChange(person.value) && button(t("people.remove"), () => remove(app, person.value), "danger", { "aria-label": () => t("people.removeWhat", { name: name() }) }));
}

/** The lists of the structure's trait PeoplePresence, by their presence's number. */
const presences = /** @type {const} */ ([[2, "atHome"], [3, "away"], [1, "unknown"]]);
/** The presences that people can set: at home, away, or not shared. */
const sayable = [2, 3, 4];

/**
 * The presence of a person, if it is shared with this one.
 *
 * @param {App["home"]} home
 * @param {Person} person
 * @param {import("../lib/hearth-v1.js").Membership | undefined} own
 * @returns {number | undefined} a number of the wire's Presence
 */
export function presenceOf(home, person, own) {
  const values = home.trait(person.structureId, 0, PRESENCE);
  const found = presences.find(([, name]) => /** @type {readonly string[] | undefined} */ (values?.[name])?.includes(person.id))?.[0];
  return found ?? (values ? 4 : person.id === own?.personId ? own.presence || undefined : undefined);
}

/**
 * @param {App} app
 * @param {Readable<Person>} person
 * @param {import("../lib/hearth-v1.js").Membership | undefined} own
 * @param {boolean} maySay
 */
function presence(app, person, own, maySay) {
  const now = presenceOf(app.home, person.value, own);
  if (!maySay) return now !== undefined && now !== 4 && el("p", { class: "quiet" }, t(`presence.${now}`));
  const { id, structureId, name } = person.value;
  /** @type {HTMLSelectElement} */
  const select = el("select", { class: "input", "aria-label": t("presence.of", { name: name || t("people.noName") }), onchange: () =>
    tell(app.client.call("PeopleService/SetPresence", { structureId, personId: id, presence: /** @type {0} */ (Number(select.value)), options: { clientId } })) },
  [...(now === undefined || sayable.includes(now) ? [] : [now]), ...sayable].map((one) => el("option", { value: one, selected: one === (now ?? 4) }, t(`presence.${one}`))));
  return select;
}

/**
 * A dialog to change a person. Everybody may rename themselves; only managers may change others. A person can't change their
 * own role.
 *
 * @param {App} app
 * @param {Person} person
 * @param {boolean} isSelf
 * @param {readonly number[]} roles
 */
function change(app, person, isSelf, roles) {
  const title = t("people.changeWhat", { name: person.name || t("people.noName") });
  const { attempt, line, say } = attempts();
  ask(title, (close) => {
    const name = el("input", { class: "input", value: person.name, maxlength: 64, autocomplete: "off" });
    const form = isSelf ? undefined : roleForm(app, person.structureId, roles, person);
    const save = async () => {
      /** @type {{role?: number, grant?: import("../ui/grant.js").GrantInput} | string} */
      const offer = form ? form.read() : {};
      if (typeof offer === "string") return say(t(offer));
      // An unchanged role is not sent, because the hub refuses any for its owner.
      if (offer.role === person.role) delete offer.role;
      const called = name.value.trim();
      const done = await attempt(app.client.call("PeopleService/UpdatePerson", {
        personId: person.id, options: { clientId }, ...(called === person.name ? {} : { name: called }), ...offer,
      }));
      if (done) close();
    };
    return [
      el("h2", {}, title),
      el("label", { class: "field" }, t("device.name"), name),
      ...(form?.fields ?? []), line,
      el("div", { class: "dialog-buttons" }, button(t("action.cancel"), close), submitButton(t("action.save"), save)),
    ];
  });
}

/** @param {App} app @returns whether the person may leave; the hub's owner stays in each home */
const mayLeave = ({ home }) => home.caller.value?.role !== Role.OWNER;

/**
 * @param {App} app
 * @param {Person} person the caller's own entry
 */
function leave(app, person) {
  ask(t("people.leave"), (close) => {
    const { attempt, line } = attempts();
    return [
      el("h2", {}, t("people.leaveQuestion", { home: app.home.structures.value.get(person.structureId)?.name ?? "" })),
      el("p", { class: "quiet" }, t("people.leaveExplanation")),
      line,
      el("div", { class: "dialog-buttons" }, button(t("action.cancel"), close), button(t("people.leave"), async () => {
        if (await attempt(app.client.call("PeopleService/RemovePerson", { personId: person.id, options: { clientId } }))) close();
      }, "danger")),
    ];
  });
}

/**
 * @param {App} app
 * @param {Person} person
 */
function remove(app, person) {
  const name = person.name || t("people.noName");
  ask(t("people.removeWhat", { name }), (close) => [
    el("h2", {}, t("people.removeQuestion", { name })),
    el("p", { class: "quiet" }, t("people.removeExplanation")),
    el("div", { class: "dialog-buttons" }, button(t("action.cancel"), close),
      button(t("people.remove"), async () => {
        close();
        if (await tell(app.client.call("PeopleService/RemovePerson", { personId: person.id, options: { clientId } }))) note(t("people.removed", { name }));
      }, "danger")),
  ]);
}
