import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { before, test } from "node:test";
import { english } from "./english.js";
import { SchemaField_Kind as Kind } from "../lib/hearth-v1.js";
import { decode, encode } from "../lib/message.js";
import { TraitType } from "../lib/trait.js";
import { limitOf, parsed } from "../ui/generic.js";
import { setText } from "../ui/text.js";
import { constantInWords } from "../home/constants.js";
import { DOOR_LOCK, FAN_CONTROL, MEDIA_PLAYBACK, THERMOSTAT } from "../home/traits.js";
import { inWords, unitOf } from "../home/values.js";
import { ago, byName, label, nameKey, number, percent, temperature } from "../home/words.js";
import { nodesOf } from "../home/nodes.js";
import { folded, rank } from "../views/search.js";

before(() => setText(english, "en-GB"));

test("names of schemas become words", () => {
  assert.equal(label("occupiedHeatingSetpoint"), "Occupied heating setpoint");
  assert.equal(label("RVCRunMode"), "RVC run mode");
  assert.equal(label("pm25Value"), "Pm25 value");
  assert.equal(label("on"), "On");
});

test("units give the size of a raw step", () => {
  assert.deepEqual(unitOf("0.01 °C"), { step: 0.01, symbol: "°C" });
  assert.deepEqual(unitOf("360/254 °"), { step: 360 / 254, symbol: "°" });
  assert.deepEqual(unitOf("1/254"), { step: 100 / 254, symbol: "%" });
  assert.deepEqual(unitOf("min"), { step: 1, symbol: "min" });
  assert.deepEqual(unitOf("1/min"), { step: 1, symbol: "1/min" });
  assert.deepEqual(unitOf(""), { step: 1, symbol: "" });
});

const type = new TraitType(decode("TraitSchema", encode("TraitSchema", {
  name: "Everything",
  enums: [{ name: "Mode", constants: [{ name: "veryFast", value: 1n }] }],
  bitmaps: [{ name: "Days", bits: 8, fields: [{ name: "monday", value: 1n }, { name: "tuesday", value: 2n }] }],
  structs: [{ name: "Point", fields: [{ id: 0, name: "xAxis", kind: Kind.SIGNED, bits: 16 }] }],
  attributes: [
    { id: 0, name: "level", kind: Kind.SIGNED, bits: 16, unit: "0.01 °C", max: { attribute: { id: 1, offset: -5n } } },
    { id: 1, name: "limit", kind: Kind.UNSIGNED, bits: 16, max: { literal: 600n } },
    { id: 2, name: "mode", kind: Kind.ENUM, typeIndex: 0 },
    { id: 3, name: "days", kind: Kind.BITMAP, typeIndex: 0 },
    { id: 4, name: "points", kind: Kind.STRUCT, typeIndex: 0, isList: true },
    { id: 5, name: "energy", kind: Kind.UNSIGNED, bits: 64 },
    { id: 6, name: "flag", kind: Kind.BOOLEAN },
    { id: 7, name: "key", kind: Kind.OCTETS },
    { id: 8, name: "text", kind: Kind.STRING },
    { id: 9, name: "power", kind: Kind.SIGNED, bits: 64, unit: "mW" },
    { id: 10, name: "left", kind: Kind.UNSIGNED, bits: 32, unit: "s" },
    { id: 11, name: "until", kind: Kind.UNSIGNED, bits: 32, unit: "s since 2000-01-01T00:00Z" },
    { id: 12, name: "capacity", kind: Kind.UNSIGNED, bits: 32, unit: "mAh" },
  ].map((field) => ({ field })),
})));
/** @param {string} name */
const field = (name) => /** @type {import("../lib/hearth-v1.js").SchemaField} */ (type.attributes.byName.get(name)?.schema);

test("constants of enums are in the page's language, as on tiles", (context) => {
  const texts = (/** @type {string} */ code) => Object.assign({}, ...["", ".devices", ".views"].map((part) => JSON.parse(readFileSync(new URL(`../text/${code}${part}.json`, import.meta.url), "utf8"))));
  context.after(() => setText(english, "en-GB"));
  setText(texts("de"), "de");
  assert.equal(constantInWords(DOOR_LOCK, "lockState", "locked"), "Verriegelt");
  assert.equal(constantInWords(FAN_CONTROL, "fanMode", "low"), "Niedrig");
  assert.equal(constantInWords(THERMOSTAT, "systemMode", "heat"), "Heizen");
  assert.equal(constantInWords(MEDIA_PLAYBACK, "currentState", "notPlaying"), "Keine Wiedergabe");
  const lock = new TraitType(decode("TraitSchema", encode("TraitSchema", {
    id: DOOR_LOCK, name: "DoorLock", enums: [{ name: "LockState", constants: [{ name: "locked", value: 1n }] }],
    attributes: [{ field: { id: 0, name: "lockState", kind: Kind.ENUM, typeIndex: 0 } }],
  })));
  const state = /** @type {import("../lib/hearth-v1.js").SchemaField} */ (lock.attributes.byName.get("lockState")?.schema);
  assert.equal(inWords(lock, state, 1), "Verriegelt");
});

