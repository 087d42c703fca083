// Changes a home's arrangement: favorites, the order of rooms, and the progress of its setup.

import { RpcError } from "../lib/connect.js";
import { note, tell } from "../ui/elements.js";
import { t } from "../ui/text.js";
import { appId, inOrder, places, unpacked } from "./arrangement.js";
import { clientId } from "./commands.js";

/** @typedef {import("./live.js").LiveHome} LiveHome */
/** @typedef {import("./arrangement.js").Arrangement} Arrangement */

const longestValue = 1_024;
const names = /** @type {(keyof Arrangement)[]} */ (Object.keys(places));

/**
 * @param {Arrangement} arrangement
 * @returns {{set: {key: string, value: string}[], remove: string[]} | undefined} undefined if the arrangement does not fit
 */
export function packed(arrangement) {
  /** @type {{set: {key: string, value: string}[], remove: string[]}} */
  const change = { set: [], remove: [] };
  for (const name of names) {
    /** @type {string[]} */
    const values = [];
    for (const id of arrangement[name]) {
      const last = values.at(-1);
      if (last !== undefined && last.length + 1 + id.length <= longestValue) values[values.length - 1] = `${last}\n${id}`;
      else values.push(id);
    }
    if (values.length > places[name] || values.some((value) => value.length > longestValue)) return undefined;
    for (let index = 0; index < places[name]; index += 1) {
      const value = values[index];
      if (value === undefined) change.remove.push(`${name}.${index + 1}`);
      else change.set.push({ key: `${name}.${index + 1}`, value });
    }
  }
  return change;
}

/**
 * @param {readonly string[]} ids in their order
 * @param {string} id the one to move up or down
 * @param {1 | -1} step
 * @returns {string[]}
 */
export function moved(ids, id, step) {
  const from = ids.indexOf(id);
  const to = from + step;
  if (from < 0 || to < 0 || to >= ids.length) return [...ids];
  const others = ids.filter((one) => one !== id);
  return [...others.slice(0, to), id, ...others.slice(to)];
}

/** @type {Promise<unknown>} the change in flight; changes run one after another */
let last = Promise.resolve();

/**
 * Changes the arrangement that the hub has now, which may be newer than the page's copy.
 *
 * @param {LiveHome} home
 * @param {string} structureId
 * @param {(arrangement: Arrangement) => Partial<Arrangement>} work
 */
export function rearrange({ client, arrangements }, structureId, work) {
  const run = async () => {
    const before = await arrangements.fetch(structureId);
    const change = packed({ ...before, ...work(before) });
    if (!change) throw new RpcError("resource_exhausted", t("arrangement.full"));
    const { data } = await client.call("HomeService/UpdateAppData", { objectId: structureId, appId, ...change, options: { clientId } });
    arrangements.show(structureId, unpacked(data));
    return true;
  };
  const turn = last.then(run);
  last = turn.catch(() => undefined);
  return turn;
}

/**
 * Adds a device to its home's favorites, or removes it.
 *
 * @param {LiveHome} home
 * @param {import("../lib/hearth-v1.js").Device} device
 */
export async function toggleFavorite(home, device) {
  const isWanted = !home.arrangements.of(device.structureId).value.favorites.includes(device.id);
  const done = await tell(rearrange(home, device.structureId, ({ favorites }) => {
    // Favorites of removed devices are dropped.
    const others = favorites.filter((id) => id !== device.id && home.devices.peek().has(id));
    return { favorites: isWanted ? [...others, device.id] : others };
  }));
  if (done) note(t(isWanted ? "favorite.added" : "favorite.removed", { name: device.name }));
}

/**
 * @param {LiveHome} home
 * @param {string} structureId
 * @param {readonly {id: string}[]} shown the rooms in the page's order
 * @param {string} id
 * @param {1 | -1} step
 */
export const moveRoom = (home, structureId, shown, id, step) =>
  rearrange(home, structureId, ({ rooms }) => ({ rooms: moved(inOrder(shown, rooms).map((room) => room.id), id, step) }));
