// Phrases for states, events and actions of devices, as on tiles: "is open", "motion is seen", "turn on", "set to 40 %". Each
// phrase stands for one comparison, event or action. Others are listed under "more" by their names in the schema.

import { AutomationOperator as Operator } from "../../lib/hearth-v1-more.js";
import { allParts } from "../parts.js";
import { placeOf, seriesOf, valueName } from "../series.js";
import {
  BOOLEAN_STATE, CARBON_DIOXIDE, CHIME, CHOICE, COLOR_CONTROL, DOOR_LOCK, ELECTRICAL_POWER, FAN_CONTROL, FLAG, HUMIDITY,
  ILLUMINANCE, LEVEL_CONTROL, MEDIA_PLAYBACK, MOMENT, NAMED_EVENT, NUMBER_SETTING, OCCUPANCY, ON_OFF, OPERATIONAL_STATE,
  OVEN_CAVITY_OPERATIONAL_STATE, PM25, PRESS, PRESSURE, READING, RVC_OPERATIONAL_STATE, RVC_RUN_MODE, SECURITY_SYSTEM,
  SMOKE_CO_ALARM, SOIL, SWITCH, TEMPERATURE, TEMPERATURE_CONTROL, TEXT_VALUE, THERMOSTAT, VALVE, WINDOW_COVERING,
} from "../traits.js";
import { eventInWords, flagInWords } from "../own.js";
import { hasText, t } from "../../ui/text.js";
import { lacksBits } from "./values.js";
import { timeTrait } from "./schedule.js";

/** @typedef {import("../live.js").LiveHome} LiveHome */
/** @typedef {import("../parts.js").PartKind} PartKind */
/** @typedef {import("../../lib/hearth-v1.js").Value} Value */
/** @typedef {import("./values.js").Operand} Operand */
/** @typedef {import("./values.js").Comparison} Comparison */
/**
 * A `State` is a phrase for a comparison. `say.<name>` is the key of its text, and `say.<name>.now` of the text for a starter,
 * if that differs. Without `values`, the person enters them. `kinds` limits the phrase to some kinds of parts. A `Happening`
 * is a phrase for an event, perhaps with the number or text that a field has, and a `Deed` one for a command or write.
 *
 * @typedef {{name: string, traitId: number, attributeId: number, operator: number, values?: readonly Operand[], kinds?: readonly PartKind[]}} State
 * @typedef {{name: string, traitId: number, eventId: number, field?: number, count?: bigint, text?: string}} Happening
 * @typedef {{name: string, traitId: number, commandId?: number, field?: number, first?: number, kinds?: readonly PartKind[]}} Deed
 */

export const areaPresence = 0x6006_fc0a;

const yes = { boolean: true };
const no = { boolean: false };
const number = (/** @type {number} */ value) => ({ unsigned: BigInt(value) });
/** @type {(name: string, traitId: number, attributeId: number, value: Operand, operator?: number) => State} */
const is = (name, traitId, attributeId, value, operator = Operator.EQUALS) => ({ name, traitId, attributeId, operator, values: [value] });
/** @type {(kind: PartKind, yes: string, no: string) => State[]} */
const either = (kind, one, other) => [{ ...is(one, BOOLEAN_STATE, 0, yes), kinds: [kind] }, { ...is(other, BOOLEAN_STATE, 0, no), kinds: [kind] }];
/** @type {(traitId: number, attributeId: number, above?: number, below?: number) => State[]} with the operators for "above" and "below" */
const measured = (traitId, attributeId, above = Operator.GREATER_THAN, below = Operator.LESS_THAN) => [
  { name: "above", traitId, attributeId, operator: above }, { name: "below", traitId, attributeId, operator: below },
  { name: "between", traitId, attributeId, operator: Operator.BETWEEN },
];
const running = [OPERATIONAL_STATE, RVC_OPERATIONAL_STATE, OVEN_CAVITY_OPERATIONAL_STATE];

