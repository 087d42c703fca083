// Writes bytes as text.

/** @param {Iterable<number>} bytes @returns {string} two hexadecimal digits a byte */
export const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** @param {Uint8Array} bytes @returns {string} base64url as in RFC 4648, section 5, without padding; the hub's links use it */
export const base64url = (bytes) => btoa(String.fromCharCode(...bytes)).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
