// All that the page says, in the reader's language: keys to sentences, with places for what is told.

import { chosenLanguage, pickLanguage } from "./languages.js";

/** @typedef {string | Partial<Record<Intl.LDMLPluralRule, string>>} Sentence */

/** @type {Record<string, Sentence>} */
let sentences = {};
let current = "en";
/** @type {Intl.PluralRules | undefined} made when they are needed, as the first takes a browser a while */
let rules;
/** @type {Intl.NumberFormat | undefined} */
let numbers;

/** The reader's language and country, as far as there is text in it: numbers and dates follow it. */
export const language = () => current;

/**
 * @param {Record<string, Sentence>} texts
 * @param {string} locale
 */
export function setText(texts, locale) {
  sentences = texts;
  current = locale;
  rules = numbers = undefined;
}

/** @type {Map<string, Promise<void>>} */
const parts = new Map();

/**
 * Loads what the page says: at first, in views that are fetched later, or of devices that few homes have.
 *
 * @param {"" | "views" | "devices"} part
 */
export function loadPart(part) {
  let loading = parts.get(part);
  if (!loading) {
    loading = textOf(part && `.${part}`).then((texts) => setText({ ...sentences, ...texts }, picked().locale), (error) => {
      parts.delete(part);
      throw error;
    });
    parts.set(part, loading);
  }
  return loading;
}

const picked = () => pickLanguage(chosenLanguage(), navigator.languages);

/**
 * A file of text in the reader's language: each language says all that English says.
 *
 * @param {string} part what follows the language in the file's name
 * @returns {Promise<Record<string, Sentence>>}
 */
async function textOf(part) {
  return (await fetch(new URL(`../text/${picked().code}${part}.json`, import.meta.url))).json();
}

/**
 * A sentence. `{name}` is replaced by what is told; of forms for one and many, `count` chooses.
 *
 * @param {string} key
 * @param {Record<string, string | number>} told
 */
export function t(key, told = {}) {
  const sentence = sentences[key];
  if (sentence === undefined) return key;
  const text = typeof sentence === "string" ? sentence : sentence[(rules ??= new Intl.PluralRules(current)).select(Number(told["count"] ?? 0))] ?? sentence.other ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => {
    const value = told[name];
    return value === undefined ? whole : typeof value === "number" ? (numbers ??= new Intl.NumberFormat(current)).format(value) : value;
  });
}

/** @param {string} key of a sentence that there may be */
export const hasText = (key) => key in sentences;
