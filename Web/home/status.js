// The status of a part in a few words, and whether it needs attention: for tiles, lists and screen readers.

import { signal } from "../lib/view.js";
import { t } from "../ui/text.js";
import { now, nowSince } from "./clock.js";
import { chroma, placeColor, whiteOf } from "./color.js";
import { lockTexts } from "./constants.js";
import { milliseconds } from "./model.js";
import { asNumber } from "./numbers.js";
import { ago, number, percent, scaled, temperature } from "./words.js";
import { partLabel } from "./parts.js";
import {
  BOOLEAN_STATE, CAMERA_STREAMS, CHIME, COLOR_CONTROL, DOOR_LOCK, ELECTRICAL_POWER, FAN_CONTROL, FLAG, FLOW, HUMIDITY, ILLUMINANCE, LEVEL_CONTROL,
  MEDIA_PLAYBACK, MODE_SELECT, OCCUPANCY, ON_OFF, POWER_SOURCE, PRESSURE, REFRIGERATOR_ALARM, SMOKE_CO_ALARM, SWITCH,
  TEMPERATURE, TEMPERATURE_CONTROL, THERMOSTAT, WINDOW_COVERING,
} from "./traits.js";

/** @typedef {import("./live.js").LiveHome} LiveHome */
/** @typedef {import("./parts.js").Part} Part */
/** @typedef {import("../lib/trait.js").TraitValues} TraitValues */
/**
 * `value` is a sensor's reading, shown large. `trouble` is a problem that needs attention but is not urgent. `tint` is the
 * lamp's color.
 *
 * @typedef {{text: string, value?: string, isOn: boolean, isAlarm?: boolean, trouble?: string, icon: string, tint?: string}} Status
 * @typedef {(read: Read, part: Part, home: LiveHome) => Status} StatusReader
 * @typedef {(trait: number) => TraitValues | undefined} Read
 */


/** @param {TraitValues | undefined} level @returns {number} the lowest level that is not off */
export const lowestLevel = (level) => Math.max(1, asNumber(level?.["minLevel"]) ?? 1);

/** @param {TraitValues | undefined} level @returns {number | undefined} the brightness of a light that is on, from 0 to 1 */
export function brightness(level) {
  const current = asNumber(level?.["currentLevel"]);
  const most = asNumber(level?.["maxLevel"]) ?? 254;
  return current === undefined ? undefined : Math.min(1, current / most);
}

/** @param {TraitValues | undefined} color @returns {string | undefined} the lamp's color in CSS */
function tintOf(color) {
  if (!color) return undefined;
  const mode = color["colorMode"];
  if (mode === "colorTemperatureMireds") return whiteOf(asNumber(color["colorTemperatureMireds"]) ?? 250);
  if (mode === "currentXAndCurrentY") return placeColor(asNumber(color["currentX"]) ?? 20_000, asNumber(color["currentY"]) ?? 20_000);
  return mode === "currentHueAndCurrentSaturation" ? chroma(asNumber(color["currentHue"]) ?? 0, asNumber(color["currentSaturation"]) ?? 0) : undefined;
}

/**
 * The power that a part's electrical sensor measures, in watts.
 *
 * @param {LiveHome} home
 * @param {Part} part
 * @returns {number | undefined}
 */
export function watts(home, part) {
  const here = home.trait(part.deviceId, part.endpoint, ELECTRICAL_POWER);
  const power = asNumber(here?.["activePower"]);
  return power === undefined ? undefined : power / 1000;
}

/**
 * Adds to a text for how long the attribute has had its value.
 *
 * @param {string} text
 * @param {LiveHome} home
 * @param {Part} part
 * @param {number} trait
 * @param {string} attribute
 */
export function aged(text, home, part, trait, attribute) {
  const at = home.reportedAt(part.deviceId, part.endpoint, trait, attribute);
  return at === undefined ? text : `${text} · ${ago(at, nowSince(at))}`;
}

