// Shows a live stream on a canvas with the browser's decoder: the way with the least delay.

import { Backlog } from "./backlog.js";
import { decoderConfig } from "./ways.js";

/**
 * A picture or a packet of sound of a stream, with its time in microseconds of the stream.
 *
 * @typedef {{isKey: boolean, time: number, data: Uint8Array}} Unit
 * @typedef {{onPicture: () => void, onFailure: (reason: unknown) => void}} Hearer `onPicture` is called for each shown picture,
 *   `onFailure` once, when the player can't show the stream; it is then closed
 * @typedef {{element: HTMLElement, begin(video: import("./fragments.js").Video): void, take(unit: Unit): void, close(): void}} Player
 *   that shows a stream in its element; `begin` comes first, and again with each new format
 */

/**
 * What the player uses of WebCodecs, which not every browser has.
 *
 * @typedef {CanvasImageSource & {timestamp: number, displayWidth: number, displayHeight: number, close(): void}} Frame
 * @typedef {{
 *   state: "unconfigured" | "configured" | "closed", decodeQueueSize: number, configure(config: import("./ways.js").Config): void,
 *   decode(chunk: object): void, close(): void,
 * }} Decoder
 * @typedef {{
 *   VideoDecoder: new (hearer: {output: (frame: Frame) => void, error: (reason: unknown) => void}) => Decoder,
 *   EncodedVideoChunk: new (chunk: {type: "key" | "delta", timestamp: number, data: Uint8Array}) => object,
 * }} WebCodecs
 */

/** The most pictures that wait for the decoder at a key picture; with more, it begins there instead. */
const mostWaiting = 30;
/** Failures without a picture in between, after which the player gives up. */
const mostFailures = 3;

/** @param {HTMLCanvasElement} canvas @param {CanvasImageSource} picture @param {number} width @param {number} height */
export function draw(canvas, picture, width, height) {
  // Setting a size clears the canvas, even if it is the same.
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
  canvas.getContext("2d", { alpha: false })?.drawImage(picture, 0, 0, width, height);
}

const codecs = () => /** @type {WebCodecs} */ (/** @type {unknown} */ (globalThis));

/** @implements {Player} */
export class DecodingPlayer {
  element = document.createElement("canvas");
  #backlog = new Backlog();
  #failures = 0;
  #needsKey = true;
  /** @type {Decoder | undefined} */ #decoder;
  /** @type {import("./ways.js").Config | undefined} */ #config;

  /** @param {Hearer} hearer */
  constructor(hearer) {
    this.hearer = hearer;
  }

  /** @param {import("./fragments.js").Video} video */
  begin(video) {
    this.#config = decoderConfig(video);
    this.#backlog = new Backlog();
    this.#failures = 0;
    this.#restart();
  }

  /** @param {Unit} unit */
  take({ isKey, time, data }) {
    this.#backlog.arrive(time, performance.now());
    if (isKey && this.#decoder && this.#decoder.decodeQueueSize > mostWaiting) this.#restart();
    if (this.#needsKey && !isKey) return;
    this.#needsKey = false;
    const { EncodedVideoChunk } = codecs();
    this.#decoder?.decode(new EncodedVideoChunk({ type: isKey ? "key" : "delta", timestamp: time, data }));
  }

  close() {
    if (this.#decoder && this.#decoder.state !== "closed") this.#decoder.close();
    this.#decoder = undefined;
  }

  #restart() {
    this.close();
    if (!this.#config) return;
    const { VideoDecoder } = codecs();
    /** @type {Decoder} */
    const decoder = new VideoDecoder({
      output: (frame) => this.#show(frame),
      error: (reason) => decoder === this.#decoder && this.#fail(reason),
    });
    this.#decoder = decoder;
    this.#needsKey = true;
    decoder.configure(this.#config);
  }

  /** @param {Frame} frame */
  #show(frame) {
    this.#failures = 0;
    if (this.#backlog.isDrawn(frame.timestamp, performance.now())) {
      draw(this.element, frame, frame.displayWidth, frame.displayHeight);
      this.hearer.onPicture();
    }
    frame.close();
  }

  /** @param {unknown} reason */
  #fail(reason) {
    this.#failures += 1;
    if (this.#failures < mostFailures) return this.#restart();
    this.close();
    this.hearer.onFailure(reason);
  }
}
