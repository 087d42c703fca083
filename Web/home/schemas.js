// The schemas of traits: fetched once, cached in IndexedDB for the next visit, and dropped when the hub's schemas change.
// Showing states needs only their attributes; commands and events are fetched when one is first sent or read.

import { decode, encode } from "../lib/message.js";
import { TraitType } from "../lib/trait.js";
import { WireError } from "../lib/wire.js";

/** @typedef {import("../lib/connect.js").Client} Client */
/** @typedef {import("../lib/hearth-v1.js").TraitInfo} TraitInfo */

/** A cache of bytes by key. A lost entry only costs a fetch, so errors are ignored. */
export class SchemaCache {
  /** @type {Promise<IDBDatabase | undefined> | undefined} */
  #opening;
  /** @type {IDBDatabase | undefined} the database, once it is open */
  #kept;

  /** Begins to open the database, which takes longer than most of the page's start. */
  open() {
    return (this.#opening ??= new Promise((resolve) => {
      if (!("indexedDB" in globalThis)) return resolve(undefined);
      const request = indexedDB.open("hearth", 1);
      let isNew = false;
      request.onupgradeneeded = () => {
        isNew = true;
        request.result.createObjectStore("schemas");
      };
      request.onsuccess = () => {
        if (!isNew) this.#kept = request.result;
        resolve(request.result);
      };
      request.onerror = request.onblocked = () => resolve(undefined);
    }));
  }

  /**
   * The cached entries, or none if the database is not open yet: fetching is faster than waiting for it.
   *
   * @param {string} prefix
   * @returns {Promise<Map<string, Uint8Array>>}
   */
  load(prefix) {
    return new Promise((resolve) => {
      try {
        if (!this.#kept) return resolve(new Map());
        const transaction = this.#kept.transaction("schemas");
        const store = transaction.objectStore("schemas");
        const range = IDBKeyRange.bound(prefix, `${prefix}\uffff`);
        const [keys, values] = [store.getAllKeys(range), store.getAll(range)];
        transaction.oncomplete = () => resolve(new Map(keys.result.map((key, index) => [String(key), values.result[index]])));
        transaction.onerror = transaction.onabort = () => resolve(new Map());
      } catch {
        // The browser has closed the database.
        resolve(new Map());
      }
    });
  }

  /**
   * Saves entries, and drops those without the prefix. It waits first, so that it does not slow down the page's start.
   *
   * @param {string} prefix
   * @param {() => Map<string, Uint8Array>} entries
   */
  async save(prefix, entries) {
    const database = await this.open();
    if (!database) return;
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    try {
      const store = database.transaction("schemas", "readwrite").objectStore("schemas");
      store.delete(IDBKeyRange.upperBound(prefix, true));
      store.delete(IDBKeyRange.lowerBound(`${prefix}\uffff`));
      for (const [key, bytes] of entries()) store.put(bytes, key);
    } catch {
      // The browser has closed the database.
    }
  }
}

/** The traits that the page can read. */
export class Schemas {
  /** @type {Map<number, TraitType>} */
  #types = new Map();
  /** @type {Set<number>} traits whose commands and events are loaded, too */
  #whole = new Set();
  /** @type {Set<number>} */
  #missing = new Set();
  #prefix = "";
  /** @type {Map<string, Uint8Array>} */
  #kept = new Map();

  /**
   * @param {Client} client
   * @param {SchemaCache} cache
   */
  constructor(client, cache = new SchemaCache()) {
    this.client = client;
    this.cache = cache;
    cache.open();
  }

  /** @param {number} traitId */
  get(traitId) {
    return this.#types.get(traitId);
  }

  /** @returns {import("../lib/hearth-v1.js").TraitSchema[]} the loaded schemas */
  all() {
    return [...this.#types.values()].map((type) => type.schema);
  }

  /** @param {string} fingerprint of the hub's schemas; entries of another fingerprint are not used */
  async begin(fingerprint) {
    const prefix = `${fingerprint}/`;
    if (prefix === this.#prefix) return;
    this.#prefix = prefix;
    this.#types.clear();
    this.#whole.clear();
    this.#missing.clear();
    this.#kept = await this.cache.load(prefix);
  }

  /**
   * Loads the schemas of these traits. One that the hub lacks, or that can't be decoded, is not asked for again.
   *
   * @param {Iterable<{id: number, revision?: number}>} traits
   * @param {boolean} attributesOnly whether the attributes are enough
   */
  async need(traits, attributesOnly = false) {
    /** @type {Map<number, number>} */
    const wanted = new Map();
    for (const { id, revision = 0 } of traits)
      if (!this.#isHere(id, attributesOnly) && !this.#missing.has(id) && !this.#fromCache(id, revision, attributesOnly)) wanted.set(id, revision);
    if (wanted.size === 0) return;
    /** @type {Map<string, import("../lib/hearth-v1.js").TraitSchema>} */
    const fresh = new Map();
    let pageToken = "";
    do {
      const page = await this.client.call("HomeService/GetTraitSchemas", { traitIds: [...wanted.keys()], pageToken, attributesOnly });
      for (const schema of page.schemas)
        if (this.#add(schema, !attributesOnly)) fresh.set(this.#key(schema.id, wanted.get(schema.id) ?? 0, !attributesOnly), schema);
      pageToken = page.nextPageToken;
    } while (pageToken !== "");
    for (const id of wanted.keys()) if (!this.#types.has(id)) this.#missing.add(id);
    if (fresh.size > 0) this.cache.save(this.#prefix, () => new Map([...fresh].map(([key, schema]) => [key, encode("TraitSchema", schema)])));
  }

  /** @param {number} id @param {boolean} attributesOnly */
  #isHere(id, attributesOnly) {
    return (attributesOnly ? this.#types : this.#whole).has(id);
  }

  /**
   * @param {number} id
   * @param {number} revision of the device's trait; a maker may bring a newer one while the hub's own schemas stay the same
   * @param {boolean} isWhole
   */
  #key(id, revision, isWhole) {
    return `${this.#prefix}${id}/${revision}${isWhole ? "" : "/attributes"}`;
  }

  /**
   * @param {number} id
   * @param {number} revision
   * @param {boolean} attributesOnly whether the attributes are enough
   */
  #fromCache(id, revision, attributesOnly) {
    for (const isWhole of attributesOnly ? [true, false] : [true]) {
      const bytes = this.#kept.get(this.#key(id, revision, isWhole));
      try {
        if (bytes && this.#add(decode("TraitSchema", bytes), isWhole)) return true;
      } catch {
        // A damaged entry is fetched again.
      }
    }
    return false;
  }

  /**
   * @param {import("../lib/hearth-v1.js").TraitSchema} schema
   * @param {boolean} isWhole
   */
  #add(schema, isWhole) {
    try {
      this.#types.set(schema.id, new TraitType(schema));
      if (isWhole) this.#whole.add(schema.id);
      return true;
    } catch (error) {
      if (!(error instanceof WireError)) throw error;
      return false;
    }
  }
}
