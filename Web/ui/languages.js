// The languages of the page. A new language needs a line here, and its text files beside the English ones, `text/xx*.json`.

/** @type {readonly (readonly [code: string, name: string])[]} each with its own name */
export const languages = [["en", "English"], ["de", "Deutsch"], ["fr", "Français"], ["es", "Español"]];

/** The local storage's key for the chosen language. */
const key = "hearth-language";

/** The chosen language; empty to follow the browser. */
export const chosenLanguage = () => localStorage.getItem(key) ?? "";

/** @param {string} code empty to follow the browser */
export function chooseLanguage(code) {
  if (code === "") localStorage.removeItem(key);
  else localStorage.setItem(key, code);
}

/**
 * The language of the text, and the locale of numbers and dates: the same language, with the browser's country if it has
 * one.
 *
 * @param {string} chosen
 * @param {readonly string[]} preferred by the browser
 * @param {readonly (readonly [string, string])[]} known
 */
export function pickLanguage(chosen, preferred, known = languages) {
  for (const tag of [chosen, ...preferred]) {
    // The most specific match wins: "pt-BR" before "pt".
    const [code] = known.map(([one]) => one).filter((one) => isOf(tag, one)).sort((a, b) => b.length - a.length);
    if (code !== undefined) return { code, locale: preferred.find((one) => isOf(one, code)) ?? code };
  }
  return { code: "en", locale: "en" };
}

/** @param {string} tag @param {string} code */
const isOf = (tag, code) => tag.toLowerCase() === code.toLowerCase() || tag.toLowerCase().startsWith(`${code.toLowerCase()}-`);

const fromTheRight = new Set(["ar", "ckb", "dv", "fa", "he", "ps", "sd", "ug", "ur", "yi"]);

/** @param {string} locale */
export const direction = (locale) => (fromTheRight.has(locale.split("-")[0] ?? "") ? "rtl" : "ltr");
