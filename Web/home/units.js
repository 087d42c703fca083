// The units that the reader is used to.

const key = "hearth-temperature";
/** Countries that measure temperatures in Fahrenheit. */
const fahrenheit = new Set(["US", "BS", "BZ", "FM", "KY", "LR", "MH", "PW"]);

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
  const [, region = ""] = /^[a-z]{2,3}(?:-[a-z]{4})?-([a-z]{2})\b/i.exec(locale) ?? [];
  return fahrenheit.has(region.toUpperCase()) && (region.toUpperCase() !== "US" || /^(America|Pacific|US)\//.test(timeZone));
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
