// Signs in to the hub with this browser's key. The token is kept in memory only, until it expires.

import { BrowserKey, indexedKeyStore } from "../lib/browser-key.js";
import { Client, RpcError } from "../lib/connect.js";

/** @typedef {import("../lib/browser-key.js").KeyStore} KeyStore */
/** @typedef {import("../lib/hearth-v1.js").Credential} Credential */

/** The share of a token's life after which the next one is fetched. */
const renewAfter = 2 / 3;

/**
 * Whether a call may have taken effect although it failed.
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
  /** @type {Credential | undefined} this browser's credential, once it has signed in */
  credential;
  /** @type {RpcError | undefined} why the hub refused the key */
  refusal;

  /**
   * @param {Client} client without credentials
   * @param {{store?: KeyStore, origin?: string, now?: () => number}} settings
   */
  constructor(client, { store = indexedKeyStore, origin = location.origin, now = () => Date.now() } = {}) {
    this.client = client;
    this.store = store;
    this.origin = origin;
    this.now = now;
  }

  /** Loads the browser's key, once. A browser that stores no data has none. */
  #look() {
    return (this.#looking ??= this.store.load().then(
      (record) => void (this.#key = record && new BrowserKey(record)),
      () => {}));
  }

  /** Searches the database for a key that was not marked as saved. Returns whether the next call has credentials that the last lacked. */
  async search() {
    if (this.#key) return false;
    const record = await this.store.search().catch(() => undefined);
    this.#key = record && new BrowserKey(record);
    return record !== undefined;
  }

  /**
   * The `authorization` header of a call. Undefined without a key that the hub knows: the hub may know the caller otherwise,
   * and refuses the call if not.
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
   * Drops the token after the hub was away or refused it; with a key, the next call gets a new one.
   *
   * @param {string | undefined} authorization the refused header; the current one if absent
   */
  doubt(authorization) {
    if (authorization === undefined || authorization === this.#token?.value) this.#token = undefined;
    return this.#key !== undefined;
  }

  /**
   * Generates a key, and registers it at the hub with an invitation's code.
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
    // Saved first: a key that the hub knows but this browser lost would be useless.
    await this.store.save(key.record).catch(() => {
      throw new RpcError("no_key", "this browser does not store data for pages");
    });
    this.#key = key;
    this.#token = undefined;
    try {
      await this.client.call("AccessService/Claim", { code, name, browserKey });
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      // The hub may have accepted the key although its answer was lost; signing in tells.
      if (isUnsure(error) && (await this.authorization().catch(() => undefined))) return;
      if (!isUnsure(error) && before?.publicKey !== key.publicKey) await this.#takeBack(key, before);
      throw error;
    }
    // Asks the browser not to evict the page's storage; some browsers ask the person first.
    globalThis.navigator?.storage?.persist?.().catch(() => false);
  }

  /**
   * Restores the key from before, after the hub refused the new one.
   *
   * @param {BrowserKey} key
   * @param {import("../lib/browser-key.js").KeyRecord | undefined} before
   */
  async #takeBack(key, before) {
    this.#key = undefined;
    await (before ? this.store.save(before) : this.store.forget(key.publicKey)).catch(() => {});
  }

  /** Revokes this browser's credential, and removes the key. */
  async signOut() {
    const authorization = await this.authorization();
    const key = this.#key;
    const id = this.credential?.id;
    if (!key || id === undefined || authorization === undefined) return;
    const client = new Client({ base: this.client.base, fetch: this.client.fetch, more: this.client.more, credentials: { authorization: async () => authorization, doubt: () => false } });
    await client.call("AccessService/RevokeCredential", { id }).catch((error) => {
      // Revoking a credential ends its calls, this one included.
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
      // Another hub answers at this address. The key is kept, in case its hub returns.
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
        // Too many wrong sign-ins came from this network. Without other credentials, the page says so and offers to claim.
        if (error.code === "resource_exhausted") {
          this.refusal = error;
          return undefined;
        }
        // The hub restarted meanwhile and no longer knows the challenge.
        if (tries > 0 || error.code !== "failed_precondition") throw error;
      }
    }
  }
}
