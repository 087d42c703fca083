import assert from "node:assert/strict";
import { before, test } from "node:test";
import { english } from "./english.js";
import { concentrationInWords } from "../home/air.js";
import { currentArea, phaseInWords, secondsLeft, stateInWords } from "../home/operation.js";
import { partsOf } from "../home/parts.js";
import { errorInWords, refusal } from "../home/refusals.js";
import { readers } from "../home/statuses.js";
import * as Trait from "../home/traits.js";
import { isThere } from "../home/units.js";
import { duration, scaled } from "../home/words.js";
import { hueOfPlace, placeOfHue } from "../ui/controls/color.js";
import { fanModes } from "../ui/controls/fan.js";
import { needsPin } from "../ui/controls/lock.js";
import { needsCode } from "../ui/controls/security.js";
import { position } from "../ui/controls/media.js";
import { hasTag, modeName } from "../ui/controls/modes.js";
import { modes } from "../ui/controls/thermostat.js";
import { inFahrenheit, limits, setPoints } from "../ui/controls/tile.js";
import { setText } from "../ui/text.js";
import { house } from "./showcase/house.js";

before(() => setText(english, "en-GB"));

/** A schema with the parts that names come from. */
const type = /** @type {import("../lib/trait.js").TraitType} */ (/** @type {unknown} */ ({
  schema: { enums: [
    { name: "ErrorStateEnum", constants: [{ name: "wheelsJammed", value: 76n }] }, { name: "StatusCode", constants: [{ name: "dustBinFull", value: 67n }] },
    { name: "ModeTag", constants: [{ name: "quiet", value: 2n }, { name: "deepClean", value: 16384n }] }, { name: "StatusEnum", constants: [{ name: "success", value: 0n }, { name: "notActive", value: 3n }] },
  ] },
}));

/** A home with the showcase's devices. */
function showcase() {
  const devices = new Map(house.map(({ name, parts }) => [name, /** @type {any} */ ({
    id: name, name, connectivity: { state: 1 },
    endpoints: parts.map((part, id) => ({ id, name: part.label ?? "", tags: [], deviceTypes: part.types.map((type) => ({ id: type })), traits: Object.keys(part.traits).map((trait) => ({ id: Number(trait) })) })),
  })]));
  const home = /** @type {any} */ ({
    device: (/** @type {string} */ id) => devices.get(id),
    trait: (/** @type {string} */ id, /** @type {number} */ endpoint, /** @type {number} */ trait) => house.find((one) => one.name === id)?.parts[endpoint]?.traits[trait],
    reportedAt: () => undefined, schemas: { get: () => undefined }, events: { value: [] },
  });
  return (/** @type {string} */ name, index = 0) => {
    const part = partsOf(devices.get(name))[index];
    assert.ok(part, name);
    const status = readers[part.kind]?.((trait) => home.trait(name, part.endpoint, trait), part, home);
    return { kind: part.kind, ...status };
  };
}

test("each device has its kind and status", () => {
  const status = showcase();
  const said = (/** @type {string} */ name, index = 0) => {
    const { kind, value = "", text = "", isOn, trouble = "" } = status(name, index);
    return [kind, value, text, isOn, trouble].map((one) => (typeof one === "string" ? one.replaceAll("\u00a0", " ") : one));
  };
  assert.deepEqual(said("Washing machine"), ["appliance", "", "Rinse · 42 mins left", true, ""]);
  assert.deepEqual(said("Dryer"), ["appliance", "", "Stopped", false, ""]);
  assert.deepEqual(said("Oven", 1), ["cooktop", "", "On · High", true, ""]);
  assert.deepEqual(said("Robot"), ["vacuum", "", "Clean · Living room", true, ""]);
  assert.deepEqual(said("Air sensor"), ["air", "Poor", "CO₂ 1,420 ppm · PM2.5 8.4 µg/m³ · VOC Medium", false, "The air is poor"]);
  assert.deepEqual(said("Garage door"), ["closure", "", "Partly open", true, ""]);
  assert.deepEqual(said("House alarm"), ["security", "", "Armed, at night", true, "Somebody has interfered with it"]);
  assert.deepEqual(said("Garden valve"), ["valve", "", "60 % open · 11 mins left", true, ""]);
  assert.deepEqual(said("Pond pump"), ["pump", "", "Running · 65 %", true, ""]);
  assert.deepEqual(said("Soil"), ["air", "34 %", "11.4 °C", false, ""]);
  assert.deepEqual(said("Car charger"), ["charger", "", "Charging · 7.23 kW", true, ""]);
  assert.deepEqual(said("Broken charger"), ["charger", "", "Ground fault", false, "Ground fault"]);
  assert.deepEqual(said("Roof"), ["solar", "4.12 kW", "Generating · 12,480 kWh in all", true, ""]);
  assert.deepEqual(said("House battery"), ["battery", "77 %", "Discharging · 850 W", true, ""]);
  assert.deepEqual(said("Meter"), ["meter", "413 W", "24,310 kWh in all", false, ""]);
  assert.deepEqual(said("Water heater"), ["waterHeater", "48.6 °C", "Heating · 70 % hot", true, ""]);
  assert.deepEqual(said("Humidifier"), ["humidifier", "39 %", "Humidifying", true, ""]);
});

