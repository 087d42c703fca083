// The list of a camera's clips, each with a button to watch it. Loaded when a person asks for it.

import { Clips } from "../../home/clips.js";
import { mayManage, membership } from "../../home/structures.js";
import { dateAndTime, duration, named } from "../../home/words.js";
import { Role } from "../../lib/hearth-v1.js";
import { el, list, onCleanup, signal } from "../../lib/view.js";
import { button, tell } from "../elements.js";
import { switchRow } from "../fields.js";
import { t } from "../text.js";

/** @typedef {import("../elements.js").App} App */
/** @typedef {import("../../home/parts.js").Part} Part */
/** @typedef {import("../../home/clips.js").Clip} Clip */

/** @param {Clip} clip */
const words = ({ start, seconds, events }) => [dateAndTime(start), duration(seconds), ...events.map((event) => named("camera.event.", event))].join(" · ");

/** @param {App} app @param {Part} part @param {() => string} name */
export function clipList(app, part, name) {
  const clips = new Clips(app.client, { deviceId: part.deviceId, endpoint: part.endpoint });
  const structure = app.home.device(part.deviceId)?.structureId;
  const isOwner = membership(app.home, structure)?.role === Role.OWNER;
  const life = new AbortController();
  const shown = signal(/** @type {{clip: Clip, url: string} | undefined} */ (undefined));
  const show = (/** @type {{clip: Clip, url: string} | undefined} */ next) => {
    const before = shown.peek();
    shown.value = next;
    if (before) URL.revokeObjectURL(before.url);
  };
  onCleanup(() => {
    life.abort();
    show(undefined);
  });
  const play = async (/** @type {Clip} */ clip) => {
    const file = await tell(clips.file(clip, life.signal));
    if (file && !life.signal.aborted) show({ clip, url: URL.createObjectURL(file) });
  };
  const remove = async (/** @type {Clip} */ clip) => {
    await tell(clips.remove(clip));
    if (shown.peek()?.clip === clip) show(undefined);
  };
  tell(clips.load());
  const row = (/** @type {import("../../lib/view.js").Readable<Clip>} */ clip) => el("li", { class: "row" },
    el("span", { class: "grow" }, () => words(clip.value)),
    button(t("camera.play"), () => play(clip.value), "", { "aria-label": () => t("camera.playWhat", { clip: words(clip.value) }) }),
    mayManage(app.home, structure) && button(t("camera.delete"), () => remove(clip.value), "bare", { "aria-label": () => t("camera.deleteWhat", { clip: words(clip.value) }) }));
  return el("section", { class: "clips", "aria-label": () => t("camera.clipsOf", { name: name() }) },
    () => shown.value && el("div", { class: "picture" }, el("video", { src: shown.value.url, controls: true, playsinline: true })),
    () => clips.isKept.value && isOwner && switchRow(t("camera.record"), () => clips.isRecorded.value, (wanted) => tell(clips.record(wanted))),
    () => clips.problem.value && el("p", { class: "quiet" }, t("camera.notRecorded", { problem: clips.problem.value })),
    () => clips.clips.value?.length === 0 && el("p", { class: "quiet" }, t(clips.isKept.value ? "camera.noClips" : "camera.keepsNoClips")),
    el("ul", { class: "fields" }, list(() => clips.clips.value ?? [], (clip) => clip.id, row)),
    () => clips.hasMore.value && button(t("camera.olderClips"), () => tell(clips.more())));
}
