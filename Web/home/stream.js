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
/** How long a tab may take to answer another one. */
const answerTime = 3_000;
/** Bytes of frames that may come while a tab still loads. */
const mostEarly = 16 * 1024 * 1024;

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
  /** Ends with the page, or when the browser freezes it. */
  #life = new AbortController();
  /** Ends the pause between two tries. */
  #wake = new AbortController();
  /** The watch under way. */
  #call = new AbortController();
  #heartbeat = defaultHeartbeat;
  /** @type {ReturnType<typeof setInterval> | undefined} looks after the tab that streams, in one that listens */ #others;
  #lastFrame = 0;
  #isLeader = false;
  #isLive = false;
  /** Whether another tab has answered. */
  #hasHeard = false;
  /** Whether it is said that the other tab is silent. */
  #isDoubted = false;
  /** @type {Uint8Array[] | undefined} what came before the home was loaded: what is loaded then is older, or has it */
  #early = [];
  #earlyBytes = 0;
  /** @type {Map<"started" | "caller", Uint8Array>} what a watch says at its beginning only, for tabs that come later */
  #greeting = new Map();

  /** @param {StreamSettings} settings */
  constructor(settings) {
    this.settings = settings;
    this.wait = settings.wait ?? pause;
    settings.channel?.addEventListener("message", (event) => this.#hear(event.data));
  }

  /** Streams, or listens to the tab that does, until stop. What came while the home was loaded comes first. */
  start() {
    const early = this.#early;
    this.#early = undefined;
    if (early && early.length > 0 && this.#earlyBytes <= mostEarly) this.#take(early);
    this.#begin(this.#earlyBytes > mostEarly);
  }

  /** The browser freezes the page, which can't stream for others then, nor wait for its turn. */
  freeze() {
    this.#life.abort();
  }

  /** The page goes on. What others told meanwhile may be lost: it goes on by itself from where it was. */
  resume() {
    if (!this.#life.signal.aborted) return;
    this.#life = new AbortController();
    this.settings.onState(false, undefined);
    this.#begin(true);
  }

  /** @param {boolean} isGap whether this tab lacks something that the others have */
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
   * Leads once the lock is this tab's, until another tab takes it away.
   *
   * @param {LockManager} locks
   * @param {boolean} isTaken whether it is taken away from the tab that has it
   */
  #compete(locks, isTaken) {
    const { signal } = this.#life;
    const term = new AbortController();
    signal.addEventListener("abort", () => term.abort());
    locks.request(lockName, isTaken ? { steal: true } : { signal }, () => this.#lead(term)).catch((error) => {
      term.abort();
      // A page that is left gets no lock any more: asking on would keep it, and its reload, busy for good.
      const isTakenAway = error instanceof DOMException && error.name === "AbortError";
      if (isTakenAway && !signal.aborted) this.#compete(locks, false);
    });
  }

  stop() {
    this.#life.abort();
    this.settings.channel?.close();
  }

  /** The reader looks at the page: a pause ends, and a leader that sleeps loses the stream. */
  hurry() {
    this.#wake.abort();
    if (this.#lastFrame === 0 || this.#silence <= 2 * this.#heartbeat) return;
    if (this.#isLeader) this.#call.abort();
    else if (this.settings.locks) this.#compete(this.settings.locks, true);
  }

  /** For how long nothing came. A clock that was set back meanwhile says nothing of it: that counts as long. */
  get #silence() {
    return Math.abs(Date.now() - this.#lastFrame);
  }

  /**
   * A tab that listens hears something from the one that streams, or that the hub is away. One that says nothing at all is
   * frozen, or asleep.
   *
   * @param {LockManager} locks
   */
  #listen(locks) {
    const patience = this.#hasHeard ? 2 * this.#heartbeat : answerTime;
    const silence = this.#silence;
    if (this.#isLeader || silence <= patience) return;
    if (!this.#isDoubted) this.settings.onState(false, undefined);
    this.#isDoubted = true;
    // After a sleep of all, the one that streams comes first.
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
   * One watch, until it ends in whatever way.
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
    // As often as the hub lets hear of it, and not much oftener: a page at rest has nothing else to do.
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
      // A copy: the frame is a part of all that came with it.
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
    // That the hub is away is said at each try: it tells the others that this tab is not.
    if (this.#isLive !== isLive || !isLive) this.settings.channel?.postMessage({ isLive });
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
