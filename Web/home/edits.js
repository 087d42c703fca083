// Changes of the home's setup, which can be undone.

import { RpcError } from "../lib/connect.js";
import { effect, scope } from "../lib/view.js";
import { note, reason, tell } from "../ui/elements.js";
import { t } from "../ui/text.js";
import { clientId } from "./commands.js";

/** @typedef {import("../ui/elements.js").App} App */
/** @typedef {import("../lib/hearth-v1.js").Device} Device */

const undoTime = 5;
/** How long after renaming a device its next name from somebody else is announced, in seconds. */
const raceTime = 60;

/**
 * Renames or moves a device at once; a note on the page offers to undo it, unless it `isQuiet`.
 *
 * @param {App} app
 * @param {Device} device before the change
 * @param {string} name
 * @param {string} roomId empty for no room
 * @param {{isQuiet?: boolean}} options
 * @returns {Promise<string>} the reason of a refusal, else empty
 */
export async function renameAndMove({ client, home }, device, name, roomId, { isQuiet = false } = {}) {
  const isRenamed = name !== device.name;
  const isMoved = roomId !== device.roomId;
  if (!isRenamed && !isMoved) return "";
  /** Undoes the change, unless somebody else changed the device since. */
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
  if (isQuiet) return "";
  const room = home.rooms.value.get(roomId)?.name ?? t("device.noRoom");
  note(isMoved ? t("device.moved", { name, room }) : t("device.renamed", { name }),
    { label: t("action.undo"), run: () => takeBack() }, undoTime);
  return "";
}

/**
 * The aliases in a field, which has commas between them.
 *
 * @param {string} text
 */
export const aliasesIn = (text) => text.split(",").map((one) => one.trim()).filter((one) => one !== "");

/**
 * Gives a device other names that people say for it.
 *
 * @param {App} app
 * @param {Device} device before the change
 * @param {readonly string[]} names
 * @returns {Promise<string>} the reason of a refusal, else empty
 */
export async function setAliases({ client }, device, names) {
  if (names.join() === device.aliases.join()) return "";
  try {
    await client.call("HomeService/UpdateDevice", { deviceId: device.id, aliases: { names: [...names] }, options: { clientId } });
    return "";
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    return reason(error);
  }
}

/**
 * Names the parts of a device, one after the other. An empty name removes a part's name.
 *
 * @param {App} app
 * @param {Device} device
 * @param {readonly {endpoint: number, now: string, name: string}[]} parts
 * @returns {Promise<string>} the reason of a refusal, else empty
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

/** @type {Map<string, () => void>} the functions that stop watching recently renamed devices, by device */
const watched = new Map();

/**
 * Shows a note if somebody else renames the device shortly afterwards, as the last name wins.
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
 * Removes a device after a delay in which it can be undone, because a removed device may not return by itself.
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
