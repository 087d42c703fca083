import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { Client, RpcError } from "../lib/connect.js";
import { decode, encode } from "../lib/message.js";
import { bytesOfCode, codeIn } from "../lib/browser-key.js";
import { Session } from "../home/session.js";

/** @typedef {import("../lib/browser-key.js").KeyRecord} KeyRecord */

const origin = "https://192.0.2.1:4327";
const code = "AAECAwQFBgcICQoLDA0ODw";
let now = 0;
/** @type {KeyRecord | undefined} */
let kept;
/** Whether local storage says that a key was saved. */
let isMarked = true;
const store = {
  load: async () => (isMarked ? kept : undefined),
  search: async () => kept,
  save: async (/** @type {KeyRecord} */ record) => void (kept = record),
  forget: async (/** @type {Uint8Array} */ publicKey) => {
    if (kept && hex(kept.publicKey) === hex(publicKey)) kept = undefined;
  },
};

/** A hub's access service, which really verifies signatures. */
class Hub {
  /** @type {string[]} */
  calls = [];
  /** @type {Set<string>} */
  known = new Set();
  /** @type {string | undefined} */
  challenge;
  hasForgotten = false;
  /** Loses the next answer to a method. */
  loses = "";
  id = "the-hub";
  isLocked = false;
  fetch = async (/** @type {any} */ input, /** @type {any} */ init) => {
    const method = String(input).split("/").at(-1) ?? "";
    this.calls.push(method);
    try {
      const bytes = await this.answer(method, init.body);
      if (method === this.loses) {
        this.loses = "";
        throw new TypeError("the connection is gone");
      }
      return new Response(/** @type {any} */ (bytes), { headers: { "content-type": "application/proto" } });
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      return Response.json({ code: error.code }, { status: 400 });
    }
  };

  /**
   * @param {string} method
   * @param {Uint8Array} body
   */
  async answer(method, body) {
    if (method === "GetServerIdentity") return encode("GetServerIdentityResponse", { hubId: this.id });
    if (method === "CreateChallenge") {
      const challenge = crypto.getRandomValues(new Uint8Array(32));
      this.challenge = hex(challenge);
      return encode("CreateChallengeResponse", { challenge, hubId: this.id });
    }
    if (method === "Claim") {
      const request = decode("ClaimRequest", body);
      const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytesOfCode(request.code)));
      const { publicKey, signature } = request.browserKey ?? assert.fail("no key");
      assert.ok(await verifies(publicKey, signature, `hearth-claim-v1\n${this.id}\n${origin}\n${hex(hash)}`));
      if (request.code !== code) throw new RpcError("permission_denied", "");
      this.known.add(hex(publicKey));
      return encode("ClaimResponse", { credential: { id: "1", name: request.name } });
    }
    if (method === "RevokeCredential") throw new RpcError("unauthenticated", "");
    if (this.isLocked) throw new RpcError("resource_exhausted", "");
    const { publicKey, challenge, signature } = decode("SignInRequest", body);
    if (this.hasForgotten || hex(challenge) !== this.challenge) {
      this.hasForgotten = false;
      throw new RpcError("failed_precondition", "");
    }
    assert.ok(await verifies(publicKey, signature, `hearth-web-v1\nthe-hub\n${origin}\n${this.challenge}`));
    if (!this.known.has(hex(publicKey))) throw new RpcError("unauthenticated", "");
    return encode("SignInResponse", { token: `hth_${this.calls.length}`, validFor: { seconds: 900n }, credential: { id: "1", name: "phone" } });
  }
}

const hex = (/** @type {Uint8Array} */ bytes) => Buffer.from(bytes).toString("hex");

/**
 * @param {Uint8Array} publicKey
 * @param {Uint8Array} signature
 * @param {string} text
 */
async function verifies(publicKey, signature, text) {
  const key = await crypto.subtle.importKey("spki", Uint8Array.from(publicKey), { name: "ECDSA", namedCurve: "P-256" }, true, ["verify"]);
  return crypto.subtle.verify({ name: "ECDSA", hash: "SHA-256" }, key, Uint8Array.from(signature), new TextEncoder().encode(text));
}

let hub = new Hub();
const session = () => new Session(new Client({ fetch: hub.fetch, more: () => import("../lib/hearth-v1-more.js") }), { store, origin, now: () => now });
beforeEach(() => {
  [hub, now, kept, isMarked] = [new Hub(), 0, undefined, true];
});

test("a key that is not marked as saved is found when the hub requires one, once", async () => {
  await session().claim(code, "phone");
  isMarked = false;
  const own = session();
  assert.equal(await own.authorization(), undefined);
  assert.equal(await own.search(), true);
  assert.match((await own.authorization()) ?? "", /^Bearer /);
  assert.equal(await own.search(), false);
  kept = undefined;
  assert.equal(await session().search(), false);
});

test("without a key, no sign-in is tried and no token sent", async () => {
  const stranger = session();
  assert.equal(await stranger.authorization(), undefined);
  assert.deepEqual(hub.calls, []);
});

