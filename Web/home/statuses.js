// The status of rarer kinds of parts: appliances, robots, energy, water, gates, air.

import { t } from "../ui/text.js";
import { airMeasures, levelInWords } from "./air.js";
import { nowSince } from "./clock.js";
import { isTrouble, ownInWords, ownName, ownTraits, eventInWords } from "./own.js";
import { allParts } from "./parts.js";
import { milliseconds } from "./model.js";
import { currentArea, operationError, operationTrait, phaseInWords, secondsLeft, stateInWords } from "./operation.js";
import { asNumber } from "./numbers.js";
import { dangerOf, measured, measures, modeInWords, offOrUnknown, watts } from "./status.js";
import {
  AIR_QUALITY, CLOSURE_CONTROL, DISHWASHER_ALARM, ELECTRICAL_ENERGY, ELECTRICAL_POWER, ENERGY_EVSE,
  HUMIDIFIER_DEHUMIDIFIER, HUMIDISTAT, HUMIDITY, NAMED_EVENT, ON_OFF, OVEN_CAVITY_OPERATIONAL_STATE, POWER_SOURCE, PUMP,
  REFRIGERATOR_ALARM, RVC_RUN_MODE, SECURITY_SYSTEM, SERVICE_AREA, TEMPERATURE, TEMPERATURE_CONTROL, TEXT_VALUE, THERMOSTAT,
  VALVE, WATER_HEATER,
} from "./traits.js";
import { ago, duration, named, percent, scaled, temperature } from "./words.js";

/** @typedef {import("./status.js").StatusReader} StatusReader */
/** @typedef {import("../lib/trait.js").TraitValues} TraitValues */
/** @typedef {Partial<Record<import("./parts.js").PartKind, StatusReader>>} Readers */

/** @param {...(string | undefined | false)} words */
const joined = (...words) => words.filter(Boolean).join(" · ");

/** @type {StatusReader} */
function works(read, part, home) {
  const trait = operationTrait(part);
  const values = read(trait);
  const state = values?.["operationalState"];
  const isRunning = state === "running";
  const error = operationError(home, trait, values);
  const left = isRunning || state === "paused" ? secondsLeft(home, part, trait, 15) : undefined;
  const words = part.kind === "vacuum" && isRunning ? modeInWords(read(RVC_RUN_MODE)) ?? stateInWords(values) : stateInWords(values);
  const text = state === "error" ? error ?? words
    : joined((isRunning && phaseInWords(values)) || words, isRunning && currentArea(read(SERVICE_AREA)), left !== undefined && left > 0 && t("appliance.left", { time: duration(left) }));
  const trouble = error ?? (state === "error" ? stateInWords(values) : alarmsOf(read, home)[0]);
  return { text, isOn: isRunning, icon: part.kind === "vacuum" ? "vacuum" : iconOf(part, home), ...(trouble === undefined ? {} : { trouble }) };
}

/**
 * @param {import("./parts.js").Part} part
 * @param {import("./live.js").LiveHome} home
 */
function iconOf(part, home) {
  if (part.traits.has(OVEN_CAVITY_OPERATIONAL_STATE)) return "oven";
  const types = home.device(part.deviceId)?.endpoints.flatMap((endpoint) => endpoint.deviceTypes.map((type) => type.id)) ?? [];
  return types.some((type) => type === 0x007b || type === 0x0079) ? "oven" : "washer";
}

/**
 * The alarms of dishwashers and refrigerators in words.
 *
 * @param {import("./status.js").Read} read
 * @param {import("./live.js").LiveHome} home
 * @returns {string[]}
 */
export function alarmsOf(read, home) {
  return [DISHWASHER_ALARM, REFRIGERATOR_ALARM].flatMap((trait) => {
    const bits = BigInt(asNumber(read(trait)?.["state"]) ?? 0);
    const field = home.schemas.get(trait)?.attributes.byName.get("state")?.schema;
    const known = (field && home.schemas.get(trait)?.schema.bitmaps[field.typeIndex]?.fields) ?? [];
    return known.filter((one) => (bits & one.value) !== 0n).map((one) => named("applianceAlarm.", one.name));
  });
}

