import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { connect, HearthError } from "../sdk/hearth.js";
import { Hub, onOff } from "./hub.js";

/** @type {Hub} */ let hub;
/** @type {any} */ let home;
/** @type {any} */ let lamp;
const fetchOfNode = globalThis.fetch;

beforeEach(async () => {
  hub = new Hub();
  globalThis.fetch = hub.fetch;
  home = await connect("http://hub:4327/", { authorization: "Bearer t" });
  lamp = home.device("lamp").trait("OnOff");
});
afterEach(() => {
  home.close();
  globalThis.fetch = fetchOfNode;
});

/** Listeners are called within a few turns of the event loop. */
const told = () => new Promise((resolve) => setTimeout(resolve, 5));
/** @param {string} code */
const coded = (code) => (/** @type {any} */ error) => error instanceof HearthError && error.code === code && error.message !== "";

test("a home has structures, rooms and devices with their traits", () => {
  assert.deepEqual(home.structures(), [{ id: "home", name: "Home" }]);
  assert.deepEqual(home.rooms(), [{ id: "r", name: "Kitchen", structureId: "home" }]);
  const [device] = home.devices();
  assert.equal(device, home.device("lamp"));
  assert.deepEqual([device.name, device.room.name, device.isOnline, device.structureId], ["Lamp", "Kitchen", true, "home"]);
  assert.deepEqual(device.endpoints, [{ id: 0, deviceTypes: [], traits: [] }, { id: 1, deviceTypes: [0x100], traits: ["OnOff"] }]);
  assert.ok(device.has("OnOff") && device.has("Matter.OnOff") && device.has("OnOff", 1));
  assert.ok(!device.has("OnOff", 0) && !device.has("Acme.OnOff") && !device.has("LevelControl"));
  assert.equal(device.trait("Matter.OnOff"), lamp);
  assert.throws(() => device.trait("LevelControl"), coded("not_found"));
  assert.throws(() => home.device("none"), coded("not_found"));
});

test("each call has the authorization header", () => {
  assert.ok(hub.calls.length >= 4);
  for (const call of hub.calls) assert.equal(call.headers.authorization, "Bearer t");
});

test("attributes are values, enums by name", () => {
  assert.deepEqual({ ...lamp.attributes }, { onOff: false, startUpOnOff: "on" });
  assert.deepEqual([lamp.name, lamp.endpoint], ["OnOff", 1]);
});

test("a command sends its arguments, and resolves with its response once its effect is in the attributes", async () => {
  hub.answer = { position: { structureId: "home", epoch: 1n, sequence: 11n }, response: onOff.encodeStruct(onOff.commands.get("offWithEffect")?.response, { left: 7 }) };
  let isDone = false;
  const sent = lamp.offWithEffect({ effect: 3 }).then((/** @type {any} */ answer) => ((isDone = true), answer));
  await told();
  const [item] = hub.last.request.items;
  assert.deepEqual([item.target.deviceId, item.target.endpoint, item.traitId, item.command.commandId], ["lamp", 1, 6, 0x40]);
  assert.deepEqual({ ...onOff.decodeStruct(onOff.commands.get("offWithEffect")?.arguments, item.command.arguments) }, { effect: 3 });
  assert.equal(hub.last.request.options.clientId, "web-sdk");
  assert.ok(!isDone);
  hub.report({ onOff: true });
  assert.deepEqual({ ...(await sent) }, { left: 7 });
  assert.equal(lamp.attributes.onOff, true);
});

test("a command without a response resolves with undefined, and one with a taken name is in `commands`", async () => {
  assert.equal(await lamp.on(), undefined);
  await lamp.commands.name();
  assert.equal(hub.last.request.items[0].command.commandId, 2);
});

test("attributes are written", async () => {
  await lamp.update({ startUpOnOff: "off" });
  const [item] = hub.last.request.items;
  assert.deepEqual({ ...onOff.decodeAttributes(item.update.attributes) }, { startUpOnOff: "off" });
});

test("refusals and failures to send are errors of one class", async () => {
  hub.answer = { code: 9, message: "it is stuck", details: [] };
  await assert.rejects(lamp.on(), coded("failed_precondition"));
  const count = hub.calls.length;
  await assert.rejects(lamp.update({ none: 1 }), coded("invalid_argument"));
  assert.throws(() => lamp.onEvent("none", () => {}), coded("not_found"));
  assert.equal(hub.calls.length, count);
  globalThis.fetch = async () => Promise.reject(new TypeError("no network"));
  await assert.rejects(lamp.on(), coded("unavailable"));
  await assert.rejects(connect("http://hub:4327"), coded("unavailable"));
});