/** @type {readonly State[]} */
const states = [
  is("on", ON_OFF, 0, yes), is("off", ON_OFF, 0, no),
  ...either("contact", "closed", "open").reverse(), ...either("leak", "wet", "dry"), ...either("freeze", "freezing", "warm"), ...either("rain", "raining", "dry"),
  is("motion", OCCUPANCY, 0, number(1), Operator.HAS_BITS), is("still", OCCUPANCY, 0, number(1), lacksBits),
  is("unlocked", DOOR_LOCK, 0, number(2)), is("locked", DOOR_LOCK, 0, number(1)),
  is("open", WINDOW_COVERING, 14, number(0)), is("closed", WINDOW_COVERING, 14, number(10_000)),
  is("smoke", SMOKE_CO_ALARM, 1, number(0), Operator.NOT_EQUALS), is("noSmoke", SMOKE_CO_ALARM, 1, number(0)),
  is("gas", SMOKE_CO_ALARM, 2, number(0), Operator.NOT_EQUALS), is("noGas", SMOKE_CO_ALARM, 2, number(0)),
  is("plays", MEDIA_PLAYBACK, 0, number(0)), is("pauses", MEDIA_PLAYBACK, 0, number(1)),
  ...running.flatMap((trait) => [is("runs", trait, 4, number(1)), is("rests", trait, 4, number(0)), is("fails", trait, 4, number(3))]),
  is("open", VALVE, 4, number(1)), is("closed", VALVE, 4, number(0)),
  is("alarm", SECURITY_SYSTEM, 0, number(4)), is("disarmed", SECURITY_SYSTEM, 0, number(3)),
  is("armed", SECURITY_SYSTEM, 0, number(1)), is("armedStay", SECURITY_SYSTEM, 0, number(0)), is("armedNight", SECURITY_SYSTEM, 0, number(2)),
  is("occupied", areaPresence, 0, number(1)), is("vacant", areaPresence, 0, number(2)),
  { name: "time", traitId: timeTrait, attributeId: 0, operator: Operator.BETWEEN },
  { name: "dark", traitId: timeTrait, attributeId: 0, operator: Operator.BETWEEN, values: [{ attribute: 2 }, { attribute: 1 }] },
  { name: "light", traitId: timeTrait, attributeId: 0, operator: Operator.BETWEEN, values: [{ attribute: 1 }, { attribute: 2 }] },
  { name: "today", traitId: timeTrait, attributeId: 4, operator: Operator.EQUALS },
  ...measured(TEMPERATURE, 0), ...measured(THERMOSTAT, 0), ...measured(HUMIDITY, 0), ...measured(ILLUMINANCE, 0),
  ...measured(CARBON_DIOXIDE, 0), ...measured(PM25, 0), ...measured(ELECTRICAL_POWER, 8), ...measured(LEVEL_CONTROL, 0),
  ...measured(WINDOW_COVERING, 14, Operator.LESS_THAN, Operator.GREATER_THAN), ...measured(FAN_CONTROL, 3), ...measured(PRESSURE, 0), ...measured(SOIL, 1),
  // Hearth's own traits. A flag's words depend on what it says.
  is("flag", FLAG, 0, yes), is("flag", FLAG, 0, no), ...measured(READING, 0), ...measured(NUMBER_SETTING, 0),
  ...[CHOICE, TEXT_VALUE].flatMap((traitId) => [{ name: "is", traitId, attributeId: 0, operator: Operator.EQUALS }, { name: "isNot", traitId, attributeId: 0, operator: Operator.NOT_EQUALS }]),
];

/** @type {readonly Happening[]} */
const happenings = [
  { name: "press", traitId: SWITCH, eventId: 1 }, { name: "press2", traitId: SWITCH, eventId: 6, field: 1, count: 2n },
  { name: "press3", traitId: SWITCH, eventId: 6, field: 1, count: 3n }, { name: "hold", traitId: SWITCH, eventId: 2 },
  { name: "flip", traitId: SWITCH, eventId: 0 },
  ...running.map((traitId) => ({ name: "done", traitId, eventId: 1 })),
  { name: "fired", traitId: NAMED_EVENT, eventId: 0 },
];

