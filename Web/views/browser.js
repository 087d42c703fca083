// This browser's credential at the hub: its name, its expiry, and a button to sign out.

import { el } from "../lib/view.js";
import { milliseconds } from "../home/model.js";
import { dateAndTime } from "../home/words.js";
import { ask, attempts, button } from "../ui/elements.js";
import { t } from "../ui/text.js";

/** @typedef {import("../ui/elements.js").App} App */

/** @param {App} app */
export function thisBrowser(app) {
  const credential = app.session.credential;
  const ends = milliseconds(credential?.expiresAt);
  return el("section", { class: "section", "aria-labelledby": "this-browser" },
    el("h2", { id: "this-browser" }, t("browser.title")),
    el("div", { class: "cards" }, el("div", { class: "card" },
      el("div", { class: "grow" },
        el("h3", {}, credential?.name ?? t("browser.noKey")),
        el("p", { class: "quiet" }, credential
          ? ends === undefined ? t("browser.known") : t("browser.knownUntil", { when: dateAndTime(ends) })
          : t("browser.here"))),
      credential && button(t("browser.signOut"), () => signOut(app), "danger"))));
}

/** @param {App} app */
function signOut(app) {
  const { attempt, line } = attempts();
  ask(t("browser.signOut"), (close) => [
    el("h2", {}, t("browser.signOutQuestion")),
    el("p", { class: "quiet" }, t("browser.signOutExplanation")),
    line,
    el("div", { class: "dialog-buttons" }, button(t("action.cancel"), close), button(t("browser.signOut"), async () => {
      const leave = async () => {
        await app.session.signOut();
        location.reload();
      };
      await attempt(leave());
    }, "danger")),
  ]);
}