/** @type {StatusReader} */
function cooktop(read, part, home) {
  const state = read(ON_OFF)?.["onOff"];
  const isOn = state === true;
  const warm = asNumber(read(TEMPERATURE)?.["measuredValue"]);
  const level = levelOf(read(TEMPERATURE_CONTROL));
  return { text: joined(t(isOn ? "state.on" : offOrUnknown(part.traits.has(ON_OFF) ? state : false)), isOn && level), isOn, icon: "oven", ...(warm === undefined || !home ? {} : { value: temperature(warm / 100) }) };
}

/** @param {TraitValues | undefined} control @returns {string | undefined} the selected temperature level */
function levelOf(control) {
  const levels = /** @type {readonly string[]} */ (control?.["supportedTemperatureLevels"] ?? []);
  const chosen = asNumber(control?.["selectedTemperatureLevel"]);
  return chosen === undefined ? undefined : levels[chosen];
}

/** @type {StatusReader} */
function charger(read, part, home) {
  const values = read(ENERGY_EVSE);
  const state = values?.["state"];
  const fault = values?.["faultState"];
  const isBroken = typeof fault === "string" ? fault !== "noError" : typeof fault === "number";
  const power = powerOf(part, home);
  const isOn = state === "pluggedInCharging" || state === "pluggedInDischarging";
  const trouble = isBroken ? named("chargerFault.", fault) : undefined;
  const supply = values?.["supplyState"];
  const words = trouble ?? (supply === "disabled" && state !== "notPluggedIn" ? t("charger.disabled") : named("charger.", state));
  return {
    text: joined(words, isOn && power !== undefined && scaled(Math.abs(power), "W")), isOn, icon: "car",
    ...(trouble === undefined ? {} : { trouble }),
  };
}

/**
 * The power that a device consumes, negative if it exports, in watts. Chargers, panels and batteries have their meter on
 * another endpoint.
 *
 * @param {import("./parts.js").Part} part
 * @param {import("./live.js").LiveHome} home
 */
export function powerOf(part, home) {
  const own = watts(home, part);
  if (own !== undefined) return own;
  const meters = home.device(part.deviceId)?.endpoints.filter((one) => one.traits.some((trait) => trait.id === ELECTRICAL_POWER)) ?? [];
  return meters.length === 1 && meters[0] ? watts(home, { ...part, endpoint: meters[0].id }) : undefined;
}

/** @type {StatusReader} */
function meter(read, part, home) {
  const power = powerOf(part, home);
  const total = /** @type {TraitValues | null | undefined} */ (read(ELECTRICAL_ENERGY)?.[part.kind === "solar" ? "cumulativeEnergyExported" : "cumulativeEnergyImported"]);
  const energy = asNumber(total?.["energy"]);
  const isGiving = power !== undefined && power < 0;
  return {
    value: power === undefined ? t("value.none") : scaled(Math.abs(power), "W"), isOn: part.kind === "solar" && isGiving,
    text: joined(isGiving && t(part.kind === "solar" ? "energy.generating" : "energy.giving"), energy !== undefined && t("energy.total", { energy: scaled(energy / 1000, "Wh") })),
    icon: part.kind === "solar" ? "sun" : "gauge",
  };
}

/** @type {StatusReader} */
function battery(read, part, home) {
  const left = asNumber(read(POWER_SOURCE)?.["batPercentRemaining"]);
  const power = powerOf(part, home);
  const flow = power === undefined ? undefined : Math.round(power) === 0 ? t("energy.resting") : joined(t(power > 0 ? "operation.charging" : "energy.discharging"), scaled(Math.abs(power), "W"));
  return { ...(left === undefined ? {} : { value: percent(left / 200) }), text: flow ?? t("state.connected"), isOn: power !== undefined && Math.round(power) !== 0, icon: "battery" };
}

/** @type {StatusReader} */
function valve(read, part, home) {
  const values = read(VALVE);
  const state = values?.["currentState"];
  const isOpen = state === "open" || state === "transitioning";
  const level = asNumber(values?.["currentLevel"]);
  const left = isOpen ? secondsLeft(home, part, VALVE, 15, { attribute: "remainingDuration", isRunning: true }) : undefined;
  const faults = asNumber(values?.["valveFault"]) ?? 0;
  const words = state === "transitioning" ? t("valve.moving") : isOpen && level !== undefined && level < 100 ? t("state.openBy", { percent: percent(level / 100) })
    : state === null || state === undefined ? t("value.none") : t(isOpen ? "state.open" : "state.closed");
  return { text: joined(words, left !== undefined && t("appliance.left", { time: duration(left) })), isOn: isOpen, icon: "valve", ...(faults === 0 ? {} : { trouble: t("valve.fault") }) };
}

