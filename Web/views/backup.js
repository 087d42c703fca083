// Downloads a backup of the hub's data. Restoring one is done on the hub's machine.

import { el, signal } from "../lib/view.js";
import { Role } from "../lib/hearth-v1.js";
import { percent } from "../home/words.js";
import { button, tell } from "../ui/elements.js";
import { t } from "../ui/text.js";

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
      }))));
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
