// Sends a backup to a hub without an owner, which restarts with it.

import { Client } from "../lib/connect.js";

/** @typedef {{client: Client, id: string, isEncrypted: boolean}} Sent a file that the hub has received, and the client that sent it */

/** The bytes of a piece. Few enough that a slow connection sends one within the time that a call may take. */
export const pieceBytes = 512 * 1024;
const pieceTimeout = 60_000;
/** The hub reads and copies the whole backup before it answers. */
const finishTimeout = 30 * 60_000;

/**
 * Sends a file piece by piece, so that it is never in memory as a whole.
 *
 * @param {Client} client
 * @param {Blob} file
 * @param {string | undefined} code of the hub's first claim; undefined for the owner on the hub's machine
 * @param {(share: number) => void} onProgress
 * @returns {Promise<Sent>}
 */
export async function sendBackup(client, file, code, onProgress) {
  const { restoreId: id } = await client.call("MaintenanceService/BeginRestore", { code: code ?? "", bytes: BigInt(file.size) });
  // With the restore's ID as its token, a caller whom the hub knows only by the code may send as much as others.
  const credentials = { authorization: async () => `Bearer ${id}`, doubt: () => false };
  const sender = code === undefined ? client : new Client({ base: client.base, fetch: client.fetch, more: client.more, credentials });
  let isEncrypted = false;
  for (let offset = 0; offset < file.size; offset += pieceBytes) {
    const data = new Uint8Array(await file.slice(offset, offset + pieceBytes).arrayBuffer());
    ({ isEncrypted } = await sender.call("MaintenanceService/SendRestorePiece", { restoreId: id, offset: BigInt(offset), data }, { timeout: pieceTimeout }));
    onProgress(Math.min(1, (offset + pieceBytes) / file.size));
  }
  return { client: sender, id, isEncrypted };
}

/**
 * Has the hub check what it received, and restart with it.
 *
 * @param {Sent} sent
 * @param {string} recoveryKey of an encrypted backup
 */
export const finishRestore = ({ client, id }, recoveryKey) =>
  client.call("MaintenanceService/FinishRestore", { restoreId: id, recoveryKey }, { timeout: finishTimeout });

/**
 * Waits until the hub has restarted: until it answers with another id, or again after it was away. The restored home may be an
 * earlier state of the same hub, with the same id.
 *
 * @param {Client} client
 * @param {string} formerId
 * @param {{tries?: number, pause?: number}} settings pause in milliseconds
 * @returns {Promise<boolean>} false if none did; a browser does not say whether it refused a new certificate
 */
export async function hubIsBack(client, formerId, { tries = 40, pause = 750 } = {}) {
  let wasAway = false;
  for (let left = tries; left > 0; left -= 1) {
    await new Promise((resolve) => setTimeout(resolve, pause));
    const id = await client.call("AccessService/GetServerIdentity", {}, { timeout: 2_000 }).then(({ hubId }) => hubId, () => undefined);
    if (id !== undefined && (wasAway || id !== formerId)) return true;
    wasAway ||= id === undefined;
  }
  return false;
}
