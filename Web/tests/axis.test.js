import assert from "node:assert/strict";
import { test } from "node:test";

process.env["TZ"] = "Europe/Berlin";
const { numberTicks, timeTicks } = await import("../lib/axis.js");

test("ticks of numbers are round and enclose the range", () => {
  assert.deepEqual(numberTicks(18.3, 22.9, 5), { ticks: [18, 20, 22, 24], digits: 0 });
  assert.deepEqual(numberTicks(0, 1, 6), { ticks: [0, 0.2, 0.4, 0.6, 0.8, 1], digits: 1 });
  assert.deepEqual(numberTicks(-3, 12, 4).ticks, [-5, 0, 5, 10, 15]);
  assert.deepEqual(numberTicks(0, 23_456, 5).ticks, [0, 10_000, 20_000, 30_000]);
});

test("a value that never changes has an axis", () => {
  const { ticks } = numberTicks(21, 21, 4);
  assert.ok(ticks.length >= 2 && Number(ticks[0]) <= 21 && Number(ticks.at(-1)) >= 21, String(ticks));
  assert.deepEqual(numberTicks(0, 0, 4), { ticks: [0, 0.5], digits: 1 });
  assert.ok(numberTicks(-7, -7, 4).ticks.includes(-7));
});

test("ticks don't accumulate rounding errors", () => {
  assert.deepEqual(numberTicks(0.1, 0.7, 7).ticks, [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7]);
});

/** @param {string} from @param {string} until @param {number} most */
const times = (from, until, most) => timeTicks(Date.parse(from), Date.parse(until), most).ticks
  .map(({ at, unit }) => `${new Date(at).toLocaleString("sv")} ${unit}`);

test("ticks of times are round in the local time zone", () => {
  assert.deepEqual(times("2026-01-31T20:10:00Z", "2026-02-01T02:10:00Z", 3),
    ["2026-01-31 22:00:00 minute", "2026-02-01 00:00:00 day", "2026-02-01 02:00:00 minute"]);
  assert.deepEqual(times("2026-01-29T12:00:00Z", "2026-02-01T12:00:00Z", 4),
    ["2026-01-30 00:00:00 day", "2026-01-31 00:00:00 day", "2026-02-01 00:00:00 day"]);
  assert.deepEqual(times("2025-11-10T00:00:00Z", "2026-03-10T00:00:00Z", 5),
    ["2025-12-01 00:00:00 month", "2026-01-01 00:00:00 year", "2026-02-01 00:00:00 month", "2026-03-01 00:00:00 month"]);
  assert.deepEqual(times("2026-01-30T23:00:00Z", "2026-02-15T22:00:00Z", 3), ["2026-02-02 00:00:00 day", "2026-02-09 00:00:00 day"]);
});

test("days of 23 and of 25 hours have each tick once, in order", () => {
  for (const [from, until] of [["2026-03-28T18:00:00Z", "2026-03-29T18:00:00Z"], ["2026-10-24T18:00:00Z", "2026-10-25T18:00:00Z"]])
    for (const most of [2, 4, 8, 24, 48]) {
      const { ticks } = timeTicks(Date.parse(String(from)), Date.parse(String(until)), most);
      assert.ok(ticks.length > 0 && ticks.length <= most + 2, `${ticks.length} of ${most}`);
      assert.ok(ticks.every((tick, index) => index === 0 || tick.at > Number(ticks[index - 1]?.at)));
    }
});

test("the ticks of any range fit", () => {
  for (let length = 1_000; length < 3e12; length *= 1.7) {
    const { ticks } = timeTicks(1.77e12, 1.77e12 + length, 8);
    assert.ok(ticks.length <= 10, `${length}: ${ticks.length}`);
  }
});
