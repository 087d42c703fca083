// The dialog that asks for a code, as the controls of locks and alarm systems open it.

import "./document.js";
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { english } from "./english.js";
import { Commands } from "../home/commands.js";
import { DOOR_LOCK, SECURITY_SYSTEM } from "../home/traits.js";
import { RpcError } from "../lib/connect.js";
import { turn } from "../ui/controls/lock.js";
import { pageControls } from "../ui/controls/security.js";
import { setText } from "../ui/text.js";

before(() => setText(english, "en-GB"));

const part = /** @type {any} */ ({ deviceId: "d", endpoint: 1 });
const wrong = new RpcError("failed_precondition", "the code is wrong");

/** @param {any} root @param {(one: any) => boolean} test @returns {any[]} the elements in it that pass */
const all = (root, test) => root.childNodes.flatMap((/** @type {any} */ one) => [...(one.localName && test(one) ? [one] : []), ...all(one, test)]);

/**
 * A page with one device, which answers its commands one after another.
 *
 * @param {number} trait
 * @param {Record<string, unknown>} values of the trait
 * @param {...(true | RpcError | Error)} answers
 */
function page(trait, values, ...answers) {
  /** @type {[string, string | undefined][]} */
  const sent = [];
  class Answered extends Commands {
    /** @override */
    async invoke(/** @type {any} */ place, /** @type {number} */ _, /** @type {string} */ name, /** @type {any} */ { code, pinCode, targetState }) {
      const given = code ?? pinCode;
      sent.push([targetState ?? name, given && new TextDecoder().decode(given)]);
      const answer = answers.shift();
      if (answer === true) return {};
      if (!(answer instanceof RpcError)) throw answer;
      this.progress(place).value = { pending: 0, problem: answer };
      return undefined;
    }
  }
  const home = /** @type {any} */ ({ trait: (/** @type {any} */ _, /** @type {any} */ __, /** @type {number} */ id) => (id === trait ? values : undefined) });
  return { app: /** @type {any} */ ({ home, commands: new Answered(home) }), sent };
}

/** Opens a dialog, on a phone or not. @param {() => unknown} open */
function dialogOf(open, isPhone = false) {
  const body = /** @type {any} */ (document.createElement("body"));
  Object.assign(document, { body });
  Object.assign(globalThis, { matchMedia: (/** @type {string} */ query) => ({ matches: isPhone && query === "(pointer: coarse)" }) });
  open();
  const labeled = (/** @type {string} */ text) => all(body, (one) => one.localName === "button" && (one.attributes["aria-label"] ?? one.textContent) === text)[0];
  const only = (/** @type {(one: any) => boolean} */ test) => all(body, test)[0];
  return {
    labeled, press: (/** @type {string} */ text) => labeled(text).dispatch("click"),
    input: () => only((one) => one.localName === "input"),
    keypad: () => only((one) => one.attributes.class === "keypad"),
    line: () => only((one) => one.attributes.role === "alert"),
    isOpen: () => body.childNodes.length > 0, text: () => body.textContent,
  };
}

const alarm = { targetState: "nightArm", requiresCodeToArm: true, requiresCodeToDisarm: true, codeFormat: "digits" };

/** @param {any} app @param {string} mode the text of the pressed chip */
function press(app, mode) {
  const [chip] = all(pageControls(app, part, () => "House"), (one) => one.attributes.class === "chip" && one.textContent === mode);
  chip.dispatch("click");
}

/** @param {Record<string, unknown>} values @param {...(true | RpcError)} answers */
function unlock(values, ...answers) {
  const { app, sent } = page(DOOR_LOCK, values, ...answers);
  return { dialog: dialogOf(() => turn(app, part, "Door", "unlockDoor"), true), sent };
}

