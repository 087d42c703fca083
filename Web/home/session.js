// Whether the hub knows this browser: signs in with its key, and keeps the token that comes of it in memory only, for as
// long as it is good.

import { BrowserKey, indexedKeyStore } from "../lib/browser-key.js";
import { Client, RpcError } from "../lib/connect.js";

/** @typedef {import("../lib/browser-key.js").KeyStore} KeyStore */
/** @typedef {import("../lib/hearth-v1.js").Credential} Credential */

/** Of a token's life: then the next one is fetched. */
const renewAfter = 2 / 3;

/**
 * Whether a call may have been done although no answer came.
 *
 * @param {RpcError} error
 */
const isUnsure = (error) => ["unavailable", "deadline_exceeded", "unknown", "internal"].includes(error.code);

export class Session {
  /** @type {BrowserKey | undefined} */
  #key;
  /** @type {{value: string, renewAt: number} | undefined} */
  #token;
  /** @type {Promise<string | undefined> | undefined} */
  #signingIn;
  /** @type {Promise<void> | undefined} */
  #looking;
  /** @type {Credential | undefined} what the hub knows this browser by, since it has signed in */
  credential;
  /** @type {RpcError | undefined} why the hub did not take the key */
  refusal;

  /**
   * @param {Client} client that brings no token
   * @param {{store?: KeyStore, origin?: string, now?: () => number}} settings
   */
  constructor(client, { store = indexedKeyStore, origin = location.origin, now = () => Date.now() } = {}) {
    this.client = client;
    this.store = store;
    this.origin = origin;
    this.now = now;
  }

  /** Looks for the browser's key, once. A browser that keeps nothing has none. */
  #look() {
    return (this.#looking ??= this.store.load().then(
      (record) => void (this.#key = record && new BrowserKey(record)),
      () => {}));
  }

  /** Looks for a key where none is said to be. The answer is whether the next call brings something that the last did not. */
  async search() {
    if (this.#key) return false;
    const record = await this.store.search().catch(() => undefined);
    this.#key = record && new BrowserKey(record);
    return record !== undefined;
  }

  /**
   * What a call brings. Nothing where there is no key, or none that the hub knows: it may know the caller by something
   * else, and says so if not.
   *
   * @returns {Promise<string | undefined>}
   */
  async authorization() {
    await this.#look();
    if (!this.#key) return undefined;
    if (this.#token && this.now() < this.#token.renewAt) return this.#token.value;
    return (this.#signingIn ??= this.#signIn(this.#key).finally(() => (this.#signingIn = undefined)));
  }

  /**
   * The hub was away, or did not take the token: the next call brings another one, if there is a key.
   *
   * @param {string | undefined} authorization that was of no use; the present one if absent
   */
  doubt(authorization) {
    if (authorization === undefined || authorization === this.#token?.value) this.#token = undefined;
    return this.#key !== undefined;
  }

  /**
   * Makes a key, and has the hub know it.
   *
   * @param {string} code
   * @param {string} name of this browser
   */
  async claim(code, name) {
    const { hubId } = await this.client.call("AccessService/GetServerIdentity", {});
    await this.#look();
    const before = this.#key?.record ?? (await this.store.search().catch(() => undefined));
    const key = this.#key?.hubId === hubId ? this.#key : await BrowserKey.make(hubId);
    const browserKey = { publicKey: key.publicKey, signature: await key.signClaim(this.origin, code) };
    // Kept first: a key that the hub knows and nobody has is of no use.
    await this.store.save(key.record).catch(() => {
      throw new RpcError("no_key", "this browser keeps nothing for pages");
    });
    this.#key = key;
    this.#token = undefined;
    try {
      await this.client.call("AccessService/Claim", { code, name, browserKey });
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      // The hub may have said yes, and its answer got lost: then it knows the key.
      if (isUnsure(error) && (await this.authorization().catch(() => undefined))) return;
      if (!isUnsure(error) && before?.publicKey !== key.publicKey) await this.#takeBack(key, before);
      throw error;
    }
    // Browsers may throw away what they keep for pages, unless they are asked not to; some ask their users first.
    globalThis.navigator?.storage?.persist?.().catch(() => false);
  }

  /**
   * The hub wants no such key: what was there before is there again.
   *
   * @param {BrowserKey} key
   * @param {import("../lib/browser-key.js").KeyRecord | undefined} before
   */
  async #takeBack(key, before) {
    this.#key = undefined;
    await (before ? this.store.save(before) : this.store.forget(key.publicKey)).catch(() => {});
  }

  /** Ends this browser's credential, and forgets the key. */
  async signOut() {
    const authorization = await this.authorization();
    const key = this.#key;
    const id = this.credential?.id;
    if (!key || id === undefined || authorization === undefined) return;
    const client = new Client({ base: this.client.base, fetch: this.client.fetch, more: this.client.more, credentials: { authorization: async () => authorization, doubt: () => false } });
    await client.call("AccessService/RevokeCredential", { id }).catch((error) => {
      // The credential's calls end with it, this one included.
      if (!(error instanceof RpcError) || error.code !== "unauthenticated") throw error;
    });
    await this.#forget(key);
  }

  /** @param {BrowserKey} key */
  async #forget(key) {
    this.#key = undefined;
    this.#token = undefined;
    this.credential = undefined;
    await this.store.forget(key.publicKey).catch(() => {});
  }

  /**
   * @param {BrowserKey} key
   * @returns {Promise<string | undefined>}
   */
  async #signIn(key) {
    for (let tries = 0; ; tries += 1) {
      const { challenge, hubId } = await this.client.call("AccessService/CreateChallenge", {});
      // Another hub has come to this address; the key is for the one that may come back.
      if (hubId !== key.hubId) return void (this.#key = undefined);
      try {
        const signature = await key.signIn(this.origin, challenge);
        const answer = await this.client.call("AccessService/SignIn", { publicKey: key.publicKey, challenge, signature });
        this.credential = answer.credential;
        const life = Number(answer.validFor?.seconds ?? 0) * 1000;
        const value = `Bearer ${answer.token}`;
        this.#token = { value, renewAt: this.now() + life * renewAfter };
        return value;
      } catch (error) {
        if (!(error instanceof RpcError)) throw error;
        if (error.code === "unauthenticated") {
          this.refusal = error;
          return void (await this.#forget(key));
        }
        // So many wrong ones came from the network: whoever has no other way in is told so, and may claim.
        if (error.code === "resource_exhausted") {
          this.refusal = error;
          return undefined;
        }
        // The hub was started in between.
        if (tries > 0 || error.code !== "failed_precondition") throw error;
      }
    }
  }
}
