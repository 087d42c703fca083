// A camera's live view: its player, what there is to say about it, and its buttons. Loaded when a person asks for it.

import { LiveView } from "../../home/live-view.js";
import { asNumber } from "../../home/numbers.js";
import { isPartOffline } from "../../home/status.js";
import { CAMERA_STREAMS } from "../../home/traits.js";
import { capital, clock } from "../../home/words.js";
import { hubTime } from "../../home/clock.js";
import { BufferingPlayer } from "../../lib/media/buffering-player.js";
import { DecodingPlayer } from "../../lib/media/decoding-player.js";
import { PicturePlayer } from "../../lib/media/picture-player.js";
import { hasSound, Sound } from "../../lib/media/sound.js";
import { wayOf } from "../../lib/media/ways.js";
import { CameraQuality } from "../../lib/hearth-v1-more.js";
import { computed, effect, el, onCleanup, signal } from "../../lib/view.js";
import { ask, button, tell } from "../elements.js";
import { t } from "../text.js";
import { clipList } from "./clips.js";
import { whileSeen } from "./seen.js";
import { isPrivate, still } from "./still.js";
import { talking } from "./talk.js";

/** @typedef {import("../elements.js").App} App */
/** @typedef {import("../../home/parts.js").Part} Part */
/** @typedef {import("../../lib/media/decoding-player.js").Player} Player */
/** @typedef {import("../../lib/media/fragments.js").Video} Video */
/** @typedef {import("../../lib/media/ways.js").Way} Way */

/** How long a hidden live view stays open, in milliseconds, so that a short look at another tab does not end it. */
const hiddenTime = 1_000;
/** The time between two single pictures where there is no live view, in milliseconds, and their width in pixels. */
const pictures = { every: 3_000, width: 960 };

const players = { decode: DecodingPlayer, buffer: BufferingPlayer, pictures: PicturePlayer };

/** Refusals after which single pictures are shown instead. */
const hasPictures = new Set(["codec", "none"]);

/** A bit of CameraAvStreamManagement's feature map: the camera has sound. */
const audio = 1;

/** @param {App} app @param {Part} part */
function hasMicrophone(app, part) {
  const values = app.home.trait(part.deviceId, part.endpoint, CAMERA_STREAMS);
  return ((asNumber(values?.["featureMap"]) ?? 0) & audio) !== 0 && values?.["microphoneMuted"] !== true;
}

/** Shows the stream with the best player that works, and replaces a player that fails. */
class Screen {
  /** The current player. */
  player = signal(/** @type {Player | undefined} */ (undefined));
  /** @type {Set<Way>} */ #failed = new Set();
  /** @type {Way | undefined} */ #way;

  /** @param {{onPicture: () => void, onChange: () => void}} hearer `onChange` is called when another player needs the stream from its beginning */
  constructor(hearer) {
    this.hearer = hearer;
  }