test("a claim generates a key that can't be exported, signs with it, and saves it", async () => {
  const own = session();
  await own.claim(code, "phone");
  assert.equal(kept?.hubId, "the-hub");
  assert.equal(kept?.keys.privateKey.extractable, false);
  await assert.rejects(crypto.subtle.exportKey("pkcs8", /** @type {KeyRecord} */ (kept).keys.privateKey));
  assert.equal(await own.authorization(), "Bearer hth_4");
  assert.equal(own.credential?.name, "phone");
});

test("the next visit signs in once for all its calls, and again after two thirds of the token's life", async () => {
  await session().claim(code, "phone");
  const next = session();
  hub.calls = [];
  const tokens = await Promise.all([next.authorization(), next.authorization(), next.authorization()]);
  assert.equal(new Set(tokens).size, 1);
  assert.deepEqual(hub.calls, ["CreateChallenge", "SignIn"]);
  now = 599_999;
  await next.authorization();
  assert.equal(hub.calls.length, 2);
  now = 600_000;
  await next.authorization();
  assert.equal(hub.calls.length, 4);
});

test("a refused token is not sent again, but a newer one is", async () => {
  const own = session();
  await own.claim(code, "phone");
  const first = await own.authorization();
  assert.equal(own.doubt(first), true);
  const second = await own.authorization();
  assert.notEqual(second, first);
  own.doubt(first);
  assert.equal(await own.authorization(), second);
});

test("after a restart of the hub, another challenge is fetched, once", async () => {
  const own = session();
  await own.claim(code, "phone");
  hub.hasForgotten = true;
  assert.match((await own.authorization()) ?? "", /^Bearer /);
});

test("a key that the hub no longer knows is removed, and not tried again", async () => {
  const own = session();
  await own.claim(code, "phone");
  hub.known.clear();
  assert.equal(await own.authorization(), undefined);
  assert.equal(own.refusal?.code, "unauthenticated");
  assert.equal(kept, undefined);
  const calls = hub.calls.length;
  assert.equal(await own.authorization(), undefined);
  assert.equal(hub.calls.length, calls);
});

test("another hub at the same address gets no signature, and the key is kept for its own hub", async () => {
  await session().claim(code, "phone");
  hub.id = "another-hub";
  assert.equal(await session().authorization(), undefined);
  assert.equal(hub.calls.at(-1), "CreateChallenge");
  assert.equal(kept?.hubId, "the-hub");
});

test("a wrong code is refused", async () => {
  const own = session();
  await assert.rejects(own.claim("AAECAwQFBgcICQoLDA0ODg", "phone"));
  assert.equal(await own.authorization(), undefined);
});

test("a claim whose answer was lost keeps the key that the hub knows", async () => {
  hub.loses = "Claim";
  const own = session();
  await own.claim(code, "phone");
  assert.ok(kept && hub.known.has(hex(kept.publicKey)));
  assert.match((await own.authorization()) ?? "", /^Bearer /);
});

test("a refused claim keeps the key of another hub", async () => {
  await session().claim(code, "phone");
  const first = kept;
  hub.id = "another-hub";
  await assert.rejects(session().claim("AAECAwQFBgcICQoLDA0ODg", "phone"));
  assert.equal(kept, first);
});

test("signing out removes the key, although the revocation ends its own call", async () => {
  const own = session();
  await own.claim(code, "phone");
  await own.signOut();
  assert.equal(kept, undefined);
  assert.equal(await own.authorization(), undefined);
  assert.equal(hub.calls.at(-1), "RevokeCredential");
});

test("a tab whose key is refused keeps a newer key of another tab", async () => {
  const old = session();
  await old.claim(code, "phone");
  await old.authorization();
  hub.known.clear();
  await session().signOut();
  const next = session();
  await next.claim(code, "phone");
  old.doubt(undefined);
  assert.equal(await old.authorization(), undefined);
  assert.ok(kept && hub.known.has(hex(kept.publicKey)));
});

test("a browser in a rate-limited network continues without a token, to claim", async () => {
  const own = session();
  await own.claim(code, "phone");
  hub.isLocked = true;
  assert.equal(await own.authorization(), undefined);
  assert.equal(own.refusal?.code, "resource_exhausted");
  assert.ok(kept);
});

test("a code is found in pasted links and text", () => {
  for (const text of [
    code, ` ${code}\n`, `https://192.0.2.1:4327/#claim=${code}`, `https://[2001:db8::1]:4327/#claim=${code}&fp=abc`,
    `hearth:192.0.2.1:4327?fp=abc&code=${code}`, `hearth claim 'hearth:192.0.2.1:4327?fp=abc&code=${code}'`,
  ]) assert.equal(codeIn(text), code, text);
  assert.deepEqual([...bytesOfCode(code)], Array.from({ length: 16 }, (_, index) => index));
  assert.deepEqual([...bytesOfCode("no code!")], []);
});
