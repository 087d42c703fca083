// Checks the states of all devices of a running hub, as the page decodes them, against the generated types.
//
//     hearth serve --demo
//     node Web/tests/contract.mjs http://127.0.0.1:4327 Web/sdk/traits.d.ts

import { spawnSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "../lib/connect.js";
import { globalAttributeNames, TraitType } from "../lib/trait.js";
import { source } from "./source.js";

const [base = "", types = ""] = process.argv.slice(2);
const client = new Client({ base });
/** @type {import("../lib/hearth-v1.js").TraitState[]} */
const states = [];
let pageToken = "";
do {
  const page = await client.call("HomeService/Read", { pageToken });
  states.push(...page.states);
  pageToken = page.nextPageToken;
} while (pageToken !== "");

/** @type {Map<number, TraitType>} */
const schemas = new Map();
do {
  const page = await client.call("HomeService/GetTraitSchemas", { traitIds: [...new Set(states.map((state) => state.traitId))], pageToken });
  for (const schema of page.schemas) schemas.set(schema.id, new TraitType(schema));
  pageToken = page.nextPageToken;
} while (pageToken !== "");

const known = readFileSync(types, "utf8");
/** @type {Set<string>} */
const untyped = new Set();
const lines = states.flatMap((state) => {
  const type = schemas.get(state.traitId);
  if (!type || !state.attributes) return [];
  const values = type.decodeAttributes(state.attributes.value);
  const own = Object.fromEntries(Object.entries(values).filter(([name]) => !globalAttributeNames.has(name)));
  // A device may lack attributes of a trait; those that it has must be right.
  const trait = JSON.stringify(`${type.schema.vendor}.${type.name}`);
  if (!known.includes(`  ${trait}: `)) {
    untyped.add(trait);
    return [];
  }
  return [`Partial<TraitMap[${trait}]["attributes"]> = ${source(own)};`];
});

const folder = mkdtempSync(join(tmpdir(), "hearth-contract-"));
try {
  copyFileSync(types, join(folder, "traits.d.ts"));
  const text = lines.map((line, index) => `export const state${index}: ${line}`).join("\n");
  writeFileSync(join(folder, "states.ts"), `import type { TraitMap } from "./traits";\n${text}\n`);
  const run = spawnSync("tsc", ["--noEmit", "--strict", "--exactOptionalPropertyTypes", "--target", "es2022", "--lib", "es2022", "states.ts"], { cwd: folder, encoding: "utf8" });
  if (run.status !== 0) {
    console.error(run.stdout || String(run.error));
    process.exitCode = 1;
  } else console.log(`${lines.length} states of ${schemas.size - untyped.size} traits have their generated types.`);
  // A maker's trait may have no generated types.
  if (untyped.size > 0) console.log(`without types: ${[...untyped].join(", ")}`);
} finally {
  rmSync(folder, { recursive: true });
}
