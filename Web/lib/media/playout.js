// When packets of live sound are played.

/** The time by which a packet is planned ahead, at the beginning and after a gap, in seconds. */
const lead = 0.1;
/** The furthest that a packet may be planned ahead, in seconds; the sound would be later than the picture. */
const mostAhead = 0.4;

/** Plays packets one behind the other, and leaves some out if more comes than time passes. */
export class Playout {
  #end = 0;

  /**
   * @param {number} now by the clock of the sound's output, in seconds
   * @param {number} duration of a packet, in seconds
   * @returns {number | undefined} when it begins; undefined to leave it out
   */
  place(now, duration) {
    const start = this.#end > now ? this.#end : now + lead;
    if (start - now > mostAhead) return undefined;
    this.#end = start + duration;
    return start;
  }
}
