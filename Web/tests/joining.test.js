import assert from "node:assert/strict";
import { before, test } from "node:test";
import "./document.js";
import { english } from "./english.js";
import { Joining, joinerNote } from "../home/joining.js";
import { RpcError } from "../lib/connect.js";
import { messages } from "../lib/hearth-v1-more.js";
import { decode, encode, know } from "../lib/message.js";
import { setText } from "../ui/text.js";

/** @typedef {import("../lib/hearth-v1.js").Messages} Messages */

know(messages);
before(() => setText(english, "en-GB"));

/** @param {import("../lib/hearth-v1.js").Input<Messages["JoinDevicesResponse"]>} message */
const news = (message) => decode("JoinDevicesResponse", encode("JoinDevicesResponse", message));

/**
 * A client whose calls yield messages, and then end or fail.
 *
 * @param {readonly Messages["JoinDevicesResponse"][]} answers
 * @param {RpcError} [failure]
 */
function clientOf(answers, failure) {
  /** @type {{name: string, request: unknown, signal: AbortSignal}[]} */
  const calls = [];
  const client = /** @type {import("../lib/connect.js").Client} */ (/** @type {unknown} */ ({
    async *stream(/** @type {string} */ name, /** @type {unknown} */ request, /** @type {{signal: AbortSignal}} */ { signal }) {
      calls.push({ name, request, signal });
      yield* answers;
      if (failure) throw failure;
    },
  }));
  return { client, calls };
}

test("an opening is followed to its end", async () => {
  const { client, calls } = clientOf([
    news({ isOpen: true, closesAt: { seconds: 1_800_000_060n }, devices: [{ key: "0x9", name: "0x9", stage: 1 }] }),
    news({ devices: [{ key: "0x9", name: "0x9", stage: 3, maker: "V", model: "M", deviceId: "z-0x9" }] }),
  ]);
  const joining = new Joining(client);
  const run = joining.run("z", 60);
  assert.ok(joining.state.value.isRunning);
  await run;
  assert.deepEqual(calls.map(({ name, request }) => [name, request]), [["IntegrationsService/JoinDevices", { integrationId: "z", seconds: 60 }]]);
  assert.equal(joining.state.value.isRunning, false);
  assert.deepEqual(joining.state.value.devices.map((one) => [one.deviceId, joinerNote(one)]), [["z-0x9", "Added · V M"]]);
});

test("the time that is left follows the hub, or the plan", () => {
  const joining = new Joining(clientOf([]).client);
  assert.equal(joining.secondsLeft(1_000, 61_000), 60);
  joining.state.value = { ...joining.state.value, closesAt: 31_001 };
  assert.equal(joining.secondsLeft(1_000, 61_000), 31);
  assert.equal(joining.secondsLeft(99_000, 61_000), 0);
});

test("a refusal is kept, and stopping ends the call", async () => {
  const { client, calls } = clientOf([], new RpcError("failed_precondition", "it has no network"));
  const joining = new Joining(client);
  await joining.run("z", 60);
  assert.equal(joining.state.value.error?.code, "failed_precondition");
  const run = joining.run("z", 60);
  joining.stop();
  await run;
  assert.equal(calls[1]?.signal.aborted, true);
  assert.ok(joining.state.value.isRunning, "what comes after the end changes nothing");
});
