// Fields of an automation's forms: choices of devices and their values, and inputs for values.

import { el, signal } from "../../lib/view.js";
import { SchemaField_Kind as Kind } from "../../lib/hearth-v1.js";
import { globalAttributeNames } from "../../lib/trait.js";
import { givenValue, isGivable, isTimeOfDay, scaleOfType, valueText } from "../../home/automation/values.js";
import { timeTrait } from "../../home/automation/schedule.js";
import { constantInWords } from "../../home/constants.js";
import { placeOf, ranked, valueName } from "../../home/series.js";
import { momentInput, momentOf, optionsIn as choicesIn, unitIn } from "../../home/own.js";
import { CHOICE, MOMENT, NUMBER_SETTING, READING, housekeeping } from "../../home/traits.js";
import { byName } from "../../home/words.js";
import { language, t } from "../text.js";

/** @typedef {import("../elements.js").App} App */
/** @typedef {import("../../home/automation/words.js").Type} Type */
/** @typedef {import("../../lib/hearth-v1.js").Value} Value */
/** @typedef {{value: string, text: string}} Option */
/** @typedef {Option | {group: string, options: readonly Option[]}} Choice */

/**
 * A choice. A chosen value that is not among the options stays, as its device may have been removed.
 *
 * @param {string} name for screen readers
 * @param {() => readonly Choice[]} options
 * @param {() => string} chosen
 * @param {(value: string) => void} onChoose
 */
export function select(name, options, chosen, onChoose) {
  const option = (/** @type {Option} */ one) => el("option", { value: one.value, selected: one.value === chosen() }, one.text);
  const all = () => {
    const offered = options();
    const known = offered.flatMap((one) => ("group" in one ? one.options : [one])).some((one) => one.value === chosen());
    return [
      !known && el("option", { value: chosen(), selected: true }, chosen() === "" ? t("edit.choose") : t("edit.gone")),
      ...offered.map((one) => ("group" in one ? el("optgroup", { label: one.group }, one.options.map(option)) : option(one))),
    ];
  };
  return el("select", { class: "input", "aria-label": name, onchange: (/** @type {Event} */ event) => onChoose(/** @type {HTMLSelectElement} */ (event.target).value) }, all);
}

/** @param {readonly Choice[]} choices @returns {readonly Option[]} */
export const optionsIn = (choices) => choices.flatMap((one) => ("group" in one ? one.options : [one]));

/**
 * A choice of the usual options, with an entry that adds the rare ones.
 *
 * @param {string} name
 * @param {() => readonly Option[]} usual
 * @param {() => readonly Option[]} rare
 * @param {() => string} chosen
 * @param {(value: string) => void} onChoose
 */
export function phraseSelect(name, usual, rare, chosen, onChoose) {
  const isWide = signal(false);
  const options = () => {
    const [first, rest] = [usual(), rare()];
    if (first.length === 0 || rest.length === 0) return [...first, ...rest];
    return isWide.value || rest.some((one) => one.value === chosen()) ? [...first, { group: t("edit.more"), options: rest }] : [...first, { value: "more", text: t("edit.moreChoices") }];
  };
  const element = /** @type {HTMLSelectElement} */ (select(name, options, chosen, (value) => {
    if (value !== "more") return onChoose(value);
    isWide.value = true;
    element.value = chosen();
    return undefined;
  }));
  return element;
}

/**
 * The home itself, and its devices by room.
 *
 * @param {App} app
 * @param {string} structureId
 * @returns {Choice[]}
 */
export const deviceOptions = (app, structureId) => [{ value: structureId, text: t("edit.home") }, ...byRoom(app, structureId, (device) => [{ value: device.id, text: device.name }])];

/**
 * @param {App} app
 * @param {string} structureId
 * @param {(device: import("../../lib/hearth-v1.js").Device) => readonly Option[]} optionsOf
 * @param {(roomId: string) => readonly Option[]} first in the group of a room
 * @returns {Choice[]}
 */
