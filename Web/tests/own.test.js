import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { before, test } from "node:test";
import { english } from "./english.js";
import { deedsOf, happeningsOf, happeningWords, statesOf, stateWords } from "../home/automation/phrases.js";
import { linesOf, logFilter } from "../home/happened.js";
import {
  eventInWords, firstOwnValue, flagInWords, isNews, isTrouble, momentInput, momentInWords, momentOf, ownInWords, ownName, pressInWords, quantity,
} from "../home/own.js";
import { allParts, hasUpdate, partsOf } from "../home/parts.js";
import { placeOf, seriesOf, valueName } from "../home/series.js";
import { readers } from "../home/statuses.js";
import * as Trait from "../home/traits.js";
import { Role, SchemaField_Kind as Kind } from "../lib/hearth-v1.js";
import { argumentOf, argumentsIn } from "../ui/controls/actions.js";
import { mayPress, rangeOf } from "../ui/controls/own.js";
import { setText } from "../ui/text.js";

before(() => setText(english, "en-GB"));

/** @param {string | undefined} words */
const plain = (words) => words?.replaceAll("\u00a0", " ");

test("values of own traits have their unit, or the words of their class", () => {
  const cases = /** @type {const} */ ([
    [Trait.READING, { value: 87.25, unit: "km/h" }, "87.25 km/h"], [Trait.READING, { value: 12_345, unit: "" }, "12,345"], [Trait.READING, { value: null, unit: "m" }, "Unknown"],
    [Trait.NUMBER_SETTING, { value: 5, unit: "s" }, "5 s"], [Trait.CHOICE, { value: "Eco" }, "Eco"], [Trait.CHOICE, { value: "" }, "None"],
    [Trait.TEXT_VALUE, { value: null, isSecret: true }, "Not shown"], [Trait.TEXT_VALUE, { value: "x".repeat(200) }, `${"x".repeat(79)}…`],
    [Trait.FLAG, { value: true, deviceClass: "vibration" }, "Vibration detected"], [Trait.FLAG, { value: false, deviceClass: "door" }, "Closed"],
    [Trait.FLAG, { value: true, deviceClass: "toString" }, "Yes"], [Trait.FLAG, { value: null, deviceClass: "door" }, "Unknown"],
    [Trait.MOMENT, { value: "2026-11-29" }, "29 Nov 2026"], [Trait.MOMENT, { value: "07:30:00" }, "07:30"], [Trait.PRESS, {}, undefined], [Trait.NAMED_EVENT, {}, undefined],
  ]);
  for (const [trait, values, words] of cases) assert.equal(plain(ownInWords(trait, values)), words, JSON.stringify(values));
  assert.equal(ownInWords(Trait.READING, undefined), undefined);
  assert.deepEqual([plain(quantity(0.1 + 0.2, "A")), eventInWords("double_press"), eventInWords(undefined)], ["0.3 A", "Double press", "Unknown"]);
  assert.deepEqual([pressInWords({ deviceClass: "restart" }), pressInWords({ deviceClass: "" }), pressInWords(undefined)], ["Restart", "Press", "Press"]);
});

test("each class of flags has two words in each language", () => {
  const flags = Object.entries(english).filter(([key]) => key.startsWith("flag."));
  assert.equal(flags.length, 30);
  for (const [key, words] of flags) assert.match(String(words), /^[^|]+\|[^|]+$/, key);
  // The command line has the same words.
  const swift = readFileSync(new URL("../../Sources/HearthPhrases/State/FlagWords.swift", import.meta.url), "utf8");
  const theirs = Object.fromEntries([...swift.matchAll(/"(\w+)": \("([^"]+)", "([^"]+)"\)/g)].map(([, name, on, off]) => [`flag.${name}`, `${on}|${off}`]));
  const small = (/** @type {string} */ words) => words.split("|").map((one) => one.charAt(0).toLowerCase() + one.slice(1)).join("|");
  assert.deepEqual(theirs, Object.fromEntries(flags.map(([key, words]) => [key, small(String(words))])));
  assert.deepEqual([flagInWords("problem", true), flagInWords("", false)], ["There is a problem", "No"]);
  assert.ok(isTrouble({ value: true, deviceClass: "problem" }) && !isTrouble({ value: false, deviceClass: "problem" }) && !isTrouble({ value: true, deviceClass: "running" }));
  assert.deepEqual([true, false, null].map((value) => isNews({ value, deviceClass: "vibration" })), [true, false, false]);
});

