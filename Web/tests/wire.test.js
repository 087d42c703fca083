import assert from "node:assert/strict";
import { test } from "node:test";
import { Reader, scalars, unknownFields, WireError, Writer } from "../lib/wire.js";
import { messages } from "../lib/hearth-v1-more.js";
import { decode, encode, know } from "../lib/message.js";

know(messages);

/** @param {string} hex */
const bytes = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));

test("numbers at the limits of their types survive a round trip", () => {
  const unsigned = [0n, 1n, 127n, 128n, 0xffff_ffffn, 2n ** 53n, 2n ** 56n - 1n, 2n ** 56n, 2n ** 63n, 2n ** 64n - 1n];
  for (const value of unsigned) {
    const writer = new Writer();
    writer.uint64(value);
    assert.equal(new Reader(writer.finish()).uint64(), value);
  }
  for (const value of [0n, -1n, 1n, -(2n ** 63n), 2n ** 63n - 1n]) {
    const writer = new Writer();
    writer.sint64(value);
    writer.uint64(value);
    const reader = new Reader(writer.finish());
    assert.equal(reader.sint64(), value);
    assert.equal(reader.int64(), value);
  }
  for (const value of [0, -1, 1, -(2 ** 31), 2 ** 31 - 1]) {
    const writer = new Writer();
    writer.sint32(value);
    writer.int32(value);
    const reader = new Reader(writer.finish());
    assert.equal(reader.sint32(), value);
    assert.equal(reader.uint32() | 0, value);
  }
});

test("a message is encoded as by protoc", () => {
  // printf 'device_id: "lamp" endpoint: 300' | protoc --encode=hearth.v1.Target
  assert.deepEqual(encode("Target", { deviceId: "lamp", endpoint: 300 }), bytes("0a046c616d7010ac02"));
  assert.deepEqual(decode("Target", bytes("0a046c616d7010ac02")), { deviceId: "lamp", endpoint: 300 });
  // Implicit presence leaves out zeros, explicit presence does not.
  assert.deepEqual(encode("Target", { deviceId: "", endpoint: 0 }), bytes(""));
  assert.deepEqual(encode("UpdateDeviceRequest", { roomId: "" }), bytes("1a00"));
  assert.deepEqual(encode("Location", { latitude: -0, longitude: 1 }), bytes("09000000000000008011000000000000f03f"));
});

test("absent fields have their defaults, and optional ones stay absent", () => {
  const field = decode("SchemaField", bytes(""));
  assert.equal(field.name, "");
  assert.equal(field.isList, false);
  assert.equal("step" in field, false);
  assert.equal(decode("Position", bytes("")).sequence, 0n);
  assert.deepEqual(decode("ListResponse", bytes("")).devices, []);
});

test("lists are read packed and unpacked", () => {
  const packed = encode("Hours", { weekdays: [1, 300] });
  assert.deepEqual(packed, bytes("0a0301ac02"));
  assert.deepEqual(decode("Hours", packed).weekdays, [1, 300]);
  assert.deepEqual(decode("Hours", bytes("080108ac02")).weekdays, [1, 300]);
});

test("the last member of a oneof wins", () => {
  const value = decode("Value", bytes("1001" + "1807"));
  assert.deepEqual(value, { unsigned: 7n });
  assert.deepEqual(encode("Value", { boolean: false }), bytes("1000"));
});

test("two occurrences of a message field are merged", () => {
  const state = decode("TraitState", bytes("0a030a0161" + "0a021005"));
  assert.deepEqual(state.target, { deviceId: "a", endpoint: 5 });
});

test("unknown fields survive a round trip", () => {
  const unknown = "c23e0161" + "fb01" + "08ff01" + "fc01";
  const message = decode("Target", bytes("0a0161" + unknown));
  assert.equal(message.deviceId, "a");
  assert.equal(/** @type {any} */ (message)[unknownFields].length, 2);
  assert.deepEqual(encode("Target", message), bytes("0a0161" + unknown));
});

test("a known field with another wire type counts as unknown", () => {
  const message = decode("Target", bytes("0801"));
  assert.equal(message.deviceId, "");
  assert.deepEqual(encode("Target", message), bytes("0801"));
});

for (const [what, hex] of Object.entries({
  "a length beyond the end": "0aff01",
  "a huge length": "0affffffff0f",
  "a string that is no UTF-8": "0a01ff",
  "a varint without end": "10ffffffffffffffffffff01",
  "an end without a start": "0c",
  "a group without end": "13",
  "a group with another's end": "131c",
  "field 0": "0000",
  "wire type 6": "0e00",
  "half a tag": "80",
}))
  test(`${what} is refused`, () => {
    assert.throws(() => decode("Target", bytes(hex)), WireError);
  });

test("too deeply nested messages are refused", () => {
  let condition = new Uint8Array(0);
  for (let depth = 0; depth < 90; depth += 1) condition = nest(condition);
  assert.ok(decode("SchemaCondition", condition).not);
  for (let depth = 0; depth < 4_000; depth += 1) condition = nest(condition);
  assert.throws(() => decode("SchemaCondition", condition), WireError);
  assert.throws(() => decode("Target", new Uint8Array(100_000).fill(0x13)), WireError);
});

/** @param {Uint8Array} inner */
function nest(inner) {
  const writer = new Writer();
  writer.tag(2, 2);
  writer.octets(inner);
  return writer.finish();
}

test("random bytes give a message or a WireError", () => {
  const seed = Date.now() % 1_000_000;
  let state = seed;
  const random = () => (state = (state * 48_271 + 11) % 0x7fff_ffff);
  for (let round = 0; round < 3_000; round += 1) {
    const noise = Uint8Array.from({ length: random() % 60 }, () => random() & 0xff);
    try {
      const message = decode("WatchResponse", noise);
      decode("WatchResponse", encode("WatchResponse", message));
    } catch (error) {
      assert.ok(error instanceof WireError, `seed ${seed}, round ${round}: ${error}`);
    }
  }
});

test("cached strings are right, also with equal hashes", () => {
  const read = (/** @type {string} */ text) => {
    const writer = new Writer();
    scalars.s.write(writer, text);
    return new Reader(writer.finish()).string();
  };
  // More strings than the cache has places; the last ones have equal hashes.
  const texts = [...Array.from({ length: 5_000 }, (_, index) => `device-${index}`), "Aa", "BB", "\u00e9", "\u00c3\u00a9", "e\u0301", "\ufeffa", "a".repeat(65), ""];
  for (let round = 0; round < 2; round += 1) for (const text of texts) assert.equal(read(text), text);
});
