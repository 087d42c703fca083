// Chooses the controls of a part. Those that the first view lacks are fetched when a part that needs them is shown.

import { el, signal, untracked } from "../lib/view.js";
import { asNumber } from "../home/numbers.js";
import { isPartOffline, setRareStatuses } from "../home/status.js";
import {
  AIR_PURIFIER_STATE, AIR_QUALITY, AUDIO_OUTPUT, BOOLEAN_STATE, BOOLEAN_STATE_CONFIGURATION, CAMERA_STREAMS,
  CARBON_DIOXIDE, CARBON_FILTER, CARBON_MONOXIDE, CHANNEL, CHIME, CHOICE, CLOSURE_CONTROL, CLOSURE_DIMENSION,
  COLOR_CONTROL, CONTENT_LAUNCHER, DEVICE_ACTIONS, DEVICE_ENERGY_MANAGEMENT, DISHWASHER_ALARM, DOOR_LOCK, ELECTRICAL_ENERGY,
  ELECTRICAL_POWER, ENERGY_EVSE, FAN_CONTROL, FLAG, FLOW, FORMALDEHYDE, HEPA_FILTER, HUMIDIFIER_DEHUMIDIFIER,
  HUMIDISTAT, HUMIDITY, ILLUMINANCE, KEYPAD_INPUT, LAUNDRY_DRYER_CONTROLS, LAUNDRY_WASHER_CONTROLS, LEVEL_CONTROL,
  MEDIA_INPUT, MEDIA_PLAYBACK, MICROWAVE_OVEN_CONTROL, MOMENT, NAMED_EVENT, NITROGEN_DIOXIDE, NUMBER_SETTING,
  OCCUPANCY, ON_OFF, OPERATIONAL_STATE, ORGANIC_COMPOUNDS, OVEN_CAVITY_OPERATIONAL_STATE, OZONE, PM1, PM10, PM25,
  PRESS, PRESSURE, PUMP, RADON, READING, REFRIGERATOR_ALARM, RVC_OPERATIONAL_STATE, RVC_RUN_MODE, SECURITY_SYSTEM,
  SERVICE_AREA, SMOKE_CO_ALARM, SOIL, SWITCH, TARGET_NAVIGATOR, TEMPERATURE, TEMPERATURE_CONTROL, TEXT_VALUE,
  THERMOSTAT, VALVE, WATER_HEATER, WATER_TANK, WINDOW_COVERING, housekeeping,
} from "../home/traits.js";
import { loadPart, t } from "./text.js";
import { note } from "./elements.js";
import { accepts } from "./inputs.js";
import { dimmer, pageControls as lightControls } from "./controls/light.js";
import { tileControl as commonControl } from "./controls/tile.js";
import { setTurn } from "./controls/turn.js";

/** @typedef {import("./elements.js").App} App */
/** @typedef {import("../home/parts.js").Part} Part */
/** @typedef {import("../lib/view.js").Child} Child */
/**
 * A module of controls: the most wanted one for a tile, and all for a device's page. `name` is the part's name.
 *
 * @typedef {{
 *   tileControl?: (app: App, part: Part, name: () => string) => Child,
 *   pageControls?: (app: App, part: Part, name: () => string) => Child,
 * }} Controls
 * @typedef {{traits: readonly number[], kinds?: readonly import("../home/parts.js").PartKind[], load: () => Promise<Controls>}} Group
 */

const all = () => import("./controls/all.js");
/** @param {keyof Awaited<ReturnType<typeof all>>["controls"]} name @returns {() => Promise<Controls>} */
const shared = (name) => () => all().then(({ controls }) => controls[name]);
setRareStatuses(() => Promise.all([all(), loadPart("devices")]).then(([{ statuses }]) => statuses));
setTurn(() => Promise.all([all(), loadPart("devices")]).then(([{ turnLock }]) => turnLock));