/** @param {unknown} state of something that is not on @returns the key of the text for off, or for unknown */
export const offOrUnknown = (state) => (state === false ? "state.off" : "value.none");

/** @type {StatusReader} */
function switched(read, part, home) {
  const state = read(ON_OFF)?.["onOff"];
  const isOn = state === true;
  const share = brightness(read(LEVEL_CONTROL));
  const tint = isOn ? tintOf(read(COLOR_CONTROL)) : undefined;
  const power = isOn && part.kind === "plug" ? watts(home, part) : undefined;
  const on = share === undefined ? t("state.on") : percent(Math.max(0.01, share));
  const text = !isOn ? t(offOrUnknown(state)) : power === undefined ? on : `${on} · ${scaled(power, "W")}`;
  const icon = part.kind === "light" ? "bulb" : part.kind === "speaker" ? "speaker" : "plug";
  return { text, isOn, icon, ...(tint === undefined ? {} : { tint }) };
}

/** @type {StatusReader} */
function cover(read) {
  const values = read(WINDOW_COVERING);
  const closed = asNumber(values?.["currentPositionLiftPercent100ths"]) ?? asNumber(values?.["currentPositionTiltPercent100ths"]);
  const moves = (asNumber(values?.["operationalStatus"]) ?? 0) & 3;
  const state = closed === undefined ? t("value.none") : closed === 0 ? t("state.open") : closed === 10_000 ? t("state.closed")
    : t("state.openBy", { percent: percent(1 - closed / 10_000) });
  return { text: moves === 1 ? t("state.opening") : moves === 2 ? t("state.closing") : state, isOn: moves !== 0, icon: "blind" };
}

/** @type {StatusReader} */
function lock(read) {
  const values = read(DOOR_LOCK);
  const state = values?.["lockState"];
  const text = t(lockTexts[String(state)] ?? "value.none");
  return { text, isOn: state === "unlocked" || state === "unlatched", icon: state === "locked" ? "lock" : text === t("value.none") ? "offline" : "unlock" };
}

/** @type {StatusReader} */
function thermostat(read, part) {
  const values = read(THERMOSTAT);
  const measured = asNumber(values?.["localTemperature"]);
  const mode = values?.["systemMode"];
  const running = asNumber(values?.["thermostatRunningState"]) ?? 0;
  const isHeating = (running & 0b1001) !== 0;
  const isCooling = (running & 0b10010) !== 0;
  const isOff = part.traits.has(ON_OFF) && read(ON_OFF)?.["onOff"] === false;
  const text = isOff ? t("state.off") : isHeating ? t("state.heating") : isCooling ? t("state.cooling") : typeof mode === "string" ? t(`mode.${mode}`) : t("value.none");
  return { text, isOn: !isOff && (isHeating || isCooling || part.traits.has(ON_OFF)), icon: "thermostat", ...(measured === undefined ? {} : { value: temperature(measured / 100) }) };
}

/** @type {StatusReader} */
function fan(read, part) {
  const values = read(FAN_CONTROL);
  const speed = asNumber(values?.["percentCurrent"]);
  return { text: !speed ? t(offOrUnknown(speed === 0 ? false : speed)) : percent(speed / 100), isOn: Boolean(speed), icon: part.kind === "purifier" ? "air" : "fan" };
}

/** @type {StatusReader} */
function media(read, part) {
  const playback = read(MEDIA_PLAYBACK);
  const isOff = part.traits.has(ON_OFF) && read(ON_OFF)?.["onOff"] === false;
  const state = playback?.["currentState"];
  const track = /** @type {TraitValues | null | undefined} */ (playback?.["activeAudioTrack"]);
  const attributes = /** @type {TraitValues | null | undefined} */ (track?.["trackAttributes"]);
  const content = /** @type {TraitValues | null | undefined} */ (playback?.["contentInfo"]);
  const title = [content?.["title"], attributes?.["displayName"]].find((text) => typeof text === "string" && text !== "");
  const words = state === "playing" ? String(title ?? t("state.playing")) : state === "paused" ? t("state.paused") : state === "buffering" ? t("state.buffering") : t("state.on");
  return { text: isOff ? t("state.off") : words, isOn: !isOff, icon: "tv" };
}

