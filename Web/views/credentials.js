// The hub's credentials: keys of apps and browsers, and tokens of programs. Each can be revoked, and tokens can be created.

import { el, list, signal } from "../lib/view.js";
import { Credential_Kind as Kind } from "../lib/hearth-v1-more.js";
import { Role } from "../lib/hearth-v1.js";
import { hubTime } from "../home/clock.js";
import { requestId } from "../home/send.js";
import { milliseconds } from "../home/model.js";
import { ago, dateAndTime } from "../home/words.js";
import { ask, attempts, button, copyButton, icon, submitButton, tell } from "../ui/elements.js";
import { t } from "../ui/text.js";

/** @typedef {import("../ui/elements.js").App} App */
/** @typedef {import("../lib/hearth-v1.js").Credential} Credential */
/** @template T @typedef {import("../lib/view.js").Readable<T>} Readable */

/** @type {ReadonlyMap<number, string>} */
const kinds = new Map([[Kind.TOKEN, "access.token"], [Kind.BROWSER_KEY, "access.browser"]]);
const tokenDays = [30, 90, 365];

/**
 * The valid credentials that the person may see; undefined until they are known. `load` asks the hub for them again.
 *
 * @typedef {{all: Readable<readonly Credential[] | undefined>, load: () => Promise<void>}} Credentials
 */

/** @param {App} app @returns {Credentials} */
export function validCredentials(app) {
  const all = signal(/** @type {readonly Credential[] | undefined} */ (undefined));
  const load = async () => {
    const answer = await tell(app.client.call("AccessService/ListCredentials", {}));
    if (!answer) return;
    const now = hubTime();
    all.value = answer.credentials.filter((one) => !one.revokedAt && (milliseconds(one.expiresAt) ?? Infinity) > now);
  };
  load();
  return { all, load };
}

/** @param {App} app @param {Credentials} access */
export function credentials(app, { all, load }) {
  return el("section", { class: "section", "aria-labelledby": "access" },
    el("div", { class: "head" }, el("h2", { id: "access" }, t("access.title")), button(t("access.makeToken"), () => makeToken(app, load))),
    () => all.value?.length === 0 && el("p", { class: "quiet" }, t("access.none")),
    el("ul", { class: "cards" }, list(() => all.value ?? [], (one) => one.id, (one) => card(app, one, load))));
}

/**
 * @param {App} app
 * @param {Readable<Credential>} credential
 * @param {() => Promise<void>} load
 */
function card(app, credential, load) {
  const facts = () => {
    const used = milliseconds(credential.value.lastUsedAt);
    const ends = milliseconds(credential.value.expiresAt);
    return [
      t(kinds.get(credential.value.kind) ?? "access.key"), t(`role.${credential.value.role}`),
      used === undefined ? t("access.neverUsed") : t("access.used", { when: ago(used) }),
      ends !== undefined && t("access.ends", { when: dateAndTime(ends) }),
    ].filter(Boolean).join(" · ");
  };
  const revoke = () => ask(t("access.revokeWhat", { name: credential.value.name }), (close) => [
    el("h2", {}, t("access.revokeQuestion", { name: credential.value.name })),
    el("p", { class: "quiet" }, t("access.revokeExplanation")),
    el("div", { class: "dialog-buttons" }, button(t("action.cancel"), close), button(t("access.revoke"), async () => {
      close();
      await tell(app.client.call("AccessService/RevokeCredential", { id: credential.value.id }));
      await load();
    }, "danger")),
  ]);
  return el("li", { class: "card" },
    el("div", { class: "grow" }, el("h3", {}, () => credential.value.name), el("p", { class: "quiet" }, facts)),
    button(t("access.revoke"), revoke, "danger", { "aria-label": () => t("access.revokeWhat", { name: credential.value.name }) }));
}

/**
 * @param {App} app
 * @param {() => Promise<void>} load
 */
function makeToken(app, load) {
  const made = signal("");
  const key = requestId();
  const { attempt, line } = attempts();
  ask(t("access.makeToken"), (close) => {
    const name = el("input", { class: "input", required: true, maxlength: 100, autocomplete: "off" });
    const days = el("select", { class: "input" }, ...tokenDays.map((one) => el("option", { value: one, selected: one === 90 }, t("access.days", { count: one }))));
    const send = async () => {
      if (name.value.trim() === "") return;
      const answer = await attempt(app.client.call("AccessService/CreateToken", {
        role: Role.MEMBER, name: name.value.trim(), validFor: { seconds: BigInt(days.value) * 86_400n }, options: { idempotencyKey: key },
      }));
      if (!answer) return;
      made.value = answer.token;
      load();
    };
    return [el("h2", {}, t("access.makeToken")), () => made.value === ""
      ? el("div", { class: "dialog-body bare" },
        el("p", { class: "quiet" }, t("access.tokenExplanation")),
        el("label", { class: "field" }, t("device.name"), name),
        el("label", { class: "field" }, t("access.validFor"), days),
        line,
        el("div", { class: "dialog-buttons" }, button(t("action.cancel"), close), submitButton(t("access.make"), send)))
      : el("div", { class: "dialog-body bare" },
        el("p", { class: "row quiet" }, icon("warning"), t("access.shownOnce")),
        el("code", { class: "secret" }, made.value),
        el("div", { class: "dialog-buttons" }, copyButton(() => made.value), button(t("control.close"), close, "main")))];
  });
}
