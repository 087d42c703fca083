import assert from "node:assert/strict";
import { test } from "node:test";
import * as Trait from "../home/traits.js";
import { trendColumns, trendOf, trendTime } from "../home/trend.js";

const length = trendTime / trendColumns;
/** @param {(number | undefined)[]} means */
const columns = (means) => /** @type {any} */ ({ length, columns: means.flatMap((mean, index) => (mean === undefined ? [] : [{ at: index * length, known: length, mean }])) });
/** @param {number} traitId @param {(number | undefined)[]} means */
const trend = (traitId, means) => trendOf({ kind: "number", traitId }, columns(means));
/** @param {number} from @param {number} to */
const ramp = (from, to) => Array.from({ length: trendColumns }, (_, index) => from + ((to - from) * index) / (trendColumns - 1));

test("a value rises, falls or is steady", () => {
  assert.equal(trend(Trait.TEMPERATURE, ramp(20, 20.5)), "rising");
  assert.equal(trend(Trait.TEMPERATURE, ramp(20.5, 20)), "falling");
  assert.equal(trend(Trait.TEMPERATURE, ramp(20, 20.2)), "steady");
  assert.equal(trend(Trait.TEMPERATURE, ramp(0, 0)), "steady");
  assert.equal(trend(Trait.HUMIDITY, ramp(50, 51)), "steady");
  assert.equal(trend(Trait.HUMIDITY, ramp(50, 47)), "falling");
  // For values without a rule, a change by a tenth counts.
  assert.equal(trend(Trait.ILLUMINANCE, ramp(100, 105)), "steady");
  assert.equal(trend(Trait.ILLUMINANCE, ramp(100, 130)), "rising");
  assert.equal(trend(Trait.FLOW, ramp(0, 1)), "rising");
});

test("one outlier makes no trend", () => {
  const means = ramp(20, 20);
  means[5] = 24;
  assert.equal(trend(Trait.TEMPERATURE, means), "steady");
});

test("a value that is mostly unknown or not a number has no trend", () => {
  assert.equal(trend(Trait.TEMPERATURE, [20, 20.5, 21, 21.5, 22]), undefined);
  assert.equal(trend(Trait.TEMPERATURE, []), undefined);
  assert.equal(trend(Trait.TEMPERATURE, [20, 20.5, undefined, 21, 22, 22.5, 23]), "rising");
  assert.equal(trendOf({ kind: "boolean", traitId: Trait.BOOLEAN_STATE }, columns(ramp(0, 1))), undefined);
});