/** @type {StatusReader} */
function smoke(read) {
  const values = read(SMOKE_CO_ALARM);
  const isOn = (/** @type {string} */ name) => !["normal", null, undefined].includes(/** @type {string | null | undefined} */ (values?.[name]));
  const isSmoke = isOn("smokeState") || isOn("interconnectSmokeAlarm");
  const isGas = isOn("coState") || isOn("interconnectCOAlarm");
  const isAlarm = isSmoke || isGas;
  const isKnown = typeof (values?.["smokeState"] ?? values?.["coState"]) === "string";
  const isBroken = values?.["hardwareFaultAlert"] === true || values?.["endOfServiceAlert"] === "expired";
  const trouble = isBroken && !isAlarm ? { trouble: t("alarm.replace") } : {};
  const text = isSmoke ? t("alarm.smoke") : isGas ? t("alarm.co") : values?.["testInProgress"] === true ? t("state.testing")
    : isBroken ? t("alarm.replace") : t(isKnown ? "state.clear" : "value.none");
  return { text, isOn: false, isAlarm, icon: "smoke", ...trouble };
}

/** @param {string} yes @param {string} no @param {string} icon @param {boolean} isAlarm @returns {StatusReader} */
const twoStates = (yes, no, icon, isAlarm = false) => (read, part, home) => {
  const value = read(BOOLEAN_STATE)?.["stateValue"];
  const text = value === undefined ? t("value.none") : aged(t(value === true ? yes : no), home, part, BOOLEAN_STATE, "stateValue");
  return { text: isAlarm && value === true ? t(yes) : text, isOn: false, isAlarm: isAlarm && value === true, icon };
};

/** @type {StatusReader} */
function contact(read, part, home) {
  const isClosed = read(BOOLEAN_STATE)?.["stateValue"];
  const text = isClosed === undefined ? t("value.none") : aged(t(isClosed ? "state.closed" : "state.open"), home, part, BOOLEAN_STATE, "stateValue");
  return { text, isOn: isClosed === false, icon: isClosed === false ? "window-open" : "window" };
}

/** @type {StatusReader} */
function motion(read, part, home) {
  const occupancy = asNumber(read(OCCUPANCY)?.["occupancy"]);
  if (occupancy === undefined) return { text: t("value.none"), isOn: false, icon: "motion" };
  const isThere = (occupancy & 1) !== 0;
  return { text: aged(t(isThere ? "state.motion" : "state.still"), home, part, OCCUPANCY, "occupancy"), isOn: isThere, icon: "motion" };
}

/** @typedef {readonly [trait: number, icon: string, words: (values: TraitValues) => string | undefined, symbol?: string]} Measure */

/** @type {readonly Measure[]} the measurements of common sensors */
export const measures = [
  [TEMPERATURE, "temperature", (values) => sayMeasured(values, (value) => temperature(value / 100))],
  [HUMIDITY, "humidity", (values) => sayMeasured(values, (value) => percent(value / 10_000))],
  [ILLUMINANCE, "sun", (values) => sayMeasured(values, (value) => `${number(value === 0 ? 0 : 10 ** ((value - 1) / 10_000), 0)}\u00a0lx`)],
  [PRESSURE, "gauge", (values) => sayMeasured(values, (value) => `${number(value, 0)}\u00a0hPa`)],
  [FLOW, "gauge", (values) => sayMeasured(values, (value) => `${number(value / 10, 1)}\u00a0m³/h`)],
];

/** @param {TraitValues} values @param {(value: number) => string} words */
export function sayMeasured(values, words) {
  const value = asNumber(values["measuredValue"]);
  return value === undefined ? undefined : words(value);
}

