import assert from "node:assert/strict";
import { test } from "node:test";
import { SchemaField_Kind as Kind } from "../lib/hearth-v1.js";
import { decode, encode } from "../lib/message.js";
import { fieldNumber, merged, TraitType } from "../lib/trait.js";
import { unknownFields, WireError } from "../lib/wire.js";

/** @param {any} schema */
const traitOf = (schema) => new TraitType(decode("TraitSchema", encode("TraitSchema", schema)));

const trait = traitOf({
  id: 0xfff1fc01,
  name: "Everything",
  enums: [{ name: "Mode", bits: 8, constants: [{ name: "slow", value: 0n }, { name: "fast", value: 1n }] }],
  bitmaps: [{ name: "Small", bits: 8 }, { name: "Large", bits: 64 }, { name: "Middle", bits: 40 }],
  structs: [
    { name: "Point", fields: [{ id: 0, name: "x", kind: Kind.SIGNED, bits: 16 }, { id: 1, name: "y", kind: Kind.SIGNED, bits: 16, isNullable: true }] },
    { name: "Line", fields: [{ id: 0, name: "points", kind: Kind.STRUCT, typeIndex: 0, isList: true }, { id: 1, name: "tags", kind: Kind.STRING, isList: true, isOptional: true }] },
    { name: "Route", fields: [{ id: 0, name: "modes", kind: Kind.ENUM, typeIndex: 0, isList: true }] },
  ],
  attributes: [
    { id: 0, name: "isOn", kind: Kind.BOOLEAN },
    { id: 1, name: "level", kind: Kind.UNSIGNED, bits: 8, isNullable: true },
    { id: 2, name: "energy", kind: Kind.SIGNED, bits: 64 },
    { id: 3, name: "mode", kind: Kind.ENUM, typeIndex: 0 },
    { id: 4, name: "large", kind: Kind.BITMAP, typeIndex: 1 },
    { id: 5, name: "small", kind: Kind.BITMAP, typeIndex: 0 },
    { id: 6, name: "speed", kind: Kind.SINGLE },
    { id: 7, name: "ratio", kind: Kind.DOUBLE },
    { id: 8, name: "label", kind: Kind.STRING },
    { id: 9, name: "secret", kind: Kind.OCTETS },
    { id: 10, name: "line", kind: Kind.STRUCT, typeIndex: 1 },
    { id: 11, name: "list", kind: Kind.UNSIGNED, bits: 16, isList: true },
    { id: 12, name: "__proto__", kind: Kind.STRING },
    { id: 13, name: "bytesSent", kind: Kind.UNSIGNED, bits: 48 },
    { id: 14, name: "middle", kind: Kind.BITMAP, typeIndex: 2 },
    { id: 15, name: "offset", kind: Kind.SIGNED, bits: 40 },
    { id: 16, name: "serial", kind: Kind.UNSIGNED, bits: 56 },
    { id: 17, name: "route", kind: Kind.STRUCT, typeIndex: 2 },
    { id: 18, name: "modes", kind: Kind.ENUM, typeIndex: 0, isList: true },
    { id: 0x4a37, name: "reserved", kind: Kind.UNSIGNED, bits: 8 },
  ].map((field) => ({ field })),
  commands: [{ id: 0, name: "Draw", methodName: "draw", arguments: { name: "Draw", fields: [
    { id: 0, name: "line", kind: Kind.STRUCT, typeIndex: 1 },
    { id: 1, name: "time", kind: Kind.UNSIGNED, bits: 16, isNullable: true },
  ] } }],
});

const values = {
  isOn: false, level: null, energy: -5n, mode: "fast", large: 2n ** 63n, small: 3, speed: 0.5, ratio: 0.1, label: "",
  secret: Uint8Array.of(1, 2), line: { points: [{ x: -3, y: null }, { x: 4, y: 5 }], tags: [] }, list: [], reserved: 7,
  bytesSent: 2 ** 48 - 1, middle: 2 ** 40 - 1, offset: -(2 ** 39), serial: 5n, route: { modes: [] }, modes: ["slow", 7],
  featureMap: 1, attributeList: [0, 1], clusterRevision: 2,
};

/** @param {any} value @returns {any} */
const plain = (value) => (Array.isArray(value) ? value.map(plain)
  : value && typeof value === "object" && !(value instanceof Uint8Array)
    ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, plain(inner)])) : value);

