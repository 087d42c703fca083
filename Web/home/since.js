// Finds out since when a device has a problem, by reading the hub's log backwards.

import { WireError } from "../lib/wire.js";
import { milliseconds } from "./model.js";
import { asNumber } from "./numbers.js";
import { dangerOf } from "./status.js";
import { BOOLEAN_STATE, DOOR_LOCK, FLAG, OPERATIONAL_STATE, POWER_SOURCE, RVC_OPERATIONAL_STATE, SMOKE_CO_ALARM } from "./traits.js";

/** @typedef {import("./live.js").LiveHome} LiveHome */
/** @typedef {import("./status.js").Problem["kind"]} ProblemKind */
/** @typedef {import("../lib/hearth-v1.js").Report} Report */
/** @typedef {import("../lib/trait.js").TraitValues} TraitValues */
/**
 * @typedef {(values: TraitValues, current?: TraitValues) => boolean | undefined} Tells whether changed attributes show the problem, given
 * the trait's current values; undefined if they don't concern it
 */

const pageSize = 100;
const mostPages = 5;

/**
 * @param {readonly string[]} names
 * @param {readonly string[]} wrong
 * @returns {Tells} whether any of these attributes has one of the wrong values
 */
const any = (names, wrong) => (values) => {
  const told = names.flatMap((name) => { const value = values[name]; return typeof value === "string" ? value : []; });
  return told.length === 0 ? undefined : told.some((value) => wrong.includes(value));
};

const stopped = any(["operationalState"], ["error"]);
const urgent = ["warning", "critical"];
/** @type {Record<Exclude<ProblemKind, "offline">, ReadonlyMap<number, Tells>>} */
const tells = {
  alarm: new Map(/** @type {[number, Tells][]} */ ([
    [SMOKE_CO_ALARM, any(["smokeState", "coState", "interconnectSmokeAlarm", "interconnectCoAlarm"], urgent)],
    [BOOLEAN_STATE, ({ stateValue }) => (typeof stateValue === "boolean" ? stateValue : undefined)],
    // The class of a flag does not change.
    [FLAG, ({ value }, current) => (typeof value === "boolean" && dangerOf({ ...current, value: true }) !== undefined ? value : undefined)],
  ])),
  trouble: new Map([[OPERATIONAL_STATE, stopped], [RVC_OPERATIONAL_STATE, stopped]]),
  jammed: new Map([[DOOR_LOCK, any(["lockState"], ["notFullyLocked"])]]),
  battery: new Map([[POWER_SOURCE, (values) => {
    const { batReplacementNeeded } = values;
    const left = asNumber(values["batPercentRemaining"]);
    const told = [
      any(["batChargeLevel"], urgent)(values), left === undefined ? undefined : left < 20,
      typeof batReplacementNeeded === "boolean" ? batReplacementNeeded : undefined,
    ].filter((one) => one !== undefined);
    return told.length === 0 ? undefined : told.includes(true);
  }]]),
};

/**
 * @param {LiveHome} home
 * @param {ProblemKind} kind
 * @param {string} deviceId
 * @param {Report} report
 * @returns {boolean | undefined} whether the report shows the problem; undefined if it does not concern it
 */
export function says(home, kind, deviceId, report) {
  if (kind === "offline") {
    const device = report.objects.find((change) => change.device?.id === deviceId)?.device;
    return device?.connectivity && device.connectivity.state === 2;
  }
  for (const { target, traitId, attributes } of report.states) {
    const type = home.schemas.get(traitId);
    const tell = tells[kind].get(traitId);
    if (target?.deviceId !== deviceId || !type || !tell || !attributes) continue;
    try {
      const told = tell(type.decodeAttributes(attributes.value), home.trait(deviceId, target.endpoint, traitId));
      if (told !== undefined) return told;
    } catch (error) {
      if (!(error instanceof WireError)) throw error;
    }
  }
  return undefined;
}

/**
 * @param {LiveHome} home
 * @param {import("../lib/hearth-v1.js").Device} device
 * @param {ProblemKind} kind
 * @returns {Promise<number | undefined>} milliseconds since 1970; undefined if the log does not show it
 */
export async function problemSince(home, device, kind) {
  const filter = kind === "offline" ? { deviceIds: [device.id], objectsOnly: true } : { deviceIds: [device.id], traitIds: [...tells[kind].keys()] };
  let since;
  let pageToken = "";
  for (let page = 0; page < mostPages; page += 1) {
    const answer = await home.client.call("HomeService/ListReports", { structureId: device.structureId, filter, pageSize, pageToken });
    for (const report of answer.reports) {
      const told = says(home, kind, device.id, report);
      if (told === false) return since;
      if (told) since = milliseconds(report.observedAt);
    }
    pageToken = answer.nextPageToken;
    if (pageToken === "") break;
  }
  return since;
}
