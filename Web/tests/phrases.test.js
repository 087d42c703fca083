import assert from "node:assert/strict";
import { before, test } from "node:test";
import { editable, insertNode, partsOfGraph } from "../home/automation/graph.js";
import { truthOf, doubtsOf } from "../home/automation/never.js";
import { deedsOf, groupKinds, happeningsOf, isState, statesOf, stateWords } from "../home/automation/phrases.js";
import { hasSeveral, starterIn, withoutStarter, withStarter, wordsOf, wordsStarter } from "../home/automation/starters.js";
import { deedNode, deedOf } from "../home/automation/together.js";
import { asShown, comparedValue, comparisonExpression, givenValue, lacksBits, operatorsFor, readComparison, valueText } from "../home/automation/values.js";
import { scaleOf } from "../home/scales.js";
import { nodesOf } from "../home/nodes.js";
import { brightness } from "../home/status.js";
import * as Trait from "../home/traits.js";
import { setFahrenheit } from "../home/units.js";
import { AutomationOperator as Operator } from "../lib/hearth-v1-more.js";
import { SchemaField_Kind as Kind } from "../lib/hearth-v1.js";
import { hasText, setText } from "../ui/text.js";
import { english } from "./english.js";

/** @typedef {import("../lib/hearth-v1.js").AutomationNode} AutomationNode */
/** @typedef {import("../lib/hearth-v1.js").AutomationExpression} AutomationExpression */

before(() => setText(english, "en-GB"));

/** @param {number} id @param {number} kind @param {object} more */
const field = (id, kind, more = {}) => /** @type {any} */ ({ id, name: `a${id}`, kind, bits: 16, typeIndex: 0, isList: false, isNullable: false, isOptional: false, unit: "", ...more });
/** @param {number} id @param {any[]} fields */
const schema = (id, fields) => /** @type {any} */ ({
  id, name: `T${id}`, enums: [{ constants: [0n, 1n, 2n, 3n, 4n].map((value) => ({ name: `c${value}`, value })) }], bitmaps: [{ fields: [{ name: "bit", value: 1n }] }], structs: [], commands: [], events: [],
  attributes: fields.map((one) => ({ field: one, read: 1, write: 0 })),
});
const light = { endpoint: 1, traits: [Trait.ON_OFF, Trait.LEVEL_CONTROL, Trait.COLOR_CONTROL], types: [0x010d] };
const parts = new Map(Object.entries({
  light, lock: { endpoint: 1, traits: [Trait.DOOR_LOCK], types: [10] }, cover: { endpoint: 1, traits: [Trait.WINDOW_COVERING], types: [0x202] },
  contact: { endpoint: 1, traits: [Trait.BOOLEAN_STATE], types: [0x15] }, leak: { endpoint: 1, traits: [Trait.BOOLEAN_STATE], types: [0x43] },
  rain: { endpoint: 1, traits: [Trait.BOOLEAN_STATE], types: [0x44] }, freeze: { endpoint: 1, traits: [Trait.BOOLEAN_STATE], types: [0x41] },
  motion: { endpoint: 1, traits: [Trait.OCCUPANCY, Trait.ILLUMINANCE], types: [] }, smoke: { endpoint: 1, traits: [Trait.SMOKE_CO_ALARM], types: [] },
  player: { endpoint: 1, traits: [Trait.MEDIA_PLAYBACK, Trait.ON_OFF], types: [] }, washer: { endpoint: 1, traits: [Trait.OPERATIONAL_STATE], types: [] },
  robot: { endpoint: 1, traits: [Trait.RVC_OPERATIONAL_STATE, Trait.RVC_RUN_MODE], types: [] }, valve: { endpoint: 1, traits: [Trait.VALVE], types: [] },
  alarm: { endpoint: 1, traits: [Trait.SECURITY_SYSTEM], types: [] }, climate: { endpoint: 1, traits: [Trait.TEMPERATURE, Trait.HUMIDITY, Trait.PRESSURE], types: [] },
  thermostat: { endpoint: 1, traits: [Trait.THERMOSTAT], types: [0x301] }, button: { endpoint: 1, traits: [Trait.SWITCH], types: [] },
  air: { endpoint: 1, traits: [Trait.CARBON_DIOXIDE, Trait.PM25], types: [] }, fan: { endpoint: 1, traits: [Trait.FAN_CONTROL], types: [0x2b] },
  speaker: { endpoint: 1, traits: [Trait.LEVEL_CONTROL, Trait.ON_OFF], types: [0x22] }, chime: { endpoint: 1, traits: [Trait.CHIME], types: [] },
  fridge: { endpoint: 1, traits: [Trait.TEMPERATURE_CONTROL], types: [] }, plug: { endpoint: 1, traits: [Trait.ON_OFF, Trait.ELECTRICAL_POWER], types: [0x10a] },
}));
const devices = new Map([...parts].map(([id, { endpoint, traits, types }]) => [id, /** @type {any} */ ({
  id, name: id, structureId: "house", endpoints: [{ id: endpoint, name: "", tags: [], deviceTypes: types.map((type) => ({ id: type })), traits: traits.map((trait) => ({ id: trait })) }],
})]));
/** A home in which every attribute has a value. */
const values = new Proxy({ multiPressMax: 2 }, { has: () => true, get: (known, name) => Reflect.get(known, name) });
const houseTraits = [0x6006_fc05, 0x6006_fc06, 0x6006_fc0a];
const home = /** @type {import("../home/live.js").LiveHome} */ (/** @type {unknown} */ ({
  structures: { value: new Map([["house", { id: "house", traits: houseTraits.map((id) => ({ id })) }]]) }, device: (/** @type {string} */ id) => devices.get(id), trait: () => values,
  schemas: { get: (/** @type {number} */ id) => ({ name: `T${id}`, schema: schema(id, [0, 1, 2, 3, 4, 8, 14].map((one) => field(one, Kind.UNSIGNED, one === 0 ? { name: "measuredValue" } : {}))) }) },
}));

