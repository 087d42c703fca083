// The clips of a camera: listed, watched, deleted, and their recording switched.

import { signal } from "../lib/view.js";
import { milliseconds } from "./model.js";

/** @typedef {import("../lib/hearth-v1.js").CameraClip} CameraClip */
/** @typedef {{deviceId: string, endpoint: number}} Target */
/** @typedef {{id: string, start: number, seconds: number, events: readonly string[]}} Clip `start` is in milliseconds since 1970 */

/** The events that the page has words for, by Google's numbers. */
const eventNames = new Map([
  [1, "motion"], [2, "person"], [3, "doorbell"], [4, "package"], [7, "animal"], [8, "vehicle"], [9, "alarm"], [10, "alarm"],
  [16, "sound"], [17, "alarm"], [20, "person"], [21, "person"],
]);

/** @param {CameraClip} clip @returns {Clip} */
export const clipOf = ({ clipId, start, duration, events }) => ({
  id: clipId,
  start: milliseconds(start) ?? 0,
  seconds: Number(duration?.seconds ?? 0n) + (duration?.nanos ?? 0) / 1e9,
  events: [...new Set(events.map((event) => eventNames.get(event) ?? "other"))],
});

export class Clips {
  /** Newest first; undefined before they are known. */
  clips = signal(/** @type {readonly Clip[] | undefined} */ (undefined));
  /** Whether the hub records the camera, and whether it keeps clips at all. */
  isRecorded = signal(false);
  isKept = signal(false);
  /** Why nothing is recorded at the moment although that is switched on, in the hub's words; else empty. */
  problem = signal("");
  /** Whether there are older clips than the shown ones. */
  hasMore = signal(false);
  #token = "";

  /** @param {import("../lib/connect.js").Client} client @param {Target} target */
  constructor(client, target) {
    this.client = client;
    this.target = target;
  }

  /** Fetches the newest clips. */
  async load() {
    this.#token = "";
    await this.#page([]);
  }

  /** Fetches older clips as well. */
  async more() {
    await this.#page(this.clips.peek() ?? []);
  }

  /** @param {readonly Clip[]} before */
  async #page(before) {
    const page = await this.client.call("CameraService/ListClips", { target: this.target, pageSize: 20, pageToken: this.#token });
    this.#token = page.nextPageToken;
    this.isRecorded.value = page.isRecorded;
    this.isKept.value = page.keepsClips;
    this.problem.value = page.problem;
    this.hasMore.value = page.nextPageToken !== "";
    this.clips.value = [...before, ...page.clips.map(clipOf)];
  }

  /** @param {boolean} isRecorded */
  async record(isRecorded) {
    await this.client.call("CameraService/SetRecording", { target: this.target, isRecorded });
    this.isRecorded.value = isRecorded;
    this.problem.value = "";
  }

  /** @param {Clip} clip */
  async remove(clip) {
    await this.client.call("CameraService/DeleteClip", { clipId: clip.id });
    this.clips.value = this.clips.peek()?.filter((one) => one !== clip);
  }

  /** @param {Clip} clip @param {AbortSignal} stop @returns {Promise<Blob>} its file */
  async file(clip, stop) {
    /** @type {BlobPart[]} */
    const pieces = [];
    for await (const { data } of this.client.stream("CameraService/FetchClip", { clipId: clip.id }, { signal: stop })) pieces.push(/** @type {BlobPart} */ (data));
    return new Blob(pieces, { type: "video/mp4" });
  }
}
