// One watch for all tabs of a browser: with HTTP/1.1, an origin has six connections, and a stream occupies one. The leader,
// the tab that holds a lock, has the stream and forwards its frames to the others. When it closes, another tab takes over.

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
/** The longest wait for another tab's answer, in milliseconds. */
const answerTime = 3_000;
/** The most bytes of frames that a tab buffers while it loads the home. */
const mostEarly = 16 * 1024 * 1024;

/**
 * The wait before the next try in milliseconds: 500 at first, later a random time up to 10,000, so that the pages do not all
 * reconnect at once.
 *
 * @param {number} failures in a row
 * @param {() => number} random
 */
export function retryDelay(failures, random = Math.random) {
  const most = Math.min(10_000, 500 * 2 ** Math.min(failures, 10));
  return 500 + random() * Math.max(0, most - 500);
}

export class HomeStream {
  /** Aborted when the page closes, or the browser freezes it. */
  #life = new AbortController();
  /** Aborted to end the pause between two tries. */
  #wake = new AbortController();
  /** Aborted to end the current watch. */
  #call = new AbortController();
  #heartbeat = defaultHeartbeat;
  /** @type {ReturnType<typeof setInterval> | undefined} in a tab that is not the leader, checks that the leader responds */ #others;
  #lastFrame = 0;
  #isLeader = false;
  #isLive = false;
  /** Whether another tab has answered. */
  #hasHeard = false;
  /** Whether the leader's silence was reported as a lost connection. */
  #isDoubted = false;
  /** @type {Uint8Array[] | undefined} frames that came before the home was loaded; they are applied after it */
  #early = [];
  #earlyBytes = 0;
  /** @type {Map<"started" | "caller", Uint8Array>} messages that a watch sends only at its start, for tabs that open later */
  #greeting = new Map();

