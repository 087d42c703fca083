// Listeners, and changes as an asynchronous sequence.

/** @template T */
export class Listeners {
  /** @type {Set<(value: T) => void>} */
  #all = new Set();

  /**
   * @param {(value: T) => void} listener
   * @returns {() => void} removes the listener
   */
  add(listener) {
    // A wrapper for each call, so that one function can listen twice.
    const one = (/** @type {T} */ value) => listener(value);
    this.#all.add(one);
    return () => void this.#all.delete(one);
  }

  /** @param {T} value */
  tell(value) {
    // A copy: listeners that are added meanwhile get the next value.
    for (const listener of new Set(this.#all)) {
      try {
        listener(value);
      } catch (error) {
        // Thrown in a task of its own: the other listeners are still called, and the program's error handler gets the error.
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
 * Yields the current value, and then each change. Changes between two reads are coalesced: the last value counts.
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
