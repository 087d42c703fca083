import assert from "node:assert/strict";
import { createServer } from "node:http";
import { afterEach, beforeEach, test } from "node:test";
import { Client, FrameReader, RpcError } from "../lib/connect.js";
import { decode, encode } from "../lib/message.js";

/** @type {(request: import("node:http").IncomingMessage, body: Buffer, response: import("node:http").ServerResponse) => void} */
let answer = () => {};
/** @type {import("node:http").Server} */
let server;
/** @type {import("node:http").RequestListener} */
const serve = (request, response) => {
  // A client that cancels cuts its request, which raises an error on it; nothing listens for it.
  request.on("error", () => {});
  /** @type {Buffer[]} */
  const pieces = [];
  request.on("data", (piece) => pieces.push(piece));
  request.on("end", () => answer(request, Buffer.concat(pieces), response));
};
/** @type {Client} */
let client;
/** @type {string[]} the tokens of calls, one after another; the last one stays */
let tokens = ["Bearer x"];
const credentials = {
  authorization: async () => tokens[0],
  doubt: () => tokens.length > 1 && tokens.shift() !== undefined,
};
let moreCount = 0;
const more = () => {
  moreCount += 1;
  return import("../lib/hearth-v1-more.js");
};
// A server for each test: a cancelled request may still arrive when the next test begins.
beforeEach(async () => {
  tokens = ["Bearer x"];
  server = createServer(serve);
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  client = new Client({ base: `http://127.0.0.1:${/** @type {any} */ (server.address()).port}`, credentials, more });
  moreCount = 0;
});
afterEach(() => {
  answer = () => {};
  server.closeAllConnections();
  server.close();
});

/** @param {Uint8Array} payload */
function frame(payload, flags = 0) {
  const bytes = new Uint8Array(5 + payload.length);
  new DataView(bytes.buffer).setUint32(1, payload.length);
  bytes[0] = flags;
  bytes.set(payload, 5);
  return bytes;
}
/** @param {object} json */
const end = (json) => frame(new TextEncoder().encode(JSON.stringify(json)), 2);
const heartbeat = encode("WatchResponse", { heartbeat: {} });

/** @param {string} code */
const failsWith = (code) => (/** @type {unknown} */ error) => error instanceof RpcError && error.code === code;
async function watched() {
  const messages = [];
  for await (const message of client.stream("HomeService/Watch", {})) messages.push(message);
  return messages;
}

test("a unary call sends Connect's headers, and decodes the answer", async () => {
  answer = (request, body, response) => {
    assert.equal(request.url, "/hearth.v1.HomeService/CreateRoom");
    assert.equal(request.headers["content-type"], "application/proto");
    assert.equal(request.headers["connect-protocol-version"], "1");
    assert.equal(request.headers["connect-timeout-ms"], "60000");
    assert.equal(request.headers["authorization"], "Bearer x");
    assert.equal(decode("CreateRoomRequest", body).name, "Attic");
    response.writeHead(200, { "content-type": "application/proto" });
    response.end(encode("CreateRoomResponse", { room: { id: "1", name: "Attic" } }));
  };
  const { room } = await client.call("HomeService/CreateRoom", { name: "Attic" }, { timeout: 60_000 });
  assert.equal(room?.id, "1");
});

test("further message tables are loaded with the first call that needs them, once", async () => {
  // The tables are global: another test may have loaded them already.
  answer = (_, __, response) => {
    response.writeHead(200, { "content-type": "application/proto" });
    response.end(new Uint8Array(0));
  };
  await client.call("HomeService/List", {});
  assert.equal(moreCount, 0);
  await client.call("HomeService/DeleteRoom", { roomId: "1" });
  await client.call("HomeService/DeleteRoom", { roomId: "2" });
  assert.ok(moreCount <= 1);
  const name = /** @type {"HomeService/List"} */ (/** @type {string} */ ("HomeService/Nothing"));
  await assert.rejects(client.call(name, {}), { message: "there is no method HomeService/Nothing" });
});

test("an error has code, message and details", async () => {
  const value = Buffer.from(encode("TraitError", { field: "level", constraint: "max = 254" })).toString("base64");
  answer = (_, __, response) => {
    response.writeHead(400, { "content-type": "application/json" });
    const details = [{ type: "hearth.v1.TraitError", value: value.replace(/=+$/, "") }, { type: 5 }, null];
    response.end(JSON.stringify({ code: "invalid_argument", message: "too bright", details }));
  };
  await assert.rejects(client.call("HomeService/GetInfo", {}), (error) => {
    assert.ok(error instanceof RpcError);
    assert.deepEqual([error.code, error.message, error.details.length], ["invalid_argument", "too bright", 1]);
    assert.equal(error.traitError?.constraint, "max = 254");
    return true;
  });
});

test("an answer that is not from a hub is an error by its HTTP status", async () => {
  answer = (_, __, response) => response.writeHead(503, { "content-type": "text/html" }).end("<h1>down</h1>");
  await assert.rejects(client.call("HomeService/GetInfo", {}), failsWith("unavailable"));
  answer = (_, __, response) => response.writeHead(200, { "content-type": "text/html" }).end("<h1>login</h1>");
  await assert.rejects(client.call("HomeService/GetInfo", {}), failsWith("internal"));
  answer = (_, __, response) => response.writeHead(403, { "content-type": "application/json" }).end("{nonsense");
  await assert.rejects(client.call("HomeService/GetInfo", {}), failsWith("internal"));
});

