// Hearth's own traits in words: numbers, readings, choices, texts, flags, moments and events of devices of other ecosystems.
// Their units and meanings are in their attributes, not in their schemas.

import { hasText, language, t } from "../ui/text.js";
import { hubTime } from "./clock.js";
import { partLabel } from "./parts.js";
import { CHOICE, DEVICE_ACTIONS, FLAG, MOMENT, NAMED_EVENT, NUMBER_SETTING, PRESS, READING, TEXT_VALUE } from "./traits.js";
import { label, named, number } from "./words.js";

/** @typedef {import("../lib/trait.js").TraitValues} TraitValues */

export const ownTraits = new Set(/** @type {number[]} */ ([NUMBER_SETTING, READING, CHOICE, TEXT_VALUE, FLAG, PRESS, MOMENT, NAMED_EVENT, DEVICE_ACTIONS]));
/** Traits with a number whose unit is an attribute. */
export const hasUnit = (/** @type {number} */ traitId) => traitId === NUMBER_SETTING || traitId === READING;

/** Traits without a value. */
const valueless = new Set(/** @type {number[]} */ ([PRESS, NAMED_EVENT, DEVICE_ACTIONS]));

/** The most characters of a text on a tile or in a line. */
const mostCharacters = 80;

/** @param {TraitValues | undefined} values */
export const unitIn = (values) => (typeof values?.["unit"] === "string" ? values["unit"] : "");

/** @param {number} value @param {string} unit @returns {string} such as "12.5 km/h" */
export const quantity = (value, unit) => `${number(value, 3)}${unit && `\u00a0${unit}`}`;

/** @param {string} words @returns {string} cut to a length that fits */
const cut = (words) => (words.length > mostCharacters ? `${words.slice(0, mostCharacters - 1)}…` : words);

/**
 * A yes or no by its device class, such as "Vibration detected".
 *
 * @param {unknown} deviceClass of Home Assistant
 * @param {boolean} isSet
 */
export function flagInWords(deviceClass, isSet) {
  const [yes = "", no = ""] = hasText(`flag.${deviceClass}`) ? t(`flag.${deviceClass}`).split("|") : [t("value.yes"), t("value.no")];
  return isSet ? yes : no;
}

/** Classes of flags that need attention when they are set. */
const troubles = new Set(["battery", "carbon_monoxide", "cold", "gas", "glass_break", "heat", "moisture", "problem", "safety", "smoke", "tamper"]);
/** Classes of flags of something that passes by, whose end is no news. */
const passing = new Set(["motion", "moving", "occupancy", "presence", "sound", "vibration"]);

/** @param {TraitValues | undefined} values of a flag @returns whether it needs attention */
export const isTrouble = (values) => values?.["value"] === true && troubles.has(String(values["deviceClass"]));

/** @param {TraitValues | undefined} values of a flag @returns whether its change is worth a line */
export const isNews = (values) => values?.["value"] === true || (values?.["value"] === false && !passing.has(String(values["deviceClass"])));

/**
 * A date, a time, or both.
 *
 * @param {string} value in ISO 8601 without a time zone
 */
export function momentInWords(value) {
  const [, date, time] = /^(\d{4}-\d{2}-\d{2})?T?(\d{2}:\d{2}(?::\d{2})?)?/.exec(value) ?? [];
  // In UTC, so that the browser's time zone changes nothing.
  const at = Date.parse(`${date ?? "2000-01-01"}T${time ?? "00:00"}Z`);
  if ((date === undefined && time === undefined) || Number.isNaN(at)) return value;
  return new Intl.DateTimeFormat(language(), { timeZone: "UTC", ...(date === undefined ? {} : { dateStyle: "medium" }), ...(time === undefined ? {} : { timeStyle: "short" }) }).format(at);
}

/** @param {TraitValues | undefined} values @returns {"date" | "time" | "datetime-local"} the type of the input for a moment */
export const momentInput = (values) => (values?.["hasTime"] === false ? "date" : values?.["hasDate"] === false ? "time" : "datetime-local");

/**
 * A moment as the trait has it, from an input, which leaves out seconds that are zero.
 *
 * @param {string} text
 * @returns {string | undefined} undefined if nothing was entered
 */
export function momentOf(text) {
  if (text === "") return undefined;
  return /(^|T)\d{2}:\d{2}$/.test(text) ? `${text}:00` : text;
}

/**
 * The value of one of Hearth's own traits in words.
 *
 * @param {number} traitId
 * @param {TraitValues | undefined} values
 * @returns {string | undefined} undefined for a trait without a value
 */
export function ownInWords(traitId, values) {
  if (!values || valueless.has(traitId)) return undefined;
  const value = values["value"];
  if (traitId === TEXT_VALUE && values["isSecret"] === true) return t("own.secret");
  if (typeof value === "number") return quantity(value, unitIn(values));
  if (typeof value === "boolean") return flagInWords(values["deviceClass"], value);
  if (typeof value !== "string") return t("value.none");
  if (value === "") return t("value.empty");
  return traitId === MOMENT ? momentInWords(value) : cut(value);
}

/** @param {unknown} type of a NamedEvent, such as "double_press" @returns {string} */
export const eventInWords = (type) => (typeof type === "string" && type !== "" ? cut(named("ownEvent.", type)) : t("value.none"));

/** @param {TraitValues | undefined} values of a Press @returns {string} what it does, such as "Restart" */
export function pressInWords(values) {
  const known = values?.["deviceClass"];
  return hasText(`press.${known}`) ? t(`press.${known}`) : t("own.press");
}

/**
 * The name of an own trait's value among those of its device: the endpoint's, else what it measures.
 *
 * @param {import("../lib/hearth-v1.js").Endpoint | undefined} endpoint
 * @param {import("./parts.js").PartKind} kind
 * @param {TraitValues | undefined} values
 */
export function ownName(endpoint, kind, values) {
  const called = endpoint ? partLabel(endpoint) : "";
  if (called !== "") return called;
  const known = values?.["deviceClass"];
  return hasUnit(kind === "number" ? NUMBER_SETTING : kind === "reading" ? READING : 0) && typeof known === "string" && known !== "" ? label(known) : t(`part.${kind}`);
}

/**
 * The value that a form begins with.
 *
 * @param {number} traitId
 * @param {TraitValues | undefined} values
 * @returns {import("../lib/hearth-v1.js").Value | undefined} undefined for other traits
 */
export function firstOwnValue(traitId, values) {
  const now = values?.["value"];
  switch (traitId) {
    case NUMBER_SETTING: case READING: return { double: typeof now === "number" ? now : typeof values?.["minimum"] === "number" ? values["minimum"] : 0 };
    case CHOICE: return { text: typeof now === "string" ? now : optionsIn(values)[0] ?? "" };
    case TEXT_VALUE: return { text: typeof now === "string" ? now : "" };
    case MOMENT: {
      const kind = momentInput(values);
      const today = new Date(hubTime()).toISOString().slice(0, 10);
      return { text: typeof now === "string" ? now : kind === "time" ? "07:00:00" : kind === "date" ? today : `${today}T07:00:00` };
    }
    default: return undefined;
  }
}

/** @param {TraitValues | undefined} values of a Choice @returns {readonly string[]} */
export const optionsIn = (values) => /** @type {readonly string[]} */ (values?.["options"] ?? []);

/** @param {TraitValues | undefined} values @returns whether people may not set it */
export const isReadOnly = (values) => values?.["isSettable"] === false;
