// The hub's guides, which are in English. A hub that was not installed from a package may serve none.

import { el, signal } from "../lib/view.js";

/** @template T @typedef {import("../lib/view.js").Readable<T>} Readable */

const place = "/docs/";
const isServed = signal(false);
let isAsked = false;

/** @returns {Readable<boolean>} whether the hub serves them; false until it has answered */
export function areServed() {
  if (!isAsked) fetch("/guides.json").then(async (answer) => (isServed.value = answer.ok && (await answer.json()).isServed === true), () => undefined);
  isAsked = true;
  return isServed;
}

/** @param {string} guide the name of its file; empty for the list of all @param {string} words */
export const guideLink = (guide, words) => el("a", { href: place + guide, hreflang: "en", target: "_blank", rel: "noopener" }, words);