test("values that do not fit the schema are not sent", async () => {
  const count = hub.calls.length;
  for (const [call, message] of /** @type {[() => Promise<unknown>, string][]} */ ([
    [() => lamp.offWithEffect({ effect: "a" }), 'OnOff.offWithEffect: effect is a whole number from 0 to 255, not "a"'],
    [() => lamp.offWithEffect({ effect: 256 }), "OnOff.offWithEffect: effect is a whole number from 0 to 255, not 256"],
    [() => lamp.offWithEffect({ effect: 1.5 }), "OnOff.offWithEffect: effect is a whole number from 0 to 255, not 1.5"],
    [() => lamp.offWithEffect({ effect: null }), "OnOff.offWithEffect: effect can't be null"],
    [() => lamp.offWithEffect(3), "OnOff.offWithEffect is an object with values by name, not 3"],
    [() => lamp.on({ now: true }), "OnOff.on has no now"],
    [() => lamp.update({ startUpOnOff: "sideways" }), 'OnOff: startUpOnOff is one of "off", "on", not "sideways"'],
    [() => lamp.update({ onOff: 1 }), "OnOff: onOff is true or false, not 1"],
  ])) await assert.rejects(call, { name: "HearthError", code: "invalid_argument", message });
  assert.equal(hub.calls.length, count);
  await lamp.update({ startUpOnOff: null });
});

test("changes are delivered until the subscription ends", async () => {
  /** @type {any[]} */
  const heard = [];
  const stop = lamp.onChange((/** @type {any} */ attributes) => heard.push(attributes.onOff));
  hub.report({ onOff: true });
  await told();
  hub.report({ onOff: false });
  await told();
  stop();
  hub.report({ onOff: true });
  await told();
  assert.deepEqual(heard, [true, false]);
});

test("changes can be iterated", async () => {
  const heard = [];
  for await (const { onOff: isOn } of lamp.changes()) {
    heard.push(isOn);
    if (heard.length === 3) break;
    hub.report({ onOff: !isOn });
  }
  assert.deepEqual(heard, [false, true, false]);
});

test("closing the home ends the iteration of changes", async () => {
  const walk = lamp.changes();
  assert.equal((await walk.next()).done, false);
  const next = walk.next();
  home.close();
  assert.equal((await next).done, true);
  await assert.rejects(lamp.on(), coded("canceled"));
});

test("events are delivered with their payload", async () => {
  /** @type {any[]} */
  const heard = [];
  lamp.onEvent("toggled", (/** @type {any} */ payload, /** @type {any} */ info) => heard.push([payload.times, info.number, info.time.getTime()]));
  const payload = { value: onOff.encodeStruct(onOff.events.get(3)?.payload, { times: 4 }) };
  const event = { target: { deviceId: "lamp", endpoint: 1 }, traitId: 6, eventId: 3, number: 1n, time: { seconds: 5n, nanos: 6_000_000 }, payload };
  hub.report({ onOff: true }, { events: [event] });
  await told();
  hub.report({ onOff: false }, { events: [event] });
  await told();
  assert.deepEqual(heard, [[4, 1n, 5006]]);
});

test("devices are added and removed", async () => {
  let changes = 0;
  home.onChange(() => (changes += 1));
  const device = home.device("lamp");
  hub.report({}, { states: [], objects: [{ device: { id: "plug", structureId: "home", name: "Plug" } }] });
  await told();
  assert.deepEqual(home.devices().map((/** @type {any} */ one) => one.name), ["Lamp", "Plug"]);
  assert.equal(home.device("plug").room, undefined);
  hub.report({}, { states: [], objects: [{ removedDeviceId: "lamp" }] });
  await told();
  assert.equal(changes, 2);
  assert.equal(device.name, "Lamp");
  assert.throws(() => home.device("lamp"), coded("not_found"));
});

test("a listener's error does not affect other listeners", async () => {
  /** @type {any[]} */
  const seen = [];
  const others = process.listeners("uncaughtException");
  process.removeAllListeners("uncaughtException");
  process.once("uncaughtException", (error) => seen.push(error.message));
  let isHeard = false;
  lamp.onChange(() => { throw new Error("mine"); });
  lamp.onChange(() => (isHeard = true));
  hub.report({ onOff: true });
  await told();
  for (const other of others) process.on("uncaughtException", other);
  assert.ok(isHeard);
  assert.deepEqual(seen, ["mine"]);
});

test("a home whose signal is aborted is not loaded", async () => {
  await assert.rejects(connect("http://hub:4327", { signal: AbortSignal.abort() }), coded("canceled"));
});