/**
 * The measurements of a device's parts: one large value, and up to two more as text.
 *
 * @param {LiveHome} home
 * @param {Part} part
 * @param {readonly Measure[]} known
 * @returns {Status & {symbol?: string, trait?: number, endpoint?: number}} with the trait and endpoint of the large value
 */
export function measured(home, part, known) {
  const device = home.device(part.deviceId);
  const found = known.flatMap(([trait, icon, words, symbol = ""]) =>
    (device?.endpoints ?? []).flatMap((endpoint) => {
      if ((!part.isWhole && endpoint.id !== part.endpoint) || !endpoint.traits.some((one) => one.id === trait)) return [];
      const values = home.trait(part.deviceId, endpoint.id, trait);
      const text = values && words(values);
      return text === undefined ? [] : [{ text, icon, label: part.isWhole ? partLabel(endpoint) : "", symbol, trait, endpoint: endpoint.id }];
    }));
  const [first, ...others] = found;
  if (!first) return { text: t("value.none"), isOn: false, icon: "gauge" };
  return { text: others.slice(0, 2).map((one) => [one.label === one.symbol ? "" : one.label, one.symbol, one.text].filter(Boolean).join(" ")).join(" · "), value: first.text, isOn: false, icon: first.icon,
    trait: first.trait, endpoint: first.endpoint, ...(first.symbol === "" ? {} : { symbol: first.symbol }) };
}

/** A value older than this is shown with its age, in milliseconds. */
const fresh = 3_600_000;

/** @type {StatusReader} all measurements of a device on one tile */
function sensor(_, part, home) {
  const { trait, endpoint, ...status } = measured(home, part, measures);
  const at = trait === undefined || endpoint === undefined ? undefined : home.reportedAt(part.deviceId, endpoint, trait, "measuredValue");
  if (at === undefined || now(600) - at < fresh) return status;
  return { ...status, text: [status.text, ago(at, nowSince(at))].filter(Boolean).join(" · ") };
}

/** @type {StatusReader} */
function button(_, part, home) {
  const isBell = part.kind === "doorbell";
  const last = home.events.value.filter((event) => event.target?.deviceId === part.deviceId && event.traitId === SWITCH).at(-1);
  const at = milliseconds(last?.time);
  const isNew = isBell && at !== undefined && now(5) - at < 30_000;
  const text = !last || at === undefined ? t("state.ready") : isNew ? t("doorbell.rings") : isBell ? t("doorbell.rang", { when: ago(at, nowSince(at)) })
    : `${t(`event.switch.${last.eventId}`)} · ${ago(at, nowSince(at))}`;
  return { text, isOn: isNew, icon: isBell ? "bell" : "button" };
}

/** @type {StatusReader} */
function chime(read) {
  const values = read(CHIME);
  const sounds = /** @type {readonly {chimeID?: number, name?: string}[]} */ (values?.["installedChimeSounds"] ?? []);
  const sound = sounds.find((one) => one.chimeID === values?.["selectedChime"])?.name;
  return { text: values?.["enabled"] === false ? t("state.off") : sound || t("state.ready"), isOn: false, icon: "bell" };
}

/** @type {StatusReader} */
function camera(read) {
  const values = read(CAMERA_STREAMS);
  const isPrivate = values?.["hardPrivacyModeOn"] === true || values?.["softLivestreamPrivacyModeEnabled"] === true;
  const streams = /** @type {readonly {referenceCount?: number}[]} */ (values?.["allocatedVideoStreams"] ?? []);
  const isWatched = !isPrivate && streams.some(({ referenceCount = 0 }) => referenceCount > 0);
  return { text: t(isPrivate ? "camera.private" : isWatched ? "camera.streaming" : "state.ready"), isOn: isWatched, icon: "camera" };
}