export function byRoom({ home, overview }, structureId, optionsOf, first = () => []) {
  const devices = overview.entries.value.map(({ device }) => device).filter((device) => device.structureId === structureId);
  const rooms = [...home.rooms.value.values()].filter((room) => room.structureId === structureId).sort((one, other) => byName(one.name, other.name));
  return [...rooms.map((room) => ({ id: room.id, name: room.name })), { id: "", name: t("home.noRoom") }].flatMap(({ id, name }) => {
    const options = [...(id === "" ? [] : first(id)), ...devices.filter((device) => (rooms.some((room) => room.id === device.roomId) ? device.roomId : "") === id).flatMap(optionsOf)];
    return options.length > 0 ? [{ group: name, options }] : [];
  });
}

/**
 * The endpoints of a device, or of the home, with their traits.
 *
 * @param {App} app
 * @param {string} id
 * @returns {readonly {endpoint: number, traits: readonly number[]}[]}
 */
export function endpointsOf({ home }, id) {
  const structure = home.structures.value.get(id);
  if (structure) return [{ endpoint: 0, traits: structure.traits.map((trait) => trait.id) }];
  return (home.device(id)?.endpoints ?? []).map((endpoint) => ({ endpoint: endpoint.id, traits: endpoint.traits.map((trait) => trait.id) }));
}

/** @param {App} app @param {number} traitId @param {number} attributeId @returns {Type | undefined} */
export function attributeType({ home }, traitId, attributeId) {
  const schema = home.schemas.get(traitId)?.schema;
  const field = schema?.attributes.find((one) => one.field?.id === attributeId)?.field;
  return schema && field ? { schema, field } : undefined;
}

/**
 * The values of a device that can be compared, the most wanted first.
 *
 * @param {App} app
 * @param {string} id
 * @returns {Option[]}
 */
export function attributeOptions(app, id) {
  const isHome = app.home.structures.value.has(id);
  const places = endpointsOf(app, id).flatMap(({ endpoint, traits }) => traits.filter((trait) => !housekeeping.has(trait)).flatMap((traitId) => {
    const type = app.home.schemas.get(traitId);
    const values = app.home.trait(id, endpoint, traitId);
    return [...(type?.attributes.fields.values() ?? [])]
      .filter(({ name, schema: field }) => type && !globalAttributeNames.has(name) && isGivable({ field, schema: type.schema }) && (isHome || (values !== undefined && name in values)))
      .map(({ schema: field }) => placeOf(id, endpoint, traitId, field.id));
  }));
  return ranked(places).map((place) => ({ value: `${place.endpoint}.${place.traitId}.${place.attributeId}`, text: valueName(app.home, place) }));
}

/** @param {Record<string, string>} texts the key of each value's text, by value @returns {Option[]} */
export const optionsOf = (texts) => Object.entries(texts).map(([value, key]) => ({ value, text: t(key) }));

/** @param {string} key of an option for an attribute */
export function parseKey(key) {
  const [endpoint = 0, traitId = 0, id = 0] = key.split(".").map(Number);
  return { endpoint, traitId, id };
}

/** @param {Type} type @param {{name: string, value: bigint}} constant */
function constantWords({ schema, field }, { name, value }) {
  if (schema.id === timeTrait && field.name === "dayOfWeek") return weekday(Number(value), "long");
  return constantInWords(schema.id, field.name, name);
}

/** @param {number} day from 1 for Sunday @param {"short" | "long"} length */
export const weekday = (day, length) => new Intl.DateTimeFormat(language(), { weekday: length }).format(new Date(2023, 0, day));

/**
 * What a field shows beside the value: the words of a boolean, the options of a choice, the unit if the schema has none, more
 * attributes of the input, and how to read what was entered.
 *
 * @typedef {{
 *   yesAndNo?: (value: number) => string, options?: readonly Option[], unit?: string, attributes?: import("../../lib/view.js").Attributes,
 *   read?: (text: string) => Value | undefined,
 * }} FieldWords
 */

/**
 * The words of a field for the value of one of Hearth's own traits, whose limits are attributes.
 *
 * @param {App} app
 * @param {Omit<import("../../home/series.js").Place, "key">} place
 * @returns {FieldWords} empty for other values
 */