/** @type {readonly Group[]} in the order of a device's page */
const groups = [
  { traits: [OPERATIONAL_STATE, OVEN_CAVITY_OPERATIONAL_STATE], kinds: ["appliance"], load: shared("appliance") },
  { traits: [RVC_OPERATIONAL_STATE, RVC_RUN_MODE, SERVICE_AREA], kinds: ["vacuum"], load: shared("vacuum") },
  { traits: [WINDOW_COVERING], load: shared("cover") },
  { traits: [CLOSURE_CONTROL, CLOSURE_DIMENSION], kinds: ["closure"], load: shared("closure") },
  { traits: [DOOR_LOCK], load: shared("lock") },
  { traits: [SECURITY_SYSTEM], kinds: ["security"], load: shared("security") },
  { traits: [WATER_HEATER], load: shared("waterHeater") },
  { traits: [THERMOSTAT], load: shared("thermostat") },
  { traits: [HUMIDISTAT, HUMIDIFIER_DEHUMIDIFIER, WATER_TANK], kinds: ["humidifier"], load: shared("humidity") },
  { traits: [FAN_CONTROL, HEPA_FILTER, CARBON_FILTER], load: shared("fan") },
  {
    traits: [
      MEDIA_PLAYBACK, MEDIA_INPUT, AUDIO_OUTPUT, CHANNEL, TARGET_NAVIGATOR, KEYPAD_INPUT, CONTENT_LAUNCHER,
    ], load: shared("media"),
  },
  { traits: [ENERGY_EVSE], kinds: ["charger"], load: shared("charger") },
  {
    traits: [TEMPERATURE_CONTROL, LAUNDRY_WASHER_CONTROLS, LAUNDRY_DRYER_CONTROLS, MICROWAVE_OVEN_CONTROL, DISHWASHER_ALARM, REFRIGERATOR_ALARM],
    load: shared("applianceSettings"),
  },
  { traits: [VALVE, PUMP], kinds: ["valve"], load: shared("water") },
  { traits: [ELECTRICAL_POWER, ELECTRICAL_ENERGY, DEVICE_ENERGY_MANAGEMENT], load: shared("energy") },
  { traits: [SMOKE_CO_ALARM, BOOLEAN_STATE_CONFIGURATION], load: shared("alarm") },
  {
    traits: [
      AIR_QUALITY, SOIL, CARBON_MONOXIDE, CARBON_DIOXIDE, NITROGEN_DIOXIDE, OZONE, PM25, FORMALDEHYDE,
      PM1, PM10, ORGANIC_COMPOUNDS, RADON, TEMPERATURE, HUMIDITY, ILLUMINANCE, PRESSURE, FLOW,
    ], load: shared("sensor"),
  },
  { traits: [SWITCH], load: shared("switch") },
  { traits: [CAMERA_STREAMS, CHIME], load: shared("camera") },
  { traits: [NUMBER_SETTING, READING, CHOICE, TEXT_VALUE, FLAG, PRESS, MOMENT, NAMED_EVENT, DEVICE_ACTIONS], kinds: ["number", "press"], load: shared("own") },
];

/** Traits with controls of their own, which get no generic controls from their schema. */
const handled = new Set([...groups.flatMap((group) => group.traits), ON_OFF, LEVEL_CONTROL, COLOR_CONTROL, OCCUPANCY, BOOLEAN_STATE, AIR_PURIFIER_STATE]);

/** @type {Map<Group, import("../lib/view.js").Signal<Controls | undefined>>} */
const loaded = new Map();

/** The controls to show if the module can't be loaded; the next page tries again. @type {Controls} */
const missing = { pageControls: () => el("p", { class: "problem" }, t("error.unavailable")) };

/** @param {Group} group @returns {Controls | undefined} the loaded controls; tracked, so that readers are updated once they are loaded */
function controlsOf(group) {
  let controls = loaded.get(group);
  if (!controls) {
    const made = (controls = signal(/** @type {Controls | undefined} */ (undefined)));
    loaded.set(group, made);
    Promise.all([group.load(), loadPart("devices")]).then(([module]) => (made.value = module), () => {
      made.value = missing;
      loaded.delete(group);
    });
  }
  return controls.value;
}

/**
 * Controls that appear when their module is loaded. Their reads are not tracked here, because each control tracks its own.
 *
 * @param {Group} group
 * @param {(controls: Controls) => Child} render
 */
