// The view for browsers that the hub does not know: a form to claim an invitation, and the fingerprint of the hub's key.

import { el, signal, untracked } from "../lib/view.js";
import { canHaveKey, codeIn } from "../lib/browser-key.js";
import { attempts, copyButton, icon, reason, submitButton } from "../ui/elements.js";
import { ownInvitation } from "../ui/hub-machine.js";
import { t } from "../ui/text.js";
import { beginning } from "./begin.js";
import { base64url } from "../lib/bytes.js";

/** @typedef {import("../lib/connect.js").RpcError} RpcError */
/** @typedef {import("../home/session.js").Session} Session */
/** @typedef {import("../lib/hearth-v1.js").GetServerIdentityResponse} Identity */
/**
 * The parts of an invitation's link after its `#`. The role is "owner" for the hub's owner, else the number of a role in
 * a home.
 *
 * @typedef {{code: string, fingerprint: string, role?: string}} Invitation
 */

/**
 * @param {Session} session
 * @param {Invitation | undefined} invitation
 */
export function claimView(session, invitation) {
  const identity = signal(/** @type {Identity | undefined} */ (undefined));
  const isAnswered = signal(false);
  session.client.call("AccessService/GetServerIdentity", {}).then((answer) => (identity.value = answer), () => {}).finally(() => (isAnswered.value = true));
  const isNewHome = signal(false);
  const begins = () => mayBegin(identity.value, invitation) && !isOther(identity.value, invitation);
  const claim = () => form(session, invitation, identity, () => isOther(identity.value, invitation));
  return el("main", { class: "welcome" },
    el("div", { class: "welcome-card" },
      el("span", { class: "mark" }, icon("home")),
      el("h1", { tabindex: "-1" }, () => t(begins() && !isNewHome.value ? "begin.title" : "claim.title")),
      session.refusal && !invitation && el("p", { class: "problem", role: "alert" }, reason(session.refusal)),
      !canHaveKey() ? el("p", { role: "alert" }, t("claim.needsHTTPS"))
        : () => isAnswered.value && untracked(() => {
          const known = identity.value;
          return known && begins()
            ? beginning({ client: session.client, hubId: known.hubId, installation: known.installation, code: invitation?.code ?? "", newHome: claim, onChoice: (choice) => (isNewHome.value = choice === "new") })
            : claim();
        }),
      () => fingerprint(identity.value, invitation)));
}

/**
 * Whether the home's owner is here for the first time, who can also restore a backup.
 *
 * @param {Identity | undefined} identity
 * @param {Invitation | undefined} invitation
 */
export const mayBegin = (identity, invitation) => identity?.mayRestore === true && (invitation === undefined || invitation.role === "owner");

/** The texts of errors that need other words here than elsewhere, by code. */
const reasons = new Map([["permission_denied", "claim.wrongCode"], ["already_exists", "claim.isIn"], ["no_key", "claim.noKey"]]);

/**
 * @param {Session} session
 * @param {Invitation | undefined} invitation
 * @param {import("../lib/view.js").Signal<Identity | undefined>} identity
 * @param {() => boolean} isWrongHub
 */
function form(session, invitation, identity, isWrongHub) {
  const { attempt, line } = attempts((error) => t(reasons.get(/** @type {RpcError} */ (error).code) ?? "") || reason(error));
  const code = el("input", { class: "input", id: "claim-code", value: invitation?.code ?? "", required: true, maxlength: 400,
    autocomplete: "off", autocapitalize: "off", spellcheck: false });
  const name = el("input", { class: "input", value: browserName(navigator.userAgent), required: true, maxlength: 100, autocomplete: "off" });
  const send = async () => {
    if (code.value.trim() === "" || name.value.trim() === "") return (code.value.trim() === "" ? code : name).focus();
    const claim = async () => {
      await session.claim(codeIn(code.value), name.value.trim());
      location.reload();
    };
    await attempt(claim());
  };
  return el("form", { class: "dialog-body bare" },
    el("p", { class: "quiet" }, () => t(greeting(identity.value, invitation))),
    () => !invitation && identity.value?.isClaimed === false && ownInvitation(identity.value.installation),
    invitation?.role && el("p", {}, t(`claim.as.${invitation.role}`)),
    el("label", { class: "field" }, t("claim.code"), code),
    el("label", { class: "field" }, t("claim.name"), name),
    line,
    () => !isWrongHub() && submitButton(t("claim.enter"), send));
}

/**
 * The key of the first sentence. That the hub has no owner yet concerns only its owner.
 *
 * @param {Identity | undefined} identity
 * @param {Invitation | undefined} invitation
 */
export function greeting(identity, invitation) {
  const isUnowned = identity?.isClaimed === false;
  if (!invitation) return "claim.explanation";
  return isUnowned && invitation.role === "owner" ? "claim.first" : "claim.invited";
}

/**
 * Whether the hub's key differs from the one in the invitation.
 *
 * @param {Identity | undefined} identity
 * @param {Invitation | undefined} invitation
 */
function isOther(identity, invitation) {
  const key = identity?.publicKeySha256 ?? new Uint8Array();
  return key.length > 0 && invitation !== undefined && invitation.fingerprint !== "" && invitation.fingerprint !== base64url(key);
}

/**
 * @param {Identity | undefined} identity
 * @param {Invitation | undefined} invitation
 */
function fingerprint(identity, invitation) {
  const key = identity?.publicKeySha256;
  if (!key || key.length === 0) return false;
  const text = base64url(key);
  return el("section", { class: "fingerprint", "aria-labelledby": "hub-key" },
    el("h2", { id: "hub-key" }, t("claim.hubKey")),
    el("code", { class: "secret" }, text),
    isOther(identity, invitation)
      ? el("p", { class: "problem", role: "alert" }, t("claim.otherKey"))
      : el("p", { class: "quiet" }, t("claim.compare")),
    copyButton(() => text));
}

/**
 * A default name for this browser.
 *
 * @param {string} agent
 */
export function browserName(agent) {
  const first = (/** @type {[RegExp, string][]} */ ...names) => names.find(([pattern]) => pattern.test(agent))?.[1];
  const browser = first([/Edg\//, "Edge"], [/Firefox|FxiOS/, "Firefox"], [/OPR\//, "Opera"], [/Chrom|CriOS/, "Chrome"], [/Safari/, "Safari"]);
  const machine = first([/iPhone/, "iPhone"], [/iPad/, "iPad"], [/Android/, "Android"], [/Mac OS/, "Mac"], [/Windows/, "Windows"], [/Linux|CrOS/, "Linux"]);
  return browser && machine ? t("claim.browserOn", { browser, machine }) : t("browser.title");
}
