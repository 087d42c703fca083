// Pictures of cameras: which are asked for and when, and notes of doorbells.

import assert from "node:assert/strict";
import { test } from "node:test";
import { resolution, Snapshots } from "../home/snapshots.js";
import * as Trait from "../home/traits.js";
import { RpcError } from "../lib/connect.js";
import { effect } from "../lib/view.js";
import { rungCameras } from "../ui/camera/bells.js";

test("the smallest picture that is wide enough is asked for", () => {
  const values = { snapshotCapabilities: [[1_920, 1_080], [640, 360], [320, 180]].map(([width, height]) => ({ resolution: { width, height } })) };
  assert.deepEqual([240, 320, 480, 4_000].map((width) => resolution(values, width).width), [320, 320, 640, 1_920]);
  assert.deepEqual(resolution(undefined, 240), { width: 1_280, height: 720 });
});

/** @param {import("node:test").TestContext} context @param {(RpcError | number)[]} answers each is a size of a picture, or an error */
function taken(context, answers) {
  /** @type {string[]} */
  const log = [];
  context.mock.method(URL, "createObjectURL", (/** @type {Blob} */ blob) => `${blob.type} ${blob.size}`);
  context.mock.method(URL, "revokeObjectURL", (/** @type {string} */ url) => log.push(`free ${url}`));
  const snapshots = new Snapshots({
    every: 10_000,
    take: async () => {
      const answer = answers.shift();
      if (typeof answer === "number") return { data: new Uint8Array(answer), type: "image/jpeg" };
      throw answer ?? new RpcError("unavailable", "there are no more");
    },
    wait: async (milliseconds) => {
      log.push(`wait ${Math.round(milliseconds / 1000)}`);
      if (answers.length === 0) snapshots.stop();
    },
  });
  effect(() => {
    if (snapshots.picture.value) log.push(`show ${snapshots.picture.value.url}`);
  });
  effect(() => {
    if (snapshots.problem.value) log.push(`problem ${snapshots.problem.value.code}`);
  });
  return { snapshots, log };
}

test("pictures are taken until it stops, less often after failures", async (context) => {
  const lost = new RpcError("unavailable", "the camera can't be reached");
  const { snapshots, log } = taken(context, [1, 2, lost, lost, lost, lost, 3]);
  await snapshots.start();
  assert.deepEqual(log, [
    "show image/jpeg 1", "wait 10", "show image/jpeg 2", "free image/jpeg 1", "wait 10", "problem unavailable", "wait 20", "wait 40", "wait 60", "wait 60",
    "show image/jpeg 3", "free image/jpeg 2", "wait 10",
  ]);
  snapshots.forget();
  assert.deepEqual([log.at(-1), snapshots.picture.value], ["free image/jpeg 3", undefined]);
});

test("a picture in sight again is renewed when it is old enough", async (context) => {
  const { snapshots, log } = taken(context, [1]);
  await snapshots.start();
  await snapshots.start();
  assert.deepEqual(log, ["show image/jpeg 1", "wait 10", "wait 10"]);
});

test("a press of a doorbell with a camera is noted, and nothing else", () => {
  const parts = (/** @type {number} */ bell, /** @type {number} */ camera) => [
    { id: 1, name: "", tags: [], deviceTypes: [{ id: bell }], traits: [{ id: Trait.IDENTIFY }] },
    { id: 2, name: "", tags: [], deviceTypes: [{ id: 0x000f }], traits: [{ id: Trait.SWITCH }] },
    { id: 3, name: "", tags: [], deviceTypes: [{ id: 0x0142 }], traits: [{ id: camera }] },
  ];
  const devices = new Map([["door", parts(0x0143, Trait.CAMERA_STREAMS)], ["button", parts(0x000f, Trait.CAMERA_STREAMS)], ["bell", parts(0x0148, Trait.CHIME)]].map(([id, endpoints]) => [id, { id, endpoints }]));
  const home = /** @type {any} */ ({ device: (/** @type {string} */ id) => devices.get(id) });
  const event = (/** @type {string} */ deviceId, eventId = 1, seconds = 0, traitId = Trait.SWITCH) =>
    /** @type {any} */ ({ target: { deviceId, endpoint: 2 }, traitId, eventId, time: { seconds: BigInt(Math.floor(Date.now() / 1000) - seconds), nanos: 0 } });
  const rung = (/** @type {any[]} */ ...events) => rungCameras(home, events).map(({ key }) => key);
  assert.deepEqual(rung(event("door"), event("door"), event("button"), event("bell"), event("gone")), ["3/door"]);
  assert.deepEqual(rung(event("door", 3), event("door", 1, 60), event("door", 1, 0, Trait.CHIME)), []);
});
