// Controls of locks: one press locks; unlocking needs a confirmation, and a PIN if the lock requires it.

import { asNumber } from "../../home/numbers.js";
import { DOOR_LOCK } from "../../home/traits.js";
import { duration, named } from "../../home/words.js";
import { el, signal } from "../../lib/view.js";
import { button } from "../elements.js";
import { figures } from "../fields.js";
import { accepts, reading } from "../inputs.js";
import { t } from "../text.js";
import { askWithCode } from "./code.js";
import { turnButton } from "./tile.js";

/** @typedef {import("../elements.js").App} App */
/** @typedef {import("../../home/parts.js").Part} Part */
/** @typedef {import("../../lib/trait.js").TraitValues} TraitValues */
/** @typedef {"lockDoor" | "unlockDoor" | "unboltDoor"} Turn */

const Feature = /** @type {const} */ ({ PIN: 0x1, REMOTE_PIN: 0x80 });

/** @param {TraitValues | undefined} values @returns whether remote operation takes a PIN */
function takesPin(values) {
  const both = Feature.PIN | Feature.REMOTE_PIN;
  return ((asNumber(values?.["featureMap"]) ?? 0) & both) === both;
}

/** @param {TraitValues | undefined} values @returns whether remote operation needs a PIN */
export const needsPin = (values) => takesPin(values) && values?.["requirePinforRemoteOperation"] === true;

/**
 * Locks at once if no PIN is needed, and asks before it unlocks.
 *
 * @param {App} app
 * @param {Part} part
 * @param {string} name
 * @param {"lockDoor" | "unlockDoor"} what
 */
export function turn(app, part, name, what) {
  const isAtOnce = what === "lockDoor" && !needsPin(app.home.trait(part.deviceId, part.endpoint, DOOR_LOCK));
  if (isAtOnce) app.commands.invoke(part, DOOR_LOCK, "lockDoor");
  else askToTurn(app, part, name, what);
}

/**
 * @param {App} app
 * @param {Part} part
 * @param {string} name
 * @param {Turn} turn
 */
function askToTurn(app, part, name, turn) {
  const values = app.home.trait(part.deviceId, part.endpoint, DOOR_LOCK);
  const wantsPin = signal(needsPin(values));
  const locks = turn === "lockDoor";
  askWithCode(app, part, {
    title: t(locks ? "control.lockWhat" : "lock.title", { name }), explanation: !locks && t("lock.explanation"),
    label: t("lock.pin"), missing: t("lock.pinMissing"), submit: t(locks ? "control.lock" : "control.unlock"),
    most: asNumber(values?.["maxPINCodeLength"]) ?? 32, wantsCode: () => wantsPin.value,
    // A lock that stores no PINs passes the code on to another system, whose codes may have letters.
    isDigits: (asNumber(values?.["numberOfPINUsersSupported"]) ?? 0) > 0,
    // A lock may refuse because of a missing PIN although it does not declare that it needs one.
    refused: () => (wantsPin.value = takesPin(values)),
    send: (pinCode) => app.commands.invoke(part, DOOR_LOCK, turn, pinCode ? { pinCode } : {}),
  });
}

/** @param {App} app @param {Part} part @param {() => string} name */
export function pageControls(app, part, name) {
  const lock = reading(app, part, DOOR_LOCK);
  const relock = () => {
    const seconds = asNumber(lock.value?.["autoRelockTime"]);
    return seconds === undefined || seconds === 0 ? undefined : duration(seconds);
  };
  const door = () => {
    const state = lock.value?.["doorState"];
    return state === undefined || state === null ? undefined : named("door.", state);
  };
  return [
    el("div", { class: "buttons" }, turnButton(app, part, name),
      // Unbolting leaves the door latched.
      () => accepts(lock.value, 39) && lock.value?.["lockState"] === "locked" && button(t("lock.unbolt"), () => askToTurn(app, part, name(), "unboltDoor"))),
    figures([t("lock.door"), door], [t("lock.relocks"), relock], [t("lock.mode"), () => {
      const mode = lock.value?.["operatingMode"];
      return mode === undefined || mode === "normal" ? undefined : named("lockMode.", mode);
    }]),
  ];
}
