// Constants of enums in the words of tiles and controls.

import { t } from "../ui/text.js";
import { DOOR_LOCK, FAN_CONTROL, MEDIA_PLAYBACK, SECURITY_SYSTEM, THERMOSTAT } from "./traits.js";
import { label, named } from "./words.js";

/** @type {Record<string, string>} the texts of a lock's states */
export const lockTexts = { notFullyLocked: "state.jammed", locked: "state.locked", unlocked: "state.unlocked", unlatched: "state.unlatched" };

/** @type {Record<string, string | Record<string, string>>} by trait and field: the group of the constants' texts, or the text of each */
const known = {
  [`${DOOR_LOCK} lockState`]: lockTexts,
  [`${FAN_CONTROL} fanMode`]: "mode.",
  [`${MEDIA_PLAYBACK} currentState`]: { playing: "state.playing", paused: "state.paused", buffering: "state.buffering", notPlaying: "state.notPlaying" },
  [`${SECURITY_SYSTEM} targetState`]: "security.",
  [`${SECURITY_SYSTEM} currentState`]: "security.",
  [`${THERMOSTAT} systemMode`]: "mode.",
};

/**
 * A constant of an enum in words; in English, from its name, if no tile shows it.
 *
 * @param {number} traitId
 * @param {string} field
 * @param {string} name of the constant
 */
export function constantInWords(traitId, field, name) {
  const texts = known[`${traitId} ${field}`];
  if (typeof texts === "string") return named(texts, name);
  const key = texts?.[name];
  return key === undefined ? label(name) : t(key);
}
