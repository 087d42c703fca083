import assert from "node:assert/strict";
import { test } from "node:test";
import { editable, insertNode, movedNode, partsOfGraph, readersBefore, renumbered, settled, withReader } from "../home/automation/graph.js";
import { readSchedule, scheduleStarter } from "../home/automation/schedule.js";
import { withoutStarter, withStarter } from "../home/automation/starters.js";
import { presentActions, sceneDevices, sceneGraph } from "../home/automation/scene.js";
import { comparisonExpression, givenValue, lacksBits, readComparison, valueText } from "../home/automation/values.js";
import { nodesOf } from "../home/nodes.js";
import { FAN_CONTROL, ON_OFF, THERMOSTAT } from "../home/traits.js";
import { AutomationOperator as Operator } from "../lib/hearth-v1-more.js";
import { SchemaField_Kind as Kind } from "../lib/hearth-v1.js";
import { decode, encode } from "../lib/message.js";
import { byRoom } from "../ui/automation/fields.js";
import { setText } from "../ui/text.js";
import { english } from "./english.js";

/** @typedef {import("../lib/hearth-v1.js").AutomationNode} AutomationNode */

/** @param {number} id @param {string} name @param {number} kind @param {object} more */
const field = (id, name, kind, more = {}) => /** @type {any} */ ({ id, name, kind, bits: 16, typeIndex: 0, isList: false, isNullable: false, isOptional: false, isFabricSensitive: false, unit: "", ...more });
/** @param {number} id @param {string} name @param {any[]} fields @param {object} more */
const schema = (id, name, fields, more = {}) => /** @type {any} */ ({
  id, name, vendor: "", package: "", revision: 1, features: [], enums: [], bitmaps: [], structs: [], commands: [], events: [],
  attributes: fields.map((one) => ({ field: one, read: 1, write: 0, isTimedWrite: false, isQuieterReported: false })), ...more,
});
/** @param {string} deviceId @param {number} traitId */
const trait = (deviceId, traitId, endpoint = deviceId === "house" ? 0 : 1) => ({ target: { deviceId, endpoint }, deviceType: 0, traitId });
/** @param {number} id @param {string} deviceId @param {number} commandId @returns {AutomationNode} */
const act = (id, deviceId, commandId = 1) => ({ id, action: { trait: trait(deviceId, 6), commandId, arguments: [], retries: 0, stopsOnFailure: false } });
/** @param {number} nodeId @param {number} operator @param {import("../lib/hearth-v1.js").Value} constant */
const compare = (nodeId, operator, constant) => ({ operation: { operator: /** @type {1} */ (operator), operands: [{ field: { nodeId, path: [0] } }, { constant }] } });
/** @param {...AutomationNode} nodes @returns {AutomationNode} */
const flow = (...nodes) => ({ id: 1, sequential: { nodes } });
test("a new automation's nodes are numbered in the order of its lines", () => {
  const root = flow({ id: 9, starter: { trait: trait("sensor", 0x402), parameters: [], causes: [], becomes: compare(9, Operator.LESS_THAN, { signed: 3n }) } },
    { id: 5, condition: { strict: false, expression: compare(9, Operator.LESS_THAN, { signed: 1n }) } }, act(7, "lamp"));
  const fresh = renumbered(root);
  assert.deepEqual(nodesOf(fresh).map((node) => node.id), [1, 2, 3, 4]);
  assert.equal(nodesOf(fresh)[1]?.starter?.becomes?.operation?.operands[0]?.field?.nodeId, 2);
});

test("a node of a newer version is kept with its unknown fields", () => {
  const bytes = new Uint8Array([...encode("AutomationNode", { id: 7 }), 0xa2, 0x06, 3, 1, 2, 3]);
  const program = editable(/** @type {any} */ ({ graph: decode("AutomationNode", encode("AutomationNode", flow(act(2, "lamp")))) }));
  const graph = insertNode(program.graph, 1, 1, decode("AutomationNode", bytes));
  const again = nodesOf(decode("AutomationNode", encode("AutomationNode", movedNode(graph, 7, -1)))).find((node) => node.id === 7);
  assert.deepEqual(encode("AutomationNode", /** @type {AutomationNode} */ (again)), bytes);
});