export function ownWords({ home }, { deviceId, endpoint, traitId, attributeId }) {
  const values = attributeId === 0 ? home.trait(deviceId, endpoint, traitId) : undefined;
  switch (traitId) {
    case READING: return { unit: unitIn(values) };
    case NUMBER_SETTING: return { unit: unitIn(values), attributes: { min: limit(values?.["minimum"]), max: limit(values?.["maximum"]) } };
    case CHOICE: return choicesIn(values).length === 0 ? {} : { options: choicesIn(values).map((one) => ({ value: one, text: one })) };
    case MOMENT: return {
      attributes: { type: momentInput(values), step: momentInput(values) === "date" ? undefined : 1 },
      read: (text) => {
        const moment = momentOf(text);
        return moment === undefined ? undefined : { text: moment };
      },
    };
    default: return {};
  }
}

/** @param {unknown} value */
const limit = (value) => (typeof value === "number" ? value : undefined);

/**
 * A field for a value. After an input, it shows the value as it was parsed.
 *
 * @param {Type} type
 * @param {string} name
 * @param {() => Value | undefined} value
 * @param {(value: Value) => void} onGiven
 * @param {FieldWords} words
 */
export function valueField(type, name, value, onGiven, { yesAndNo = (one) => t(one === 0 ? "value.no" : "value.yes"), options, unit, attributes, read } = {}) {
  const { field, schema } = type;
  const text = () => valueText(type, value());
  const give = (/** @type {string} */ given) => {
    const found = read ? read(given) : givenValue(type, given);
    if (found) onGiven(found);
  };
  const offered = options ?? (field.kind === Kind.BOOLEAN
    ? [{ value: "true", text: yesAndNo(1) }, { value: "false", text: yesAndNo(0) }]
    : field.kind === Kind.ENUM || field.kind === Kind.BITMAP
      ? ((field.kind === Kind.ENUM ? schema.enums[field.typeIndex]?.constants : schema.bitmaps[field.typeIndex]?.fields) ?? []).map((one) => ({ value: String(one.value), text: constantWords(type, one) }))
      : undefined);
  if (offered) return select(name, () => (field.isNullable ? [{ value: "", text: t("value.empty") }, ...offered] : offered), text, give);
  const { symbol: known, most } = scaleOfType(type);
  const symbol = unit ?? known;
  const kind = isTimeOfDay(type) ? "time" : field.kind === Kind.STRING ? "text" : "number";
  const input = /** @type {HTMLInputElement} */ (el("input", {
    class: "input", type: kind, step: kind === "number" ? "any" : undefined, min: most && 0, max: most, "aria-label": symbol === "" ? name : `${name} (${symbol})`, ".value": text,
    placeholder: field.isNullable ? t("value.empty") : undefined, ...attributes,
    onchange: () => {
      give(input.value);
      input.value = text();
    },
  }));
  return symbol === "" ? input : el("span", { class: "with-unit" }, input, el("span", { class: "quiet", "aria-hidden": "true" }, symbol));
}

/**
 * A length of time: a number and its unit.
 *
 * @param {string} name
 * @param {() => import("../../lib/hearth-v1.js").Duration | undefined} duration
 * @param {(duration: import("../../lib/hearth-v1.js").Duration) => void} onGiven
 */
export function durationField(name, duration, onGiven) {
  const seconds = () => Number(duration()?.seconds ?? 0n) + (duration()?.nanos ?? 0) / 1e9;
  const unit = () => (seconds() !== 0 && seconds() % 3600 === 0 ? 3600 : seconds() !== 0 && seconds() % 60 === 0 ? 60 : 1);
  const give = (/** @type {number} */ count, /** @type {number} */ length) => {
    const total = Math.max(0, count) * length;
    if (Number.isFinite(total)) onGiven({ seconds: BigInt(Math.floor(total)), nanos: Math.round((total % 1) * 1e9) });
  };
  return el("span", { class: "with-unit" },
    el("input", { class: "input", type: "number", min: 0, step: "any", "aria-label": name, ".value": () => String(seconds() / unit()),
      onchange: (/** @type {Event} */ event) => give(Number(/** @type {HTMLInputElement} */ (event.target).value), unit()) }),
    select(t("edit.unit"), () => [[1, "edit.seconds"], [60, "edit.minutes"], [3600, "edit.hours"]].map(([length, text]) => ({ value: String(length), text: t(String(text), { count: seconds() / unit() }) })),
      () => String(unit()), (length) => give(seconds() / unit(), Number(length))));
}
