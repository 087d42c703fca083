import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { beforeEach, test } from "node:test";
import { english } from "./english.js";
import { causeInWords } from "../home/causes.js";
import { linesOf, logFilter, whoOf } from "../home/happened.js";
import * as Trait from "../home/traits.js";
import { Cause_Kind as Kind } from "../lib/hearth-v1.js";
import { setText } from "../ui/text.js";

beforeEach(() => setText(english, "en-GB"));

/** @param {string} id @param {string} name @param {number} type @param {...number} traits */
const device = (id, name, type, ...traits) => ({
  id, name, roomId: "hall", structureId: "s", endpoints: [{ id: 1, name: "", tags: [], deviceTypes: [{ id: type }], traits: traits.map((one) => ({ id: one })) }],
});
const devices = [
  device("lamp", "Hallway Light", 0x0101, Trait.ON_OFF, Trait.LEVEL_CONTROL), device("door", "Front Door", 0x000a, Trait.DOOR_LOCK),
  device("heating", "Thermostat", 0x0301, Trait.THERMOSTAT), device("sun", "Light Sensor", 0x0106, Trait.ILLUMINANCE),
  device("cooler", "Air Conditioner", 0x0301, Trait.THERMOSTAT, Trait.FAN_CONTROL), device("window", "Office Window", 0x0015, Trait.BOOLEAN_STATE), device("motion", "Hallway Motion", 0x0107, Trait.OCCUPANCY),
  device("smoke", "Smoke Alarm", 0x0076, Trait.SMOKE_CO_ALARM), device("blind", "South Blind", 0x0202, Trait.WINDOW_COVERING),
  device("button", "Bedside Button", 0x000f, Trait.SWITCH), device("spinner", "Display Stand", 0xfff10001, 0xfff1fc01),
];
const map = (/** @type {readonly {id: string}[]} */ all) => ({ value: new Map(all.map((one) => [one.id, one])) });
/** A fake trait whose values are not encoded, with an attribute for each name. */
const schema = (/** @type {number} */ id) => ({
  id, name: "Trait", attributes: { byName: { get: () => ({ schema: { kind: 1, unit: id === Trait.ILLUMINANCE ? "log10(lx)" : "" } }) } },
  decodeAttributes: (/** @type {any} */ values) => values, decodeStruct: (/** @type {any} */ _, /** @type {any} */ values) => values,
  events: { get: () => ({ name: "Event", payload: { fields: [] } }) }, schema: { enums: [], bitmaps: [], structs: [] },
});
const home = /** @type {any} */ ({
  devices: map(devices), people: map([/** @type {any} */ ({ id: "p1", name: "Anna" })]), automations: map([/** @type {any} */ ({ id: "a1", name: "Hallway light" })]),
  rooms: map([]), structures: map([]), schemas: { get: schema }, trait: (/** @type {string} */ id) => (id === "button" ? { featureMap: 0 } : {}), events: { value: [] },
});
const nobody = { kind: Kind.DEVICE, clientId: "", automationId: "" };
const anna = { ...nobody, personId: "p1", personName: "Anna" };
const automation = { ...nobody, kind: Kind.AUTOMATION, automationId: "a1" };
let sequence = 0;
/** @param {number} seconds @param {string} deviceId @param {number} traitId @param {any} values @param {any} cause */
const report = (seconds, deviceId, traitId, values, cause = nobody) => /** @type {any} */ ({
  position: { epoch: 1n, sequence: BigInt((sequence += 1)) }, observedAt: { seconds: BigInt(seconds), nanos: 0 }, cause,
  states: [{ target: { deviceId, endpoint: 1 }, traitId, attributes: { value: values } }], events: [], objects: [],
});
/** @param {readonly any[]} reports oldest first @returns oldest first */
const told = (...reports) => linesOf(home, [...reports].reverse()).map(({ words }) => words).reverse();
const on = (/** @type {boolean} */ onOff) => ({ onOff });

