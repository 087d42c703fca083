import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { editable, insertNode, movedNode, partsOfGraph, readersBefore, renumbered, settled, withoutStarter, withReader, withStarter } from "../home/automation/graph.js";
import { readSchedule, scheduleInWords, scheduleStarter, timeTrait } from "../home/automation/schedule.js";
import { sceneDevices, sceneGraph } from "../home/automation/scene.js";
import { readText } from "../home/automation/read-text.js";
import { TextError } from "../home/automation/scanner.js";
import { AutomationText } from "../home/automation/text.js";
import { comparisonExpression, givenValue, lacksBits, readComparison, valueText } from "../home/automation/values.js";
import { quoted, spanInWords } from "../home/automation/words.js";
import { nodesOf } from "../home/runs.js";
import { AutomationOperator as Operator } from "../lib/hearth-v1-more.js";
import { SchemaField_Kind as Kind } from "../lib/hearth-v1.js";
import { decode, encode } from "../lib/message.js";
import { setText } from "../ui/text.js";

const sentencesOf = (/** @type {string} */ name) => JSON.parse(readFileSync(new URL(`../text/${name}.json`, import.meta.url), "utf8"));
setText({ ...sentencesOf("en"), ...sentencesOf("en.automations") }, "en");

/** @typedef {import("../lib/hearth-v1.js").AutomationNode} AutomationNode */

/** @param {number} id @param {string} name @param {number} kind @param {object} more */
const field = (id, name, kind, more = {}) => /** @type {any} */ ({ id, name, kind, bits: 16, typeIndex: 0, isList: false, isNullable: false, isOptional: false, isFabricSensitive: false, unit: "", ...more });
/** @param {number} id @param {string} name @param {any[]} fields @param {object} more */
const schema = (id, name, fields, more = {}) => /** @type {any} */ ({
  id, name, vendor: "", package: "", revision: 1, features: [], enums: [], bitmaps: [], structs: [], commands: [], events: [],
  attributes: fields.map((one) => ({ field: one, read: 1, write: 0, isTimedWrite: false, isQuieterReported: false })), ...more,
});
const schemas = new Map([
  schema(6, "OnOff", [field(0, "onOff", Kind.BOOLEAN)], { commands: [{ id: 0, name: "Off", methodName: "off" }, { id: 1, name: "On", methodName: "on" }] }),
  schema(0x402, "TemperatureMeasurement", [field(0, "measuredValue", Kind.SIGNED, { unit: "0.01 °C", isNullable: true })]),
  schema(0x406, "OccupancySensing", [field(0, "occupancy", Kind.BITMAP)], { bitmaps: [{ name: "OccupancyBitmap", bits: 8, fields: [{ name: "occupied", value: 1n }] }] }),
  schema(0x101, "DoorLock", [field(0, "lockState", Kind.ENUM)], { enums: [{ name: "LockState", bits: 8, constants: [{ name: "locked", value: 1n }, { name: "unlocked", value: 2n }] }] }),
  schema(timeTrait, "Time", [field(0, "currentTime", Kind.STRUCT)], { structs: [{ name: "TimeOfDay", fields: [field(0, "hours", Kind.UNSIGNED), field(1, "minutes", Kind.UNSIGNED)] }] }),
].map((one) => [one.id, one]));
const devices = new Map([["lamp", "Lamp"], ["lamp2", "lamp"], ["door", 'Door "A"'], ["sensor", "Sensor"]]);
/** @type {import("../home/automation/text.js").Names} */
const names = { structureId: "house", schema: (id) => schemas.get(id), name: (kind, id) => (kind === "device" ? devices.get(id) : kind === "room" ? "Hall" : undefined) };

/** @param {string} deviceId @param {number} traitId */
const trait = (deviceId, traitId, endpoint = deviceId === "house" ? 0 : 1) => ({ target: { deviceId, endpoint }, deviceType: 0, traitId });
/** @param {number} id @param {string} deviceId @param {number} commandId @returns {AutomationNode} */
const act = (id, deviceId, commandId = 1) => ({ id, action: { trait: trait(deviceId, 6), commandId, arguments: [], retries: 0, stopsOnFailure: false } });
/** @param {number} nodeId @param {number} operator @param {import("../lib/hearth-v1.js").Value} constant */
const compare = (nodeId, operator, constant) => ({ operation: { operator: /** @type {1} */ (operator), operands: [{ field: { nodeId, path: [0] } }, { constant }] } });
/** @param {...AutomationNode} nodes @returns {AutomationNode} */
const flow = (...nodes) => ({ id: 1, sequential: { nodes } });
/** @param {AutomationNode} root */
const textOf = (root) => new AutomationText(root, names).text;

