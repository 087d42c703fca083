// How a part is, in a few words, and whether somebody should look: for tiles, lists and screen readers alike.

import { hasText, t } from "../ui/text.js";
import { chroma, whiteOf } from "./color.js";
import { label, number, percent, temperature } from "./words.js";
import { partLabel } from "./parts.js";
import { Trait } from "./traits.js";

/** @typedef {import("./live.js").LiveHome} LiveHome */
/** @typedef {import("./parts.js").Part} Part */
/** @typedef {import("../lib/trait.js").TraitValues} TraitValues */
/**
 * `value` stands large where a sensor has one. `tint` is a color of the lamp's own.
 *
 * @typedef {{text: string, value?: string, isOn: boolean, isAlarm?: boolean, icon: string, tint?: string}} Status
 * @typedef {(read: Read, part: Part, home: LiveHome) => Status} StatusReader
 * @typedef {(trait: number) => TraitValues | undefined} Read
 */

/** @param {unknown} value */
export const asNumber = (value) => (typeof value === "number" ? value : typeof value === "bigint" ? Number(value) : undefined);

/** @param {TraitValues | undefined} level @returns {number} the lowest level that is not off */
export const lowestLevel = (level) => Math.max(1, asNumber(level?.["minLevel"]) ?? 1);

/** @param {TraitValues | undefined} level @returns {number | undefined} share of 1, of a light that is on */
export function brightness(level) {
  const current = asNumber(level?.["currentLevel"]);
  const most = asNumber(level?.["maxLevel"]) ?? 254;
  return current === undefined ? undefined : Math.min(1, current / most);
}

/** @param {TraitValues | undefined} color @returns {string | undefined} what the lamp shines in, as CSS has it */
function tintOf(color) {
  if (!color) return undefined;
  const mode = color["colorMode"];
  if (mode === "colorTemperatureMireds") return whiteOf(asNumber(color["colorTemperatureMireds"]) ?? 250);
  return mode === "currentHueAndCurrentSaturation" ? chroma(asNumber(color["currentHue"]) ?? 0, asNumber(color["currentSaturation"]) ?? 0) : undefined;
}

/** @type {StatusReader} */
function switched(read, part) {
  const isOn = read(Trait.ON_OFF)?.["onOff"] === true;
  const share = brightness(read(Trait.LEVEL_CONTROL));
  const tint = isOn ? tintOf(read(Trait.COLOR_CONTROL)) : undefined;
  const text = !isOn ? t("state.off") : share === undefined ? t("state.on") : percent(Math.max(0.01, share));
  const icon = part.kind === "light" ? "bulb" : part.kind === "speaker" ? "speaker" : "plug";
  return { text, isOn, icon, ...(tint === undefined ? {} : { tint }) };
}

/** @type {StatusReader} */
function cover(read) {
  const values = read(Trait.WINDOW_COVERING);
  const closed = asNumber(values?.["currentPositionLiftPercent100ths"]) ?? asNumber(values?.["currentPositionTiltPercent100ths"]);
  const moves = (asNumber(values?.["operationalStatus"]) ?? 0) & 3;
  const state = closed === undefined ? t("value.none") : closed === 0 ? t("state.open") : closed === 10_000 ? t("state.closed")
    : t("state.openBy", { percent: percent(1 - closed / 10_000) });
  return { text: moves === 1 ? t("state.opening") : moves === 2 ? t("state.closing") : state, isOn: moves !== 0, icon: "blind" };
}

/** @type {StatusReader} */
function lock(read) {
  const values = read(Trait.DOOR_LOCK);
  const state = values?.["lockState"];
  const words = { notFullyLocked: "state.jammed", locked: "state.locked", unlocked: "state.unlocked", unlatched: "state.unlatched" };
  const text = t(words[/** @type {keyof typeof words} */ (state)] ?? "value.none");
  return { text, isOn: state === "unlocked" || state === "unlatched", icon: state === "locked" ? "lock" : "unlock" };
}

/** @type {StatusReader} */
function thermostat(read) {
  const values = read(Trait.THERMOSTAT);
  const measured = asNumber(values?.["localTemperature"]);
  const mode = values?.["systemMode"];
  const running = asNumber(values?.["thermostatRunningState"]) ?? 0;
  const isHeating = (running & 0b1001) !== 0;
  const isCooling = (running & 0b10010) !== 0;
  const text = isHeating ? t("state.heating") : isCooling ? t("state.cooling") : typeof mode === "string" ? t(`mode.${mode}`) : t("value.none");
  return { text, isOn: isHeating || isCooling, icon: "thermostat", ...(measured === undefined ? {} : { value: temperature(measured / 100) }) };
}

