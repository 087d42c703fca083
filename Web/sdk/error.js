// The one class of errors that people who use the SDK meet.

import { RpcError } from "../lib/connect.js";
import { WireError } from "../lib/wire.js";

/** What the hub, a device, or the way to them said no with; or what was wrong with the words of the program. */
export class HearthError extends Error {
  /**
   * @param {string} code as Connect writes it: "not_found"
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
 * @returns {unknown} the same as one of ours; what nobody expects stays what it is
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
