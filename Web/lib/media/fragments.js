// Writes the boxes of a fragmented MP4 file (ISO/IEC 14496-12) around encoded pictures: the head once, then a fragment for each
// picture, so that a browser's media source can play a live stream.

/** @typedef {{codec: string, configuration: Uint8Array, width: number, height: number}} Video */

/** Units of time in a second. */
const timescale = 1_000_000;
const trackId = 1;
/** The size of pictures whose format lacks it; the decoder reads the real size from the stream. */
const usualSize = { width: 1_280, height: 720 };

/** Flags of a sample: it needs no other one, or it needs others and is not a point to begin at. */
const keyFlags = 0x0200_0000;
const dependentFlags = 0x0101_0000;

/** The rotation and scale of a picture that is shown as it is. */
const unity = Uint8Array.from([0, 1, 0, 0, ...zeros(12), 0, 1, 0, 0, ...zeros(12), 0x40, 0, 0, 0]);

/** @param {number} count @returns {number[]} */
function zeros(count) {
  return Array.from({ length: count }, () => 0);
}

/** @param {number} value @param {number} size in bytes */
const uint = (value, size) => Uint8Array.from({ length: size }, (_, index) => Math.floor(value / 256 ** (size - 1 - index)) % 256);
const u16 = (/** @type {number} */ value) => uint(value, 2);
const u32 = (/** @type {number} */ value) => uint(value, 4);
const text = (/** @type {string} */ value) => Uint8Array.from(value, (letter) => letter.charCodeAt(0));

/** @param {readonly Uint8Array[]} parts */
export function joined(parts) {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** @param {string} type @param {...Uint8Array} content */
const box = (type, ...content) => joined([u32(8 + content.reduce((sum, part) => sum + part.length, 0)), text(type), ...content]);

/** @param {string} type @param {number} version @param {number} flags @param {...Uint8Array} content */
const fullBox = (type, version, flags, ...content) => box(type, u32(version * 0x0100_0000 + flags), ...content);

const nothing = (/** @type {number} */ count) => new Uint8Array(count);

/** @param {Video} video @returns {boolean} whether it is encoded in H.265 */
const isHevc = ({ codec }) => codec.startsWith("hvc1") || codec.startsWith("hev1");

/** @param {Video} video @returns the type of the file, for `isTypeSupported` */
export const mimeType = (video) => `video/mp4; codecs="${video.codec}"`;

/**
 * The head of the file, which comes before the first fragment and again when the format changes.
 *
 * @param {Video} video
 */
export function fileHead(video) {
  const width = video.width || usualSize.width;
  const height = video.height || usualSize.height;
  const configuration = box(isHevc(video) ? "hvcC" : "avcC", video.configuration);
  // 72 pixels an inch, one picture a sample, no name of a compressor, 24 bits of color.
  const entry = box(video.codec.slice(0, 4), nothing(6), u16(1), nothing(16), u16(width), u16(height),
    u32(0x0048_0000), u32(0x0048_0000), nothing(4), u16(1), nothing(32), u16(0x18), u16(0xffff), configuration);
  const table = box("stbl",
    fullBox("stsd", 0, 0, u32(1), entry), fullBox("stts", 0, 0, u32(0)), fullBox("stsc", 0, 0, u32(0)),
    fullBox("stsz", 0, 0, u32(0), u32(0)), fullBox("stco", 0, 0, u32(0)));
  const media = box("mdia",
    fullBox("mdhd", 0, 0, nothing(8), u32(timescale), u32(0), u16(0x55c4), u16(0)),
    fullBox("hdlr", 0, 0, u32(0), text("vide"), nothing(12), text("\0")),
    box("minf", fullBox("vmhd", 0, 1, nothing(8)), box("dinf", fullBox("dref", 0, 0, u32(1), fullBox("url ", 0, 1))), table));
  const track = box("trak",
    fullBox("tkhd", 0, 3, nothing(8), u32(trackId), nothing(4), u32(0), nothing(8), nothing(8), unity, u16(width), u16(0), u16(height), u16(0)),
    media);
  return joined([
    box("ftyp", text("iso5"), u32(512), text("iso5"), text("iso6"), text("mp41")),
    box("moov",
      fullBox("mvhd", 0, 0, nothing(8), u32(timescale), u32(0), u32(0x0001_0000), u16(0x0100), nothing(10), unity, nothing(24), u32(trackId + 1)),
      track,
      box("mvex", fullBox("trex", 0, 0, u32(trackId), u32(1), u32(0), u32(0), u32(0)))),
  ]);
}

/**
 * A fragment with one picture.
 *
 * @param {{number: number, start: number, duration: number, isKey: boolean, data: Uint8Array}} picture `number` counts the
 *   fragments from 1; times are in microseconds
 */
export function fragment({ number, start, duration, isKey, data }) {
  const head = (/** @type {number} */ offset) => box("moof",
    fullBox("mfhd", 0, 0, u32(number)),
    box("traf",
      // Offsets count from the fragment's beginning.
      fullBox("tfhd", 0, 0x02_0000, u32(trackId)),
      fullBox("tfdt", 1, 0, uint(start, 8)),
      fullBox("trun", 0, 0x000701, u32(1), u32(offset), u32(duration), u32(data.length), u32(isKey ? keyFlags : dependentFlags))));
  return joined([head(head(0).length + 8), u32(8 + data.length), text("mdat"), data]);
}
