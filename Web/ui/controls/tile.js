// The controls on the tiles of common devices. They only use the first view's texts; further controls come with the device's page.

import { asNumber } from "../../home/numbers.js";
import { CHIME, DOOR_LOCK, FAN_CONTROL, MEDIA_PLAYBACK, THERMOSTAT, WINDOW_COVERING } from "../../home/traits.js";
import { usesFahrenheit } from "../../home/units.js";
import { percent, temperature } from "../../home/words.js";
import { computed, el, onCleanup, signal, untracked } from "../../lib/view.js";
import { button, roundButton } from "../elements.js";
import { stepper } from "../fields.js";
import { accepts, reading, slider } from "../inputs.js";
import { t } from "../text.js";
import { turn } from "./turn.js";

/** @typedef {import("../elements.js").App} App */
/** @typedef {import("../../home/parts.js").Part} Part */
/** @typedef {import("../../lib/trait.js").TraitValues} TraitValues */
/** @typedef {import("../../lib/view.js").Child} Child */
/** @typedef {"Heating" | "Cooling"} Side */

const Command = /** @type {const} */ ({ PREVIOUS: 4, NEXT: 5 });

/** @type {Partial<Record<import("../../home/parts.js").PartKind, (app: App, part: Part, name: () => string) => Child>>} */
const controls = {
  camera: picture, chime: ring, media: playButtons, fan: speedSlider, purifier: speedSlider, hood: speedSlider, cover: coverButtons, thermostat: setPointNow, waterHeater: setPointNow,
  lock: (app, part, name) => el("div", { class: "buttons" }, turnButton(app, part, name)),
};

/** @param {App} app @param {Part} part @param {() => string} name */
export const tileControl = (app, part, name) => controls[part.kind]?.(app, part, name);

/** When pictures of cameras are fetched at the earliest, in milliseconds since the page was opened. */
const firstPicture = 3_000;

/** @param {App} app @param {Part} part @param {() => string} name */
function picture(app, part, name) {
  const loaded = signal(/** @type {typeof import("../camera/tile.js") | undefined} */ (undefined));
  // Late, so that pictures do not slow down the first view.
  const load = () => import("../camera/tile.js").then((module) => (loaded.value = module), () => {});
  const timer = setTimeout(load, Math.max(0, firstPicture - performance.now()));
  onCleanup(() => clearTimeout(timer));
  return el("div", { class: "watch" }, () => loaded.value && untracked(() => loaded.value?.cameraTile(app, part, name)));
}

/** @param {App} app @param {Part} part */
export function ring(app, part) {
  return el("div", { class: "buttons" }, roundButton("play", t("chime.play"), () => app.commands.invoke(part, CHIME, "playChimeSound")));
}

/** @param {App} app @param {Part} part */
export function playButtons(app, part) {
  if (!part.traits.has(MEDIA_PLAYBACK)) return undefined;
  const media = reading(app, part, MEDIA_PLAYBACK);
  const isPlaying = () => media.value?.["currentState"] === "playing" || media.value?.["currentState"] === "buffering";
  const send = (/** @type {string} */ name) => app.commands.invoke(part, MEDIA_PLAYBACK, name);
  return el("div", { class: "buttons", role: "group", "aria-label": t("control.playback") },
    () => accepts(media.value, Command.PREVIOUS) && roundButton("previous", t("control.previous"), () => send("previous")),
    roundButton(() => (isPlaying() ? "pause" : "play"), () => t(isPlaying() ? "control.pause" : "control.play"), () => send(isPlaying() ? "pause" : "play")),
    () => accepts(media.value, Command.NEXT) && roundButton("skip", t("control.next"), () => send("next")));
}

/** @param {App} app @param {Part} part */
export function speedSlider(app, part) {
  const fan = reading(app, part, FAN_CONTROL);
  return slider({
    label: t("control.speed"),
    value: () => asNumber(fan.value?.["percentSetting"]) ?? asNumber(fan.value?.["percentCurrent"]),
    words: (value) => percent(value / 100),
    send: (value) => app.commands.write(part, FAN_CONTROL, { percentSetting: value }),
  });
}

