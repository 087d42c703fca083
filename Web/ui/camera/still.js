// The last picture of a camera with its age, renewed while it can be seen.

import { now } from "../../home/clock.js";
import { isPartOffline } from "../../home/status.js";
import { Snapshots, takeSnapshot } from "../../home/snapshots.js";
import { CAMERA_STREAMS } from "../../home/traits.js";
import { ago, clock, duration } from "../../home/words.js";
import { effect, el, onCleanup, signal } from "../../lib/view.js";
import { icon, reason } from "../elements.js";
import { accepts } from "../inputs.js";
import { t } from "../text.js";
import { whileSeen } from "./seen.js";

/** @typedef {import("../elements.js").App} App */
/** @typedef {import("../../home/parts.js").Part} Part */
/** @typedef {import("../../lib/trait.js").TraitValues} TraitValues */

const captureSnapshot = 12;
/** The usual time between two pictures, in milliseconds. */
const usualPause = 10_000;

/** @param {App} app @param {Part} part */
const valuesOf = (app, part) => app.home.trait(part.deviceId, part.endpoint, CAMERA_STREAMS);

/** @param {App} app @param {Part} part @returns {boolean} whether a privacy mode is on */
export function isPrivate(app, part) {
  const values = valuesOf(app, part);
  return values?.["softLivestreamPrivacyModeEnabled"] === true || values?.["hardPrivacyModeOn"] === true;
}

/** @param {number} at in milliseconds since 1970 @returns {string} how old a picture is; in seconds if it is renewed */
function age(at) {
  const seconds = (now(5) - at) / 1000;
  return seconds < 5 || seconds >= 60 ? ago(at) : t("camera.ago", { time: duration(seconds) });
}

/**
 * @param {App} app
 * @param {Part} part
 * @param {{width: number, every?: number}} settings the width in which it is shown, in pixels, and the time between two
 *   pictures, in milliseconds
 */
export function still(app, part, { width, every = usualPause }) {
  const snapshots = new Snapshots({ take: () => takeSnapshot(app.home, part, width * devicePixelRatio), every });
  const isSeen = signal(false);
  const isOffline = () => isPartOffline(app.home, part);
  const canTake = () => accepts(valuesOf(app, part), captureSnapshot);
  effect(() => {
    if (isPrivate(app, part)) snapshots.forget();
    else if (isSeen.value && canTake() && !isOffline()) snapshots.start();
    else snapshots.stop();
  });
  onCleanup(() => snapshots.forget());
  const words = () => {
    const problem = snapshots.problem.value;
    if (isPrivate(app, part)) return t("camera.private");
    if (isOffline()) return t("state.offline");
    return !canTake() ? t("camera.noPicture") : problem ? reason(problem) : t("camera.notYet");
  };
  const element = el("div", { class: "picture", "data-old": isOffline }, () => {
    const picture = snapshots.picture.value;
    if (!picture) return [icon("camera"), el("p", {}, words)];
    return [
      el("img", { src: picture.url, alt: t("camera.picture", { time: clock(picture.at) }) }),
      el("span", { class: "picture-age", "aria-hidden": "true" }, () => age(picture.at)),
    ];
  });
  whileSeen(element, (seen) => (isSeen.value = seen));
  return element;
}
