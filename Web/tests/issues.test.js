import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { issueInWords } from "../home/automation/issues.js";
import { languages } from "../ui/languages.js";
import { setText } from "../ui/text.js";

/** @param {string} kind @param {string} message */
const issue = (kind, message) => /** @type {any} */ ({ nodeId: 2, severity: 2, kind, message, isForm: false });

test("an issue of a home is in the page's language, and in English as the hub writes it", () => {
  for (const [code] of languages) {
    const words = JSON.parse(readFileSync(new URL(`../text/${code}.views.json`, import.meta.url), "utf8"));
    setText(words, code);
    assert.equal(issueInWords(issue("missingZone", "\"Home\" has no time zone")), code === "en" ? "\"Home\" has no time zone." : words["issue.missingZone"]);
    assert.equal(issueInWords(issue("aNewerKind", "this is new")), "This is new.");
  }
});
