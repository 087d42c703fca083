// The shapes of icons.svg, which is fetched once. Each tile gets a copy of its shape, because references to a symbol in
// another place cost the browser much more, and a home may have a thousand icons.

/** @type {Map<string, DocumentFragment>} */
const shapes = new Map();
/** @type {Promise<void> | undefined} */
let loading;

/** Loads the shapes. Icons that are drawn before, or after a failure, stay empty. */
export const loadIcons = () => (loading ??= new Promise((resolve) => {
  // Loaded as a document, because the page's policy refuses to parse one from text.
  const request = new XMLHttpRequest();
  request.open("GET", new URL("../icons.svg", import.meta.url));
  request.responseType = "document";
  request.addEventListener("loadend", () => {
    for (const symbol of request.responseXML?.querySelectorAll("symbol") ?? []) {
      const shape = document.createDocumentFragment();
      for (const child of symbol.childNodes) shape.append(document.importNode(child, true));
      shapes.set(symbol.id, shape);
    }
    if (shapes.size === 0) loading = undefined;
    resolve();
  });
  request.send();
}));

/** @param {string} name of a symbol */
export const shapeOf = (name) => shapes.get(name)?.cloneNode(true) ?? "";
