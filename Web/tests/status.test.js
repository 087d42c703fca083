import assert from "node:assert/strict";
import { before, test } from "node:test";
import { english } from "./english.js";
import { allParts, partsOf } from "../home/parts.js";
import { isOffline, problemsOf, statusOf } from "../home/status.js";
import * as Trait from "../home/traits.js";
import { climate, summary } from "../home/summary.js";
import { signal } from "../lib/view.js";
import { setText, t } from "../ui/text.js";

before(() => setText(english, "en-GB"));

/** @typedef {Record<number, Record<string, unknown>>} Traits */

/**
 * A device with one endpoint for each set of traits, and a home that knows it.
 *
 * @param {{types?: number[], traits: Traits, name?: string, tags?: any[]}[]} endpoints
 */
function deviceOf(...endpoints) {
  const device = /** @type {any} */ ({
    id: "d", name: "Thing", connectivity: { state: 1 },
    endpoints: endpoints.map(({ types = [], traits, name = "", tags = [] }, index) => ({
      id: index, name, tags, deviceTypes: types.map((id) => ({ id })), traits: Object.keys(traits).map((id) => ({ id: Number(id) })),
    })),
  });
  const home = /** @type {any} */ ({
    device: () => device,
    trait: (/** @type {string} */ _, /** @type {number} */ endpoint, /** @type {number} */ trait) => endpoints[endpoint]?.traits[trait],
    reportedAt: () => undefined,
    schemas: { get: () => undefined },
    events: { value: [] },
  });
  const parts = partsOf(device);
  return { device, home, parts, status: (index = 0) => statusOf(home, /** @type {any} */ (parts[index])) };
}
const root = { traits: { [Trait.DESCRIPTOR]: {}, [Trait.POWER_SOURCE]: {} } };

test("a light's status has its brightness and color", () => {
  const color = { colorMode: "colorTemperatureMireds", colorTemperatureMireds: 450, featureMap: 16 };
  const { parts, status } = deviceOf(root, { types: [0x010c], traits: { [Trait.ON_OFF]: { onOff: true }, [Trait.LEVEL_CONTROL]: { currentLevel: 127, maxLevel: 254 }, [Trait.COLOR_CONTROL]: color } });
  assert.deepEqual(parts.map((part) => [part.kind, part.endpoint]), [["light", 1]]);
  assert.deepEqual([status().text, status().isOn], ["50\u00a0%", true]);
  assert.match(status().tint ?? "", /^rgb\(255 1\d\d \d+\)$/);
});

test("a light that is on is never at 0 %, and one that is off shows no level", () => {
  const traits = (/** @type {boolean} */ onOff) => ({ [Trait.ON_OFF]: { onOff }, [Trait.LEVEL_CONTROL]: { currentLevel: 1 } });
  assert.equal(deviceOf({ types: [0x0101], traits: traits(true) }).status().text, "1\u00a0%");
  assert.equal(deviceOf({ types: [0x0101], traits: traits(false) }).status().text, "Off");
});

test("each outlet of a strip has a tile, with the best available name", () => {
  const outlet = { types: [0x010a], traits: { [Trait.ON_OFF]: { onOff: false } } };
  const { parts } = deviceOf(root, { ...outlet, name: "Lamp" }, { ...outlet, tags: [{ label: "Printer" }] }, outlet);
  assert.deepEqual(parts.map((part) => [part.label, part.kind]), [["Lamp", "plug"], ["Printer", "plug"], ["Plug", "plug"]]);
  const tagged = (/** @type {any[]} */ ...tags) => ({ ...outlet, tags });
  const { parts: places } = deviceOf(root, tagged({ namespaceId: 8, tag: 0 }), tagged({ namespaceId: 7, tag: 2 }), tagged({ vendorId: 1, namespaceId: 8, tag: 1 }));
  assert.deepEqual(places.map((part) => part.label), ["Left", "Plug 2", "Plug"]);
  assert.deepEqual(deviceOf(root, outlet, outlet).parts.map((part) => part.label), ["Plug 1", "Plug 2"]);
});

test("the sensors of a device share a tile", () => {
  const { parts, status } = deviceOf(root, { traits: { [Trait.TEMPERATURE]: { measuredValue: 2150 } } }, { traits: { [Trait.HUMIDITY]: { measuredValue: 4570 } } });
  assert.equal(parts.length, 1);
  assert.deepEqual([status().value, status().text], ["21.5\u00a0°C", "46\u00a0%"]);
});

