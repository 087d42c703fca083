// The workers of the page. Its policy (SEC-07) lets nothing but these be addresses of scripts.

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
  if (text !== serviceWorker && text !== formatWorker) throw new TypeError(`${text} is no worker of this page`);
  return text;
}

/** The one that keeps the page. Throws where the browser doesn't trust the way to the hub. */
export const registerServiceWorker = () => navigator.serviceWorker.register(address(serviceWorker));

/** The one that gets ready what writes numbers and dates, and ends then. A browser that refuses it is slower by that. */
export function startFormatWorker() {
  try {
    new Worker(address(formatWorker));
  } catch {
    // As it says.
  }
}
