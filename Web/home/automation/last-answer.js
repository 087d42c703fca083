// Questions that each keystroke changes: only the last is asked, and only its answer counts.

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
   * @param {number} pause in milliseconds, how long nothing changes before it is asked
   * @param {(isLast: () => boolean) => Promise<void>} ask an answer counts if it is still the last one's
   */
  constructor(pause, ask) {
    this.#pause = pause;
    this.#ask = ask;
  }

  /** What is asked has changed: answers under way count no more. */
  later() {
    clearTimeout(this.#timer);
    this.#turn += 1;
    this.#timer = setTimeout(() => this.now(), this.#pause);
  }

  /** @returns {Promise<void>} until there is the answer, or another question */
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

  /** Whether something waits to be asked, or for its answer. */
  get isOpen() {
    return this.#timer !== undefined || !this.#answered;
  }

  /** Asks at once what waits, and waits until nothing is asked any more. */
  async settled() {
    /** @type {Promise<void>} */
    let asked;
    do {
      asked = this.#timer === undefined ? this.#asked : this.now();
      await asked;
    } while (this.#timer !== undefined || asked !== this.#asked);
  }

  /** No answer counts any more. */
  stop() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#turn += 1;
  }
}
