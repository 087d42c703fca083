// A note when somebody rings at a door with a camera, with a picture and a button to look.

import { hubTime } from "../../home/clock.js";
import { milliseconds } from "../../home/model.js";
import { allParts } from "../../home/parts.js";
import { snapshotUrl, takeSnapshot } from "../../home/snapshots.js";
import { DeviceTypeId, SWITCH } from "../../home/traits.js";
import { effect, el, scope, signal, untracked } from "../../lib/view.js";
import { note } from "../elements.js";
import { t } from "../text.js";
import { isPrivate } from "./still.js";

/** @typedef {import("../elements.js").App} App */
/** @typedef {import("../../home/parts.js").Part} Part */
/** @typedef {import("../../lib/hearth-v1.js").EventReport} EventReport */

/** The event of a switch that was pressed. */
const initialPress = 1;
/** How long a note stays, in seconds; a press that arrives later shows none. */
const noteTime = 30;
/** The width of its picture, in pixels. */
const pictureWidth = 320;

const bellTypes = new Set(/** @type {number[]} */ ([DeviceTypeId.DOORBELL, DeviceTypeId.AUDIO_DOORBELL, DeviceTypeId.VIDEO_DOORBELL]));

/** @type {App | undefined} the page whose presses are noted */
let watched;

/**
 * The cameras of doorbells that were pressed, for events that have not been looked at yet.
 *
 * @param {import("../../home/live.js").LiveHome} home
 * @param {readonly EventReport[]} events
 * @returns {Part[]}
 */
export function rungCameras(home, events) {
  const pressed = new Set(events.flatMap(({ target, traitId, eventId, time }) =>
    target && traitId === SWITCH && eventId === initialPress && hubTime() - (milliseconds(time) ?? 0) < noteTime * 1000 ? [target.deviceId] : []));
  return [...pressed].flatMap((id) => {
    const device = home.device(id);
    const isBell = device?.endpoints.some(({ deviceTypes }) => deviceTypes.some((type) => bellTypes.has(type.id)));
    return (device && isBell && allParts(device).find(({ kind }) => kind === "camera")) || [];
  });
}

/**
 * Shows notes for presses from now on, until the page is closed.
 *
 * @param {App} app
 * @param {(app: App, part: Part, name: () => string) => unknown} watch opens the camera's live view
 */
export function watchBells(app, watch) {
  if (watched === app) return;
  watched = app;
  let known = new Set(app.home.events.peek());
  // In a scope of its own, because it outlives the tile that starts it.
  scope(() => effect(() => {
    const events = app.home.events.value;
    const fresh = events.filter((event) => !known.has(event));
    known = new Set(events);
    untracked(() => rungCameras(app.home, fresh).forEach((part) => tell(app, part, watch)));
  }));
}

/** @param {App} app @param {Part} part @param {(app: App, part: Part, name: () => string) => unknown} watch */
async function tell(app, part, watch) {
  const name = () => app.home.device(part.deviceId)?.name ?? "";
  const url = signal("");
  note(t("camera.rings", { name: name() }), { label: t("camera.look"), run: () => watch(app, part, name) }, noteTime,
    () => url.value !== "" && el("img", { class: "toast-picture", src: url.value, alt: "" }));
  // The note is shown at once, and its picture once there is one. A camera that gives none is no reason for another note.
  const snapshot = await takeSnapshot(app.home, part, pictureWidth).catch(() => undefined);
  if (!snapshot || isPrivate(app, part)) return;
  const made = snapshotUrl(snapshot);
  url.value = made;
  setTimeout(() => URL.revokeObjectURL(made), noteTime * 1000);
}
