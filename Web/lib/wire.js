// Reads and writes protobuf's wire format: numbers, strings and bytes. It knows no messages.

/** The bytes are malformed. The only error that reading throws. */
export class WireError extends Error {
  name = "WireError";
}

/** The key under which a message keeps its unknown fields, as their encoded bytes. */
export const unknownFields = Symbol("unknown fields");

/** The deepest nesting of messages that is read; Hearth's own messages stay far below it. */
export const maxDepth = 100;

export const WireType = /** @type {const} */ ({ VARINT: 0, FIXED64: 1, BYTES: 2, START: 3, END: 4, FIXED32: 5 });

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const encoder = new TextEncoder();

/** The last short string of each hash. Ids repeat often, and a look-up here is faster than decoding one again. */
const known = /** @type {string[]} */ (Array.from({ length: 1024 }, () => ""));
/** Longer strings are not kept. */
const mostOfKnown = 64;

/**
 * @param {Uint8Array} bytes
 * @param {number} start
 * @param {number} end
 */
function text(bytes, start, end) {
  try {
    return decoder.decode(bytes.subarray(start, end));
  } catch {
    throw new WireError("a string is not UTF-8");
  }
}

/** Reads values from bytes. */
export class Reader {
  /** @param {Uint8Array} bytes */
  constructor(bytes, at = 0, end = bytes.length, view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)) {
    this.bytes = bytes;
    this.at = at;
    this.end = end;
    this.view = view;
  }

  get isAtEnd() {
    return this.at >= this.end;
  }

  /** The lower 32 bits of a varint, unsigned. */
  uint32() {
    let result = 0;
    for (let shift = 0; shift < 70; shift += 7) {
      const byte = this.#byte();
      if (shift < 32) result |= (byte & 0x7f) << shift;
      if (byte < 0x80) return result >>> 0;
    }
    throw new WireError("a varint has more than ten bytes");
  }

  uint64() {
    // Two parts of 28 bits are collected as numbers, which is faster; only the result is a bigint.
    let low = 0;
    let high = 0;
    let top = 0;
    for (let index = 0; index < 10; index += 1) {
      const byte = this.#byte();
      if (index < 4) low |= (byte & 0x7f) << (7 * index);
      else if (index < 8) high |= (byte & 0x7f) << (7 * (index - 4));
      else top |= (byte & 0x7f) << (7 * (index - 8));
      if (byte < 0x80) {
        if (top === 0 && high < 0x200_0000) return BigInt(low + high * 0x1000_0000);
        return BigInt.asUintN(64, BigInt(low) | (BigInt(high) << 28n) | (BigInt(top) << 56n));
      }
    }
    throw new WireError("a varint has more than ten bytes");
  }

  int64() {
    return BigInt.asIntN(64, this.uint64());
  }

  sint32() {
    const value = this.uint32();
    return (value >>> 1) ^ -(value & 1);
  }

  sint64() {
    const value = this.uint64();
    return (value >> 1n) ^ -(value & 1n);
  }

  bool() {
    return this.uint64() !== 0n;
  }

  float() {
    return this.view.getFloat32(this.#take(4), true);
  }

  double() {
    return this.view.getFloat64(this.#take(8), true);
  }

  /** Reads a length, and returns the position after that many bytes. */
  #lengthEnd() {
    const length = this.uint32();
    if (length > this.end - this.at) throw new WireError("a length reaches beyond the end");
    return this.at + length;
  }

  /** A copy, so that a small value doesn't keep a large answer alive. */
  octets() {
    const start = this.#take(this.uint32());
    return this.bytes.slice(start, this.at);
  }

  string() {
    const start = this.#take(this.uint32());
    const length = this.at - start;
    if (length > mostOfKnown) return text(this.bytes, start, this.at);
    let hash = length;
    for (let index = start; index < this.at; index += 1) hash = (Math.imul(hash, 31) + /** @type {number} */ (this.bytes[index])) | 0;
    const place = hash & (known.length - 1);
    const string = /** @type {string} */ (known[place]);
    let same = string.length === length ? 0 : -1;
    while (same >= 0 && same < length) same = string.charCodeAt(same) === this.bytes[start + same] ? same + 1 : -1;
    if (same === length) return string;
    const fresh = text(this.bytes, start, this.at);
    // Only ASCII strings have as many characters as bytes, so only they can be compared byte by byte.
    if (fresh.length === length) known[place] = fresh;
    return fresh;
  }

  /** A reader of the message or packed list at this position, which this reader skips. */
  nested() {
    const end = this.#lengthEnd();
    const nested = new Reader(this.bytes, this.at, end, this.view);
    this.at = end;
    return nested;
  }

  /** Reads a field number and wire type. */
  tag() {
    const tag = this.uint32();
    if (tag < 8) throw new WireError("field 0 does not exist");
    return tag;
  }

  /**
   * Skips the value of an unknown field.
   *
   * @param {number} tag
   */
  skip(tag, depth = 0) {
    if (depth > maxDepth) throw new WireError("groups are nested too deep");
    const type = tag & 7;
    if (type === WireType.VARINT) this.uint64();
    else if (type === WireType.FIXED64) this.#take(8);
    else if (type === WireType.BYTES) this.#take(this.uint32());
    else if (type === WireType.FIXED32) this.#take(4);
    else if (type === WireType.START) {
      for (;;) {
        const inner = this.tag();
        if ((inner & 7) === WireType.END) {
          if (inner >>> 3 !== tag >>> 3) throw new WireError("a group has the end of another one");
          return;
        }
        this.skip(inner, depth + 1);
      }
    } else throw new WireError(`wire type ${type} does not exist here`);
  }

  #byte() {
    if (this.at >= this.end) throw new WireError("the bytes end in the middle of a value");
    return /** @type {number} */ (this.bytes[this.at++]);
  }

  /** @param {number} count */
  #take(count) {
    if (count > this.end - this.at) throw new WireError("the bytes end in the middle of a value");
    const start = this.at;
    this.at += count;
    return start;
  }
}

