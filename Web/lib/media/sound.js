// Plays the sound of a live stream with the browser's decoder.

import { Backlog } from "./backlog.js";
import { Playout } from "./playout.js";

/** @typedef {import("./decoding-player.js").Unit} Unit */
/** @typedef {{codec: string, configuration: Uint8Array, sampleRate: number, channels: number}} Audio */
/**
 * What this uses of WebCodecs, which not every browser has.
 *
 * @typedef {{codec: string, sampleRate: number, numberOfChannels: number, description?: Uint8Array}} Config
 * @typedef {{numberOfChannels: number, numberOfFrames: number, sampleRate: number, timestamp: number, copyTo(target: Float32Array, options: object): void, close(): void}} Packet
 * @typedef {{state: "unconfigured" | "configured" | "closed", configure(config: Config): void, decode(chunk: object): void, close(): void}} Decoder
 * @typedef {{
 *   AudioDecoder?: {isConfigSupported(config: Config): Promise<{supported?: boolean}>}
 *     & (new (hearer: {output: (packet: Packet) => void, error: () => void}) => Decoder),
 *   EncodedAudioChunk: new (chunk: {type: "key", timestamp: number, data: Uint8Array}) => object,
 * }} WebCodecs
 */

const codecs = () => /** @type {WebCodecs} */ (/** @type {unknown} */ (globalThis));

/** @returns {boolean} whether the browser has decoders of sound; not all know each codec */
export const hasSound = () => codecs().AudioDecoder !== undefined;

export class Sound {
  #context = new AudioContext({ latencyHint: "interactive" });
  #playout = new Playout();
  #backlog = new Backlog();
  /** @type {Decoder | undefined} */ #decoder;

  /**
   * Prepares for a format.
   *
   * @param {Audio} audio
   * @returns {Promise<boolean>} whether the browser can play it
   */
  async begin({ codec, configuration, sampleRate, channels }) {
    this.#end();
    const { AudioDecoder } = codecs();
    const config = { codec, sampleRate, numberOfChannels: channels, ...(configuration.length > 0 ? { description: configuration } : {}) };
    if (!AudioDecoder || (await AudioDecoder.isConfigSupported(config).catch(() => undefined))?.supported !== true) return false;
    if (this.#context.state === "closed") return true;
    this.#backlog = new Backlog();
    // After an error, the stream goes on without sound.
    this.#decoder = new AudioDecoder({ output: (packet) => this.#play(packet), error: () => {} });
    this.#decoder.configure(config);
    return true;
  }

  /** @param {Unit} unit */
  take({ time, data }) {
    if (this.#decoder?.state !== "configured") return;
    this.#backlog.arrive(time, performance.now());
    this.#decoder.decode(new (codecs().EncodedAudioChunk)({ type: "key", timestamp: time, data }));
  }

  close() {
    this.#end();
    if (this.#context.state !== "closed") this.#context.close();
  }

  #end() {
    if (this.#decoder && this.#decoder.state !== "closed") this.#decoder.close();
    this.#decoder = undefined;
  }

  /** @param {Packet} packet */
  #play(packet) {
    const context = this.#context;
    const { numberOfChannels, numberOfFrames, sampleRate, timestamp } = packet;
    const start = context.state === "running" && this.#backlog.isDrawn(timestamp, performance.now()) ? this.#playout.place(context.currentTime, numberOfFrames / sampleRate) : undefined;
    if (start !== undefined) {
      const buffer = context.createBuffer(numberOfChannels, numberOfFrames, sampleRate);
      for (let planeIndex = 0; planeIndex < numberOfChannels; planeIndex += 1) packet.copyTo(buffer.getChannelData(planeIndex), { planeIndex, format: "f32-planar" });
      const source = context.createBufferSource();
      source.buffer = buffer;
      source.connect(context.destination);
      source.start(start);
    }
    packet.close();
  }
}