test("a press that changes the network is for those who manage the home", () => {
  const allowed = (/** @type {string} */ deviceClass, /** @type {Role} */ role) => {
    const app = /** @type {any} */ ({ home: {
      trait: () => ({ deviceClass }), devices: { value: new Map([["plug", { structureId: "home" }]]) },
      caller: { value: { role: Role.GUEST, memberships: [{ structureId: "home", role }] } },
    } });
    return mayPress(app, /** @type {any} */ ({ deviceId: "plug", endpoint: 1 }));
  };
  assert.deepEqual([allowed("network", Role.GUEST), allowed("network", Role.ADMINISTRATOR), allowed("restart", Role.GUEST)], [false, true, true]);
});

test("moments are read from inputs and shown without a time zone", () => {
  assert.deepEqual(["07:30", "07:30:15", "2026-11-29T07:30", "2026-11-29", ""].map(momentOf), ["07:30:00", "07:30:15", "2026-11-29T07:30:00", "2026-11-29", undefined]);
  assert.deepEqual([{ hasDate: true, hasTime: false }, { hasDate: false, hasTime: true }, { hasDate: true, hasTime: true }].map(momentInput), ["date", "time", "datetime-local"]);
  assert.match(momentInWords("2026-11-29T23:59:00"), /^29 Nov 2026.*23:59$/);
  assert.deepEqual(["soon", "2026-99-99", ""].map(momentInWords), ["soon", "2026-99-99", ""]);
});

test("a number has a slider if its steps are few, and a field otherwise", () => {
  assert.deepEqual(rangeOf({ minimum: 0, maximum: 10, step: 0.5, mode: "auto" }), { min: 0, max: 10, step: 0.5, isSlider: true });
  assert.deepEqual(rangeOf({ minimum: 0, maximum: 10, step: 0, mode: "slider" }), { min: 0, max: 10, step: 0.1, isSlider: true });
  assert.equal(rangeOf({ minimum: 0, maximum: 10, step: 1, mode: "box" })?.isSlider, false);
  assert.equal(rangeOf({ minimum: 0, maximum: 1e9, step: 1, mode: "auto" })?.isSlider, false);
  for (const values of [{}, undefined, { minimum: 5, maximum: 5 }, { minimum: NaN, maximum: 1 }]) assert.equal(rangeOf(values), undefined);
});

test("forms begin with the current value, else with a possible one", () => {
  assert.deepEqual(firstOwnValue(Trait.NUMBER_SETTING, { value: 3 }), { double: 3 });
  assert.deepEqual(firstOwnValue(Trait.NUMBER_SETTING, { value: null, minimum: 2 }), { double: 2 });
  assert.deepEqual(firstOwnValue(Trait.CHOICE, { value: null, options: ["A", "B"] }), { text: "A" });
  assert.deepEqual(firstOwnValue(Trait.MOMENT, { hasDate: false, hasTime: true }), { text: "07:00:00" });
  assert.equal(firstOwnValue(Trait.ON_OFF, {}), undefined);
});

