// The texts of notices in the page's language, for the service worker, which shows them while the page is closed.

import { noticeWords, reasoned } from "../home/notices.js";
import { loadPart, t } from "./text.js";

/** Stores the texts where the service worker reads them. */
export async function keepWords() {
  await loadPart("views");
  const kinds = Object.fromEntries([...noticeWords, ["subscribed", "push.first"]].map(([kind, key]) => [kind, t(/** @type {string} */ (key))]));
  const cache = await caches.open("words of notices");
  await cache.put("/words", new Response(JSON.stringify({ at: t("alarm.at"), kinds, reasoned: [...reasoned] })));
}
