// Keeps the screen of a tablet on a wall awake while the page is seen, also after it was opened again.

import { RpcError } from "../lib/connect.js";
import { signal } from "../lib/view.js";
import { t } from "./text.js";

/** That a screen stays awake is no secret, so it may lie in the browser's storage. */
const storageKey = "hearth-awake";
/** @typedef {EventTarget & {release: () => Promise<void>}} Sentinel */
/** @type {{wakeLock?: {request: (kind: "screen") => Promise<Sentinel>}}} */
const { wakeLock } = /** @type {any} */ (navigator);
/** @type {Sentinel | undefined} */
let lock;

/** Pages without a secure context don't have it. */
export const canStayAwake = () => wakeLock !== undefined;

/** Whether the screen is kept awake. */
export const isAwake = signal(false);

async function acquire() {
  if (lock || !wakeLock || document.visibilityState !== "visible") return;
  lock = await wakeLock.request("screen");
  isAwake.value = true;
  // The browser lets go when the page is hidden or the battery is low.
  lock.addEventListener("release", () => {
    lock = undefined;
    isAwake.value = false;
  });
}

const again = () => {
  acquire().catch(() => undefined);
};

/** @param {boolean} isWanted Throws an RpcError if the browser refuses. */
export async function stayAwake(isWanted) {
  if (!isWanted) {
    localStorage.removeItem(storageKey);
    document.removeEventListener("visibilitychange", again);
    await lock?.release();
    return;
  }
  try {
    await acquire();
  } catch {
    throw new RpcError("failed_precondition", t("room.awakeRefused"));
  }
  localStorage.setItem(storageKey, "yes");
  document.addEventListener("visibilitychange", again);
}

/** Goes on with what was wanted when the page was open last. */
export function resumeAwake() {
  if (localStorage.getItem(storageKey) !== "yes" || !canStayAwake()) return;
  document.addEventListener("visibilitychange", again);
  again();
}
