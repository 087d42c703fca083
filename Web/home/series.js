// Values with a history: their names, and the conversion of their raw numbers to the units that people read.

import { SchemaField_Kind as Kind } from "../lib/hearth-v1.js";
import { globalAttributeNames } from "../lib/trait.js";
import { link } from "../lib/view.js";
import { hasText, t } from "../ui/text.js";
import { allParts, ownKinds, partLabel } from "./parts.js";
import {
  BOOLEAN_STATE, CARBON_DIOXIDE, DOOR_LOCK, ELECTRICAL_POWER, FAN_CONTROL, FLAG, FLOW, HUMIDITY, ILLUMINANCE, MEDIA_PLAYBACK,
  OCCUPANCY, ON_OFF, PM25, PRESSURE, READING, TEMPERATURE, THERMOSTAT, WINDOW_COVERING, housekeeping,
} from "./traits.js";
import { flagInWords, hasUnit, ownName, ownTraits, quantity, unitIn } from "./own.js";
import { inWords, unitOf } from "./values.js";
import { label, number } from "./words.js";

/** @typedef {import("./live.js").LiveHome} LiveHome */
/**
 * The place of a value: device, endpoint, trait and attribute. `key` is its form in addresses.
 *
 * @typedef {{key: string, deviceId: string, endpoint: number, traitId: number, attributeId: number}} Place
 * @typedef {Place & {
 *   kind: "number" | "boolean" | "enum" | "bitmap", symbol: string,
 *   read: (raw: number) => number, words: (value: number) => string,
 * }} Series
 */

/**
 * @param {string} deviceId
 * @param {number} endpoint
 * @param {number} traitId
 * @param {number} attributeId
 * @returns {Place}
 */
export const placeOf = (deviceId, endpoint, traitId, attributeId) =>
  ({ key: `${endpoint}.${traitId}.${attributeId}.${deviceId}`, deviceId, endpoint, traitId, attributeId });

/** @param {string} key @returns {Place | undefined} */
export function parsePlace(key) {
  const [, endpoint, traitId, attributeId, deviceId] = /^(\d{1,5})\.(\d{1,10})\.(\d{1,10})\.(.+)$/su.exec(key) ?? [];
  return deviceId === undefined ? undefined : placeOf(deviceId, Number(endpoint), Number(traitId), Number(attributeId));
}

/**
 * The address of the history of these values.
 *
 * @param {readonly string[]} keys
 * @param {{span?: number | undefined, until?: number | undefined}} range `until` is absent for a range that ends now
 */
export function historyLink(keys, { span, until } = {}) {
  const query = new URLSearchParams(keys.map((key) => ["of", key]));
  if (span !== undefined) query.set("span", String(Math.round(span)));
  if (until !== undefined) query.set("until", String(Math.round(until)));
  const words = query.toString();
  return words === "" ? link("history") : `${link("history")}?${words}`;
}

/** Units that people don't read, with the factor, the unit to show and its number of decimals. */
const milli = new Map([
  ["mW", [1e-3, "W", 1]], ["mVA", [1e-3, "VA", 1]], ["mV", [1e-3, "V", 1]], ["mA", [1e-3, "A", 2]], ["mHz", [1e-3, "Hz", 2]],
  ["mWh", [1e-6, "kWh", 3]], ["mVAh", [1e-6, "kVAh", 3]],
]);

/**
 * The conversion of raw numbers with a schema's unit.
 *
 * @param {string} unit of a schema
 * @returns {{read: (raw: number) => number, write: (value: number) => number, symbol: string, digits: number}}
 */
export function measureOf(unit) {
  // Matter's illuminance is a logarithm.
  if (unit === "10000·log10(lx)+1") 
    return { read: (raw) => (raw === 0 ? 0 : 10 ** ((raw - 1) / 10_000)), write: (lux) => (lux <= 0 ? 0 : 10_000 * Math.log10(lux) + 1), symbol: "lx", digits: 0 };
  const { step: whole, symbol: plain } = unitOf(unit);
  const [factor, symbol, fewer] = /** @type {[number, string, number | undefined]} */ (milli.get(plain) ?? [1, plain, undefined]);
  const step = whole * factor;
  return { read: (raw) => raw * step, write: (value) => value / step, symbol, digits: fewer ?? (step >= 1 ? 0 : Math.min(3, Math.ceil(-Math.log10(step) - 1e-9))) };
}

/** The texts for true and false of a boolean sensor. */
/** @type {Partial<Record<import("./parts.js").PartKind, [yes: string, no: string]>>} */
const booleanWords = {
  contact: ["state.closed", "state.open"], leak: ["alarm.leak", "state.dry"], freeze: ["alarm.freeze", "state.clear"], rain: ["state.rain", "state.dry"],
};

/** @param {LiveHome} home @param {Place} place @returns the kind of a boolean sensor */
function kindAt(home, { deviceId, endpoint, traitId }) {
  const device = traitId === BOOLEAN_STATE ? home.device(deviceId) : undefined;
  return device && allParts(device).find((part) => part.endpoint === endpoint)?.kind;
}

/** @param {LiveHome} home @param {Place} place @returns the attributes beside the value of one of Hearth's own traits; undefined for other values */
const ownAt = (home, { deviceId, endpoint, traitId, attributeId }) => (ownTraits.has(traitId) && attributeId === 0 ? home.trait(deviceId, endpoint, traitId) ?? {} : undefined);

