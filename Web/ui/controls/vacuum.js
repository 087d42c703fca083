// Controls of cleaning robots: start, pause, dock, areas and errors.

import { areaName, currentArea, operationError, operationTrait, phaseInWords, secondsLeft } from "../../home/operation.js";
import { POWER_SOURCE, RVC_RUN_MODE, SERVICE_AREA } from "../../home/traits.js";
import { duration, label, percent } from "../../home/words.js";
import { asNumber } from "../../home/numbers.js";
import { actionButtons, chips, figures } from "../fields.js";
import { accepts, reading } from "../inputs.js";
import { t } from "../text.js";
import { hasTag, modeChips, modesOf } from "./modes.js";

/** @typedef {import("../elements.js").App} App */
/** @typedef {import("../../home/parts.js").Part} Part */
/** @typedef {import("../fields.js").Action} Action */
/** @typedef {import("../../home/operation.js").Area} Area */

/** Matter's mode tags. */
const Tag = /** @type {const} */ ({ IDLE: 0x4000, CLEANING: 0x4001 });
const Command = /** @type {const} */ ({ PAUSE: 0, RESUME: 3, GO_HOME: 0x80 });
const atHome = new Set(["docked", "charging", "seekingCharger", "emptyingDustBin", "cleaningMop", "fillingWaterTank"]);

/**
 * @param {App} app
 * @param {Part} part
 * @returns {() => Action[]}
 */
function actions(app, part) {
  const trait = operationTrait(part);
  const values = reading(app, part, trait);
  const run = reading(app, part, RVC_RUN_MODE);
  const send = (/** @type {string} */ name) => () => app.commands.invoke(part, trait, name);
  const to = (/** @type {number} */ mode) => () => app.commands.invoke(part, RVC_RUN_MODE, "changeToMode", { newMode: mode });
  return () => {
    const state = values.value?.["operationalState"];
    const may = (/** @type {number} */ command) => accepts(values.value, command);
    const cleaning = modesOf(run.value).find((mode) => hasTag(mode, Tag.CLEANING))?.mode;
    const idle = modesOf(run.value).find((mode) => hasTag(mode, Tag.IDLE))?.mode;
    const isActive = state === "running" || state === "paused";
    /** @type {(Action | false)[]} */
    const all = [
      state === "running" && may(Command.PAUSE) && { slot: "main", icon: "pause", text: t("control.pause"), run: send("pause") },
      state === "paused" && may(Command.RESUME) && { slot: "main", icon: "play", text: t("appliance.resume"), run: send("resume") },
      !isActive && cleaning !== undefined && run.value?.["currentMode"] !== cleaning && { slot: "main", icon: "play", text: t("vacuum.clean"), run: to(cleaning) },
      isActive && idle !== undefined && { slot: "stop", icon: "stop", text: t("control.stop"), run: to(idle) },
      may(Command.GO_HOME) && !atHome.has(String(state)) && { slot: "home", icon: "home", text: t("vacuum.dock"), run: send("goHome") },
    ];
    return all.flatMap((one) => one || []);
  };
}

/** @param {App} app @param {Part} part */
export const tileControl = (app, part) => actionButtons(t("appliance.actions"), actions(app, part), true);

/** @param {App} app @param {Part} part */
export function pageControls(app, part) {
  const trait = operationTrait(part);
  const values = reading(app, part, trait);
  const battery = reading(app, part, POWER_SOURCE);
  const run = app.home.schemas.get(RVC_RUN_MODE);
  return [
    part.traits.has(trait) && figures(
      [t("appliance.phase"), () => phaseInWords(values.value)],
      [t("appliance.timeLeft"), () => {
        const seconds = secondsLeft(app.home, part, trait, 1);
        return seconds === undefined || seconds === 0 ? undefined : duration(seconds);
      }],
      [t("part.battery"), () => {
        const left = asNumber(battery.value?.["batPercentRemaining"]);
        return left === undefined ? undefined : percent(left / 200);
      }],
      [t("trouble"), () => operationError(app.home, trait, values.value)]),
    actionButtons(t("appliance.actions"), actions(app, part)),
    part.traits.has(SERVICE_AREA) && areas(app, part),
    part.traits.has(RVC_RUN_MODE) && run && modeChips(app, part, run),
  ];
}

/** @param {App} app @param {Part} part */
function areas(app, part) {
  const values = reading(app, part, SERVICE_AREA);
  const all = () => /** @type {readonly Area[]} */ (values.value?.["supportedAreas"] ?? []);
  const maps = () => /** @type {readonly {mapID?: number, name?: string}[]} */ (values.value?.["supportedMaps"] ?? []);
  const selected = () => /** @type {readonly number[]} */ (values.value?.["selectedAreas"] ?? []);
  const progress = () => /** @type {readonly {areaID?: number, status?: string | number}[]} */ (values.value?.["progress"] ?? []);
  const select = (/** @type {number[]} */ newAreas) => app.commands.invoke(part, SERVICE_AREA, "selectAreas", { newAreas });
  const named = (/** @type {Area} */ area) => {
    const map = maps().length > 1 ? maps().find((one) => one.mapID === area.mapID)?.name : undefined;
    const status = progress().find((one) => one.areaID === area.areaID)?.status;
    const state = status === "operating" || status === "completed" || status === "skipped" ? label(String(status)).toLowerCase() : undefined;
    return [areaName(area), map && `(${map})`, state && `– ${state}`].filter(Boolean).join(" ");
  };
  return [
    chips(t("vacuum.areas"), () => all().map((area) => ({ key: area.areaID ?? 0, text: named(area) })), (key) => selected().includes(Number(key)),
      (key) => select(selected().includes(Number(key)) ? selected().filter((one) => one !== key) : [...selected(), Number(key)])),
    figures([t("vacuum.now"), () => currentArea(values.value)], [t("vacuum.where"), () => (selected().length === 0 && all().length > 0 ? t("vacuum.everywhere") : undefined)]),
  ];
}