test("phrases for states survive a round trip, each with its own text", () => {
  for (const id of [...parts.keys(), "house"]) {
    const all = statesOf(home, id);
    const words = [false, true].map((isNow) => all.map((one) => stateWords(home, id, one, isNow)));
    for (const said of words) assert.equal(new Set(said).size, said.length, `${id} says ${said.join(", ")}`);
    for (const { key, endpoint, state } of all) {
      const comparison = { trait: { target: { deviceId: id, endpoint }, deviceType: 0, traitId: state.traitId }, attributeId: state.attributeId, operator: state.operator,
        values: state.values ?? Array.from({ length: state.operator === Operator.BETWEEN ? 2 : 1 }, () => ({ unsigned: 7n })) };
      const again = readComparison(comparisonExpression({ ...comparison, heldFor: 60 }, 4), () => comparison.trait);
      assert.deepEqual(again, { ...comparison, heldFor: 60 });
      assert.equal(again && all.find((one) => isState(one.state, again))?.key, key, `${id}: ${state.name}`);
    }
  }
});

test("the phrases for actions are those of tiles, and have texts", () => {
  const done = (/** @type {string} */ id) => {
    const { endpoint, traits } = /** @type {typeof light} */ (parts.get(id));
    const kind = /** @type {import("../home/parts.js").PartKind} */ ({ robot: "vacuum", washer: "appliance" }[id] ?? id);
    return deedsOf({ endpoint, kind, traits: new Set(traits) }).map(({ deed }) => deed.name);
  };
  assert.deepEqual(done("light"), ["on", "off", "toggle", "brightness", "white", "color"]);
  assert.deepEqual(done("speaker"), ["on", "off", "toggle", "volume"]);
  assert.deepEqual(done("cover"), ["open", "close", "position", "stop"]);
  assert.deepEqual(done("robot"), ["pause", "stop", "start", "resume", "dock", "mode"]);
  assert.deepEqual(happeningsOf(home, "button").map(({ happening }) => happening.name), ["press", "press2", "hold", "flip"]);
  for (const id of parts.keys()) for (const name of done(id)) assert.ok(hasText(`do.${name}`), name);
  for (const id of parts.keys()) for (const { happening } of happeningsOf(home, id)) assert.ok(hasText(`say.${happening.name}`), happening.name);
});

