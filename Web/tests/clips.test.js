// The clips of a camera: pages, the recording's switch, and files.

import assert from "node:assert/strict";
import { test } from "node:test";
import { clipOf, Clips } from "../home/clips.js";

const clip = (/** @type {number} */ id) => ({
  clipId: String(id), target: undefined, start: { seconds: BigInt(id), nanos: 500_000_000 }, duration: { seconds: 28n, nanos: 0 }, events: [1, 3, 9, 17, 99], bytes: 5n,
});

test("a clip has words for its events", () => {
  assert.deepEqual(clipOf(clip(7)), { id: "7", start: 7_500, seconds: 28, events: ["motion", "doorbell", "alarm", "other"] });
});

/** @param {Record<string, unknown[]>} answers of each method, in order */
function client(answers) {
  /** @type {string[]} */
  const log = [];
  return {
    log,
    call: async (/** @type {string} */ name, /** @type {unknown} */ request) => {
      log.push(`${name} ${JSON.stringify(request)}`);
      return answers[name]?.shift() ?? {};
    },
    stream: async function* (/** @type {string} */ name) {
      for (const data of answers[name] ?? []) yield { data };
    },
  };
}

test("older clips follow the newest ones", async () => {
  const page = { isRecorded: true, keepsClips: true, problem: "its privacy mode is on" };
  const hub = client({
    "CameraService/ListClips": [{ ...page, clips: [clip(9), clip(8)], nextPageToken: "8" }, { ...page, clips: [clip(7)], nextPageToken: "" }],
    "CameraService/FetchClip": [Uint8Array.of(1, 2), Uint8Array.of(3)],
  });
  const clips = new Clips(/** @type {any} */ (hub), { deviceId: "porch", endpoint: 1 });
  await clips.load();
  assert.deepEqual([clips.hasMore.value, clips.isRecorded.value, clips.isKept.value], [true, true, true]);
  assert.equal(clips.problem.value, "its privacy mode is on");
  await clips.more();
  assert.deepEqual([clips.clips.value?.map(({ id }) => id), clips.hasMore.value], [["9", "8", "7"], false]);
  const [newest] = clips.clips.value ?? [];
  assert.ok(newest);
  const file = await clips.file(newest, new AbortController().signal);
  assert.deepEqual([file.type, file.size], ["video/mp4", 3]);
  await clips.remove(newest);
  await clips.record(false);
  assert.deepEqual([clips.clips.value?.length, clips.isRecorded.value], [2, false]);
  assert.deepEqual(hub.log.slice(2), ['CameraService/DeleteClip {"clipId":"9"}', 'CameraService/SetRecording {"target":{"deviceId":"porch","endpoint":1},"isRecorded":false}']);
});
