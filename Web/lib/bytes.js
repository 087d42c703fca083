// Bytes as text.

/** @param {Iterable<number>} bytes @returns {string} two digits each */
export const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** @param {Uint8Array} bytes @returns {string} as a hub's links have them: RFC 4648 section 5, without padding */
export const base64url = (bytes) => btoa(String.fromCharCode(...bytes)).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