/** @type {readonly Deed[]} */
const deeds = [
  { name: "on", traitId: ON_OFF, commandId: 1 }, { name: "off", traitId: ON_OFF, commandId: 0 }, { name: "toggle", traitId: ON_OFF, commandId: 2 },
  { name: "brightness", traitId: LEVEL_CONTROL, commandId: 4, field: 0, first: 102, kinds: ["light", "plug"] },
  { name: "volume", traitId: LEVEL_CONTROL, commandId: 0, field: 0, first: 51, kinds: ["speaker"] },
  { name: "white", traitId: COLOR_CONTROL, commandId: 10, field: 0, first: 370 }, { name: "color", traitId: COLOR_CONTROL, commandId: 6 },
  { name: "open", traitId: WINDOW_COVERING, commandId: 0 }, { name: "close", traitId: WINDOW_COVERING, commandId: 1 },
  { name: "position", traitId: WINDOW_COVERING, commandId: 5, field: 0, first: 5000 }, { name: "stop", traitId: WINDOW_COVERING, commandId: 2 },
  { name: "lock", traitId: DOOR_LOCK, commandId: 0 }, { name: "unlock", traitId: DOOR_LOCK, commandId: 1 },
  { name: "heatTo", traitId: THERMOSTAT, field: 18, first: 2100 }, { name: "coolTo", traitId: THERMOSTAT, field: 17, first: 2400 },
  { name: "mode", traitId: THERMOSTAT, field: 28, first: 4 },
  { name: "speed", traitId: FAN_CONTROL, field: 2, first: 50 },
  { name: "play", traitId: MEDIA_PLAYBACK, commandId: 0 }, { name: "pause", traitId: MEDIA_PLAYBACK, commandId: 1 },
  { name: "next", traitId: MEDIA_PLAYBACK, commandId: 5 },
  ...[OPERATIONAL_STATE, RVC_OPERATIONAL_STATE].flatMap((traitId) => ["pause", "stop", "start", "resume"].map((name, commandId) => ({ name, traitId, commandId }))),
  { name: "dock", traitId: RVC_OPERATIONAL_STATE, commandId: 128 }, { name: "mode", traitId: RVC_RUN_MODE, commandId: 0, field: 0 },
  { name: "open", traitId: VALVE, commandId: 0 }, { name: "close", traitId: VALVE, commandId: 1 },
  { name: "setTo", traitId: TEMPERATURE_CONTROL, commandId: 0, field: 0, first: 500 },
  { name: "ring", traitId: CHIME, commandId: 0 },
  { name: "alarmMode", traitId: SECURITY_SYSTEM, field: 1, first: 1 },
  ...[NUMBER_SETTING, CHOICE, TEXT_VALUE, MOMENT].map((traitId) => ({ name: "setTo", traitId, field: 0 })), { name: "press", traitId: PRESS, commandId: 0 },
];

/** The kinds whose devices can be addressed together, with their device types and these types' traits. */
const dimmable = [ON_OFF, LEVEL_CONTROL];
export const groupKinds = /** @type {readonly {kind: PartKind, types: ReadonlyMap<number, readonly number[]>}[]} */ ([
  { kind: "light", types: new Map([[0x0100, [ON_OFF]], [0x0101, dimmable], [0x010c, dimmable], [0x010d, dimmable]]) },
  { kind: "plug", types: new Map([[0x010a, [ON_OFF]], [0x010b, dimmable]]) },
  { kind: "cover", types: new Map([[0x0202, [WINDOW_COVERING]]]) },
  { kind: "lock", types: new Map([[0x000a, [DOOR_LOCK]]]) },
  { kind: "thermostat", types: new Map([[0x0301, [THERMOSTAT]]]) },
  { kind: "speaker", types: new Map([[0x0022, dimmable]]) },
  { kind: "fan", types: new Map([[0x002b, [FAN_CONTROL]]]) },
]);

/**
 * The parts of a device or of the home, each with the prefix that names it in a phrase.
 *
 * @param {LiveHome} home
 * @param {string} id
 * @returns {readonly {endpoint: number, kind: PartKind, traits: ReadonlySet<number>, prefix: string}[]}
 */
export function placesOf(home, id) {
  const structure = home.structures.value.get(id);
  if (structure) return [{ endpoint: 0, kind: "other", traits: new Set([...structure.traits.map((trait) => trait.id), timeTrait]), prefix: "" }];
  const device = home.device(id);
  return (device ? allParts(device) : []).map(({ endpoint, kind, traits, label }) => ({ endpoint, kind, traits, prefix: label === "" ? "" : `${label}: ` }));
}

/** @param {{kinds?: readonly PartKind[], traitId: number}} phrase @param {{kind: PartKind, traits: ReadonlySet<number>}} place */
const fits = ({ kinds, traitId }, { kind, traits }) => traits.has(traitId) && (kinds?.includes(kind) ?? true);

