// Decodes and encodes the attributes, commands and events of any trait by its schema, also of makers' own traits.

import { SchemaField_Kind as Kind } from "./hearth-v1.js";
import { maxDepth, Reader, scalars, unknownFields, WireError, WireType, Writer } from "./wire.js";

/** @typedef {import("./hearth-v1.js").TraitSchema} TraitSchema */
/** @typedef {import("./hearth-v1.js").SchemaField} SchemaField */
/** @typedef {import("./hearth-v1.js").SchemaStruct} SchemaStruct */
/**
 * A value of an attribute, an argument or a field, as `hearth-codegen typescript` types it. An enum is the name of its
 * constant, or a number that the schema lacks; a bitmap is a number. Integers wider than 53 bits are bigints.
 *
 * @typedef {null | boolean | number | bigint | string | Uint8Array | readonly unknown[] | {readonly [name: string]: unknown}} TraitValue
 * @typedef {{[name: string]: TraitValue | undefined, [unknownFields]?: Uint8Array[]}} TraitValues
 * @typedef {{schema: SchemaField, name: string, number: number, isWrapped: boolean, scalar: import("./wire.js").Scalar | undefined}} ValueField
 */

const nullFields = 100_000;
/** The bits of an integer that a JavaScript number holds without loss. */
const mostBits = 53;

/** The global attributes that every trait has and no schema lists. */
const globalAttributes = /** @type {const} */ ([
  [0xfff8, "generatedCommandList", true],
  [0xfff9, "acceptedCommandList", true],
  [0xfffb, "attributeList", true],
  [0xfffc, "featureMap", false],
  [0xfffd, "clusterRevision", false],
]);
export const globalAttributeNames = new Set(globalAttributes.map(([, name]) => /** @type {string} */ (name)));

/**
 * The number of a field on the wire: the lower half of Matter's id plus one, moved out of protobuf's reserved range.
 *
 * @param {number} id
 */
export function fieldNumber(id) {
  const number = (id & 0xffff) + 1;
  return number >= 19_000 && number <= 19_999 ? number + 100_000 : number;
}

/** The fields of a struct, of a trait's attributes, or of a command's or event's message. */
class ValueLayout {
  /** @type {Map<number, ValueField>} */
  fields = new Map();
  /** @type {Map<string, ValueField>} */
  byName = new Map();

  /**
   * @param {TraitType} trait
   * @param {readonly SchemaField[]} fields
   * @param {boolean} areAttributes
   */
  constructor(trait, fields, areAttributes) {
    for (const schema of fields) {
      const isWrapped = schema.isList && (areAttributes || schema.isOptional || schema.isNullable);
      const field = { schema, name: schema.name, number: fieldNumber(schema.id), isWrapped, scalar: trait.scalar(schema) };
      this.fields.set(field.number, field);
      this.byName.set(field.name, field);
    }
    /** Lists that are read as empty where the bytes lack them: protobuf does not write an empty list. */
    this.lists = [...this.fields.values()].filter((field) => field.schema.isList && !field.isWrapped);
  }
}

/** A trait's schema, prepared to read and write its values. */
export class TraitType {
  /** @type {Map<SchemaStruct, ValueLayout>} */
  #structs = new Map();
  /** @type {Map<number, import("./wire.js").Scalar>} */
  #enums = new Map();

  /** @param {TraitSchema} schema */
  constructor(schema) {
    this.schema = schema;
    this.id = schema.id;
    this.name = schema.name;
    const known = new Set(schema.attributes.map((attribute) => attribute.field?.id));
    const globals = globalAttributes.filter(([id]) => !known.has(id)).map(([id, name, isList]) => global(id, name, isList));
    const own = schema.attributes.flatMap((attribute) => attribute.field ?? []);
    this.attributes = new ValueLayout(this, [...own, ...globals], true);
    this.attributeSchemas = new Map(schema.attributes.map((attribute) => [attribute.field?.name ?? "", attribute]));
    this.commands = new Map(schema.commands.map((command) => [command.methodName, command]));
    this.events = new Map(schema.events.map((event) => [event.id, event]));
  }

