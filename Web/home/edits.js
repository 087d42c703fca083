// Changes of how the home is set up, each with a way back.

import { RpcError } from "../lib/connect.js";
import { note, reason, tell } from "../ui/elements.js";
import { t } from "../ui/text.js";
import { clientId } from "./commands.js";

/** @typedef {import("../ui/elements.js").App} App */
/** @typedef {import("../lib/hearth-v1.js").Device} Device */

const undoTime = 5;

/**
 * Gives a device another name or room at once; the note takes it back.
 *
 * @param {App} app
 * @param {Device} device as it is
 * @param {string} name
 * @param {string} roomId empty for none
 * @returns {Promise<string>} why not, or nothing
 */
export async function renameAndMove({ client, home }, device, name, roomId) {
  const isRenamed = name !== device.name;
  const isMoved = roomId !== device.roomId;
  if (!isRenamed && !isMoved) return "";
  const change = (/** @type {string} */ newName, /** @type {string} */ newRoom) => client.call("HomeService/UpdateDevice", {
    deviceId: device.id, options: { clientId }, ...(isRenamed ? { name: newName } : {}), ...(isMoved ? { roomId: newRoom } : {}),
  });
  try {
    await change(name, roomId);
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    return reason(error);
  }
  const room = home.rooms.value.get(roomId)?.name ?? t("device.noRoom");
  note(isMoved ? t("device.moved", { name, room }) : t("device.renamed", { name }),
    { label: t("action.undo"), run: () => tell(change(device.name, device.roomId)) }, undoTime);
  return "";
}

/**
 * Removes a device when the time to think again is over: what is removed may not come back by itself.
 *
 * @param {App} app
 * @param {string} id
 */
export function removeDevice({ client, home }, id) {
  const name = home.device(id)?.name ?? "";
  const timer = setTimeout(async () => {
    if (await tell(client.call("HomeService/RemoveDevice", { deviceId: id, options: { clientId } }))) note(t("device.removedNow", { name }));
  }, undoTime * 1000);
  note(t("device.removed", { name }), { label: t("action.undo"), run: () => clearTimeout(timer) }, undoTime);
  location.hash = "#/";
}
