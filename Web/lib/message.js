// Decodes and encodes messages of hearth.v1 by their tables: from bytes to plain objects and back.

import { messages as table } from "./hearth-v1.js";
import { maxDepth, Reader, scalars, unknownFields, WireError, WireType, Writer } from "./wire.js";

/** @typedef {import("./hearth-v1.js").Messages} Messages */
/** @template T @typedef {import("./hearth-v1.js").Input<T>} Input */

/**
 * @typedef {{
 *   name: string,
 *   number: number,
 *   isList: boolean,
 *   hasPresence: boolean,
 *   oneof: number | undefined,
 *   scalar: import("./wire.js").Scalar | undefined,
 *   message: string,
 * }} Field
 * @typedef {{fields: Map<number, Field>, oneofs: Field[][], defaults: Record<string, unknown>}} Layout
 * @typedef {Record<string, unknown> & {[unknownFields]?: Uint8Array[]}} PlainMessage
 */

/** @type {Map<string, string>} */
const lines = new Map();
know(table);
/** @type {Map<string, Layout>} */
const layouts = new Map();
/** @type {readonly unknown[]} */
const none = Object.freeze([]);

/** @param {string} messages a table of further messages, a line each */
export function know(messages) {
  for (const line of messages.trim().split("\n")) {
    const [name = "", fields = ""] = line.split(":", 2);
    lines.set(name, fields);
  }
}

/** @param {string} name */
export const isKnown = (name) => lines.has(name);

/** @param {string} name */
function layout(name) {
  const known = layouts.get(name);
  if (known) return known;
  const line = lines.get(name);
  if (line === undefined) throw new TypeError(`there is no message ${name}`);
  /** @type {Layout} */
  const result = { fields: new Map(), oneofs: [], defaults: {} };
  let last = 0;
  for (const text of line === "" ? [] : line.split(",")) {
    const [, field = "", number = last + 1, mark = "", type = "s"] = /^(\w+)(?: (\d+)?(\*|\?|\|\d+)?(.+)?)?$/.exec(text) ?? [];
    const scalar = type.startsWith(">") ? undefined : scalars[/** @type {keyof typeof scalars} */ (type)];
    const oneof = mark.startsWith("|") ? Number(mark.slice(1)) : undefined;
    /** @type {Field} */
    const entry = {
      name: field,
      number: (last = Number(number)),
      isList: mark === "*",
      hasPresence: mark === "?" || oneof !== undefined || scalar === undefined,
      oneof,
      scalar,
      message: type.slice(1) || field[0]?.toUpperCase() + field.slice(1),
    };
    result.fields.set(entry.number, entry);
    if (oneof !== undefined) (result.oneofs[oneof] ??= []).push(entry);
    if (entry.isList) result.defaults[field] = none;
    else if (scalar && !entry.hasPresence) result.defaults[field] = scalar.default;
  }
  layouts.set(name, result);
  return result;
}

/**
 * Reads a message. Throws only WireError, for malformed bytes.
 *
 * @template {keyof Messages} Name
 * @param {Name} name
 * @param {Uint8Array} bytes
 * @returns {Messages[Name]}
 */
export function decode(name, bytes) {
  return /** @type {any} */ (read(layout(name), new Reader(bytes), undefined, 0));
}

/**
 * @param {Layout} type
 * @param {Reader} reader
 * @param {PlainMessage | undefined} known the value of an earlier occurrence of the same field, which protobuf merges
 * @param {number} depth
 * @returns {PlainMessage}
 */
function read(type, reader, known, depth) {
  if (depth > maxDepth) throw new WireError("messages are nested too deep");
  const message = /** @type {PlainMessage} */ (known ? { ...type.defaults, ...known } : { ...type.defaults });
  if (known?.[unknownFields]) message[unknownFields] = known[unknownFields];
  while (!reader.isAtEnd) {
    const start = reader.at;
    const tag = reader.tag();
    const field = type.fields.get(tag >>> 3);
    const wireType = tag & 7;
    if (field && wireType === (field.scalar?.type ?? WireType.BYTES)) {
      if (field.isList) {
        const value = field.scalar ? field.scalar.read(reader) : read(layout(field.message), reader.nested(), undefined, depth + 1);
        list(message, field.name).push(value);
        continue;
      }
      if (field.oneof !== undefined)
        for (const other of type.oneofs[field.oneof] ?? []) if (other !== field) delete message[other.name];
      if (field.scalar) message[field.name] = field.scalar.read(reader);
      else {
        const earlier = /** @type {PlainMessage | undefined} */ (message[field.name]);
        message[field.name] = read(layout(field.message), reader.nested(), earlier, depth + 1);
      }
    } else if (field?.isList && field.scalar && wireType === WireType.BYTES) {
      const packed = reader.nested();
      const items = list(message, field.name);
      while (!packed.isAtEnd) items.push(field.scalar.read(packed));
    } else {
      reader.skip(tag);
      (message[unknownFields] ??= []).push(reader.bytes.slice(start, reader.at));
    }
  }
  return message;
}

/**
 * @param {PlainMessage} message
 * @param {string} name
 */
function list(message, name) {
  const known = /** @type {unknown[]} */ (message[name]);
  if (known !== none) return known;
  /** @type {unknown[]} */
  const items = [];
  message[name] = items;
  return items;
}

/**
 * Writes a message.
 *
 * @template {keyof Messages} Name
 * @param {Name} name
 * @param {Input<Messages[Name]>} message
 */
export function encode(name, message) {
  return write(layout(name), /** @type {any} */ (message));
}

/**
 * @param {Layout} type
 * @param {PlainMessage} message
 * @returns {Uint8Array}
 */
function write(type, message) {
  const writer = new Writer();
  for (const field of type.fields.values()) {
    const value = message[field.name];
    if (value === undefined) continue;
    if (field.isList) {
      const items = /** @type {unknown[]} */ (value);
      if (items.length === 0) continue;
      if (field.scalar && field.scalar.type !== WireType.BYTES) {
        const packed = new Writer();
        for (const item of items) field.scalar.write(packed, item);
        writer.tag(field.number, WireType.BYTES);
        writer.octets(packed.finish());
      } else for (const item of items) writeValue(writer, field, item);
    } else if (field.hasPresence || !isDefault(value)) writeValue(writer, field, value);
  }
  for (const bytes of message[unknownFields] ?? []) writer.raw(bytes);
  return writer.finish();
}

/**
 * @param {Writer} writer
 * @param {Field} field
 * @param {unknown} value
 */
function writeValue(writer, field, value) {
  writer.tag(field.number, field.scalar?.type ?? WireType.BYTES);
  if (field.scalar) field.scalar.write(writer, value);
  else writer.octets(write(layout(field.message), /** @type {PlainMessage} */ (value)));
}

/** @param {unknown} value */
function isDefault(value) {
  if (value instanceof Uint8Array) return value.length === 0;
  return value === "" || value === false || value === 0n || Object.is(value, 0);
}
