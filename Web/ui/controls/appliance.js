// Controls of washers, dryers, dishwashers and ovens: state, remaining time, and start, pause and stop if supported.

import { operationError, operationTrait, phaseInWords, secondsLeft, stateInWords } from "../../home/operation.js";
import { OPERATIONAL_STATE, OVEN_CAVITY_OPERATIONAL_STATE } from "../../home/traits.js";
import { clock, duration } from "../../home/words.js";
import { now } from "../../home/clock.js";
import { actionButtons, figures } from "../fields.js";
import { accepts, reading } from "../inputs.js";
import { t } from "../text.js";

/** @typedef {import("../elements.js").App} App */
/** @typedef {import("../../home/parts.js").Part} Part */
/** @typedef {import("../fields.js").Action} Action */

const Command = /** @type {const} */ ({ PAUSE: 0, STOP: 1, START: 2, RESUME: 3 });

/**
 * The actions that the appliance supports and that its current state allows.
 *
 * @param {App} app
 * @param {Part} part
 * @returns {() => Action[]}
 */
function actions(app, part) {
  const trait = operationTrait(part);
  const values = reading(app, part, trait);
  const send = (/** @type {string} */ name) => () => app.commands.invoke(part, trait, name);
  return () => {
    const state = values.value?.["operationalState"];
    const may = (/** @type {number} */ command) => accepts(values.value, command);
    /** @type {(Action | false)[]} */
    const all = [
      state === "stopped" && may(Command.START) && { slot: "main", icon: "play", text: t("appliance.start"), run: send("start") },
      state === "running" && may(Command.PAUSE) && { slot: "main", icon: "pause", text: t("control.pause"), run: send("pause") },
      state === "paused" && may(Command.RESUME) && { slot: "main", icon: "play", text: t("appliance.resume"), run: send("resume") },
      (state === "running" || state === "paused") && may(Command.STOP) && { slot: "stop", icon: "stop", text: t("control.stop"), run: send("stop") },
    ];
    return all.flatMap((one) => one || []);
  };
}

/** @param {App} app @param {Part} part */
export const tileControl = (app, part) => actionButtons(t("appliance.actions"), actions(app, part), true);

/** @param {App} app @param {Part} part @returns {import("../../lib/view.js").Child[]} */
export function pageControls(app, part) {
  const trait = operationTrait(part);
  const values = reading(app, part, trait);
  const left = () => {
    const seconds = secondsLeft(app.home, part, trait, 1);
    return seconds === undefined || seconds === 0 || values.value?.["operationalState"] === "stopped" ? undefined : seconds;
  };
  return [
    figures(
      // The panel's head shows the state, unless it shows a phase.
      [t("appliance.state"), () => (phaseInWords(values.value) === undefined || values.value?.["operationalState"] === "stopped" ? undefined : stateInWords(values.value))],
      [t("appliance.phase"), () => phaseInWords(values.value)],
      [t("appliance.timeLeft"), () => {
        const seconds = left();
        return seconds === undefined ? undefined : duration(seconds, true);
      }],
      [t("appliance.doneAt"), () => {
        const seconds = left();
        return seconds === undefined || values.value?.["operationalState"] !== "running" ? undefined : clock(now(15) + seconds * 1000);
      }],
      [t("trouble"), () => operationError(app.home, trait, values.value)]),
    actionButtons(t("appliance.actions"), actions(app, part)),
    part.traits.has(OPERATIONAL_STATE) && part.traits.has(OVEN_CAVITY_OPERATIONAL_STATE)
      && pageControls(app, { ...part, traits: new Set([...part.traits].filter((one) => one !== trait)) }),
  ];
}
