// The units that the reader is used to.

const key = "hearth-temperature";
/** Countries that measure temperatures in Fahrenheit, and the territories of the United States. */
const fahrenheit = /^(US|AS|GU|MP|PR|UM|VI|BS|BZ|FM|KY|LR|MH|PW)$/i;
/** Their time zones, by all names that the time zone database has for them. */
const zones = new RegExp("^(US/.+|Navajo|(EST5E|CST6C|MST7M|PST8P)DT|EST|MST|HST|Africa/Monrovia"
  + "|America/(Adak|Anchorage|Atka|Belize|Boise|Cayman|Chicago|Denver|Detroit|Fort_Wayne|(Indiana|Kentucky|North_Dakota)/.+|Indianapolis|Juneau"
  + "|Knox_IN|Los_Angeles|Louisville|Menominee|Metlakatla|Nassau|New_York|Nome|Phoenix|Puerto_Rico|Shiprock|Sitka|St_Thomas|Virgin|Yakutat)"
  + "|Pacific/(Chuuk|Guam|Honolulu|Johnston|Kosrae|Kwajalein|Majuro|Midway|Pago_Pago|Palau|Pohnpei|Ponape|Saipan|Samoa|Truk|Wake|Yap))$");

/** @type {boolean | undefined} */
let known;

/**
 * As the reader has chosen, else by where they are: many browsers elsewhere speak American English, so the clock must agree.
 */
export function usesFahrenheit() {
  return (known ??= chosen() ?? isThere(globalThis.navigator?.language ?? "", Intl.DateTimeFormat().resolvedOptions().timeZone ?? ""));
}

/**
 * @param {string} locale
 * @param {string} timeZone
 */
export function isThere(locale, timeZone) {
  // Browsers may say what is no language, such as "c" where the system speaks none.
  const [tag, region = "US"] = /^[a-z]{2,3}(?:-[a-z]{4})?(?:-([a-z]{2}|\d{3}))?(?=-|$)/i.exec(locale) ?? [];
  return tag !== undefined && fahrenheit.test(region) && zones.test(timeZone);
}

/** @param {boolean | undefined} wanted undefined for by where the reader is; takes effect with the next view */
export function setFahrenheit(wanted) {
  known = wanted;
  if (wanted === undefined) localStorage.removeItem(key);
  else localStorage.setItem(key, wanted ? "F" : "C");
}

/** @returns {boolean | undefined} */
export function chosen() {
  const kept = globalThis.localStorage?.getItem(key);
  return kept === "F" ? true : kept === "C" ? false : undefined;
}
