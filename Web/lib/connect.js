// A client of the Connect protocol over fetch: unary calls and server streams, in protobuf.

import { decode, encode, isKnown, know } from "./message.js";

/** @typedef {import("./hearth-v1.js").Unary} Unary */
/** @typedef {import("./hearth-v1.js").Streaming} Streaming */
/** @typedef {import("./hearth-v1.js").Messages} Messages */
/** @template T @typedef {import("./hearth-v1.js").Input<T>} Input */
/** @typedef {{signal?: AbortSignal | undefined, timeout?: number}} CallSettings timeout in milliseconds */
/**
 * The source of the calls' `authorization` header. The client calls `doubt` when the hub refused the header or could not
 * be reached; it returns whether a retry may have a better one.
 *
 * @typedef {{authorization: () => Promise<string | undefined>, doubt: (authorization: string | undefined) => boolean}} Credentials
 */

/** A refusal by the hub, or a failure to reach it. */
export class RpcError extends Error {
  /**
   * @param {string} code of Connect, such as "not_found"
   * @param {string} message
   * @param {readonly {type: string, value: Uint8Array}[]} details
   */
  constructor(code, message, details = []) {
    super(message);
    this.name = "RpcError";
    this.code = code;
    this.details = details;
  }

  /** The trait's own error, if a trait refused. */
  get traitError() {
    const detail = this.details.find((entry) => entry.type === "hearth.v1.TraitError");
    try {
      return detail && decode("TraitError", detail.value);
    } catch {
      return undefined;
    }
  }
}

const codes = [
  "ok", "canceled", "unknown", "invalid_argument", "deadline_exceeded", "not_found", "already_exists",
  "permission_denied", "resource_exhausted", "failed_precondition", "aborted", "out_of_range", "unimplemented",
  "internal", "unavailable", "data_loss", "unauthenticated",
];

/** @param {number} number a status code of gRPC, as in the results of a batch */
export const codeName = (number) => codes[number] ?? "unknown";

/** The error code of an HTTP status, for answers without an error of Connect. */
const codeOfStatus = new Map([
  [400, "internal"], [401, "unauthenticated"], [403, "permission_denied"], [404, "unimplemented"],
  [429, "unavailable"], [502, "unavailable"], [503, "unavailable"], [504, "unavailable"],
]);

/** Flags of a frame in a stream: it ends the stream, or is compressed. */
const endOfStream = 2;
const compressed = 1;
const largestMessage = 4 * 1024 * 1024 + 64 * 1024;

/** Splits the bytes of a stream into frames, which need not match the pieces from the network. */
export class FrameReader {
  #rest = new Uint8Array(0);
  hasEnded = false;

