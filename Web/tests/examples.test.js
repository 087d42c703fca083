import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { exampleNames, filled, firstChoice, fitting, kindOfNeed, needsOf, partKinds } from "../home/automation/examples.js";
import { linkedText, mostLinked } from "../home/automation/linked.js";
import { nodesOf } from "../home/nodes.js";
import { setText } from "../ui/text.js";
import { english } from "./english.js";

setText(english, "en");

const folder = new URL("../examples/", import.meta.url);
const texts = new Map(readdirSync(folder).map((file) => [file.replace(/\.txt$/, ""), readFileSync(new URL(file, folder), "utf8")]));

test("the list has each example, with its English title and sentence", () => {
  assert.deepEqual([...exampleNames].sort(), [...texts.keys()].sort());
  const said = [...texts].map(([name, text]) => [name, ...["automation", "description"].map((key) => new RegExp(`^${key}: "(.*)"$`, "m").exec(text)?.[1])]);
  // Quotes inside of quotes have another form on the page.
  assert.deepEqual(said, [...texts.keys()].map((name) => [name, english[`example.${name}`], english[`exampleWhat.${name}`].replace(/[“”]/g, "")]));
});

test("each kind of device in the examples is known, and has a name", () => {
  const kinds = [...texts.values()].flatMap((text) => [...text.matchAll(/ = device any-(\S+)$/gm)].map(([, kind = ""]) => kind));
  assert.deepEqual([...new Set(kinds)].sort(), [...partKinds.keys()].sort());
  assert.deepEqual([...partKinds.keys()].filter((kind) => !(`need.${kind}` in english)), []);
});

/** @param {string} id @param {string} roomId @param {...{id: number, type: number, traits: number[]}} endpoints */
const device = (id, roomId, ...endpoints) => /** @type {any} */ ({
  id, name: id, roomId, structureId: "home",
  endpoints: endpoints.map((one) => ({ id: one.id, name: "", tags: [], deviceTypes: [{ id: one.type }], traits: one.traits.map((trait) => ({ id: trait })) })),
});
const light = (/** @type {string} */ id, /** @type {string} */ roomId, endpoint = 1) => device(id, roomId, { id: endpoint, type: 0x0100, traits: [6] });
const plug = device("plug", "hall", { id: 1, type: 0x010a, traits: [6] });
const motion = device("motion", "hall", { id: 1, type: 0x0106, traits: [0x400] }, { id: 2, type: 0x0107, traits: [0x406] });
const devices = [light("attic lamp", "attic"), light("hall lamp", "hall", 3), plug, motion];

/** @param {string} deviceId @param {number} traitId */
const trait = (deviceId, traitId) => ({ target: { deviceId, endpoint: 1 }, deviceType: 0, traitId });
const action = (/** @type {number} */ id, /** @type {any} */ of, /** @type {any[]} */ given = []) => ({ id, action: { trait: of, commandId: 1, arguments: given, retries: 0, stopsOnFailure: false } });
const graph = /** @type {any} */ ({ id: 1, sequential: { nodes: [
  { id: 2, starter: { trait: trait("any-motion", 0x406), parameters: [{ id: 0, value: { text: "Title" } }, { id: 1, value: { boolean: true } }], causes: [] } },
  { id: 3, stateReader: trait("home", 0x6006) },
  { id: 4, wait: { result: "", starters: [{ trait: trait("any-motion", 0x406), parameters: [], causes: [] }] } },
  { id: 5, ifChain: { branches: [{ node: action(6, trait("any-light", 6)) }] } },
  action(7, { traitId: 6, deviceType: 0x100, group: { structureId: "home" } }),
  action(8, trait("home", 7), [{ id: 0, value: { constant: { text: "Title" } } }, { id: 1, value: { constant: { text: "Sentence" } } }, { id: 2, value: { constant: { text: "other" } } }]),
] } });
const needs = needsOf(graph, (id) => id === "home");

test("the devices that a text needs are those that the home lacks", () => {
  assert.deepEqual(needs, [{ id: "any-motion", traits: [0x406] }, { id: "any-light", traits: [6] }]);
  assert.deepEqual(needsOf(undefined, () => false), []);
});

test("a need is served by parts of its kind that have its traits", () => {
  const served = (/** @type {any} */ need) => fitting(devices, need).map(({ part }) => part.key);
  assert.deepEqual(needs.map(served), [["2/motion"], ["1/attic lamp", "3/hall lamp"]]);
  // A device of another home is known by its traits only.
  assert.deepEqual(served({ id: "7d0e", traits: [6] }), ["1/attic lamp", "3/hall lamp", "1/plug"]);
  assert.deepEqual(["any-light", "any-constructor", "any-__proto__", "any-", "7d0e", ""].map((id) => kindOfNeed({ id, traits: [] })), ["light", "", "", "", "", ""]);
});

test("the first choice is in one room", () => {
  const chosen = firstChoice(needs.map((need) => fitting(devices, need)));
  assert.deepEqual(chosen.map((one) => one?.device.id), ["motion", "hall lamp"]);
  assert.deepEqual(firstChoice([[], fitting(devices, { id: "any-light", traits: [6] })]).map((one) => one?.device.id), [undefined, "attic lamp"]);
});

test("chosen parts replace the named devices, and texts are in the page's language", () => {
  const parts = new Map(firstChoice(needs.map((need) => fitting(devices, need))).flatMap((one, index) => (one ? [/** @type {const} */ ([needs[index]?.id ?? "", one.part])] : [])));
  const own = filled(graph, parts, { name: "Title", description: "Sentence" }, { name: "Titel", description: "Satz" });
  const nodes = new Map(nodesOf(own).map((node) => [node.id, node]));
  const targets = [nodes.get(2)?.starter?.trait, nodes.get(3)?.stateReader, nodes.get(4)?.wait?.starters[0]?.trait, nodes.get(6)?.action?.trait].map((one) => `${one?.target?.deviceId} ${one?.target?.endpoint}`);
  assert.deepEqual(targets, ["motion 2", "home 1", "motion 2", "hall lamp 3"]);
  assert.deepEqual(nodes.get(2)?.starter?.parameters.map(({ value }) => value), [{ text: "Titel" }, { boolean: true }]);
  assert.deepEqual(nodes.get(7), graph.sequential.nodes[4]);
  assert.deepEqual(nodes.get(8)?.action?.arguments.map(({ value }) => value?.constant?.text), ["Titel", "Satz", "other"]);
  assert.deepEqual(needsOf(own, (id) => id === "home" || devices.some((one) => one.id === id)), []);
});

test("a link's text is percent-encoded or base64url, and bounded", () => {
  const text = "automation: \"Größe\"\nsteps:\n";
  const encoded = Buffer.from(text).toString("base64url");
  const padded = Buffer.from(text).toString("base64").replaceAll("+", "-").replaceAll("/", "_");
  assert.match(padded, /=$/);
  const rows = [
    [text, text], [encoded, text], [padded, text], ["", ""], ["a b", "a b"],
    // Neither UTF-8 nor base64: shown as it is.
    ["____", "____"], ["a", "a"], ["<img src=x>", "<img src=x>"],
    ["x".repeat(mostLinked + 1), undefined],
  ];
  assert.deepEqual(rows.map(([given = ""]) => linkedText(given)), rows.map(([, expected]) => expected));
});
