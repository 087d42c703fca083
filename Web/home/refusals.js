// Refusals inside responses: several of Matter's commands succeed on the wire and report a failure in their response.

import { named } from "./words.js";

/** @typedef {import("../lib/trait.js").TraitType} TraitType */
/** @typedef {import("../lib/trait.js").TraitValues} TraitValues */
/** @typedef {import("../lib/hearth-v1.js").SchemaStruct} SchemaStruct */

/** The values of `status` that all mode traits share; each has further ones. */
const modeStatus = ["", "unsupportedMode", "genericFailure", "invalidInMode"];

/**
 * The reason of a refusal, in the device's own words if it has some. Undefined if the device did not refuse.
 *
 * @param {TraitType} type
 * @param {SchemaStruct | undefined} response
 * @param {TraitValues} values of the response
 * @returns {string | undefined}
 */
export function refusal(type, response, values) {
  const error = /** @type {TraitValues | undefined} */ (values["commandResponseState"]);
  if (error) return errorInWords(type, error);
  const { status } = values;
  const told = [values["statusText"], values["data"]].find((text) => typeof text === "string" && text !== "");
  if (typeof status === "number" && response?.fields.some((field) => field.name === "statusText"))
    return status === 0 ? undefined : String(told ?? named("fault.", constantName(type, "StatusCode", status) ?? modeStatus[status] ?? "genericFailure"));
  if (typeof status === "string" && isStatus(type, response)) return status === "success" ? undefined : String(told ?? named("fault.", status));
  return undefined;
}

/**
 * The error of an operational state in words. Undefined without an error.
 *
 * @param {TraitType | undefined} type
 * @param {TraitValues | null | undefined} error
 * @returns {string | undefined}
 */
export function errorInWords(type, error) {
  const id = Number(error?.["errorStateID"] ?? 0);
  if (id === 0) return undefined;
  const own = [error?.["errorStateLabel"], error?.["errorStateDetails"]].filter((text) => typeof text === "string" && text !== "");
  return own.length > 0 ? own.join(": ") : named("fault.", constantName(type, "ErrorStateEnum", id) ?? "error");
}

/**
 * The name of a number in an enum that the schema declares but no field uses.
 *
 * @param {TraitType | undefined} type
 * @param {string} name of the enum
 * @param {number} value
 */
export function constantName(type, name, value) {
  return type?.schema.enums.find((one) => one.name === name)?.constants.find((one) => one.value === BigInt(value))?.name;
}

/**
 * @param {TraitType} type
 * @param {SchemaStruct | undefined} response
 */
function isStatus(type, response) {
  const field = response?.fields.find((one) => one.name === "status");
  return field !== undefined && (type.schema.enums[field.typeIndex]?.constants.some((one) => one.name === "success") ?? false);
}