test("values of each kind survive a round trip", () => {
  assert.deepEqual(plain(trait.decodeAttributes(trait.encodeAttributes(values))), values);
});

test("enums are names both ways, and numbers where the schema has no name", () => {
  const trip = (/** @type {any} */ mode) => trait.decodeAttributes(trait.encodeAttributes({ mode }))["mode"];
  assert.deepEqual([trip("slow"), trip(1), trip(9)], ["slow", "fast", 9]);
  assert.deepEqual(trait.encodeAttributes({ mode: "fast" }), trait.encodeAttributes({ mode: 1 }));
  assert.throws(() => trait.encodeAttributes({ mode: "faster" }), TypeError);
});

test("only integers wider than 53 bits are bigints", () => {
  const types = Object.entries(trait.decodeAttributes(trait.encodeAttributes(values))).map(([name, value]) => [name, typeof value]);
  assert.deepEqual(types.filter(([, type]) => type === "bigint").map(([name]) => name), ["energy", "large", "serial"]);
});

test("an empty list in a struct is read as an empty list", () => {
  assert.deepEqual(plain(trait.decodeAttributes(trait.encodeAttributes({ route: {} }))), { route: { modes: [] } });
});

test("a command's arguments distinguish null from absent", () => {
  const draw = trait.commands.get("draw")?.arguments;
  const bytes = trait.encodeStruct(draw, { time: null });
  assert.deepEqual(plain(trait.decodeStruct(draw, bytes)), { time: null });
  assert.equal(trait.encodeStruct(draw, {}).length, 0);
});

test("field numbers reserved by protobuf are skipped", () => {
  assert.equal(fieldNumber(0), 1);
  assert.equal(fieldNumber(0xfff10002), 3);
  assert.equal(fieldNumber(18_999), 119_000);
  assert.equal(fieldNumber(19_999), 20_000);
});

test("a list is absent, empty or has items, and is replaced as a whole", () => {
  assert.equal("list" in trait.decodeAttributes(new Uint8Array(0)), false);
  const known = trait.decodeAttributes(trait.encodeAttributes({ list: [1, 2], level: 3 }));
  const after = merged(known, trait.decodeAttributes(trait.encodeAttributes({ list: [], level: null })));
  assert.deepEqual(plain(after), { list: [], level: null });
  assert.deepEqual(plain(known), { list: [1, 2], level: 3 });
});

test("a field called __proto__ is a field", () => {
  const bytes = trait.encodeAttributes(JSON.parse('{"__proto__": "mine"}'));
  const decoded = trait.decodeAttributes(bytes);
  assert.equal(Object.getPrototypeOf(decoded), null);
  assert.deepEqual(Object.keys(decoded), ["__proto__"]);
});

test("unknown fields survive a round trip", () => {
  const bytes = Uint8Array.of(0xf8, 0x0f, 0x05);
  const decoded = trait.decodeAttributes(bytes);
  assert.equal(decoded[unknownFields]?.length, 1);
  assert.deepEqual(trait.encodeAttributes(decoded), bytes);
});

test("an unknown argument throws", () => {
  assert.throws(() => trait.encodeAttributes({ colour: 1 }), TypeError);
});

test("a schema with a reference to a missing type is refused", () => {
  assert.throws(() => traitOf({ name: "Broken", attributes: [{ field: { name: "x", kind: Kind.STRUCT, typeIndex: 9 } }] }), WireError);
  assert.throws(() => traitOf({ name: "Broken", attributes: [{ field: { name: "x", kind: 99 } }] }), WireError);
});

test("an endlessly nested struct is refused", () => {
  const ring = traitOf({
    name: "Ring",
    structs: [{ name: "Node", fields: [{ id: 0, name: "next", kind: Kind.STRUCT, typeIndex: 0 }] }],
    attributes: [{ field: { id: 0, name: "first", kind: Kind.STRUCT, typeIndex: 0 } }],
  });
  let bytes = new Uint8Array(0);
  for (let depth = 0; depth < 120; depth += 1) {
    const length = bytes.length < 128 ? [bytes.length] : [(bytes.length & 0x7f) | 0x80, bytes.length >> 7];
    bytes = Uint8Array.of(0x0a, ...length, ...bytes);
  }
  assert.throws(() => ring.decodeAttributes(bytes), WireError);
});
