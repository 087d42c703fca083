// A camera's live stream: opens it, hands its pictures to a player, and opens it again when it is lost.

import { RpcError } from "../lib/connect.js";
import { signal } from "../lib/view.js";
import { WireError } from "../lib/wire.js";
import { pause, retryDelay } from "./stream.js";

/** @typedef {import("../lib/hearth-v1.js").OpenLiveViewResponse} Part */
/** @typedef {import("../lib/media/decoding-player.js").Unit} Unit */
/** @typedef {import("../lib/media/fragments.js").Video} Video */
/** @typedef {import("../lib/media/sound.js").Audio} Audio */
/** @typedef {"MAIN" | "SUB"} Quality */
/**
 * Why there is no live view: too many viewers, a camera that was removed or may not be seen, a right that is missing, a codec
 * that the browser can't show, a camera that has no live view or a privacy mode, or another reason.
 *
 * @typedef {"busy" | "gone" | "denied" | "codec" | "none" | "other"} Refusal
 */
/**
 * `opening`: no picture yet. `live`: pictures come. `lost`: it tries again. `over`: its time is over. `refused`: `detail` is
 * the hub's message, or the codec's name.
 *
 * @typedef {{kind: "opening" | "live" | "lost" | "over"} | {kind: "refused", refusal: Refusal, detail: string}} State
 * @typedef {{
 *   open: (quality: Quality, signal: AbortSignal) => AsyncIterable<Part>,
 *   extend: (streamId: string) => Promise<{seconds: number} | undefined>,
 *   begin: (video: Video) => Promise<boolean>,
 *   take: (unit: Unit) => void,
 *   listen?: (audio: Audio) => unknown,
 *   hear?: (unit: Unit) => void,
 *   quality: Quality,
 *   wait?: (milliseconds: number, signal: AbortSignal) => Promise<void>,
 *   random?: () => number,
 * }} Settings `begin` prepares a player for a format and returns whether the browser can show it; `take` hands it a picture.
 *   `listen` and `hear` do the same for sound
 */

const opening = /** @type {State} */ ({ kind: "opening" });
const lost = /** @type {State} */ ({ kind: "lost" });

/** How long before its end a live view asks whether to continue, in milliseconds. */
const endingTime = 30_000;
/** The longest silence of a stream, in milliseconds. */
const mostSilence = 15_000;

/** @type {ReadonlyMap<string, Refusal>} the refusals by the call's code; a stream that ends otherwise is opened again */
const refusals = new Map(/** @type {[string, Refusal][]} */ ([
  ["failed_precondition", "none"], ["resource_exhausted", "busy"], ["not_found", "gone"], ["permission_denied", "denied"],
  ["unimplemented", "none"], ["invalid_argument", "other"], ["internal", "other"], ["unauthenticated", "other"],
]));

export class LiveView {
  state = signal(opening);
  /** Whether the stream's time is almost over. */
  isEnding = signal(false);
  #quality;
  #streamId = "";
  #failures = 0;
  #isReopening = false;
  #life = new AbortController();
  #call = new AbortController();
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #ending;

  /** @param {Settings} settings */
  constructor(settings) {
    this.settings = settings;
    this.#quality = settings.quality;
    this.#life.abort();
  }

  /** Opens the stream, unless it is open. Resolves when it has ended for good. */
  async start() {
    if (!this.#life.signal.aborted) return;
    const life = (this.#life = new AbortController());
    life.signal.addEventListener("abort", () => this.#call.abort());
    this.#failures = 0;
    this.state.value = opening;
    const { wait = pause, random } = this.settings;
    while (!life.signal.aborted) {
      const end = await this.#follow();
      if (life.signal.aborted) return;
      if (this.#isReopening) continue;
      this.state.value = end;
      if (end.kind !== "lost") break;
      await wait(retryDelay(this.#failures, random), life.signal);
      this.#failures += 1;
    }
    life.abort();
  }

  /** Ends the stream. */
  stop() {
    this.#life.abort();
  }

  /** Opens the stream again at once, for another player. */
  reopen() {
    this.#isReopening = true;
    this.#call.abort();
  }

  /** A player has shown a picture. */
  shown() {
    if (this.#life.signal.aborted || this.#call.signal.aborted) return;
    this.#failures = 0;
    if (this.state.peek().kind !== "live") this.state.value = { kind: "live" };
  }

  /** Lets the stream last longer. If that fails, it ends at its time. */
  async extend() {
    const more = await this.settings.extend(this.#streamId);
    if (more) this.#endIn(more.seconds);
  }

  /** @param {number} seconds until the hub ends the stream */
  #endIn(seconds) {
    clearTimeout(this.#ending);
    this.isEnding.value = false;
    this.#ending = setTimeout(() => (this.isEnding.value = true), Math.max(0, seconds * 1000 - endingTime));
  }

  /** @returns {Promise<State>} how the stream has ended */
  async #follow() {
    const call = (this.#call = new AbortController());
    this.#isReopening = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let silence;
    const listen = () => {
      clearTimeout(silence);
      silence = setTimeout(() => call.abort(), mostSilence);
    };
    listen();
    try {
      for await (const part of this.settings.open(this.#quality, call.signal)) {
        listen();
        const refused = await this.#take(part);
        if (refused) return refused;
      }
      return { kind: "over" };
    } catch (error) {
      if (error instanceof WireError) return { kind: "refused", refusal: "other", detail: error.message };
      if (!(error instanceof RpcError)) throw error;
      const refusal = refusals.get(error.code);
      return refusal ? { kind: "refused", refusal, detail: error.message } : lost;
    } finally {
      clearTimeout(silence);
      clearTimeout(this.#ending);
      this.isEnding.value = false;
      call.abort();
    }
  }

  /** @param {Part} part @returns {Promise<State | undefined>} the state in which the stream ends here */
  async #take({ opened, format, unit }) {
    if (opened) {
      this.#streamId = opened.streamId;
      this.#endIn(opened.seconds);
    }
    if (format?.video && !(await this.settings.begin(format.video))) {
      if (this.#quality === "SUB") return { kind: "refused", refusal: "codec", detail: format.video.codec };
      // A camera's small stream often has a codec that more browsers know.
      this.#quality = "SUB";
      this.#isReopening = true;
      return opening;
    }
    if (format?.audio) await this.settings.listen?.(format.audio);
    if (unit) (unit.isAudio ? this.settings.hear : this.settings.take)?.({ isKey: unit.isKey, time: Number(unit.time), data: unit.data });
    return undefined;
  }
}
