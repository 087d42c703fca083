import assert from "node:assert/strict";
import { test } from "node:test";
import { RpcError } from "../lib/connect.js";
import { encode } from "../lib/message.js";
import { HomeStream, retryDelay } from "../home/stream.js";
import { paced } from "../home/commands.js";

const started = encode("WatchResponse", { started: { heartbeatSeconds: 1 } });

/** @param {() => boolean} condition that becomes true within a few turns of the event loop */
async function until(condition) {
  for (let turn = 0; turn < 10_000 && !condition(); turn += 1) await new Promise((resolve) => setImmediate(resolve));
  assert.ok(condition());
}

test("the first retry is soon, and later ones are rarer", () => {
  assert.equal(retryDelay(0, () => 1), 500);
  assert.equal(retryDelay(2, () => 0), 500);
  assert.equal(retryDelay(2, () => 1), 2_000);
  assert.equal(retryDelay(50, () => 1), 10_000);
});

test("a broken watch is started again, and reported", async () => {
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

test("a hub that is silent for two heartbeats is disconnected", async (context) => {
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

/** The locks and channels that the tabs of a browser share. */
class Browser {
  /** @type {(() => void)[]} */
  queue = [];
  isHeld = false;
  /** @type {(() => void) | undefined} steals the lock from its holder */
  take;
  /** @type {Set<EventTarget>} */
  channels = new Set();

  locks() {
    return /** @type {any} */ ({
      request: (/** @type {string} */ _, /** @type {{signal?: AbortSignal, steal?: boolean}} */ { signal, steal }, /** @type {() => Promise<void>} */ work) => new Promise((resolve, reject) => {
        const run = async () => {
          this.isHeld = true;
          const take = (this.take = () => reject(new DOMException("", "AbortError")));
          await work();
          if (this.take !== take) return;
          this.isHeld = false;
          resolve(undefined);
          this.queue.shift()?.();
        };
        if (steal) this.take?.();
        if (!this.isHeld || steal) run();
        else {
          this.queue.push(run);
          signal?.addEventListener("abort", () => (this.queue = this.queue.filter((one) => one !== run)));
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
  // A tab that opens later gets the messages that a watch sends only at its start.
  const third = tab("third");
  third.start();
  await until(() => heard["third"] === 1);
  third.stop();
  first.stop();
  await until(() => streaming.length === 2);
  assert.deepEqual(streaming, ["first", "second"]);
  second.stop();
});

/**
 * A tab, with its messages and states.
 *
 * @param {Browser} browser
 * @param {() => AsyncGenerator<Uint8Array[]> | undefined} frames
 */
function tabOf(browser, frames = () => undefined) {
  const tab = {
    watches: 0, messages: /** @type {any[]} */ ([]), isLive: /** @type {boolean | undefined} */ (undefined),
    channel: browser.channel(),
    stream: /** @type {HomeStream} */ (/** @type {unknown} */ (undefined)),
  };
  tab.stream = new HomeStream({
    request: () => new Uint8Array(0),
    async *frames(_, signal) {
      tab.watches += 1;
      yield [started];
      const more = frames();
      if (more) yield* more;
      await new Promise((_, reject) => signal.addEventListener("abort", () => reject(new RpcError("canceled", ""))));
    },
    onMessages: (messages) => tab.messages.push(...messages),
    onState: (isLive) => (tab.isLive = isLive),
    locks: browser.locks(),
    channel: tab.channel,
  });
  return tab;
}

/** @param {number} sequence */
const report = (sequence) => encode("WatchResponse", { report: { position: { structureId: "s", epoch: 1n, sequence: BigInt(sequence) } } });
/** @param {{messages: any[]}} tab @returns {number[]} */
const sequences = (tab) => tab.messages.flatMap(({ report }) => (report ? Number(report.position.sequence) : []));

test("frames that come while a tab loads are applied after the loaded home", async () => {
  const browser = new Browser();
  const first = tabOf(browser);
  first.stream.start();
  await until(() => first.isLive === true);
  const second = tabOf(browser);
  first.channel.postMessage({ frames: [report(1), report(2)] });
  assert.deepEqual(second.messages, []);
  second.stream.start();
  assert.deepEqual(sequences(second), [1, 2]);
  first.channel.postMessage({ frames: [report(3)] });
  assert.deepEqual(sequences(second), [1, 2, 3]);
  assert.equal(second.watches, 0);
  first.stream.stop();
  second.stream.stop();
});

test("a frozen tab gives up its stream, and resumes by itself", async () => {
  const browser = new Browser();
  const first = tabOf(browser);
  first.stream.start();
  await until(() => first.isLive === true);
  const second = tabOf(browser);
  const third = tabOf(browser);
  for (const tab of [second, third]) tab.stream.start();
  // A frozen tab that waited for the lock would get it, and could not stream.
  second.stream.freeze();
  first.stream.freeze();
  await until(() => third.watches === 1);
  assert.deepEqual([first.watches, second.watches], [1, 0]);
  first.stream.resume();
  assert.equal(first.isLive, false);
  await until(() => first.watches === 2 && first.isLive === true);
  assert.equal(second.watches, 0);
  for (const tab of [first, second, third]) tab.stream.stop();
});

test("a silent leader loses the stream to another tab", async (context) => {
  context.mock.timers.enable({ apis: ["setInterval", "Date"] });
  const browser = new Browser();
  const first = tabOf(browser);
  first.stream.start();
  await until(() => first.isLive === true);
  // The leader is asleep: it neither sends nor receives messages.
  browser.channels.delete(first.channel);
  const second = tabOf(browser);
  second.stream.start();
  context.mock.timers.tick(3_000);
  assert.notEqual(second.isLive, true);
  context.mock.timers.tick(1_000);
  assert.equal(second.isLive, false);
  await until(() => second.watches === 1 && second.isLive === true);
  for (const tab of [first, second]) tab.stream.stop();
});

test("a stolen lock is requested again, and a refused one is not", async () => {
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

test("a fast-changing value is sent at its interval, and the last one always", async () => {
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
