// Sends commands and writes, and waits for their effect.

import { hex } from "../lib/bytes.js";
import { codeName, RpcError } from "../lib/connect.js";

/** @typedef {{deviceId: string, endpoint: number}} Place */
/** @typedef {import("../lib/hearth-v1.js").Position} Position */
/** @typedef {{client: import("../lib/connect.js").Client, reached: (position: Position | undefined) => Promise<void>}} Sender */

const timeout = 10_000;

/** A random id for a request. Pages outside of a secure context lack `randomUUID`. */
export const requestId = () => hex(crypto.getRandomValues(new Uint8Array(12)));

/**
 * Sends an action. Resolves when its effect was reported, and throws RpcError when it is refused.
 *
 * @param {Sender} home
 * @param {Place} place
 * @param {number} traitId
 * @param {import("../lib/message.js").Input<import("../lib/hearth-v1.js").BatchItem>} action
 * @param {string} clientId in the cause of the changes
 */
export async function send(home, place, traitId, action, clientId) {
  const request = { items: [{ target: place, traitId, ...action }], options: { clientId, requestId: requestId() } };
  const { results } = await home.client.call("HomeService/SendBatch", request, { timeout });
  const [result] = results;
  if (!result) throw new RpcError("internal", "the hub answered without a result");
  if (result.code !== 0) {
    const details = result.details.map((any) => ({ type: any.typeUrl.slice(any.typeUrl.lastIndexOf("/") + 1), value: any.value }));
    throw new RpcError(codeName(result.code), result.message, details);
  }
  await home.reached(result.position);
  return result;
}
