// The first screen of a hub without an owner: a new home, a demo, or the restore of a backup.

import { el, signal, untracked } from "../lib/view.js";
import { codeIn } from "../lib/browser-key.js";
import { RpcError } from "../lib/connect.js";
import { Installation } from "../lib/hearth-v1-more.js";
import { percent } from "../home/words.js";
import { finishRestore, hubIsBack, sendBackup } from "../home/restore.js";
import { attempts, button, copyButton, icon, reason, submitButton } from "../ui/elements.js";
import { areServed, guideLink } from "../ui/guides.js";
import { hubCommand, ownInvitation } from "../ui/hub-machine.js";
import { t } from "../ui/text.js";

/** @typedef {import("../lib/connect.js").Client} Client */
/** @typedef {import("../lib/view.js").Child} Child */
/** @typedef {"new" | "demo" | "restore"} Choice */
/**
 * `code` is that of the hub's first claim as far as it is known; undefined for the owner on the hub's machine, who needs none.
 *
 * `installation` says how the hub was installed.
 *
 * @typedef {{client: Client, hubId: string, installation: number, code: string | undefined, newHome: () => Child}} Beginning
 */

const choices = /** @type {const} */ ([["new", "home"], ["demo", "sparkle"], ["restore", "box"]]);

/**
 * @param {Beginning & {onChoice: (choice: Choice | undefined) => void}} settings
 * @returns {Child} the choices; then what was chosen
 */
export function beginning(settings) {
  const chosen = signal(/** @type {Choice | undefined} */ (undefined));
  const choose = (/** @type {Choice | undefined} */ choice) => {
    chosen.value = choice;
    settings.onChoice(choice);
  };
  let isFirst = true;
  return () => {
    const choice = chosen.value;
    const content = untracked(() => el("div", { class: "beginning", tabindex: "-1" }, choice === undefined ? list(choose) : [
      contents[choice](settings), button(t("begin.back"), () => choose(undefined)),
    ]));
    // The pressed button is gone, so the focus moves to what replaces it, for screen readers.
    if (!isFirst) setTimeout(() => content.focus());
    isFirst = false;
    return content;
  };
}

/** @param {(choice: Choice) => void} choose */
function list(choose) {
  return [
    el("p", { class: "quiet" }, t("begin.question")),
    el("ul", { class: "choices" }, choices.map(([choice, look]) => el("li", {},
      el("button", { type: "button", class: "choice", onclick: () => choose(choice) },
        icon(look), el("strong", {}, t(`begin.${choice}`)), el("span", { class: "quiet" }, t(`begin.${choice}.why`)))))),
  ];
}

/** @type {Record<Choice, (beginning: Beginning) => Child>} */
const contents = {
  new: ({ newHome }) => newHome(),
  demo: ({ installation }) => {
    const isContainer = installation === Installation.CONTAINER;
    const words = `serve --demo --store demo.db --listen ${isThisMachine() && !isContainer ? "127.0.0.1" : "0.0.0.0"}:4328`;
    // A hub of the person who types it, also beside a service of the machine.
    const command = isContainer ? hubCommand(words, installation, location) : `hearth ${words}`;
    return el("section", { class: "dialog-body bare", "aria-labelledby": "begin-demo" },
      el("h2", { id: "begin-demo" }, t("begin.demo")),
      el("p", {}, t("begin.demo.how")),
      el("code", { class: "secret" }, command), copyButton(() => command));
  },
  restore: restoreForm,
};

const isThisMachine = () => ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);

/** The texts of errors that need other words here than elsewhere, by code: of the file's first calls, and of the last one. */
const whileSending = new Map([
  ["permission_denied", "claim.wrongCode"], ["failed_precondition", "restore.notNew"], ["out_of_range", "restore.tooLarge"],
  ["invalid_argument", "restore.noBackup"], ["not_found", "restore.lost"], ["unauthenticated", "restore.lost"],
  ["aborted", "restore.busy"],
]);
const whileChecking = new Map([
  ["permission_denied", "restore.wrongKey"], ["failed_precondition", "restore.notNew"], ["invalid_argument", "restore.noBackup"],
  ["data_loss", "restore.damaged"], ["unimplemented", "restore.newer"], ["resource_exhausted", "restore.tooLarge"],
  ["not_found", "restore.lost"], ["unauthenticated", "restore.lost"], ["aborted", "restore.busy"],
]);

