// Changes of how the home is set up, each with a way back.

import { RpcError } from "../lib/connect.js";
import { effect, scope } from "../lib/view.js";
import { note, reason, tell } from "../ui/elements.js";
import { t } from "../ui/text.js";
import { clientId } from "./commands.js";

/** @typedef {import("../ui/elements.js").App} App */
/** @typedef {import("../lib/hearth-v1.js").Device} Device */

const undoTime = 5;
/** How long somebody who renamed a device is told that somebody else did so, too. */
const raceTime = 60;

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
  /** What somebody else has done since stays. */
  const takeBack = () => {
    watched.get(device.id)?.();
    const now = home.device(device.id);
    if (now && (!isRenamed || now.name === name) && (!isMoved || now.roomId === roomId)) return tell(change(device.name, device.roomId));
    note(t("device.changedSince"));
  };
  const change = (/** @type {string} */ newName, /** @type {string} */ newRoom) => client.call("HomeService/UpdateDevice", {
    deviceId: device.id, options: { clientId }, ...(isRenamed ? { name: newName } : {}), ...(isMoved ? { roomId: newRoom } : {}),
  });
  watched.get(device.id)?.();
  try {
    await change(name, roomId);
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    return reason(error);
  }
  if (isRenamed) watchName(home, device.id, name);
  const room = home.rooms.value.get(roomId)?.name ?? t("device.noRoom");
  note(isMoved ? t("device.moved", { name, room }) : t("device.renamed", { name }),
    { label: t("action.undo"), run: () => takeBack() }, undoTime);
  return "";
}

/**
 * Names the parts of a device, one after the other. An empty name takes a part's name away.
 *
 * @param {App} app
 * @param {Device} device
 * @param {readonly {endpoint: number, now: string, name: string}[]} parts
 * @returns {Promise<string>} why not, or nothing
 */
export async function renameParts({ client }, device, parts) {
  try {
    for (const { endpoint, now, name } of parts)
      if (name !== now) await client.call("HomeService/UpdateEndpoint", { target: { deviceId: device.id, endpoint }, name, options: { clientId } });
    return "";
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    return reason(error);
  }
}

/** @type {Map<string, () => void>} devices that this browser has renamed lately, each with what ends its watch */
const watched = new Map();

/**
 * Tells when somebody else gives a device another name right after: the last one wins, and nobody is left to wonder.
 *
 * @param {App["home"]} home
 * @param {string} id
 * @param {string} name that this browser has given
 */
function watchName(home, id, name) {
  let isSeen = false;
  const [, end] = scope(() => effect(() => {
    const now = home.devices.value.get(id)?.name;
    if (now === name) isSeen = true;
    else if (isSeen && now !== undefined) {
      isSeen = false;
      note(t("device.renamedByOther", { name, now }), undefined, 8);
    }
  }));
  const timer = setTimeout(() => watched.get(id)?.(), raceTime * 1000);
  watched.set(id, () => {
    clearTimeout(timer);
    watched.delete(id);
    end();
  });
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