/** Writes values into a buffer that grows. */
export class Writer {
  #bytes = new Uint8Array(64);
  #length = 0;

  finish() {
    return this.#bytes.slice(0, this.#length);
  }

  /**
   * @param {number} number
   * @param {number} type
   */
  tag(number, type) {
    this.uint32(((number << 3) | type) >>> 0);
  }

  /** @param {number} value */
  uint32(value) {
    this.#room(5);
    let rest = value >>> 0;
    while (rest >= 0x80) {
      this.#bytes[this.#length++] = (rest & 0x7f) | 0x80;
      rest >>>= 7;
    }
    this.#bytes[this.#length++] = rest;
  }

  /** @param {number} value */
  int32(value) {
    if (value >= 0) this.uint32(value);
    else this.uint64(BigInt.asUintN(64, BigInt(value)));
  }

  /** @param {number} value */
  sint32(value) {
    this.uint32((value << 1) ^ (value >> 31));
  }

  /** @param {bigint} value */
  uint64(value) {
    this.#room(10);
    let rest = BigInt.asUintN(64, value);
    while (rest >= 0x80n) {
      this.#bytes[this.#length++] = Number(rest & 0x7fn) | 0x80;
      rest >>= 7n;
    }
    this.#bytes[this.#length++] = Number(rest);
  }

  /** @param {bigint} value */
  sint64(value) {
    this.uint64((value << 1n) ^ (value >> 63n));
  }

  /** @param {number} value */
  float(value) {
    this.#room(4);
    new DataView(this.#bytes.buffer).setFloat32(this.#length, value, true);
    this.#length += 4;
  }

  /** @param {number} value */
  double(value) {
    this.#room(8);
    new DataView(this.#bytes.buffer).setFloat64(this.#length, value, true);
    this.#length += 8;
  }

  /** @param {Uint8Array} value */
  octets(value) {
    this.uint32(value.length);
    this.raw(value);
  }

  /** @param {string} value */
  string(value) {
    this.octets(encoder.encode(value));
  }

  /** @param {Uint8Array} value */
  raw(value) {
    this.#room(value.length);
    this.#bytes.set(value, this.#length);
    this.#length += value.length;
  }

  /** @param {number} count */
  #room(count) {
    if (this.#length + count <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(this.#bytes.length * 2, this.#length + count));
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
  }
}

/**
 * How each scalar type is read and written, and its default. The letters are those of the message tables.
 *
 * @typedef {"B" | "i" | "e" | "u" | "z" | "I" | "U" | "Z" | "f" | "d" | "s" | "b"} ScalarLetter
 * @typedef {{
 *   type: number,
 *   read: (reader: Reader) => unknown,
 *   write: (writer: Writer, value: any) => void,
 *   default: unknown,
 * }} Scalar
 * @type {Record<ScalarLetter, Scalar>}
 */
export const scalars = {
  B: { type: WireType.VARINT, read: (r) => r.bool(), write: (w, v) => w.uint32(v ? 1 : 0), default: false },
  i: { type: WireType.VARINT, read: (r) => r.uint32() | 0, write: (w, v) => w.int32(v), default: 0 },
  e: { type: WireType.VARINT, read: (r) => r.uint32() | 0, write: (w, v) => w.int32(v), default: 0 },
  u: { type: WireType.VARINT, read: (r) => r.uint32(), write: (w, v) => w.uint32(v), default: 0 },
  z: { type: WireType.VARINT, read: (r) => r.sint32(), write: (w, v) => w.sint32(v), default: 0 },
  I: { type: WireType.VARINT, read: (r) => r.int64(), write: (w, v) => w.uint64(v), default: 0n },
  U: { type: WireType.VARINT, read: (r) => r.uint64(), write: (w, v) => w.uint64(v), default: 0n },
  Z: { type: WireType.VARINT, read: (r) => r.sint64(), write: (w, v) => w.sint64(v), default: 0n },
  f: { type: WireType.FIXED32, read: (r) => r.float(), write: (w, v) => w.float(v), default: 0 },
  d: { type: WireType.FIXED64, read: (r) => r.double(), write: (w, v) => w.double(v), default: 0 },
  s: { type: WireType.BYTES, read: (r) => r.string(), write: (w, v) => w.string(v), default: "" },
  b: { type: WireType.BYTES, read: (r) => r.octets(), write: (w, v) => w.octets(v), default: new Uint8Array(0) },
};