test("starters are added and removed, one or several", () => {
  const one = withStarter(flow(act(2, "lamp")), { id: 3, manualStarter: {} });
  assert.deepEqual(partsOfGraph(one).when.map((node) => node.id), [3]);
  const two = withStarter(one, { id: 4, starter: scheduleStarter({ days: [], clock: { hours: 7, minutes: 0 } }, "house") });
  assert.deepEqual(partsOfGraph(two).when.map((node) => node.id), [3, 4]);
  assert.deepEqual(withoutStarter(two, 4), one);
  assert.deepEqual(withoutStarter(one, 3), flow(act(2, "lamp")));
});

test("a condition gets a reader before it, or uses an existing one", () => {
  const condition = (/** @type {number} */ id, /** @type {number} */ reader) => ({ id, condition: { strict: false, expression: compare(reader, Operator.LESS_THAN, { signed: 1n }) } });
  const bare = flow({ id: 2, manualStarter: {} }, condition(3, 0), act(4, "lamp"));
  const first = withReader(bare, 3, trait("sensor", 0x402));
  assert.deepEqual(first.root.sequential?.nodes.map((node) => node.id), [2, first.reader, 3, 4]);
  assert.equal(withReader(first.root, 4, trait("sensor", 0x402)).reader, first.reader);
  assert.notEqual(withReader(first.root, 4, trait("sensor", 0x402, 2)).reader, first.reader);
  assert.equal(partsOfGraph(first.root).thenIndex, 3);
});

test("parallel and inner readers do not count as before a node", () => {
  const read = (/** @type {number} */ id) => ({ id, stateReader: trait("sensor", 0x402) });
  const root = flow({ id: 2, parallel: { nodes: [read(3), act(4, "lamp")] } }, { id: 5, ifChain: { branches: [{ condition: {}, node: flow(read(6)) }] } }, act(7, "lamp"));
  assert.deepEqual([readersBefore(root, 4), readersBefore(root, 7)], [[], []]);
});

test("a node moved before its reader gets another, and unused readers are removed", () => {
  const former = flow({ id: 2, manualStarter: {} }, act(3, "lamp"), { id: 4, stateReader: trait("sensor", 0x402) },
    { id: 5, condition: { strict: false, expression: compare(4, Operator.LESS_THAN, { signed: 1n }) } });
  const moved = settled(movedNode(former, 5, -1), former);
  const nodes = moved.sequential?.nodes ?? [];
  assert.deepEqual(nodes.map((node) => (node.stateReader ? "read" : node.condition ? "only if" : node.action ? "act" : "start")), ["start", "read", "only if", "act"]);
  assert.equal(nodes[2]?.condition?.expression?.operation?.operands[0]?.field?.nodeId, nodes[1]?.id);
  const untouched = flow({ id: 2, manualStarter: {} }, { id: 3, stateReader: trait("sensor", 0x402) });
  assert.equal(settled(untouched, untouched), untouched);
});

test("schedules by clock and sun survive a round trip", () => {
  for (const schedule of [{ days: [], clock: { hours: 23, minutes: 5 } }, { days: [1, 7], sun: { type: /** @type {const} */ (1), offset: 900 } }, { days: [], sun: { type: /** @type {const} */ (2), offset: 0 } }])
    assert.deepEqual(readSchedule(scheduleStarter(schedule, "house"), "house"), schedule);
  // A schedule that a form can't show is not read.
  const limited = scheduleStarter({ days: [], sun: { type: 1, offset: 0 } }, "house");
  assert.equal(readSchedule({ ...limited, parameters: [...limited.parameters, { id: 3, value: { unsigned: 1n } }] }, "house"), undefined);
  assert.equal(readSchedule({ ...limited, causes: [2] }, "house"), undefined);
});

test("comparisons survive a round trip, and other expressions are not read", () => {
  const traitOf = () => trait("sensor", 0x402);
  for (const operator of [Operator.LESS_THAN, Operator.HAS_BITS, lacksBits, Operator.EQUALS]) {
    const comparison = { trait: trait("sensor", 0x402), attributeId: 0, operator, values: [{ signed: 3n }] };
    assert.deepEqual(readComparison(comparisonExpression(comparison, 4), traitOf), comparison);
  }
  assert.equal(readComparison({ operation: { operator: Operator.NOT, operands: [{ field: { nodeId: 1, path: [0] } }] } }, traitOf)?.values[0]?.boolean, false);
  assert.equal(readComparison({ operation: { operator: Operator.LESS_THAN, operands: [{ field: { nodeId: 1, path: [0] } }, { variable: "x" }] } }, traitOf), undefined);
  assert.equal(readComparison({ field: { nodeId: 1, path: [0, 1] } }, traitOf), undefined);
});

