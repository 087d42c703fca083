// Scenes from the home's current state: actions that restore it.

import { asNumber } from "../numbers.js";
import { nodesOf } from "../nodes.js";
import { COLOR_CONTROL, FAN_CONTROL, LEVEL_CONTROL, ON_OFF, THERMOSTAT, WINDOW_COVERING } from "../traits.js";
import { emptyFlow, partsOfGraph } from "./graph.js";

/** @typedef {import("../live.js").LiveHome} LiveHome */
/** @typedef {import("../../lib/trait.js").TraitType} TraitType */
/** @typedef {import("../../lib/hearth-v1.js").AutomationAction} AutomationAction */
/** @typedef {import("../../lib/hearth-v1.js").AutomationNode} AutomationNode */
/** @typedef {import("../../lib/hearth-v1.js").Value} Value */

/** @param {number} number */
const unsigned = (number) => ({ unsigned: BigInt(Math.round(number)) });
/** @param {number} number */
const signed = (number) => ({ signed: BigInt(Math.round(number)) });

/**
 * A command with its arguments by name. Missing arguments are null if nullable, else zero.
 *
 * @param {TraitType} type
 * @param {import("../commands.js").Place} target
 * @param {string} name of the command's method
 * @param {Record<string, Value>} values
 * @returns {AutomationAction[]} empty if the trait lacks the command
 */
function command(type, target, name, values = {}) {
  const found = type.commands.get(name);
  if (!found) return [];
  const fields = (found.arguments?.fields ?? []).filter((field) => !field.isOptional || field.name in values);
  const given = fields.map((field) => ({ id: field.id, value: { constant: values[field.name] ?? (field.isNullable ? { null: true } : unsigned(0)) } }));
  return [{ trait: { target, deviceType: 0, traitId: type.id }, commandId: found.id, arguments: given, retries: 0, stopsOnFailure: false }];
}

/**
 * @param {TraitType} type
 * @param {import("../commands.js").Place} target
 * @param {Record<string, Value | undefined>} values by the names of attributes
 * @returns {AutomationAction[]}
 */
function write(type, target, values) {
  const given = Object.entries(values).flatMap(([name, constant]) => {
    const field = type.attributes.byName.get(name)?.schema;
    return field && constant ? [{ id: field.id, value: { constant } }] : [];
  });
  return given.length === 0 ? [] : [{ trait: { target, deviceType: 0, traitId: type.id }, arguments: given, retries: 0, stopsOnFailure: false }];
}

/**
 * @param {TraitType | undefined} type
 * @param {string} attribute
 * @param {unknown} value
 * @returns {number | undefined} the number on the wire, also of an enum's name
 */
function rawNumber(type, attribute, value) {
  if (typeof value !== "string") return asNumber(value);
  const field = type?.attributes.byName.get(attribute)?.schema;
  const found = field && type.schema.enums[field.typeIndex]?.constants.find((one) => one.name === value);
  return found && Number(found.value);
}

/**
 * The actions that restore a device's current state, in order. Empty for sensors, and for devices that a scene must not
 * open by itself.
 *
 * @param {LiveHome} home
 * @param {import("../../lib/hearth-v1.js").Device} device
 * @returns {AutomationAction[]}
 */
export function presentActions(home, device) {
  return device.endpoints.flatMap((endpoint) => {
    const target = { deviceId: device.id, endpoint: endpoint.id };
    const has = (/** @type {number} */ trait) => endpoint.traits.some((one) => one.id === trait);
    const values = (/** @type {number} */ trait) => home.trait(device.id, endpoint.id, trait) ?? {};
    const number = (/** @type {number} */ trait, /** @type {string} */ name) => rawNumber(home.schemas.get(trait), name, values(trait)[name]);
    /** @type {AutomationAction[]} */
    const actions = [];
    const act = (/** @type {number} */ trait, /** @type {string} */ name, /** @type {Record<string, Value>} */ given = {}) => {
      const type = home.schemas.get(trait);
      if (type) actions.push(...command(type, target, name, given));
    };
    const set = (/** @type {number} */ trait, /** @type {Record<string, Value | undefined>} */ given) => {
      const type = home.schemas.get(trait);
      if (type) actions.push(...write(type, target, given));
    };
    if (has(ON_OFF)) {
      const level = has(LEVEL_CONTROL) ? number(LEVEL_CONTROL, "currentLevel") : undefined;
      if (values(ON_OFF)["onOff"] !== true) act(ON_OFF, "off");
      else if (level === undefined) act(ON_OFF, "on");
      else act(LEVEL_CONTROL, "moveToLevelWithOnOff", { level: unsigned(level) });
      if (has(COLOR_CONTROL) && values(ON_OFF)["onOff"] === true) color(number, act);
    }
    const lift = has(WINDOW_COVERING) ? number(WINDOW_COVERING, "currentPositionLiftPercent100ths") : undefined;
    if (lift !== undefined) act(WINDOW_COVERING, "goToLiftPercentage", { liftPercent100thsValue: unsigned(lift) });
    if (has(THERMOSTAT)) {
      const [mode, heat, cool] = ["systemMode", "occupiedHeatingSetpoint", "occupiedCoolingSetpoint"].map((name) => number(THERMOSTAT, name));
      set(THERMOSTAT, {
        systemMode: mode === undefined ? undefined : unsigned(mode), occupiedHeatingSetpoint: heat === undefined ? undefined : signed(heat),
        occupiedCoolingSetpoint: cool === undefined ? undefined : signed(cool),
      });
    }
    // After the thermostat, as some air conditioners take no speed while they are off. The fan of one that is off is off with it.
    if (has(FAN_CONTROL) && !(has(THERMOSTAT) && number(THERMOSTAT, "systemMode") === 0)) fan(number, set, has(ON_OFF) && values(ON_OFF)["onOff"] !== true);
    return actions;
  });
}

