// Those who want to hear of something.

/** @template T */
export class Listeners {
  /** @type {Set<(value: T) => void>} */
  #all = new Set();

  /**
   * @param {(value: T) => void} listener
   * @returns {() => void} ends it
   */
  add(listener) {
    // One function may listen twice.
    const one = (/** @type {T} */ value) => listener(value);
    this.#all.add(one);
    return () => void this.#all.delete(one);
  }

  /** @param {T} value */
  tell(value) {
    // Those that listen from now on hear the next one.
    for (const listener of new Set(this.#all)) {
      try {
        listener(value);
      } catch (error) {
        // Of its own: others hear it still, and the program's own handler hears of the error.
        queueMicrotask(() => {
          throw error;
        });
      }
    }
  }

  clear() {
    this.#all.clear();
  }
}

/**
 * What something is, and what it becomes, one after another. Of changes that come while nobody asks, the last one counts.
 *
 * @template T
 * @param {(listener: () => void) => () => void} listen
 * @param {() => T} read
 * @param {AbortSignal} end
 * @returns {AsyncGenerator<T, void>}
 */
export async function* following(listen, read, end) {
  let isFresh = true;
  let wake = () => {};
  const hear = () => {
    isFresh = true;
    wake();
  };
  const stop = listen(hear);
  end.addEventListener("abort", hear);
  try {
    while (!end.aborted) {
      if (!isFresh) await new Promise((resolve) => (wake = () => resolve(undefined)));
      isFresh = false;
      if (!end.aborted) yield read();
    }
  } finally {
    stop();
    end.removeEventListener("abort", hear);
  }
}