test("each refused code is announced, and the next can be typed at once", async () => {
  const { app, sent } = page(SECURITY_SYSTEM, alarm, wrong, wrong, true);
  const dialog = dialogOf(() => press(app, english["security.disarm"]));
  /** @type {string[]} */
  const said = [];
  const text = dialog.line().childNodes[0];
  Object.defineProperty(text, "data", { get: () => said.at(-1) ?? "", set(/** @type {string} */ data) { said.push(data); } });
  await dialog.press("Disarm");
  for (const code of ["1111", "2222"]) {
    dialog.input().value = code;
    Object.assign(document, { activeElement: undefined });
    await dialog.press("Disarm");
    assert.deepEqual([dialog.input().value, document.activeElement === dialog.input(), dialog.isOpen()], ["", true, true]);
  }
  dialog.input().value = "3333";
  await dialog.press("Disarm");
  const refused = "Refused. Check the code. The code is wrong.";
  assert.deepEqual(said, ["The alarm system asks for a code.", "", refused, "", refused, ""]);
  assert.deepEqual(sent, [["disarm", "1111"], ["disarm", "2222"], ["disarm", "3333"]]);
  assert.equal(dialog.isOpen(), false);
});

test("a reason that the page translates is not preceded by a hint at the code", async () => {
  const { app } = page(SECURITY_SYSTEM, alarm, new RpcError("unavailable", "gone"));
  const dialog = dialogOf(() => press(app, "Disarm"));
  dialog.input().value = "1";
  await dialog.press("Disarm");
  assert.equal(dialog.line().textContent, english["error.unavailable"]);
});

test("a dialog can be used again after an error of the page", async () => {
  const { app } = page(SECURITY_SYSTEM, alarm, new TypeError("there is no command"));
  const dialog = dialogOf(() => press(app, "Disarm"));
  dialog.input().value = "1";
  await assert.rejects(dialog.press("Disarm"), TypeError);
  assert.equal(dialog.labeled("Disarm").attributes["aria-disabled"], "false");
});

test("a canceled dialog sends nothing", async () => {
  const { app, sent } = page(SECURITY_SYSTEM, alarm);
  const dialog = dialogOf(() => press(app, "Disarm"));
  dialog.input().value = "1";
  await dialog.press("Cancel");
  assert.deepEqual([dialog.isOpen(), sent], [false, []]);
});

test("the dialog to arm names the mode", () => {
  const { app } = page(SECURITY_SYSTEM, alarm);
  for (const mode of ["Armed, at home", "Armed, away", "Armed, at night"])
    assert.ok(dialogOf(() => press(app, mode)).text().startsWith(`Arm House?${mode}`), mode);
});

test("a keypad types digits up to the longest PIN", async () => {
  const { dialog } = unlock({ featureMap: 0x81, requirePinforRemoteOperation: true, numberOfPINUsersSupported: 10, maxPINCodeLength: 4 });
  for (const key of ["1", "2", "3", "9", "9", "Erase a digit", "0"]) await dialog.press(key);
  assert.equal(dialog.input().value, "1230");
  assert.deepEqual([dialog.keypad().attributes.role, dialog.keypad().attributes["aria-label"]], ["group", "PIN"]);
});

test("a phone shows no keyboard over the keypad, and letters can be typed where a code may have them", () => {
  const shown = (/** @type {ReturnType<typeof dialogOf>} */ dialog) => [dialog.input().attributes.inputmode, dialog.keypad() !== undefined];
  const alarmOn = (/** @type {string | undefined} */ codeFormat, /** @type {boolean} */ isPhone) =>
    shown(dialogOf(() => press(page(SECURITY_SYSTEM, { ...alarm, codeFormat }).app, "Disarm"), isPhone));
  const lockWith = (/** @type {number} */ stored) => shown(unlock({ featureMap: 0x81, requirePinforRemoteOperation: true, numberOfPINUsersSupported: stored }).dialog);
  assert.deepEqual([alarmOn("digits", true), alarmOn("digits", false), alarmOn("text", true), alarmOn(undefined, true), lockWith(10), lockWith(0)],
    [["none", true], ["numeric", true], ["text", false], ["text", false], ["none", true], ["text", false]]);
});

test("after a refusal a lock is asked for a PIN only if it takes one remotely", async () => {
  for (const [featureMap, takesPin] of /** @type {[number, boolean][]} */ ([[0x81, true], [0x1, false], [0x80, false]])) {
    const { dialog, sent } = unlock({ featureMap, numberOfPINUsersSupported: 10 }, wrong, true);
    await dialog.press("Unlock");
    assert.deepEqual([dialog.input() !== undefined, sent], [takesPin, [["unlockDoor", undefined]]], String(featureMap));
  }
});
