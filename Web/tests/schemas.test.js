// Schemas: what is fetched from the hub, what is cached, and what is fetched before the first command.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Client } from "../lib/connect.js";
import { decode, encode } from "../lib/message.js";
import { Schemas } from "../home/schemas.js";
import { onOff } from "./hub.js";

const asked = /** @type {import("../lib/hearth-v1.js").GetTraitSchemasRequest[]} */ ([]);
const client = new Client({
  base: "http://hub",
  fetch: async (_, init) => {
    const request = decode("GetTraitSchemasRequest", /** @type {Uint8Array} */ (init?.body));
    asked.push(request);
    const { commands, events, ...attributes } = onOff.schema;
    const schemas = request.traitIds.includes(6) ? [request.attributesOnly ? attributes : { ...attributes, commands, events }] : [];
    return new Response(encode("GetTraitSchemasResponse", { schemas }), { headers: { "content-type": "application/proto" } });
  },
});

/** A cache in memory. */
class Kept {
  entries = /** @type {Map<string, Uint8Array>} */ (new Map());
  open() {}
  /** @param {string} prefix */
  async load(prefix) {
    return new Map([...this.entries].filter(([key]) => key.startsWith(prefix)));
  }
  /** @param {string} _ @param {() => Map<string, Uint8Array>} entries */
  async save(_, entries) {
    for (const [key, bytes] of entries()) this.entries.set(key, bytes);
  }
}

/** @param {Kept} kept */
async function schemas(kept, fingerprint = "f") {
  asked.length = 0;
  const made = new Schemas(client, /** @type {any} */ (kept));
  await made.begin(fingerprint);
  return made;
}
const lamp = [{ id: 6, revision: 2 }];

test("attributes are fetched first, commands and events when they are needed, each once", async () => {
  const made = await schemas(new Kept());
  await made.need(lamp, true);
  await made.need(lamp, true);
  assert.deepEqual(asked.map((one) => one.attributesOnly), [true]);
  assert.equal(made.get(6)?.commands.size, 0);
  await made.need(lamp);
  await made.need(lamp);
  await made.need(lamp, true);
  assert.deepEqual(asked.map((one) => one.attributesOnly), [true, false]);
  assert.equal(made.get(6)?.commands.size, 3);
  assert.equal(made.get(6)?.events.size, 1);
});

test("fetched schemas are cached for the next visit, and whole ones also serve for attributes", async () => {
  const kept = new Kept();
  await (await schemas(kept)).need(lamp, true);
  const second = await schemas(kept);
  await second.need(lamp, true);
  assert.equal(asked.length, 0);
  await second.need(lamp);
  assert.equal(asked.length, 1);
  const third = await schemas(kept);
  await third.need(lamp, true);
  assert.equal(asked.length, 0);
  assert.equal(third.get(6)?.commands.size, 3);
  await third.need(lamp);
  assert.equal(asked.length, 0);
});

test("another fingerprint or revision is fetched again, and so is a damaged entry", async () => {
  const kept = new Kept();
  await (await schemas(kept)).need(lamp);
  await (await schemas(kept, "g")).need(lamp);
  assert.equal(asked.length, 1);
  await (await schemas(kept)).need([{ id: 6, revision: 3 }]);
  assert.equal(asked.length, 1);
  kept.entries.set("f/6/2", Uint8Array.of(0xff));
  const made = await schemas(kept);
  await made.need(lamp);
  assert.equal(asked.length, 1);
  assert.equal(made.get(6)?.name, "OnOff");
});

test("a trait that the hub lacks is asked for once", async () => {
  const made = await schemas(new Kept());
  await made.need([{ id: 7 }], true);
  await made.need([{ id: 7 }], true);
  await made.need([{ id: 7 }]);
  assert.equal(asked.length, 1);
});