test("values become words", () => {
  const said = (/** @type {string} */ name, /** @type {unknown} */ value) => inWords(type, field(name), value);
  assert.equal(said("level", -1234), "-12.34\u00a0°C");
  assert.equal(said("level", null), "Unknown");
  assert.equal(said("mode", "veryFast"), "Very fast");
  assert.equal(said("mode", 9), "9");
  assert.equal(said("days", 3), "Monday, Tuesday");
  assert.equal(said("days", 0), "None");
  assert.equal(said("points", [{ xAxis: 5 }, { xAxis: 6 }]), "X axis: 5, X axis: 6");
  assert.equal(said("energy", 12_345n), "12,345");
  assert.equal(said("power", 7_230_000n), "7.23\u00a0kW");
  assert.equal(said("left", 4_980), "1 hr 23 mins");
  assert.match(said("until", 86_400 * 366), /^(31 Dec 2000|1 Jan 2001|2 Jan 2001), /);
  assert.equal(said("capacity", 2_600), "2,600\u00a0mAh");
  assert.equal(said("flag", false), "No");
  assert.equal(said("key", Uint8Array.of(1, 255)), "01 ff");
});

test("entered text becomes raw values, or undefined", () => {
  assert.equal(parsed(field("level"), "21.5"), 2150);
  assert.equal(parsed(field("level"), "warm"), undefined);
  assert.equal(parsed(field("level"), " "), undefined);
  assert.equal(parsed(field("energy"), "12"), 12n);
  assert.equal(parsed(field("flag"), "true"), true);
  assert.equal(parsed(field("mode"), "veryFast"), "veryFast");
  assert.equal(parsed(field("text"), ""), "");
});

test("limits are numbers, or another attribute's value", () => {
  assert.equal(limitOf(field("limit").max, type, {}), 600);
  assert.equal(limitOf(field("level").max, type, { limit: 100 }), 95);
  assert.equal(limitOf(field("level").max, type, { limit: null }), undefined);
  assert.equal(limitOf(undefined, type, {}), undefined);
});

test("times are relative, as people say them", () => {
  assert.equal(ago(0, 30_000), "just now");
  assert.equal(ago(0, 125_000), "2 minutes ago");
  assert.equal(ago(0, 3 * 3_600_000), "3 hours ago");
});

test("days are those of the calendar", () => {
  const told = (/** @type {number} */ day, /** @type {number} */ hour) => ago(new Date(2026, 5, day, hour).getTime(), new Date(2026, 5, 3, 12).getTime());
  assert.deepEqual([told(2, 13), told(2, 11), told(2, 0), told(1, 23), told(1, 13)], ["23 hours ago", "yesterday", "yesterday", "2 days ago", "2 days ago"]);
  assert.equal(ago(new Date(2026, 6, 2, 18).getTime(), new Date(2026, 6, 4, 7).getTime()), "2 days ago");
});

test("a value that rounds to zero has no minus sign", () => {
  assert.deepEqual([temperature(-0.04), temperature(-0.05), number(-0.4, 0), number(-0.6, 0), percent(-0.001)], ["0.0\u00a0°C", "-0.1\u00a0°C", "0", "-1", "0\u00a0%"]);
});

test("names are the same by the hub's rule", () => {
  for (const [one, other] of [["home1", "Home 1"], ["Mom's", "MOMs"], ["Mom\u2019s", "Mom's"], ["Küche", "KU\u0308CHE"], ["Straße", "STRASSE"],
    ["ΣΊΣΥΦΟΣ", "σίσυφος"], ["СПАЛЬНЯ", "спальня"], ["Ａ１", "a1"], ["a\u3000b", "AB"], ["⚡", "⚡️"], ["Об’єкт", "Обʼєкт"], ["ﬁre", "FIRE"]]) {
    assert.equal(nameKey(String(one)), nameKey(String(other)), one);
  }
  assert.notEqual(nameKey("Lamp 1"), nameKey("Lamp 11"));
});

test("names are sorted as people count", () => {
  assert.deepEqual(["Lamp 10", "lamp 9", "Lamp 1", "Ärmel", "Zimmer"].sort(byName), ["Ärmel", "Lamp 1", "lamp 9", "Lamp 10", "Zimmer"]);
});

test("a search ranks beginnings of words before insides, and ignores diacritics", () => {
  const words = folded("Küche Decke");
  assert.equal(words, "kuche decke");
  assert.ok(Number(rank(words, "kuche")) > Number(rank(words, "decke")));
  assert.ok(Number(rank(words, "de")) > Number(rank(words, "ecke")));
  assert.equal(rank(words, "bad"), undefined);
  assert.ok(rank(words, "decke ku"));
});

test("all nodes of a graph are found", () => {
  const graph = { id: 1, sequential: { nodes: [
    { id: 2, select: { nodes: [{ id: 3, manualStarter: {} }] } },
    { id: 4, ifChain: { branches: [{ node: { id: 5 } }], otherwise: { id: 6 } } },
  ] } };
  assert.deepEqual(nodesOf(/** @type {any} */ (graph)).map((node) => node.id), [1, 2, 3, 4, 5, 6]);
});
