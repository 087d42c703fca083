import assert from "node:assert/strict";
import { test } from "node:test";
import { RpcError } from "../lib/connect.js";
import { hubIsBack, pieceBytes, sendBackup } from "../home/restore.js";
import { isUntouched } from "../home/setup.js";
import { mayBegin } from "../views/claim.js";

/** @param {(name: string, request: any) => any} answer */
const clientOf = (answer) => /** @type {any} */ ({ call: async (/** @type {string} */ name, /** @type {any} */ request) => answer(name.split("/")[1] ?? "", request) });

test("a file is sent in pieces, one after the other", async () => {
  const bytes = Uint8Array.from({ length: 2 * pieceBytes + 5 }, (_, index) => index % 251);
  /** @type {Uint8Array[]} */
  const received = [];
  /** @type {number[]} */
  const shares = [];
  const client = clientOf((name, request) => {
    if (name === "BeginRestore") {
      assert.deepEqual(request, { code: "", bytes: BigInt(bytes.length) });
      return { restoreId: "one" };
    }
    assert.equal(request.restoreId, "one");
    assert.equal(request.offset, BigInt(received.reduce((sum, piece) => sum + piece.length, 0)));
    received.push(request.data);
    return { isEncrypted: true };
  });
  assert.deepEqual(await sendBackup(client, new Blob([bytes]), undefined, (share) => shares.push(share)), { client, id: "one", isEncrypted: true });
  assert.deepEqual(received.map((piece) => piece.length), [pieceBytes, pieceBytes, 5]);
  assert.deepEqual(Buffer.concat(received), Buffer.from(bytes));
  assert.equal(shares.at(-1), 1);
});

test("nothing more is sent of a file that the hub refuses", async () => {
  let pieces = 0;
  const client = clientOf((name) => {
    if (name === "BeginRestore") return { restoreId: "one" };
    pieces += 1;
    throw new RpcError("invalid_argument", "this file is not a backup");
  });
  await assert.rejects(sendBackup(client, new Blob([new Uint8Array(3 * pieceBytes)]), undefined, () => {}), { code: "invalid_argument" });
  assert.equal(pieces, 1);
});

test("the hub is back when another one answers, or the same one again", async () => {
  let answers = ["old", undefined, undefined, "new"];
  const client = clientOf(() => {
    const hubId = answers.shift();
    if (hubId === undefined) throw new RpcError("unavailable", "");
    return { hubId };
  });
  assert.equal(await hubIsBack(client, "old", { pause: 0 }), true);
  assert.deepEqual(answers, []);
  answers = ["old", "old", undefined, "old"];
  assert.equal(await hubIsBack(client, "old", { pause: 0 }), true);
  assert.deepEqual(answers, []);
  answers = ["new"];
  assert.equal(await hubIsBack(client, "old", { pause: 0 }), true);
  assert.equal(await hubIsBack(clientOf(() => ({ hubId: "old" })), "old", { tries: 3, pause: 0 }), false);
});

test("only an owner who is here for the first time is asked how to begin", () => {
  const hub = (/** @type {boolean} */ mayRestore) => /** @type {any} */ ({ mayRestore });
  const link = (/** @type {string | undefined} */ role) => ({ code: "x", fingerprint: "", ...(role === undefined ? {} : { role }) });
  assert.deepEqual([undefined, link("owner"), link("1"), link("4"), link(undefined)].map((one) => mayBegin(hub(true), one)), [true, true, false, false, false]);
  assert.deepEqual([undefined, link("owner")].map((one) => mayBegin(hub(false), one)), [false, false]);
  assert.equal(mayBegin(undefined, undefined), false);
});

test("a home is untouched until somebody has set up a part of it", () => {
  const facts = { structure: /** @type {any} */ ({ name: "Home" }), rooms: 0, devices: 0, passed: [] };
  assert.equal(isUntouched(facts), true);
  assert.equal(isUntouched({ ...facts, structure: undefined }), true);
  assert.deepEqual([{ rooms: 1 }, { devices: 1 }, { passed: ["name"] }, { structure: /** @type {any} */ ({ name: "Ada's" }) }]
    .map((change) => isUntouched({ ...facts, ...change })), [false, false, false, false]);
});
