// Talking through a camera: the microphone's sound goes to the camera over WebRTC, from one press to the next.

import { signal } from "../lib/view.js";

/** How long a connection to the camera's process may take, in milliseconds. */
const connectTime = 10_000;
/** How long the reason for a lost connection may take, in milliseconds: the camera's process tells it to the hub. */
const reasonTime = 1_000;

/**
 * Why nobody hears a person: the browser gives no microphone, there is none, the camera plays nothing that the browser sends,
 * no connection, its time is over, or the error of the hub or the camera.
 *
 * @typedef {{kind: "denied" | "missing" | "silent" | "lost" | "over"} | {kind: "refused", error: unknown}} Problem
 */
/**
 * @typedef {object} Settings
 * @property {() => Promise<MediaStream>} microphone asks the browser for it
 * @property {() => RTCPeerConnection} connection makes one
 * @property {(offerSdp: string) => Promise<{answerSdp: string, streamId: string}>} open opens a view over WebRTC
 * @property {(streamId: string) => Promise<unknown>} start lets the camera play what is said
 * @property {(streamId: string, end: AbortSignal) => Promise<unknown>} watch lasts as long as the view, and is rejected with the
 *   reason unless its time is over
 * @property {(streamId: string) => unknown} close ends the view, and with it the talking
 */

export class Talk {
  state = signal(/** @type {"off" | "opening" | "on"} */ ("off"));
  problem = signal(/** @type {Problem | undefined} */ (undefined));
  /**
   * Aborted at the end of the talking, which gives back what it holds.
   *
   * @type {AbortController | undefined}
   */
  #life;

  /** @param {Settings} settings */
  constructor(settings) {
    this.settings = settings;
  }

  async begin() {
    if (this.#life) return;
    const life = (this.#life = new AbortController());
    this.problem.value = undefined;
    this.state.value = "opening";
    try {
      await this.#begin(life.signal);
      life.signal.throwIfAborted();
      this.state.value = "on";
    } catch (error) {
      if (life.signal.aborted) return;
      this.problem.value = problemOf(error);
      this.end();
    }
  }

  /** @param {AbortSignal} end */
  async #begin(end) {
    const { microphone, connection, open, start, watch, close } = this.settings;
    const sound = await microphone();
    atEnd(end, () => sound.getTracks().forEach((track) => track.stop()));
    end.throwIfAborted();
    const peer = connection();
    atEnd(end, () => peer.close());
    const speech = peer.addTransceiver(/** @type {MediaStreamTrack} */ (sound.getAudioTracks()[0]), { direction: "sendonly" });
    // Every view has pictures.
    peer.addTransceiver("video", { direction: "recvonly" });
    await peer.setLocalDescription();
    const { answerSdp, streamId } = await open(peer.localDescription?.sdp ?? "");
    atEnd(end, () => close(streamId));
    end.throwIfAborted();
    await peer.setRemoteDescription({ type: "answer", sdp: answerSdp });
    if (speech.currentDirection !== "sendonly") throw new Failure("silent");
    await connected(peer, end);
    const lose = (/** @type {Problem} */ problem) => {
      if (end.aborted) return;
      this.problem.value = problem;
      this.end();
    };
    peer.addEventListener("connectionstatechange", () => {
      // A connection may come back.
      if (isLost(peer)) setTimeout(() => isLost(peer) && lose({ kind: "lost" }), reasonTime);
    });
    // Before the start, as the hub has no reasons of views that are over.
    watch(streamId, end).then(() => lose({ kind: "over" }), (error) => lose(problemOf(error)));
    await start(streamId);
  }

  end() {
    const life = this.#life;
    this.#life = undefined;
    this.state.value = "off";
    life?.abort();
  }
}

class Failure extends Error {
  /** @param {"silent" | "lost"} kind */
  constructor(kind) {
    super(kind);
    this.kind = kind;
  }
}

/** @param {unknown} error @returns {Problem} */
function problemOf(error) {
  if (error instanceof Failure) return { kind: error.kind };
  const name = error instanceof DOMException ? error.name : "";
  if (name === "NotAllowedError" || name === "SecurityError") return { kind: "denied" };
  return name === "" ? { kind: "refused", error } : { kind: "missing" };
}

/** @param {AbortSignal} end @param {() => unknown} act */
function atEnd(end, act) {
  if (end.aborted) act();
  else end.addEventListener("abort", act, { once: true });
}

/** @param {RTCPeerConnection} peer */
const isLost = ({ connectionState }) => connectionState === "failed" || connectionState === "closed" || connectionState === "disconnected";

/** @param {RTCPeerConnection} peer @param {AbortSignal} end @returns {Promise<void>} when it is connected */
const connected = (peer, end) => new Promise((resolve, reject) => {
  const timer = setTimeout(() => reject(new Failure("lost")), connectTime);
  atEnd(end, () => {
    clearTimeout(timer);
    reject(new Failure("lost"));
  });
  const look = () => {
    if (peer.connectionState === "connected") resolve();
    else if (isLost(peer)) reject(new Failure("lost"));
    else return;
    clearTimeout(timer);
  };
  peer.addEventListener("connectionstatechange", look);
  look();
});
