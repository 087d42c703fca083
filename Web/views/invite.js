// The form of an invitation to a home: its role, and then its link and code, which are shown once and stored nowhere.

import { el, list, signal } from "../lib/view.js";
import { base64url } from "../lib/bytes.js";
import { Role } from "../lib/hearth-v1.js";
import { decode, encode } from "../lib/message.js";
import { grantInWords } from "../home/grants.js";
import { milliseconds } from "../home/model.js";
import { requestId } from "../home/send.js";
import { currentStructure } from "../home/structures.js";
import { dateAndTime, duration } from "../home/words.js";
import { ask, attempts, button, copyButton, submitButton, tell } from "../ui/elements.js";
import { grantForm } from "../ui/grant.js";
import { installationOf, listenOption, optionHow } from "../ui/hub-machine.js";
import { qrPicture } from "../ui/qr.js";
import { t } from "../ui/text.js";

/** @typedef {import("../ui/elements.js").App} App */
/** @typedef {import("../lib/hearth-v1.js").CreateInvitationResponse} Invitation */
/** @typedef {import("../lib/hearth-v1.js").Invitation} Open */

/** The offered lifetimes of an invitation, in seconds; the first is the hub's default. */
const lives = [900, 86_400, 604_800];

/**
 * A choice of the role, with explanations, and the form of a guest's grant.
 *
 * @param {App} app
 * @param {string} structureId
 * @param {readonly number[]} roles to choose from
 * @param {{role: number, grant?: import("../lib/hearth-v1.js").Grant}} before
 */
export function roleForm(app, structureId, roles, before) {
  const role = signal(before.role);
  const grant = grantForm(app, structureId, before.grant);
  /** @type {HTMLSelectElement} */
  const select = el("select", { class: "input", onchange: () => (role.value = Number(select.value)) },
    ...roles.map((one) => el("option", { value: one, selected: one === role.peek() }, t(`role.${one}`))));
  const fields = [
    el("label", { class: "field" }, t("people.role"), select),
    el("p", { class: "quiet" }, () => t(`role.explain.${role.value}`)),
    el("div", { hidden: () => role.value !== Role.GUEST }, grant.fields),
  ];
  /** @returns {{role: number, grant?: import("../ui/grant.js").GrantInput} | string} the key of an error's text if something is missing */
  const read = () => {
    if (role.peek() !== Role.GUEST) return { role: role.peek() };
    const given = grant.read();
    return typeof given === "string" ? given : { role: role.peek(), grant: given };
  };
  return { fields, read };
}

/**
 * @param {App} app
 * @param {readonly number[]} roles that the person may grant
 * @param {() => void} load updates the list of open invitations
 */
export function invite(app, roles, load) {
  const structure = currentStructure(app);
  if (!structure) return;
  const made = signal(/** @type {Invitation | undefined} */ (undefined));
  const will = signal("");
  const key = requestId();
  const { attempt, line, say } = attempts();
  ask(t("people.invite"), (close) => {
    const name = el("input", { class: "input", maxlength: 64, autocomplete: "off" });
    const form = roleForm(app, structure.id, roles, { role: Role.GUEST });
    const life = el("select", { class: "input" }, ...lives.map((one) => el("option", { value: one }, duration(one))));
    /** @type {number | undefined} */
    let role;
    const send = async () => {
      const offer = form.read();
      const who = name.value.trim();
      if (typeof offer === "string") return say(t(offer));
      will.value = [who, t(`role.${offer.role}`), ...(offer.grant ? grantInWords(app.home, decode("Grant", encode("Grant", offer.grant))) : []), offer.grant?.hours?.length === 0 && t("grant.always")].filter(Boolean).join(" · ");
      role = offer.role;
      made.value = await attempt(app.client.call("AccessService/CreateInvitation", {
        role: Role.MEMBER, name: who, options: { idempotencyKey: key }, offers: [{ structureId: structure.id, ...offer }],
        validFor: { seconds: BigInt(life.value) },
      }));
      load();
    };
    return [() => made.value ? invitation(app, made.value, will.value, role, close) : el("div", { class: "dialog-body bare" },
      el("h2", {}, t("people.invite")),
      el("label", { class: "field" }, t("device.name"), name),
      ...form.fields,
      el("label", { class: "field" }, t("access.validFor"), life), line,
      el("div", { class: "dialog-buttons" }, button(t("action.cancel"), close), submitButton(t("people.makeLink"), send)))];
  });
}

