// Installs the page as an app if the browser offers it; else says why it can't.

import { el } from "../lib/view.js";
import { button, icon } from "../ui/elements.js";
import { installOffer } from "../ui/install-offer.js";
import { isTrusted } from "../ui/offline.js";
import { t } from "../ui/text.js";

export function install() {
  const isApp = matchMedia("(display-mode: standalone), (display-mode: fullscreen)").matches;
  return el("section", { class: "section", "aria-labelledby": "install" },
    el("h2", { id: "install" }, t("install.title")),
    el("div", { class: "cards" }, el("div", { class: "card" }, el("span", { class: "tile-icon" }, icon("home")),
      el("p", { class: "grow quiet" }, () => t(isApp ? "install.done" : !isSecureContext || isTrusted.value === false ? "install.insecure" : installOffer.value ? "install.explanation" : "install.menu")),
      () => !isApp && installOffer.value && button(t("install.do"), async () => {
        await installOffer.value?.prompt();
        installOffer.value = undefined;
      }))));
}
