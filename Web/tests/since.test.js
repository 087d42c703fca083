import assert from "node:assert/strict";
import { test } from "node:test";
import { problemSince } from "../home/since.js";
import * as Trait from "../home/traits.js";

const device = /** @type {any} */ ({ id: "d", structureId: "h" });

/**
 * A hub whose log has these changes, newest first, a second apart, two on a page.
 *
 * @param {(Record<string, unknown> & {trait?: number, connectivity?: number})[]} log
 */
function homeOf(...log) {
  const reports = log.map(({ trait, connectivity, ...values }, index) => ({
    observedAt: { seconds: BigInt(100 - index), nanos: 0 },
    objects: connectivity === undefined ? [] : [{ device: { id: "d", connectivity: { state: connectivity } } }],
    states: trait === undefined ? [] : [{ target: { deviceId: "d", endpoint: 1 }, traitId: trait, attributes: { value: values } }],
  }));
  return /** @type {any} */ ({
    trait: () => ({ deviceClass: "gas" }),
    schemas: { get: () => ({ decodeAttributes: (/** @type {any} */ values) => values }) },
    client: { call: async (/** @type {string} */ _, /** @type {{pageToken: string}} */ { pageToken }) => {
      const from = Number(pageToken);
      return { reports: reports.slice(from, from + 2), nextPageToken: from + 2 < reports.length ? String(from + 2) : "" };
    } },
  });
}

test("a device is offline since the first of an unbroken run of changes", async () => {
  const home = homeOf({ connectivity: 2 }, {}, { connectivity: 2 }, { connectivity: 1 }, { connectivity: 2 });
  assert.equal(await problemSince(home, device, "offline"), 98_000);
});

test("a battery is low since it first was, not since its last change", async () => {
  const left = (/** @type {number} */ batPercentRemaining) => ({ trait: Trait.POWER_SOURCE, batPercentRemaining });
  assert.equal(await problemSince(homeOf(left(10), left(14), left(19), left(20)), device, "battery"), 98_000);
  assert.equal(await problemSince(homeOf({ trait: Trait.POWER_SOURCE, batVoltage: 1 }), device, "battery"), undefined);
});

test("the times of all kinds of alarms are found", async () => {
  assert.equal(await problemSince(homeOf({ trait: Trait.SMOKE_CO_ALARM, batteryAlert: "warning" }, { trait: Trait.SMOKE_CO_ALARM, smokeState: "critical" }, { trait: Trait.SMOKE_CO_ALARM, smokeState: "normal" }), device, "alarm"), 99_000);
  assert.equal(await problemSince(homeOf({ trait: Trait.BOOLEAN_STATE, stateValue: true }), device, "alarm"), 100_000);
  assert.equal(await problemSince(homeOf({ trait: Trait.FLAG, value: true }, { trait: Trait.FLAG, value: false }), device, "alarm"), 100_000);
  assert.equal(await problemSince(homeOf({ trait: Trait.DOOR_LOCK, lockState: "notFullyLocked" }, { trait: Trait.DOOR_LOCK, lockState: "locked" }), device, "jammed"), 100_000);
});