  /**
   * @param {SchemaField} field
   * @returns {import("./wire.js").Scalar | undefined} undefined for structs
   */
  scalar(field) {
    switch (field.kind) {
      case Kind.BOOLEAN: return scalars.B;
      case Kind.UNSIGNED: return sized(field.bits, scalars.u, scalars.U);
      case Kind.SIGNED: return sized(field.bits, scalars.z, scalars.Z);
      case Kind.SINGLE: return scalars.f;
      case Kind.DOUBLE: return scalars.d;
      case Kind.STRING: return scalars.s;
      case Kind.OCTETS: return scalars.b;
      case Kind.ENUM: return this.#enum(field.typeIndex);
      case Kind.BITMAP: return sized(this.schema.bitmaps[field.typeIndex]?.bits ?? 32, scalars.u, scalars.U);
      case Kind.STRUCT:
        if (this.schema.structs[field.typeIndex]) return undefined;
        throw new WireError(`${this.name}.${field.name} is of a struct that its schema does not have`);
      default: throw new WireError(`${this.name}.${field.name} is of a kind that is not known here`);
    }
  }

  /**
   * Reads and writes an enum by the names of its constants. A number without a name stays a number both ways.
   *
   * @param {number} index
   * @returns {import("./wire.js").Scalar}
   */
  #enum(index) {
    const known = this.#enums.get(index);
    if (known) return known;
    const declared = this.schema.enums[index];
    const constants = (declared?.constants ?? []).map(({ name, value }) => /** @type {const} */ ([name, Number(value)]));
    const numbers = new Map(constants);
    const names = new Map(constants.map(([name, number]) => [number, name]));
    /** @type {import("./wire.js").Scalar} */
    const scalar = {
      ...scalars.e,
      read: (reader) => {
        const number = /** @type {number} */ (scalars.e.read(reader));
        return names.get(number) ?? number;
      },
      write: (writer, value) => {
        const number = typeof value === "number" ? value : numbers.get(value);
        if (number === undefined) throw new TypeError(`${this.name}.${declared?.name ?? "enum"} has no ${value}`);
        scalars.e.write(writer, number);
      },
    };
    this.#enums.set(index, scalar);
    return scalar;
  }

  /** @param {Uint8Array} bytes */
  decodeAttributes(bytes) {
    return this.#read(this.attributes, new Reader(bytes), 0);
  }

  /** @param {TraitValues} values */
  encodeAttributes(values) {
    return this.#write(this.attributes, values);
  }

  /**
   * @param {SchemaStruct | undefined} struct of a command, a response or an event
   * @param {Uint8Array} bytes
   */
  decodeStruct(struct, bytes) {
    return struct ? this.#read(this.#layout(struct), new Reader(bytes), 0) : {};
  }

  /**
   * @param {SchemaStruct | undefined} struct
   * @param {TraitValues} values
   */
  encodeStruct(struct, values) {
    return struct ? this.#write(this.#layout(struct), values) : new Uint8Array(0);
  }

  /** @param {SchemaStruct} struct */
  #layout(struct) {
    let layout = this.#structs.get(struct);
    if (!layout) this.#structs.set(struct, (layout = new ValueLayout(this, struct.fields, false)));
    return layout;
  }

  /** @param {SchemaField} field */
  #structLayout(field) {
    return this.#layout(/** @type {SchemaStruct} */ (this.schema.structs[field.typeIndex]));
  }

  /**
   * @param {ValueLayout} layout
   * @param {Reader} reader
   * @param {number} depth
   * @returns {TraitValues}
   */
  #read(layout, reader, depth) {
    if (depth > maxDepth) throw new WireError("structs are nested too deep");
    // No prototype: the names come from schemas, and a maker may name a field "constructor".
    const values = /** @type {TraitValues} */ (Object.create(null));
    for (const field of layout.lists) values[field.name] = [];
    while (!reader.isAtEnd) {
      const start = reader.at;
      const tag = reader.tag();
      const number = tag >>> 3;
      const wireType = tag & 7;
      const field = layout.fields.get(number);
      if (number === nullFields && (wireType === WireType.VARINT || wireType === WireType.BYTES)) {
        const numbers = wireType === WireType.BYTES ? reader.nested() : undefined;
        do {
          if (numbers?.isAtEnd) break;
          const nulled = layout.fields.get((numbers ?? reader).uint32());
          if (nulled) values[nulled.name] = null;
        } while (numbers);
      } else if (field?.isWrapped && wireType === WireType.BYTES) {
        const wrapper = reader.nested();
        const items = this.#items(values, field.name);
        while (!wrapper.isAtEnd) {
          const inner = wrapper.tag();
          if (inner >>> 3 !== 1 || !this.#readItems(field, wrapper, inner & 7, items, depth)) wrapper.skip(inner);
        }
      } else if (field?.schema.isList && !field.isWrapped && this.#readItems(field, reader, wireType, this.#items(values, field.name), depth)) {
        continue;
      } else if (field && !field.schema.isList && wireType === (field.scalar?.type ?? WireType.BYTES)) {
        values[field.name] = /** @type {TraitValue} */ (this.#readOne(field, reader, depth));
      } else {
        reader.skip(tag);
        (values[unknownFields] ??= []).push(reader.bytes.slice(start, reader.at));
      }
    }
    return values;
  }

  /**
   * @param {TraitValues} values
   * @param {string} name
   */
  #items(values, name) {
    const known = values[name];
    if (Array.isArray(known)) return known;
    /** @type {unknown[]} */
    const items = [];
    values[name] = items;
    return items;
  }

  /**
   * Reads one item of a list, or a packed run of items. Returns false if the wire type does not fit.
   *
   * @param {ValueField} field
   * @param {Reader} reader
   * @param {number} wireType
   * @param {unknown[]} items
   * @param {number} depth
   */
  #readItems(field, reader, wireType, items, depth) {
    if (wireType === (field.scalar?.type ?? WireType.BYTES)) items.push(this.#readOne(field, reader, depth));
    else if (wireType === WireType.BYTES && field.scalar) {
      const packed = reader.nested();
      while (!packed.isAtEnd) items.push(field.scalar.read(packed));
    } else return false;
    return true;
  }

  /**
   * @param {ValueField} field
   * @param {Reader} reader
   * @param {number} depth
   * @returns {unknown}
   */
  #readOne(field, reader, depth) {
    if (field.scalar) return field.scalar.read(reader);
    return this.#read(this.#structLayout(field.schema), reader.nested(), depth + 1);
  }

  /**
   * @param {ValueLayout} layout
   * @param {TraitValues} values
   * @returns {Uint8Array}
   */
  #write(layout, values) {
    const writer = new Writer();
    /** @type {number[]} */
    const nulls = [];
    for (const [name, value] of Object.entries(values)) {
      if (value === undefined) continue;
      const field = layout.byName.get(name);
      if (!field) throw new TypeError(`${this.name} has no ${name}`);
      if (value === null) nulls.push(field.number);
      else if (field.schema.isList) {
        const target = field.isWrapped ? new Writer() : writer;
        for (const item of /** @type {unknown[]} */ (value)) this.#writeOne(target, field.isWrapped ? 1 : field.number, field, item);
        if (target === writer) continue;
        writer.tag(field.number, WireType.BYTES);
        writer.octets(target.finish());
      } else this.#writeOne(writer, field.number, field, value);
    }
    for (const number of nulls) {
      writer.tag(nullFields, WireType.VARINT);
      writer.uint32(number);
    }
    for (const bytes of values[unknownFields] ?? []) writer.raw(bytes);
    return writer.finish();
  }

  /**
   * @param {Writer} writer
   * @param {number} number
   * @param {ValueField} field
   * @param {unknown} value
   */
  #writeOne(writer, number, field, value) {
    writer.tag(number, field.scalar?.type ?? WireType.BYTES);
    if (field.scalar) field.scalar.write(writer, value);
    else writer.octets(this.#write(this.#structLayout(field.schema), /** @type {TraitValues} */ (value)));
  }
}

