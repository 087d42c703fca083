// Keeps the screen of a wall tablet awake while the page is visible, also after a reload.

import { RpcError } from "../lib/connect.js";
import { signal } from "../lib/view.js";
import { t } from "./text.js";

/** The local storage's key for the choice, which is not secret. */
const storageKey = "hearth-awake";
/** @typedef {EventTarget & {release: () => Promise<void>}} Sentinel */
/** @type {{wakeLock?: {request: (kind: "screen") => Promise<Sentinel>}}} */
const { wakeLock } = /** @type {any} */ (navigator);
/** @type {Sentinel | undefined} */
let lock;

/** Whether the browser offers wake locks. Pages outside of a secure context have none. */
export const canStayAwake = () => wakeLock !== undefined;

/** Whether the screen is kept awake. */
export const isAwake = signal(false);

async function acquire() {
  if (lock || !wakeLock || document.visibilityState !== "visible") return;
  lock = await wakeLock.request("screen");
  isAwake.value = true;
  // The browser releases the lock when the page is hidden or the battery is low.
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

/** Restores the choice from the last visit. */
export function resumeAwake() {
  if (localStorage.getItem(storageKey) !== "yes" || !canStayAwake()) return;
  document.addEventListener("visibilitychange", again);
  again();
}