test("a graph reads as the hub's own text form has it", () => {
  const root = flow(
    { id: 2, select: { nodes: [
      { id: 3, starter: { trait: trait("door", 0x101), parameters: [], causes: [2], becomes: compare(3, Operator.EQUALS, { unsigned: 2n }) } },
      { id: 4, starter: scheduleStarter({ days: [2, 6], sun: { type: 2, offset: -1800 } }, "house") },
      { id: 5, manualStarter: {} },
    ] } },
    { id: 6, stateReader: trait("house", timeTrait) },
    { id: 7, condition: { strict: true, hold: { seconds: 300n, nanos: 0 }, expression: { operation: { operator: Operator.BETWEEN, operands: [
      { field: { nodeId: 6, path: [0] } },
      ...[[16n, 0n], [2n, 5n]].map(([hours = 0n, minutes = 0n]) => ({ constant: { structure: { fields: [{ id: 0, value: { unsigned: hours } }, { id: 1, value: { unsigned: minutes } }] } } })),
    ] } } } },
    { id: 8, ifChain: { branches: [{ condition: compare(3, Operator.NOT_EQUALS, { unsigned: 1n }), node: { id: 9, sequential: { nodes: [act(10, "lamp"), act(11, "lamp2", 0)] } } }], otherwise: { id: 12, delay: { seconds: 90n, nanos: 0 } } } },
  );
  assert.equal(textOf(root), `uses:
  "Door \\"A\\"" = device door
  "Lamp" = device lamp
  "lamp (2)" = device lamp2

steps:
  any of:
    when "Door \\"A\\"" DoorLock changes caused by client so that its lockState = unlocked
    every monday, friday 30 min before sunset
    when started by hand
  read home Time
  only if home Time.currentTime between 16:00 and 2:05 stays strictly true for 5 min
  if "Door \\"A\\"" DoorLock.lockState != locked:
    "Lamp" OnOff.on
    "lamp (2)" OnOff.off
  else:
    wait 1 min 30 s`);
});

test("what two nodes read is told apart by numbers", () => {
  const root = flow({ id: 2, starter: { trait: trait("sensor", 0x402), parameters: [], causes: [] } }, { id: 20, stateReader: trait("sensor", 0x402) },
    { id: 21, condition: { strict: false, expression: compare(20, Operator.LESS_THAN, { signed: -5n }) } });
  assert.match(textOf(root), /@20 read "Sensor" TemperatureMeasurement\n {2}only if @20\.measuredValue < -5$/);
});

const lookup = { ...names, schemas: () => schemas.values(), objects: (/** @type {string} */ kind) => (kind === "device" ? [...devices].map(([id, name]) => ({ id, name })) : []) };
/** @param {string} text @returns {string} what is wrong, and where */
function complaint(text) {
  try {
    readText(text, lookup);
    return "";
  } catch (error) {
    if (!(error instanceof TextError)) throw error;
    return `${error.line}:${error.column} ${error.message}`;
  }
}

test("what was written is read again as it was, numbers and all", () => {
  const text = `uses:
  "Lamp" = device lamp

steps:
  any of:
    @7 when "Sensor" TemperatureMeasurement changes caused by client, hub so that its measuredValue between -5 and 2150
    when "Door \\"A\\"" DoorLock changes
    every time of "0 0 12 ? * MON"
    every sunday, monday at 7:05
  @12 read "Sensor" TemperatureMeasurement
  only if (@7.measuredValue + 3) * 2 < 17 - -4 or not (@12.measuredValue = null and $x) stays true for 5 min
  not again within 1 h 30 min
  let $x = isOnline(@12.measuredValue)
  at the same time:
    "Lamp" OnOff.on or retry 3 times after 10 s
    all in home as OnOffLight OnOff.off or stop
  if "Door \\"A\\"" DoorLock.lockState != locked:
    nothing
  else if $x > 0.5:
    wait at most 5 min until $x or:
      when "Door \\"A\\"" DoorLock changes
    put back
  else:
    kept 0818a20603010203`;
  const graph = readText(text, lookup);
  const again = new AutomationText(graph, names).text;
  assert.deepEqual(encode("AutomationNode", readText(again, lookup)), encode("AutomationNode", graph));
  assert.equal(again.slice(again.indexOf("steps:")), text.slice(text.indexOf("steps:")));
});

