// Summaries of the home and its rooms, in a line each.

import { t } from "../ui/text.js";
import { isOffline, isPartOffline } from "./status.js";
import { DOOR_LOCK, HUMIDITY, TEMPERATURE } from "./traits.js";
import { percent, temperature } from "./words.js";

/** @typedef {import("./live.js").LiveHome} LiveHome */
/** @typedef {import("./overview.js").PartEntry} PartEntry */

/** @param {PartEntry} entry */
export const isOpen = ({ part, status }) => (part.kind === "contact" || part.kind === "closure") && status.value.isOn;

/** @param {LiveHome} home @param {readonly PartEntry[]} statuses @returns {number} the number of devices that can't be reached */
export const offlineCount = (home, statuses) => new Set(statuses.filter(({ part }) => isPartOffline(home, part)).map(({ part }) => part.deviceId)).size;

/**
 * The home in a line. Of unreachable devices it only says how many there are.
 *
 * @param {{home: LiveHome}} app
 * @param {readonly PartEntry[]} statuses
 */
export function summary({ home }, statuses) {
  const offline = offlineCount(home, statuses);
  const reached = statuses.filter(({ part }) => !isPartOffline(home, part));
  const lights = statuses.filter(({ part }) => part.kind === "light");
  const known = lights.filter((light) => reached.includes(light));
  const locks = statuses.filter(({ part }) => part.kind === "lock");
  const unlocked = locks.filter(({ status }) => status.value.isOn);
  const doubtful = locks.filter((lock) => !unlocked.includes(lock) && (!reached.includes(lock)
    || home.trait(lock.part.deviceId, lock.part.endpoint, DOOR_LOCK)?.["lockState"] !== "locked"));
  const said = unlocked.length > 0 ? unlocked : doubtful;
  const name = home.device(said[0]?.part.deviceId ?? "")?.name ?? "";
  const open = reached.filter(isOpen).length;
  const inside = reached.find(({ part, status }) => part.kind === "thermostat" && status.value.value !== undefined)?.status.value.value;
  return [
    known.length > 0 && t("summary.lights", { count: known.filter(({ status }) => status.value.isOn).length }),
    locks.length > 0 && t(said.length === 0 ? "summary.locked" : unlocked.length > 0 ? "summary.unlocked" : "summary.lockUnknown", { count: said.length, name }),
    open > 0 && t("summary.open", { count: open }),
    inside && t("summary.inside", { temperature: inside }),
    offline > 0 && t("summary.offline", { count: offline }),
  ].filter(Boolean).join(" · ");
}

/**
 * The climate of a room, as its sensors measure it.
 *
 * @param {{home: LiveHome}} app
 * @param {readonly {device: import("../lib/hearth-v1.js").Device}[]} entries
 */
export function climate({ home }, entries) {
  /** @param {number} trait */
  const measured = (trait) => {
    for (const { device } of entries.filter((entry) => !isOffline(home.device(entry.device.id))))
      for (const endpoint of device.endpoints) {
        // A sensor inside a refrigerator does not measure the room.
        const isInside = endpoint.deviceTypes.some((type) => type.id === 0x0071);
        const value = isInside ? undefined : home.trait(device.id, endpoint.id, trait)?.["measuredValue"];
        if (typeof value === "number") return value;
      }
    return undefined;
  };
  const warmth = measured(TEMPERATURE);
  const humidity = measured(HUMIDITY);
  return [warmth !== undefined && temperature(warmth / 100), humidity !== undefined && percent(humidity / 10_000)].filter(Boolean).join(" · ");
}