/** @param {App} app @param {Part} part */
export function coverButtons(app, part) {
  const send = (/** @type {string} */ name) => () => app.commands.invoke(part, WINDOW_COVERING, name);
  return el("div", { class: "buttons", role: "group", "aria-label": t("control.position") },
    roundButton("up", t("control.open"), send("upOrOpen")),
    roundButton("stop", t("control.stop"), send("stopMotion")),
    roundButton("down", t("control.close"), send("downOrClose")));
}

/**
 * The set points that apply in the thermostat's mode, by the word in their attributes' names.
 *
 * @param {TraitValues | undefined} values
 * @returns {Side[]}
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
 * The range of a set point in hundredths of a degree: its own limits, and in the automatic mode the dead band to the other
 * set point.
 *
 * @param {TraitValues | undefined} values
 * @param {Side} side
 * @returns {[min: number, max: number]}
 */
export function limits(values, side) {
  const short = side === "Heating" ? "Heat" : "Cool";
  const min = asNumber(values?.[`min${short}SetpointLimit`]) ?? asNumber(values?.[`absMin${short}SetpointLimit`]) ?? -27_315;
  const max = asNumber(values?.[`max${short}SetpointLimit`]) ?? asNumber(values?.[`absMax${short}SetpointLimit`]) ?? 32_767;
  if (values?.["systemMode"] !== "auto") return [min, max];
  const band = (asNumber(values["minSetpointDeadBand"]) ?? 0) * 10;
  const other = asNumber(values[side === "Heating" ? "occupiedCoolingSetpoint" : "occupiedHeatingSetpoint"]);
  if (other === undefined) return [min, max];
  return side === "Heating" ? [min, Math.min(max, other - band)] : [Math.max(min, other + band), max];
}

/** @param {TraitValues | undefined} values */
const isCooling = (values) => ((asNumber(values?.["thermostatRunningState"]) ?? 0) & 0b10010) !== 0;

/** @param {Side} side */
export const setPointLabel = (side) => t(side === "Heating" ? "control.heatTo" : "control.coolTo");

/**
 * A stepper for a set point, in steps of half a degree Celsius or a whole degree Fahrenheit.
 *
 * @param {App} app
 * @param {Part} part
 * @param {Side} side
 */
export function setPoint(app, part, side) {
  const values = reading(app, part, THERMOSTAT);
  const attribute = `occupied${side}Setpoint`;
  return stepper({
    label: setPointLabel(side),
    value: () => asNumber(values.value?.[attribute]),
    min: () => limits(values.value, side)[0],
    max: () => limits(values.value, side)[1],
    step: 50,
    words: (value) => temperature(value / 100),
    send: (value) => app.commands.write(part, THERMOSTAT, { [attribute]: value }),
    ...(usesFahrenheit() ? { shift: inFahrenheit } : {}),
  });
}

/** @param {number} value in hundredths of a degree Celsius @param {number} by degrees Fahrenheit */
export const inFahrenheit = (value, by) => Math.round(((Math.round(value * 0.018 + 32) + by - 32) / 1.8) * 100);

/** @param {App} app @param {Part} part */
function setPointNow(app, part) {
  const values = reading(app, part, THERMOSTAT);
  // Only one set point fits on a tile: the one that is active.
  const side = computed(() => {
    const sides = setPoints(values.value);
    return isCooling(values.value) && sides.includes("Cooling") ? "Cooling" : sides[0];
  });
  return () => side.value && setPoint(app, part, side.value);
}

/** @param {App} app @param {Part} part @param {() => string} name */
export function turnButton(app, part, name) {
  const lock = reading(app, part, DOOR_LOCK);
  const isLocked = () => lock.value?.["lockState"] === "locked";
  return button(() => t(isLocked() ? "control.unlock" : "control.lock"),
    () => turn(app, part, name(), isLocked() ? "unlockDoor" : "lockDoor"),
    "", { "aria-label": () => t(isLocked() ? "control.unlockWhat" : "control.lockWhat", { name: name() }) });
}
