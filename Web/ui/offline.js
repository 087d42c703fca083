// Has the browser keep the page, where it lets itself be asked: on the hub's own machine, and by a certificate that it trusts.

import { signal } from "../lib/view.js";
import { registerServiceWorker } from "./workers.js";

/** Whether the browser trusts the way to the hub so far that it keeps and installs the page; undefined while nobody knows. */
export const isTrusted = signal(/** @type {boolean | undefined} */ (undefined));

/** Called once the home is shown, as the worker fetches all files of the page. */
export async function keepPage() {
  const workers = "serviceWorker" in navigator ? navigator.serviceWorker : undefined;
  if (!workers) return (isTrusted.value = false);
  const answer = await fetch("/worker.js", { method: "HEAD" }).catch(() => undefined);
  if (!answer) return undefined;
  // A page that is served from a folder has no worker, and one from before must not speak for it.
  if (answer.status === 404) return forget(workers);
  try {
    await registerServiceWorker();
    return (isTrusted.value = true);
  } catch {
    return (isTrusted.value = false);
  }
}

/** @param {ServiceWorkerContainer} workers */
async function forget(workers) {
  for (const one of await workers.getRegistrations()) await one.unregister();
  for (const name of await caches.keys()) await caches.delete(name);
}
