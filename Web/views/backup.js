// Downloads a backup of the hub's data, encrypts the daily ones, and shows the emergency sheet with their key. A backup is
// restored by a new hub's first screen, or on the hub's machine.

import { el, signal } from "../lib/view.js";
import { base64url } from "../lib/bytes.js";
import { Role } from "../lib/hearth-v1.js";
import { percent } from "../home/words.js";
import { ask, button, tell } from "../ui/elements.js";
import { language, t } from "../ui/text.js";

/** @typedef {import("../ui/elements.js").App} App */

/** @param {App} app @returns the section, for the hub's owner only */
export function backup(app) {
  const share = signal(/** @type {number | undefined} */ (undefined));
  const make = async () => {
    if (share.peek() !== undefined) return;
    share.value = 0;
    const file = await tell(fetchBackup(app, (done) => (share.value = done))).finally(() => (share.value = undefined));
    if (!file) return;
    const url = URL.createObjectURL(file);
    el("a", { href: url, download: `hearth-${new Date().toISOString().slice(0, 10)}.backup` }).click();
    // Revoked late, because some browsers read the file only after a while.
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
  };
  return () => app.home.caller.value?.role === Role.OWNER && el("section", { class: "section", "aria-labelledby": "backup" },
    el("h2", { id: "backup" }, t("backup.title")),
    el("div", { class: "cards" }, el("div", { class: "card" },
      el("p", { class: "quiet grow" }, t("backup.explanation")),
      button(() => (share.value === undefined ? t("backup.make") : t("backup.making", { share: percent(share.value) })), make, "", {
        "aria-disabled": () => share.value !== undefined, "aria-busy": () => share.value !== undefined,
      })), encryption(app)));
}

/** @param {App} app @returns the card of the daily backups' encryption */
function encryption(app) {
  /** Whether daily backups are encrypted; undefined until the hub has answered. */
  const isOn = signal(/** @type {boolean | undefined} */ (undefined));
  const look = async () => {
    const { recoveryKey } = await app.client.call("MaintenanceService/GetRecoveryKey", {});
    isOn.value = recoveryKey !== "";
    return recoveryKey;
  };
  look().catch(() => {});
  const begin = async () => {
    const answer = await tell(app.client.call("MaintenanceService/SetBackupEncryption", { isEncrypted: true }));
    if (!answer) return;
    isOn.value = true;
    await showSheet(app, answer.recoveryKey);
  };
  const show = async () => {
    const key = await tell(look());
    if (key) await showSheet(app, key);
  };
  const end = () => ask(t("backup.end"), (close) => [
    el("h2", {}, t("backup.endQuestion")), el("p", {}, t("backup.endExplanation")),
    el("div", { class: "dialog-buttons" }, button(t("action.cancel"), close), button(t("backup.end"), async () => {
      const answer = await tell(app.client.call("MaintenanceService/SetBackupEncryption", { isEncrypted: false }));
      close();
      if (!answer) return;
      isOn.value = false;
      // The hub does not know the key from now on.
      if (answer.recoveryKey !== "") await showSheet(app, answer.recoveryKey);
    }, "danger")),
  ]);
  return () => isOn.value !== undefined && el("div", { class: "card" },
    el("p", { class: "quiet grow" }, t(isOn.value ? "backup.encrypted" : "backup.notEncrypted")),
    isOn.value ? [button(t("backup.sheet"), show), button(t("backup.end"), end)] : button(t("backup.encrypt"), begin));
}

/**
 * Shows the emergency sheet, to be printed.
 *
 * @param {App} app
 * @param {string} key the recovery key
 */
async function showSheet(app, key) {
  const identity = await tell(app.client.call("AccessService/GetServerIdentity", {}));
  if (!identity) return;
  const pin = identity.publicKeySha256;
  const names = [...app.home.structures.value.values()].map(({ name }) => name).join(", ");
  ask(t("backup.sheet"), (close) => [
    el("h2", {}, [t("backup.sheet"), names].filter(Boolean).join(" – ")),
    el("p", { class: "quiet" }, `Hearth, ${new Intl.DateTimeFormat(language(), { dateStyle: "long" }).format(Date.now())}`),
    el("h3", {}, t("restore.key")), el("code", { class: "secret" }, key),
    pin.length > 0 && [el("h3", {}, t("claim.hubKey")), el("code", { class: "secret" }, base64url(pin))],
    el("h3", {}, t("sheet.how")),
    el("ol", { class: "numbered" }, ["install", "choose", "type"].map((step) => el("li", {}, t(`sheet.${step}`)))),
    el("p", {}, t("sheet.terminal")),
    el("p", {}, el("strong", {}, t("sheet.keep"))),
    el("div", { class: "dialog-buttons" }, button(t("sheet.close"), close), button(t("sheet.print"), () => print(), "main")),
  ], "sheet");
}

/**
 * @param {App} app
 * @param {(share: number) => void} onProgress
 */
async function fetchBackup(app, onProgress) {
  /** @type {BlobPart[]} */
  const pieces = [];
  for await (const { progress, data } of app.client.stream("MaintenanceService/CreateBackup", {})) {
    if (progress && progress.totalBytes > 0n) onProgress(Math.min(1, Number(progress.copiedBytes) / Number(progress.totalBytes)));
    if (data) pieces.push(/** @type {BlobPart} */ (data));
  }
  return new Blob(pieces, { type: "application/octet-stream" });
}
