// Pictures of a camera, taken again and again while somebody can see them.

import { RpcError } from "../lib/connect.js";
import { signal } from "../lib/view.js";
import { hubTime } from "./clock.js";
import { clientId } from "./commands.js";
import { send } from "./send.js";
import { pause } from "./stream.js";
import { CAMERA_STREAMS } from "./traits.js";

/** @typedef {import("../lib/trait.js").TraitValues} TraitValues */
/** @typedef {{width?: number, height?: number}} Size */
/** @typedef {{data: Uint8Array, type: string}} Snapshot */

/** The longest pause after failures, in milliseconds. */
const longestPause = 60_000;

/**
 * The resolution to ask for: the smallest one that is wide enough, or the largest one.
 *
 * @param {TraitValues | undefined} values of CameraAvStreamManagement
 * @param {number} width in pixels
 * @returns {{width: number, height: number}}
 */
export function resolution(values, width) {
  const capabilities = /** @type {readonly {resolution?: Size}[]} */ (values?.["snapshotCapabilities"] ?? []);
  const all = capabilities.flatMap(({ resolution }) => (resolution ? [{ width: resolution.width ?? 0, height: resolution.height ?? 0 }] : []));
  all.sort((left, right) => left.width - right.width);
  return all.find((one) => one.width >= width) ?? all.at(-1) ?? { width: 1_280, height: 720 };
}

/**
 * Takes one picture. Unlike a person's command, it does not show as pending on the tile.
 *
 * @param {import("./live.js").LiveHome} home
 * @param {import("./send.js").Place} place
 * @param {number} width that suits, in pixels
 * @returns {Promise<Snapshot>}
 */
export async function takeSnapshot(home, place, width) {
  await home.loadSchema(CAMERA_STREAMS);
  const type = home.schemas.get(CAMERA_STREAMS);
  const command = type?.commands.get("captureSnapshot");
  if (!type || !command) throw new RpcError("unimplemented", "the hub's schema has no snapshots");
  const values = { snapshotStreamID: null, requestedResolution: resolution(home.trait(place.deviceId, place.endpoint, CAMERA_STREAMS), width) };
  const result = await send(home, place, CAMERA_STREAMS, { command: { commandId: command.id, arguments: type.encodeStruct(command.arguments, values) } }, clientId);
  const answer = type.decodeStruct(command.response, result.response);
  if (!(answer["data"] instanceof Uint8Array)) throw new RpcError("internal", "the camera answered without a picture");
  return { data: answer["data"], type: answer["imageCodec"] === "heic" ? "image/heic" : "image/jpeg" };
}

/** @param {Snapshot} snapshot @returns {string} an address for an image, which its user releases */
export const snapshotUrl = ({ data, type }) => URL.createObjectURL(new Blob([/** @type {BlobPart} */ (data)], { type }));

export class Snapshots {
  /** The last picture, with the time at which it arrived. */
  picture = signal(/** @type {{url: string, at: number} | undefined} */ (undefined));
  /** Why the last try failed. */
  problem = signal(/** @type {RpcError | undefined} */ (undefined));
  #life = new AbortController();

  /** @param {{take: () => Promise<Snapshot>, every: number, wait?: typeof pause}} settings `every` is the pause in milliseconds */
  constructor(settings) {
    this.settings = settings;
    this.#life.abort();
  }

  /** Takes pictures until `stop`. The next one is due when the last one is old enough. */
  async start() {
    if (!this.#life.signal.aborted) return;
    const { signal: life } = (this.#life = new AbortController());
    const { take, every, wait = pause } = this.settings;
    const known = this.picture.peek();
    if (known) await wait(Math.max(0, known.at + every - hubTime()), life);
    for (let failures = 0; !life.aborted; ) {
      try {
        const snapshot = await take();
        failures = 0;
        if (life.aborted) return;
        this.#show({ url: snapshotUrl(snapshot), at: hubTime() });
      } catch (error) {
        if (!(error instanceof RpcError)) throw error;
        failures += 1;
        if (!life.aborted) this.problem.value = error;
      }
      await wait(Math.min(Math.max(longestPause, every), every * 2 ** failures), life);
    }
  }

  stop() {
    this.#life.abort();
  }

  /** Stops, and removes the picture. */
  forget() {
    this.stop();
    this.#show(undefined);
  }

  /** @param {{url: string, at: number} | undefined} picture */
  #show(picture) {
    const before = this.picture.peek();
    this.picture.value = picture;
    this.problem.value = undefined;
    if (before) URL.revokeObjectURL(before.url);
  }
}
