import assert from "node:assert/strict";
import { test } from "node:test";
import { english } from "./english.js";
import { csvField, csvValue, exportCsv } from "../home/csv.js";
import { columnAt, columnInWords, condensed, isBroken, mainState, readColumns, summed, timestamp } from "../home/history.js";
import { historyLink, measureOf, parsePlace, placeOf, ranked } from "../home/series.js";
import { parseRoute } from "../lib/view.js";
import { setText } from "../ui/text.js";

setText(english, "en");

/** @typedef {import("../home/history.js").Column} Column */

const series = /** @type {import("../home/series.js").Series} */ ({
  ...placeOf("a", 1, 0x402, 0), kind: "number", symbol: "°C", read: (raw) => raw / 100, words: (value) => `${value} °C`,
});
const state = /** @type {import("../home/series.js").Series} */ ({ ...placeOf("a", 1, 6, 0), kind: "boolean", symbol: "", read: (raw) => raw, words: (value) => (value ? "On" : "Off") });

/** @param {number} at @param {Partial<Column>} more @returns {Column} */
const column = (at, more = {}) => ({ at, known: 10, changes: 0, last: undefined, min: undefined, max: undefined, mean: undefined, states: [], ...more });

test("columns are in people's units", () => {
  const answer = {
    columns: [{ start: timestamp(1_000), known: { seconds: 2n, nanos: 500_000_000 }, changes: 3, min: 2000, max: 2150, mean: 2075, last: 2100, states: [] }],
    resolution: 1, columnLength: { seconds: 60n, nanos: 0 }, heldSince: timestamp(500),
  };
  assert.deepEqual(readColumns(answer, series), {
    length: 60_000, heldSince: 500, columns: [{ at: 1_000, known: 2_500, changes: 3, min: 20, max: 21.5, mean: 20.75, last: 21, states: [] }],
  });
  assert.deepEqual(timestamp(1_700_000_000_123), { seconds: 1_700_000_000n, nanos: 123_000_000 });
});

test("a time finds its column, but none in a gap", () => {
  const columns = { length: 10, heldSince: 0, columns: [column(0), column(10), column(40)] };
  assert.deepEqual([-1, 0, 9, 10, 19, 20, 39, 40, 49, 50].map((time) => columnAt(columns, time)?.at),
    [undefined, 0, 0, 10, 10, undefined, undefined, 40, 40, undefined]);
  assert.equal(isBroken(columns), true);
  assert.equal(isBroken({ ...columns, columns: columns.columns.slice(0, 2) }), false);
});

test("columns are joined without losing an extreme", () => {
  const many = Array.from({ length: 100_000 }, (_, index) => column(index * 10, { changes: 1, min: index === 777 ? -40 : 20, max: index === 99_999 ? 90 : 21, mean: 20.5, last: index }));
  const few = condensed({ length: 10, heldSince: 0, columns: many }, { from: 0, until: 1_000_000 }, 500);
  assert.equal(few.columns.length, 500);
  assert.equal(few.length, 2_000);
  assert.equal(Math.min(...few.columns.map((one) => one.min ?? 0)), -40);
  assert.equal(Math.max(...few.columns.map((one) => one.max ?? 0)), 90);
  assert.equal(few.columns.reduce((sum, one) => sum + one.changes, 0), 100_000);
  assert.equal(few.columns.at(-1)?.last, 99_999);
  assert.equal(condensed(few, { from: 0, until: 1_000_000 }, 500), few);
});

test("means are weighted by their known time", () => {
  const sum = summed({ length: 10, heldSince: 0, columns: [column(0, { known: 10, mean: 1, min: 1, max: 1 }), column(10, { known: 30, mean: 5, min: 2, max: 9 }), column(20, { mean: 99 })] }, { from: 0, until: 20 });
  assert.deepEqual([sum?.mean, sum?.min, sum?.max, sum?.known], [4, 1, 9, 40]);
  assert.equal(summed({ length: 10, heldSince: 0, columns: [] }, { from: 0, until: 20 }), undefined);
});

test("a column's text has its extremes, or the share of each state", () => {
  assert.equal(columnInWords(series, column(0, { min: 20, max: 22, mean: 21 })), "21 °C (20 °C – 22 °C)");
  assert.equal(columnInWords(series, column(0, { min: 20, max: 20, mean: 20 })), "20 °C");
  const mixed = column(0, { states: [{ value: 0, time: 25 }, { value: 1, time: 75 }] });
  assert.equal(columnInWords(state, mixed), "On 75\u00a0%, Off 25\u00a0%");
  assert.equal(mainState(mixed), 1);
  assert.equal(columnInWords(state, column(0, { states: [{ value: 0, time: 10 }] })), "Off");
});

test("an address keeps the values, with any device id", () => {
  const places = [placeOf("living-ceiling", 1, 6, 0), placeOf("a b/ü?&.#\n", 65535, 0xfff1fc01, 3)];
  const { path, query } = parseRoute(historyLink(places.map((one) => one.key), { span: 3_600_000.4, until: 5 }));
  assert.deepEqual(path, ["history"]);
  assert.deepEqual(query.getAll("of").map(parsePlace), places);
  assert.deepEqual([query.get("span"), query.get("until")], ["3600000", "5"]);
  assert.equal(parsePlace("1.2.x.device"), undefined);
  assert.equal(historyLink([]), "#/history");
});

test("the most wanted values come first", () => {
  const found = ranked([placeOf("a", 0, 0x28, 5), placeOf("a", 2, 0x9999, 0), placeOf("a", 1, 6, 0), placeOf("a", 1, 0x402, 0)]);
  assert.deepEqual(found.map((one) => one.traitId), [0x402, 6, 0x9999, 0x28]);
});

test("units are people's units", () => {
  assert.deepEqual([measureOf("mW").read(1_500), measureOf("mW").symbol], [1.5, "W"]);
  assert.deepEqual([measureOf("mWh").read(2_500_000), measureOf("mWh").symbol], [2.5, "kWh"]);
  assert.equal(Math.round(measureOf("10000·log10(lx)+1").read(30_001)), 1_000);
  assert.deepEqual([measureOf("0.01 °C").digits, measureOf("0.01 °C").symbol], [2, "°C"]);
});

test("a CSV field can't contain a formula", () => {
  assert.equal(csvField("=cmd|' /C calc'!A0"), "'=cmd|' /C calc'!A0");
  assert.equal(csvField("+1"), "'+1");
  assert.equal(csvField('Lamp, "old"\n'), '"Lamp, ""old""\n"');
  assert.equal(csvField("Lamp"), "Lamp");
  assert.equal(csvValue(series, { integer: -123n }), "-1.23");
  assert.equal(csvValue(series, {}), "");
  assert.equal(csvValue(state, { integer: 1n }), "On");
});

test("an export has a line for each value, part by part", async () => {
  const client = /** @type {any} */ ({ async *stream() {
    yield { samples: [{ time: timestamp(0), integer: 2_000n }, { time: timestamp(1_500) }] };
    yield { samples: [{ time: timestamp(2_000), integer: 2_050n }] };
  } });
  const blob = await exportCsv(client, [{ series, device: "=A", name: "Temperature" }], { from: 0, until: 9 });
  assert.equal(await blob.text(), [
    "time,device,value of,value,unit", "1970-01-01T00:00:00.000Z,'=A,Temperature,20,°C", "1970-01-01T00:00:01.500Z,'=A,Temperature,,°C",
    "1970-01-01T00:00:02.000Z,'=A,Temperature,20.5,°C", ""].join("\r\n"));
});
