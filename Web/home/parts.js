// The parts of a device that people use: a lamp has one, a power strip one for each outlet.

import { hasText, t } from "../ui/text.js";
import {
  AIR_QUALITY, BOOLEAN_STATE, CAMERA_STREAMS, CARBON_DIOXIDE, CARBON_MONOXIDE, CHIME, CHOICE, CLOSURE_CONTROL, COLOR_CONTROL,
  DEVICE_ACTIONS, DOOR_LOCK, ELECTRICAL_ENERGY, ELECTRICAL_POWER, ENERGY_EVSE, FAN_CONTROL, FLAG, FLOW, FORMALDEHYDE,
  HUMIDIFIER_DEHUMIDIFIER,
  HUMIDISTAT, HUMIDITY, ILLUMINANCE, MEDIA_PLAYBACK, MOMENT, NAMED_EVENT, NITROGEN_DIOXIDE, NUMBER_SETTING, OCCUPANCY, ON_OFF,
  OPERATIONAL_STATE, ORGANIC_COMPOUNDS, OTA_REQUESTOR, OVEN_CAVITY_OPERATIONAL_STATE, OZONE, PM1, PM10, PM25, PRESS, PRESSURE, PUMP, RADON,
  READING, REFRIGERATOR_ALARM, REFRIGERATOR_MODE, RVC_OPERATIONAL_STATE, RVC_RUN_MODE, SECURITY_SYSTEM, SMOKE_CO_ALARM, SOIL,
  SWITCH, TEMPERATURE, TEMPERATURE_CONTROL, TEXT_VALUE, THERMOSTAT, VALVE, WATER_HEATER, WINDOW_COVERING, DeviceTypeId,
  housekeeping,
} from "./traits.js";

/** @typedef {import("../lib/hearth-v1.js").Device} Device */
/** @typedef {import("../lib/hearth-v1.js").Endpoint} Endpoint */
/**
 * @typedef {"light" | "plug" | "speaker" | "media" | "cover" | "closure" | "lock" | "security" | "thermostat" |
 *   "waterHeater" | "fan" | "purifier" | "hood" | "humidifier" | "vacuum" | "appliance" | "cooktop" | "cabinet" | "valve" |
 *   "pump" | "alarm" | "leak" | "freeze" | "rain" | "contact" | "motion" | "sensor" | "air" | "button" | "doorbell" | "chime" |
 *   "camera" | "charger" | "solar" | "battery" | "meter" | "update" | "reading" | "flag" | "choice" | "text" | "moment" | "number" | "press" |
 *   "event" | "actions" | "bridge" | "other"} PartKind
 * A part with `isWhole` stands for all sensors of its device.
 *
 * @typedef {{key: string, deviceId: string, endpoint: number, kind: PartKind, label: string, traits: ReadonlySet<number>, isWhole: boolean}} Part
 */

/** Kinds of parts that a person operates: each has a tile of its own. The sensors of a device share one. */
const operated = new Set(/** @type {PartKind[]} */ ([
  "light", "plug", "speaker", "media", "cover", "closure", "lock", "security", "thermostat", "waterHeater", "fan", "purifier",
  "hood", "humidifier", "vacuum", "appliance", "cooktop", "valve", "pump", "chime", "camera", "charger", "solar", "battery",
]));

