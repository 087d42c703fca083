import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { problemsOf } from "../tools/text-problems.mjs";
import { english, englishFiles } from "./english.js";
import * as Trait from "../home/traits.js";
import { direction, languages, pickLanguage } from "../ui/languages.js";

const folder = new URL("../text/", import.meta.url);
/** @param {string} file */
const read = (file) => JSON.parse(readFileSync(new URL(file, folder), "utf8"));

test("each language has all English keys, with the same placeholders", () => {
  const files = readdirSync(folder);
  const problems = [];
  for (const english of files.filter((file) => /^en\b/.test(file)))
    for (const [code] of languages) {
      const file = english.replace(/^en/, code);
      if (files.includes(file)) problems.push(...problemsOf(code, read(english), read(file)));
      else problems.push(`there is no text/${file}`);
    }
  const known = new Set(languages.map(([code]) => code));
  for (const file of files) if (!known.has(file.split(".")[0] ?? "")) problems.push(`text/${file} is of no language that ui/languages.js has`);
  assert.deepEqual(problems, []);
});

test("each key is in one file, and the first view's keys are in the first file", () => {
  const keys = [...englishFiles.values()].flatMap(Object.keys);
  assert.deepEqual(keys.filter((key, index) => keys.indexOf(key) !== index), []);
  const web = new URL("../", import.meta.url);
  /** @type {Map<string, string>} */
  const modules = new Map();
  const follow = (/** @type {URL} */ url) => {
    if (modules.has(url.href)) return;
    const text = readFileSync(url, "utf8");
    modules.set(url.href, text);
    for (const [, path = ""] of text.matchAll(/^import [^;]*?from "(\.[^"]+)";/gms)) follow(new URL(path, url));
  };
  follow(new URL("main.js", web));
  const first = englishFiles.get("en.json") ?? {};
  const missing = [...modules].flatMap(([url, text]) => [...text.matchAll(/\bt\(\s*(?:"([\w.-]+)"|`([\w.]+)\$\{)/g)]
    .filter(([, key, prefix = ""]) => (key === undefined ? !Object.keys(first).some((one) => one.startsWith(prefix)) : !(key in first)))
    .map(([call]) => `${url.slice(web.href.length)} says ${call}`));
  assert.deepEqual(missing, []);
  assert.ok(Object.keys(first).length < Object.keys(english).length / 2);
});

test("a composed key shows its group, as the build shortens other keys", () => {
  const web = new URL("../", import.meta.url);
  const files = readdirSync(web, { recursive: true, encoding: "utf8" }).filter((file) => /^(?:main\.js|(?:home|lib|ui|views)\/.*\.js)$/.test(file));
  assert.ok(files.length > 100);
  const calls = files.flatMap((file) => [...readFileSync(new URL(file, web), "utf8").matchAll(/\b(?:(?:t|hasText)\(\s*`\$\{|named\(\s*"\w*",)/g)]
    .map(([call]) => `${file} says ${call}`));
  assert.deepEqual(calls, []);
});

test("measurements of common sensors have texts", () => {
  const traits = [Trait.ILLUMINANCE, Trait.TEMPERATURE, 1027, 1028, Trait.HUMIDITY];
  assert.deepEqual(traits.filter((trait) => !(`series.${trait}.0` in english)), []);
});

test("each error of a bound schema has a text", () => {
  const schemas = new URL("../../Schemas/", import.meta.url);
  const files = readdirSync(schemas, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".matter"));
  const errors = files.flatMap((file) => [...readFileSync(new URL(file, schemas), "utf8").matchAll(/enum ErrorStateEnum : enum8 \{([^}]*)\}/g)]
    .flatMap(([, body = ""]) => [...body.matchAll(/\bk(\w)(\w*) = [1-9]/g)].map(([, first = "", rest = ""]) => first.toLowerCase() + rest)));
  assert.ok(errors.length > 20);
  assert.deepEqual(errors.filter((name) => !(`fault.${name}` in english)), []);
});

test("problems of texts are reported", () => {
  const english = { a: "A {name}", b: { one: "{count} lamp", other: "{count} lamps" }, c: "C" };
  const told = (/** @type {any} */ texts, code = "de") => problemsOf(code, english, { a: "{name} A", b: "{count} L", c: "Z", ...texts });
  assert.deepEqual(told({}), []);
  assert.deepEqual(told({ b: { one: "eine Lampe", other: "{count} Lampen" } }), []);
  assert.deepEqual(told({ b: { one: "{count} l", few: "{count} l", many: "{count} l", other: "{count} l" } }, "pl"), []);
  assert.deepEqual(problemsOf("de", english, { a: "A {name}", b: "{count}" }), ["de lacks c"]);
  assert.deepEqual(told({ d: "D" }), ["de has d, which English has not"]);
  assert.deepEqual(told({ a: "A {nmae}" }), ["de has other places in a: {nmae}; English has {name}"]);
  assert.deepEqual(told({ a: "A" }), ["de has other places in a: none; English has {name}"]);
  assert.deepEqual(told({ c: " " }), ["de says nothing for c"]);
  assert.deepEqual(told({ b: { few: "{count}", other: "{count}" } }), ['de has no form "few", as b has it']);
  assert.deepEqual(told({ b: { one: "{count}" } }), ['de lacks the form "other" of b']);
});

test("the language is the chosen one, else the browser's first that the page has", () => {
  const known = /** @type {const} */ ([["en", "English"], ["de", "Deutsch"], ["pt", "Português"], ["pt-BR", "Português (Brasil)"]]);
  const pick = (/** @type {string} */ chosen, /** @type {string[]} */ ...preferred) => pickLanguage(chosen, preferred, known);
  assert.deepEqual(pick("", "de-AT", "en"), { code: "de", locale: "de-AT" });
  assert.deepEqual(pick("", "fr", "de"), { code: "de", locale: "de" });
  assert.deepEqual(pick("", "fr"), { code: "en", locale: "en" });
  assert.deepEqual(pick("de", "en-GB", "de-CH"), { code: "de", locale: "de-CH" });
  assert.deepEqual(pick("en", "de-AT", "en-GB"), { code: "en", locale: "en-GB" });
  assert.deepEqual(pick("xx", "de"), { code: "de", locale: "de" });
  assert.deepEqual(pick("", "pt-br"), { code: "pt-BR", locale: "pt-br" });
  assert.deepEqual(pick("", "pt-PT"), { code: "pt", locale: "pt-PT" });
  assert.deepEqual(pick("", "den"), { code: "en", locale: "en" });
});

test("some languages are written from right to left", () => {
  assert.deepEqual(["en-GB", "ar", "he-IL", "fa", "den"].map(direction), ["ltr", "rtl", "rtl", "rtl", "ltr"]);
});