test("a text that can't be read says where, and what to write", () => {
  assert.match(complaint(""), /^1:1 There are no steps/);
  assert.match(complaint('steps:\n  "Sensor" OnOff.jump'), /^2:22 OnOff has no command “jump”/);
  assert.match(complaint('steps:\n  "Nobody" OnOff.on'), /^2:3 Nothing is called “Nobody”/);
  assert.match(complaint('steps:\n  "lamp" OnOff.on'), /^$/);
  assert.match(complaint('steps:\n  "LAMP" OnOff.on'), /^2:3 Several are called/);
  assert.match(complaint('steps:\n  only if "Sensor" TemperatureMeasurement.measuredValue < 3'), /^2:11 No line reads this/);
  assert.match(complaint('steps:\n  read "Door \\"A\\"" DoorLock\n  only if "Door \\"A\\"" DoorLock.lockState = ajar'), /^3:45 “ajar” is none of the values. They are locked, unlocked/);
  assert.match(complaint("steps:\n  wait 5"), /^2:9 Say the unit/);
  assert.match(complaint("steps:\n  wait 5 min\n    wait 1 min"), /^3:5 Line 2 holds no other lines/);
  assert.match(complaint("steps:\n\twait 5 min"), /^2:2 Set lines in with blanks/);
  assert.match(complaint("steps:\n  jump"), /^2:3 This line begins with nothing that is known/);
  assert.match(complaint(`steps:\n  only if ${"(".repeat(100)}1`), /More than 64/);
  assert.match(complaint("steps:\n  else"), /begins with nothing/);
});

test("numbers in the order of the lines go without saying", () => {
  const root = flow({ id: 9, starter: { trait: trait("sensor", 0x402), parameters: [], causes: [], becomes: compare(9, Operator.LESS_THAN, { signed: 3n }) } },
    { id: 5, condition: { strict: false, expression: compare(9, Operator.LESS_THAN, { signed: 1n }) } }, act(7, "lamp"));
  assert.match(textOf(root), /@9 when/);
  const fresh = renumbered(root);
  assert.doesNotMatch(textOf(fresh), /@/);
  assert.deepEqual(nodesOf(fresh).map((node) => node.id), [1, 2, 3, 4]);
  assert.equal(nodesOf(fresh)[1]?.starter?.becomes?.operation?.operands[0]?.field?.nodeId, 2);
});

test("a node of a newer version is kept, bytes and all", () => {
  const bytes = new Uint8Array([...encode("AutomationNode", { id: 7 }), 0xa2, 0x06, 3, 1, 2, 3]);
  const program = editable(/** @type {any} */ ({ graph: decode("AutomationNode", encode("AutomationNode", flow(act(2, "lamp")))) }));
  const graph = insertNode(program.graph, 1, 1, decode("AutomationNode", bytes));
  const again = nodesOf(decode("AutomationNode", encode("AutomationNode", movedNode(graph, 7, -1)))).find((node) => node.id === 7);
  assert.deepEqual(encode("AutomationNode", /** @type {AutomationNode} */ (again)), bytes);
  assert.match(textOf(graph), /kept 0807a20603010203/);
});

test("starters come and go, alone or several", () => {
  const one = withStarter(flow(act(2, "lamp")), { id: 3, manualStarter: {} });
  assert.deepEqual(partsOfGraph(one).when.map((node) => node.id), [3]);
  const two = withStarter(one, { id: 4, starter: scheduleStarter({ days: [], clock: { hours: 7, minutes: 0 } }, "house") });
  assert.deepEqual(partsOfGraph(two).when.map((node) => node.id), [3, 4]);
  assert.deepEqual(withoutStarter(two, 4), one);
  assert.deepEqual(withoutStarter(one, 3), flow(act(2, "lamp")));
});

test("a condition gets a reader before it, and takes one that is there", () => {
  const condition = (/** @type {number} */ id, /** @type {number} */ reader) => ({ id, condition: { strict: false, expression: compare(reader, Operator.LESS_THAN, { signed: 1n }) } });
  const bare = flow({ id: 2, manualStarter: {} }, condition(3, 0), act(4, "lamp"));
  const first = withReader(bare, 3, trait("sensor", 0x402));
  assert.deepEqual(first.root.sequential?.nodes.map((node) => node.id), [2, first.reader, 3, 4]);
  assert.equal(withReader(first.root, 4, trait("sensor", 0x402)).reader, first.reader);
  assert.notEqual(withReader(first.root, 4, trait("sensor", 0x402, 2)).reader, first.reader);
  assert.equal(partsOfGraph(first.root).thenIndex, 3);
});

test("what is beside or inside is not read before", () => {
  const read = (/** @type {number} */ id) => ({ id, stateReader: trait("sensor", 0x402) });
  const root = flow({ id: 2, parallel: { nodes: [read(3), act(4, "lamp")] } }, { id: 5, ifChain: { branches: [{ condition: {}, node: flow(read(6)) }] } }, act(7, "lamp"));
  assert.deepEqual([readersBefore(root, 4), readersBefore(root, 7)], [[], []]);
});

