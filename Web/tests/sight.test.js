// What nobody can see waits for its turn, and what can be seen never does.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Sight } from "../home/sight.js";

const ids = (/** @type {number} */ count) => Array.from({ length: count }, (_, index) => `device-${index}`);

test("what has no tile, or one in sight, does not wait", () => {
  const sight = new Sight();
  for (const id of ids(100)) sight.enter(id);
  assert.deepEqual([...sight.waiting([...ids(100), "other"])], []);
});

test("of what is hidden a part is told with each frame, the longest waiting first", () => {
  const sight = new Sight();
  for (const id of ids(100)) {
    sight.enter(id);
    sight.hide(id, true);
  }
  assert.deepEqual([...sight.waiting(ids(40))], []);
  const waiting = sight.waiting(ids(100));
  assert.deepEqual([...waiting], ids(100).slice(40));
  const last = sight.waiting(sight.waiting(waiting));
  assert.equal(last.size, 0);
  // Beside what is in sight it is a smaller part.
  assert.deepEqual([...sight.waiting(["seen", ...ids(100)])], ids(100).slice(10));
});

test("a device waits only while all its tiles are hidden", () => {
  const sight = new Sight();
  for (const id of ids(60)) {
    sight.enter(id);
    sight.hide(id, true);
  }
  const last = "device-59";
  assert.equal(sight.waiting(ids(60)).has(last), true);
  // A second one, among the favorites.
  sight.enter(last);
  assert.equal(sight.waiting(ids(60)).has(last), false);
  sight.hide(last, true);
  assert.equal(sight.waiting(ids(60)).has(last), true);
  sight.hide(last, false);
  assert.equal(sight.waiting(ids(60)).has(last), false);
  sight.leave(last, false);
  assert.equal(sight.waiting(ids(60)).has(last), true);
  sight.leave(last, true);
  assert.equal(sight.waiting(ids(60)).has(last), false);
  // What comes late says nothing of it.
  sight.hide(last, true);
  sight.leave(last, true);
  assert.equal(sight.waiting(ids(60)).has(last), false);
});
