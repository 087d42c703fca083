// QR codes (ISO/IEC 18004), model 2: byte mode, error correction level M, versions 1 to 15, for up to 412 bytes.

/** For each version: the check bytes of a block, and pairs of a number of blocks and their data bytes, longer blocks last. */
const versions = /** @type {const} */ ([
  [10, [[1, 16]]], [16, [[1, 28]]], [26, [[1, 44]]], [18, [[2, 32]]], [24, [[2, 43]]],
  [16, [[4, 27]]], [18, [[4, 31]]], [22, [[2, 38], [2, 39]]], [22, [[3, 36], [2, 37]]], [26, [[4, 43], [1, 44]]],
  [30, [[1, 50], [4, 51]]], [22, [[6, 36], [2, 37]]], [22, [[8, 37], [1, 38]]], [24, [[4, 40], [5, 41]]], [24, [[5, 41], [5, 42]]],
]);

/** @param {number} version @returns {number[]} the data bytes of each block */
const blocksOf = (version) => (versions[version - 1]?.[1] ?? []).flatMap(([count, length]) => Array(count).fill(length));
/** @param {readonly number[]} numbers */
const sum = (numbers) => numbers.reduce((total, one) => total + one, 0);
/** @param {number} version @returns the bits of the field for the text's length */
const lengthBits = (version) => (version < 10 ? 8 : 16);

/** @param {number} version @returns {number[]} centers of the alignment patterns, in both directions */
function alignment(version) {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = Math.ceil((version * 4 + 4) / (count * 2 - 2)) * 2;
  return [6, ...Array.from({ length: count - 1 }, (_, index) => version * 4 + 10 - step * (count - 2 - index))];
}

/** @type {readonly ((row: number, column: number) => boolean)[]} where a mask inverts */
const masks = [
  (y, x) => (x + y) % 2 === 0, (y) => y % 2 === 0, (_, x) => x % 3 === 0, (y, x) => (x + y) % 3 === 0,
  (y, x) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0, (y, x) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (y, x) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0, (y, x) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/**
 * Multiplies in GF(256) with the polynomial 0x11d.
 *
 * @param {number} left
 * @param {number} right
 */
function product(left, right) {
  let result = 0;
  for (let bit = 7; bit >= 0; bit -= 1) {
    result = (result << 1) ^ ((result >> 7) * 0x11d);
    if ((right >> bit) & 1) result ^= left;
  }
  return result;
}

/** @param {number} degree @returns {number[]} coefficients of (x - 1)(x - 2)(x - 4)…, without the leading 1 */
function divisor(degree) {
  const result = [...Array(degree - 1).fill(0), 1];
  let root = 1;
  for (let round = 0; round < degree; round += 1) {
    for (let index = 0; index < degree; index += 1) result[index] = product(result[index] ?? 0, root) ^ (result[index + 1] ?? 0);
    root = product(root, 2);
  }
  return result;
}

/** @param {readonly number[]} data @param {number} count @returns {number[]} Reed-Solomon check bytes */
function checkBytes(data, count) {
  const by = divisor(count);
  let rest = Array(count).fill(0);
  for (const byte of data) {
    const factor = byte ^ rest[0];
    rest = by.map((coefficient, index) => (rest[index + 1] ?? 0) ^ product(coefficient, factor));
  }
  return rest;
}

/** @param {readonly number[][]} parts @returns {number[]} the first byte of each part, then the second of each, and so on */
const interleaved = (parts) => Array.from({ length: Math.max(...parts.map((part) => part.length)) }, (_, index) => parts.flatMap((part) => part[index] ?? [])).flat();

/**
 * @param {Uint8Array} bytes
 * @param {number} version
 * @returns {number[]} data and check bytes in the order in which they are placed
 */
function codewords(bytes, version) {
  const blocks = blocksOf(version);
  const capacity = sum(blocks);
  /** @type {number[]} */
  const bits = [];
  const put = (/** @type {number} */ value, /** @type {number} */ count) => {
    for (let bit = count - 1; bit >= 0; bit -= 1) bits.push((value >> bit) & 1);
  };
  put(0b0100, 4);
  put(bytes.length, lengthBits(version));
  for (const byte of bytes) put(byte, 8);
  put(0, Math.min(4, capacity * 8 - bits.length));
  put(0, (8 - (bits.length % 8)) % 8);
  for (let filler = 0xec; bits.length < capacity * 8; filler ^= 0xec ^ 0x11) put(filler, 8);
  const data = Array.from({ length: capacity }, (_, index) => bits.slice(index * 8, index * 8 + 8).reduce((byte, bit) => (byte << 1) | bit, 0));
  let start = 0;
  const parts = blocks.map((length) => data.slice(start, (start += length)));
  const [checks] = versions[version - 1] ?? [0];
  return [...interleaved(parts), ...interleaved(parts.map((part) => checkBytes(part, checks)))];
}

/** The modules of a code: which are dark, and which belong to fixed patterns, where no data goes. */
class Grid {
  /** @param {number} size */
  constructor(size) {
    this.size = size;
    this.dark = new Uint8Array(size * size);
    this.fixed = new Uint8Array(size * size);
  }

  /** @param {number} row @param {number} column @param {unknown} isDark */
  fix(row, column, isDark) {
    if (row < 0 || column < 0 || row >= this.size || column >= this.size) return;
    this.dark[row * this.size + column] = isDark ? 1 : 0;
    this.fixed[row * this.size + column] = 1;
  }
}

/** @param {number} version @returns {Grid} with the patterns that all codes of the version share */
function patterns(version) {
  const grid = new Grid(17 + 4 * version);
  const end = grid.size - 1;
  for (let index = 0; index <= end; index += 1) {
    grid.fix(6, index, index % 2 === 0);
    grid.fix(index, 6, index % 2 === 0);
  }
  const rings = (/** @type {number} */ row, /** @type {number} */ column, /** @type {number} */ radius, /** @type {readonly number[]} */ light) => {
    for (let y = -radius; y <= radius; y += 1)
      for (let x = -radius; x <= radius; x += 1) grid.fix(row + y, column + x, !light.includes(Math.max(Math.abs(x), Math.abs(y))));
  };
  for (const [row, column] of /** @type {const} */ ([[3, 3], [3, end - 3], [end - 3, 3]])) rings(row, column, 4, [2, 4]);
  const centers = alignment(version);
  for (const row of centers)
    for (const column of centers) {
      const isFinder = (row === 6 || row === end - 6) && (column === 6 || column === end - 6) && !(row === end - 6 && column === end - 6);
      if (!isFinder) rings(row, column, 2, [1]);
    }
  format(grid, 0);
  if (version >= 7) {
    let rest = version;
    for (let round = 0; round < 12; round += 1) rest = (rest << 1) ^ ((rest >> 11) * 0x1f25);
    for (let index = 0; index < 18; index += 1) {
      const bit = (((version << 12) | rest) >> index) & 1;
      grid.fix(end - 10 + (index % 3), Math.floor(index / 3), bit);
      grid.fix(Math.floor(index / 3), end - 10 + (index % 3), bit);
    }
  }
  return grid;
}

/**
 * Writes the format information (level M, the mask and their check bits) in both places.
 *
 * @param {Grid} grid
 * @param {number} mask
 */
function format(grid, mask) {
  let rest = mask;
  for (let round = 0; round < 10; round += 1) rest = (rest << 1) ^ ((rest >> 9) * 0x537);
  const bits = ((mask << 10) | rest) ^ 0x5412;
  const bit = (/** @type {number} */ index) => (bits >> index) & 1;
  for (let index = 0; index < 15; index += 1) {
    if (index < 8) {
      grid.fix(index < 6 ? index : index + 1, 8, bit(index));
      grid.fix(8, grid.size - 1 - index, bit(index));
    } else {
      grid.fix(8, index === 8 ? 7 : 14 - index, bit(index));
      grid.fix(grid.size - 15 + index, 8, bit(index));
    }
  }
  grid.fix(grid.size - 8, 8, true);
}

/**
 * Places the data in columns of two modules from the right, alternately upwards and downwards.
 *
 * @param {Grid} grid
 * @param {readonly number[]} bytes
 */
function place(grid, bytes) {
  const { size, dark, fixed } = grid;
  let index = 0;
  let isUpward = true;
  for (let right = size - 1; right >= 1; right -= 2, isUpward = !isUpward) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step += 1)
      for (const column of [right, right - 1]) {
        const at = (isUpward ? size - 1 - step : step) * size + column;
        if (fixed[at] || index >= bytes.length * 8) continue;
        dark[at] = ((bytes[index >> 3] ?? 0) >> (7 - (index & 7))) & 1;
        index += 1;
      }
  }
}