/** @param {Beginning} beginning */
function restoreForm({ client, hubId, installation, code }) {
  const stage = signal(/** @type {"choosing" | "sending" | "key" | "checking" | "restarting" | "away"} */ ("choosing"));
  const share = signal(0);
  /** @type {import("../home/restore.js").Sent | undefined} */
  let sent;
  let words = whileSending;
  const isNotNew = signal(false);
  const { attempt, say, line } = attempts((error) => {
    const key = words.get(/** @type {RpcError} */ (error).code);
    isNotNew.value = key === "restore.notNew";
    return key === undefined ? reason(error) : t(key);
  });
  const file = el("input", { class: "input", type: "file", required: true, onchange: () => {
    sent = undefined;
    stage.value = "choosing";
    say("");
  } });
  const claimCode = el("input", { class: "input", value: code ?? "", required: true, maxlength: 400, autocomplete: "off", autocapitalize: "off", spellcheck: false });
  const key = el("input", { class: "input", maxlength: 200, autocomplete: "off", autocapitalize: "off", spellcheck: false });

  const restore = async (/** @type {File} */ chosen) => {
    words = whileSending;
    if (!sent) {
      stage.value = "sending";
      share.value = 0;
      sent = await sendBackup(client, chosen, code === undefined ? undefined : codeIn(claimCode.value), (done) => (share.value = done));
      if (sent.isEncrypted) {
        stage.value = "key";
        setTimeout(() => key.focus());
        return;
      }
    }
    words = whileChecking;
    stage.value = "checking";
    await finishRestore(sent, key.value);
    stage.value = "restarting";
    if (await hubIsBack(client, hubId)) {
      location.hash = "#/";
      location.reload();
    } else stage.value = "away";
  };
  const send = async () => {
    const chosen = file.files?.[0];
    if (!chosen) return file.focus();
    if (code !== undefined && claimCode.value.trim() === "") return claimCode.focus();
    if (stage.peek() === "key" && key.value.trim() === "") return key.focus();
    await attempt(restore(chosen).catch((error) => {
      const mayRetryKey = sent?.isEncrypted === true && error instanceof RpcError && error.code === "permission_denied";
      if (!mayRetryKey) sent = undefined;
      stage.value = mayRetryKey ? "key" : "choosing";
      throw error;
    }));
  };
  const needsKey = () => stage.value === "key" || (stage.value === "checking" && sent?.isEncrypted === true);
  const isOver = () => stage.value === "restarting" || stage.value === "away";
  return el("form", { class: "dialog-body bare" },
    el("h2", {}, t("begin.restore")),
    () => !isOver() && [
      el("label", { class: "field" }, t("restore.file"), file),
      el("p", { class: "quiet" }, t("restore.file.hint")),
      code !== undefined && el("label", { class: "field" }, t("claim.code"), claimCode),
      code === "" && ownInvitation(installation),
      needsKey() && [el("label", { class: "field" }, t("restore.key"), key), el("p", { class: "quiet" }, t("restore.key.hint"))],
    ],
    line,
    () => isNotNew.value && areServed().value && el("p", {}, guideLink("backups.html", t("restore.guide"))),
    el("p", { role: "status" }, () => {
      switch (stage.value) {
        case "sending": return t("restore.sending", { share: percent(share.value) });
        case "choosing": case "key": return "";
        default: return t(`restore.${stage.value}`);
      }
    }),
    () => stage.value === "away" && button(t("action.retry"), () => location.reload(), "main"),
    () => !isOver() && submitButton(t("restore.start"), send));
}
