// The controls of cameras (pictures, the live view, and switches for privacy, sound and the light) and of chimes.

import { asNumber } from "../../home/numbers.js";
import { CAMERA_STREAMS, CHIME } from "../../home/traits.js";
import { computed, effect, el, signal } from "../../lib/view.js";
import { loadStage } from "../camera/load.js";
import { isPrivate, still } from "../camera/still.js";
import { button } from "../elements.js";
import { chips, switchRow } from "../fields.js";
import { reading } from "../inputs.js";
import { t } from "../text.js";
import { ring } from "./tile.js";

/** @typedef {import("../elements.js").App} App */
/** @typedef {import("../../home/parts.js").Part} Part */
/** @typedef {import("../camera/load.js").Stage} Stage */

/** The width of pictures on a device's page, in pixels. */
const pageWidth = 760;

/** A bit of CameraAvStreamManagement's feature map: the camera has video streams, not only snapshots. */
const video = 2;

/** @param {App} app @param {Part} part @param {() => string} name */
export const pageControls = (app, part, name) => [part.traits.has(CAMERA_STREAMS) && camera(app, part, name), part.traits.has(CHIME) && chime(app, part)];

/** @param {App} app @param {Part} part @param {() => string} name */
function camera(app, part, name) {
  const values = reading(app, part, CAMERA_STREAMS);
  const flag = (/** @type {string} */ attribute, /** @type {string} */ text) => values.value !== undefined && attribute in values.value
    && switchRow(t(text), () => values.value?.[attribute] === true, (wanted) => app.commands.write(part, CAMERA_STREAMS, { [attribute]: wanted }));
  const live = signal(/** @type {Stage | undefined} */ (undefined));
  const canWatch = computed(() => ((asNumber(values.value?.["featureMap"]) ?? video) & video) !== 0 && !isPrivate(app, part));
  effect(() => {
    if (!canWatch.value) live.value = undefined;
  });
  const press = async () => (live.value = live.peek() ? undefined : await loadStage());
  const recorded = signal(/** @type {Stage | undefined} */ (undefined));
  const pressClips = async () => (recorded.value = recorded.peek() ? undefined : await loadStage());
  return [
    () => (live.value ? live.value.stage(app, part, name) : still(app, part, { width: pageWidth })),
    el("div", { class: "buttons wide" },
      () => canWatch.value && button(() => t(live.value ? "camera.stop" : "camera.watch"), press),
      button(() => t(recorded.value ? "camera.hideClips" : "camera.clips"), pressClips)),
    () => recorded.value?.clips(app, part, name),
    () => values.value?.["hardPrivacyModeOn"] === true && el("p", { class: "quiet" }, t("camera.hardPrivacy")),
    flag("softLivestreamPrivacyModeEnabled", "camera.livePrivacy"), flag("softRecordingPrivacyModeEnabled", "camera.recordingPrivacy"),
    flag("microphoneMuted", "camera.microphone"), flag("speakerMuted", "camera.speaker"), flag("statusLightEnabled", "camera.light"),
  ];
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
