// Makes the browser cache the page with a service worker. Browsers allow it on the hub's own machine, and over a certificate
// that they trust.

import { signal } from "../lib/view.js";
import { registerServiceWorker } from "./workers.js";

/** Whether the browser trusts the connection enough to cache and install the page; undefined until it is known. */
export const isTrusted = signal(/** @type {boolean | undefined} */ (undefined));

/** Registers the worker. Call it once the home is shown, because the worker fetches all files of the page. */
export async function keepPage() {
  const workers = "serviceWorker" in navigator ? navigator.serviceWorker : undefined;
  if (!workers) return (isTrusted.value = false);
  const answer = await fetch("/worker.js", { method: "HEAD" }).catch(() => undefined);
  if (!answer) return undefined;
  // A page that the hub serves from a folder has no worker, and an older worker must not serve cached files for it.
  if (answer.status === 404) return forget(workers);
  const registration = await registerServiceWorker().catch(() => undefined);
  if (!registration) return (isTrusted.value = false);
  isTrusted.value = true;
  // Without its texts, the worker shows the former ones.
  await renewWords(registration).catch(() => undefined);
  return true;
}

/**
 * Stores the texts of notices again: the language may have changed since the browser subscribed to them.
 *
 * @param {ServiceWorkerRegistration} registration
 */
async function renewWords({ pushManager }) {
  if (await pushManager?.getSubscription()) await (await import("./push-words.js")).keepWords();
}

/** @param {ServiceWorkerContainer} workers */
async function forget(workers) {
  for (const one of await workers.getRegistrations()) await one.unregister();
  for (const name of await caches.keys()) await caches.delete(name);
}
