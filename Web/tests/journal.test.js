import assert from "node:assert/strict";
import { test } from "node:test";
import { Journal } from "../home/journal.js";

/** A hub whose log has reports of these epochs, with sequences from 1 on, and three on a page. */
class Hub {
  /** @type {{position: {structureId: string, epoch: bigint, sequence: bigint}}[]} */
  log = [];
  calls = 0;
  /** @param {number} count @param {number} epoch */
  add(count, epoch = 1, from = this.log.length) {
    for (let index = 1; index <= count; index += 1) this.log.push({ position: { structureId: "h", epoch: BigInt(epoch), sequence: BigInt(from + index) } });
  }
  /** @param {string} token */
  fetch = async (token) => {
    this.calls += 1;
    const before = token === "" ? this.log.length : Number(token);
    const from = Math.max(0, before - 3);
    return /** @type {any} */ ({ reports: this.log.slice(from, before).reverse(), nextPageToken: from === 0 ? "" : String(from) });
  };
}
/** @param {Journal} journal */
const numbers = (journal) => journal.reports.value.map(({ position }) => Number(position?.sequence));

test("older pages lead to the beginning of the log", async () => {
  const hub = new Hub();
  hub.add(7);
  const journal = new Journal(hub.fetch);
  await journal.older();
  assert.deepEqual(numbers(journal), [7, 6, 5]);
  await Promise.all([journal.older(), journal.older(), journal.older()]);
  assert.deepEqual([numbers(journal), journal.isComplete.value, hub.calls], [[7, 6, 5, 4, 3, 2, 1], true, 3]);
});

test("new reports come without a gap, also over many pages", async () => {
  const hub = new Hub();
  hub.add(4);
  const journal = new Journal(hub.fetch);
  await journal.older();
  hub.add(8);
  await journal.newer();
  assert.deepEqual(numbers(journal), [12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2]);
  await journal.newer();
  assert.equal(journal.reports.value.length, 11);
  await journal.older();
  assert.deepEqual(numbers(journal).at(-1), 1);
});

test("an empty log fills, and one of another epoch is read again", async () => {
  const hub = new Hub();
  const journal = new Journal(hub.fetch);
  await journal.older();
  assert.deepEqual([numbers(journal), journal.isComplete.value], [[], true]);
  hub.add(2);
  await journal.newer();
  assert.deepEqual(numbers(journal), [2, 1]);
  hub.log = [];
  hub.add(1, 1);
  hub.add(2, 2, 1);
  await journal.newer();
  assert.deepEqual(journal.reports.value.map(({ position }) => `${position?.epoch}/${position?.sequence}`), ["2/3", "2/2", "1/1"]);
});

test("pages that were empty are not read again", async () => {
  /** @type {string[]} */
  const asked = [];
  const journal = new Journal(async (token) => {
    asked.push(token);
    return { reports: [], nextPageToken: token === "" ? "1" : "" };
  });
  await journal.older();
  await journal.older();
  assert.equal(journal.isComplete.value, true);
  await journal.newer();
  assert.deepEqual([journal.isComplete.value, asked], [true, ["", "1", ""]]);
});