/** @param {TraitValues | undefined} values of a trait whose modes have labels @returns {string | undefined} */
export function modeInWords(values) {
  const modes = /** @type {readonly {label?: string, mode?: number}[]} */ (values?.["supportedModes"] ?? []);
  return modes.find((one) => one.mode === values?.["currentMode"])?.label || undefined;
}

/** @type {StatusReader} */
function other(read, part) {
  const state = part.traits.has(ON_OFF) ? read(ON_OFF)?.["onOff"] : undefined;
  const isOn = state === true;
  const text = part.kind === "bridge" ? "state.bridge" : !part.traits.has(ON_OFF) ? "state.connected" : isOn ? "state.on" : offOrUnknown(state);
  return { text: modeInWords(read(MODE_SELECT)) ?? t(text), isOn, icon: part.kind === "bridge" ? "bridge" : "box" };
}

/** @type {StatusReader} the temperatures of its compartments, and its problems */
function cabinet(read, part, home) {
  const status = measured(home, part, measures);
  const setPoint = asNumber(read(TEMPERATURE_CONTROL)?.["temperatureSetpoint"]);
  const shown = status.value === undefined && setPoint !== undefined ? { ...status, text: t("appliance.setTo", { temperature: temperature(setPoint / 100) }) } : status;
  const isWrong = (asNumber(read(REFRIGERATOR_ALARM)?.["state"]) ?? 0) !== 0;
  if (isWrong && !rare.value) loadRare();
  const [trouble] = isWrong ? rare.value?.alarmsOf(read, home) ?? [] : [];
  return { ...shown, icon: "fridge", ...(trouble === undefined ? {} : { trouble, text: trouble }) };
}

/** @typedef {{readers: import("./statuses.js").Readers, alarmsOf: (read: Read, home: LiveHome) => string[]}} RareStatuses */
/** The statuses of rare kinds of parts; loaded when the home has such a part. */
const rare = signal(/** @type {RareStatuses | undefined} */ (undefined));
/** @type {(() => Promise<RareStatuses>) | undefined} */
let fetchRare;
let isLoading = false;

/** @param {() => Promise<RareStatuses>} fetch */
export const setRareStatuses = (fetch) => (fetchRare = fetch);

async function loadRare() {
  if (isLoading) return;
  isLoading = true;
  try {
    rare.value = await fetchRare?.();
  } catch {
    isLoading = false;
  }
}

/** @type {Partial<Record<import("./parts.js").PartKind, StatusReader>>} */
const common = {
  light: switched, plug: switched, speaker: switched, media, cover, lock, thermostat, fan, purifier: fan, hood: fan,
  alarm: smoke, leak: twoStates("alarm.leak", "state.dry", "leak", true),
  freeze: twoStates("alarm.freeze", "state.clear", "temperature", true), rain: twoStates("state.rain", "state.dry", "leak"),
  contact, motion, sensor, button, doorbell: button, camera, chime, cabinet, bridge: other, other,
};

/** Kinds of parts whose `isAlarm` may become true, which must be visible at once. */
export const raisesAlarms = new Set(["alarm", "leak", "freeze", "security", "flag"]);

/**
 * The status of a part. It tracks the values that it reads. For an unreachable part, it is the last status, and says so.
 *
 * @param {LiveHome} home
 * @param {Part} part
 * @returns {Status}
 */
export function statusOf(home, part) {
  const last = lastStatus(home, part);
  if (!isPartOffline(home, part)) return last;
  const { value, tint: _, trouble: __, ...status } = last;
  const state = [value, status.text].filter(Boolean).join(" · ");
  return {
    ...status, isOn: false, text: state === "" || state === t("value.none") ? t("state.offline") : t("state.offlineWas", { state }),
    // These icons would show a state that is no longer certain.
    icon: /^(un)?lock$|^window/.test(status.icon) ? "offline" : status.icon,
  };
}

/**
 * @param {LiveHome} home
 * @param {Part} part
 * @returns {Status} the last reported status of a part
 */