  /**
   * @param {Uint8Array} piece
   * @returns {{flags: number, payload: Uint8Array}[]} the payloads are views into the piece and keep it in memory
   */
  push(piece) {
    let bytes = piece;
    if (this.#rest.length > 0) {
      bytes = new Uint8Array(this.#rest.length + piece.length);
      bytes.set(this.#rest);
      bytes.set(piece, this.#rest.length);
    }
    const frames = [];
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    let at = 0;
    while (bytes.length - at >= 5) {
      const flags = view.getUint8(at);
      const length = view.getUint32(at + 1);
      if (this.hasEnded) throw new RpcError("internal", "the stream continues after its end");
      if (length > largestMessage) throw new RpcError("resource_exhausted", "a message is larger than a hub may send");
      if ((flags & compressed) !== 0) throw new RpcError("internal", "a message is compressed, which the client did not ask for");
      if (bytes.length - at - 5 < length) break;
      frames.push({ flags, payload: bytes.subarray(at + 5, at + 5 + length) });
      this.hasEnded = (flags & endOfStream) !== 0;
      at += 5 + length;
    }
    this.#rest = bytes.slice(at);
    return frames;
  }
}

/** Calls one hub. */
export class Client {
  /**
   * `more` imports the message tables that the first view does not need; the first call that needs them loads them.
   *
   * @param {{base?: string, fetch?: typeof fetch, credentials?: Credentials | undefined, more?: (() => Promise<{messages: string}>) | undefined}} settings
   */
  constructor(settings = {}) {
    this.more = settings.more;
    this.base = settings.base ?? "";
    this.fetch = settings.fetch ?? ((input, init) => fetch(input, init));
    this.credentials = settings.credentials;
  }

  /**
   * @template {keyof Unary} Name
   * @param {Name} name
   * @param {Input<Unary[Name][0]>} request
   * @param {CallSettings} settings
   * @returns {Promise<Unary[Name][1]>}
   */
  async call(name, request, { signal, timeout = 15_000 } = {}) {
    const [input, output] = await this.#typesOf(name);
    const limit = new Limit(signal, timeout);
    try {
      const answer = await this.#send(name, "application/proto", encode(input, /** @type {any} */ (request)), limit, timeout);
      if (!answer.headers.get("content-type")?.startsWith("application/proto"))
        throw new RpcError("internal", "the answer is not from a hub");
      return /** @type {any} */ (decode(output, new Uint8Array(await arrived(answer.arrayBuffer()))));
    } catch (error) {
      throw limit.explain(error);
    } finally {
      limit.end();
    }
  }

  /**
   * The encoded messages of a stream, as one list for each piece from the network. Ends when the hub ends the stream
   * without an error; any other end throws.
   *
   * @param {keyof Streaming} name
   * @param {Uint8Array} request
   * @param {CallSettings} settings `timeout` limits the whole stream; no limit if absent
   * @returns {AsyncGenerator<Uint8Array[], void>}
   */
  async *frames(name, request, settings = {}) {
    for (let tries = 0; ; tries += 1) {
      let hasBegun = false;
      try {
        for await (const frames of this.#follow(name, request, settings)) {
          hasBegun = true;
          yield frames;
        }
        return;
      } catch (error) {
        // An outdated token: a stream reports it in its end frame, not as an HTTP status.
        const isRefused = error instanceof RpcError && error.code === "unauthenticated" && !hasBegun;
        if (!isRefused || tries > 0 || !this.credentials?.doubt(undefined)) throw error;
      }
    }
  }

  /**
   * @param {keyof Streaming} name
   * @param {Uint8Array} request
   * @param {CallSettings} settings
   * @returns {AsyncGenerator<Uint8Array[], void>}
   */
  async *#follow(name, request, { signal, timeout }) {
    const limit = new Limit(signal, timeout);
    /** @type {ReadableStreamDefaultReader<Uint8Array> | undefined} */
    let body;
    try {
      const framed = new Uint8Array(5 + request.length);
      new DataView(framed.buffer).setUint32(1, request.length);
      framed.set(request, 5);
      const answer = await this.#send(name, "application/connect+proto", framed, limit, timeout);
      if (!answer.body) throw await errorOf(answer);
      body = answer.body.getReader();
      const frames = new FrameReader();
      for (;;) {
        const { done, value } = await arrived(body.read());
        if (done) break;
        const pieces = frames.push(value);
        const messages = pieces.filter((frame) => (frame.flags & endOfStream) === 0).map((frame) => frame.payload);
        if (messages.length > 0) yield messages;
        const end = pieces.find((frame) => (frame.flags & endOfStream) !== 0);
        if (end) {
          const error = errorIn(new TextDecoder().decode(end.payload), "error");
          if (error) throw error;
        }
      }
      if (!frames.hasEnded) throw new RpcError("unavailable", "the stream was cut off");
    } catch (error) {
      throw limit.explain(error);
    } finally {
      limit.end();
      body?.cancel().catch(() => {});
    }
  }

  /**
   * The messages of a stream, one by one.
   *
   * @template {keyof Streaming} Name
   * @param {Name} name
   * @param {Input<Streaming[Name][0]>} request
   * @param {CallSettings} settings
   * @returns {AsyncGenerator<Streaming[Name][1], void>}
   */
  async *stream(name, request, settings = {}) {
    const [input, output] = await this.#typesOf(name);
    for await (const messages of this.frames(name, encode(input, /** @type {any} */ (request)), settings))
      for (const bytes of messages) yield /** @type {any} */ (decode(output, bytes));
  }

  /** @param {string} name @returns {Promise<[keyof Messages, keyof Messages]>} the names of its request and response */
  async #typesOf(name) {
    const method = name.slice(name.indexOf("/") + 1);
    if (!isKnown(`${method}Request`) && this.more) know((await arrived(this.more())).messages);
    if (!isKnown(`${method}Request`)) throw new TypeError(`there is no method ${name}`);
    return /** @type {any} */ ([`${method}Request`, `${method}Response`]);
  }

  /**
   * @param {string} name
   * @param {string} contentType
   * @param {Uint8Array} body
   * @param {Limit} limit
   * @param {number | undefined} timeout
   */
  async #send(name, contentType, body, limit, timeout) {
    /** @type {Record<string, string>} */
    const headers = { "content-type": contentType, "connect-protocol-version": "1" };
    if (timeout !== undefined) headers["connect-timeout-ms"] = String(Math.ceil(timeout));
    const settings = { method: "POST", headers, body, signal: limit.signal, cache: /** @type {const} */ ("no-store") };
    for (let tries = 0; ; tries += 1) {
      const authorization = await limit.during(this.credentials?.authorization());
      if (authorization !== undefined) headers["authorization"] = authorization;
      const answer = await arrived(this.fetch(`${this.base}/hearth.v1.${name}`, settings), () => {
        if (!limit.signal.aborted) this.credentials?.doubt(authorization);
      });
      if (answer.ok) return answer;
      const error = await errorOf(answer);
      const isRefused = error.code === "unauthenticated" && authorization !== undefined;
      if (!isRefused || !this.credentials?.doubt(authorization) || tries > 0) throw error;
    }
  }
}

