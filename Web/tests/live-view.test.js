// A camera's live stream on the page: its states, its end, and how it is opened again.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { LiveView } from "../home/live-view.js";
import { RpcError } from "../lib/connect.js";
import { effect } from "../lib/view.js";

const opened = { opened: { streamId: "s1", seconds: 300 } };
const format = (codec = "avc1.42E01F") => ({ format: { video: { codec, configuration: new Uint8Array(), width: 640, height: 360 } } });
const unit = (time = 0, isKey = true) => ({ unit: { isAudio: false, isKey, time: BigInt(time), data: Uint8Array.of(1) } });

/** @type {string[]} what has happened, in order */
let log = [];
beforeEach(() => (log = []));

/**
 * A view of streams, each a list of parts, of which the last may be an error. A function waits until the stream is given up.
 *
 * @param {(object | Error | "silence")[][]} streams
 * @param {Partial<import("../home/live-view.js").Settings>} more
 */
function viewOf(streams, more = {}) {
  const rest = [...streams];
  const view = new LiveView({
    open: async function* (quality, signal) {
      log.push(`open ${quality}`);
      for (const part of rest.shift() ?? [new RpcError("not_found", "no more streams")]) {
        if (part instanceof Error) throw part;
        if (part === "silence") {
          await new Promise((resolve) => (signal.aborted ? resolve(undefined) : signal.addEventListener("abort", resolve)));
          throw new RpcError("canceled", "the call was given up");
        }
        yield /** @type {any} */ (part);
      }
    },
    extend: async (id) => {
      log.push(`extend ${id}`);
      return { seconds: 300 };
    },
    begin: async ({ codec }) => codec.startsWith("avc1"),
    take: ({ time }) => {
      log.push(`unit ${time}`);
      view.shown();
    },
    quality: "MAIN",
    wait: async (milliseconds) => void log.push(`wait ${milliseconds}`),
    random: () => 1,
    ...more,
  });
  effect(() => log.push(["", view.state.value.kind, /** @type {any} */ (view.state.value).refusal, /** @type {any} */ (view.state.value).detail].filter((one) => one !== undefined).join(" ").trim()));
  return view;
}

test("pictures go to the player, and the end of the time is no failure", async () => {
  await viewOf([[opened, format(), unit(0), unit(40_000, false)]]).start();
  assert.deepEqual(log, ["opening", "open MAIN", "unit 0", "live", "unit 40000", "over"]);
});

test("a lost stream is opened again, later and later until there is a picture", async () => {
  const lost = new RpcError("unavailable", "the camera can't be reached");
  await viewOf([[lost], [opened, lost], [lost], [opened, format(), unit(), lost], [lost], [opened, format(), unit()]]).start();
  assert.deepEqual(log.filter((line) => !line.startsWith("open ")), ["opening", "lost", "wait 500", "wait 1000", "wait 2000", "unit 0", "live", "lost", "wait 500", "wait 1000", "unit 0", "live", "over"]);
});

test("a refusal ends the view until a person tries again", async () => {
  for (const [code, refusal] of [["failed_precondition", "none"], ["resource_exhausted", "busy"], ["not_found", "gone"], ["permission_denied", "denied"], ["unimplemented", "none"], ["internal", "other"]]) {
    log = [];
    const view = viewOf([[new RpcError(code, "because")], [opened, format(), unit()]]);
    await view.start();
    assert.deepEqual(log, ["opening", "open MAIN", `refused ${refusal} because`]);
    await view.start();
    assert.deepEqual(log.slice(3), ["opening", "open MAIN", "unit 0", "live", "over"]);
  }
});

test("if the browser can't show the best stream, it tries the small one", async () => {
  await viewOf([[opened, format("hvc1.1.6.L93.B0"), unit()], [opened, format(), unit()]]).start();
  assert.deepEqual(log, ["opening", "open MAIN", "open SUB", "unit 0", "live", "over"]);
  log = [];
  await viewOf([[opened, format("hvc1.1.6.L93.B0")], [opened, format("hvc1.1.6.L60.B0")]]).start();
  assert.deepEqual(log, ["opening", "open MAIN", "open SUB", "refused codec hvc1.1.6.L60.B0"]);
});

test("a silent stream counts as lost", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const view = viewOf([[opened, format(), unit(), "silence"], [opened, format(), unit()]]);
  const end = view.start();
  await new Promise(setImmediate);
  context.mock.timers.tick(14_999);
  await new Promise(setImmediate);
  assert.deepEqual(log, ["opening", "open MAIN", "unit 0", "live"]);
  context.mock.timers.tick(1);
  await end;
  assert.deepEqual(log.slice(4), ["lost", "wait 500", "open MAIN", "unit 0", "live", "over"]);
});

test("half a minute before its end, a view asks whether to continue", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  let wake = () => {};
  /** @type {object[]} */
  const parts = [opened, format()];
  const view = viewOf([], {
    open: async function* () {
      for (;;) {
        yield* /** @type {any[]} */ (parts.splice(0));
        await new Promise((resolve) => (wake = () => resolve(undefined)));
      }
    },
  });
  effect(() => log.push(`ending ${view.isEnding.value}`));
  view.start();
  // A picture each ten seconds, so that the stream is not silent.
  const pass = async (/** @type {number} */ seconds) => {
    for (let time = 0; time < seconds; time += 10) {
      await new Promise(setImmediate);
      parts.push(unit(0));
      wake();
      await new Promise(setImmediate);
      context.mock.timers.tick(10_000);
    }
    log = log.filter((line) => line !== "unit 0");
  };
  await pass(260);
  assert.deepEqual(log, ["opening", "ending false", "live"]);
  await pass(10);
  assert.deepEqual(log.at(-1), "ending true");
  await view.extend();
  assert.deepEqual(log.slice(-2), ["extend s1", "ending false"]);
  await pass(260);
  assert.deepEqual(log.at(-1), "ending false");
  await pass(10);
  assert.deepEqual(log.at(-1), "ending true");
  view.stop();
});

test("another player gets the stream from its beginning, at once", async () => {
  /** @type {LiveView} */
  const view = viewOf([[opened, format(), unit(), "silence"], [opened, format(), unit()]]);
  const end = view.start();
  await new Promise(setImmediate);
  view.reopen();
  await end;
  assert.deepEqual(log, ["opening", "open MAIN", "unit 0", "live", "open MAIN", "unit 0", "over"]);
});

test("a view that was stopped opens nothing, and can start again", async () => {
  const view = viewOf([[opened, format(), unit(), "silence"], [opened, format(), unit()]]);
  const first = view.start();
  await view.start();
  await new Promise(setImmediate);
  view.stop();
  await first;
  view.shown();
  assert.deepEqual(log, ["opening", "open MAIN", "unit 0", "live"]);
  await view.start();
  assert.deepEqual(log.slice(4), ["opening", "open MAIN", "unit 0", "live", "over"]);
});