function lastStatus(home, part) {
  const reader = common[part.kind] ?? rare.value?.readers[part.kind];
  if (reader) return reader((trait) => home.trait(part.deviceId, part.endpoint, trait), part, home);
  loadRare();
  return { text: "", isOn: false, icon: "box" };
}

/** The texts of flags that warn of a danger, by their class; the hub raises a notice for these, too. */
const dangers = new Map([["gas", "alarm.gas"], ["tamper", "alarm.tampering"], ["glass_break", "alarm.glassBreak"], ["heat", "alarm.heat"], ["safety", "alarm.danger"]]);

/** @param {TraitValues | undefined} values of a flag @returns the text of the danger that it warns of; undefined if it warns of none */
export const dangerOf = (values) => (values?.["value"] === true ? dangers.get(String(values["deviceClass"])) : undefined);

/**
 * The alarms of a device: those of its parts, and the flags of a danger of all its endpoints, as a sensor's tampering flag has no tile.
 *
 * @param {LiveHome} home
 * @param {import("../lib/hearth-v1.js").Device} device
 * @param {readonly import("./overview.js").PartEntry[]} parts
 * @returns {{key: string, text: string}[]}
 */
export function alarmsIn(home, device, parts) {
  const ofParts = parts.filter(({ part, status }) => part.kind !== "flag" && status.value.isAlarm).map(({ part, status }) => ({ key: part.key, text: status.value.text }));
  const ofFlags = device.endpoints.flatMap(({ id, traits }) => {
    const text = traits.some((trait) => trait.id === FLAG) ? dangerOf(home.trait(device.id, id, FLAG)) : undefined;
    return text === undefined ? [] : [{ key: `${id}/${device.id}/flag`, text: t(text) }];
  });
  return [...ofParts, ...ofFlags];
}

/** @typedef {{kind: "alarm" | "offline" | "battery" | "jammed" | "trouble", text: string}} Problem */

/**
 * The problems of a device, worst first.
 *
 * @param {LiveHome} home
 * @param {import("../lib/hearth-v1.js").Device} device
 * @param {readonly import("./overview.js").PartEntry[]} parts
 * @returns {Problem[]}
 */
export function problemsOf(home, device, parts) {
  /** @type {Problem[]} */
  const problems = alarmsIn(home, device, parts).map(({ text }) => ({ kind: "alarm", text }));
  for (const { part, status } of parts) {
    if (status.value.trouble !== undefined && status.value.isAlarm !== true) problems.push({ kind: "trouble", text: status.value.trouble });
    if (part.kind === "lock" && !isOffline(device) && home.trait(device.id, part.endpoint, DOOR_LOCK)?.["lockState"] === "notFullyLocked")
      problems.push({ kind: "jammed", text: t("state.jammed") });
  }
  if (isOffline(device)) problems.push({ kind: "offline", text: t("state.offline") });
  for (const endpoint of device.endpoints) {
    const power = home.trait(device.id, endpoint.id, POWER_SOURCE);
    const left = asNumber(power?.["batPercentRemaining"]);
    const level = power?.["batChargeLevel"];
    if (level === "warning" || level === "critical" || power?.["batReplacementNeeded"] === true || (left !== undefined && left < 20))
      problems.push({ kind: "battery", text: left === undefined ? t("state.lowBattery") : t("state.lowBatteryAt", { percent: percent(left / 200) }) });
  }
  return problems;
}

/** @param {import("../lib/hearth-v1.js").Device | undefined} device */
export const isOffline = (device) => device?.connectivity?.state === 2;

/**
 * Whether a part can't be reached, because its device can't, or only this part of the device.
 *
 * @param {LiveHome} home
 * @param {Part} part
 */
export function isPartOffline(home, part) {
  const device = home.device(part.deviceId);
  const isPartly = device?.connectivity?.state === 3;
  return isOffline(device) || (isPartly && [...part.traits].some((trait) => home.entry(part.deviceId, part.endpoint, trait)?.connectivity?.state === 2));
}
