import assert from "node:assert/strict";
import { test } from "node:test";
import { RpcError } from "../lib/connect.js";
import { encode } from "../lib/message.js";
import { HomeStream, retryDelay } from "../home/stream.js";
import { paced } from "../home/commands.js";

const started = encode("WatchResponse", { started: { heartbeatSeconds: 1 } });

/** @param {() => boolean} condition that comes true within a few turns of the loop */
async function until(condition) {
  for (let turn = 0; turn < 10_000 && !condition(); turn += 1) await new Promise((resolve) => setImmediate(resolve));
  assert.ok(condition());
}

test("tries come at once after a break, and rarer the longer it takes", () => {
  assert.equal(retryDelay(0, () => 1), 500);
  assert.equal(retryDelay(2, () => 0), 500);
  assert.equal(retryDelay(2, () => 1), 2_000);
  assert.equal(retryDelay(50, () => 1), 10_000);
});

test("a watch that breaks begins again, and says so", async () => {
  /** @type {string[]} */
  const log = [];
  let watches = 0;
  await new Promise((resolve) => {
    const stream = new HomeStream({
      request: () => new Uint8Array(0),
      async *frames() {
        watches += 1;
        if (watches === 2) throw new RpcError("unavailable", "gone");
        yield [started];
        if (watches === 3) resolve(stream.stop());
      },
      onMessages: (messages) => log.push(`${messages.length}`),
      onState: (isLive, error) => log.push(`${isLive ? "live" : "dead"} ${error?.code ?? ""}`),
      wait: async (milliseconds) => void log.push(milliseconds >= 500 ? "wait" : "no wait"),
    });
    stream.start();
  });
  assert.deepEqual(log.slice(0, 9), ["1", "live ", "dead ", "wait", "dead unavailable", "wait", "1", "live "]);
});

test("a hub that is silent for two heartbeats is left", async (context) => {
  context.mock.timers.enable({ apis: ["setInterval", "Date"] });
  /** @type {AbortSignal | undefined} */
  let given;
  let isFollowed = false;
  const dead = new Promise((resolve) => {
    const stream = new HomeStream({
      request: () => new Uint8Array(0),
      async *frames(_, signal) {
        given = signal;
        yield [started];
        await new Promise((_, reject) => signal.addEventListener("abort", () => reject(new RpcError("canceled", ""))));
      },
      onMessages: () => {},
      onState: (isLive) => {
        isFollowed = isLive;
        if (!isLive) resolve(stream.stop());
      },
    });
    stream.start();
  });
  await until(() => isFollowed);
  context.mock.timers.tick(2_000);
  assert.equal(given?.aborted, false);
  context.mock.timers.tick(1_000);
  assert.equal(given?.aborted, true);
  await dead;
});

/** Locks and channels as tabs of one browser share them. */
class Browser {
  /** @type {(() => void)[]} */
  queue = [];
  isHeld = false;
  /** @type {Set<EventTarget>} */
  channels = new Set();

  locks() {
    return /** @type {any} */ ({
      request: (/** @type {string} */ _, /** @type {{signal: AbortSignal}} */ { signal }, /** @type {() => Promise<void>} */ work) => new Promise((resolve) => {
        const run = async () => {
          this.isHeld = true;
          await work();
          this.isHeld = false;
          resolve(undefined);
          this.queue.shift()?.();
        };
        if (!this.isHeld) run();
        else {
          this.queue.push(run);
          signal.addEventListener("abort", () => (this.queue = this.queue.filter((one) => one !== run)));
        }
      }),
    });
  }

  channel() {
    const target = new EventTarget();
    this.channels.add(target);
    return /** @type {any} */ (Object.assign(target, {
      postMessage: (/** @type {unknown} */ data) => {
        for (const other of this.channels) if (other !== target) other.dispatchEvent(Object.assign(new Event("message"), { data }));
      },
      close: () => this.channels.delete(target),
    }));
  }
}

test("one tab streams for all, and the next takes over", async () => {
  const browser = new Browser();
  /** @type {string[]} */
  const streaming = [];
  /** @type {Record<string, number>} */
  const heard = {};
  /** @param {string} name */
  const tab = (name) => {
    const stream = new HomeStream({
      request: () => new Uint8Array(0),
      async *frames(_, signal) {
        streaming.push(name);
        yield [started];
        await new Promise((_, reject) => signal.addEventListener("abort", () => reject(new RpcError("canceled", ""))));
      },
      onMessages: (messages) => (heard[name] = (heard[name] ?? 0) + messages.length),
      onState: () => {},
      locks: browser.locks(),
      channel: browser.channel(),
    });
    return stream;
  };
  const first = tab("first");
  const second = tab("second");
  first.start();
  second.start();
  await until(() => heard["second"] === 1);
  assert.deepEqual(streaming, ["first"]);
  assert.equal(heard["first"], 1);
  // One that comes later is told what the watch said at its beginning only.
  const third = tab("third");
  third.start();
  await until(() => heard["third"] === 1);
  third.stop();
  first.stop();
  await until(() => streaming.length === 2);
  assert.deepEqual(streaming, ["first", "second"]);
  second.stop();
});

test("a lock that is taken away is asked for again, and one that is refused is not", async () => {
  /** @type {string[]} */
  const asked = [];
  const reasons = ["AbortError", "AbortError", "InvalidStateError"];
  const stream = new HomeStream({
    request: () => new Uint8Array(0),
    async *frames() {},
    onMessages: () => {},
    onState: () => {},
    locks: /** @type {any} */ ({
      request: async () => {
        const reason = reasons.shift() ?? "none";
        asked.push(reason);
        throw new DOMException("", reason);
      },
    }),
    channel: new Browser().channel(),
  });
  stream.start();
  await until(() => asked.length === 3);
  await new Promise((resolve) => setTimeout(resolve, 5));
  assert.deepEqual(asked, ["AbortError", "AbortError", "InvalidStateError"]);
  stream.stop();
});

test("what moves fast is sent at its pace, and the last value always", async () => {
  /** @type {number[]} */
  const sent = [];
  let open = 0;
  const send = paced(async (/** @type {number} */ value) => {
    open += 1;
    assert.equal(open, 1);
    await new Promise((resolve) => setTimeout(resolve, 2));
    sent.push(value);
    open -= 1;
  }, 10);
  send(0);
  /** @type {Promise<void> | undefined} */
  let last;
  for (let value = 1; value <= 50; value += 1) last = send(value);
  await last;
  assert.deepEqual(sent, [0, 50]);
});
