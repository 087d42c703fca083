// Checks that the scripts that a hub serves use no undeclared names, as the build shortens names.
//
//   node Web/tests/joined.mjs http://127.0.0.1:4327

import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const hub = process.argv[2];
const index = await (await fetch(hub)).text();
const start = new URL(/src="([^"]+\.js)"/.exec(index)?.[1] ?? "", hub);
const scripts = new Map();
const queue = [start.href, new URL("/sdk/v1/hearth.js", hub).href];
for (const address of queue) {
  if (scripts.has(address)) continue;
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address} answers ${answer.status}`);
  const text = await answer.text();
  scripts.set(address, text);
  for (const [, path] of text.matchAll(/(?:from|import\(|import)"(\.[^"]+\.js)"/g)) queue.push(new URL(path, address).href);
}
if (scripts.size < 5) throw new Error(`only ${scripts.size} scripts were found`);
const folder = mkdtempSync(join(tmpdir(), "hearth-joined-"));
try {
  for (const [address, text] of scripts) writeFileSync(join(folder, new URL(address).pathname.replaceAll("/", "-")), text);
  const rules = join(folder, "rules.json");
  writeFileSync(rules, JSON.stringify({
    categories: { correctness: "off" }, env: { browser: true, es2024: true }, rules: { "no-undef": ["error", { typeof: true }] },
  }));
  execFileSync("oxlint", ["-c", rules, folder], { stdio: "inherit" });
} finally {
  rmSync(folder, { recursive: true });
}
console.log(`${scripts.size} joined scripts name nothing that is not there`);