/** @type {StatusReader} */
function pump(read, part) {
  const values = read(PUMP);
  const known = asNumber(values?.["pumpStatus"]);
  const status = known ?? 0;
  const state = part.traits.has(ON_OFF) ? read(ON_OFF)?.["onOff"] : known === undefined ? undefined : (status & 0x20) !== 0;
  const isOn = state === true;
  const capacity = asNumber(values?.["capacity"]);
  const isBroken = (status & 3) !== 0;
  return {
    text: joined(t(isOn ? "operation.running" : offOrUnknown(state)), isOn && capacity !== undefined && percent(capacity / 10_000)), isOn, icon: "valve",
    ...(isBroken ? { trouble: t((status & 1) !== 0 ? "pump.deviceFault" : "pump.supplyFault") } : {}),
  };
}

/** @type {StatusReader} */
function waterHeater(read) {
  const values = read(WATER_HEATER);
  const isBoosted = values?.["boostState"] === "active";
  const isHeating = (asNumber(values?.["heatDemand"]) ?? 0) !== 0;
  const full = asNumber(values?.["tankPercentage"]);
  const warm = asNumber(read(THERMOSTAT)?.["localTemperature"]);
  const value = warm !== undefined ? temperature(warm / 100) : full !== undefined ? percent(full / 100) : undefined;
  const text = joined(t(isBoosted ? "waterHeater.boosting" : isHeating ? "state.heating" : "waterHeater.idle"), warm !== undefined && full !== undefined && t("waterHeater.full", { percent: percent(full / 100) }));
  return { text, isOn: isBoosted || isHeating, icon: "boiler", ...(value === undefined ? {} : { value }) };
}

/** @type {StatusReader} */
function humidifier(read, part) {
  const own = part.traits.has(HUMIDISTAT);
  const values = read(own ? HUMIDISTAT : HUMIDIFIER_DEHUMIDIFIER);
  const state = own ? values?.["systemState"] : values?.["currentState"];
  const humidity = asNumber(read(HUMIDITY)?.["measuredValue"]);
  const isOn = state !== "off" && state !== "inactive" && state !== undefined;
  return { text: state === undefined ? t("value.none") : named("humidity.", state), isOn, icon: "humidity", ...(humidity === undefined ? {} : { value: percent(humidity / 10_000) }) };
}

/** @type {StatusReader} */
function closure(read) {
  const values = read(CLOSURE_CONTROL);
  const state = values?.["mainState"];
  const position = /** @type {TraitValues | null | undefined} */ (values?.["overallCurrentState"])?.["position"];
  const target = /** @type {TraitValues | null | undefined} */ (values?.["overallTargetState"])?.["position"];
  const errors = /** @type {readonly unknown[]} */ (values?.["currentErrorList"] ?? []);
  const isMoving = state === "moving" || state === "waitingForMotion";
  const words = isMoving ? t(target === "moveToFullyClosed" ? "state.closing" : "state.opening")
    : state === "stopped" ? named("closure.", position) : named("closureState.", state);
  const trouble = errors.length > 0 ? named("closureError.", errors[0]) : state === "error" ? t("closureState.error") : undefined;
  return { text: trouble ?? words, isOn: isMoving || (position !== "fullyClosed" && position !== undefined && position !== null), icon: "gate", ...(trouble === undefined ? {} : { trouble }) };
}

/** @type {StatusReader} */
function security(read) {
  const values = read(SECURITY_SYSTEM);
  const state = values?.["currentState"];
  const isAlarm = state === "alarmTriggered";
  const isBroken = values?.["fault"] === true || values?.["tampered"] === true;
  return {
    text: named("security.", state), isOn: state !== "disarmed" && state !== undefined, isAlarm, icon: "shield",
    ...(isBroken ? { trouble: t(values?.["tampered"] === true ? "security.tampered" : "security.fault") } : {}),
  };
}

