// How the page shows live streams: the boxes of MP4, the timeline, the live edge, old pictures, and the choice of a way.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Backlog } from "../lib/media/backlog.js";
import { fileHead, fragment, joined, mimeType } from "../lib/media/fragments.js";
import { atLiveEdge } from "../lib/media/live-edge.js";
import { Playout } from "../lib/media/playout.js";
import { Timeline } from "../lib/media/timeline.js";
import { decoderConfig, wayOf } from "../lib/media/ways.js";

/** Five pictures of 64 × 48 in H.264; see fixtures/loop.mjs. */
const loop = JSON.parse(readFileSync(new URL("fixtures/loop.json", import.meta.url), "utf8"));
const bytes = (/** @type {string} */ text) => Uint8Array.from(Buffer.from(text, "base64"));
const video = { codec: loop.codec, configuration: bytes(loop.configuration), width: 64, height: 48 };
const hevc = { codec: "hvc1.1.6.L30.B0", configuration: Uint8Array.of(1, 2, 3), width: 0, height: 0 };

/** @param {Uint8Array} data @returns {string} the boxes by type and size, nested in brackets */
function outline(data) {
  const parents = new Set(["moov", "trak", "mdia", "minf", "dinf", "stbl", "mvex", "moof", "traf"]);
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const found = [];
  for (let at = 0; at < data.length; ) {
    const size = view.getUint32(at);
    const type = Buffer.from(data.subarray(at + 4, at + 8)).toString();
    found.push(parents.has(type) ? `${type}(${outline(data.subarray(at + 8, at + size))})` : `${type} ${size}`);
    at += size;
  }
  return found.join(" ");
}

const hex = (/** @type {Uint8Array} */ data) => Buffer.from(data).toString("hex");

test("the head of a file has one track, with the decoder's configuration", () => {
  const head = fileHead(video);
  const entry = 86 + 8 + video.configuration.length;
  assert.equal(outline(head), `ftyp 28 moov(mvhd 108 trak(tkhd 92 mdia(mdhd 32 hdlr 33 minf(vmhd 20 dinf(dref 28) stbl(stsd ${16 + entry} stts 16 stsc 16 stsz 20 stco 16)))) mvex(trex 32))`);
  assert.ok(hex(head).includes(`${hex(Buffer.from("avcC"))}${hex(video.configuration)}`));
  const other = fileHead(hevc);
  assert.ok(hex(other).includes(`${hex(Buffer.from("hvcC"))}010203`));
  // Without a size in the format, the entry has 1280 × 720.
  assert.ok(hex(other).includes(`${hex(Buffer.from("hvc1"))}0000000000000001${"00".repeat(16)}050002d0`));
  assert.deepEqual([mimeType(video), mimeType(hevc)], [`video/mp4; codecs="${video.codec}"`, 'video/mp4; codecs="hvc1.1.6.L30.B0"']);
});

test("a fragment has one picture with its time, length and kind", () => {
  const made = fragment({ number: 7, start: 0x1_0000_0002, duration: 40_000, isKey: false, data: Uint8Array.of(0, 0, 0, 1, 9) });
  assert.equal(hex(made), [
    "00000064", hex(Buffer.from("moof")),
    "00000010", hex(Buffer.from("mfhd")), "0000000000000007",
    "0000004c", hex(Buffer.from("traf")),
    "00000010", hex(Buffer.from("tfhd")), "0002000000000001",
    "00000014", hex(Buffer.from("tfdt")), "010000000000000100000002",
    "00000020", hex(Buffer.from("trun")), "00000701", "00000001", "0000006c", "00009c40", "00000005", "01010000",
    "0000000d", hex(Buffer.from("mdat")), "0000000109",
  ].join(""));
  assert.ok(hex(fragment({ number: 1, start: 0, duration: 1, isKey: true, data: Uint8Array.of(1) })).includes("0000000102000000"));
});

test("FFmpeg reads the file, and decodes each picture at its time", (context) => {
  if (spawnSync("ffprobe", ["-version"]).error) return context.skip("ffprobe is not installed");
  const timeline = new Timeline();
  const fragments = loop.units.map((/** @type {{time: number, isKey: boolean, data: string}} */ { time, isKey, data }, /** @type {number} */ index) =>
    fragment({ number: index + 1, ...timeline.place(time), isKey, data: bytes(data) }));
  const file = joined([fileHead(video), ...fragments]);
  const { stdout, stderr } = spawnSync("ffprobe", ["-v", "warning", "-count_frames", "-show_entries", "stream=codec_name,width,height,nb_read_frames:packet=pts_time,flags", "-of", "json", "-"], { input: file });
  assert.equal(stderr.toString(), "");
  const { streams, packets } = JSON.parse(stdout.toString());
  assert.deepEqual(streams, [{ codec_name: "h264", width: 64, height: 48, nb_read_frames: "5" }]);
  assert.deepEqual(packets.map((/** @type {any} */ one) => [Number(one.pts_time), one.flags.startsWith("K")]), [[0, true], [0.04, false], [0.133334, false], [0.2, false], [0.266667, false]]);
  return undefined;
});

