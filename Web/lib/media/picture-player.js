// Shows a live stream of JPEG pictures on a canvas.

import { draw } from "./decoding-player.js";

/** @typedef {import("./decoding-player.js").Player} Player */
/** @typedef {import("./decoding-player.js").Unit} Unit */

/** @implements {Player} */
export class PicturePlayer {
  element = document.createElement("canvas");
  #isBusy = false;
  #isClosed = false;
  /** @type {Uint8Array | undefined} the newest picture, if another one is being decoded */ #next;

  /** @param {import("./decoding-player.js").Hearer} hearer */
  constructor(hearer) {
    this.hearer = hearer;
  }

  begin() {}

  /** @param {Unit} unit */
  async take({ data }) {
    this.#next = data;
    if (this.#isBusy) return;
    this.#isBusy = true;
    while (this.#next && !this.#isClosed) {
      const bytes = this.#next;
      this.#next = undefined;
      // A broken picture is left out.
      const picture = await createImageBitmap(new Blob([/** @type {BlobPart} */ (bytes)], { type: "image/jpeg" })).catch(() => undefined);
      if (picture && !this.#isClosed) {
        draw(this.element, picture, picture.width, picture.height);
        this.hearer.onPicture();
      }
      picture?.close();
    }
    this.#isBusy = false;
  }

  close() {
    this.#isClosed = true;
  }
}