test("an unreachable hub is unavailable", async () => {
  const lost = new Client({ base: "http://127.0.0.1:9" });
  await assert.rejects(lost.call("HomeService/GetInfo", {}), failsWith("unavailable"));
});

test("a call ends by its timeout and by its signal", async () => {
  answer = () => {};
  await assert.rejects(client.call("HomeService/GetInfo", {}, { timeout: 30 }), failsWith("deadline_exceeded"));
  const controller = new AbortController();
  const call = client.call("HomeService/GetInfo", {}, { signal: controller.signal });
  controller.abort();
  await assert.rejects(call, failsWith("canceled"));
  await assert.rejects(client.call("HomeService/GetInfo", {}, { signal: controller.signal }), failsWith("canceled"));
});

test("frames are the same however the stream is split", () => {
  const whole = Buffer.concat([frame(heartbeat), frame(new Uint8Array(300).fill(7)), end({})]);
  for (let size = 1; size <= whole.length; size += 1) {
    const reader = new FrameReader();
    const frames = [];
    for (let at = 0; at < whole.length; at += size) frames.push(...reader.push(whole.subarray(at, at + size)));
    assert.deepEqual(frames.map((one) => [one.flags, one.payload.length]), [[0, heartbeat.length], [0, 300], [2, 2]]);
    assert.equal(reader.hasEnded, true);
  }
});

test("a malformed stream is refused", () => {
  assert.throws(() => new FrameReader().push(Uint8Array.of(0, 0xff, 0xff, 0xff, 0xff)), failsWith("resource_exhausted"));
  assert.throws(() => new FrameReader().push(frame(heartbeat, 1)), failsWith("internal"));
  assert.throws(() => new FrameReader().push(Buffer.concat([end({}), frame(heartbeat)])), failsWith("internal"));
});

test("a stream gives its messages and ends", async () => {
  answer = (request, body, response) => {
    assert.equal(request.headers["content-type"], "application/connect+proto");
    assert.equal(request.headers["connect-timeout-ms"], undefined);
    assert.deepEqual([...body], [0, 0, 0, 0, 0]);
    response.writeHead(200, { "content-type": "application/connect+proto" });
    response.write(frame(heartbeat));
    setTimeout(() => response.end(Buffer.concat([frame(heartbeat), end({})])), 20);
  };
  assert.equal((await watched()).length, 2);
});

test("a stream's error comes after its messages; one that is cut off is unavailable", async () => {
  answer = (_, __, response) => {
    response.writeHead(200, { "content-type": "application/connect+proto" });
    response.end(Buffer.concat([frame(heartbeat), end({ error: { code: "permission_denied", message: "no" } })]));
  };
  await assert.rejects(watched(), failsWith("permission_denied"));
  answer = (_, __, response) => response.writeHead(200).end(frame(heartbeat));
  await assert.rejects(watched(), failsWith("unavailable"));
});

test("ending the iteration of a stream cancels it", async () => {
  const closed = new Promise((resolve) => {
    answer = (_, __, response) => {
      response.on("close", resolve);
      response.writeHead(200).write(frame(heartbeat));
    };
  });
  for await (const message of client.stream("HomeService/Watch", {})) {
    assert.ok(message.heartbeat);
    break;
  }
  await closed;
});

/** Refuses calls without the right token. */
function guarded() {
  /** @type {(string | undefined)[]} */
  const seen = [];
  answer = (request, _, response) => {
    seen.push(request.headers["authorization"]);
    if (seen.at(-1) === "Bearer right") return response.writeHead(200, { "content-type": "application/proto" }).end();
    response.writeHead(401, { "content-type": "application/json" }).end(JSON.stringify({ code: "unauthenticated" }));
  };
  return seen;
}

test("an expired token is replaced once, and the call retried", async () => {
  const seen = guarded();
  tokens = ["Bearer old", "Bearer right"];
  await client.call("HomeService/GetInfo", {});
  assert.deepEqual(seen, ["Bearer old", "Bearer right"]);
});

test("a call is retried only once", async () => {
  const seen = guarded();
  tokens = ["Bearer a", "Bearer b", "Bearer c", "Bearer right"];
  await assert.rejects(client.call("HomeService/GetInfo", {}), failsWith("unauthenticated"));
  assert.deepEqual(seen, ["Bearer a", "Bearer b"]);
});

test("a call without a token is not retried", async () => {
  const seen = guarded();
  client = new Client({ base: client.base });
  await assert.rejects(client.call("HomeService/GetInfo", {}), failsWith("unauthenticated"));
  assert.deepEqual(seen, [undefined]);
});

test("a stream with an expired token is retried once with another", async () => {
  /** @type {(string | undefined)[]} */
  const seen = [];
  answer = (request, _, response) => {
    seen.push(request.headers["authorization"]);
    response.writeHead(200, { "content-type": "application/connect+proto" });
    if (seen.at(-1) === "Bearer right") response.end(Buffer.concat([frame(heartbeat), end({})]));
    else response.end(end({ error: { code: "unauthenticated", message: "it has ended" } }));
  };
  tokens = ["Bearer old", "Bearer right"];
  assert.equal((await watched()).length, 1);
  assert.deepEqual(seen, ["Bearer old", "Bearer right"]);
  tokens = ["Bearer old", "Bearer older", "Bearer right"];
  await assert.rejects(watched(), failsWith("unauthenticated"));
  assert.equal(seen.length, 4);
});
