// The shapes of icons.svg, which is fetched once. A tile has a copy of its shape: a browser does much more for a reference to
// a symbol elsewhere, and a home has a thousand of them.

/** @type {Map<string, DocumentFragment>} */
const shapes = new Map();
/** @type {Promise<void> | undefined} */
let loading;

/** Loads the shapes. What is drawn before they are there, or without them, has none. */
export const loadIcons = () => (loading ??= new Promise((resolve) => {
  // As a document: making one of text is what the page's policy refuses.
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
