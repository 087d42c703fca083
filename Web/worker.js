// Caches the page, so that it opens and says so when the hub can't be reached. The worker keeps the index and the files of
// one version, which the hub writes in front of this script. Calls are not cached. It also shows the home's notices that
// come by the browser's push service.

/**
 * The parts of a service worker's API that are used here.
 *
 * @typedef {Event & {waitUntil: (promise: Promise<unknown>) => void}} Lasting
 * @typedef {Event & {request: Request, respondWith: (answer: Promise<Response>) => void}} Asked
 * @typedef {Lasting & {data: {json: () => PushedNotice} | null}} Pushed
 * @typedef {Lasting & {notification: {close: () => void}}} Clicked
 * @typedef {{title?: string, text?: string, kind?: string, urgency?: string, home?: string, id?: number, subject?: string}} PushedNotice
 * @typedef {{
 *   page: {prefix: string, files: string[]},
 *   clients: {
 *     claim: () => Promise<void>, openWindow: (url: string) => Promise<unknown>,
 *     matchAll: (options: object) => Promise<{url: string, focus: () => Promise<unknown>}[]>,
 *   },
 *   skipWaiting: () => Promise<void>,
 *   registration: {showNotification: (title: string, options: object) => Promise<void>},
 *   addEventListener: (name: string, listener: (event: any) => unknown) => void,
 * }} PageWorker
 */

const worker = /** @type {PageWorker} */ (/** @type {unknown} */ (self));
const { prefix, files } = worker.page;
const cacheName = `hearth ${prefix}`;
/** The cache in which the page keeps the texts of notices in its language. */
const wordsName = "words of notices";

/** The longest wait for the hub before the cached page is shown, in milliseconds. */
const patience = 5_000;

worker.addEventListener("install", (/** @type {Lasting} */ event) => event.waitUntil(keep().then(() => worker.skipWaiting())));
worker.addEventListener("activate", (/** @type {Lasting} */ event) => event.waitUntil(forgetOthers().then(() => worker.clients.claim())));
worker.addEventListener("fetch", (/** @type {Asked} */ event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (pathname === "/" && request.mode === "navigate") event.respondWith(index(request));
  else if (pathname.startsWith(prefix)) event.respondWith(file(request));
});

worker.addEventListener("push", (/** @type {Pushed} */ event) => event.waitUntil(show(event.data?.json() ?? {})));
worker.addEventListener("notificationclick", (/** @type {Clicked} */ event) => {
  event.notification.close();
  event.waitUntil(showPage());
});

async function keep() {
  const cache = await caches.open(cacheName);
  const index = await fetch("/", { cache: "no-store", credentials: "omit" });
  // A hub that was updated meanwhile also has another worker, which caches its own version.
  if (!index.ok || !(await index.clone().text()).includes(prefix)) throw new Error("the index is of another version");
  await cache.put("/", index);
  await cache.addAll(files);
}

async function forgetOthers() {
  for (const other of await caches.keys()) if (other !== cacheName && other !== wordsName) await caches.delete(other);
}

/**
 * The hub's index, which may be of a newer version, or the cached one if the hub does not answer.
 *
 * @param {Request} request
 */
async function index(request) {
  const kept = await (await caches.open(cacheName)).match("/");
  if (!kept) return fetch(request);
  const late = new Promise((done) => setTimeout(() => done(kept), patience));
  return /** @type {Promise<Response>} */ (Promise.race([fetch(request).catch(() => kept), late]));
}

/** @param {Request} request for a file of this version, which never changes */
async function file(request) {
  return (await (await caches.open(cacheName)).match(request)) ?? fetch(request);
}

/**
 * Shows a notice in the page's language, as far as the page has texts for its kind.
 *
 * @param {PushedNotice} notice
 */
async function show({ title = "", text = "", kind = "", urgency, home = "", id, subject = "" }) {
  const kept = await (await caches.open(wordsName)).match("/words");
  /** @type {{at: string, kinds: Record<string, string>, reasoned?: string[]}} */
  const words = kept ? await kept.json() : { at: "{name}: {what}", kinds: {} };
  const what = words.kinds[kind];
  const known = what === undefined || subject === "" ? what : words.at.replace("{name}", () => subject).replace("{what}", () => what);
  await worker.registration.showNotification((known ?? title) || "Hearth", {
    body: known === undefined || words.reasoned?.includes(kind) ? text : home, tag: `${home} ${id ?? ""}`, icon: files.find((file) => file.endsWith("/192.png")), requireInteraction: urgency === "alarm",
  });
}

/** Shows the page that is open, or opens it. A window of the guides is not the page. */
async function showPage() {
  const windows = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const open = windows.find(({ url }) => new URL(url).pathname === "/");
  await (open ? open.focus() : worker.clients.openWindow("/"));
}