/** The traits of a device's endpoints, by their labels. @type {Record<string, Record<number, any>>} */
const car = {
  Speed: { [Trait.READING]: { value: 87, unit: "km/h", deviceClass: "speed" } },
  Alarm: { [Trait.FLAG]: { value: true, deviceClass: "tamper" } },
  Range: { [Trait.READING]: { value: 240, unit: "km", deviceClass: "distance" } },
  Limit: { [Trait.NUMBER_SETTING]: { value: 50, unit: "km/h", minimum: 0, maximum: 200, step: 5 } },
  Mode: { [Trait.CHOICE]: { value: "Eco", options: ["Eco", "Sport"], isSettable: true } },
  Horn: { [Trait.PRESS]: { deviceClass: "", acceptedCommandList: [0] } },
  Keys: { [Trait.NAMED_EVENT]: { types: ["unlock_pressed", "lock"] } },
};
/** @param {typeof car} parts */
function homeOf(parts) {
  const endpoints = Object.entries(parts).map(([label, traits], index) => ({
    id: index + 1, name: "", deviceTypes: [], tags: [{ vendorId: 0xfff0, namespaceId: 0, tag: 0, label }], traits: Object.keys(traits).map((id) => ({ id: Number(id) })),
  }));
  const device = /** @type {any} */ ({ id: "car", name: "Car", structureId: "s", roomId: "", endpoints });
  const field = { id: 0, name: "value", kind: Kind.DOUBLE, unit: "", isList: false, isNullable: true };
  const schema = (/** @type {number} */ id) => ({
    id, name: "Own", schema: { id, attributes: [{ field: { ...field, kind: id === Trait.FLAG ? Kind.BOOLEAN : Kind.DOUBLE } }], enums: [], structs: [], bitmaps: [] },
    attributes: { byName: new Map([["value", { schema: field }]]) },
    decodeAttributes: (/** @type {any} */ values) => values, decodeStruct: (/** @type {any} */ _, /** @type {any} */ values) => values,
    events: new Map([[0, { name: "Fired", payload: { fields: [] } }]]),
  });
  const home = /** @type {any} */ ({
    device: () => device, devices: { value: new Map([["car", device]]) }, structures: { value: new Map() }, people: { value: new Map() }, automations: { value: new Map() }, rooms: { value: new Map() },
    trait: (/** @type {string} */ _, /** @type {number} */ endpoint, /** @type {number} */ trait) => Object.values(parts)[endpoint - 1]?.[trait],
    schemas: { get: schema }, events: { value: [] }, reportedAt: () => undefined,
  });
  return { home, device };
}

test("a device of readings has one tile, and one of commands a tile for each", () => {
  const { home, device } = homeOf(car);
  const parts = partsOf(device);
  assert.deepEqual(parts.map(({ kind, endpoint, isWhole }) => [kind, endpoint, isWhole]), [["reading", 1, true]]);
  const said = (/** @type {import("../home/parts.js").Part} */ part) => {
    const { value, text = "", isOn, trouble } = readers[part.kind]?.((trait) => home.trait("car", part.endpoint, trait), part, home) ?? {};
    return [value, text, isOn, trouble].map((one) => (typeof one === "string" ? plain(one) : one));
  };
  assert.deepEqual(parts.map(said), [["87 km/h", "Speed · Somebody interferes with it · Range 240 km", false, undefined]]);
  assert.deepEqual(allParts(device).map((part) => said(part).slice(0, 2)), [
    ["87 km/h", ""], [undefined, "Somebody interferes with it"], ["240 km", ""], ["50 km/h", ""], [undefined, "Eco"], [undefined, "Ready"], [undefined, "Ready"],
  ]);
  assert.equal(said(allParts(device)[1] ?? /** @type {any} */ ({}))[3], "Somebody interferes with it");
  const remote = homeOf({ Up: { [Trait.PRESS]: {} }, Down: { [Trait.PRESS]: {} } });
  assert.deepEqual(partsOf(remote.device).map(({ kind, label }) => [kind, label]), [["press", "Up"], ["press", "Down"]]);
  // Another sensor keeps its tile.
  const mixed = homeOf({ Setting: { [Trait.NUMBER_SETTING]: {} }, Motion: { [Trait.OCCUPANCY]: {} } });
  assert.deepEqual(partsOf(mixed.device).map(({ kind, endpoint }) => [kind, endpoint]), [["motion", 2]]);
});

