import assert from "node:assert/strict";
import { test } from "node:test";

process.env["TZ"] = "Europe/Berlin";
const { dayRange, energyOf, powerSensors } = await import("../home/energy.js");

const quarter = 900_000;
/** @param {number} at @param {number} mean @param {number} known */
const column = (at, mean, known = quarter) => ({ at, known, changes: 1, last: mean, min: mean, max: mean, mean, states: [] });

test("energy is mean power times the known time", () => {
  const range = { from: 0, until: 3 * 3_600_000 };
  const energy = energyOf({ length: quarter, heldSince: 0, columns: [column(0, 1_000), column(quarter, 2_000), column(5 * quarter, 400, quarter / 2), column(9 * quarter, -800)] }, range);
  assert.equal(energy.used, 0.25 + 0.5 + 0.05);
  assert.equal(energy.given, 0.2);
  assert.equal(energy.known, 3.5 * quarter);
  assert.deepEqual(energy.hours, [0.75, 0.05, -0.2]);
});

test("columns outside of the range do not count", () => {
  const energy = energyOf({ length: quarter, heldSince: 0, columns: [column(0, 1_000), column(quarter, 1_000), column(2 * quarter, 1_000)] }, { from: quarter, until: 2 * quarter });
  assert.equal(energy.used, 0.25);
});

test("a column partly in the range counts in proportion, and days add up", () => {
  const hour = 3_600_000;
  const begin = 18.5 * hour;
  const columns = { length: hour, heldSince: 0, columns: Array.from({ length: 50 }, (_, index) => column((18 + index) * hour, 1_000, hour)) };
  const days = [0, 1].map((day) => energyOf(columns, { from: begin + day * 24 * hour, until: begin + (day + 1) * 24 * hour }));
  assert.deepEqual(days.map(({ used, known, hours }) => [used, known, hours]), days.map(() => [24, 24 * hour, Array(24).fill(1)]));
  // The last column of a running day ends now.
  const now = begin + 2.25 * hour;
  assert.deepEqual(energyOf({ ...columns, columns: [column(20 * hour, 1_000, 0.75 * hour)] }, { from: begin, until: now }, now).used, 0.75);
});

test("a day is a calendar day of 23 to 25 hours, and today ends now", () => {
  const now = new Date(2026, 2, 29, 15);
  assert.equal((dayRange(0, now).until - dayRange(0, now).from) / 3_600_000, 14);
  assert.equal((dayRange(-1, now).until - dayRange(-1, now).from) / 3_600_000, 24);
  assert.equal((dayRange(-1, new Date(2026, 9, 26, 9)).until - dayRange(-1, new Date(2026, 9, 26, 9)).from) / 3_600_000, 25);
});

test("power is found at each endpoint, and the home's meter is marked", () => {
  const endpoint = (/** @type {number} */ id, /** @type {number} */ type, /** @type {number[]} */ traits, name = "") =>
    ({ id, name, tags: [], deviceTypes: [{ id: type, revision: 1 }], traits: traits.map((one) => ({ id: one, revision: 1 })) });
  const devices = /** @type {any} */ ([
    { id: "strip", name: "Strip", endpoints: [endpoint(1, 0x10a, [6, 0x90], "Left"), endpoint(2, 0x10a, [6, 0x90])] },
    { id: "lamp", name: "Lamp", endpoints: [endpoint(1, 0x100, [6])] },
    { id: "meter", name: "Meter", endpoints: [endpoint(1, 0x514, [0x90])] },
  ]);
  assert.deepEqual(powerSensors(devices).map(({ place, part, isMeter }) => [place.key, part, isMeter]),
    [["1.144.8.strip", "Left", false], ["2.144.8.strip", "2", false], ["1.144.8.meter", "", true]]);
});