test("a flag of a danger is an alarm, also beside a tile of another kind", () => {
  const flag = (/** @type {boolean | null} */ value, /** @type {string} */ deviceClass) => ({ traits: { [Trait.FLAG]: { value, deviceClass } } });
  const contact = { types: [0x0015], traits: { [Trait.BOOLEAN_STATE]: { stateValue: true } } };
  const told = (/** @type {any[]} */ ...endpoints) => {
    const { device, home, parts } = deviceOf(...endpoints);
    const entries = parts.map((part) => ({ part, status: signal(statusOf(home, part)) }));
    return problemsOf(home, device, entries).map(({ kind, text }) => `${kind}: ${text}`);
  };
  assert.deepEqual(told(contact, flag(true, "tamper")), ["alarm: Somebody interferes with it!"]);
  assert.deepEqual(told(contact, flag(false, "tamper"), flag(null, "gas"), flag(true, "vibration")), []);
  assert.deepEqual(["gas", "glass_break", "heat", "safety"].map((one) => told(contact, flag(true, one))[0]), ["alarm: Gas!", "alarm: Broken glass!", "alarm: Too hot!", "alarm: Danger!"]);
});

test("an old value is shown with its age", () => {
  const { home, status } = deviceOf(root, { traits: { [Trait.TEMPERATURE]: { measuredValue: 2150 } } });
  home.reportedAt = () => Date.now() - 3 * 3_600_000;
  assert.equal(status().text, "3 hours ago");
});

test("every device has a tile", () => {
  assert.equal(deviceOf(root).parts.length, 1);
  const { parts, device } = deviceOf(root, { types: [0xfff10001], traits: { 0xfff1fc01: {} } });
  assert.deepEqual(parts.map((part) => part.kind), ["other"]);
  assert.equal(allParts(device).length, 1);
});

test("a cover's status is its position or direction", () => {
  const cover = (/** @type {any} */ values) => deviceOf({ traits: { [Trait.WINDOW_COVERING]: values } }).status();
  assert.equal(cover({ currentPositionLiftPercent100ths: 0, operationalStatus: 0 }).text, "Open");
  assert.equal(cover({ currentPositionLiftPercent100ths: 10_000, operationalStatus: 0 }).text, "Closed");
  assert.equal(cover({ currentPositionLiftPercent100ths: 2_500, operationalStatus: 0 }).text, "75\u00a0% open");
  assert.deepEqual([cover({ currentPositionLiftPercent100ths: 2_500, operationalStatus: 2 })].map((one) => [one.text, one.isOn]), [["Closing …", true]]);
  assert.equal(cover({ currentPositionLiftPercent100ths: null }).text, "Unknown");
});

for (const [what, types, traits, text] of /** @type {[string, number[], Traits, string][]} */ ([
  ["smoke", [0x0076], { [Trait.SMOKE_CO_ALARM]: { smokeState: "warning", coState: "normal" } }, "Smoke!"],
  ["carbon monoxide", [0x0076], { [Trait.SMOKE_CO_ALARM]: { smokeState: "normal", coState: "critical" } }, "Carbon monoxide!"],
  ["smoke from another room", [0x0076], { [Trait.SMOKE_CO_ALARM]: { interconnectSmokeAlarm: "critical" } }, "Smoke!"],
  ["water", [0x0043], { [Trait.BOOLEAN_STATE]: { stateValue: true } }, "Water!"],
]))
  test(`${what} is an alarm`, () => {
    const { status } = deviceOf({ types, traits });
    assert.deepEqual([status().isAlarm, status().text], [true, text]);
  });

test("an open window, rain and a dry sink are no alarms", () => {
  for (const [type, stateValue, text] of /** @type {[number, boolean, string][]} */ ([[0x0015, false, "Open"], [0x0015, true, "Closed"], [0x0044, true, "Rain"], [0x0043, false, "Dry"]])) {
    const { status } = deviceOf({ types: [type], traits: { [Trait.BOOLEAN_STATE]: { stateValue } } });
    assert.deepEqual([status().text, status().isAlarm ?? false], [text, false]);
  }
});

test("problems are listed, worst first", () => {
  const { device, home, parts } = deviceOf({ traits: { [Trait.POWER_SOURCE]: { batPercentRemaining: 12 } } }, { types: [0x0043], traits: { [Trait.BOOLEAN_STATE]: { stateValue: true } } });
  device.connectivity = { state: 2 };
  const entries = parts.map((part) => ({ part, status: { value: statusOf(home, part) } }));
  assert.deepEqual(problemsOf(home, device, entries).map((problem) => problem.kind), ["alarm", "offline", "battery"]);
  assert.equal(problemsOf(home, device, entries).at(-1)?.text, "Battery at 6\u00a0%");
  assert.equal(isOffline(device), true);
});

