// Finds problems of a language's texts by comparing them with the English ones.

/** @typedef {string | Record<string, string>} Sentence */

/** @param {string} text */
const places = (text) => [...text.matchAll(/\{\w+\}/g)].map(([place]) => place).sort().join(" ");

/**
 * @param {string} code of the language
 * @param {Record<string, Sentence>} english
 * @param {Record<string, Sentence>} texts
 * @returns {string[]}
 */
export function problemsOf(code, english, texts) {
  const problems = [];
  for (const key of Object.keys(english)) if (!(key in texts)) problems.push(`${code} lacks ${key}`);
  for (const [key, sentence] of Object.entries(texts)) {
    const original = english[key];
    if (original === undefined) {
      problems.push(`${code} has ${key}, which English has not`);
      continue;
    }
    const wanted = new Set(Object.values(typeof original === "string" ? { other: original } : original).map(places));
    for (const text of typeof sentence === "string" ? [sentence] : Object.values(sentence)) {
      if (text.trim() === "") problems.push(`${code} says nothing for ${key}`);
      // A plural form may leave out its number, as "one lamp" does.
      const isRight = wanted.has(places(text)) || (typeof sentence !== "string" && wanted.has([places(text), "{count}"].filter(Boolean).sort().join(" ")));
      if (!isRight) problems.push(`${code} has other places in ${key}: ${places(text) || "none"}; English has ${[...wanted].join(" or ") || "none"}`);
    }
    if (typeof sentence === "string") continue;
    const forms = new Intl.PluralRules(code).resolvedOptions().pluralCategories;
    for (const form of Object.keys(sentence)) if (!forms.includes(/** @type {any} */ (form))) problems.push(`${code} has no form "${form}", as ${key} has it`);
    if (!("other" in sentence)) problems.push(`${code} lacks the form "other" of ${key}`);
  }
  return problems;
}