test("a node that moves before its reader gets another, and a reader of no use goes", () => {
  const former = flow({ id: 2, manualStarter: {} }, act(3, "lamp"), { id: 4, stateReader: trait("sensor", 0x402) },
    { id: 5, condition: { strict: false, expression: compare(4, Operator.LESS_THAN, { signed: 1n }) } });
  const moved = settled(movedNode(former, 5, -1), former);
  const nodes = moved.sequential?.nodes ?? [];
  assert.deepEqual(nodes.map((node) => (node.stateReader ? "read" : node.condition ? "only if" : node.action ? "act" : "start")), ["start", "read", "only if", "act"]);
  assert.equal(nodes[2]?.condition?.expression?.operation?.operands[0]?.field?.nodeId, nodes[1]?.id);
  const untouched = flow({ id: 2, manualStarter: {} }, { id: 3, stateReader: trait("sensor", 0x402) });
  assert.equal(settled(untouched, untouched), untouched);
});

test("times of day and of the sun go there and back", () => {
  for (const schedule of [{ days: [], clock: { hours: 23, minutes: 5 } }, { days: [1, 7], sun: { type: /** @type {const} */ (1), offset: 900 } }, { days: [], sun: { type: /** @type {const} */ (2), offset: 0 } }])
    assert.deepEqual(readSchedule(scheduleStarter(schedule, "house"), "house"), schedule);
  assert.equal(scheduleInWords(scheduleStarter({ days: [1], clock: { hours: 7, minutes: 5 } }, "house"), "house"), "every sunday at 7:05");
  // What has more to it is no form's business.
  const limited = scheduleStarter({ days: [], sun: { type: 1, offset: 0 } }, "house");
  assert.equal(readSchedule({ ...limited, parameters: [...limited.parameters, { id: 3, value: { unsigned: 1n } }] }, "house"), undefined);
  assert.equal(readSchedule({ ...limited, causes: [2] }, "house"), undefined);
});

test("comparisons go there and back, and what is more than one is left alone", () => {
  const traitOf = () => trait("sensor", 0x402);
  for (const operator of [Operator.LESS_THAN, Operator.HAS_BITS, lacksBits, Operator.EQUALS]) {
    const comparison = { trait: trait("sensor", 0x402), attributeId: 0, operator, values: [{ signed: 3n }] };
    assert.deepEqual(readComparison(comparisonExpression(comparison, 4), traitOf), comparison);
  }
  assert.equal(readComparison({ operation: { operator: Operator.NOT, operands: [{ field: { nodeId: 1, path: [0] } }] } }, traitOf)?.values[0]?.boolean, false);
  assert.equal(readComparison({ operation: { operator: Operator.LESS_THAN, operands: [{ field: { nodeId: 1, path: [0] } }, { variable: "x" }] } }, traitOf), undefined);
  assert.equal(readComparison({ field: { nodeId: 1, path: [0, 1] } }, traitOf), undefined);
});

test("values are given in the units of people", () => {
  const type = { schema: schema(1, "A", []), field: field(0, "a", Kind.SIGNED, { unit: "0.01 °C" }) };
  assert.deepEqual(givenValue(type, "19.57"), { signed: 1957n });
  assert.equal(valueText(type, { signed: 1957n }), "19.57");
  assert.equal(givenValue(type, "warm"), undefined);
  assert.equal(givenValue({ ...type, field: field(0, "a", Kind.UNSIGNED) }, "-1"), undefined);
  const light = { ...type, field: field(0, "a", Kind.UNSIGNED, { unit: "10000·log10(lx)+1" }) };
  assert.equal(valueText(light, givenValue(light, "50")), "50");
  assert.deepEqual(givenValue({ ...type, field: field(0, "a", Kind.UNSIGNED, { isNullable: true }) }, ""), { null: true });
});

test("spans and quotes are as the text form has them", () => {
  assert.equal(spanInWords({ seconds: 93_784n, nanos: 500_000_000 }), "1 d 2 h 3 min 4 s 500 ms");
  assert.equal(spanInWords(undefined), "0 s");
  assert.equal(quoted('a"b\\\n\u202e\u0007'), '"a\\"b\\\\\\n\\u{202e}\\u{7}"');
});

test("a scene is made of devices, and says which", () => {
  const actions = [[act(0, "lamp").action, act(0, "lamp").action], [act(0, "lamp2", 0).action]].map((all) => all.flatMap((one) => one ?? []));
  const root = sceneGraph(undefined, actions);
  const ids = nodesOf(root).map((node) => node.id);
  assert.equal(new Set(ids).size, ids.length);
  assert.deepEqual([...(sceneDevices(root) ?? [])], ["lamp", "lamp2"]);
  const anew = sceneGraph(withStarter(root, { id: 90, manualStarter: {} }), actions.slice(1));
  assert.deepEqual(partsOfGraph(anew).when.length, 2);
  assert.equal(new Set(nodesOf(anew).map((node) => node.id)).size, nodesOf(anew).length);
  assert.equal(sceneDevices(flow({ id: 2, manualStarter: {} }, { id: 3, delay: { seconds: 1n, nanos: 0 } })), undefined);
});