test("forms show the same numbers as tiles, and write them back", () => {
  const level = scaleOf(Trait.LEVEL_CONTROL, { id: 0, unit: "" });
  for (let raw = 0; raw < 255; raw += 1) assert.equal(Math.round(level.read(raw)), Math.round((brightness({ currentLevel: raw }) ?? NaN) * 100));
  const fields = /** @type {const} */ ([[Trait.LEVEL_CONTROL, "", 0], [Trait.LEVEL_CONTROL, "", 0, 4], [Trait.WINDOW_COVERING, "0.01 %", 14], [Trait.WINDOW_COVERING, "0.01 %", 0, 5], [Trait.WINDOW_COVERING, "%", 8], [Trait.HUMIDITY, "0.01 %", 0]]);
  for (const [trait, unit, id, command] of fields) {
    const type = { schema: schema(trait, []), field: field(id, Kind.UNSIGNED, { unit }), ...(command === undefined ? {} : { commandId: command }) };
    for (let shown = 0; shown <= 100; shown += 1) assert.equal(valueText(type, givenValue(type, String(shown))), String(shown));
    assert.equal(valueText(type, givenValue(type, "150")), "100");
    assert.equal(valueText(type, givenValue(type, "-3")), "0");
  }
  const opening = { schema: schema(Trait.WINDOW_COVERING, []), field: field(14, Kind.UNSIGNED, { unit: "0.01 %" }) };
  assert.deepEqual(givenValue(opening, "30"), { unsigned: 7000n });
  assert.deepEqual([Operator.LESS_THAN, Operator.GREATER_THAN, Operator.BETWEEN].map((one) => asShown(opening, one)), [Operator.GREATER_THAN, Operator.LESS_THAN, Operator.BETWEEN]);
  const white = { schema: schema(Trait.COLOR_CONTROL, []), field: field(0, Kind.UNSIGNED, { unit: "mired" }), commandId: 10 };
  assert.equal(valueText(white, givenValue(white, "2700")), "2703");
  const warm = { schema: schema(Trait.THERMOSTAT, []), field: field(18, Kind.SIGNED, { unit: "0.01 °C" }) };
  globalThis.localStorage ??= /** @type {any} */ ({ setItem: () => undefined, removeItem: () => undefined, getItem: () => null });
  setFahrenheit(true);
  assert.deepEqual([givenValue(warm, "70"), valueText(warm, { signed: 2111n })], [{ signed: 2111n }, "70"]);
  setFahrenheit(false);
  assert.deepEqual([givenValue(warm, "21.5"), valueText(warm, { signed: 2150n })], [{ signed: 2150n }, "21.5"]);
});

test("a comparison begins with a possible value", () => {
  const bits = { schema: schema(Trait.OCCUPANCY, []), field: field(0, Kind.BITMAP) };
  assert.deepEqual([comparedValue(bits, undefined, 0), operatorsFor(bits)], [{ unsigned: 1n }, [Operator.HAS_BITS, lacksBits]]);
  const degrees = { schema: schema(Trait.TEMPERATURE, []), field: field(0, Kind.SIGNED, { unit: "0.01 °C", isNullable: true }) };
  assert.deepEqual([comparedValue(degrees, 1834, 0), comparedValue(degrees, null, 0), comparedValue(degrees, 1834, 1)], [{ signed: 1800n }, { signed: 2000n }, { signed: 2300n }]);
});

