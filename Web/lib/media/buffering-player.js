// Shows a live stream in a video element through a media source, for browsers and pages without a decoder for scripts.

import { fileHead, fragment, joined, mimeType } from "./fragments.js";
import { atLiveEdge } from "./live-edge.js";
import { Timeline } from "./timeline.js";
import { mediaSourceOf } from "./ways.js";

/** @typedef {import("./decoding-player.js").Player} Player */
/** @typedef {import("./decoding-player.js").Unit} Unit */
/** @typedef {import("./fragments.js").Video} Video */

/** The time between two looks at the live edge, in milliseconds. */
const lookPause = 100;
/** How much of the past stays buffered, and how much more there is before it is removed, in seconds. */
const keptPast = 10;
const pastSlack = 10;
/** The most bytes that wait for the media source. A tab that the browser has stopped loads none. */
const mostWaiting = 16 * 1024 * 1024;

/** @implements {Player} */
export class BufferingPlayer {
  element = document.createElement("video");
  #source;
  #timeline = new Timeline();
  #url;
  #count = 0;
  #needsKey = true;
  /** @type {SourceBuffer | undefined} */ #buffer;
  /** @type {Video | undefined} */ #video;
  /** @type {string | undefined} the type of what waits, if it differs from the buffer's */ #nextType;
  #shownTime = -1;
  /** @type {Uint8Array[]} bytes that wait until the buffer takes them */ #waiting = [];
  #waitingBytes = 0;
  /** @type {ReturnType<typeof setInterval> | undefined} */ #timer;

  /** @param {import("./decoding-player.js").Hearer} hearer */
  constructor(hearer) {
    this.hearer = hearer;
    const Source = /** @type {typeof MediaSource} */ (mediaSourceOf(/** @type {any} */ (globalThis)));
    this.#source = new Source();
    this.#source.addEventListener("sourceopen", () => this.#open());
    this.#url = URL.createObjectURL(this.#source);
    const { element } = this;
    element.muted = element.playsInline = true;
    // Without this, a managed media source does not open, because the video could be sent to another screen.
    element.disableRemotePlayback = true;
    element.addEventListener("error", () => this.#fail(element.error));
    element.addEventListener("loadeddata", () => element.play().catch((reason) => this.#fail(reason)));
    element.src = this.#url;
    this.#timer = setInterval(() => this.#look(), lookPause);
  }

  /** @param {Video} video */
  begin(video) {
    if (this.#video && this.#video.codec !== video.codec) this.#nextType = mimeType(video);
    this.#video = video;
    this.#timeline.restart();
    this.#restart(video);
  }

  /** @param {Unit} unit */
  take({ isKey, time, data }) {
    if (this.#video && this.#waitingBytes > mostWaiting) this.#restart(this.#video);
    if (this.#needsKey && !isKey) return;
    this.#needsKey = false;
    this.#append(fragment({ number: (this.#count += 1), ...this.#timeline.place(time), isKey, data }));
  }

  close() {
    this.#end();
    this.element.removeAttribute("src");
    this.element.load();
    URL.revokeObjectURL(this.#url);
  }

  #open() {
    if (this.#buffer || !this.#video) return;
    try {
      this.#buffer = this.#source.addSourceBuffer(mimeType(this.#video));
    } catch (reason) {
      return this.#fail(reason);
    }
    this.#buffer.addEventListener("updateend", () => this.#flush());
    this.#flush();
  }

  /** @param {Video} video */
  #restart(video) {
    this.#drop();
    this.#needsKey = true;
    this.#append(fileHead(video));
  }

  /** @param {Uint8Array} bytes */
  #append(bytes) {
    this.#waiting.push(bytes);
    this.#waitingBytes += bytes.length;
    this.#flush();
  }

  #drop() {
    this.#waiting = [];
    this.#waitingBytes = 0;
  }

  #flush() {
    const buffer = this.#buffer;
    if (!buffer || buffer.updating || this.#source.readyState !== "open") return;
    const past = this.element.currentTime - keptPast;
    try {
      if (buffer.buffered.length > 0 && past - buffer.buffered.start(0) > pastSlack) return buffer.remove(0, past);
      if (this.#waiting.length === 0) return;
      if (this.#nextType !== undefined) buffer.changeType(this.#nextType);
      this.#nextType = undefined;
      buffer.appendBuffer(/** @type {BufferSource} */ (joined(this.#waiting)));
      this.#drop();
    } catch (reason) {
      this.#fail(reason);
    }
  }

  /** Stays at the live edge, and tells when another picture is shown. */
  #look() {
    const { element } = this;
    const { buffered } = element;
    if (buffered.length === 0) return;
    const time = element.currentTime;
    const { rate, jump } = atLiveEdge({ time, end: buffered.end(buffered.length - 1), rate: element.playbackRate, step: this.#timeline.step / 1e6 });
    if (element.playbackRate !== rate) element.playbackRate = rate;
    if (jump !== undefined) element.currentTime = jump;
    if (element.readyState >= 2 && time !== this.#shownTime) {
      this.#shownTime = time;
      this.hearer.onPicture();
    }
  }

  /** @param {unknown} reason */
  #fail(reason) {
    if (this.#timer === undefined) return;
    this.#end();
    this.hearer.onFailure(reason);
  }

  #end() {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#drop();
  }
}
