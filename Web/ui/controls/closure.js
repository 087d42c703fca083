// Controls of gates, garage doors, motorised windows and their panels.

import { asNumber } from "../../home/numbers.js";
import { secondsLeft } from "../../home/operation.js";
import { CLOSURE_CONTROL, CLOSURE_DIMENSION } from "../../home/traits.js";
import { duration, named, percent } from "../../home/words.js";
import { el } from "../../lib/view.js";
import { ask, button, roundButton, submitButton } from "../elements.js";
import { chips, figures, labeledSlider, switchRow } from "../fields.js";
import { accepts, reading } from "../inputs.js";
import { t } from "../text.js";

/** @typedef {import("../elements.js").App} App */
/** @typedef {import("../../home/parts.js").Part} Part */
/** @typedef {import("../../lib/trait.js").TraitValues} TraitValues */

const Feature = /** @type {const} */ ({ POSITIONING: 0x1, LATCHING: 0x2, SPEED: 0x8, VENTILATION: 0x10, PEDESTRIAN: 0x20 });

/**
 * Buttons to open, stop and close. Opening lets people in, so it needs a confirmation, as for locks.
 *
 * @param {App} app
 * @param {Part} part
 * @param {() => string} name
 */
export function tileControl(app, part, name) {
  const values = reading(app, part, CLOSURE_CONTROL);
  const move = (/** @type {string} */ position) => app.commands.invoke(part, CLOSURE_CONTROL, "moveTo", { position });
  return el("div", { class: "buttons", role: "group", "aria-label": t("control.position") },
    roundButton("up", t("control.open"), () => confirmed(name(), () => move("moveToFullyOpen"))),
    () => accepts(values.value, 0) && roundButton("stop", t("control.stop"), () => app.commands.invoke(part, CLOSURE_CONTROL, "stop")),
    roundButton("down", t("control.close"), () => move("moveToFullyClosed")));
}

/**
 * @param {string} name
 * @param {() => Promise<unknown>} run
 */
function confirmed(name, run) {
  ask(t("closure.title", { name }), (close) => [
    el("h2", {}, t("closure.title", { name })),
    el("p", { class: "quiet" }, t("closure.explanation")),
    el("div", { class: "dialog-buttons" }, button(t("action.cancel"), close),
      submitButton(t("control.open"), async () => {
        close();
        await run();
      })),
  ]);
}

/** @param {App} app @param {Part} part @param {() => string} name */
export function pageControls(app, part, name) {
  return [
    part.traits.has(CLOSURE_CONTROL) && whole(app, part, name),
    part.traits.has(CLOSURE_DIMENSION) && panel(app, part),
  ];
}

/** @param {App} app @param {Part} part @param {() => string} name */
function whole(app, part, name) {
  const values = reading(app, part, CLOSURE_CONTROL);
  const features = asNumber(values.value?.["featureMap"]) ?? 0;
  const current = () => /** @type {TraitValues | null | undefined} */ (values.value?.["overallCurrentState"]);
  const positions = [
    ...((features & Feature.PEDESTRIAN) !== 0 ? [["moveToPedestrianPosition", "openedForPedestrian"]] : []),
    ...((features & Feature.VENTILATION) !== 0 ? [["moveToVentilationPosition", "openedForVentilation"]] : []),
    ["moveToSignaturePosition", "openedAtSignature"],
  ];
  const move = (/** @type {TraitValues} */ to) => app.commands.invoke(part, CLOSURE_CONTROL, "moveTo", to);
  const left = () => {
    const seconds = secondsLeft(app.home, part, CLOSURE_CONTROL, 1, { isRunning: values.value?.["mainState"] === "moving" });
    return seconds === undefined || seconds === 0 ? undefined : duration(seconds);
  };
  const errors = () => {
    const list = /** @type {readonly unknown[]} */ (values.value?.["currentErrorList"] ?? []);
    return list.length === 0 ? undefined : list.map((error) => named("closureError.", error)).join(", ");
  };
  return [
    tileControl(app, part, name),
    (features & Feature.POSITIONING) !== 0 && chips(t("closure.positions"), () => positions.map(([key = "", state]) => ({ key, text: named("closure.", state) })),
      (key) => positions.find(([one]) => one === key)?.[1] === current()?.["position"], (key) => move({ position: String(key) })),
    (features & Feature.LATCHING) !== 0 && switchRow(t("closure.latch"), () => current()?.["latch"] === true, (latch) => move({ latch })),
    figures([t("appliance.timeLeft"), left], [t("closure.secure"), () => {
      const secure = current()?.["secureState"];
      return typeof secure === "boolean" ? t(secure ? "value.yes" : "value.no") : undefined;
    }], [t("trouble"), errors]),
  ];
}

/** @param {App} app @param {Part} part */
function panel(app, part) {
  const values = reading(app, part, CLOSURE_DIMENSION);
  const features = asNumber(values.value?.["featureMap"]) ?? 0;
  const current = () => /** @type {TraitValues | null | undefined} */ (values.value?.["currentState"]);
  const set = (/** @type {TraitValues} */ to) => app.commands.invoke(part, CLOSURE_DIMENSION, "setTarget", to);
  const resolution = Math.max(1, Math.round((asNumber(values.value?.["resolution"]) ?? 100) / 100));
  return [
    (features & Feature.POSITIONING) !== 0 && labeledSlider({
      label: t("control.lift"), step: resolution,
      value: () => {
        const open = asNumber(current()?.["position"]);
        return open === undefined ? undefined : Math.round(open / 100);
      },
      words: (value) => t("state.openBy", { percent: percent(value / 100) }),
      send: (value) => set({ position: value * 100 }),
    }),
    (features & Feature.LATCHING) !== 0 && switchRow(t("closure.latch"), () => current()?.["latch"] === true, (latch) => set({ latch })),
  ];
}