const sensor = { target: { deviceId: "sensor", endpoint: 1 }, deviceType: 0, traitId: Trait.TEMPERATURE };
/** @param {number} operator @param {...import("../home/automation/values.js").Operand} given @returns {AutomationExpression} */
const compare = (operator, ...given) => comparisonExpression({ trait: sensor, attributeId: 0, operator, values: given }, 2);
/** @param {number} operator @param {...AutomationExpression} operands @returns {AutomationExpression} */
const join = (operator, ...operands) => ({ operation: { operator: /** @type {1} */ (operator), operands } });
const [below, above, between, same] = [Operator.LESS_THAN, Operator.GREATER_THAN, Operator.BETWEEN, Operator.EQUALS];

test("conditions that are never or always true are found, and no others", () => {
  const percent = { schema: schema(Trait.HUMIDITY, []), field: field(0, Kind.UNSIGNED, { unit: "0.01 %" }) };
  const number = { schema: schema(Trait.TEMPERATURE, []), field: field(0, Kind.SIGNED, { unit: "0.01 °C" }) };
  const state = { schema: schema(1, []), field: field(0, Kind.ENUM) };
  const bits = { schema: schema(1, []), field: field(0, Kind.BITMAP) };
  const yesNo = { schema: schema(1, []), field: field(0, Kind.BOOLEAN) };
  const limited = { ...number, field: { ...number.field, max: { literal: 30n } } };
  /** @type {[AutomationExpression[], any, "never" | "always" | undefined][]} */
  const cases = [
    [[compare(Operator.HAS_BITS, { unsigned: 0n })], bits, "never"], [[compare(lacksBits, { unsigned: 0n })], bits, "never"],
    [[compare(Operator.HAS_BITS, { unsigned: 1n })], bits, undefined], [[compare(Operator.HAS_BITS, { unsigned: 1n }), compare(lacksBits, { unsigned: 1n })], bits, "never"],
    [[compare(Operator.HAS_BITS, { unsigned: 1n }), compare(lacksBits, { unsigned: 2n })], bits, undefined],
    [[compare(above, { unsigned: 10_000n })], percent, "never"], [[compare(above, { unsigned: 9_999n })], percent, undefined], [[compare(below, { unsigned: 0n })], percent, "never"],
    [[compare(below, { unsigned: 10_001n })], percent, "always"], [[compare(Operator.GREATER_THAN_OR_EQUALS, { unsigned: 0n })], percent, "always"],
    [[compare(between, { signed: 3n }, { signed: 2n })], number, "never"], [[compare(between, { signed: 3n }, { signed: 3n })], number, undefined],
    [[compare(above, { signed: 5n }), compare(below, { signed: 6n })], number, "never"], [[compare(above, { signed: 5n }), compare(below, { signed: 7n })], number, undefined],
    [[join(Operator.AND, compare(above, { signed: 5n }), compare(below, { signed: 2n }))], number, "never"],
    [[join(Operator.OR, compare(above, { signed: 5n }), compare(below, { signed: 2n }))], number, undefined],
    [[compare(above, { signed: 40n })], limited, "never"], [[compare(same, { unsigned: 9n })], state, "never"], [[compare(same, { unsigned: 4n })], state, undefined],
    [[compare(same, { unsigned: 1n }), compare(same, { unsigned: 2n })], state, "never"], [[compare(same, { boolean: true }), compare(same, { boolean: false })], yesNo, "never"],
    [[compare(Operator.NOT_EQUALS, { unsigned: 1n })], state, undefined], [[{ variable: "x" }], number, undefined], [[], number, undefined],
    [[compare(between, { attribute: 2 }, { attribute: 1 })], number, undefined],
  ];
  for (const [expressions, type, verdict] of cases) assert.equal(truthOf(expressions, () => sensor, () => type), verdict, JSON.stringify(expressions, (_, one) => (typeof one === "bigint" ? Number(one) : one)));

  const condition = (/** @type {number} */ id, /** @type {AutomationExpression} */ expression) => ({ id, condition: { strict: false, expression } });
  const root = /** @type {AutomationNode} */ ({ id: 1, sequential: { nodes: [{ id: 9, manualStarter: {} }, { id: 2, stateReader: sensor }, condition(3, compare(above, { signed: 5n })), condition(4, compare(below, { signed: 2n }))] } });
  assert.deepEqual(doubtsOf(root, () => number).map((one) => one.nodeId), [4]);
  const starter = /** @type {AutomationNode} */ ({ id: 2, starter: { trait: sensor, parameters: [], causes: [], becomes: compare(below, { unsigned: 10_001n }) } });
  assert.deepEqual(doubtsOf({ id: 1, sequential: { nodes: [starter] } }, () => percent).map((one) => one.message), ["This is always so, and so it never happens."]);
});

