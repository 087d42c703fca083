// The page's texts in the person's language: sentences by key, with placeholders for values.

import { chosenLanguage, pickLanguage } from "./languages.js";

/** @typedef {string | Partial<Record<Intl.LDMLPluralRule, string>>} Sentence */

/** @type {Record<string, Sentence>} */
let sentences = {};
let current = "en";
/** @type {Intl.PluralRules | undefined} created when first needed, because that takes a while */
let rules;
/** @type {Intl.NumberFormat | undefined} */
let numbers;

/** The locale of numbers and dates: the language of the text, with the browser's country. */
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
 * Loads a part of the texts: for the first view, for later views, for rare devices, or for examples of automations.
 *
 * @param {"" | "views" | "devices" | "examples"} part
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
 * A text file in the page's language. Each language has all keys that English has.
 *
 * @param {string} part the suffix after the language in the file's name
 * @returns {Promise<Record<string, Sentence>>}
 */
async function textOf(part) {
  return (await fetch(new URL(`../text/${picked().code}${part}.json`, import.meta.url))).json();
}

/**
 * A sentence. `{name}` is replaced by the value of that name, and `count` chooses the plural form.
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

/** @param {string} key @returns whether there is a sentence for it */
export const hasText = (key) => key in sentences;