test("an update is one part of a device's page, and shown while it can be installed", () => {
  const update = (/** @type {string} */ value) => ({ [Trait.OTA_REQUESTOR]: {}, [Trait.TEXT_VALUE]: { value, isSettable: false }, [Trait.PRESS]: { deviceClass: "update" } });
  for (const [version, words] of [["", "Up to date"], ["2.1", "Version 2.1 can be installed"]]) {
    const { home, device } = homeOf(/** @type {any} */ ({ Speed: car.Speed, Update: update(String(version)) }));
    const parts = allParts(device);
    const part = /** @type {import("../home/parts.js").Part} */ (parts[1]);
    assert.deepEqual(parts.map(({ kind }) => kind), ["reading", "update"]);
    assert.deepEqual(partsOf(device).map(({ kind }) => kind), ["reading"]);
    assert.equal(hasUpdate(home, part), version !== "");
    assert.equal(readers.update?.((trait) => home.trait("car", 2, trait), part, home).text, words);
    const [tile] = partsOf(device);
    assert.equal(tile && readers.reading?.((trait) => home.trait("car", 1, trait), tile, home).text.includes("2.1"), false);
  }
});

test("a firmware's actions are one part of a device's page, with a form for each", () => {
  const { home, device } = homeOf(/** @type {any} */ ({ Speed: car.Speed, Actions: { [Trait.DEVICE_ACTIONS]: { actionList: [] } } }));
  assert.deepEqual([partsOf(device), allParts(device)].map((parts) => parts.map(({ kind }) => kind)), [["reading"], ["reading", "actions"]]);
  assert.equal(readers.actions?.((trait) => home.trait("car", 2, trait), /** @type {any} */ (allParts(device)[1]), home).text, "Ready");
  assert.deepEqual(argumentsIn("song: text, loud: boolean?, pins: integers, cut: int"), [
    { name: "song", type: "text", isOptional: false }, { name: "loud", type: "boolean", isOptional: true }, { name: "pins", type: "integers", isOptional: false },
  ]);
  assert.deepEqual(argumentsIn(""), []);
  const typed = /** @type {const} */ ([
    ["boolean", "true", true], ["integer", "-2", -2], ["number", "0.5", 0.5], ["number", "much", "much"], ["number", "", ""], ["text", "12", "12"],
    ["booleans", "true, false", [true, false]], ["integers", "1,2", [1, 2]], ["numbers", "", []], ["texts", "a, 1", ["a", "1"]],
  ]);
  for (const [type, text, value] of typed) assert.deepEqual(argumentOf(type, text), value, `${type} ${text}`);
});

test("a value with the name of its endpoint is named once", () => {
  const { home } = homeOf({ Temperature: { [Trait.TEMPERATURE]: {} }, Cellar: { [Trait.TEMPERATURE]: {} } });
  assert.deepEqual([1, 2].map((endpoint) => valueName(home, placeOf("car", endpoint, Trait.TEMPERATURE, 0))), ["Temperature", "Cellar: Temperature"]);
});

test("histories have the unit and the name of their endpoint", () => {
  const { home, device } = homeOf(car);
  const series = seriesOf(home, placeOf("car", 3, Trait.READING, 0));
  assert.deepEqual([series?.kind, series?.symbol, plain(series?.words(12.5))], ["number", "km", "12.5 km"]);
  assert.deepEqual([valueName(home, placeOf("car", 3, Trait.READING, 0)), valueName(home, placeOf("car", 2, Trait.FLAG, 0))], ["Range", "Alarm"]);
  const flag = seriesOf(home, placeOf("car", 2, Trait.FLAG, 0));
  assert.deepEqual([flag?.kind, flag?.words(1), flag?.words(0)], ["boolean", "Somebody interferes with it", "Not interfered with"]);
  assert.deepEqual([ownName({ ...device.endpoints[0], tags: [] }, "reading", { deviceClass: "distance" }), ownName(undefined, "flag", { deviceClass: "door" })], ["Distance", "State"]);
});

