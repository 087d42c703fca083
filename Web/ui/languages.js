// The languages that the page speaks. A new one is a line here, and its text beside that in English, `text/xx.json`.

/** @type {readonly (readonly [code: string, name: string])[]} each by what it calls itself */
export const languages = [["en", "English"], ["de", "Deutsch"], ["fr", "Français"], ["es", "Español"]];

/** A choice, not a secret: it outlives the visit. */
const key = "hearth-language";

/** What the reader has chosen, if not what the browser says. */
export const chosenLanguage = () => localStorage.getItem(key) ?? "";

/** @param {string} code empty for what the browser says */
export function chooseLanguage(code) {
  if (code === "") localStorage.removeItem(key);
  else localStorage.setItem(key, code);
}

/**
 * The language whose text is shown, and the one by which numbers and dates are written: the same with the country, if the
 * browser says one.
 *
 * @param {string} chosen
 * @param {readonly string[]} preferred by the browser
 * @param {readonly (readonly [string, string])[]} known
 */
export function pickLanguage(chosen, preferred, known = languages) {
  for (const tag of [chosen, ...preferred]) {
    // "pt-BR" speaks better to a Brazilian than "pt" does.
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
