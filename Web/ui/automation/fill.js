// The choice of devices for an automation that was written for other ones.

import { computed, el, signal } from "../../lib/view.js";
import { firstChoice, fitting, kindOfNeed } from "../../home/automation/examples.js";
import { submitButton, tell } from "../elements.js";
import { t } from "../text.js";
import { byRoom, select } from "./fields.js";

/** @typedef {import("../elements.js").App} App */
/** @typedef {import("../../home/automation/examples.js").Need} Need */
/** @typedef {import("../../home/parts.js").Part} Part */

/** @param {App} app @param {string} structureId */
export const devicesOf = ({ home }, structureId) => [...home.devices.value.values()].filter((device) => device.structureId === structureId);

/** @param {Need} need @param {string} name of the device in the text @returns the kind that is meant, or the name */
export const wordsOfNeed = (need, name = "") => (kindOfNeed(need) === "" ? name : t(`need.${kindOfNeed(need)}`));

/**
 * @param {App} app
 * @param {string} structureId
 * @param {readonly Need[]} needs
 * @returns {ReadonlyMap<string, Part> | undefined} the parts for all needs, if nobody has to choose
 */
export function onlyChoice(app, structureId, needs) {
  const choices = needs.map((need) => fitting(devicesOf(app, structureId), need));
  if (choices.some((all) => all.length !== 1)) return undefined;
  return new Map(choices.flatMap((all, index) => all.map(({ part }) => /** @type {const} */ ([needs[index]?.id ?? "", part]))));
}

/**
 * A form with a choice for each need.
 *
 * @param {App} app
 * @param {string} structureId
 * @param {readonly Need[]} needs
 * @param {((need: Need) => string)} nameOf a need
 * @param {(parts: ReadonlyMap<string, Part>) => Promise<unknown>} done its failure is shown, and the form stays
 */
export function fillForm(app, structureId, needs, nameOf, done) {
  const partsFor = (/** @type {Need} */ need) => fitting(devicesOf(app, structureId), need);
  const first = firstChoice(needs.map(partsFor));
  const rows = needs.map((need, index) => ({ need, key: signal(first[index]?.part.key ?? "") }));
  const isComplete = computed(() => rows.every(({ key }) => key.value !== ""));
  const field = (/** @type {typeof rows[number]} */ { need, key }) => {
    const options = () => {
      const all = partsFor(need);
      return byRoom(app, structureId, (one) => all.filter(({ device }) => device.id === one.id)
        .map(({ device, part }) => ({ value: part.key, text: part.label === "" ? device.name : `${device.name}, ${part.label}` })));
    };
    const name = nameOf(need);
    return el("label", { class: "field" }, name, select(name, options, () => key.value, (value) => (key.value = value)),
      () => partsFor(need).length === 0 && el("span", { class: "quiet" }, t("edit.noneFits")));
  };
  const take = async () => {
    const parts = rows.flatMap(({ need, key }) => partsFor(need).filter(({ part }) => part.key === key.peek()).map(({ part }) => /** @type {const} */ ([need.id, part])));
    await tell(done(new Map(parts)));
  };
  return el("form", { class: "panel fields" },
    el("h2", {}, t("edit.whichDevices")),
    rows.map(field),
    () => !isComplete.value && el("p", { class: "quiet" }, t("edit.chooseLater")),
    el("div", { class: "dialog-buttons" }, submitButton(t("edit.continue"), take)));
}
