import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { setText } from "../ui/text.js";
import { folded, found, wishOf } from "../views/search.js";

/** @typedef {import("../views/search.js").Result} Result */

/** @param {string} language */
function speak(language) {
  const texts = ["", ".views", ".devices"].map((part) => JSON.parse(readFileSync(new URL(`../text/${language}${part}.json`, import.meta.url), "utf8")));
  setText(Object.assign({}, ...texts), language);
}

/**
 * The results that a home offers: for each device its page and two commands.
 *
 * @param {Record<string, boolean>} devices whether they are on, by name
 * @param {readonly ["on", "off"] | readonly ["lock", "unlock"]} verbs
 * @returns {Result[]}
 */
const offered = (devices, verbs = ["on", "off"]) => Object.entries(devices).flatMap(([name, isOn]) => {
  const result = { title: name, detail: "", icon: "plug", words: folded(name), run: () => {} };
  return [{ ...result, id: `open/${name}` }, ...verbs.map((verb, index) => ({ ...result, id: `${verb}/${name}`, verb, isLikely: isOn === (index === 1) }))];
});
/** @param {readonly Result[]} results @param {string} query */
const ids = (results, query) => found(results, query).map(({ id }) => id);

const kitchen = offered({ "Coffee Maker": false, "Office Lamp": true, "On Air": false, "Mom\u2019s Lamp": true, "Küchenlicht": true, "Lámpara": true, "Lampe de l\u2019entrée": false });

test("a verb is recognised at any place, and the opposite command is left out", () => {
  speak("en");
  for (const query of ["turn off coffee", "coffee off", "turn coffee off", "Switch the coffee maker OFF", "off coffee"])
    assert.deepEqual(ids(kitchen, query).slice(0, 2), ["off/Coffee Maker", "open/Coffee Maker"], query);
  assert.equal(ids(kitchen, "turn on coffee")[0], "on/Coffee Maker");
  assert.equal(ids(kitchen, "turn off office")[0], "off/Office Lamp");
  assert.equal(ids(kitchen, "turn on office")[0], "on/Office Lamp");
  assert.deepEqual(ids(kitchen, "turn of").filter((id) => id.startsWith("on/")), []);
  assert.equal(ids(offered({ "Front Door": true }, ["lock", "unlock"]), "unlock front")[0], "unlock/Front Door");
});

test("without a verb, the first result only opens a page", () => {
  speak("en");
  assert.deepEqual(ids(kitchen, "coffee"), ["open/Coffee Maker", "on/Coffee Maker"]);
  assert.equal(ids(kitchen, "off")[0], "open/Office Lamp");
  assert.deepEqual(ids(kitchen, "turn off ffice"), ["open/Office Lamp"]);
});

for (const [language, off, on] of /** @type {const} */ ([
  ["en", "turn off", "turn on"], ["de", "schalte aus", "schalte ein"], ["es", "apaga", "enciende"], ["fr", "éteins", "allume"],
]))
  test(`the verbs of ${language} are known`, () => {
    speak(language);
    assert.equal(wishOf(`${off} coffee`).verb, "off");
    assert.equal(wishOf(`${on} coffee`).verb, "on");
    for (const name of ["coffee maker", "office", "lamp"]) {
      assert.match(ids(kitchen, `${off} ${name}`)[0] ?? "", /^off\//);
      assert.match(ids(kitchen, `${on} ${name}`)[0] ?? "", /^on\//);
    }
  });

test("German verbs are found at the end, and articles are ignored", () => {
  speak("de");
  assert.equal(ids(kitchen, "mach das Küchenlicht aus")[0], "off/Küchenlicht");
  assert.equal(ids(kitchen, "küchenlicht einschalten")[0], "on/Küchenlicht");
});

test("apostrophes, diacritics and elided articles are ignored", () => {
  speak("en");
  for (const query of ["mom's lamp", "mom\u2019s lamp", "moms lamp"]) assert.equal(ids(kitchen, query)[0], "open/Mom\u2019s Lamp", query);
  assert.equal(ids(kitchen, "lampara")[0], "open/Lámpara");
  speak("fr");
  assert.equal(ids(kitchen, "allume l'entrée")[0], "on/Lampe de l\u2019entrée");
});