/**
 * The write for a fan's present speed. A fan that chooses its speed itself does so again, and of one that runs without a
 * known speed nothing is kept.
 *
 * @param {(trait: number, name: string) => number | undefined} number
 * @param {(trait: number, values: Record<string, Value | undefined>) => void} set
 * @param {boolean} isOff whether its switch is off
 */
function fan(number, set, isOff) {
  const [mode = 0, speed] = ["fanMode", "percentCurrent"].map((name) => number(FAN_CONTROL, name));
  // FanModeEnum: off 0, auto 5, smart 6.
  if (!isOff && mode >= 5) set(FAN_CONTROL, { fanMode: unsigned(5) });
  else if (speed !== undefined && (isOff || mode === 0 || speed > 0)) set(FAN_CONTROL, { percentSetting: unsigned(speed) });
}

/**
 * The command for a lamp's current color, in the color mode in which it was set.
 *
 * @param {(trait: number, name: string) => number | undefined} number
 * @param {(trait: number, name: string, values: Record<string, Value>) => void} act
 */
function color(number, act) {
  const of = (/** @type {string} */ name) => unsigned(number(COLOR_CONTROL, name) ?? 0);
  switch (number(COLOR_CONTROL, "colorMode")) {
    case 0: return act(COLOR_CONTROL, "moveToHueAndSaturation", { hue: of("currentHue"), saturation: of("currentSaturation") });
    case 1: return act(COLOR_CONTROL, "moveToColor", { colorX: of("currentX"), colorY: of("currentY") });
    case 2: return act(COLOR_CONTROL, "moveToColorTemperature", { colorTemperatureMireds: of("colorTemperatureMireds") });
    default: return undefined;
  }
}

/**
 * The graph of a scene: its starters, and the actions of all devices in parallel.
 *
 * @param {AutomationNode | undefined} known the graph whose starters are kept
 * @param {readonly (readonly AutomationAction[])[]} actions for each device
 * @returns {AutomationNode}
 */
export function sceneGraph(known, actions) {
  const [first] = known?.sequential?.nodes ?? [];
  const isStart = first?.manualStarter ?? first?.starter ?? first?.select;
  const start = isStart && first ? first : { id: 2, manualStarter: {} };
  let id = Math.max(1, ...nodesOf(start).map((node) => node.id), known?.id ?? 1);
  const nodes = actions.map((all) => {
    const steps = all.map((action) => ({ id: (id += 1), action }));
    return steps.length === 1 && steps[0] ? steps[0] : { id: (id += 1), sequential: { nodes: steps } };
  });
  return { id: known?.id ?? 1, sequential: { nodes: [start, { id: id + 1, parallel: { nodes } }] } };
}

/**
 * The devices that a scene sets. Undefined for a scene that does more, so that it can't be captured again.
 *
 * @param {AutomationNode | undefined} root
 * @returns {Set<string> | undefined}
 */
export function sceneDevices(root) {
  const rest = (root?.sequential?.nodes ?? []).slice(partsOfGraph(root ?? emptyFlow(0)).thenIndex);
  const nodes = rest.flatMap(nodesOf);
  if (nodes.some((node) => !node.parallel && !node.sequential && !(node.action && node.action.trait?.target))) return undefined;
  return new Set(nodes.flatMap((node) => node.action?.trait?.target?.deviceId ?? []));
}