/**
 * Turns a failed fetch into `unavailable`: browsers only throw a TypeError without a reason.
 *
 * @template T
 * @param {Promise<T>} promise
 * @param {() => void} onCut
 * @returns {Promise<T>}
 */
function arrived(promise, onCut = () => {}) {
  return promise.catch(() => {
    onCut();
    throw new RpcError("unavailable", "the hub can't be reached");
  });
}

/** Ends a call by the caller's signal, or after its timeout. */
class Limit {
  #controller = new AbortController();
  #isOver = false;
  #cancel = () => this.#controller.abort();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /**
   * @param {AbortSignal | undefined} signal
   * @param {number | undefined} timeout
   */
  constructor(signal, timeout) {
    this.caller = signal;
    if (signal?.aborted) this.#cancel();
    signal?.addEventListener("abort", this.#cancel);
    if (timeout !== undefined)
      this.#timer = setTimeout(() => {
        this.#isOver = true;
        this.#cancel();
      }, timeout);
  }

  get signal() {
    return this.#controller.signal;
  }

  /**
   * @template T
   * @param {T | Promise<T>} promise without a limit of its own
   * @returns {Promise<T>}
   */
  async during(promise) {
    if (!(promise instanceof Promise)) return promise;
    const { signal } = this;
    return Promise.race([promise, new Promise((_, reject) => {
      const giveUp = () => reject(new RpcError("canceled", "the call was given up"));
      if (signal.aborted) giveUp();
      else signal.addEventListener("abort", giveUp, { once: true });
    })]);
  }

  end() {
    clearTimeout(this.#timer);
    this.caller?.removeEventListener("abort", this.#cancel);
  }

  /**
   * @param {unknown} error
   * @returns {unknown}
   */
  explain(error) {
    if (this.#isOver) return new RpcError("deadline_exceeded", "the hub did not answer in time");
    if (this.signal.aborted) return new RpcError("canceled", "the call was given up");
    return error;
  }
}

/** @param {Response} answer */
async function errorOf(answer) {
  const fallback = codeOfStatus.get(answer.status) ?? "unknown";
  if (answer.headers.get("content-type")?.startsWith("application/json")) {
    const error = errorIn(await arrived(answer.text()), undefined, fallback);
    if (error) return error;
  }
  return new RpcError(fallback, `the hub answered with status ${answer.status}`);
}

/**
 * Reads Connect's JSON form of an error, from an answer's body or from the end frame of a stream.
 *
 * @param {string} text
 * @param {string | undefined} member that has the error, in an end frame
 * @param {string} fallback the code of an error without one
 */
function errorIn(text, member, fallback = "unknown") {
  /** @type {any} */
  let json;
  try {
    json = JSON.parse(text);
  } catch {
    return new RpcError("internal", "the hub's answer is cut off or no JSON");
  }
  const error = member === undefined ? json : json?.[member];
  if (error === null || typeof error !== "object") return undefined;
  const details = Array.isArray(error.details) ? error.details : [];
  return new RpcError(
    codes.includes(error.code) ? error.code : fallback,
    typeof error.message === "string" ? error.message : "",
    details.flatMap((/** @type {any} */ detail) => {
      const value = bytesOf(detail?.value);
      return value && typeof detail.type === "string" ? [{ type: detail.type, value }] : [];
    }),
  );
}

/** @param {unknown} base64 padded or not */
function bytesOf(base64) {
  if (typeof base64 !== "string") return undefined;
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  } catch {
    return undefined;
  }
}
