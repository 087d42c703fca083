// The key by which a hub knows a browser: made here, kept by the browser for this page's origin, and never readable, not
// even by the page. What it signs says for which hub, on which page and what for.

import { hex } from "./bytes.js";

/** @typedef {{hubId: string, keys: CryptoKeyPair, publicKey: Uint8Array}} KeyRecord */
/**
 * Where the key is kept.
 *
 * `load` looks where a key is said to be, `search` everywhere, which takes longer. `forget` leaves any other key than this
 * one: another tab may have made one since.
 *
 * @typedef {{load: () => Promise<KeyRecord | undefined>, search: () => Promise<KeyRecord | undefined>, save: (record: KeyRecord) => Promise<void>, forget: (publicKey: Uint8Array) => Promise<void>}} KeyStore
 */

const algorithm = { name: "ECDSA", namedCurve: "P-256" };
const signing = { name: "ECDSA", hash: "SHA-256" };

/** Whether this page can have a key at all: browsers give none to pages that came in clear text from another machine. */
export const canHaveKey = () => globalThis.crypto?.subtle !== undefined && "indexedDB" in globalThis;

export class BrowserKey {
  /** @param {KeyRecord} record */
  constructor(record) {
    this.record = record;
  }

  /**
   * A new key for a hub. It is not kept yet.
   *
   * @param {string} hubId
   */
  static async make(hubId) {
    const keys = await crypto.subtle.generateKey(algorithm, false, ["sign"]);
    const publicKey = new Uint8Array(await crypto.subtle.exportKey("spki", keys.publicKey));
    return new BrowserKey({ hubId, keys, publicKey });
  }

  get publicKey() {
    return this.record.publicKey;
  }

  get hubId() {
    return this.record.hubId;
  }

  /**
   * Proves to the hub that whoever has the code has the key.
   *
   * @param {string} origin of the page
   * @param {string} code
   */
  async signClaim(origin, code) {
    const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytesOfCode(code)));
    return this.#sign(["hearth-claim-v1", this.hubId, origin, hex(hash)]);
  }

  /**
   * @param {string} origin of the page
   * @param {Uint8Array} challenge from the hub
   */
  signIn(origin, challenge) {
    return this.#sign(["hearth-web-v1", this.hubId, origin, hex(challenge)]);
  }

  /** @param {string[]} lines */
  async #sign(lines) {
    return new Uint8Array(await crypto.subtle.sign(signing, this.record.keys.privateKey, new TextEncoder().encode(lines.join("\n"))));
  }
}

/**
 * What a code stands for. Nothing for what is no code: the hub says so.
 *
 * @param {string} code base64url
 */
export function bytesOfCode(code) {
  try {
    return Uint8Array.from(atob(code.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
  } catch {
    return new Uint8Array(0);
  }
}

/**
 * The code in what somebody pasted: a link to this page, a link for `hearth claim`, or the code itself.
 *
 * @param {string} text
 */
export function codeIn(text) {
  const found = /[#?&]claim=([\w-]+)/.exec(text) ?? /hearth:.*[?&]code=([\w-]+)/.exec(text);
  return (found?.[1] ?? text).trim();
}

const database = "hearth-key";
const place = "key";
const storageTimeout = 5_000;
/** Says that there is a key, which is no secret: opening a database to look takes longer than all else that a page begins with. */
const mark = "hearth-has-key";

/** @type {KeyStore} keeps the key in IndexedDB, which takes it without its being readable */
export const indexedKeyStore = {
  load: async () => (localStorage.getItem(mark) === null ? undefined : inStore("readonly", (store) => store.get(place))),
  search: async () => {
    const found = await inStore("readonly", (store) => store.get(place));
    if (found) localStorage.setItem(mark, "yes");
    return found;
  },
  save: async (record) => {
    localStorage.setItem(mark, "yes");
    await inStore("readwrite", (store) => store.put(record, place));
  },
  forget: (publicKey) => inStore("readwrite", (store) => {
    const found = store.get(place);
    found.onsuccess = () => {
      if (!found.result || hex(found.result.publicKey) !== hex(publicKey)) return;
      store.delete(place);
      localStorage.removeItem(mark);
    };
    return found;
  }).then(() => {}),
};

/**
 * @param {IDBTransactionMode} mode
 * @param {(store: IDBObjectStore) => IDBRequest} body
 * @returns {Promise<any>}
 */
function inStore(mode, body) {
  return new Promise((resolve, reject) => {
    // Some browsers never answer, as in a profile that is damaged.
    setTimeout(() => reject(new Error("the browser's storage does not answer")), storageTimeout);
    const opening = indexedDB.open(database, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(place);
    opening.onerror = opening.onblocked = () => reject(opening.error);
    opening.onsuccess = () => {
      try {
        const transaction = opening.result.transaction(place, mode);
        const request = body(transaction.objectStore(place));
        transaction.oncomplete = () => resolve(request.result);
        transaction.onerror = transaction.onabort = () => reject(transaction.error);
      } catch (error) {
        reject(error);
      } finally {
        opening.result.close();
      }
    };
  });
}