/** @type {readonly [trait: number, kind: PartKind][]} the first match decides a part's kind */
const kindsByTrait = [
  [DOOR_LOCK, "lock"], [WINDOW_COVERING, "cover"], [CLOSURE_CONTROL, "closure"],
  [SECURITY_SYSTEM, "security"], [WATER_HEATER, "waterHeater"], [THERMOSTAT, "thermostat"],
  [HUMIDISTAT, "humidifier"], [HUMIDIFIER_DEHUMIDIFIER, "humidifier"], [MEDIA_PLAYBACK, "media"],
  [RVC_RUN_MODE, "vacuum"], [RVC_OPERATIONAL_STATE, "vacuum"], [OPERATIONAL_STATE, "appliance"],
  [OVEN_CAVITY_OPERATIONAL_STATE, "appliance"], [FAN_CONTROL, "fan"], [PUMP, "pump"],
  [ENERGY_EVSE, "charger"], [VALVE, "valve"], [CAMERA_STREAMS, "camera"], [CHIME, "chime"],
  [SMOKE_CO_ALARM, "alarm"], [TEMPERATURE_CONTROL, "cabinet"], [REFRIGERATOR_MODE, "cabinet"],
  [REFRIGERATOR_ALARM, "cabinet"], [OCCUPANCY, "motion"], [SWITCH, "button"],
];
/** @type {readonly [trait: number, kind: PartKind][]} Hearth's own traits, which decide if no other does */
export const ownKinds = [
  [READING, "reading"], [FLAG, "flag"], [CHOICE, "choice"], [TEXT_VALUE, "text"], [MOMENT, "moment"],
  [NUMBER_SETTING, "number"], [PRESS, "press"], [NAMED_EVENT, "event"], [DEVICE_ACTIONS, "actions"],
];
/** @type {readonly number[]} */
const measured = [TEMPERATURE, HUMIDITY, ILLUMINANCE, PRESSURE, FLOW];
/** @type {readonly number[]} */
const air = [
  AIR_QUALITY, SOIL, CARBON_MONOXIDE, CARBON_DIOXIDE, NITROGEN_DIOXIDE, OZONE, PM25, FORMALDEHYDE, PM1,
  PM10, ORGANIC_COMPOUNDS, RADON,
];
const lightTypes = new Set([0x0100, 0x0101, 0x010c, 0x010d]);
/** @type {Map<number, PartKind>} device types that decide the kind before the traits do */
const kindsByType = new Map([
  [DeviceTypeId.AIR_PURIFIER, "purifier"], [DeviceTypeId.EXTRACTOR_HOOD, "hood"], [DeviceTypeId.COOKTOP, "cooktop"],
  [DeviceTypeId.COOK_SURFACE, "cooktop"], [DeviceTypeId.SOLAR_POWER, "solar"], [DeviceTypeId.BATTERY_STORAGE, "battery"],
  [DeviceTypeId.DOORBELL, "doorbell"], [DeviceTypeId.AUDIO_DOORBELL, "doorbell"],
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
  const byType = types.map((type) => kindsByType.get(type)).find((kind) => kind !== undefined);
  if (byType) return byType;
  const byTrait = kindsByTrait.find(([trait]) => traits.has(trait));
  if (byTrait) return byTrait[1];
  if (traits.has(ON_OFF)) {
    if (types.includes(DeviceTypeId.SPEAKER)) return "speaker";
    // A device of a maker's own type that can be switched need not be a plug.
    if (types.length > 0 && types.every((type) => type > 0xffff)) return "other";
    return types.some((type) => lightTypes.has(type)) || traits.has(COLOR_CONTROL) ? "light" : "plug";
  }
  if (traits.has(BOOLEAN_STATE)) return "sensor";
  if (air.some((trait) => traits.has(trait))) return "air";
  if (measured.some((trait) => traits.has(trait))) return "sensor";
  if (traits.has(ELECTRICAL_POWER) || traits.has(ELECTRICAL_ENERGY)) return "meter";
  const own = ownKinds.find(([trait]) => traits.has(trait));
  // An update of other ecosystems is a version as a text, and a command.
  if (own && traits.has(OTA_REQUESTOR)) return "update";
  return own ? own[1] : types.includes(0x000e) ? "bridge" : "other";
}

/** @param {Endpoint} endpoint @returns the name that a person or the maker gave it, or empty */
export const partLabel = (endpoint) => endpoint.name || endpoint.tags.map((tag) => tag.label ?? "").find((label) => label !== "") || "";

/** Matter's namespace for numbers; those for places and functions are in the page's texts. */
const numbers = 0x07;

/**
 * The label from Matter's semantic tags, such as "Left" or "Outlet 2".
 *
 * @param {Endpoint} endpoint
 * @param {PartKind} kind
 */
function tagWords(endpoint, kind) {
  return endpoint.tags.filter((tag) => tag.vendorId === undefined).flatMap((tag) => {
    if (tag.namespaceId === numbers) return [t("part.numbered", { name: t(`part.${kind}`), number: tag.tag })];
    return hasText(`tags.${tag.namespaceId}`) ? t(`tags.${tag.namespaceId}`).split("|")[tag.tag] ?? [] : [];
  }).join(", ");
}

/**
 * The labels of parts. Unnamed parts are numbered if there are several of a kind.
 *
 * @param {readonly {endpoint: Endpoint, kind: PartKind}[]} parts
 * @returns {string[]} empty for the only one of its kind
 */
function labels(parts) {
  return parts.map((part) => {
    const own = partLabel(part.endpoint) || tagWords(part.endpoint, part.kind);
    const alike = parts.filter(({ endpoint, kind }) => kind === part.kind && partLabel(endpoint) === "" && tagWords(endpoint, kind) === "");
    return own !== "" || alike.length < 2 ? own : t("part.numbered", { name: t(`part.${part.kind}`), number: alike.indexOf(part) + 1 });
  });
}

/** @param {Endpoint} endpoint @returns whether it has a trait that people see */
const isVisible = (endpoint) => endpoint.traits.some((trait) => !housekeeping.has(trait.id));

/**
 * The parts of a device, each with a tile of its own. Every device has at least one.
 *
 * @param {Device} device
 * @returns {Part[]}
 */
export function partsOf(device) {
  const visible = device.endpoints.filter(isVisible);
  const all = visible.map((endpoint) => ({ endpoint, kind: kindOf(endpoint) }));
  // Updates and a firmware's actions are part of a device's page only.
  const things = all.filter(({ kind }) => kind !== "update" && kind !== "actions");
  const parts = things.length > 0 ? things : all;
  const tiles = parts.filter((part) => operated.has(part.kind));
  const sensor = parts.find((part) => part.kind === "air") ?? parts.find((part) => !ownKinds.some(([, kind]) => kind === part.kind));
  // A device with nothing but commands, such as a remote control, has a tile for each.
  const commands = sensor || !parts.every((part) => part.kind === "press") ? [] : parts;
  const first = tiles.length > 0 ? tiles : commands.length > 1 ? commands : [sensor ?? parts[0]].flatMap((part) => part ?? []);
  if (first.length === 0) {
    const root = device.endpoints.at(-1);
    return root ? [part(device, root, kindOf(root), "", true)] : [];
  }
  const names = labels(first);
  return first.map((one, index) => part(device, one.endpoint, one.kind, first.length > 1 ? names[index] || t(`part.${one.kind}`) : "", tiles.length === 0 && first.length === 1));
}

/**
 * @param {Device} device
 * @param {Endpoint} endpoint
 * @param {PartKind} kind
 * @param {string} label
 * @param {boolean} isWhole
 * @returns {Part}
 */
function part(device, endpoint, kind, label, isWhole) {
  const traits = new Set(endpoint.traits.map((trait) => trait.id));
  return { key: `${endpoint.id}/${device.id}`, deviceId: device.id, endpoint: endpoint.id, kind, label, traits, isWhole };
}

/**
 * Whether there is something to install.
 *
 * @param {import("./live.js").LiveHome} home
 * @param {Part} part of the kind "update"
 */
export const hasUpdate = (home, part) => Boolean(home.trait(part.deviceId, part.endpoint, TEXT_VALUE)?.["value"]);

/**
 * All visible endpoints of a device as parts, for the device's page.
 *
 * @param {Device} device
 */
export function allParts(device) {
  const parts = device.endpoints.filter(isVisible).map((endpoint) => ({ endpoint, kind: kindOf(endpoint) }));
  const names = labels(parts);
  return parts.map(({ endpoint, kind }, index) => part(device, endpoint, kind, names[index] ?? "", false));
}