  /** @param {StreamSettings} settings */
  constructor(settings) {
    this.settings = settings;
    this.wait = settings.wait ?? pause;
    settings.channel?.addEventListener("message", (event) => this.#hear(event.data));
  }

  /** Streams, or listens to the leader, until `stop`. Frames that came while the home was loaded are applied first. */
  start() {
    const early = this.#early;
    this.#early = undefined;
    if (early && early.length > 0 && this.#earlyBytes <= mostEarly) this.#take(early);
    this.#begin(this.#earlyBytes > mostEarly);
  }

  /** Releases the lock when the browser freezes the page: a frozen tab can neither lead nor wait for the lock. */
  freeze() {
    this.#life.abort();
  }

  /** Continues after a freeze. Frames from the leader may be lost, so this tab leads and resumes from its own position. */
  resume() {
    if (!this.#life.signal.aborted) return;
    this.#life = new AbortController();
    this.settings.onState(false, undefined);
    this.#begin(true);
  }

  /** @param {boolean} isGap whether this tab may have missed frames that the others have */
  #begin(isGap) {
    const { locks, channel } = this.settings;
    if (!locks || !channel) {
      this.#lead(this.#life);
      return;
    }
    this.#lastFrame = Date.now();
    this.#compete(locks, isGap);
    channel.postMessage({ ask: true });
    this.#watchOthers(true);
    this.#life.signal.addEventListener("abort", () => this.#watchOthers(false));
  }

  /** @param {boolean} isOn */
  #watchOthers(isOn) {
    clearInterval(this.#others);
    const { locks } = this.settings;
    if (isOn && locks && !this.#life.signal.aborted) this.#others = setInterval(() => this.#listen(locks), 1_000);
  }

  /**
   * Leads once this tab has the lock, until another tab steals it.
   *
   * @param {LockManager} locks
   * @param {boolean} isTaken whether to steal the lock from the leader
   */
  #compete(locks, isTaken) {
    const { signal } = this.#life;
    const term = new AbortController();
    signal.addEventListener("abort", () => term.abort());
    locks.request(lockName, isTaken ? { steal: true } : { signal }, () => this.#lead(term)).catch((error) => {
      term.abort();
      // A page that is being closed gets no lock; retrying would keep it, and its reload, busy forever.
      const isTakenAway = error instanceof DOMException && error.name === "AbortError";
      if (isTakenAway && !signal.aborted) this.#compete(locks, false);
    });
  }

  stop() {
    this.#life.abort();
    this.settings.channel?.close();
  }

  /** Reconnects at once, as the person looks at the page: ends a pause, and takes the stream from a silent leader. */
  hurry() {
    this.#wake.abort();
    if (this.#lastFrame === 0 || this.#silence <= 2 * this.#heartbeat) return;
    if (this.#isLeader) this.#call.abort();
    else if (this.settings.locks) this.#compete(this.settings.locks, true);
  }

  /** The milliseconds since the last frame. If the clock was set back meanwhile, its difference counts as silence, too. */
  get #silence() {
    return Math.abs(Date.now() - this.#lastFrame);
  }

  /**
   * Checks that the leader responds. It forwards frames, or reports that the hub is away; a silent leader is frozen or
   * asleep, and loses the lock.
   *
   * @param {LockManager} locks
   */
  #listen(locks) {
    const patience = this.#hasHeard ? 2 * this.#heartbeat : answerTime;
    const silence = this.#silence;
    if (this.#isLeader || silence <= patience) return;
    if (!this.#isDoubted) this.settings.onState(false, undefined);
    this.#isDoubted = true;
    // After the machine slept, the leader gets time to reconnect first.
    if (this.#hasHeard && silence <= 3 * this.#heartbeat) return;
    this.#lastFrame = Date.now();
    this.#compete(locks, true);
  }

  /** @param {any} message from another tab */
  #hear(message) {
    if (message?.ask && this.#isLeader) this.settings.channel?.postMessage({ isLive: this.#isLive, frames: [...this.#greeting.values()] });
    if (this.#isLeader || message?.ask) return;
    const frames = Array.isArray(message?.frames) ? message.frames : [];
    if (this.#early) {
      this.#earlyBytes += frames.reduce((/** @type {number} */ sum, /** @type {Uint8Array} */ bytes) => sum + bytes.length, 0);
      if (this.#earlyBytes <= mostEarly) this.#early.push(...frames);
      return;
    }
    this.#lastFrame = Date.now();
    this.#hasHeard = true;
    this.#isDoubted = false;
    if (frames.length > 0) this.#take(frames);
    this.settings.onState(typeof message?.isLive === "boolean" ? message.isLive : true, undefined);
  }

  /** @param {AbortController} term */
  async #lead(term) {
    this.#isLeader = true;
    this.#watchOthers(false);
    term.signal.addEventListener("abort", () => this.#wake.abort());
    for (let failures = 0; !term.signal.aborted; failures += 1) {
      const error = await this.#follow(term.signal, () => (failures = -1));
      if (term.signal.aborted) break;
      this.#tell(false, error);
      this.#wake = new AbortController();
      await this.wait(retryDelay(failures, this.settings.random), this.#wake.signal);
    }
    this.#isLeader = false;
    this.#watchOthers(true);
  }

  /**
   * Runs one watch until it ends. Returns its error, if any.
   *
   * @param {AbortSignal} term
   * @param {() => void} onSuccess
   * @returns {Promise<RpcError | undefined>}
   */
  async #follow(term, onSuccess) {
    const call = (this.#call = new AbortController());
    const giveUp = () => call.abort();
    term.addEventListener("abort", giveUp);
    this.#lastFrame = Date.now();
    /** @type {ReturnType<typeof setInterval> | undefined} */
    let dog;
    let heartbeat = 0;
    // The check runs about as often as the hub's heartbeat, so that an idle page does no needless work.
    const guard = () => {
      if (heartbeat === this.#heartbeat) return;
      heartbeat = this.#heartbeat;
      clearInterval(dog);
      dog = setInterval(() => {
        if (this.#silence > 2 * this.#heartbeat) call.abort();
      }, Math.min(5_000, heartbeat));
    };
    guard();
    try {
      for await (const frames of this.settings.frames(this.settings.request(), call.signal)) {
        onSuccess();
        this.#take(frames);
        guard();
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
      if (!message.caller && !message.started) continue;
      // A copy, as the frame is a view that keeps the whole piece in memory.
      this.#greeting.set(message.caller ? "caller" : "started", /** @type {Uint8Array} */ (frames[index]).slice());
      if (!message.started) continue;
      this.#heartbeat = Math.max(1, message.started.heartbeatSeconds) * 1000;
    }
    this.settings.onMessages(messages);
  }

  /**
   * @param {boolean} isLive
   * @param {RpcError | undefined} error
   */
  #tell(isLive, error) {
    // Sent again at each failed try, so that the other tabs know that the leader still responds.
    if (this.#isLive !== isLive || !isLive) this.settings.channel?.postMessage({ isLive });
    this.#isLive = isLive;
    this.settings.onState(isLive, error);
  }
}

/**
 * @param {number} milliseconds
 * @param {AbortSignal} signal that ends the pause early
 * @returns {Promise<void>}
 */
export function pause(milliseconds, signal) {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
