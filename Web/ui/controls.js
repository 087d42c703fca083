// The controls of tiles and device pages: what they show is what the home says, what they send is what people want.

import { computed, effect, el, signal } from "../lib/view.js";
import { paced, pinBytes } from "../home/commands.js";
import { Trait } from "../home/traits.js";
import { percent, temperature } from "../home/words.js";
import { asNumber, brightness, lowestLevel } from "../home/status.js";
import { ask, button, reason, roundButton, submitButton } from "./elements.js";
import { t } from "./text.js";

/** @typedef {import("./elements.js").App} App */
/** @typedef {import("../home/parts.js").Part} Part */
/** @typedef {import("../lib/trait.js").TraitValues} TraitValues */

/**
 * Reads a trait of a part, followed.
 *
 * @param {App} app
 * @param {Part} part
 * @param {number} trait
 */
export const reading = (app, part, trait) => computed(() => app.home.trait(part.deviceId, part.endpoint, trait));

/** @param {TraitValues | undefined} values @param {number} commandId */
export function accepts(values, commandId) {
  const accepted = values?.["acceptedCommandList"];
  return Array.isArray(accepted) && accepted.includes(commandId);
}

/**
 * A slider over a value of the home. While somebody moves it, it stands where it was put; then it shows again what is.
 *
 * @param {{
 *   label: string | (() => string), min?: number, max?: number, step?: number, class?: string,
 *   value: () => number | undefined, words: (value: number) => string, send: (value: number) => Promise<unknown>,
 *   style?: import("../lib/view.js").Attributes,
 * }} settings
 */
export function slider({ label, min = 0, max = 100, step = 1, value, words, send, style = {}, class: look = "" }) {
  const held = signal(/** @type {number | undefined} */ (undefined));
  const shown = () => held.value ?? value() ?? min;
  let last = 0;
  const carry = paced(send);
  return el("input", {
    type: "range", class: `slider ${look}`, min, max, step, "aria-label": label, ...style,
    ".value": () => String(shown()),
    "aria-valuetext": () => words(shown()),
    "--share": () => `${((shown() - min) / (max - min)) * 100}%`,
    oninput: async (/** @type {Event} */ event) => {
      const wanted = Number(/** @type {HTMLInputElement} */ (event.target).value);
      const turn = (last += 1);
      held.value = wanted;
      await carry(wanted);
      if (turn === last) held.value = undefined;
    },
  });
}

/**
 * How bright a light is, or how loud a speaker.
 *
 * @param {App} app
 * @param {Part} part
 */
export function dimmer(app, part) {
  const level = reading(app, part, Trait.LEVEL_CONTROL);
  return slider({
    label: t(part.kind === "speaker" ? "control.volume" : "control.brightness"), min: 1,
    value: () => Math.max(1, Math.round((brightness(level.value) ?? 0) * 100)),
    words: (value) => percent(value / 100),
    send: (value) => {
      const most = asNumber(level.value?.["maxLevel"]) ?? 254;
      const wanted = Math.max(lowestLevel(level.value), Math.round((value / 100) * most));
      return app.commands.invoke(part, Trait.LEVEL_CONTROL, "moveToLevelWithOnOff", { level: wanted, transitionTime: 0, optionsMask: 0, optionsOverride: 0 });
    },
  });
}

/** @param {App} app @param {Part} part */
export function fanSpeed(app, part) {
  const fan = reading(app, part, Trait.FAN_CONTROL);
  return slider({
    label: t("control.speed"),
    value: () => asNumber(fan.value?.["percentSetting"]) ?? asNumber(fan.value?.["percentCurrent"]),
    words: (value) => percent(value / 100),
    send: (value) => app.commands.write(part, Trait.FAN_CONTROL, { percentSetting: value }),
  });
}

/** @param {App} app @param {Part} part */
export function coverButtons(app, part) {
  const send = (/** @type {string} */ name) => () => app.commands.invoke(part, Trait.WINDOW_COVERING, name);
  return el("div", { class: "buttons", role: "group", "aria-label": t("control.position") },
    roundButton("up", t("control.open"), send("upOrOpen")),
    roundButton("stop", t("control.stop"), send("stopMotion")),
    roundButton("down", t("control.close"), send("downOrClose")));
}