/** @type {StatusReader} */
function fan(read) {
  const values = read(Trait.FAN_CONTROL);
  const speed = asNumber(values?.["percentCurrent"]) ?? 0;
  return { text: speed === 0 ? t("state.off") : percent(speed / 100), isOn: speed > 0, icon: "fan" };
}

/** @type {StatusReader} */
function media(read, part) {
  const playback = read(Trait.MEDIA_PLAYBACK);
  const isOff = part.traits.has(Trait.ON_OFF) && read(Trait.ON_OFF)?.["onOff"] === false;
  const state = playback?.["currentState"];
  const track = /** @type {TraitValues | null | undefined} */ (playback?.["activeAudioTrack"]);
  const attributes = /** @type {TraitValues | null | undefined} */ (track?.["trackAttributes"]);
  const title = typeof attributes?.["displayName"] === "string" ? attributes["displayName"] : "";
  const words = state === "playing" ? title || t("state.playing") : state === "paused" ? t("state.paused") : state === "buffering" ? t("state.buffering") : t("state.on");
  return { text: isOff ? t("state.off") : words, isOn: !isOff, icon: "tv" };
}

/** @type {StatusReader} */
function works(read, part) {
  const values = read(part.kind === "vacuum" ? Trait.RVC_OPERATIONAL_STATE : Trait.OPERATIONAL_STATE);
  const state = values?.["operationalState"];
  const text = typeof state === "string" ? hasText(`operation.${state}`) ? t(`operation.${state}`) : label(state) : t("value.none");
  return { text, isOn: state === "running", isAlarm: state === "error", icon: part.kind === "vacuum" ? "vacuum" : "washer" };
}

/** @type {StatusReader} */
function smoke(read) {
  const values = read(Trait.SMOKE_CO_ALARM);
  const isOn = (/** @type {string} */ name) => !["normal", null, undefined].includes(/** @type {string | null | undefined} */ (values?.[name]));
  const isSmoke = isOn("smokeState") || isOn("interconnectSmokeAlarm");
  const isGas = isOn("coState") || isOn("interconnectCoAlarm");
  const text = isSmoke ? t("alarm.smoke") : isGas ? t("alarm.co") : values?.["testInProgress"] === true ? t("state.testing") : t("state.clear");
  return { text, isOn: false, isAlarm: isSmoke || isGas, icon: "smoke" };
}

/** @param {string} yes @param {string} no @param {string} icon @param {boolean} isAlarm @returns {StatusReader} */
const twoStates = (yes, no, icon, isAlarm = false) => (read) => {
  const value = read(Trait.BOOLEAN_STATE)?.["stateValue"];
  return { text: value === undefined ? t("value.none") : t(value === true ? yes : no), isOn: false, isAlarm: isAlarm && value === true, icon };
};

/** @type {StatusReader} */
function contact(read) {
  const isClosed = read(Trait.BOOLEAN_STATE)?.["stateValue"];
  return { text: isClosed === undefined ? t("value.none") : t(isClosed ? "state.closed" : "state.open"), isOn: isClosed === false, icon: isClosed === false ? "window-open" : "window" };
}

/** @type {StatusReader} */
function motion(read) {
  const isThere = ((asNumber(read(Trait.OCCUPANCY)?.["occupancy"]) ?? 0) & 1) !== 0;
  return { text: t(isThere ? "state.motion" : "state.still"), isOn: isThere, icon: "motion" };
}

/** @type {readonly [trait: number, icon: string, words: (values: TraitValues) => string | undefined][]} what sensors measure */
const measures = [
  [Trait.TEMPERATURE, "temperature", (values) => of(values, (value) => temperature(value / 100))],
  [Trait.HUMIDITY, "humidity", (values) => of(values, (value) => percent(value / 10_000))],
  [Trait.ILLUMINANCE, "sun", (values) => of(values, (value) => `${number(value === 0 ? 0 : 10 ** ((value - 1) / 10_000), 0)}\u00a0lx`)],
  [Trait.PRESSURE, "gauge", (values) => of(values, (value) => `${number(value, 0)}\u00a0hPa`)],
  [Trait.FLOW, "gauge", (values) => of(values, (value) => `${number(value / 10, 1)}\u00a0m³/h`)],
  [Trait.CARBON_DIOXIDE, "air", (values) => of(values, (value) => `${number(value, 0)}\u00a0ppm`)],
  [Trait.PM25, "air", (values) => of(values, (value) => `${number(value, 0)}\u00a0µg/m³`)],
];

/** @param {TraitValues} values @param {(value: number) => string} words */
function of(values, words) {
  const value = asNumber(values["measuredValue"]);
  return value === undefined ? undefined : words(value);
}