test("an action on all of a kind is one row, with an action for each type", () => {
  const root = /** @type {AutomationNode} */ ({ id: 1, sequential: { nodes: [] } });
  for (const kind of groupKinds) {
    for (const traitId of new Set([...kind.types.values()].flat())) {
      const action = { trait: { group: { structureId: "house" }, deviceType: 0, traitId }, commandId: 1, arguments: [], retries: 0, stopsOnFailure: false };
      const node = deedNode(root, { id: 5 }, action, kind);
      const types = nodesOf(node).flatMap((one) => one.action?.trait?.deviceType ?? []);
      assert.deepEqual(types, [...kind.types].filter(([, traits]) => traits.includes(traitId)).map(([type]) => type));
      assert.equal(deedOf(node)?.kind, kind);
      // A change keeps the nodes' numbers.
      const grown = insertNode(root, 1, 0, node);
      const changed = deedNode(grown, node, { ...action, commandId: 0 }, kind);
      assert.deepEqual(nodesOf(changed).map((one) => one.id), nodesOf(node).map((one) => one.id));
    }
  }
  const single = deedNode(root, { id: 5 }, { trait: { group: { roomId: "r" }, deviceType: 0x0100, traitId: Trait.ON_OFF }, commandId: 1, arguments: [], retries: 0, stopsOnFailure: false }, undefined);
  assert.deepEqual([deedOf(single)?.kind, deedOf(single)?.action.trait?.deviceType], [undefined, 0x0100]);
  const lights = groupKinds[0];
  const mixed = lights && deedNode(root, { id: 5 }, { trait: { group: { roomId: "r" }, deviceType: 0, traitId: Trait.ON_OFF }, commandId: 1, arguments: [], retries: 0, stopsOnFailure: false }, lights);
  const [one, ...others] = mixed?.parallel?.nodes ?? [];
  assert.equal(deedOf({ id: 5, parallel: { nodes: [...others, ...(one?.action ? [{ id: 6, action: { ...one.action, commandId: 0 } }] : [])] } }), undefined);
  assert.equal(deedOf({ id: 5, parallel: { nodes: [] } }), undefined);
});

test("each starter may have steps of its own", () => {
  const { graph } = editable(undefined);
  const first = withStarter(graph, { id: 2, manualStarter: {} });
  const both = withStarter(first, { id: 3, starter: wordsStarter("house", "good night") });
  assert.ok(hasSeveral(both) && !hasSeveral(first));
  const own = insertNode(both, 3, 1, { id: 9, delay: { seconds: 1n, nanos: 0 } });
  assert.deepEqual(partsOfGraph(own).when.map((entry) => starterIn(entry).id), [2, 3]);
  const words = partsOfGraph(own).when.map((entry) => starterIn(entry).starter).flatMap((one) => (one ? [wordsOf(one, "house")] : []));
  assert.deepEqual(words, ["good night"]);
  // Without the other starter, its own steps become the automation's.
  const left = withoutStarter(own, 2);
  assert.deepEqual([partsOfGraph(left).when.map((one) => one.id), left.sequential?.nodes.map((one) => one.id)], [[3], [3, 9]]);
  assert.deepEqual(withoutStarter(own, 3), first);
  assert.deepEqual(withoutStarter(first, 2), graph);
});
