// The operation of an appliance or robot: state, phase, remaining time and error, from whichever trait of operational state
// it has.

import { t } from "../ui/text.js";
import { named } from "./words.js";
import { now } from "./clock.js";
import { errorInWords } from "./refusals.js";
import { OPERATIONAL_STATE, OVEN_CAVITY_OPERATIONAL_STATE, RVC_OPERATIONAL_STATE } from "./traits.js";

/** @typedef {import("./live.js").LiveHome} LiveHome */
/** @typedef {import("./parts.js").Part} Part */
/** @typedef {import("../lib/trait.js").TraitValues} TraitValues */

/** @type {readonly number[]} */
const traits = [RVC_OPERATIONAL_STATE, OPERATIONAL_STATE, OVEN_CAVITY_OPERATIONAL_STATE];

/** @param {Part} part @returns {number} its trait of operational state */
export const operationTrait = (part) => traits.find((trait) => part.traits.has(trait)) ?? OPERATIONAL_STATE;

/**
 * The state in words. Makers' own states have labels instead of names.
 *
 * @param {TraitValues | undefined} values
 */
export function stateInWords(values) {
  const state = values?.["operationalState"];
  const own = /** @type {readonly {operationalStateID?: number, operationalStateLabel?: string}[]} */ (values?.["operationalStateList"] ?? []);
  const label = typeof state === "number" ? own.find((one) => one.operationalStateID === state)?.operationalStateLabel : undefined;
  return label || named("operation.", state);
}

/** @param {TraitValues | undefined} values @returns {string | undefined} */
export function phaseInWords(values) {
  const list = /** @type {readonly string[] | null | undefined} */ (values?.["phaseList"]);
  const phase = values?.["currentPhase"];
  return typeof phase === "number" ? list?.[phase] : undefined;
}

/**
 * The remaining seconds. Devices report them rarely, so they are counted down from the last report.
 *
 * @param {LiveHome} home
 * @param {Part} part
 * @param {number} trait
 * @param {number} every the seconds after which the value is updated
 * @param {{attribute?: string, isRunning?: boolean}} what
 * @returns {number | undefined}
 */
export function secondsLeft(home, part, trait, every, { attribute = "countdownTime", isRunning = undefined } = {}) {
  const values = home.trait(part.deviceId, part.endpoint, trait);
  const left = values?.[attribute];
  if (typeof left !== "number") return undefined;
  if (!(isRunning ?? values?.["operationalState"] === "running")) return left;
  const at = home.reportedAt(part.deviceId, part.endpoint, trait, attribute);
  return at === undefined ? left : Math.max(0, left - Math.max(0, now(every) - at) / 1000);
}

/**
 * @param {LiveHome} home
 * @param {number} trait
 * @param {TraitValues | undefined} values
 */
export const operationError = (home, trait, values) =>
  errorInWords(home.schemas.get(trait), /** @type {TraitValues | undefined} */ (values?.["operationalError"]));

/** @typedef {{areaID?: number, mapID?: number | null, areaInfo?: {locationInfo?: {locationName?: string} | null}}} Area */

/**
 * The name of a robot's area.
 *
 * @param {Area} area
 */
export const areaName = ({ areaID = 0, areaInfo }) => areaInfo?.locationInfo?.locationName || t("vacuum.area", { number: areaID });

/** @param {TraitValues | undefined} values of ServiceArea @returns {string | undefined} where a robot is */
export function currentArea(values) {
  const area = /** @type {readonly Area[]} */ (values?.["supportedAreas"] ?? []).find((one) => one.areaID === values?.["currentArea"]);
  return area && areaName(area);
}