test("automations have phrases for own traits", () => {
  const { home } = homeOf(car);
  const states = statesOf(home, "car");
  assert.deepEqual(states.map((one) => stateWords(home, "car", one, false)), [
    "Speed is above", "Speed is below", "Speed is between", "Alarm: Somebody interferes with it", "Alarm: Not interfered with", "Range is above", "Range is below", "Range is between",
    "Limit is above", "Limit is below", "Limit is between", "Mode is", "Mode is not",
  ]);
  assert.deepEqual(happeningsOf(home, "car").map((one) => [happeningWords(one), one.happening.text]),
    [["Keys: happens: Unlock pressed", "unlock_pressed"], ["Keys: happens: Lock", "lock"], ["Keys: anything happens", undefined]]);
  const deeds = (/** @type {number} */ trait) => deedsOf({ endpoint: 1, kind: "other", traits: new Set([trait]) }).map(({ deed }) => [deed.name, deed.commandId ?? deed.field]);
  assert.deepEqual([Trait.NUMBER_SETTING, Trait.CHOICE, Trait.MOMENT, Trait.PRESS, Trait.READING].map(deeds), [[["setTo", 0]], [["setTo", 0]], [["setTo", 0]], [["press", 0]], []]);
});

test("the log has a sentence for each change of an own trait, and none for noise", () => {
  const { home, device } = homeOf(car);
  let sequence = 0;
  const report = (/** @type {number} */ endpoint, /** @type {number} */ traitId, /** @type {any} */ values, /** @type {any} */ cause = { kind: 0, clientId: "", automationId: "" }) => ({
    position: { epoch: 1n, sequence: BigInt((sequence += 1)) }, observedAt: { seconds: BigInt(sequence * 100), nanos: 0 }, cause, objects: [], events: [],
    states: [{ target: { deviceId: "car", endpoint }, traitId, attributes: { value: values } }],
  });
  const anna = { kind: 0, clientId: "", automationId: "", personId: "p", personName: "Anna" };
  const reports = [
    report(1, Trait.READING, { value: 80 }), report(1, Trait.READING, { value: 81 }), report(1, Trait.READING, { value: 120 }),
    report(2, Trait.FLAG, { value: false }), report(2, Trait.FLAG, { value: true }), report(2, Trait.FLAG, { value: true }),
    report(4, Trait.NUMBER_SETTING, { value: 60 }, anna), report(5, Trait.CHOICE, { value: "Sport" }), report(5, Trait.CHOICE, { value: null }),
    { ...report(7, Trait.NAMED_EVENT, {}), states: [], events: [{ target: { deviceId: "car", endpoint: 7 }, traitId: Trait.NAMED_EVENT, eventId: 0, number: 1n, payload: { value: { type: "unlock_pressed" } } }] },
  ];
  const lines = linesOf(home, /** @type {any} */ (reports.reverse())).reverse();
  assert.deepEqual(lines.map(({ kind, words }) => [kind, plain(words)]), [
    ["value", "Speed, Car: 120 km/h"], ["use", "Alarm, Car: Not interfered with"], ["alert", "Alarm, Car: Somebody interferes with it"],
    ["use", "Anna set Limit, Car to 60 km/h"], ["use", "Mode, Car: Sport"], ["use", "Keys, Car: Unlock pressed"],
  ]);
  const { traitIds, attributes } = logFilter([device], false);
  assert.ok(!traitIds.includes(Trait.READING) && traitIds.includes(Trait.FLAG));
  assert.deepEqual(attributes.find(({ traitId }) => traitId === Trait.CHOICE)?.attributeIds, [0]);
});
