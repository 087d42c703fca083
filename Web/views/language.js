// The choice of the language in the settings.

import { el } from "../lib/view.js";
import { chooseLanguage, chosenLanguage, languages } from "../ui/languages.js";
import { t } from "../ui/text.js";

/** The choice, if there is more than one language. */
export function languageChoice() {
  if (languages.length < 2) return undefined;
  const change = (/** @type {Event} */ event) => {
    chooseLanguage(/** @type {HTMLSelectElement} */ (event.target).value);
    location.reload();
  };
  const chosen = chosenLanguage();
  return el("section", { class: "section" },
    el("h2", { id: "language" }, t("settings.language")),
    el("select", { class: "input", "aria-labelledby": "language", onchange: change },
      [["", t("settings.language.system")], ...languages].map(([code = "", name = ""]) =>
        el("option", { value: code, lang: code || undefined, selected: code === chosen }, name))));
}
