// Which decoded pictures of a live stream are drawn.

/** The oldest picture that is drawn, in microseconds before the newest one that has arrived. */
const mostBehind = 200_000;
/** The longest time without a picture, in milliseconds, if the decoder can't keep up. */
const mostPatience = 1_000;

/**
 * A stream begins with all pictures since the last key picture, which a decoder needs and which are old. Drawing them would
 * show the past, and a decoder that draws all pictures never catches up. So only new ones are drawn; a decoder that is always
 * behind shows one a second.
 */
export class Backlog {
  #newest = -Infinity;
  /** @type {number | undefined} when a picture was drawn, or the first one came, in milliseconds */
  #shownAt;

  /** @param {number} time of a picture that has arrived, in microseconds of its stream @param {number} now in milliseconds */
  arrive(time, now) {
    this.#shownAt ??= now;
    this.#newest = Math.max(this.#newest, time);
  }

  /**
   * @param {number} time of a decoded picture, in microseconds of its stream
   * @param {number} now in milliseconds
   * @returns {boolean} whether to draw it
   */
  isDrawn(time, now) {
    if (this.#newest - time > mostBehind && now - (this.#shownAt ?? now) < mostPatience) return false;
    this.#shownAt = now;
    return true;
  }
}