test("an unreachable device shows its last status, and is neither on nor measured", () => {
  for (const [types, traits, text, icon] of /** @type {[number[], Traits, string, string][]} */ ([
    [[0x000a], { [Trait.DOOR_LOCK]: { lockState: "locked" } }, "Offline (was: Locked)", "offline"],
    [[0x0101], { [Trait.ON_OFF]: { onOff: true }, [Trait.LEVEL_CONTROL]: { currentLevel: 254 } }, "Offline (was: 100\u00a0%)", "bulb"],
    [[0x0301], { [Trait.THERMOSTAT]: { localTemperature: 2_050, systemMode: "heat" } }, "Offline (was: 20.5\u00a0°C · Heat)", "thermostat"],
    [[0x0015], { [Trait.BOOLEAN_STATE]: { stateValue: true } }, "Offline (was: Closed)", "offline"],
    [[0x0101], { [Trait.ON_OFF]: {} }, "Can't be reached", "bulb"],
  ])) {
    const { device, status } = deviceOf({ types, traits });
    device.connectivity = { state: 2 };
    assert.deepEqual(status(), { text, isOn: false, icon, ...("isAlarm" in status() ? { isAlarm: status().isAlarm } : {}) });
  }
});

test("an unreachable part says so, also if other parts of its device are reachable", () => {
  const outlet = { types: [0x010a], traits: { [Trait.ON_OFF]: { onOff: true } } };
  const { device, home, status } = deviceOf(root, outlet, outlet);
  device.connectivity = { state: 3 };
  home.entry = (/** @type {string} */ _, /** @type {number} */ endpoint) => ({ connectivity: { state: endpoint === 1 ? 2 : 1 } });
  assert.deepEqual([status(0).text, status(0).isOn, status(1).text, status(1).isOn], ["Offline (was: On)", false, "On", true]);
});

test("an unknown state is not shown as off, still or clear", () => {
  for (const [types, traits] of /** @type {[number[], Traits][]} */ ([
    [[0x0101], { [Trait.ON_OFF]: {} }], [[0x002b], { [Trait.FAN_CONTROL]: { percentCurrent: null } }], [[0x0107], { [Trait.OCCUPANCY]: {} }],
    [[0x0076], { [Trait.SMOKE_CO_ALARM]: {} }], [[0x000a], { [Trait.DOOR_LOCK]: { lockState: null } }],
  ])) assert.deepEqual([deviceOf({ types, traits }).status().text, deviceOf({ types, traits }).status().isOn], ["Unknown", false]);
});

/** @param {[name: string, state: number, types: number[], traits: Traits][]} devices */
function homeOf(...devices) {
  const made = devices.map(([name, state, types, traits], index) => {
    const { device } = deviceOf({ types, traits });
    return { device: Object.assign(device, { id: String(index), name, connectivity: { state } }), traits };
  });
  const home = /** @type {any} */ ({
    device: (/** @type {string} */ id) => made[Number(id)]?.device, trait: (/** @type {string} */ id, /** @type {number} */ _, /** @type {number} */ trait) => made[Number(id)]?.traits[trait],
    reportedAt: () => undefined, schemas: { get: () => undefined }, events: { value: [] },
  });
  const entries = made.flatMap(({ device }) => partsOf(device)).map((part) => ({ part, status: { value: statusOf(home, part) } }));
  return { home, entries, words: summary({ home }, entries), air: climate({ home }, made) };
}

test("the summary leaves out unreachable devices, and counts them", () => {
  const lock = (/** @type {number} */ state, lockState = "locked") => /** @type {[string, number, number[], Traits]} */ (["Front Door", state, [0x000a], { [Trait.DOOR_LOCK]: { lockState } }]);
  const lamp = (/** @type {number} */ state) => /** @type {[string, number, number[], Traits]} */ (["Lamp", state, [0x0101], { [Trait.ON_OFF]: { onOff: true } }]);
  const heating = (/** @type {number} */ state) => /** @type {[string, number, number[], Traits]} */ (["Heating", state, [0x0301], { [Trait.THERMOSTAT]: { localTemperature: 2_050 } }]);
  assert.equal(homeOf(lock(1), lamp(1), heating(1)).words, "1 light on · Doors locked · 20.5\u00a0°C inside");
  assert.equal(homeOf(lock(2), lamp(2), heating(2)).words, "Front Door: not known whether it is locked · 3 devices can't be reached");
  assert.equal(homeOf(lock(1), lock(2), lamp(1)).words, "1 light on · Front Door: not known whether it is locked · 1 device can't be reached");
  assert.equal(homeOf(lock(1, "notFullyLocked"), lamp(1)).words, "1 light on · Front Door: not known whether it is locked");
  assert.equal(homeOf(lock(2), lock(1, "unlocked"), heating(2), heating(1)).words, "Front Door unlocked · 20.5\u00a0°C inside · 2 devices can't be reached");
  const sensor = (/** @type {number} */ state) => /** @type {[string, number, number[], Traits]} */ (["Sensor", state, [0x0302], { [Trait.TEMPERATURE]: { measuredValue: 2_000 } }]);
  assert.deepEqual([homeOf(sensor(1)).air, homeOf(sensor(2)).air], ["20.0\u00a0°C", ""]);
});

test("plurals follow the count", () => {
  assert.equal(t("summary.lights", { count: 1 }), "1 light on");
  assert.equal(t("summary.lights", { count: 12_000 }), "12,000 lights on");
  assert.equal(t("no.such.text"), "no.such.text");
});
