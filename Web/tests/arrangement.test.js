import assert from "node:assert/strict";
import { test } from "node:test";
import { RpcError } from "../lib/connect.js";
import { Arrangements, inOrder, unpacked } from "../home/arrangement.js";
import { moved, packed, rearrange } from "../home/arrange.js";

const none = { favorites: [], rooms: [], setup: [] };
/** @param {number} count @param {string} letter */
const ids = (count, letter) => Array.from({ length: count }, (_, index) => `${letter}-${String(index).padStart(34, "0")}`);

test("a packed arrangement is unpacked unchanged, also from several values", () => {
  for (const arrangement of [none, { favorites: ["b", "a"], rooms: ["kitchen"], setup: ["place"] }, { favorites: ids(135, "f"), rooms: ids(108, "r"), setup: [] }]) {
    const change = packed(arrangement);
    assert.ok(change && change.set.length <= 10);
    assert.ok(change.set.every(({ value }) => value.length > 0 && value.length <= 1_024));
    assert.equal(new Set([...change.set.map(({ key }) => key), ...change.remove]).size, 10);
    assert.deepEqual(unpacked(change.set), arrangement);
  }
});

test("an arrangement that does not fit is refused, not truncated", () => {
  assert.equal(packed({ ...none, favorites: ids(136, "f") }), undefined);
  assert.equal(packed({ ...none, favorites: ["f".repeat(1_025)] }), undefined);
});

test("foreign values and empty lines are not ids", () => {
  assert.deepEqual(unpacked([{ key: "favorites.2", value: "a\n\nb" }, { key: "other", value: "c" }, { key: "favorites.6", value: "d" }]), { ...none, favorites: ["a", "b"] });
});

test("ordered items come first, the rest keeps its order", () => {
  const items = ["a", "b", "c", "d"].map((id) => ({ id }));
  assert.deepEqual(inOrder(items, ["c", "gone", "a"]).map(({ id }) => id), ["c", "a", "b", "d"]);
});

test("a room moves by one place, but not beyond the ends", () => {
  assert.deepEqual(moved(["a", "b", "c"], "b", -1), ["b", "a", "c"]);
  assert.deepEqual(moved(["a", "b", "c"], "b", 1), ["a", "c", "b"]);
  assert.deepEqual(moved(["a", "b", "c"], "c", 1), ["a", "b", "c"]);
  assert.deepEqual(moved(["a"], "x", 1), ["a"]);
});

test("a change during a fetch causes another one, and a failed fetch is retried on reconnect", async () => {
  /** @type {((answer: {data: {key: string, value: string}[]} | RpcError) => void)[]} */
  const asked = [];
  const client = /** @type {any} */ ({ call: () => new Promise((resolve, reject) => asked.push((answer) => (answer instanceof RpcError ? reject(answer) : resolve(answer)))) });
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  const answer = (/** @type {string} */ id) => ({ data: [{ key: "favorites.1", value: id }] });
  const arrangements = new Arrangements(client);
  const shown = arrangements.of("home");
  for (let times = 0; times < 3; times += 1) arrangements.load("home");
  assert.equal(asked.length, 1);
  asked[0]?.(answer("old"));
  await turn();
  assert.equal(asked.length, 2);
  asked[1]?.(answer("new"));
  await turn();
  assert.deepEqual([asked.length, shown.value.favorites], [2, ["new"]]);
  arrangements.load("home");
  asked[2]?.(new RpcError("unavailable", ""));
  await turn();
  assert.deepEqual([asked.length, shown.value.favorites], [3, ["new"]]);
  arrangements.retry();
  asked[3]?.(answer("newer"));
  await turn();
  assert.deepEqual(shown.value.favorites, ["newer"]);
  arrangements.retry();
  assert.equal(asked.length, 4);
});

test("two concurrent changes both count, and keep another browser's change", async () => {
  /** @type {Map<string, string>} */
  const kept = new Map([["favorites.1", "of-another-browser"]]);
  const data = () => ({ data: [...kept].map(([key, value]) => ({ key, value })) });
  const client = /** @type {any} */ ({
    call: async (/** @type {string} */ method, /** @type {any} */ request) => {
      await new Promise((resolve) => setTimeout(resolve, 1));
      if (method === "HomeService/UpdateAppData") {
        for (const { key, value } of request.set) kept.set(key, value);
        for (const key of request.remove) kept.delete(key);
      }
      return data();
    },
  });
  const home = /** @type {any} */ ({ client, arrangements: new Arrangements(client) });
  const add = (/** @type {string} */ id) => rearrange(home, "home", ({ favorites }) => ({ favorites: [...favorites, id] }));
  await Promise.all([add("a"), add("b")]);
  assert.deepEqual(home.arrangements.of("home").value.favorites, ["of-another-browser", "a", "b"]);
});