/** @type {StatusReader} */
function air(read, part, home) {
  const quality = read(AIR_QUALITY)?.["airQuality"];
  const { value, text, icon, symbol } = measured(home, part, [...airMeasures, ...measures]);
  if (typeof quality !== "string" || quality === "unknown") return { ...(value === undefined ? {} : { value }), text: joined(symbol, text), icon, isOn: false };
  const isBad = quality === "poor" || quality === "veryPoor" || quality === "extremelyPoor";
  return { value: levelInWords(quality), text: joined([symbol, value].filter(Boolean).join(" "), text), icon: "air", isOn: false, ...(isBad ? { trouble: t("air.bad", { quality: levelInWords(quality).toLowerCase() }) } : {}) };
}

/** The icons of flags by class; others get a mark. */
const flagIcons = /** @type {Record<string, string | undefined>} */ ({
  battery: "battery", door: "window", garage_door: "gate", gas: "smoke", glass_break: "warning", heat: "temperature", light: "sun", lock: "lock", moisture: "leak", motion: "motion", moving: "motion",
  occupancy: "motion", opening: "window", plug: "plug", power: "power", presence: "motion", problem: "warning", safety: "warning", smoke: "smoke", tamper: "warning",
  vibration: "motion", window: "window",
});
/** @type {Partial<Record<import("./parts.js").PartKind, string>>} */
const ownIcons = { reading: "gauge", number: "settings", choice: "settings", text: "edit", moment: "clock", press: "button", event: "bell", actions: "button" };

/** @param {{traits: ReadonlySet<number>}} part @returns {number} the part's own trait */
const ownTraitOf = ({ traits }) => [...traits].find((trait) => ownTraits.has(trait)) ?? 0;

/** @type {StatusReader} Hearth's own traits; a tile of a whole device also has up to two further values */
function own(read, part, home) {
  const trait = ownTraitOf(part);
  const values = read(trait);
  const device = home.device(part.deviceId);
  const words = part.kind === "event" ? lastEvent(part, home) : part.kind === "press" || part.kind === "actions" ? t("state.ready") : ownInWords(trait, values) ?? t("value.none");
  const endpointOf = (/** @type {number} */ id) => device?.endpoints.find((one) => one.id === id);
  const parts = part.isWhole && device ? allParts(device) : [];
  const others = parts.filter((one) => one.endpoint !== part.endpoint && one.kind !== "update").flatMap((one) => {
    const theirs = ownTraitOf(one);
    const state = home.trait(part.deviceId, one.endpoint, theirs);
    const said = ownInWords(theirs, state);
    return said === undefined ? [] : [one.kind === "flag" ? said : `${ownName(endpointOf(one.endpoint), one.kind, state)} ${said}`];
  }).slice(0, 2);
  const isSet = part.kind === "flag" && values?.["value"] === true;
  const isLarge = part.kind === "reading" || part.kind === "number";
  const name = isLarge && parts.length > 1 && ownName(endpointOf(part.endpoint), part.kind, values);
  return {
    ...(isLarge ? { value: words } : {}), text: joined(name, !isLarge && words, ...others), isOn: isSet,
    icon: part.kind === "flag" ? flagIcons[String(values?.["deviceClass"])] ?? (isSet ? "check" : "box") : ownIcons[part.kind] ?? "box",
    ...(part.kind === "flag" && isTrouble(values) ? { trouble: words, isAlarm: dangerOf(values) !== undefined } : {}),
  };
}

/** @type {StatusReader} */
function update(read) {
  const version = read(TEXT_VALUE)?.["value"];
  return { text: version ? t("update.version", { version: String(version) }) : t("update.none"), isOn: Boolean(version), icon: "box" };
}

/** @param {import("./parts.js").Part} part @param {import("./live.js").LiveHome} home */
function lastEvent(part, home) {
  const last = home.events.value.filter(({ target, traitId }) => target?.deviceId === part.deviceId && target.endpoint === part.endpoint && traitId === NAMED_EVENT).at(-1);
  const type = home.schemas.get(NAMED_EVENT);
  const payload = last && type?.events.get(last.eventId)?.payload;
  const at = milliseconds(last?.time);
  if (!last || at === undefined) return t("state.ready");
  const words = type && payload && last.payload ? eventInWords(type.decodeStruct(payload, last.payload.value)["type"]) : t("part.event");
  return joined(words, ago(at, nowSince(at)));
}

/** @type {Readers} */
export const readers = {
  appliance: works, vacuum: works, cooktop, charger, meter, solar: meter, battery, valve, pump, waterHeater, humidifier,
  closure, security, air, reading: own, flag: own, choice: own, text: own, moment: own, number: own, press: own, event: own, actions: own, update,
};