/**
 * The links of an invitation. The one for browsers has the page's own host if that is a name in `.local`: this device resolves
 * it, and a name stays when the hub gets another address. Programs get the address, as they may resolve no such names.
 *
 * @param {Invitation} made
 * @param {number} [role] shown to the invited person
 * @param {{protocol: string, hostname: string, host: string}} [page] where this page is from
 * @returns {{browser: string, app: string} | undefined} the links; undefined if only this machine can reach the hub
 */
export function invitationLinks({ address, code, publicKeySha256 }, role, page) {
  if (address === "") return undefined;
  const host = page?.protocol === "https:" && page.hostname.endsWith(".local") ? page.host : address;
  const fingerprint = base64url(publicKeySha256);
  return { browser: `https://${host}/#claim=${code}&fp=${fingerprint}${role === undefined ? "" : `&role=${role}`}`, app: `hearth:${address}?fp=${fingerprint}&code=${code}` };
}

/**
 * Whether an address leads to this machine from itself only. A hub that is a service of its machine gives such an address in
 * invitations, because its machine's browsers need one too.
 *
 * @param {string} address as `HOST:PORT`
 */
export const isHere = (address) => /^(|localhost:\d+|127\.[\d.]+:\d+|\[::1\]:\d+)$/.test(address);

/**
 * @param {App} app
 * @param {Invitation} made
 * @param {string} will the sentence with the role of the person who claims it
 * @param {number | undefined} role the number of the role
 * @param {() => void} close
 */
function invitation(app, made, will, role, close) {
  const links = invitationLinks(made, role, location);
  const time = dateAndTime(milliseconds(made.expiresAt) ?? 0);
  const shown = (/** @type {string} */ title, /** @type {string} */ text) =>
    el("div", { class: "field" }, el("span", {}, title), el("code", { class: "secret" }, text), copyButton(() => text));
  if (!links || isHere(made.address)) {
    const installation = installationOf(app.client);
    return el("div", { class: "dialog-body bare" },
      el("h2", {}, t("people.invite")), el("p", {}, will),
      links && shown(t("people.browserLink"), links.browser),
      shown(t("people.code"), made.code),
      el("p", { class: "quiet" }, t("people.notReachable", { time })),
      () => optionHow(installation.value, listenOption(location)),
      el("div", { class: "dialog-buttons" }, button(t("control.close"), close, "main")));
  }
  return el("div", { class: "dialog-body bare" },
    el("h2", {}, t("people.linkTitle")), el("p", {}, will),
    el("p", { class: "quiet" }, t("people.linkExplanation", { time })),
    qrPicture(links.browser, t("people.qr")),
    shown(t("people.browserLink"), links.browser),
    el("details", {}, el("summary", {}, t("people.appLink")),
      el("div", { class: "dialog-body bare" }, shown(t("people.appCommand"), `hearth claim '${links.app}'`), shown(t("people.code"), made.code))),
    el("div", { class: "dialog-buttons" }, button(t("control.close"), close, "main")));
}

/**
 * The list of unused invitations, with buttons to withdraw them.
 *
 * @param {App} app
 * @param {import("../lib/view.js").Signal<readonly Open[]>} open
 * @param {() => void} load
 */
export function openInvitations(app, open, load) {
  const name = (/** @type {Open} */ one) => one.name || t("people.noName");
  return () => open.value.length > 0 && el("section", { class: "section", "aria-labelledby": "invitations" },
    el("h2", { id: "invitations" }, t("people.open")),
    el("ul", { class: "cards" }, list(() => open.value, (one) => one.id, (one) => el("li", { class: "card" },
      el("div", { class: "grow" },
        el("h3", {}, () => name(one.value)),
        el("p", { class: "quiet" }, () => [
          ...(one.value.offers.length > 0 ? one.value.offers.map((offer) => t(`role.${offer.role}`)) : [t(`role.${one.value.role}`)]),
          t("access.ends", { when: dateAndTime(milliseconds(one.value.expiresAt) ?? 0) }),
        ].join(" · "))),
      button(t("people.withdraw"), async () => {
        await tell(app.client.call("AccessService/WithdrawInvitation", { invitationId: one.value.id }));
        load();
      }, "danger", { "aria-label": () => t("people.withdrawWhat", { name: name(one.value) }) })))));
}
