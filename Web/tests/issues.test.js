import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { distinctIssues, issueInWords } from "../home/automation/issues.js";
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

test("every language has a sentence for each issue that a home can have", () => {
  const source = readFileSync(new URL("../../Sources/HearthAutomation/Check/AutomationIssue.swift", import.meta.url), "utf8");
  const kinds = [...(source.split("// MARK: Errors of the situation")[1]?.split("\n}\n")[0] ?? "").matchAll(/^\s+case (\w+)/gm)].map(([, name]) => name);
  assert.ok(kinds.length > 15);
  for (const [code] of languages) {
    const words = JSON.parse(readFileSync(new URL(`../text/${code}.views.json`, import.meta.url), "utf8"));
    assert.deepEqual(kinds.filter((kind) => !(`issue.${kind}` in words)), []);
  }
});

test("issues with the same sentence are shown once", () => {
  setText(JSON.parse(readFileSync(new URL("../text/de.views.json", import.meta.url), "utf8")), "de");
  const [lamp, door, zone] = [issue("invalidEntity", "the lamp is gone"), issue("invalidEntity", "the door is gone"), issue("missingZone", "no zone")];
  assert.deepEqual(distinctIssues([lamp, zone, door]), [lamp, zone]);
});