test("a timeline has no gaps, follows the stream's times, and continues in another stream", () => {
  const timeline = new Timeline();
  const placed = (/** @type {number[]} */ ...times) => times.map((time) => Object.values(timeline.place(time)).join("+"));
  // Each picture lasts until the next one is expected; a late one makes the one after it shorter.
  assert.deepEqual(placed(9_000_000, 9_100_000, 9_200_000), ["0+40000", "40000+160000", "200000+100000"]);
  // A pause of two seconds says nothing about the usual step.
  assert.deepEqual(placed(11_200_000, 11_300_000), ["300000+2000000", "2300000+100000"]);
  timeline.restart();
  assert.deepEqual(placed(50_000, 150_000), ["2400000+100000", "2500000+100000"]);
  // A time that goes back does not move the timeline back.
  assert.deepEqual(placed(0), ["2600000+1000"]);
  assert.equal(timeline.step, 100_000);
});

test("a player stays at the live edge", () => {
  const after = (/** @type {number} */ behind, rate = 1, step = 0.04) => atLiveEdge({ time: 100, end: 100 + behind, rate, step });
  assert.deepEqual([0.05, 0.15, 0.25, 1.05].map((behind) => after(behind)), [{ rate: 1 }, { rate: 1 }, { rate: 1.1 }, { rate: 1, jump: 101.05 - 0.1 }]);
  // It plays faster until it has caught up.
  assert.deepEqual([0.15, 0.1].map((behind) => after(behind, 1.1)), [{ rate: 1.1 }, { rate: 1 }]);
  // A camera with a picture each half second is never closer.
  assert.deepEqual([0.9, 1.15, 2].map((behind) => after(behind, 1, 0.5)), [{ rate: 1 }, { rate: 1.1 }, { rate: 1, jump: 101.5 }]);
});

test("only new pictures are drawn, and one a second if the decoder is always behind", () => {
  const backlog = new Backlog();
  // Ten seconds since the last key picture arrive at once, and are decoded in half a second.
  for (let time = 0; time <= 10_000_000; time += 100_000) backlog.arrive(time, 0);
  const drawn = [];
  for (let time = 0; time <= 10_000_000; time += 100_000) if (backlog.isDrawn(time, time / 20_000)) drawn.push(time);
  assert.deepEqual(drawn, [9_800_000, 9_900_000, 10_000_000]);
  backlog.arrive(20_000_000, 600);
  assert.deepEqual([1_400, 1_600, 1_700, 2_600].map((now) => backlog.isDrawn(12_000_000, now)), [false, true, false, true]);
});

test("packets of sound follow each other, and those that would be too late are left out", () => {
  const playout = new Playout();
  const placed = (/** @type {number} */ now, /** @type {number[]} */ ...durations) => durations.map((duration) => playout.place(now, duration)?.toFixed(2));
  assert.deepEqual(placed(5, 0.02, 0.02, 0.02), ["5.10", "5.12", "5.14"]);
  // After a gap it begins a little ahead again.
  assert.deepEqual(placed(6, 0.2, 0.2, 0.2), ["6.10", "6.30", undefined]);
  assert.deepEqual(placed(6.2, 0.2), ["6.50"]);
});

test("the best way that the browser knows is chosen", async () => {
  const decoder = (/** @type {boolean} */ supported) => ({ isConfigSupported: async (/** @type {object} */ config) => ({ config, supported }) });
  const source = { isTypeSupported: (/** @type {string} */ type) => type.includes("avc1") };
  const none = new Set();
  const ways = async (/** @type {any} */ browser, failed = none, stream = video) => wayOf(stream, failed, browser);
  assert.equal(await ways({ VideoDecoder: decoder(true), MediaSource: source }), "decode");
  assert.equal(await ways({ VideoDecoder: decoder(false), MediaSource: source }), "buffer");
  assert.equal(await ways({ VideoDecoder: { isConfigSupported: async () => { throw new TypeError("broken"); } }, MediaSource: source }), "buffer");
  // A page that is not secure has no decoder, and an iPhone only the managed source.
  assert.equal(await ways({ ManagedMediaSource: source }), "buffer");
  assert.equal(await ways({ VideoDecoder: decoder(true), MediaSource: source }, new Set(["decode"])), "buffer");
  assert.equal(await ways({ VideoDecoder: decoder(true), MediaSource: source }, new Set(["decode", "buffer"])), undefined);
  assert.equal(await ways({ VideoDecoder: decoder(false), MediaSource: source }, none, hevc), undefined);
  assert.equal(await ways({}), undefined);
  assert.equal(await ways({}, none, { ...video, codec: "jpeg" }), "pictures");
  assert.deepEqual(decoderConfig(video), { codec: video.codec, description: video.configuration, optimizeForLatency: true });
});
