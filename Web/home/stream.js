// One watch for all tabs of a browser: HTTP/1.1 gives an origin six connections, and a stream takes one for good. The
// tab that holds a lock has the stream and passes its frames on; when it goes, the next one takes over.

import { RpcError } from "../lib/connect.js";
import { decode } from "../lib/message.js";
import { WireError } from "../lib/wire.js";

/** @typedef {import("../lib/hearth-v1.js").WatchResponse} WatchResponse */
/**
 * @typedef {{
 *   frames: (request: Uint8Array, signal: AbortSignal) => AsyncIterable<Uint8Array[]>,
 *   request: () => Uint8Array,
 *   onMessages: (messages: WatchResponse[]) => void,
 *   onState: (isLive: boolean, error: RpcError | undefined) => void,
 *   locks?: LockManager | undefined,
 *   channel?: BroadcastChannel | undefined,
 *   wait?: (milliseconds: number, signal: AbortSignal) => Promise<void>,
 *   random?: () => number,
 * }} StreamSettings
 */

const lockName = "hearth-watch";
const defaultHeartbeat = 15_000;

/**
 * How long to wait before the next try: 0.5 s at first, up to 10 s, so that not all pages come at once.
 *
 * @param {number} failures in a row
 * @param {() => number} random
 */
export function retryDelay(failures, random = Math.random) {
  const most = Math.min(10_000, 500 * 2 ** Math.min(failures, 10));
  return 500 + random() * Math.max(0, most - 500);
}

export class HomeStream {
  #end = new AbortController();
  /** Ends the pause between two tries. */
  #wake = new AbortController();
  #heartbeat = defaultHeartbeat;
  #lastFrame = 0;
  #isLeader = false;
  #isLive = false;
  /** @type {Map<"started" | "caller", Uint8Array>} what a watch says at its beginning only, for tabs that come later */
  #greeting = new Map();

  /** @param {StreamSettings} settings */
  constructor(settings) {
    this.settings = settings;
    this.wait = settings.wait ?? pause;
    settings.channel?.addEventListener("message", (event) => this.#hear(event.data));
  }

  /** Streams, or listens to the tab that does, until stop. */
  start() {
    const { locks, channel } = this.settings;
    if (!locks || !channel) {
      this.#lead(this.#end);
      return;
    }
    this.#compete(locks, { signal: this.#end.signal });
    channel.postMessage({ ask: true });
  }

  /**
   * Leads once the lock is this tab's, until another tab takes it away.
   *
   * @param {LockManager} locks
   * @param {LockOptions} options
   */
  #compete(locks, options) {
    const term = new AbortController();
    this.#end.signal.addEventListener("abort", () => term.abort());
    locks.request(lockName, options, () => this.#lead(term)).catch((error) => {
      term.abort();
      // A page that is left gets no lock any more: asking on would keep it, and its reload, busy for good.
      const isTakenAway = error instanceof DOMException && error.name === "AbortError";
      if (isTakenAway && !this.#end.signal.aborted) this.#compete(locks, { signal: this.#end.signal });
    });
  }

  stop() {
    this.#end.abort();
    this.settings.channel?.close();
  }

  /** The reader looks at the page: a pause ends, and a leader that sleeps loses the stream. */
  hurry() {
    this.#wake.abort();
    const isSilent = Date.now() - this.#lastFrame > 2 * this.#heartbeat;
    const { locks } = this.settings;
    if (this.#isLeader || !locks || !isSilent || this.#lastFrame === 0) return;
    this.#compete(locks, { steal: true });
  }

  /** @param {any} message from another tab */
  #hear(message) {
    if (message?.ask && this.#isLeader) this.settings.channel?.postMessage({ isLive: this.#isLive, frames: [...this.#greeting.values()] });
    if (this.#isLeader) return;
    if (typeof message?.isLive === "boolean") {
      this.#lastFrame = Date.now();
      this.settings.onState(message.isLive, undefined);
    }
    if (Array.isArray(message?.frames)) this.#take(message.frames);
  }

  /** @param {AbortController} term */
  async #lead(term) {
    this.#isLeader = true;
    for (let failures = 0; !term.signal.aborted; failures += 1) {
      const error = await this.#follow(term.signal, () => (failures = -1));
      if (term.signal.aborted) break;
      this.#tell(false, error);
      this.#wake = new AbortController();
      await this.wait(retryDelay(failures, this.settings.random), this.#wake.signal);
    }
    this.#isLeader = false;
  }

  /**
   * One watch, until it ends in whatever way.
   *
   * @param {AbortSignal} term
   * @param {() => void} onSuccess
   * @returns {Promise<RpcError | undefined>}
   */
  async #follow(term, onSuccess) {
    const call = new AbortController();
    const giveUp = () => call.abort();
    term.addEventListener("abort", giveUp);
    this.#lastFrame = Date.now();
    const dog = setInterval(() => {
      if (Date.now() - this.#lastFrame > 2 * this.#heartbeat) call.abort();
    }, 1_000);
    try {
      for await (const frames of this.settings.frames(this.settings.request(), call.signal)) {
        onSuccess();
        this.#take(frames);
        this.settings.channel?.postMessage({ frames });
        this.#tell(true, undefined);
      }
      return undefined;
    } catch (error) {
      if (error instanceof RpcError) return error;
      if (error instanceof WireError) return new RpcError("internal", error.message);
      throw error;
    } finally {
      clearInterval(dog);
      term.removeEventListener("abort", giveUp);
    }
  }

  /** @param {Uint8Array[]} frames */
  #take(frames) {
    this.#lastFrame = Date.now();
    const messages = frames.map((bytes) => decode("WatchResponse", bytes));
    for (const [index, message] of messages.entries()) {
      const bytes = /** @type {Uint8Array} */ (frames[index]);
      if (message.caller) this.#greeting.set("caller", bytes);
      if (!message.started) continue;
      this.#greeting.set("started", bytes);
      this.#heartbeat = Math.max(1, message.started.heartbeatSeconds) * 1000;
    }
    this.settings.onMessages(messages);
  }

  /**
   * @param {boolean} isLive
   * @param {RpcError | undefined} error
   */
  #tell(isLive, error) {
    if (this.#isLive !== isLive) this.settings.channel?.postMessage({ isLive });
    this.#isLive = isLive;
    this.settings.onState(isLive, error);
  }
}

/**
 * @param {number} milliseconds
 * @param {AbortSignal} signal
 * @returns {Promise<void>}
 */
function pause(milliseconds, signal) {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
