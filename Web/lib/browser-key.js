// The key by which a hub knows a browser. It is generated here, stored by the browser for this page's origin, and can't be
// exported, not even by the page. Each signed text names the hub, the page's origin and the purpose.

import { hex } from "./bytes.js";

/** @typedef {{hubId: string, keys: CryptoKeyPair, publicKey: Uint8Array}} KeyRecord */
/**
 * The storage of the key.
 *
 * `load` opens the database only if a key was saved before; `search` always does, which takes longer. `forget` removes
 * only the given key: another tab may have saved a new one since.
 *
 * @typedef {{load: () => Promise<KeyRecord | undefined>, search: () => Promise<KeyRecord | undefined>, save: (record: KeyRecord) => Promise<void>, forget: (publicKey: Uint8Array) => Promise<void>}} KeyStore
 */

const algorithm = { name: "ECDSA", namedCurve: "P-256" };
const signing = { name: "ECDSA", hash: "SHA-256" };

/** Whether this page can have a key: browsers offer no WebCrypto to pages loaded over plain HTTP from another machine. */
export const canHaveKey = () => globalThis.crypto?.subtle !== undefined && "indexedDB" in globalThis;

export class BrowserKey {
  /** @param {KeyRecord} record */
  constructor(record) {
    this.record = record;
  }

  /**
   * Generates a key for a hub, without saving it.
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
   * Proves to the hub that the holder of the code also has the key.
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
 * Decodes a code. An invalid code gives no bytes, so that the hub refuses it.
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
 * The code in a pasted text: a link to this page, a link for `hearth claim`, or the code itself.
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
/** The item of local storage that says whether a key was saved: opening the database takes longer than the rest of the page's start. */
const mark = "hearth-has-key";

/** @type {KeyStore} keeps the key in IndexedDB, which stores keys that can't be exported */
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
    // Some browsers never answer, for example with a damaged profile.
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