  /** @param {Video} video @returns {Promise<boolean>} whether the browser can show it */
  async begin(video) {
    const way = await wayOf(video, this.#failed);
    if (way === undefined) return false;
    if (way !== this.#way) {
      this.close();
      this.#way = way;
      this.player.value = new players[way]({
        onPicture: this.hearer.onPicture,
        onFailure: () => {
          this.#failed.add(way);
          this.hearer.onChange();
        },
      });
    }
    this.player.peek()?.begin(video);
    return true;
  }

  close() {
    this.player.peek()?.close();
    this.player.value = undefined;
    this.#way = undefined;
  }
}

/**
 * A live view, which begins at once and ends with its scope.
 *
 * @param {App} app
 * @param {Part} part
 * @param {() => string} name
 * @param {...import("../../lib/view.js").Child} buttons beside its own
 */
export function stage(app, part, name, ...buttons) {
  const target = { deviceId: part.deviceId, endpoint: part.endpoint };
  const sound = signal(/** @type {Sound | undefined} */ (undefined));
  /** Whether the browser can't play the camera's sound. */
  const isMute = signal(false);
  /** @type {Screen} */
  const screen = new Screen({ onPicture: () => live.shown(), onChange: () => live.reopen() });
  /** @type {LiveView} */
  const live = new LiveView({
    open: (quality, stop) => app.client.stream("CameraService/OpenLiveView", { target, quality: CameraQuality[quality], withoutAudio: sound.peek() === undefined }, { signal: stop }),
    extend: (streamId) => tell(app.client.call("CameraService/ExtendLiveView", { streamId })),
    begin: (video) => screen.begin(video),
    take: (unit) => screen.player.peek()?.take(unit),
    listen: async (audio) => (isMute.value = (await sound.peek()?.begin(audio)) === false),
    hear: (unit) => sound.peek()?.take(unit),
    quality: "MAIN",
  });
  const isHidden = computed(() => isPrivate(app, part));
  /** Whether a privacy mode has ended the view, which then waits for a press. */
  const isPaused = signal(false);
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let leaving;
  let lastPicture = 0;
  effect(() => {
    const { kind } = live.state.value;
    if (kind === "lost") lastPicture = hubTime();
    // What may no longer be seen does not stay on the screen.
    if (kind === "refused") screen.close();
  });
  effect(() => {
    if (!isHidden.value) return;
    isPaused.value = true;
    live.stop();
    screen.close();
  });
  onCleanup(() => {
    clearTimeout(leaving);
    live.stop();
    screen.close();
    sound.peek()?.close();
  });
  const switchSound = () => {
    sound.peek()?.close();
    sound.value = sound.peek() ? undefined : new Sound();
    isMute.value = false;
    live.reopen();
  };
  const canHear = () => hasSound() && screen.player.value !== undefined && hasMicrophone(app, part);
  const talk = talking(app, part, () => live.state.value.kind === "live" && !isPaused.value);
  const isStill = computed(() => !isPaused.value && live.state.value.kind === "refused" && hasPictures.has(live.state.value.refusal));
  const canBegin = computed(() => !isHidden.value && (isPaused.value || live.state.value.kind === "over" || (live.state.value.kind === "refused" && !isStill.value)));
  const begin = () => {
    isPaused.value = false;
    live.start();
  };
  const words = () => {
    const state = live.state.value;
    if (isHidden.value) return t("camera.private");
    if (isPaused.value) return "";
    if (isPartOffline(app.home, part)) return t("state.offline");
    if (state.kind === "refused") return state.refusal === "other" ? `${capital(state.detail)}.` : t(`camera.refused.${state.refusal}`, { codec: state.detail });
    if (state.kind === "lost") return t("camera.lost", { time: clock(lastPicture) });
    if (state.kind === "over") return t("camera.over");
    return state.kind === "opening" ? t("camera.opening") : "";
  };
  const view = el("div", { class: "picture live", "data-state": () => (isPaused.value ? "refused" : live.state.value.kind), role: "group", "aria-label": () => t("camera.liveOf", { name: name() }) },
    () => screen.player.value?.element,
    () => live.state.value.kind === "live" && !isPaused.value && el("span", { class: "picture-age", "aria-hidden": "true" }, t("camera.live")),
    el("p", { role: "status", hidden: () => words() === "" }, words));
  whileSeen(view, (seen) => {
    clearTimeout(leaving);
    if (!seen) leaving = setTimeout(() => live.stop(), hiddenTime);
    // A view that was over or refused waits for a press.
    else if (!isPaused.peek() && live.state.peek().kind !== "over" && live.state.peek().kind !== "refused") live.start();
  });
  return el("div", { class: "stage" },
    view,
    () => isStill.value && still(app, part, pictures),
    () => isMute.value && el("p", { class: "quiet", role: "status" }, t("camera.mute")),
    talk.words,
    el("div", { class: "buttons wide" },
      () => canBegin.value && button(t(isPaused.value ? "camera.watch" : live.state.value.kind === "over" ? "camera.continue" : "action.retry"), begin, "main"),
      () => live.isEnding.value && button(t("camera.continue"), () => live.extend(), "main"),
      () => canHear() && button(() => t(sound.value ? "camera.soundOff" : "camera.soundOn"), switchSound),
      talk.button,
      document.fullscreenEnabled && button(t("camera.fullScreen"), () => view.requestFullscreen().catch(() => {}), "", { hidden: () => screen.player.value === undefined }),
      ...buttons));
}

/**
 * Opens a camera's live view over the page.
 *
 * @param {App} app
 * @param {Part} part
 * @param {() => string} name
 */
export const watch = (app, part, name) => ask(name(), (close) => [
  el("h2", {}, name),
  stage(app, part, name, button(t("camera.close"), close)),
], "wide-dialog");

/**
 * The camera's clips, in the same file as the live view, because both are rarely wanted.
 *
 * @param {App} app
 * @param {Part} part
 * @param {() => string} name
 */
export const clips = (app, part, name) => clipList(app, part, name);
