// The rooms that are rendered first.

import assert from "node:assert/strict";
import { test } from "node:test";
import { firstRooms } from "../ui/first-rooms.js";

/** @param {string} name @param {number} count of devices @param {number} parts of each */
const room = (name, count, parts = 1) => ({ name, entries: Array.from({ length: count }, (_, id) => ({ id, parts: Array(parts).fill("part") })) });

/** @param {ReturnType<typeof room>[]} rooms */
const counts = (rooms) => rooms.map(({ name, entries }) => `${name} ${entries.length}`);

test("a room higher than the screen is cut to the rows that fill it", () => {
  const rooms = [room("all", 1_000)];
  assert.deepEqual(counts(firstRooms(rooms, 1_280, 900)), ["all 30"]);
  assert.deepEqual(counts(firstRooms(rooms, 390, 844)), ["all 8"]);
  // The number of columns has a maximum.
  assert.deepEqual(firstRooms(rooms, 3_840, 900), firstRooms(rooms, 1_280, 900));
});

test("rooms are taken until the screen is full, the last with at least one row", () => {
  const rooms = ["hall", "kitchen", "bath", "attic"].map((name) => room(name, 7));
  assert.deepEqual(counts(firstRooms(rooms, 1_280, 700)), ["hall 7", "kitchen 6"]);
  assert.equal(firstRooms(rooms, 1_280, 10_000), rooms);
});

test("a device counts with all of its tiles, and is not split", () => {
  assert.deepEqual(counts(firstRooms([room("all", 30, 4)], 1_280, 900)), ["all 8"]);
});

test("a screen on which nothing fits shows one row", () => {
  assert.deepEqual(counts(firstRooms([room("all", 3), room("more", 3)], 320, 100)), ["all 2"]);
});
