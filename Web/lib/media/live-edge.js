// Keeps a playing media source at the end of what has arrived: without this, every stall makes the picture older.

/** How far the player may be behind, in seconds: beyond the first it jumps, beyond the second it plays faster. */
const jumpBehind = 1;
const hurryBehind = 0.2;
/** Where the player is happy, in seconds: it plays at the usual speed again, or has jumped there. */
const enoughBehind = 0.1;
const hurryRate = 1.1;

/**
 * What a player does to stay at the live edge. A slow camera's player may be behind by two pictures, because the last one
 * lasts until the next one comes.
 *
 * @param {{time: number, end: number, rate: number, step: number}} player its time, the end of its buffer and the time
 *   between two pictures in seconds, and its speed
 * @returns {{rate: number, jump?: number}}
 */
export function atLiveEdge({ time, end, rate, step }) {
  const behind = end - time;
  const slack = Math.max(0, 2 * step - enoughBehind);
  if (behind > jumpBehind + slack) return { rate: 1, jump: Math.max(0, end - Math.max(enoughBehind, step)) };
  if (behind > hurryBehind + slack) return { rate: hurryRate };
  return { rate: behind <= enoughBehind + slack ? 1 : rate };
}
