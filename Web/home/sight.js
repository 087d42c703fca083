// Which devices nobody can see at the moment. What changes of them is written in turns, a part with each frame, so that what
// is seen does not wait for it. A home in which little happens has no turns; in one of a thousand devices that all change on
// and on, a turn may come after seconds.

/** Devices out of sight that are told of with one frame: few beside what is in sight. */
const turns = { busy: 10, calm: 40 };

export class Sight {
  /** @type {Map<string, {tiles: number, hidden: number, urgent: number}>} */ #devices = new Map();

  /**
   * @param {string} id of a device that has one tile more, in sight as far as is known
   * @param {boolean} isUrgent whether what the tile shows never waits: it may be an alarm
   */
  enter(id, isUrgent = false) {
    let known = this.#devices.get(id);
    if (!known) this.#devices.set(id, (known = { tiles: 0, hidden: 0, urgent: 0 }));
    known.tiles += 1;
    if (isUrgent) known.urgent += 1;
  }

  /** @param {string} id of a device whose tile is gone @param {boolean} wasHidden @param {boolean} wasUrgent */
  leave(id, wasHidden, wasUrgent = false) {
    const known = this.#devices.get(id);
    if (!known) return;
    known.tiles -= 1;
    if (wasUrgent) known.urgent -= 1;
    if (wasHidden) known.hidden -= 1;
    if (known.tiles === 0) this.#devices.delete(id);
  }

  /** @param {string} id of a device with a tile that comes into sight, or goes @param {boolean} isHidden */
  hide(id, isHidden) {
    const known = this.#devices.get(id);
    if (known) known.hidden += isHidden ? 1 : -1;
  }

  /**
   * The devices that are told of now; the others wait for a later frame. One without a tile never does: what shows it is in
   * sight.
   *
   * @param {Iterable<string>} changed the ones that wait longest first
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

/** Of a grid, about: it is laid out while one of its tiles is near the screen. */
const tilesInPart = 30;

/**
 * How many tiles a part of a grid has: whole rows, so that the next part goes on where it ends.
 *
 * @param {number} columns at least one
 */
export const partSize = (columns) => columns * Math.max(1, Math.round(tilesInPart / columns));

/** Some tiles that a browser may skip together. It says nothing more of each of them then. */
export class Part {
  isSkipped = false;
  /** @type {Set<Place>} */ places = new Set();

  /** @param {boolean} isSkipped */
  skip(isSkipped) {
    this.isSkipped = isSkipped;
    for (const place of this.places) place.follow();
  }
}

/** Where a tile of a device is. Whoever makes it says in which part. */
export class Place {
  #sight;
  #id;
  #isUrgent;
  /** @type {Part | undefined} */ #part;
  #isSkipped = false;
  #isHidden = false;

  /** @param {Sight} sight @param {string} id @param {boolean} isUrgent as of {@link Sight.enter} */
  constructor(sight, id, isUrgent) {
    this.#sight = sight;
    this.#id = id;
    this.#isUrgent = isUrgent;
    sight.enter(id, isUrgent);
  }

  /** @param {Part | undefined} part in which the tile is now */
  move(part) {
    if (part === this.#part) return;
    this.#part?.places.delete(this);
    this.#part = part;
    part?.places.add(this);
    this.follow();
  }

  /** @param {boolean} isSkipped by itself */
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