/** @param {SchemaField} field @returns whether its values are bigints */
export const isLong = (field) => (field.kind === Kind.UNSIGNED || field.kind === Kind.SIGNED) && field.bits > mostBits;

/**
 * The scalar of an integer. One of 33 to 53 bits has 64 bits on the wire, but fits into a JavaScript number.
 *
 * @param {number} bits
 * @param {import("./wire.js").Scalar} short
 * @param {import("./wire.js").Scalar} long
 * @returns {import("./wire.js").Scalar}
 */
function sized(bits, short, long) {
  if (bits <= 32) return short;
  if (bits > mostBits) return long;
  return { ...long, read: (reader) => Number(long.read(reader)), write: (writer, value) => long.write(writer, BigInt(value)), default: 0 };
}

/**
 * @param {number} id
 * @param {string} name
 * @param {boolean} isList
 * @returns {SchemaField}
 */
function global(id, name, isList) {
  const kind = Kind.UNSIGNED;
  return { id, name, kind, bits: 32, typeIndex: 0, isList, isNullable: false, isOptional: true, isFabricSensitive: false, unit: "" };
}

/**
 * The attributes after a change, whose values replace the known ones.
 *
 * @param {TraitValues | undefined} known
 * @param {TraitValues} change
 * @returns {TraitValues}
 */
export function merged(known, change) {
  return Object.assign(Object.create(null), known, change);
}
