// The page's English texts, for tests.

import { readdirSync, readFileSync } from "node:fs";

const folder = new URL("../text/", import.meta.url);

/** The texts, by file. */
export const englishFiles = new Map(readdirSync(folder).filter((file) => file.startsWith("en."))
  .map((file) => [file, /** @type {Record<string, import("../ui/text.js").Sentence>} */ (JSON.parse(readFileSync(new URL(file, folder), "utf8")))]));

export const english = Object.assign({}, ...englishFiles.values());
