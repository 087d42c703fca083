// Whether the hub knows this browser: signs in with its key, and keeps the token that comes of it in memory only, for as
// long as it is good.

import { BrowserKey, indexedKeyStore } from "../lib/browser-key.js";
import { RpcError } from "../lib/connect.js";

/** @typedef {import("../lib/browser-key.js").KeyStore} KeyStore */
/** @typedef {import("../lib/connect.js").Client} Client */
/** @typedef {import("../lib/hearth-v1.js").Credential} Credential */

/** Of a token's life: then the next one is fetched. */
const renewAfter = 2 / 3;

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
    const key = this.#key?.hubId === hubId ? this.#key : await BrowserKey.make(hubId);
    const browserKey = { publicKey: key.publicKey, signature: await key.signClaim(this.origin, code) };
    // Kept first: a key that the hub knows and nobody has is of no use, while one that it doesn't know harms nobody.
    await this.store.save(key.record).catch(() => {
      throw new RpcError("no_key", "this browser keeps nothing for pages");
    });
    await this.client.call("AccessService/Claim", { code, name, browserKey });
    this.#key = key;
    this.#token = undefined;
    // Browsers may throw away what they keep for pages, unless they are asked not to.
    await globalThis.navigator?.storage?.persist?.().catch(() => false);
  }

  /** Forgets the key. */
  async forget() {
    this.#key = undefined;
    this.#token = undefined;
    this.credential = undefined;
    await this.store.forget().catch(() => {});
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
          return void (await this.forget());
        }
        // The hub was started in between.
        if (tries > 0 || error.code !== "failed_precondition") throw error;
      }
    }
  }
}
