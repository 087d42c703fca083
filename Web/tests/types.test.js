// The compiler checks that the values that the page decodes have the types that `hearth-codegen typescript` generates.
// fixtures/lamp.d.ts is written by `hearth-codegen typescript fixtures/lamp.matter --output fixtures/lamp.d.ts`.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { SchemaField_Kind as Kind } from "../lib/hearth-v1.js";
import { decode, encode } from "../lib/message.js";
import { TraitType } from "../lib/trait.js";
import { source } from "./source.js";

/** The schema that a hub has for fixtures/lamp.matter. */
const lamp = new TraitType(decode("TraitSchema", encode("TraitSchema", {
  id: 0xfff1fc02,
  name: "Lamp",
  enums: [{ name: "MoodEnum", bits: 8, constants: [{ name: "noneValue", value: 0n }, { name: "warm", value: 1n }, { name: "cold", value: 2n }] }],
  bitmaps: [{ name: "Status", bits: 8 }, { name: "Wide", bits: 64 }],
  structs: [{ name: "Step", fields: [
    { id: 0, name: "mood", kind: Kind.ENUM }, { id: 1, name: "time", kind: Kind.UNSIGNED, bits: 16, isNullable: true },
    { id: 2, name: "name", kind: Kind.STRING, isOptional: true }, { id: 3, name: "moods", kind: Kind.ENUM, isList: true },
  ] }],
  attributes: [
    { id: 0, name: "level", kind: Kind.UNSIGNED, bits: 8, isNullable: true }, { id: 1, name: "mood", kind: Kind.ENUM },
    { id: 2, name: "steps", kind: Kind.STRUCT, isList: true }, { id: 3, name: "status", kind: Kind.BITMAP },
    { id: 4, name: "wide", kind: Kind.BITMAP, typeIndex: 1 }, { id: 5, name: "energy", kind: Kind.SIGNED, bits: 64 },
    { id: 6, name: "bytesSent", kind: Kind.UNSIGNED, bits: 48 }, { id: 7, name: "key", kind: Kind.OCTETS },
    { id: 8, name: "ratio", kind: Kind.SINGLE }, { id: 9, name: "isOn", kind: Kind.BOOLEAN },
    { id: 10, name: "offset", kind: Kind.SIGNED, bits: 8, isOptional: true }, { id: 11, name: "last", kind: Kind.STRUCT, isNullable: true },
  ].map((field) => ({ field })),
})));

const known = {
  level: null, mood: "noneValue", steps: [{ mood: "warm", time: null }, { mood: 9, time: 5, name: "", moods: ["cold"] }], status: 3, wide: 2n ** 63n,
  energy: -1n, bytesSent: 2 ** 48 - 1, key: Uint8Array.of(1, 2), ratio: 0.5, isOn: false, last: null,
  generatedCommandList: [], acceptedCommandList: [0], attributeList: [0, 1], featureMap: 0, clusterRevision: 1,
};

test("decoded values have their generated types", { skip: spawnSync("tsc", ["--version"]).error !== undefined }, () => {
  const folder = mkdtempSync(join(tmpdir(), "hearth-types-"));
  try {
    copyFileSync(new URL("fixtures/lamp.d.ts", import.meta.url), join(folder, "lamp.d.ts"));
    const module = (/** @type {unknown} */ values) => `import type { Acme } from "./lamp";\nexport const lamp: Acme.Lamp.Attributes = ${source(values)};\n`;
    const decoded = lamp.decodeAttributes(lamp.encodeAttributes(/** @type {any} */ (known)));
    writeFileSync(join(folder, "right.ts"), module(decoded));
    writeFileSync(join(folder, "wrong.ts"), module({ ...decoded, mood: "hot" }));
    const run = spawnSync("tsc", ["--noEmit", "--strict", "--exactOptionalPropertyTypes", "--target", "es2022", "--lib", "es2022", "right.ts", "wrong.ts"], { cwd: folder, encoding: "utf8" });
    const told = run.stdout.split("\n").filter((line) => line.includes("error"));
    assert.equal(told.length, 1, run.stdout);
    assert.match(String(told[0]), /^wrong\.ts.*'"hot"' is not assignable/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