test("the remaining time counts down between reports while it runs", () => {
  const at = Date.now() - 60_000;
  const home = (/** @type {string} */ state) => /** @type {any} */ ({ trait: () => ({ operationalState: state, countdownTime: 600 }), reportedAt: () => at });
  const part = /** @type {any} */ ({ deviceId: "d", endpoint: 1 });
  assert.equal(Math.round(Number(secondsLeft(home("running"), part, Trait.OPERATIONAL_STATE, 3_600)) / 10), 54);
  assert.equal(secondsLeft(home("paused"), part, Trait.OPERATIONAL_STATE, 3_600), 600);
});

test("states and phases use the maker's labels if there are some", () => {
  const own = [{ operationalStateID: 130, operationalStateLabel: "Anti-crease" }];
  assert.equal(stateInWords({ operationalState: 130, operationalStateList: own }), "Anti-crease");
  assert.equal(stateInWords({ operationalState: "emptyingDustBin" }), "Emptying its dust bin");
  assert.equal(phaseInWords({ phaseList: ["Wash"], currentPhase: 0 }), "Wash");
  assert.equal(phaseInWords({ phaseList: null, currentPhase: 0 }), undefined);
  assert.equal(currentArea({ supportedAreas: [{ areaID: 4, areaInfo: {} }], currentArea: 4 }), "Area 4");
});

test("a failure in a response is a refusal, in words", () => {
  const response = /** @type {any} */ ({ fields: [{ name: "status" }, { name: "statusText" }] });
  assert.equal(refusal(type, response, { status: 0 }), undefined);
  assert.equal(refusal(type, response, { status: 3, statusText: "" }), "Not possible in the present mode");
  assert.equal(refusal(type, response, { status: 67 }), "Dust bin full");
  assert.equal(refusal(type, response, { status: 67, statusText: "Empty me" }), "Empty me");
  const media = /** @type {any} */ ({ fields: [{ name: "status", typeIndex: 3 }] });
  assert.equal(refusal(type, media, { status: "success" }), undefined);
  assert.equal(refusal(type, media, { status: "notActive" }), "Not active");
  assert.equal(refusal(type, undefined, { commandResponseState: { errorStateID: 76 } }), "Wheels jammed");
  // The status of a maker's own trait has no known meaning.
  assert.equal(refusal(type, /** @type {any} */ ({ fields: [{ name: "status" }] }), { status: 5 }), undefined);
  assert.equal(errorInWords(type, { errorStateID: 0 }), undefined);
  assert.equal(errorInWords(type, { errorStateID: 200, errorStateLabel: "Lint" }), "Lint");
});

test("set points stay within their limits and the dead band", () => {
  const values = {
    systemMode: "auto", occupiedHeatingSetpoint: 2_200, occupiedCoolingSetpoint: 2_450, minSetpointDeadBand: 25, minHeatSetpointLimit: 700, maxHeatSetpointLimit: 3_000,
    absMinCoolSetpointLimit: 1_600, absMaxCoolSetpointLimit: 3_200,
  };
  assert.deepEqual(setPoints(values), ["Heating", "Cooling"]);
  assert.deepEqual([limits(values, "Heating"), limits(values, "Cooling")], [[700, 2_200], [2_450, 3_200]]);
  assert.deepEqual(limits({ ...values, systemMode: "heat" }, "Heating"), [700, 3_000]);
  assert.deepEqual(setPoints({ ...values, systemMode: "off" }), []);
  assert.deepEqual(modes({ featureMap: 0x23, controlSequenceOfOperation: "coolingAndHeating" }), ["off", "heat", "cool", "auto"]);
  assert.deepEqual(modes({ featureMap: 0x23, controlSequenceOfOperation: "heatingOnly" }), ["off", "heat"]);
});

test("an alarm system asks for a code only for what it requires one for", () => {
  const values = { requiresCodeToArm: false, requiresCodeToDisarm: true };
  assert.deepEqual(["disarm", "awayArm"].map((target) => needsCode(values, target)), [true, false]);
  assert.equal(needsCode({ currentState: "disarmed" }, "awayArm"), false);
});

test("a lock asks for a PIN only if it requires one remotely", () => {
  assert.equal(needsPin({ featureMap: 0x81, requirePinforRemoteOperation: true }), true);
  assert.equal(needsPin({ featureMap: 0x81, requirePinforRemoteOperation: false }), false);
  assert.equal(needsPin({ featureMap: 0x80, requirePinforRemoteOperation: true }), false);
  assert.equal(needsPin(undefined), false);
});

