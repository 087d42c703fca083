// What nobody can see waits for its turn, and what can be seen never does.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Part, partSize, Place, Sight } from "../home/sight.js";

const ids = (/** @type {number} */ count) => Array.from({ length: count }, (_, index) => `device-${index}`);

test("what has no tile, or one in sight, does not wait", () => {
  const sight = new Sight();
  for (const id of ids(100)) sight.enter(id);
  assert.deepEqual(sight.due([...ids(100), "other"]), [...ids(100), "other"]);
});

test("of what is hidden a part is told with each frame, the longest waiting first", () => {
  const sight = new Sight();
  for (const id of ids(100)) {
    sight.enter(id);
    sight.hide(id, true);
  }
  assert.deepEqual(sight.due(ids(40)), ids(40));
  assert.deepEqual(sight.due(ids(100)), ids(40));
  // Beside what is in sight it is a smaller part.
  sight.enter("seen");
  assert.deepEqual(sight.due([...ids(100), "seen"]), ["seen", ...ids(10)]);
  // One that no tile shows, as of another home, is no reason to hurry less.
  assert.deepEqual(sight.due(["other", ...ids(100)]), ["other", ...ids(40)]);
});

test("a device waits only while all its tiles are hidden", () => {
  const sight = new Sight();
  for (const id of ids(60)) {
    sight.enter(id);
    sight.hide(id, true);
  }
  const last = "device-59";
  assert.equal(sight.due(ids(60)).includes(last), false);
  // A second one, among the favorites.
  sight.enter(last);
  assert.equal(sight.due(ids(60)).includes(last), true);
  sight.hide(last, true);
  assert.equal(sight.due(ids(60)).includes(last), false);
  sight.hide(last, false);
  assert.equal(sight.due(ids(60)).includes(last), true);
  sight.leave(last, false);
  assert.equal(sight.due(ids(60)).includes(last), false);
  sight.leave(last, true);
  assert.equal(sight.due(ids(60)).includes(last), true);
  // What comes late says nothing of it.
  sight.hide(last, true);
  sight.leave(last, true);
  assert.equal(sight.due(ids(60)).includes(last), true);
});

test("what may raise an alarm never waits, wherever its tile is", () => {
  const sight = new Sight();
  for (const id of ids(60)) sight.enter(id);
  // A smoke alarm and what else its device measures.
  sight.enter("device-59", true);
  for (const id of [...ids(60), "device-59"]) sight.hide(id, true);
  assert.equal(sight.due(ids(60)).includes("device-59"), true);
  sight.leave("device-59", true, true);
  assert.equal(sight.due(ids(60)).includes("device-59"), false);
});

test("a tile in a part that is skipped is out of sight, whatever was said of the tile", () => {
  const sight = new Sight();
  const part = new Part();
  const within = (/** @type {string} */ id, isUrgent = false) => {
    const place = new Place(sight, id, isUrgent);
    place.move(part);
    return place;
  };
  const [seen, skipped] = [within("seen"), within("skipped")];
  const all = Array.from({ length: 60 }, (_, index) => within(`${index}`));
  const changed = ["seen", "skipped", ...all.map((_, index) => `${index}`)];
  skipped.skip(true);
  assert.equal(sight.due(["skipped", "seen"]).join(), "seen,skipped");
  part.skip(true);
  assert.equal(sight.due(changed).length, 40);
  // One that comes into it is so too, and an alarm is never.
  const late = within("late");
  const alarm = within("alarm", true);
  assert.equal(sight.due([...changed, "late", "alarm"]).at(0), "alarm");
  assert.ok(!sight.due([...changed, "late"]).includes("late"));
  // In another part it is as that part is.
  const other = new Part();
  late.move(other);
  assert.equal(sight.due([...changed, "late"]).at(0), "late");
  late.move(part);
  assert.ok(!sight.due([...changed, "late"]).includes("late"));
  part.skip(false);
  assert.equal(sight.due(changed).at(-1), "skipped");
  late.leave();
  alarm.leave();
  part.skip(true);
  skipped.leave();
  seen.leave();
  // Without a tile it waits for nothing.
  assert.deepEqual(sight.due(["seen", "skipped"]), ["seen", "skipped"]);
});

test("a part of a grid has whole rows, and about as many tiles whatever its columns are", () => {
  for (let columns = 1; columns <= 12; columns += 1) {
    assert.equal(partSize(columns) % columns, 0, `${columns} columns`);
    assert.ok(partSize(columns) >= 24 && partSize(columns) <= 36, `${columns} columns`);
  }
  assert.equal(partSize(80), 80);
});
