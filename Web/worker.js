// Keeps the page in the browser, so that it opens where the hub can't be reached, and says so. Of one version, which the hub
// has written in front of this: the index and the files that it fetches. Calls go by as if there were no worker.

/**
 * What there is in a service worker, as far as it is used here.
 *
 * @typedef {Event & {waitUntil: (promise: Promise<unknown>) => void}} Lasting
 * @typedef {Event & {request: Request, respondWith: (answer: Promise<Response>) => void}} Asked
 * @typedef {{
 *   page: {prefix: string, files: string[]},
 *   clients: {claim: () => Promise<void>},
 *   skipWaiting: () => Promise<void>,
 *   addEventListener: (name: string, listener: (event: any) => unknown) => void,
 * }} PageWorker
 */

const worker = /** @type {PageWorker} */ (/** @type {unknown} */ (self));
const { prefix, files } = worker.page;
const cacheName = `hearth ${prefix}`;

/** How long the hub may take to answer before the page is shown without it, in milliseconds. */
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

async function keep() {
  const cache = await caches.open(cacheName);
  const index = await fetch("/", { cache: "no-store", credentials: "omit" });
  // A hub that was renewed in between has another worker as well.
  if (!index.ok || !(await index.clone().text()).includes(prefix)) throw new Error("the index is of another version");
  await cache.put("/", index);
  await cache.addAll(files);
}

async function forgetOthers() {
  for (const other of await caches.keys()) if (other !== cacheName) await caches.delete(other);
}

/**
 * The hub's index, which may be of a newer version, or what is kept where the hub does not answer.
 *
 * @param {Request} request
 */
async function index(request) {
  const kept = await (await caches.open(cacheName)).match("/");
  if (!kept) return fetch(request);
  const late = new Promise((done) => setTimeout(() => done(kept), patience));
  return /** @type {Promise<Response>} */ (Promise.race([fetch(request).catch(() => kept), late]));
}

/** @param {Request} request of a file of this version, which never changes */
async function file(request) {
  return (await (await caches.open(cacheName)).match(request)) ?? fetch(request);
}
