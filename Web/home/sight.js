// Which devices nobody can see at the moment. What changes of them is written in turns, a part with each frame, so that what
// is seen does not wait for it. A home in which little happens has no turns.

/** Devices out of sight that are told of with one frame: few beside what is in sight. */
const turns = { busy: 10, calm: 40 };

export class Sight {
  /** @type {Map<string, {tiles: number, hidden: number}>} */ #devices = new Map();

  /** @param {string} id of a device that has one tile more, in sight as far as is known */
  enter(id) {
    const known = this.#devices.get(id);
    if (known) known.tiles += 1;
    else this.#devices.set(id, { tiles: 1, hidden: 0 });
  }

  /** @param {string} id of a device whose tile is gone @param {boolean} wasHidden */
  leave(id, wasHidden) {
    const known = this.#devices.get(id);
    if (!known) return;
    known.tiles -= 1;
    if (wasHidden) known.hidden -= 1;
    if (known.tiles === 0) this.#devices.delete(id);
  }

  /** @param {string} id of a device with a tile that comes into sight, or goes @param {boolean} isHidden */
  hide(id, isHidden) {
    const known = this.#devices.get(id);
    if (known) known.hidden += isHidden ? 1 : -1;
  }

  /**
   * The devices that wait for a later frame. One without a tile never does: what shows it is in sight.
   *
   * @param {Iterable<string>} changed the ones that wait longest first
   */
  waiting(changed) {
    /** @type {Set<string>} */
    const hidden = new Set();
    let isBusy = false;
    for (const id of changed) {
      const known = this.#devices.get(id);
      if (known && known.hidden === known.tiles) hidden.add(id);
      else isBusy = true;
    }
    let told = 0;
    for (const id of hidden) {
      if (told === (isBusy ? turns.busy : turns.calm)) break;
      hidden.delete(id);
      told += 1;
    }
    return hidden;
  }
}
