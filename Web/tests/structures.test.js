import assert from "node:assert/strict";
import { test } from "node:test";
import { Role } from "../lib/hearth-v1.js";
import { signal } from "../lib/view.js";
import { currentStructure, isNew, mayManage, roomsOf } from "../home/structures.js";

/** @param {{role?: number, primary?: string, devices?: string[], setup?: string[]}} facts */
function homeOf({ role = Role.OWNER, primary = "", devices = [], setup = [] }) {
  const rooms = [["k", "a"], ["b", "a"], ["x", "other"], ["l", "a"]].map(([id = "", structureId = ""]) => /** @type {const} */ ([id, { id, structureId }]));
  return /** @type {any} */ ({
    structures: signal(new Map([["a", { id: "a" }], ["b", { id: "b" }]])),
    rooms: signal(new Map(rooms)),
    devices: signal(new Map(devices.map((structureId) => [structureId, { structureId }]))),
    caller: signal({ primaryStructureId: primary, memberships: [{ structureId: "a", role }] }),
    arrangements: { of: () => signal({ favorites: [], rooms: ["l"], setup }) },
  });
}

test("the current home is the primary one, else the first", () => {
  assert.equal(currentStructure({ home: homeOf({}) })?.id, "a");
  assert.equal(currentStructure({ home: homeOf({ primary: "b" }) })?.id, "b");
  assert.equal(currentStructure({ home: homeOf({ primary: "gone" }) })?.id, "a");
});

test("owners and administrators manage a home; guests and strangers don't", () => {
  const may = [Role.OWNER, Role.ADMINISTRATOR, Role.GUEST].map((role) => mayManage(homeOf({ role }), "a"));
  assert.deepEqual([...may, mayManage(homeOf({}), "b"), mayManage(homeOf({}), undefined)], [true, true, false, false, false]);
});

test("a home is new to its managers until it has a device or that step was skipped", () => {
  assert.equal(isNew(homeOf({ devices: ["other"] }), "a"), true);
  assert.equal(isNew(homeOf({ devices: ["a"] }), "a"), false);
  assert.equal(isNew(homeOf({ setup: ["device"] }), "a"), false);
  assert.equal(isNew(homeOf({ role: Role.GUEST }), "a"), false);
});

test("rooms are those of the home, in their given order", () => {
  assert.deepEqual(roomsOf(homeOf({}), "a").map((room) => room.id), ["l", "k", "b"]);
});
