// The only class of errors that the SDK throws.

import { RpcError } from "../lib/connect.js";
import { WireError } from "../lib/wire.js";

/** A refusal by the hub or a device, a failure to reach the hub, or invalid arguments from the program. */
export class HearthError extends Error {
  /**
   * @param {string} code of Connect, such as "not_found"
   * @param {string} message
   * @param {import("./hearth.js").TraitRefusal | undefined} refusal
   */
  constructor(code, message, refusal = undefined) {
    super(message);
    this.name = "HearthError";
    this.code = /** @type {import("./hearth.js").ErrorCode} */ (code);
    this.refusal = refusal;
  }
}

/**
 * @param {unknown} error
 * @returns {unknown} the error as a HearthError; an unexpected error unchanged
 */
export function ours(error) {
  if (error instanceof RpcError) {
    const detail = error.traitError;
    return new HearthError(error.code, error.message, detail && {
      trait: detail.trait,
      field: detail.field,
      constraint: detail.constraint,
      ...(detail.matterStatus === 0 ? {} : { matterStatus: detail.matterStatus }),
      ...(detail.clusterStatus === undefined ? {} : { clusterStatus: detail.clusterStatus }),
    });
  }
  if (error instanceof WireError) return new HearthError("internal", error.message);
  return error;
}