const later = (group, render) => () => {
  const controls = controlsOf(group);
  return controls && untracked(() => render(controls));
};

/**
 * The control on a part's tile.
 *
 * @param {App} app
 * @param {Part} part
 * @param {() => string} name
 * @param {() => boolean} disabled
 * @returns {Child}
 */
export function tileControl(app, part, name, disabled) {
  const dims = (part.kind === "light" || part.kind === "speaker" || part.kind === "plug") && part.traits.has(LEVEL_CONTROL);
  if (dims) return el("fieldset", { class: "tile-control", disabled }, dimmer(app, part));
  const common = commonControl(app, part, name);
  if (common) return el("fieldset", { class: "tile-control", disabled }, common);
  const group = groups.find((one) => one.kinds?.includes(part.kind));
  return group && el("fieldset", { class: "tile-control awaited", disabled }, later(group, (controls) => controls.tileControl?.(app, part, name)));
}

/**
 * All controls of a part, for its device's page.
 *
 * @param {App} app
 * @param {Part} part
 * @param {() => string} name
 * @returns {Child[]}
 */
export function pageControls(app, part, name) {
  const known = groups.filter((group) => group.traits.some((trait) => part.traits.has(trait)));
  const others = [...part.traits].filter((trait) => !handled.has(trait) && !housekeeping.has(trait));
  return [
    lightControls(app, part),
    ...known.map((group) => later(group, (controls) => controls.pageControls?.(app, part, name))),
    ...(others.length === 0 ? [] : [later(anyTrait, (controls) => controls.pageControls?.(app, { ...part, traits: new Set(others) }, name))]),
  ];
}

/** @type {Group} */
const anyTrait = { traits: [], load: shared("any") };

/** Kinds that a press on the tile switches. Appliances are not among them: a touch must not stop a running one. */
const switched = new Set(/** @type {import("../home/parts.js").PartKind[]} */ (["light", "plug", "speaker", "media", "thermostat", "pump", "other"]));
const blown = new Set(/** @type {import("../home/parts.js").PartKind[]} */ (["fan", "purifier", "hood"]));

/** @param {Part} part */
export const isPressed = (part) => blown.has(part.kind) || (switched.has(part.kind) && part.traits.has(ON_OFF));

/** @param {App} app @param {Part} part @returns whether it can be switched on its page */
export const isSwitched = (app, part) => blown.has(part.kind) || (part.traits.has(ON_OFF) && (isOn(app, part) || canTurnOn(app, part)));

/** @param {App} app @param {Part} part */
const onOff = (app, part) => app.home.trait(part.deviceId, part.endpoint, ON_OFF);

/**
 * Whether a part can be turned on remotely. Cooktops can only be turned off.
 *
 * @param {App} app
 * @param {Part} part
 */
function canTurnOn(app, part) {
  const values = onOff(app, part);
  return values?.["acceptedCommandList"] === undefined || accepts(values, 1);
}

/** @param {App} app @param {Part} part */
export function isOn(app, part) {
  if (part.traits.has(ON_OFF)) return onOff(app, part)?.["onOff"] === true;
  return (asNumber(app.home.trait(part.deviceId, part.endpoint, FAN_CONTROL)?.["percentSetting"]) ?? 0) > 0;
}

/** @param {App} app @param {Part} part @returns {() => void} handles a press on the part's tile */
export function presser(app, part) {
  return () => {
    const device = app.home.device(part.deviceId);
    const wasOn = isOn(app, part);
    if (isPartOffline(app.home, part)) note(t("control.offline", { name: device?.name ?? "" }));
    else if (!part.traits.has(ON_OFF)) app.commands.write(part, FAN_CONTROL, wasOn ? { fanMode: "off" } : { percentSetting: 50 });
    // On and Off rather than Toggle, because they have the intended result even if they are sent twice.
    else if (wasOn || canTurnOn(app, part)) app.commands.invoke(part, ON_OFF, wasOn ? "off" : "on");
    else note(t("control.onlyOff"));
  };
}
