// The workers of the page. Its Trusted Types policy allows only these as addresses of scripts.

/** @typedef {{createPolicy: (name: string, rules: object) => {createScriptURL: (text: string) => unknown}}} TrustedTypes */

const serviceWorker = "/worker.js";
const formatWorker = new URL("format-worker.js", import.meta.url).href;

/** @type {{createScriptURL: (text: string) => unknown} | undefined} */
let policy;

/** @param {string} text */
function address(text) {
  const types = /** @type {{trustedTypes?: TrustedTypes}} */ (globalThis).trustedTypes;
  if (!types) return text;
  policy ??= types.createPolicy("hearth", { createScriptURL: checked });
  return /** @type {string} */ (policy.createScriptURL(text));
}

/** @param {string} text */
function checked(text) {
  if (text !== serviceWorker && text !== formatWorker) throw new TypeError(`${text} is not a worker of this page`);
  return text;
}

/** Registers the service worker that caches the page. Throws if the browser does not trust the connection. */
export const registerServiceWorker = () => navigator.serviceWorker.register(address(serviceWorker));

/** Starts the worker that prepares the formatters of numbers and dates. If the browser refuses it, the page starts slower. */
export function startFormatWorker() {
  try {
    new Worker(address(formatWorker));
  } catch {
    // The page also works without it.
  }
}
