// Which parts of a device people deal with: a lamp has one, a power strip one for each outlet.

import { t } from "../ui/text.js";
import { DeviceTypeId, housekeeping, Trait } from "./traits.js";

/** @typedef {import("../lib/hearth-v1.js").Device} Device */
/** @typedef {import("../lib/hearth-v1.js").Endpoint} Endpoint */
/**
 * @typedef {"light" | "plug" | "speaker" | "media" | "cover" | "lock" | "thermostat" | "fan" | "vacuum" | "appliance" |
 *   "valve" | "cabinet" | "alarm" | "leak" | "freeze" | "rain" | "contact" | "motion" | "sensor" | "button" | "charger" |
 *   "meter" | "bridge" | "other"} PartKind
 * @typedef {{key: string, deviceId: string, endpoint: number, kind: PartKind, label: string, traits: ReadonlySet<number>}} Part
 */

/** Kinds of parts that a person operates: each has a tile. What only tells something shares one. */
const operated = new Set(/** @type {PartKind[]} */ ([
  "light", "plug", "speaker", "media", "cover", "lock", "thermostat", "fan", "vacuum", "appliance", "valve", "charger",
]));

/** @type {readonly [trait: number, kind: PartKind][]} the first that fits says what a part is */
const kindsByTrait = [
  [Trait.DOOR_LOCK, "lock"], [Trait.WINDOW_COVERING, "cover"], [Trait.THERMOSTAT, "thermostat"], [Trait.FAN_CONTROL, "fan"],
  [Trait.MEDIA_PLAYBACK, "media"], [Trait.RVC_RUN_MODE, "vacuum"], [Trait.RVC_OPERATIONAL_STATE, "vacuum"],
  [Trait.OPERATIONAL_STATE, "appliance"], [Trait.ENERGY_EVSE, "charger"], [Trait.VALVE, "valve"],
  [Trait.SMOKE_CO_ALARM, "alarm"], [Trait.TEMPERATURE_CONTROL, "cabinet"], [Trait.OCCUPANCY, "motion"], [Trait.SWITCH, "button"],
];
/** @type {readonly number[]} */
const measured = [
  Trait.TEMPERATURE, Trait.HUMIDITY, Trait.ILLUMINANCE, Trait.PRESSURE, Trait.FLOW, Trait.AIR_QUALITY, Trait.CARBON_DIOXIDE, Trait.PM25,
];
const lightTypes = new Set([0x0100, 0x0101, 0x010c, 0x010d]);
/** @type {Map<number, PartKind>} */
const kindsByType = new Map([
  [DeviceTypeId.WATER_LEAK_DETECTOR, "leak"], [DeviceTypeId.WATER_FREEZE_DETECTOR, "freeze"],
  [DeviceTypeId.RAIN_SENSOR, "rain"], [DeviceTypeId.CONTACT_SENSOR, "contact"],
]);

/**
 * @param {Endpoint} endpoint
 * @returns {PartKind}
 */
function kindOf(endpoint) {
  const traits = new Set(endpoint.traits.map((trait) => trait.id));
  const types = endpoint.deviceTypes.map((type) => type.id);
  const byTrait = kindsByTrait.find(([trait]) => traits.has(trait));
  if (byTrait) return byTrait[1];
  if (traits.has(Trait.ON_OFF)) {
    if (types.includes(DeviceTypeId.SPEAKER)) return "speaker";
    // A maker's own type: what switches is no plug for that.
    if (types.length > 0 && types.every((type) => type > 0xffff)) return "other";
    return types.some((type) => lightTypes.has(type)) || traits.has(Trait.COLOR_CONTROL) ? "light" : "plug";
  }
  if (traits.has(Trait.BOOLEAN_STATE)) return types.map((type) => kindsByType.get(type)).find((kind) => kind !== undefined) ?? "sensor";
  if (measured.some((trait) => traits.has(trait))) return "sensor";
  if (traits.has(Trait.ELECTRICAL_POWER) || traits.has(Trait.ELECTRICAL_ENERGY)) return "meter";
  return types.includes(0x000e) ? "bridge" : "other";
}

/** @param {Endpoint} endpoint whose name a person or the maker gave */
export const partLabel = (endpoint) => endpoint.name || endpoint.tags.map((tag) => tag.label ?? "").find((label) => label !== "") || "";

/** @param {Endpoint} endpoint that may do something that people see */
const isVisible = (endpoint) => endpoint.traits.some((trait) => !housekeeping.has(trait.id));

/**
 * The parts of a device, each with a tile of its own. There is at least one: no device is left out.
 *
 * @param {Device} device
 * @returns {Part[]}
 */
export function partsOf(device) {
  const visible = device.endpoints.filter(isVisible);
  const parts = visible.map((endpoint) => ({ endpoint, kind: kindOf(endpoint) }));
  const tiles = parts.filter((part) => operated.has(part.kind));
  const first = tiles.length > 0 ? tiles : parts.slice(0, 1);
  if (first.length === 0) {
    const root = device.endpoints.at(-1);
    return root ? [part(device, root, kindOf(root), "")] : [];
  }
  return first.map((one) => part(device, one.endpoint, one.kind, first.length > 1 ? partLabel(one.endpoint) || t(`part.${one.kind}`) : ""));
}

/**
 * @param {Device} device
 * @param {Endpoint} endpoint
 * @param {PartKind} kind
 * @param {string} label
 * @returns {Part}
 */
function part(device, endpoint, kind, label) {
  const traits = new Set(endpoint.traits.map((trait) => trait.id));
  return { key: `${endpoint.id}/${device.id}`, deviceId: device.id, endpoint: endpoint.id, kind, label, traits };
}

/**
 * Every endpoint of a device that is worth a look, as parts, for the device's page.
 *
 * @param {Device} device
 */
export const allParts = (device) => device.endpoints.filter(isVisible).map((endpoint) => part(device, endpoint, kindOf(endpoint), partLabel(endpoint)));
