// Updates of tiles out of sight wait for their turn; those of visible ones never do.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Part, partSize, Place, Sight } from "../home/sight.js";

const ids = (/** @type {number} */ count) => Array.from({ length: count }, (_, index) => `device-${index}`);

test("a device without a tile, or with a visible one, does not wait", () => {
  const sight = new Sight();
  for (const id of ids(100)) sight.enter(id);
  assert.deepEqual(sight.due([...ids(100), "other"]), [...ids(100), "other"]);
});

test("some hidden devices are updated in each frame, the longest waiting first", () => {
  const sight = new Sight();
  for (const id of ids(100)) {
    sight.enter(id);
    sight.hide(id, true);
  }
  assert.deepEqual(sight.due(ids(40)), ids(40));
  assert.deepEqual(sight.due(ids(100)), ids(40));
  // Fewer if visible devices are updated, too.
  sight.enter("seen");
  assert.deepEqual(sight.due([...ids(100), "seen"]), ["seen", ...ids(10)]);
  // A device without a tile, such as one of another home, does not count as visible.
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
  // A second tile, among the favorites.
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
  // A late event of a removed tile has no effect.
  sight.hide(last, true);
  sight.leave(last, true);
  assert.equal(sight.due(ids(60)).includes(last), true);
});

test("a device that may raise an alarm never waits", () => {
  const sight = new Sight();
  for (const id of ids(60)) sight.enter(id);
  // A smoke alarm, and another tile of its device.
  sight.enter("device-59", true);
  for (const id of [...ids(60), "device-59"]) sight.hide(id, true);
  assert.equal(sight.due(ids(60)).includes("device-59"), true);
  sight.leave("device-59", true, true);
  assert.equal(sight.due(ids(60)).includes("device-59"), false);
});

test("a tile in a skipped part is out of sight, whatever its own state", () => {
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
  // A tile that moves into the part is hidden as well; an alarm never is.
  const late = within("late");
  const alarm = within("alarm", true);
  assert.equal(sight.due([...changed, "late", "alarm"]).at(0), "alarm");
  assert.ok(!sight.due([...changed, "late"]).includes("late"));
  // In another part, it follows that part's state.
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
  // Without a tile, a device does not wait.
  assert.deepEqual(sight.due(["seen", "skipped"]), ["seen", "skipped"]);
});

test("a part of a grid has whole rows, and a similar number of tiles with any columns", () => {
  for (let columns = 1; columns <= 12; columns += 1) {
    assert.equal(partSize(columns) % columns, 0, `${columns} columns`);
    assert.ok(partSize(columns) >= 24 && partSize(columns) <= 36, `${columns} columns`);
  }
  assert.equal(partSize(80), 80);
});
