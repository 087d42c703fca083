// The home's own certificate authority, if the hub has one. Devices that trust it open the page without a warning.

import { el, signal } from "../lib/view.js";
import { t } from "../ui/text.js";

/** @typedef {{name?: string, sha256?: string, expires?: string}} Authority */

export function homeCA() {
  const found = signal(/** @type {Authority} */ ({}));
  fetch("/home-ca.json").then(async (answer) => { if (answer.ok) found.value = await answer.json(); }, () => {});
  return () => found.value.sha256 !== undefined && el("section", { class: "section", "aria-labelledby": "home-ca" },
    el("h2", { id: "home-ca" }, t("homeCA.title")),
    el("p", { class: "quiet" }, t("homeCA.explanation")),
    el("p", {}, t("homeCA.fingerprint", { name: found.value.name ?? "", date: found.value.expires ?? "" })),
    el("code", { class: "secret" }, found.value.sha256),
    el("p", { class: "quiet" }, t("homeCA.compare")),
    el("div", { class: "chips" },
      el("a", { class: "chip", href: "/home-ca.crt" }, t("homeCA.certificate")),
      el("a", { class: "chip", href: "/home-ca.mobileconfig" }, t("homeCA.profile"))));
}
