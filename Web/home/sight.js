// Finds the devices out of sight. Their tiles are updated in turns, some in each frame, so that visible tiles do not wait for
// them. If little changes, all are updated at once; if a thousand devices change all the time, a tile out of sight may be
// seconds late.

/** The devices out of sight that are updated in one frame: fewer if visible ones are updated, too. */
const turns = { busy: 10, calm: 40 };

export class Sight {
  /** @type {Map<string, {tiles: number, hidden: number, urgent: number}>} */ #devices = new Map();

  /**
   * @param {string} id of a device with a new tile, which counts as visible at first
   * @param {boolean} isUrgent whether updates of the tile never wait, as it may show an alarm
   */
  enter(id, isUrgent = false) {
    let known = this.#devices.get(id);
    if (!known) this.#devices.set(id, (known = { tiles: 0, hidden: 0, urgent: 0 }));
    known.tiles += 1;
    if (isUrgent) known.urgent += 1;
  }

  /** @param {string} id of a device whose tile was removed @param {boolean} wasHidden @param {boolean} wasUrgent */
  leave(id, wasHidden, wasUrgent = false) {
    const known = this.#devices.get(id);
    if (!known) return;
    known.tiles -= 1;
    if (wasUrgent) known.urgent -= 1;
    if (wasHidden) known.hidden -= 1;
    if (known.tiles === 0) this.#devices.delete(id);
  }

  /** @param {string} id of a device, one of whose tiles came into sight or left it @param {boolean} isHidden */
  hide(id, isHidden) {
    const known = this.#devices.get(id);
    if (known) known.hidden += isHidden ? 1 : -1;
  }

  /**
   * The devices to update now; the others wait for a later frame. A device without a tile never waits, because another
   * view shows it.
   *
   * @param {Iterable<string>} changed the longest waiting first
   * @returns {string[]}
   */
  due(changed) {
    const due = [];
    const hidden = [];
    let isBusy = false;
    for (const id of changed) {
      const known = this.#devices.get(id);
      if (known && known.hidden === known.tiles && known.urgent === 0) {
        if (hidden.length < turns.calm) hidden.push(id);
        continue;
      }
      due.push(id);
      if (known && known.hidden < known.tiles) isBusy = true;
    }
    due.push(...hidden.slice(0, isBusy ? turns.busy : turns.calm));
    return due;
  }
}

/** The approximate number of tiles in a part, which the browser lays out while one of its tiles is near the screen. */
const tilesInPart = 30;

/**
 * The number of tiles in a part of a grid: whole rows, so that the next part continues below it.
 *
 * @param {number} columns at least one
 */
export const partSize = (columns) => columns * Math.max(1, Math.round(tilesInPart / columns));

/** A group of tiles whose layout the browser may skip as a whole; it then reports no changes for single tiles. */
export class Part {
  isSkipped = false;
  /** @type {Set<Place>} */ places = new Set();

  /** @param {boolean} isSkipped */
  skip(isSkipped) {
    this.isSkipped = isSkipped;
    for (const place of this.places) place.follow();
  }
}

/** The place of a device's tile. The code that creates the tile sets its part. */
export class Place {
  #sight;
  #id;
  #isUrgent;
  /** @type {Part | undefined} */ #part;
  #isSkipped = false;
  #isHidden = false;

  /** @param {Sight} sight @param {string} id @param {boolean} isUrgent as in {@link Sight.enter} */
  constructor(sight, id, isUrgent) {
    this.#sight = sight;
    this.#id = id;
    this.#isUrgent = isUrgent;
    sight.enter(id, isUrgent);
  }

  /** @param {Part | undefined} part that the tile is in now */
  move(part) {
    if (part === this.#part) return;
    this.#part?.places.delete(this);
    this.#part = part;
    part?.places.add(this);
    this.follow();
  }

  /** @param {boolean} isSkipped whether the browser skips this tile alone */
  skip(isSkipped) {
    this.#isSkipped = isSkipped;
    this.follow();
  }

  follow() {
    const isHidden = this.#isSkipped || this.#part?.isSkipped === true;
    if (isHidden === this.#isHidden) return;
    this.#isHidden = isHidden;
    this.#sight.hide(this.#id, isHidden);
  }

  leave() {
    this.#part?.places.delete(this);
    this.#sight.leave(this.#id, this.#isHidden, this.#isUrgent);
  }
}
