// Talking through a camera: what is opened, in which order, and that each end gives back all of it.

import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { Talk } from "../home/talk.js";
import { RpcError } from "../lib/connect.js";
import { effect } from "../lib/view.js";

/** @type {string[]} what has happened, in order */
let log = [];
beforeEach(() => (log = []));

/** A connection of WebRTC, which Node does not have. */
class Peer extends EventTarget {
  connectionState = "new";
  localDescription = { sdp: "" };
  speech = { currentDirection: "" };

  /** @param {string} direction what the answer leaves of the sound */
  constructor(direction) {
    super();
    this.direction = direction;
  }

  /** @param {object | string} track @param {{direction: string}} how */
  addTransceiver(track, how) {
    log.push(`${typeof track === "string" ? track : "sound"} ${how.direction}`);
    return this.speech;
  }

  async setLocalDescription() {
    this.localDescription = { sdp: "offer" };
  }

  /** @param {{sdp: string}} answer */
  async setRemoteDescription({ sdp }) {
    log.push(`answer ${sdp}`);
    this.speech.currentDirection = this.direction;
    queueMicrotask(() => this.become("connected"));
  }

  /** @param {string} state */
  become(state) {
    this.connectionState = state;
    this.dispatchEvent(new Event("connectionstatechange"));
  }

  close() {
    log.push("closed");
  }
}

/** @param {Partial<import("../home/talk.js").Settings>} more @param {string} direction */
function talkOf(more = {}, direction = "sendonly") {
  const track = { stop: () => log.push("microphone off") };
  const peer = new Peer(direction);
  const talk = new Talk(/** @type {any} */ ({
    microphone: async () => ({ getTracks: () => [track], getAudioTracks: () => [track] }),
    connection: () => peer,
    open: async (/** @type {string} */ offer) => {
      log.push(`open ${offer}`);
      return { answerSdp: "sdp", streamId: "s1" };
    },
    start: async (/** @type {string} */ id) => log.push(`start ${id}`),
    watch: () => new Promise(() => {}),
    close: (/** @type {string} */ id) => log.push(`close ${id}`),
    ...more,
  }));
  effect(() => log.push(talk.state.value));
  return { talk, peer };
}

const opening = ["off", "opening", "sound sendonly", "video recvonly", "open offer", "answer sdp"];
const ending = ["off", "microphone off", "closed", "close s1"];

test("a press talks, and another one gives back all that was opened", async () => {
  const { talk } = talkOf();
  await Promise.all([talk.begin(), talk.begin()]);
  talk.end();
  talk.end();
  assert.deepEqual(log, [...opening, "start s1", "on", ...ending]);
});

test("a press while it begins ends it", async () => {
  /** @type {(value: object) => void} */
  let answer = () => {};
  const { talk } = talkOf({ open: () => new Promise((resolve) => (answer = /** @type {any} */ (resolve))) });
  const begun = talk.begin();
  await new Promise((resolve) => setImmediate(resolve));
  talk.end();
  answer({ answerSdp: "sdp", streamId: "s1" });
  await begun;
  assert.deepEqual(log, ["off", "opening", "sound sendonly", "video recvonly", ...ending]);
  assert.equal(talk.problem.value, undefined);
});

test("why nobody hears it is said", async () => {
  const refused = new RpcError("resource_exhausted", "somebody else is talking");
  /** @type {[Partial<import("../home/talk.js").Settings>, string, object][]} */
  const cases = [
    [{ microphone: () => Promise.reject(new DOMException("no", "NotAllowedError")) }, "sendonly", { kind: "denied" }],
    [{ microphone: () => Promise.reject(new DOMException("no", "NotFoundError")) }, "sendonly", { kind: "missing" }],
    [{}, "inactive", { kind: "silent" }],
    [{ start: () => Promise.reject(refused) }, "sendonly", { kind: "refused", error: refused }],
  ];
  for (const [settings, direction, problem] of cases) {
    const { talk } = talkOf(settings, direction);
    await talk.begin();
    assert.deepEqual([talk.state.value, talk.problem.value], ["off", problem]);
  }
});

test("a view that ends while the loudspeaker is opened has its reason", async () => {
  const error = new RpcError("resource_exhausted", "somebody talks by another app");
  /** @type {(error: unknown) => void} */
  let fail = () => {};
  const { talk } = talkOf({
    watch: () => new Promise((_, reject) => (fail = reject)),
    start: async () => {
      fail(error);
      await new Promise((resolve) => setImmediate(resolve));
    },
  });
  await talk.begin();
  assert.deepEqual([talk.state.value, talk.problem.value], ["off", { kind: "refused", error }]);
});

test("a view whose time is over is no lost connection", async () => {
  const { talk } = talkOf({ watch: async () => {} });
  await talk.begin();
  assert.deepEqual([talk.state.value, talk.problem.value], ["off", { kind: "over" }]);
});

test("a connection that comes back is not lost", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  try {
    const { talk, peer } = talkOf();
    await talk.begin();
    peer.become("disconnected");
    peer.become("connected");
    mock.timers.tick(1_000);
    assert.equal(talk.state.value, "on");
  } finally {
    mock.timers.reset();
  }
});

/** @param {(fail: (error: unknown) => void) => Promise<void>} act what happens once it has begun */
async function lost(act) {
  mock.timers.enable({ apis: ["setTimeout"] });
  try {
    /** @type {(error: unknown) => void} */
    let fail = () => {};
    const { talk, peer } = talkOf({ watch: () => new Promise((_, reject) => (fail = reject)) });
    await talk.begin();
    peer.become("failed");
    assert.equal(talk.state.value, "on");
    await act(fail);
    assert.deepEqual(log.slice(-4), ending);
    return talk.problem.value;
  } finally {
    mock.timers.reset();
  }
}

test("a lost connection ends it", async () => {
  assert.deepEqual(await lost(async () => mock.timers.tick(1_000)), { kind: "lost" });
});

test("a lost connection has the camera's reason", async () => {
  const error = new RpcError("unavailable", "the camera plays nothing any more");
  const problem = await lost(async (fail) => {
    fail(error);
    await new Promise((resolve) => setImmediate(resolve));
    mock.timers.tick(1_000);
  });
  assert.deepEqual(problem, { kind: "refused", error });
});