/** @type {StatusReader} all that a device measures, on one tile */
function sensor(read, part, home) {
  const device = home.device(part.deviceId);
  const found = measures.flatMap(([trait, icon, words]) =>
    (device?.endpoints ?? []).flatMap((endpoint) => {
      if (!endpoint.traits.some((one) => one.id === trait)) return [];
      const values = home.trait(part.deviceId, endpoint.id, trait);
      const text = values && words(values);
      return text === undefined ? [] : [{ text, icon, label: partLabel(endpoint) }];
    }));
  const [first, ...others] = found;
  if (!first) return { text: t("value.none"), isOn: false, icon: "gauge" };
  return { text: others.slice(0, 2).map((one) => `${one.label} ${one.text}`.trim()).join(" · "), value: first.text, isOn: false, icon: first.icon };
}

/** @type {StatusReader} */
function button(_, part, home) {
  const last = home.events.value.filter((event) => event.target?.deviceId === part.deviceId && event.traitId === Trait.SWITCH).at(-1);
  const event = last && home.schemas.get(Trait.SWITCH)?.events.get(last.eventId);
  return { text: event ? t(`event.switch.${event.id}`) : t("state.ready"), isOn: false, icon: "button" };
}

/** @type {StatusReader} */
function other(read, part) {
  const isOn = part.traits.has(Trait.ON_OFF) && read(Trait.ON_OFF)?.["onOff"] === true;
  const text = part.kind === "bridge" ? "state.bridge" : !part.traits.has(Trait.ON_OFF) ? "state.connected" : isOn ? "state.on" : "state.off";
  return { text: t(text), isOn, icon: part.kind === "bridge" ? "bridge" : "box" };
}

/** @type {StatusReader} */
function valve(read) {
  const isOpen = read(Trait.VALVE)?.["currentState"] === "open";
  return { text: t(isOpen ? "state.open" : "state.closed"), isOn: isOpen, icon: "valve" };
}

/** @type {StatusReader} */
function meter(read) {
  const power = asNumber(read(Trait.ELECTRICAL_POWER)?.["activePower"]);
  return { text: "", value: power === undefined ? t("value.none") : `${number(power / 1000, 0)}\u00a0W`, isOn: false, icon: "gauge" };
}

/** @type {Record<import("./parts.js").PartKind, StatusReader>} */
const readers = {
  light: switched, plug: switched, speaker: switched, media, cover, lock, thermostat, fan, vacuum: works, appliance: works,
  valve, cabinet: sensor, alarm: smoke, leak: twoStates("alarm.leak", "state.dry", "leak", true),
  freeze: twoStates("alarm.freeze", "state.clear", "temperature", true), rain: twoStates("state.rain", "state.dry", "leak"),
  contact, motion, sensor, button, charger: other, meter, bridge: other, other,
};

/**
 * Follows what it reads.
 *
 * @param {LiveHome} home
 * @param {Part} part
 */
export function statusOf(home, part) {
  return readers[part.kind]((trait) => home.trait(part.deviceId, part.endpoint, trait), part, home);
}

/** @typedef {{kind: "alarm" | "offline" | "battery" | "jammed", text: string}} Problem */

/**
 * What is wrong with a device, worst first.
 *
 * @param {LiveHome} home
 * @param {import("../lib/hearth-v1.js").Device} device
 * @param {readonly import("./overview.js").PartEntry[]} parts
 * @returns {Problem[]}
 */
export function problemsOf(home, device, parts) {
  /** @type {Problem[]} */
  const problems = [];
  for (const { part, status } of parts) {
    if (status.value.isAlarm) problems.push({ kind: "alarm", text: status.value.text });
    if (part.kind === "lock" && home.trait(device.id, part.endpoint, Trait.DOOR_LOCK)?.["lockState"] === "notFullyLocked")
      problems.push({ kind: "jammed", text: t("state.jammed") });
  }
  if (isOffline(device)) problems.push({ kind: "offline", text: t("state.offline") });
  for (const endpoint of device.endpoints) {
    const power = home.trait(device.id, endpoint.id, Trait.POWER_SOURCE);
    const left = asNumber(power?.["batPercentRemaining"]);
    const level = power?.["batChargeLevel"];
    if (level === "warning" || level === "critical" || power?.["batReplacementNeeded"] === true || (left !== undefined && left < 20))
      problems.push({ kind: "battery", text: left === undefined ? t("state.lowBattery") : t("state.lowBatteryAt", { percent: percent(left / 200) }) });
  }
  return problems;
}

/** @param {import("../lib/hearth-v1.js").Device | undefined} device */
export const isOffline = (device) => device?.connectivity?.state === 2;
