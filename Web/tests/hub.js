// A minimal hub in memory for tests of clients: a lamp with OnOff and a switch.

import { SchemaField_Kind as Kind } from "../lib/hearth-v1.js";
import { decode, encode } from "../lib/message.js";
import { TraitType } from "../lib/trait.js";

export const onOff = new TraitType(decode("TraitSchema", encode("TraitSchema", {
  id: 6, name: "OnOff", vendor: "Matter",
  attributes: [
    { field: { id: 0, name: "onOff", kind: Kind.BOOLEAN } },
    { field: { id: 0x4003, name: "startUpOnOff", kind: Kind.ENUM, isNullable: true }, isWritable: true },
  ],
  enums: [{ name: "StartUp", constants: [{ name: "off", value: 0n }, { name: "on", value: 1n }] }],
  commands: [
    { id: 1, name: "On", methodName: "on" },
    { id: 0x40, name: "OffWithEffect", methodName: "offWithEffect", arguments: { fields: [{ id: 0, name: "effect", kind: Kind.UNSIGNED, bits: 8 }] },
      response: { fields: [{ id: 0, name: "left", kind: Kind.UNSIGNED, bits: 16 }] } },
    { id: 2, name: "Name", methodName: "name" },
  ],
  events: [{ id: 3, name: "toggled", payload: { fields: [{ id: 0, name: "times", kind: Kind.UNSIGNED, bits: 8 }] } }],
})));

export class Hub {
  /** @type {{name: string, request: any, headers: any}[]} */
  calls = [];
  sequence = 10n;
  /** @type {import("../lib/message.js").Input<import("../lib/hearth-v1.js").BatchResult>} */
  answer = {};
  /** @type {ReadableStreamDefaultController<Uint8Array> | undefined} */
  #watch;

  get last() {
    return /** @type {Hub["calls"][number]} */ (this.calls.at(-1));
  }

  position() {
    return { structureId: "home", epoch: 1n, sequence: this.sequence };
  }

  /** @type {typeof fetch} */
  fetch = async (url, init) => {
    const name = String(url).split("/hearth.v1.")[1] ?? "";
    let body = /** @type {Uint8Array} */ (init?.body);
    if (name === "HomeService/Watch") body = body.slice(5);
    const [input, output] = /** @type {[any, any]} */ (types[/** @type {keyof typeof types} */ (name)]);
    this.calls.push({ name, request: decode(input, body), headers: init?.headers });
    if (name === "HomeService/Watch") return this.#stream(init?.signal);
    return new Response(encode(output, this.#response(name)), { headers: { "content-type": "application/proto" } });
  };

  /** @param {string} name @returns {any} */
  #response(name) {
    const target = { deviceId: "lamp", endpoint: 1 };
    switch (name) {
      case "HomeService/GetInfo": return { schemaFingerprint: "f" };
      case "HomeService/List": return {
        positions: [this.position()],
        structures: [{ id: "home", name: "Home" }], rooms: [{ id: "r", structureId: "home", name: "Kitchen" }],
        devices: [{
          id: "lamp", structureId: "home", roomId: "r", name: "Lamp",
          endpoints: [{ id: 0 }, { id: 1, deviceTypes: [{ id: 0x100 }], traits: [{ id: 6, name: "hearth.traits.matter.v1.OnOff" }] }],
        }],
      };
      case "HomeService/GetTraitSchemas": return { schemas: [onOff.schema] };
      case "HomeService/Read": return { positions: [this.position()], states: [{ target, traitId: 6, attributes: { value: onOff.encodeAttributes({ onOff: false, startUpOnOff: "on" }) } }] };
      default: return { results: [this.answer] };
    }
  }

  /** @param {AbortSignal | null | undefined} signal */
  #stream(signal) {
    const body = new ReadableStream({ start: (controller) => void (this.#watch = controller) });
    signal?.addEventListener("abort", () => this.#watch?.error(new TypeError("aborted")));
    this.say({ started: { heartbeatSeconds: 15 } });
    return new Response(body, { headers: { "content-type": "application/connect+proto" } });
  }

  /** @param {any} message of the watch */
  say(message) {
    const bytes = encode("WatchResponse", message);
    const frame = new Uint8Array(5 + bytes.length);
    new DataView(frame.buffer).setUint32(1, bytes.length);
    frame.set(bytes, 5);
    this.#watch?.enqueue(frame);
  }

  /** @param {import("../lib/trait.js").TraitValues} values @param {object} others */
  report(values, others = {}) {
    this.sequence += 1n;
    const target = { deviceId: "lamp", endpoint: 1 };
    this.say({ report: { position: this.position(), states: [{ target, traitId: 6, attributes: { value: onOff.encodeAttributes(values) } }], ...others } });
  }
}

const types = {
  "HomeService/GetInfo": ["GetInfoRequest", "GetInfoResponse"],
  "HomeService/List": ["ListRequest", "ListResponse"],
  "HomeService/Read": ["ReadRequest", "ReadResponse"],
  "HomeService/GetTraitSchemas": ["GetTraitSchemasRequest", "GetTraitSchemasResponse"],
  "HomeService/SendBatch": ["SendBatchRequest", "SendBatchResponse"],
  "HomeService/Watch": ["WatchRequest", "WatchResponse"],
};