/** @param {LiveHome} home @param {Place} place @returns {string} the unit of a number whose unit is an attribute */
export const ownUnit = (home, place) => (hasUnit(place.traitId) ? unitIn(ownAt(home, place)) : "");

/**
 * A value with its conversion. Undefined if its schema is unknown, or it has no history.
 *
 * @param {LiveHome} home
 * @param {Place} place
 * @returns {Series | undefined}
 */
export function seriesOf(home, place) {
  const type = home.schemas.get(place.traitId);
  const field = type?.schema.attributes.find((one) => one.field?.id === place.attributeId)?.field;
  if (!type || !field || field.isList || globalAttributeNames.has(field.name)) return undefined;
  const words = (/** @type {number} */ value) => inWords(type, field, value);
  const own = ownAt(home, place);
  if (own && place.traitId === FLAG) return { ...place, kind: "boolean", symbol: "", read: (raw) => raw, words: (value) => flagInWords(own["deviceClass"], value !== 0) };
  if (own && hasUnit(place.traitId)) return { ...place, kind: "number", symbol: unitIn(own), read: (raw) => raw, words: (value) => quantity(value, unitIn(own)) };
  switch (field.kind) {
    case Kind.BOOLEAN: {
      const [yes, no] = place.traitId === ON_OFF ? ["state.on", "state.off"] : booleanWords[kindAt(home, place) ?? "other"] ?? ["value.yes", "value.no"];
      return { ...place, kind: "boolean", symbol: "", read: (raw) => raw, words: (value) => t(value === 0 ? String(no) : String(yes)) };
    }
    case Kind.ENUM: return { ...place, kind: "enum", symbol: "", read: (raw) => raw, words };
    case Kind.BITMAP: return { ...place, kind: "bitmap", symbol: "", read: (raw) => raw, words };
    case Kind.UNSIGNED: case Kind.SIGNED: case Kind.SINGLE: case Kind.DOUBLE: {
      const { read, symbol, digits } = measureOf(field.unit);
      const places = field.kind === Kind.SINGLE || field.kind === Kind.DOUBLE ? 3 : digits;
      return { ...place, kind: "number", symbol, read, words: (value) => `${number(value, places)}${symbol && `\u00a0${symbol}`}` };
    }
    default: return undefined;
  }
}

/**
 * The name of a value among those of its device: "Temperature", not "Measured value".
 *
 * @param {LiveHome} home
 * @param {Place} place
 */
export function valueName(home, place) {
  const { deviceId, endpoint, traitId, attributeId } = place;
  const type = home.schemas.get(traitId);
  const field = type?.schema.attributes.find((one) => one.field?.id === attributeId)?.field;
  if (!type || !field) return t("history.unknown");
  const own = ownAt(home, place);
  if (own) {
    const device = home.device(deviceId);
    return ownName(device?.endpoints.find((one) => one.id === endpoint), ownKinds.find(([trait]) => trait === traitId)?.[1] ?? "other", own);
  }
  const kind = kindAt(home, place);
  const known = `series.${traitId}.${attributeId}`;
  const name = hasText(known) ? t(known) : kind ? t(`part.${kind}`) : label(field.name === "measuredValue" ? type.name.replace(/Measurement$/, "") : field.name);
  const part = home.device(deviceId)?.endpoints.find((one) => one.id === endpoint);
  const prefix = part ? partLabel(part) : "";
  return prefix === "" || prefix.toLowerCase() === name.toLowerCase() ? name : `${prefix}: ${name}`;
}

/** @param {LiveHome} home @param {Place} place @returns {string} the name of a value, with its device's */
export const fullName = (home, place) => `${home.device(place.deviceId)?.name ?? t("automation.missing")} · ${valueName(home, place)}`;

/** The values that people look for most, by trait and attribute. */
const first = /** @type {readonly (readonly [trait: number, attribute: number])[]} */ ([
  [TEMPERATURE, 0], [THERMOSTAT, 0], [HUMIDITY, 0], [ELECTRICAL_POWER, 8], [CARBON_DIOXIDE, 0],
  [PM25, 0], [ILLUMINANCE, 0], [PRESSURE, 0], [FLOW, 0], [BOOLEAN_STATE, 0], [OCCUPANCY, 0],
  [DOOR_LOCK, 0], [WINDOW_COVERING, 14], [ON_OFF, 0], [READING, 0], [FLAG, 0], [FAN_CONTROL, 3], [MEDIA_PLAYBACK, 0],
]);

/**
 * The values in order, the most wanted first.
 *
 * @template {Place} T
 * @param {readonly T[]} places
 * @returns {T[]}
 */
export function ranked(places) {
  const rank = (/** @type {Place} */ { traitId, attributeId }) => {
    const found = first.findIndex(([trait, attribute]) => trait === traitId && attribute === attributeId);
    return found >= 0 ? found : housekeeping.has(traitId) ? 1000 : 100;
  };
  return [...places].sort((left, right) => rank(left) - rank(right) || left.endpoint - right.endpoint);
}

/** @param {Place} place @returns whether it is one of the most wanted values */
export const isMain = ({ traitId, attributeId }) => first.some(([trait, attribute]) => trait === traitId && attribute === attributeId);
