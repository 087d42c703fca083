// Cameras, as far as there is something to say of them without their pictures; and chimes.

import { Trait } from "../../home/traits.js";
import { el } from "../../lib/view.js";
import { icon, roundButton } from "../elements.js";
import { chips, switchRow } from "../fields.js";
import { reading } from "../inputs.js";
import { t } from "../text.js";

/** @typedef {import("../elements.js").App} App */
/** @typedef {import("../../home/parts.js").Part} Part */

/** @param {App} app @param {Part} part */
export function tileControl(app, part) {
  if (part.kind !== "chime") return undefined;
  return el("div", { class: "buttons" }, roundButton("play", t("chime.play"), () => app.commands.invoke(part, Trait.CHIME, "playChimeSound")));
}

/** @param {App} app @param {Part} part */
export const pageControls = (app, part) => [part.traits.has(Trait.CAMERA_STREAMS) && camera(app, part), part.traits.has(Trait.CHIME) && chime(app, part)];

/** @param {App} app @param {Part} part */
function camera(app, part) {
  const values = reading(app, part, Trait.CAMERA_STREAMS);
  const isPrivate = () => values.value?.["softLivestreamPrivacyModeEnabled"] === true || values.value?.["hardPrivacyModeOn"] === true;
  const flag = (/** @type {string} */ attribute, /** @type {string} */ text) => values.value !== undefined && attribute in values.value
    && switchRow(t(text), () => values.value?.[attribute] === true, (wanted) => app.commands.write(part, Trait.CAMERA_STREAMS, { [attribute]: wanted }));
  return [
    el("div", { class: "picture" }, icon("camera"), el("p", {}, () => t(isPrivate() ? "camera.private" : "camera.noPicture"))),
    () => values.value?.["hardPrivacyModeOn"] === true && el("p", { class: "quiet" }, t("camera.hardPrivacy")),
    flag("softLivestreamPrivacyModeEnabled", "camera.livePrivacy"), flag("softRecordingPrivacyModeEnabled", "camera.recordingPrivacy"),
    flag("microphoneMuted", "camera.microphone"), flag("speakerMuted", "camera.speaker"), flag("statusLightEnabled", "camera.light"),
  ];
}

/** @param {App} app @param {Part} part */
function chime(app, part) {
  const values = reading(app, part, Trait.CHIME);
  const sounds = () => /** @type {readonly {chimeID?: number, name?: string}[]} */ (values.value?.["installedChimeSounds"] ?? []);
  return [
    switchRow(t("chime.enabled"), () => values.value?.["enabled"] === true, (enabled) => app.commands.write(part, Trait.CHIME, { enabled })),
    chips(t("chime.sound"), () => sounds().map(({ chimeID = 0, name = "" }) => ({ key: chimeID, text: name })), (key) => values.value?.["selectedChime"] === key,
      (key) => app.commands.write(part, Trait.CHIME, { selectedChime: Number(key) })),
    el("div", { class: "buttons wide" }, roundButton("play", t("chime.play"), () => app.commands.invoke(part, Trait.CHIME, "playChimeSound"))),
  ];
}
