import assert from "node:assert/strict";
import { test } from "node:test";
import { noticesOf, subjectName } from "../home/notices.js";
import * as Trait from "../home/traits.js";
import { signal } from "../lib/view.js";

/** @param {number} noticeId @param {string} urgency @param {readonly string[]} recipients */
const notice = (noticeId, urgency, recipients = []) => ({ noticeId, raisedAt: 0, title: "", text: "", urgency, kind: "message", recipients });

/** @param {readonly object[] | undefined} notices @param {string} personId */
const homeOf = (notices, personId = "") => /** @type {any} */ ({
  caller: signal({ memberships: [{ structureId: "s", personId }] }),
  trait: (/** @type {string} */ id, /** @type {number} */ endpoint, /** @type {number} */ trait) => (id === "s" && endpoint === 0 && trait === Trait.NOTICES ? notices && { notices } : undefined),
});
/** @param {any} home */
const ids = (home) => noticesOf(home, "s").map(({ noticeId }) => noticeId);

test("messages are sorted by urgency, then newest first", () => {
  assert.deepEqual(ids(homeOf([notice(1, "warning"), notice(2, "information"), notice(3, "alarm"), notice(4, "information"), notice(5, "alarm")])), [5, 3, 1, 4, 2]);
});

test("a person sees messages for everybody and for them", () => {
  const all = [notice(1, "information"), notice(2, "information", ["anna"]), notice(3, "information", ["bob", "carl"])];
  assert.deepEqual(ids(homeOf(all, "anna")), [2, 1]);
  assert.deepEqual(ids(homeOf(all, "carl")), [3, 1]);
  // A client without a person in the home, such as a wall panel, sees all.
  assert.deepEqual(ids(homeOf(all)), [3, 2, 1]);
});

test("without messages from the hub, none are shown", () => {
  assert.deepEqual(ids(homeOf(undefined)), []);
  assert.deepEqual(noticesOf(homeOf([notice(1, "alarm")]), undefined), []);
});

test("a notice is named after its person, device or automation", () => {
  const one = (/** @type {string} */ id, /** @type {string} */ name) => signal(new Map([[id, { id, name }]]));
  const home = /** @type {any} */ ({ people: one("p", "Anna"), devices: one("d", "Lamp"), automations: one("a", "Blinds down") });
  assert.deepEqual([{ personId: "p" }, { deviceId: "d" }, { automationId: "a" }, { automationId: "b" }, {}].map((notice) => subjectName(home, notice)),
    ["Anna", "Lamp", "Blinds down", undefined, undefined]);
});
