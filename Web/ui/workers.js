// The workers of the page. Its policy (SEC-07) lets nothing but these be addresses of scripts.

/** @typedef {{createPolicy: (name: string, rules: object) => {createScriptURL: (text: string) => unknown}}} TrustedTypes */

const types = /** @type {{trustedTypes?: TrustedTypes}} */ (globalThis).trustedTypes;
const policy = types?.createPolicy("hearth", { createScriptURL: (/** @type {string} */ text) => text });
const address = (/** @type {string} */ text) => /** @type {string} */ (policy?.createScriptURL(text) ?? text);

/** The one that keeps the page. Throws where the browser doesn't trust the way to the hub. */
export const registerServiceWorker = () => navigator.serviceWorker.register(address("/worker.js"));

/** The one that has the browser get ready to write numbers and dates, and ends then. */
export const startFormatWorker = () => void new Worker(address(new URL("format-worker.js", import.meta.url).href));
