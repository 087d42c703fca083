// Says what the first view weighs, and fails above 80 KB or when index.html does not announce exactly its modules.
//
//     node Web/tools/first-load.mjs

import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const web = new URL("../", import.meta.url);
const most = 80 * 1024;

/** @type {Set<string>} */
const modules = new Set();
/** @param {URL} url */
function follow(url) {
  if (modules.has(url.href)) return;
  modules.add(url.href);
  const text = readFileSync(url, "utf8");
  for (const [, path = ""] of text.matchAll(/^(?:import|export) [^;]*?from "(\.[^"]+)";/gms)) follow(new URL(path, url));
}
follow(new URL("main.js", web));

const page = readFileSync(new URL("index.html", web), "utf8");
const announced = [...page.matchAll(/rel="modulepreload" href="\/app\/([^"]+)"/g)].map(([, path]) => new URL(String(path), web).href);
const missing = [...modules].filter((url) => !announced.includes(url));
const needless = announced.filter((url) => !modules.has(url));
for (const url of missing) console.error(`index.html lacks a modulepreload of ${url.slice(web.href.length)}`);
for (const url of needless) console.error(`index.html announces ${url.slice(web.href.length)}, which the first view does not need`);

const others = ["index.html", "app.css", "icons.svg", "favicon.svg", "text/en.json"].map((path) => new URL(path, web).href);
const bytes = [...modules, ...others].reduce((sum, url) => sum + gzipSync(readFileSync(new URL(url)), { level: 9 }).length, 0);
console.log(`first view: ${modules.size + others.length} files, ${(bytes / 1024).toFixed(1)} KB compressed`);
if (bytes > most || missing.length + needless.length > 0) process.exitCode = 1;