const finderLike = ["10111010000", "00001011101"];

/**
 * The standard's penalty: for runs, blocks, patterns like a finder, and an uneven share of dark modules.
 *
 * @param {Grid} grid
 */
function penalty({ size, dark }) {
  let total = 0;
  const at = (/** @type {number} */ row, /** @type {number} */ column) => dark[row * size + column];
  const lines = Array.from({ length: size }, (_, index) => dark.subarray(index * size, (index + 1) * size).join(""));
  const columns = Array.from({ length: size }, (_, column) => Array.from({ length: size }, (_, row) => at(row, column)).join(""));
  for (const line of [...lines, ...columns]) {
    for (const [run = ""] of line.matchAll(/0{5,}|1{5,}/g)) total += run.length - 2;
    for (let start = 0; start + 11 <= size; start += 1) if (finderLike.includes(line.slice(start, start + 11))) total += 40;
  }
  for (let row = 0; row + 1 < size; row += 1)
    for (let column = 0; column + 1 < size; column += 1)
      if (at(row, column) === at(row, column + 1) && at(row, column) === at(row + 1, column) && at(row, column) === at(row + 1, column + 1)) total += 3;
  return total + Math.floor(Math.abs((sum([...dark]) * 100) / dark.length - 50) / 5) * 10;
}

/**
 * The code in the smallest version that holds the text, with the mask of the lowest penalty.
 *
 * @param {string} text
 * @returns {boolean[][] | undefined} rows of modules, true where they are dark, without the quiet zone of 4 modules around;
 *   undefined for a text that is too long
 */
export function qrCode(text) {
  const bytes = new TextEncoder().encode(text);
  const version = versions.findIndex((_, index) => 4 + lengthBits(index + 1) + bytes.length * 8 <= sum(blocksOf(index + 1)) * 8) + 1;
  if (version === 0) return undefined;
  const words = codewords(bytes, version);
  const candidates = masks.map((inverts, mask) => {
    const grid = patterns(version);
    place(grid, words);
    for (let at = 0; at < grid.dark.length; at += 1)
      if (!grid.fixed[at] && inverts(Math.floor(at / grid.size), at % grid.size)) grid.dark[at] = 1 - (grid.dark[at] ?? 0);
    format(grid, mask);
    return { grid, penalty: penalty(grid) };
  });
  const { grid } = candidates.reduce((best, one) => (one.penalty < best.penalty ? one : best));
  return Array.from({ length: grid.size }, (_, row) => Array.from(grid.dark.subarray(row * grid.size, (row + 1) * grid.size), (module) => module === 1));
}