/** @param {App} app @param {Part} part @param {"Lift" | "Tilt"} axis */
export function coverSlider(app, part, axis) {
  const cover = reading(app, part, Trait.WINDOW_COVERING);
  const name = axis === "Lift" ? "lift" : "tilt";
  return slider({
    label: t(`control.${name}`),
    value: () => {
      const closed = asNumber(cover.value?.[`currentPosition${axis}Percent100ths`]);
      return closed === undefined ? undefined : Math.round(100 - closed / 100);
    },
    words: (value) => t("state.openBy", { percent: percent(value / 100) }),
    send: (value) => app.commands.invoke(part, Trait.WINDOW_COVERING, `goTo${axis}Percentage`, { [`${name}Percent100thsValue`]: 10_000 - value * 100 }),
  });
}

/**
 * The set points that hold in the thermostat's mode, by what their attributes are called.
 *
 * @param {TraitValues | undefined} values
 * @returns {("Heating" | "Cooling")[]}
 */
export function setPoints(values) {
  const mode = values?.["systemMode"];
  const heats = "occupiedHeatingSetpoint" in (values ?? {});
  const cools = "occupiedCoolingSetpoint" in (values ?? {});
  if (mode === "heat" || mode === "emergencyHeat") return heats ? ["Heating"] : [];
  if (mode === "cool" || mode === "precooling") return cools ? ["Cooling"] : [];
  if (mode === "auto") return [...(heats ? /** @type {const} */ (["Heating"]) : []), ...(cools ? /** @type {const} */ (["Cooling"]) : [])];
  return [];
}

/**
 * A set point of a thermostat: half a degree a press, within the thermostat's own limits.
 *
 * @param {App} app
 * @param {Part} part
 * @param {"Heating" | "Cooling"} side
 */
export function setPoint(app, part, side) {
  const values = reading(app, part, Trait.THERMOSTAT);
  const attribute = `occupied${side}Setpoint`;
  const short = side === "Heating" ? "Heat" : "Cool";
  return stepper({
    label: t(side === "Heating" ? "control.heatTo" : "control.coolTo"),
    value: () => asNumber(values.value?.[attribute]),
    min: () => asNumber(values.value?.[`min${short}SetpointLimit`]) ?? asNumber(values.value?.[`absMin${short}SetpointLimit`]) ?? -27_315,
    max: () => asNumber(values.value?.[`max${short}SetpointLimit`]) ?? asNumber(values.value?.[`absMax${short}SetpointLimit`]) ?? 32_767,
    step: 50,
    words: (value) => temperature(value / 100),
    send: (value) => app.commands.write(part, Trait.THERMOSTAT, { [attribute]: value }),
  });
}

/** @param {App} app @param {Part} part */
export function cabinetSetPoint(app, part) {
  const values = reading(app, part, Trait.TEMPERATURE_CONTROL);
  return stepper({
    label: t("control.coolTo"),
    value: () => asNumber(values.value?.["temperatureSetpoint"]),
    min: () => asNumber(values.value?.["minTemperature"]) ?? -27_315,
    max: () => asNumber(values.value?.["maxTemperature"]) ?? 32_767,
    step: asNumber(values.value?.["step"]) ?? 100,
    words: (value) => temperature(value / 100),
    send: (value) => app.commands.invoke(part, Trait.TEMPERATURE_CONTROL, "setTemperature", { targetTemperature: value }),
  });
}

/**
 * Two buttons around a value. Presses in a row add up; what is sent is where they led.
 *
 * @param {{
 *   label: string, value: () => number | undefined, min: () => number, max: () => number, step: number,
 *   words: (value: number) => string, send: (value: number) => Promise<unknown>,
 * }} settings
 */
export function stepper({ label, value, min, max, step, words, send }) {
  const wanted = signal(/** @type {number | undefined} */ (undefined));
  const shown = () => wanted.value ?? value();
  let last = 0;
  const carry = paced(send, 300);
  const change = (/** @type {number} */ by) => async () => {
    const from = shown();
    if (from === undefined) return;
    // From a value between two steps the first press leads to the next one.
    const turn = (last += 1);
    wanted.value = Math.min(max(), Math.max(min(), (by > 0 ? Math.floor(from / step) : Math.ceil(from / step)) * step + by));
    await carry(wanted.value);
    if (turn === last) wanted.value = undefined;
  };
  return el("div", { class: "stepper", role: "group", "aria-label": label },
    roundButton("minus", t("control.less", { what: label }), change(-step), { disabled: () => (shown() ?? 0) <= min() }),
    el("output", { "aria-label": label }, () => (shown() === undefined ? t("value.none") : words(/** @type {number} */ (shown())))),
    roundButton("plus", t("control.more", { what: label }), change(step), { disabled: () => (shown() ?? 0) >= max() }));
}