test("modes are named by their device, else by Matter's mode tags", () => {
  assert.equal(modeName(type, { label: "Wool", mode: 3 }), "Wool");
  assert.equal(modeName(type, { label: "", mode: 3, modeTags: [{ value: 16384 }, { value: 2 }] }), "Deep clean, Quiet");
  assert.equal(modeName(type, { label: "", mode: 3, modeTags: [{ mfgCode: 0xfff1, value: 2 }] }), "3");
  assert.equal(hasTag({ modeTags: [{ mfgCode: 0xfff1, value: 2 }] }, 2), false);
});

test("a fan's modes are those of its sequence", () => {
  assert.deepEqual(fanModes({ fanModeSequence: "offLowMedHighAuto" }), ["off", "low", "medium", "high", "auto"]);
  assert.deepEqual(fanModes({ fanModeSequence: "offHigh" }), ["off", "high"]);
  assert.deepEqual(fanModes({ fanModeSequence: 9 }), []);
});

test("a player's position advances while it plays, up to the end", () => {
  const sampled = { updatedAt: BigInt(Date.now() - 10_000 - Date.UTC(2000, 0, 1)) * 1000n, position: 5_000n };
  const at = (/** @type {any} */ more) => Math.round(Number(position({ sampledPosition: sampled, playbackSpeed: 1, currentState: "playing", duration: 60_000n, ...more })) / 1000);
  assert.equal(at({}), 15);
  assert.equal(at({ playbackSpeed: 2 }), 25);
  assert.equal(at({ currentState: "paused" }), 5);
  assert.equal(at({ duration: 8_000n }), 8);
});

test("quantities have the usual prefix, and times their units", () => {
  const said = (/** @type {number} */ value, symbol = "W") => scaled(value, symbol).replace("\u00a0", " ");
  assert.deepEqual([said(0.5), said(45.25), said(850), said(7_230), said(2_400_000), said(-4_120)], ["0.5 W", "45.3 W", "850 W", "7.23 kW", "2.4 MW", "-4.12 kW"]);
  assert.equal(said(24_310_000, "Wh"), "24,310 kWh");
  assert.deepEqual([duration(45), duration(2_520), duration(4_980), duration(7_200), duration(200_000)], ["45 secs", "42 mins", "1 hr 23 mins", "2 hrs", "2 days"]);
  assert.equal(duration(90, true), "1 min 30 secs");
  assert.equal(concentrationInWords({ measuredValue: 48, measurementUnit: "bqm3" }), "48\u00a0Bq/m³");
  assert.equal(concentrationInWords({ levelValue: "unknown" }), undefined);
});

test("a press in Fahrenheit changes by a whole degree", () => {
  // 21 °C is 69.8 °F, shown as 70.
  assert.equal(inFahrenheit(2_100, 1), 2_167);
  assert.equal(inFahrenheit(2_167, 1), 2_222);
  assert.equal(inFahrenheit(2_222, -1), 2_167);
});

test("Fahrenheit is used by locale and time zone", () => {
  assert.deepEqual([isThere("en-US", "America/Chicago"), isThere("en-US", "Europe/Berlin"), isThere("en-GB", "America/Chicago"), isThere("", "")], [true, false, false, false]);
  const zones = { "en-US": ["America/New_York", "Pacific/Honolulu", "America/Indiana/Knox", "US/Pacific", "Pacific/Guam", "America/Puerto_Rico"], "es-PR": ["America/Puerto_Rico"], "en-BS": ["America/Nassau"] };
  for (const [locale, all] of Object.entries(zones)) for (const zone of all) assert.ok(isThere(locale, zone), `${locale} ${zone}`);
  for (const zone of ["Pacific/Auckland", "America/Toronto", "America/Sao_Paulo", "America/Mexico_City", "America/Vancouver", "Pacific/Fiji", "America/Phoenix_", "UTC"]) assert.ok(!isThere("en-US", zone), zone);
  assert.deepEqual(["C", "c", "_", "en_US", "zh-Hant-US"].map((locale) => isThere(locale, "America/Chicago")), [false, false, false, false, true]);
});

test("a color is converted to CIE coordinates and back", () => {
  for (const [hue, saturation] of /** @type {[number, number][]} */ ([[0, 254], [85, 254], [170, 254], [30, 180]])) {
    const { colorX, colorY } = placeOfHue(hue, saturation);
    const [found, strength] = hueOfPlace(colorX, colorY);
    assert.ok(Math.abs(found - hue) <= 2 && Math.abs(strength - saturation) <= 3, `${hue}/${saturation}: ${found}/${strength}`);
  }
});
