// Shows the home's notices on this device while the page is closed, by the browser's push service.

import { RpcError } from "../lib/connect.js";
import { computed, el, signal } from "../lib/view.js";
import { mayManage } from "../home/structures.js";
import { button, icon, tell } from "../ui/elements.js";
import { areServed, guideLink } from "../ui/guides.js";
import { keepWords } from "../ui/push-words.js";
import { t } from "../ui/text.js";
import { registerServiceWorker } from "../ui/workers.js";

/** @typedef {import("../ui/elements.js").App} App */
/** @typedef {"insecure" | "unsupported" | "denied" | "off" | "on"} State */

/** @param {App} app @returns the section, for people who see notices */
export function push(app) {
  const state = signal(/** @type {State | undefined} */ (undefined));
  const isBusy = signal(false);
  const status = el("p", { class: "grow quiet", role: "status", tabindex: "-1" }, () => state.value && t(state.value === "off" ? "push.explanation" : `push.${state.value}`));
  const change = async (/** @type {Promise<State>} */ changing) => {
    isBusy.value = true;
    const former = state.peek();
    state.value = (await tell(changing).finally(() => (isBusy.value = false))) ?? former;
    // The pressed button leaves the page.
    if (state.peek() !== former) status.focus({ preventScroll: true });
  };
  found(app).then((known) => (state.value = known), (error) => {
    // Without the hub's answer it is not known, and the page says that the hub can't be reached.
    if (!(error instanceof RpcError)) state.value = "unsupported";
  });
  const isReader = () => [...app.home.structures.value.keys()].some((id) => mayManage(app.home, id));
  const isShown = computed(() => state.value !== undefined && isReader());
  return () => isShown.value && el("section", { class: "section", "aria-labelledby": "push" },
    el("h2", { id: "push" }, t("push.title")),
    el("div", { class: "cards" }, el("div", { class: "card" }, el("span", { class: "tile-icon" }, icon("bell")),
      status,
      () => state.value === "insecure" && areServed().value && guideLink("certificates.html", t("firstDay.certificate")),
      () => state.value === "off" && button(t("push.do"), () => change(begin(app)), "main", { "aria-busy": () => isBusy.value }),
      () => state.value === "on" && button(t("push.stop"), () => change(end(app)), "", { "aria-busy": () => isBusy.value }))));
}

/** @param {App} app @returns {Promise<State>} */
async function found(app) {
  if (!isSecureContext) return "insecure";
  if (!("serviceWorker" in navigator) || !("PushManager" in globalThis) || !("Notification" in globalThis)) return "unsupported";
  if (Notification.permission === "denied") return "denied";
  const subscription = await known();
  if (!subscription) return "off";
  const { publicKey, isSubscribed } = await app.client.call("PushService/GetPushKey", { endpoint: subscription.endpoint });
  // The hub's part ends without the browser's, such as when somebody signs out.
  if (isOf(subscription, publicKey)) return isSubscribed ? "on" : "off";
  // A hub that was restored from a backup has another key, and can't use the subscription.
  await subscription.unsubscribe();
  return "off";
}

/** This browser's subscription. */
async function known() {
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager?.getSubscription()) ?? undefined;
}

/** @param {PushSubscription} subscription @param {Uint8Array} key */
function isOf(subscription, key) {
  const own = new Uint8Array(subscription.options?.applicationServerKey ?? new ArrayBuffer(0));
  return own.length === key.length && own.every((byte, index) => byte === key[index]);
}

/** @param {App} app @returns {Promise<State>} */
async function begin(app) {
  if (await Notification.requestPermission() !== "granted") return Notification.permission === "denied" ? "denied" : "off";
  const { publicKey } = await app.client.call("PushService/GetPushKey", {});
  await registerServiceWorker();
  const { pushManager } = await navigator.serviceWorker.ready;
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: /** @type {BufferSource} */ (publicKey) });
  await keepWords();
  const part = (/** @type {PushEncryptionKeyName} */ name) => new Uint8Array(subscription.getKey(name) ?? new ArrayBuffer(0));
  try {
    await app.client.call("PushService/SubscribeToNotices", {
      endpoint: subscription.endpoint, publicKey: part("p256dh"), secret: part("auth"), origin: contact(),
    });
  } catch (error) {
    await subscription.unsubscribe();
    throw error;
  }
  return "on";
}

/** The page's origin, or a URL of the form that push services ask for if the page is on the hub's own machine. */
const contact = () => (location.protocol === "https:" ? location.origin : `https://${location.hostname}`);

/** @param {App} app @returns {Promise<State>} */
async function end(app) {
  const subscription = await known();
  if (!subscription) return "off";
  await app.client.call("PushService/UnsubscribeFromNotices", { endpoint: subscription.endpoint });
  await subscription.unsubscribe();
  return "off";
}
