// Controls of cameras (a snapshot on request, and switches for privacy, sound and the light) and of chimes.

import { hubTime } from "../../home/clock.js";
import { CAMERA_STREAMS, CHIME } from "../../home/traits.js";
import { clock } from "../../home/words.js";
import { el, onCleanup, signal } from "../../lib/view.js";
import { button, icon } from "../elements.js";
import { chips, switchRow } from "../fields.js";
import { accepts, reading } from "../inputs.js";
import { t } from "../text.js";
import { ring } from "./tile.js";

/** @typedef {import("../elements.js").App} App */
/** @typedef {import("../../home/parts.js").Part} Part */
/** @typedef {{resolution?: {width?: number, height?: number}, imageCodec?: string | number}} Capability */

/** The widest snapshot that is useful on a page, in pixels. */
const mostWidth = 1_920;
const captureSnapshot = 12;

/** @param {App} app @param {Part} part */
export const pageControls = (app, part) => [part.traits.has(CAMERA_STREAMS) && camera(app, part), part.traits.has(CHIME) && chime(app, part)];

/** @param {App} app @param {Part} part */
function camera(app, part) {
  const values = reading(app, part, CAMERA_STREAMS);
  const isPrivate = () => values.value?.["softLivestreamPrivacyModeEnabled"] === true || values.value?.["hardPrivacyModeOn"] === true;
  const flag = (/** @type {string} */ attribute, /** @type {string} */ text) => values.value !== undefined && attribute in values.value
    && switchRow(t(text), () => values.value?.[attribute] === true, (wanted) => app.commands.write(part, CAMERA_STREAMS, { [attribute]: wanted }));
  const picture = signal(/** @type {{url: string, at: number} | undefined} */ (undefined));
  const forget = () => {
    const known = picture.peek();
    if (known) URL.revokeObjectURL(known.url);
  };
  onCleanup(forget);
  const take = async () => {
    const answer = await app.commands.invoke(part, CAMERA_STREAMS, "captureSnapshot", { snapshotStreamID: null, requestedResolution: resolution(values.value) });
    if (!(answer?.["data"] instanceof Uint8Array)) return;
    forget();
    picture.value = { url: URL.createObjectURL(new Blob([answer["data"]], { type: answer["imageCodec"] === "heic" ? "image/heic" : "image/jpeg" })), at: hubTime() };
  };
  const canTake = () => accepts(values.value, captureSnapshot) && !isPrivate();
  return [
    el("div", { class: "picture" }, () => {
      const shown = picture.value;
      if (shown && !isPrivate()) return el("img", { src: shown.url, alt: t("camera.picture", { time: clock(shown.at) }) });
      return [icon("camera"), el("p", {}, t(isPrivate() ? "camera.private" : canTake() ? "camera.notYet" : "camera.noPicture"))];
    }),
    () => canTake() && el("div", { class: "buttons wide" }, button(t("camera.take"), take)),
    () => values.value?.["hardPrivacyModeOn"] === true && el("p", { class: "quiet" }, t("camera.hardPrivacy")),
    flag("softLivestreamPrivacyModeEnabled", "camera.livePrivacy"), flag("softRecordingPrivacyModeEnabled", "camera.recordingPrivacy"),
    flag("microphoneMuted", "camera.microphone"), flag("speakerMuted", "camera.speaker"), flag("statusLightEnabled", "camera.light"),
  ];
}

/** @param {import("../../lib/trait.js").TraitValues | undefined} values @returns {{width: number, height: number}} the largest resolution that suits a page */
function resolution(values) {
  const all = /** @type {readonly Capability[]} */ (values?.["snapshotCapabilities"] ?? []).flatMap((one) => (one.resolution ? [{ width: one.resolution.width ?? 0, height: one.resolution.height ?? 0 }] : []));
  const [best] = all.filter((one) => one.width <= mostWidth).sort((left, right) => right.width - left.width);
  return best ?? all[0] ?? { width: 1_280, height: 720 };
}

/** @param {App} app @param {Part} part */
function chime(app, part) {
  const values = reading(app, part, CHIME);
  const sounds = () => /** @type {readonly {chimeID?: number, name?: string}[]} */ (values.value?.["installedChimeSounds"] ?? []);
  return [
    switchRow(t("chime.enabled"), () => values.value?.["enabled"] === true, (enabled) => app.commands.write(part, CHIME, { enabled })),
    chips(t("chime.sound"), () => sounds().map(({ chimeID = 0, name = "" }) => ({ key: chimeID, text: name })), (key) => values.value?.["selectedChime"] === key,
      (key) => app.commands.write(part, CHIME, { selectedChime: Number(key) })),
    ring(app, part),
  ];
}