test("actions of people and automations are sentences that name them", () => {
  assert.deepEqual(told(
    report(0, "door", Trait.DOOR_LOCK, { lockState: "unlocked" }, anna), report(10, "lamp", Trait.ON_OFF, on(true), automation),
    report(20, "lamp", Trait.ON_OFF, on(false)), report(30, "window", Trait.BOOLEAN_STATE, { stateValue: false }),
    report(40, "heating", Trait.THERMOSTAT, { occupiedHeatingSetpoint: 2_100 }, anna)),
  ["Anna unlocked Front Door", "Hallway Light was switched on by Hallway light", "Hallway Light was switched off", "Office Window was opened", "Anna set Thermostat to 21.0\u00a0°C"]);
});

test("the fan of an air conditioner is off with it, and says nothing of its own", () => {
  assert.deepEqual(told(
    report(0, "cooler", Trait.FAN_CONTROL, { percentCurrent: 66 }, anna), report(10, "cooler", Trait.FAN_CONTROL, { percentCurrent: 0 }, anna)),
  ["Anna set Air Conditioner to 66\u00a0%"]);
});

test("a program is called by the name that the hub vouches for, never by its own ID", () => {
  const assistant = { ...nobody, kind: Kind.CLIENT, clientId: "Anna", programName: "Assistant at home" };
  const stranger = { ...nobody, kind: Kind.CLIENT, clientId: "Anna" };
  const causes = [assistant, { ...assistant, kind: Kind.DEVICE }, stranger];
  assert.deepEqual(told(...causes.map((cause, index) => report(index * 100, "lamp", Trait.ON_OFF, on(index !== 1), cause))),
    ["Assistant at home switched on Hallway Light", "Assistant at home switched off Hallway Light", "An app switched on Hallway Light"]);
  assert.deepEqual(causes.map((cause) => causeInWords(home, /** @type {any} */ (cause))), ["by Assistant at home", "by Assistant at home", "by an app"]);
});

test("sentences are also right in German", () => {
  setText({ ...english, ...Object.assign({}, ...["", ".views"].map((part) => JSON.parse(readFileSync(new URL(`../text/de${part}.json`, import.meta.url), "utf8")))) }, "de");
  assert.deepEqual(told(report(0, "door", Trait.DOOR_LOCK, { lockState: "locked" }, anna), report(10, "lamp", Trait.ON_OFF, on(true), automation), report(20, "motion", Trait.OCCUPANCY, { occupancy: 1 })),
    ["Anna hat Front Door verriegelt", "Hallway Light wurde von Hallway light eingeschaltet", "Hallway Motion: Jemand da"]);
});

test("small fluctuations are left out, and a movement is one line", () => {
  const steps = [20_000, 20_300, 19_800, 20_100, 25_000].map((measuredValue, index) => report(index, "sun", Trait.ILLUMINANCE, { measuredValue }));
  assert.equal(told(...steps).length, 1);
  const fade = [50, 90, 127].map((currentLevel, index) => report(100 + index, "lamp", Trait.LEVEL_CONTROL, { currentLevel }, anna));
  assert.deepEqual(told(report(10, "lamp", Trait.ON_OFF, on(true), anna), report(11, "lamp", Trait.LEVEL_CONTROL, { currentLevel: 10 }), ...fade), ["Anna switched on Hallway Light", "Anna set Hallway Light to 50\u00a0%"]);
  const lift = [9_000, 4_000, 0].map((position, index) => report(index * 5, "blind", Trait.WINDOW_COVERING, { currentPositionLiftPercent100ths: position }));
  assert.deepEqual(told(...lift), ["South Blind was opened"]);
});

test("an unchanged value makes no line", () => {
  const whole = { onOff: true, clusterRevision: 6 };
  assert.deepEqual(told(report(0, "lamp", Trait.ON_OFF, whole), report(90, "lamp", Trait.ON_OFF, on(true)), report(120, "motion", Trait.OCCUPANCY, { occupancy: 0 })), []);
  assert.deepEqual(told(report(0, "smoke", Trait.SMOKE_CO_ALARM, { smokeState: "normal" })), []);
});

