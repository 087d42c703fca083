// Exports recorded values as a CSV file (RFC 4180): one line for each value, times in UTC.

import { milliseconds } from "./model.js";
import { timestamp } from "./history.js";

/** @typedef {import("./history.js").Range} Range */
/** @typedef {import("./series.js").Series} Series */

/**
 * The encoding of a field. A name that begins like a formula is escaped, so that a spreadsheet does not evaluate it.
 *
 * @param {string} text
 */
export function csvField(text) {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/**
 * @param {Series} series
 * @param {import("../lib/hearth-v1.js").HistorySample} sample
 * @returns {string} empty for an unknown value
 */
export function csvValue(series, sample) {
  const raw = sample.integer === undefined ? sample.real : Number(sample.integer);
  if (raw === undefined) return "";
  // Rounded so that 0.1 stays 0.1, and not localised, so that programs can read it.
  if (series.kind === "number") return String(Number(series.read(raw).toPrecision(15)));
  return csvField(series.words(raw));
}

/**
 * All recorded values in a range.
 *
 * @param {import("../lib/connect.js").Client} client
 * @param {readonly {series: Series, device: string, name: string}[]} rows
 * @param {Range} range
 * @returns {Promise<Blob>}
 */
export async function exportCsv(client, rows, { from, until }) {
  const parts = ["time,device,value of,value,unit\r\n"];
  for (const { series, device, name } of rows) {
    const { deviceId, endpoint, traitId, attributeId } = series;
    const request = { target: { deviceId, endpoint }, traitId, attributeId, from: timestamp(from), until: timestamp(until) };
    const [before, after] = [`${csvField(device)},${csvField(name)}`, csvField(series.symbol)];
    for await (const { samples } of client.stream("HistoryService/Export", request))
      parts.push(samples.map((sample) => `${new Date(milliseconds(sample.time) ?? 0).toISOString()},${before},${csvValue(series, sample)},${after}\r\n`).join(""));
  }
  return new Blob(parts, { type: "text/csv;charset=utf-8" });
}
