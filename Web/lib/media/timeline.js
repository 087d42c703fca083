// The times of a live stream's pictures in a media source.

/** The time between two pictures until it is known, in microseconds. */
const usualStep = 40_000;
/** The shortest duration of a picture, and the longest step that says something about the next one, in microseconds. */
const leastDuration = 1_000;
const longestStep = 1_000_000;

/**
 * Places pictures one behind the other without a gap. A browser drops all pictures after a gap up to the next key picture,
 * and a picture's duration is only known once the next one is there. So each picture lasts until the expected time of the
 * next one, and the one after it makes up for the difference. The timeline begins at 0, and continues where it was when
 * another stream begins.
 */
export class Timeline {
  #end = 0;
  /** @type {number | undefined} the difference between the timeline's times and the stream's */
  #shift;
  /** @type {number | undefined} */
  #last;
  /** @type {number | undefined} the mean time between two pictures */
  #step;

  /** The expected time between two pictures, in microseconds. */
  get step() {
    return this.#step ?? usualStep;
  }

  /** Begins another stream, with times of its own. */
  restart() {
    this.#shift = this.#last = undefined;
  }

  /**
   * @param {number} time of a picture in its stream, in microseconds
   * @returns {{start: number, duration: number}} in microseconds
   */
  place(time) {
    this.#shift ??= this.#end - time;
    const past = this.#last === undefined ? 0 : time - this.#last;
    if (past > 0 && past <= longestStep) this.#step = this.#step === undefined ? past : this.#step + (past - this.#step) / 8;
    this.#last = time;
    const start = this.#end;
    this.#end = Math.max(start + leastDuration, Math.round(time + this.#shift + this.step));
    return { start, duration: this.#end - start };
  }
}
