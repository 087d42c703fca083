import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { SchemaField_Kind as Kind } from "../lib/hearth-v1.js";
import { decode, encode } from "../lib/message.js";
import { TraitType } from "../lib/trait.js";
import { HomeModel } from "../home/model.js";

const onOff = new TraitType(decode("TraitSchema", encode("TraitSchema", {
  id: 6, name: "OnOff",
  attributes: [{ field: { id: 0, name: "onOff", kind: Kind.BOOLEAN } }, { field: { id: 1, name: "time", kind: Kind.UNSIGNED, bits: 16, isNullable: true } }],
})));
/** @type {HomeModel} */
let model;
beforeEach(() => (model = new HomeModel((id) => (id === 6 ? onOff : undefined))));

/** @param {any} message */
const apply = (message) => model.apply(decode("WatchResponse", encode("WatchResponse", message)));
/** @param {import("../lib/trait.js").TraitValues} values */
const state = (values, deviceId = "lamp", traitId = 6) => ({ target: { deviceId, endpoint: 1 }, traitId, attributes: { value: onOff.encodeAttributes(values) } });
/** @param {number} sequence */
const position = (sequence, epoch = 1) => ({ structureId: "home", epoch: BigInt(epoch), sequence: BigInt(sequence) });
/** @param {string[]} ids */
const devices = (...ids) => ids.map((id) => ({ id, structureId: "home", name: id }));
const values = () => ({ ...model.state("lamp", 1, 6)?.values });

function begin() {
  apply({ snapshot: { structures: [{ id: "home", name: "Home" }], rooms: [{ id: "r", structureId: "home" }], devices: devices("lamp", "plug"), states: [state({ onOff: false, time: 5 })] } });
  apply({ snapshotComplete: { positions: [position(10)], events: [{ structureId: "home", number: 3n }] } });
}

test("a report changes only the attributes that it has", () => {
  begin();
  model.changedDevices.clear();
  apply({ report: { position: position(11), states: [state({ onOff: true })], cause: { clientId: "x" }, observedAt: { seconds: 5n, nanos: 6_000_000 } } });
  assert.deepEqual(values(), { onOff: true, time: 5 });
  assert.deepEqual([...model.changedDevices], ["lamp"]);
  const entry = model.state("lamp", 1, 6);
  assert.deepEqual([entry?.changedAt, entry?.cause?.clientId], [5006, "x"]);
  apply({ report: { position: position(12), states: [state({ time: null })] } });
  assert.deepEqual(values(), { onOff: true, time: null });
  assert.equal(model.positions.get("home")?.sequence, 12n);
});

test("reports seen before are ignored, but not those without a position", () => {
  begin();
  apply({ report: { position: position(9), states: [state({ onOff: true })] } });
  assert.equal(values()["onOff"], false);
  apply({ report: { position: position(10), states: [state({ onOff: true })] } });
  assert.equal(values()["onOff"], true);
  apply({ report: { position: position(3, 2), states: [state({ onOff: false })] } });
  assert.equal(values()["onOff"], false);
});

test("objects are added, changed and removed", () => {
  begin();
  apply({ report: { position: position(11), objects: [{ device: { id: "lamp", structureId: "home", name: "Desk" } }, { removedDeviceId: "plug" }, { removedRoomId: "r" }] } });
  assert.deepEqual([...model.devices.values()].map((device) => device.name), ["Desk"]);
  assert.equal(model.rooms.size, 0);
  apply({ report: { objects: [{ removedStructureId: "home" }] } });
  assert.equal(model.devices.size + model.structures.size, 0);
  assert.equal(model.state("lamp", 1, 6), undefined);
});

test("a resync removes missing objects only at its end", () => {
  begin();
  apply({ resync: { structureId: "home", reason: 2 } });
  assert.equal(model.devices.size, 2);
  apply({ snapshot: { structures: [{ id: "home" }], devices: devices("lamp"), states: [state({ onOff: true })] } });
  assert.equal(model.devices.size, 2);
  apply({ snapshotComplete: { positions: [position(90)] } });
  assert.deepEqual([...model.devices.keys()], ["lamp"]);
  assert.equal(model.rooms.size, 0);
  // A snapshot is the whole state: attributes that it lacks are removed.
  assert.deepEqual(values(), { onOff: true });
});

test("changes without a schema wait for it, in order", () => {
  /** @type {TraitType | undefined} */
  let type;
  model = new HomeModel(() => type);
  apply({ snapshot: { devices: devices("lamp"), states: [state({ onOff: false, time: 1 })] } });
  apply({ report: { states: [state({ onOff: true })] } });
  assert.deepEqual([...model.unknownTraits], [6]);
  type = onOff;
  model.decodeWaiting();
  assert.deepEqual(values(), { onOff: true, time: 1 });
  assert.equal(model.unknownTraits.size, 0);
});

test("a schema that the hub lacks is not asked for again", () => {
  begin();
  apply({ report: { states: [state({ onOff: true }, "lamp", 7)] } });
  assert.deepEqual([...model.unknownTraits], [7]);
  model.decodeWaiting();
  apply({ report: { states: [state({ onOff: true }, "lamp", 7)] } });
  assert.equal(model.unknownTraits.size, 0);
  assert.deepEqual(model.state("lamp", 1, 7)?.raw, []);
});

test("malformed attributes do not affect other traits", () => {
  begin();
  const broken = { ...state({}), attributes: { value: Uint8Array.of(0xff) } };
  apply({ report: { position: position(11), states: [broken, state({ onOff: true }, "plug")] } });
  assert.equal(values()["onOff"], false);
  assert.equal(model.state("plug", 1, 6)?.values["onOff"], true);
});

test("an event is kept once", () => {
  begin();
  /** @param {number[]} numbers */
  const events = (...numbers) => numbers.map((number) => ({ target: { deviceId: "lamp", endpoint: 1 }, traitId: 59, number: BigInt(number) }));
  apply({ report: { events: events(3, 4, 5) } });
  apply({ report: { events: events(4, 5, 6) } });
  assert.deepEqual(model.events.map((event) => event.number), [4n, 5n, 6n]);
});

test("a report of an automation without its program keeps the program", () => {
  begin();
  apply({ report: { objects: [{ automation: { id: "a", structureId: "home", name: "Night", program: { maxRuns: 3 } } }] } });
  apply({ report: { objects: [{ automation: { id: "a", structureId: "home", name: "Night", isRunning: true } }] } });
  const automation = model.automations.get("a");
  assert.deepEqual([automation?.isRunning, automation?.program?.maxRuns], [true, 3]);
});

test("states that are read later do not undo reported changes", () => {
  begin();
  apply({ report: { position: position(11), observedAt: { seconds: 5n }, states: [state({ time: 9 })] } });
  model.fill(decode("ReadResponse", encode("ReadResponse", { states: [state({ onOff: true, time: 5 }), state({ onOff: true, time: 7 }, "plug")] })).states);
  assert.deepEqual(values(), { onOff: false, time: 9 });
  assert.deepEqual({ ...model.state("plug", 1, 6)?.values }, { onOff: true, time: 7 });
});

test("only traits whose schemas were asked for are dropped", () => {
  begin();
  apply({ report: { position: position(11), states: [state({ time: 1 }, "lamp", 7), state({ time: 2 }, "lamp", 8)] } });
  model.decodeWaiting(new Set([7]));
  assert.deepEqual([...model.unknownTraits], [8]);
  apply({ report: { position: position(12), states: [state({ time: 3 }, "lamp", 7)] } });
  assert.deepEqual([...model.unknownTraits], [8]);
});
