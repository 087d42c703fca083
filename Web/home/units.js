// The unit of temperature that the person is used to.

const key = "hearth-temperature";
/** Countries that measure temperatures in Fahrenheit, and the territories of the United States. */
const fahrenheit = /^(US|AS|GU|MP|PR|UM|VI|BS|BZ|FM|KY|LR|MH|PW)$/i;
/** The time zones of these countries, with all their names in the time zone database. */
const zones = new RegExp("^(US/.+|Navajo|(EST5E|CST6C|MST7M|PST8P)DT|EST|MST|HST|Africa/Monrovia"
  + "|America/(Adak|Anchorage|Atka|Belize|Boise|Cayman|Chicago|Denver|Detroit|Fort_Wayne|(Indiana|Kentucky|North_Dakota)/.+|Indianapolis|Juneau"
  + "|Knox_IN|Los_Angeles|Louisville|Menominee|Metlakatla|Nassau|New_York|Nome|Phoenix|Puerto_Rico|Shiprock|Sitka|St_Thomas|Virgin|Yakutat)"
  + "|Pacific/(Chuuk|Guam|Honolulu|Johnston|Kosrae|Kwajalein|Majuro|Midway|Pago_Pago|Palau|Pohnpei|Ponape|Saipan|Samoa|Truk|Wake|Yap))$");

/** @type {boolean | undefined} */
let known;

/**
 * Whether to show Fahrenheit: as chosen, else by locale and time zone. The locale alone does not suffice, because many
 * browsers outside of the United States use American English.
 */
export function usesFahrenheit() {
  return (known ??= chosen() ?? isThere(globalThis.navigator?.language ?? "", Intl.DateTimeFormat().resolvedOptions().timeZone ?? ""));
}

/**
 * @param {string} locale
 * @param {string} timeZone
 */
export function isThere(locale, timeZone) {
  // The browser's language may be invalid, such as "c" on a system without one.
  const [tag, region = "US"] = /^[a-z]{2,3}(?:-[a-z]{4})?(?:-([a-z]{2}|\d{3}))?(?=-|$)/i.exec(locale) ?? [];
  return tag !== undefined && fahrenheit.test(region) && zones.test(timeZone);
}

/** @param {boolean | undefined} wanted undefined to decide by locale and time zone; takes effect with the next view */
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
