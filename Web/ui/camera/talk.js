// The button to talk through a camera, and what there is to say about it.

import { Talk } from "../../home/talk.js";
import { CAMERA_STREAMS } from "../../home/traits.js";
import { CameraQuality } from "../../lib/hearth-v1-more.js";
import { computed, effect, el, onCleanup } from "../../lib/view.js";
import { button, reason } from "../elements.js";
import { t } from "../text.js";

/** @typedef {import("../elements.js").App} App */
/** @typedef {import("../../home/parts.js").Part} Part */

/** Why this page can't talk through any camera; undefined if it can. Browsers give microphones to secure pages only. */
function obstacle() {
  if (!isSecureContext) return t("camera.talk.insecure");
  return navigator.mediaDevices && globalThis.RTCPeerConnection ? undefined : t("camera.talk.unsupported");
}

/**
 * @param {App} app
 * @param {Part} part
 * @param {() => boolean} isWatched whether the person watches the camera
 */
export function talking(app, part, isWatched) {
  const target = { deviceId: part.deviceId, endpoint: part.endpoint };
  const values = () => app.home.trait(part.deviceId, part.endpoint, CAMERA_STREAMS);
  const canTalk = computed(() => isWatched() && ["halfDuplex", "fullDuplex"].includes(String(values()?.["twoWayTalkSupport"])));
  const isMuted = computed(() => values()?.["speakerMuted"] === true);
  const talk = new Talk({
    microphone: () => navigator.mediaDevices.getUserMedia({ audio: { echoCancellation: true, noiseSuppression: true, autoGainControl: true } }),
    connection: () => new RTCPeerConnection(),
    open: async (offerSdp) => {
      // The small stream, as its pictures are not shown.
      const { answerSdp, opened } = await app.client.call("CameraService/OpenWebRtcView", { target, quality: CameraQuality.SUB, offerSdp });
      return { answerSdp, streamId: opened?.streamId ?? "" };
    },
    start: (streamId) => app.client.call("CameraService/StartTalkback", { streamId }),
    watch: async (streamId, end) => {
      for await (const _ of app.client.stream("CameraService/WatchWebRtcView", { streamId }, { signal: end }));
    },
    // A view that has ended already is no problem.
    close: (streamId) => app.client.call("CameraService/EndLiveView", { streamId }).catch(() => {}),
  });
  effect(() => {
    if (!canTalk.value || isMuted.value) talk.end();
  });
  onCleanup(() => talk.end());
  const press = () => (talk.state.peek() === "off" ? talk.begin() : talk.end());
  const words = () => {
    const problem = talk.problem.value;
    if (!canTalk.value) return "";
    if (isMuted.value) return t("camera.talk.muted");
    if (!problem) return obstacle() ?? "";
    return problem.kind === "refused" ? reason(problem.error) : t(`camera.talk.${problem.kind}`);
  };
  const label = { off: "camera.talk", opening: "camera.opening", on: "camera.talk.stop" };
  return {
    button: () => canTalk.value && !isMuted.value && obstacle() === undefined && button(() => t(label[talk.state.value]), press),
    words: () => words() !== "" && el("p", { class: "quiet", role: "status" }, words),
  };
}