test("alarms and outages are marked as alerts", () => {
  const lines = linesOf(home, [report(0, "smoke", Trait.SMOKE_CO_ALARM, { smokeState: "critical" }), report(0, "door", Trait.DOOR_LOCK, { lockState: "notFullyLocked" })]);
  assert.deepEqual(lines.map(({ kind, words }) => [kind, words]), [["alert", "Smoke Alarm: Smoke!"], ["alert", "Front Door: Jammed"]]);
  const object = (/** @type {any} */ change) => ({ ...report(0, "", 0, {}), states: [], objects: [change] });
  const state = (/** @type {number} */ connectivity) => object({ device: { ...devices[0], connectivity: { state: connectivity } } });
  assert.deepEqual(told(state(2), state(1)), ["Hallway Light: Can't be reached", "Hallway Light: Can be reached again"]);
});

test("a press of a button is one line", () => {
  const event = (/** @type {number} */ eventId) => ({ ...report(0, "", 0, {}), states: [], events: [{ target: { deviceId: "button", endpoint: 1 }, traitId: Trait.SWITCH, eventId, number: 1n }] });
  assert.deepEqual(told(event(1), event(3), event(1), event(2)), ["Bedside Button: Pressed", "Bedside Button: Pressed long"]);
});

test("a message names its sender, and an alarm's message is left to its device's line", () => {
  const sent = (/** @type {any} */ notice, /** @type {any} */ cause = nobody) => ({ ...report(0, "", 0, {}, cause), states: [],
    events: [{ target: { deviceId: "s", endpoint: 0 }, traitId: Trait.NOTICES, eventId: 0, number: 1n, payload: { value: { notice } } }] });
  const dinner = { noticeId: 1, title: "Dinner is ready", text: "", urgency: "information", kind: "message", recipients: [] };
  assert.deepEqual(told(sent(dinner, anna), sent({ ...dinner, text: "In the kitchen" }, automation), sent(dinner), sent({ ...dinner, title: "Water leak", kind: "waterLeak", deviceId: "sink" })),
    ["Anna sent a message: Dinner is ready", "Hallway light sent a message: Dinner is ready: In the kitchen", "Message: Dinner is ready"]);
  // The hub's own notice belongs to no device that has a line.
  assert.deepEqual(told(sent({ ...dinner, title: "Automations wait for the clock", kind: "clock", urgency: "warning" })), [`Message: ${english["notice.clock"]}`]);
  assert.deepEqual(linesOf(home, [sent(dinner), sent({ ...dinner, urgency: "alarm" })]).map(({ kind }) => kind), ["use", "alert"]);
});

test("ids of clients and people are never shown", () => {
  const cause = (/** @type {any} */ more) => whoOf(home, { ...nobody, kind: Kind.CLIENT, ...more }).name;
  assert.equal(cause({ clientId: "hearth-3781893705" }), "An app");
  assert.equal(cause({ clientId: "the simulated family" }), "The simulated family");
  assert.equal(cause({ clientId: "dashboard" }), "Somebody at a dashboard");
  assert.equal(cause({ clientId: "x", personId: "p1" }), "Anna");
  assert.equal(whoOf(home, /** @type {any} */ ({ ...automation, automationId: "0b1e-gone" })).name, "an automation");
});

test("measurements are only fetched if they are wanted", () => {
  const { traitIds, attributes } = logFilter(/** @type {any} */ (devices), false);
  assert.ok(traitIds.includes(Trait.ON_OFF) && traitIds.includes(Trait.THERMOSTAT) && traitIds.includes(Trait.NOTICES) && !traitIds.includes(Trait.ILLUMINANCE));
  assert.deepEqual(attributes.find(({ traitId }) => traitId === Trait.THERMOSTAT)?.attributeIds, [17, 18, 28]);
  assert.deepEqual(logFilter(/** @type {any} */ (devices), true).traitIds, [Trait.THERMOSTAT, Trait.ILLUMINANCE]);
});
