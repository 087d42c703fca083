// Debounces requests that change with each keystroke: only the last is sent, and only its answer counts.

export class LastAnswer {
  #ask;
  #pause;
  #turn = 0;
  #answered = true;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** @type {Promise<void>} */
  #asked = Promise.resolve();

  /**
   * @param {number} pause after the last change before the request is sent, in milliseconds
   * @param {(isLast: () => boolean) => Promise<void>} ask sends the request; the answer counts only if `isLast` is still true
   */
  constructor(pause, ask) {
    this.#pause = pause;
    this.#ask = ask;
  }

  /** Sends the request after the pause, and invalidates answers in flight; call it after each change. */
  later() {
    clearTimeout(this.#timer);
    this.#turn += 1;
    this.#timer = setTimeout(() => this.now(), this.#pause);
  }

  /** Sends the request now. @returns {Promise<void>} resolves with the answer, or when another request replaces it */
  now() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const turn = (this.#turn += 1);
    const asked = this.#ask(() => turn === this.#turn);
    this.#asked = asked;
    this.#answered = false;
    asked.finally(() => {
      if (asked === this.#asked) this.#answered = true;
    });
    return asked;
  }

  /** Whether a request is waiting or in flight. */
  get isOpen() {
    return this.#timer !== undefined || !this.#answered;
  }

  /** Sends a waiting request at once, and resolves when none is waiting or in flight. */
  async settled() {
    /** @type {Promise<void>} */
    let asked;
    do {
      asked = this.#timer === undefined ? this.#asked : this.now();
      await asked;
    } while (this.#timer !== undefined || asked !== this.#asked);
  }

  /** Cancels a waiting request, and invalidates answers in flight. */
  stop() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#turn += 1;
  }
}