test("values are entered in people's units", () => {
  const type = { schema: schema(1, "A", []), field: field(0, "a", Kind.SIGNED, { unit: "0.01 °C" }) };
  assert.deepEqual(givenValue(type, "19.57"), { signed: 1957n });
  assert.equal(valueText(type, { signed: 1957n }), "19.57");
  assert.equal(givenValue(type, "warm"), undefined);
  assert.equal(givenValue({ ...type, field: field(0, "a", Kind.UNSIGNED) }, "-1"), undefined);
  const light = { ...type, field: field(0, "a", Kind.UNSIGNED, { unit: "10000·log10(lx)+1" }) };
  assert.equal(valueText(light, givenValue(light, "50")), "50");
  assert.deepEqual(givenValue({ ...type, field: field(0, "a", Kind.UNSIGNED, { isNullable: true }) }, ""), { null: true });
});

test("a scene is built from devices, and lists them", () => {
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

test("a scene keeps how a fan runs, and leaves that of an air conditioner that is off alone", () => {
  const attributes = { fanMode: 0, percentSetting: 2, percentCurrent: 3, systemMode: 28, onOff: 0 };
  const kind = (/** @type {number} */ id) => /** @type {any} */ ({
    id, schema: { enums: [] }, commands: new Map([["off", { id: 0 }]]),
    attributes: { byName: new Map(Object.entries(attributes).map(([name, number]) => [name, { schema: field(number, name, Kind.UNSIGNED) }])) },
  });
  /** @param {Record<number, Record<string, unknown>>} values by trait @returns {string[]} */
  const kept = (values) => {
    const home = /** @type {any} */ ({ schemas: { get: kind }, trait: (/** @type {string} */ _id, /** @type {number} */ _endpoint, /** @type {number} */ one) => values[one] });
    const device = /** @type {any} */ ({ id: "d", endpoints: [{ id: 1, traits: Object.keys(values).map((id) => ({ id: Number(id) })) }] });
    return presentActions(home, device).flatMap((action) => action.arguments.map((one) => `${action.trait?.traitId}.${one.id}=${/** @type {any} */ (one.value).constant.unsigned}`));
  };
  const speed = (/** @type {number} */ fanMode, /** @type {number | null} */ percentSetting, /** @type {number} */ percentCurrent) => ({ fanMode, percentSetting, percentCurrent });
  assert.deepEqual(kept({ [FAN_CONTROL]: speed(2, 66, 66) }), ["514.2=66"]);
  assert.deepEqual(kept({ [FAN_CONTROL]: speed(0, 0, 0) }), ["514.2=0"]);
  assert.deepEqual(kept({ [FAN_CONTROL]: speed(5, null, 40) }), ["514.0=5"]);
  assert.deepEqual(kept({ [FAN_CONTROL]: speed(3, null, 0) }), []);
  assert.deepEqual(kept({ [ON_OFF]: { onOff: false }, [FAN_CONTROL]: speed(5, null, 0) }), ["514.2=0"]);
  assert.deepEqual(kept({ [THERMOSTAT]: { systemMode: 0 }, [FAN_CONTROL]: speed(0, 0, 0) }), ["513.28=0"]);
  assert.deepEqual(kept({ [THERMOSTAT]: { systemMode: 3 }, [FAN_CONTROL]: speed(5, null, 0) }), ["513.28=3", "514.0=5"]);
});

test("rooms to choose from are sorted as people count", () => {
  setText(english);
  const rooms = ["Room 9", "room 10", "Room 1"].map((name) => ({ id: name, name, structureId: "house" }));
  const devices = rooms.map(({ id }) => ({ device: { id: `lamp of ${id}`, name: "Lamp", structureId: "house", roomId: id } }));
  const app = /** @type {any} */ ({ home: { rooms: { value: new Map(rooms.map((room) => [room.id, room])) } }, overview: { entries: { value: devices } } });
  const shown = byRoom(app, "house", ({ id, name }) => [{ value: id, text: name }]);
  assert.deepEqual(shown.map((one) => ("group" in one ? one.group : "")), ["Room 1", "Room 9", "room 10"]);
});
