import "./document.js";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { languages } from "../ui/languages.js";
import { Role } from "../lib/hearth-v1.js";
import { signal } from "../lib/view.js";
import { noRecords } from "../ui/no-records.js";
import { setText } from "../ui/text.js";

/** @param {string} code */
const texts = (code) => Object.assign({}, ...["", ".views"].map((part) => JSON.parse(readFileSync(new URL(`../text/${code}${part}.json`, import.meta.url), "utf8"))));

/** @param {{structures?: string[], role?: number, memberships?: object[]}} facts */
function said({ structures = [], role = Role.MEMBER, memberships = [] }) {
  const app = /** @type {any} */ ({ home: { structures: signal(new Map(structures.map((id) => [id, { id }]))), caller: signal({ role, memberships }) } });
  return noRecords(app, "Log", "narrow").textContent;
}

test("who gets no records is told why, in each language", () => {
  for (const [code] of languages) {
    const words = texts(code);
    setText(words, code);
    assert.equal(said({ structures: ["a"] }), `Log${words["history.notForGuests"]}`);
    assert.equal(said({ memberships: [{ structureId: "a", role: Role.GUEST, isOutsideHours: true }] }), `Log${words["history.notForGuests"]}`);
    assert.equal(said({}), `Log${words["home.none"]}`);
    assert.equal(said({ role: Role.OWNER }), `Log${words["home.none"]}${words["home.addFirst"]}`);
  }
});