/** @param {App} app @param {Part} part */
export function mediaButtons(app, part) {
  const media = reading(app, part, Trait.MEDIA_PLAYBACK);
  const isPlaying = () => media.value?.["currentState"] === "playing";
  const send = (/** @type {string} */ name) => app.commands.invoke(part, Trait.MEDIA_PLAYBACK, name);
  return el("div", { class: "buttons", role: "group", "aria-label": t("control.playback") },
    () => accepts(media.value, 4) && roundButton("previous", t("control.previous"), () => send("previous")),
    roundButton(() => (isPlaying() ? "pause" : "play"), () => t(isPlaying() ? "control.pause" : "control.play"), () => send(isPlaying() ? "pause" : "play")),
    () => accepts(media.value, 5) && roundButton("skip", t("control.next"), () => send("next")));
}

/**
 * Locks at one press; unlocking takes a second one, and the PIN where the lock wants it.
 *
 * @param {App} app
 * @param {Part} part
 * @param {() => string} name
 */
export function lockButton(app, part, name) {
  const lock = reading(app, part, Trait.DOOR_LOCK);
  const isLocked = () => lock.value?.["lockState"] === "locked";
  return el("div", { class: "buttons" }, button(() => t(isLocked() ? "control.unlock" : "control.lock"),
    () => (isLocked() ? askToUnlock(app, part, name()) : app.commands.invoke(part, Trait.DOOR_LOCK, "lockDoor")),
    "", { "aria-label": () => t(isLocked() ? "control.unlockWhat" : "control.lockWhat", { name: name() }) }));
}

/**
 * @param {App} app
 * @param {Part} part
 * @param {string} name
 */
function askToUnlock(app, part, name) {
  const needsPin = () => app.home.trait(part.deviceId, part.endpoint, Trait.DOOR_LOCK)?.["requirePinForRemoteOperation"] === true;
  const isBusy = signal(false);
  const problem = signal("");
  const wantsPin = signal(needsPin());
  ask(t("lock.title", { name }), (close) => {
    // Not a password field of a login: browsers must not offer to keep it.
    const pin = el("input", { type: "password", inputmode: "numeric", autocomplete: "one-time-code", name: "pin", class: "input" });
    const unlock = async () => {
      isBusy.value = true;
      const values = pin.value === "" ? {} : { pinCode: pinBytes(pin.value) };
      pin.value = "";
      const done = await app.commands.invoke(part, Trait.DOOR_LOCK, "unlockDoor", values);
      isBusy.value = false;
      if (done) return close();
      // A lock that refuses may do so for want of a PIN that it did not ask for.
      wantsPin.value = true;
      problem.value = reason(app.commands.progress(part).peek().problem);
    };
    return [
      el("h2", {}, t("lock.title", { name })),
      el("p", { class: "quiet" }, t("lock.explanation")),
      () => wantsPin.value && el("label", { class: "field" }, t("lock.pin"), pin),
      el("p", { class: "problem", role: "alert" }, () => problem.value),
      el("div", { class: "dialog-buttons" },
        button(t("action.cancel"), close),
        submitButton(() => t(isBusy.value ? "lock.busy" : "control.unlock"), unlock)),
    ];
  });
}

/** @param {App} app @param {Part} part @returns {() => void} what a press on the part's tile does */
export function presser(app, part) {
  return () => {
    if (part.kind === "fan") {
      const isOn = (asNumber(app.home.trait(part.deviceId, part.endpoint, Trait.FAN_CONTROL)?.["percentSetting"]) ?? 0) > 0;
      app.commands.write(part, Trait.FAN_CONTROL, isOn ? { fanMode: "off" } : { percentSetting: 50 });
    } else {
      // On and Off rather than Toggle: pressed twice, or sent twice, they lead where the person meant.
      const isOn = app.home.trait(part.deviceId, part.endpoint, Trait.ON_OFF)?.["onOff"] === true;
      app.commands.invoke(part, Trait.ON_OFF, isOn ? "off" : "on");
    }
  };
}

/** @param {Part} part */
export const isPressed = (part) => part.kind === "fan" || part.traits.has(Trait.ON_OFF);

/**
 * The problem of a place, for as long as it is worth saying.
 *
 * @param {App} app
 * @param {Part} part
 */
export function problemLine(app, part) {
  const progress = app.commands.progress(part);
  const line = el("p", { class: "problem", role: "status", hidden: () => progress.value.problem === undefined });
  effect(() => {
    const { problem } = progress.value;
    line.textContent = problem === undefined ? "" : reason(problem);
  });
  return line;
}