/**
 * The phrases for the states of a device.
 *
 * @param {LiveHome} home
 * @param {string} id
 * @returns {{key: string, endpoint: number, prefix: string, state: State}[]}
 */
export function statesOf(home, id) {
  const isHome = home.structures.value.has(id);
  return placesOf(home, id).flatMap((place) => states.flatMap((state, index) => {
    const attribute = home.schemas.get(state.traitId)?.schema.attributes.find((one) => one.field?.id === state.attributeId)?.field?.name ?? "";
    const isThere = fits(state, place) && (isHome || attribute in (home.trait(id, place.endpoint, state.traitId) ?? {}));
    return isThere ? [{ key: `is.${place.endpoint}.${index}`, endpoint: place.endpoint, prefix: place.prefix, state }] : [];
  }));
}

/**
 * The phrases for the events of a device.
 *
 * @param {LiveHome} home
 * @param {string} id
 * @returns {{key: string, endpoint: number, prefix: string, happening: Happening}[]}
 */
export const happeningsOf = (home, id) => placesOf(home, id).flatMap((place) => happenings.flatMap((happening, index) => {
  const most = Number(home.trait(id, place.endpoint, SWITCH)?.["multiPressMax"] ?? 1);
  const isThere = fits(happening, place) && (happening.count === undefined || happening.count <= most);
  if (!isThere) return [];
  const one = { key: `event.${place.endpoint}.${index}`, endpoint: place.endpoint, prefix: place.prefix, happening };
  if (happening.traitId !== NAMED_EVENT) return [one];
  const types = /** @type {readonly string[]} */ (home.trait(id, place.endpoint, NAMED_EVENT)?.["types"] ?? []);
  return [...types.map((text, number) => ({ ...one, key: `${one.key}.${number}`, happening: { ...happening, name: "named", field: 0, text } })), one];
}));

/** @param {{prefix: string, happening: Happening}} said */
export const happeningWords = ({ prefix, happening: { name, text } }) => prefix + t(`say.${name}`, text === undefined ? {} : { what: eventInWords(text) });

/**
 * The phrases for the actions of a part.
 *
 * @param {{endpoint: number, kind: PartKind, traits: ReadonlySet<number>}} place
 * @returns {{key: string, deed: Deed}[]}
 */
export const deedsOf = (place) => deeds.flatMap((deed, index) => (fits(deed, place) ? [{ key: `do.${place.endpoint}.${index}`, deed }] : []));

/** @param {State} state @param {Comparison} comparison @returns whether the phrase fits the comparison, with any entered values */
export const isState = (state, { trait, attributeId, operator, values }) => state.traitId === trait.traitId && state.attributeId === attributeId &&
  state.operator === operator && (state.values ? state.values.length === values.length && state.values.every((one, index) => isSame(one, values[index])) : values.every((one) => !("attribute" in one)));

/** @param {Operand} one @param {Operand | undefined} other */
function isSame(one, other) {
  if (!other || "attribute" in one || "attribute" in other) return other !== undefined && "attribute" in one && "attribute" in other && one.attribute === other.attribute;
  return one.boolean === other.boolean && one.unsigned === other.unsigned;
}

/**
 * @param {LiveHome} home
 * @param {string} id
 * @param {{endpoint: number, prefix: string, state: State}} said
 * @param {boolean} isNow whether it is a starter, for the moment when it becomes true
 */
export function stateWords(home, id, { endpoint, prefix, state }, isNow) {
  const { name, traitId, attributeId, values } = state;
  if (traitId === FLAG) return prefix + flagInWords(home.trait(id, endpoint, traitId)?.["deviceClass"], values?.[0] === yes);
  const key = isNow && hasText(`say.${name}.now`) ? `say.${name}.now` : `say.${name}`;
  return values || traitId === timeTrait ? prefix + t(key) : t(key, { what: valueName(home, placeOf(id, endpoint, traitId, attributeId)) });
}

/**
 * The texts for true and false, as on tiles.
 *
 * @param {LiveHome} home
 * @param {import("../series.js").Place} place
 */
export const booleanWords = (home, place) => seriesOf(home, place)?.words ?? ((/** @type {number} */ value) => t(value === 0 ? "value.no" : "value.yes"));
