// The view library: signals, elements, keyed lists, and routes in the address's fragment. All text becomes a text node or
// an attribute, never markup.

/** @typedef {{dispose: () => void}} Owned */
/** @typedef {{observers: Set<Observer>, version: number, refresh(): void}} Source */
/** @typedef {{sources: Source[], versions: number[], notify(): void}} Observer */
/** @template T @typedef {{readonly value: T}} Readable */

/** @type {Observer | undefined} */
let observer;
/** @type {Owned[] | undefined} */
let owner;
let batches = 0;
/** @type {Set<Effect>} */
const waiting = new Set();

/** @param {Source} source */
function track(source) {
  if (!observer || source.observers.has(observer)) return;
  observer.sources.push(source);
  observer.versions.push(source.version);
  source.observers.add(observer);
}

/** @param {Observer} self */
function forget(self) {
  for (const source of self.sources) source.observers.delete(self);
  self.sources.length = 0;
  self.versions.length = 0;
}

/** @param {Observer} self @returns whether a source has changed since it was read */
function isStale(self) {
  let index = 0;
  for (const source of self.sources) {
    source.refresh();
    if (source.version !== self.versions[index]) return true;
    index += 1;
  }
  return false;
}

/** @template T A value that notifies its observers when it changes. */
export class Signal {
  /** @type {Set<Observer>} */
  observers = new Set();
  version = 0;
  #value;

  /** @param {T} value */
  constructor(value) {
    this.#value = value;
  }

  get value() {
    track(this);
    return this.#value;
  }

  set value(value) {
    if (Object.is(value, this.#value)) return;
    this.#value = value;
    this.version += 1;
    batch(() => {
      for (const one of this.observers) one.notify();
    });
  }

  peek() {
    return this.#value;
  }

  refresh() {}
}

/** @template T A value computed from other values when it is read. */
class Computed {
  /** @type {Set<Observer>} */
  observers = new Set();
  /** @type {Source[]} */
  sources = [];
  /** @type {number[]} as they were when they were read */
  versions = [];
  version = 0;
  #isMarked = true;
  /** @type {T | undefined} */
  #value;

  /** @param {() => T} work */
  constructor(work) {
    this.work = work;
    owner?.push(this);
  }

  get value() {
    this.refresh();
    track(this);
    return /** @type {T} */ (this.#value);
  }

  notify() {
    if (this.#isMarked) return;
    this.#isMarked = true;
    for (const one of this.observers) one.notify();
  }

  refresh() {
    if (!this.#isMarked) return;
    if (this.sources.length === 0 || isStale(this)) {
      forget(this);
      const value = observing(this, this.work);
      if (this.version === 0 || !Object.is(value, this.#value)) this.version += 1;
      this.#value = value;
    }
    this.#isMarked = false;
  }

  dispose() {
    forget(this);
    this.#isMarked = true;
  }
}

class Effect {
  /** @type {Source[]} */
  sources = [];
  /** @type {number[]} as they were when they were read */
  versions = [];
  /** @type {Owned[]} */
  #owned = [];
  #isOver = false;

  /** @param {() => void} work */
  constructor(work) {
    this.work = work;
  }

  notify() {
    waiting.add(this);
  }

  run() {
    if (this.#isOver || (this.sources.length > 0 && !isStale(this))) return;
    this.#clear();
    owning(this.#owned, () => observing(this, this.work));
  }

  #clear() {
    forget(this);
    for (const one of this.#owned.splice(0)) one.dispose();
  }

  dispose() {
    this.#isOver = true;
    waiting.delete(this);
    this.#clear();
  }
}

/** An effect that runs at the first change at once, and while changes continue, at moments that all with its pause share. */
class CalmEffect extends Effect {
  #last = -Infinity;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /** @param {() => void} work @param {number} pause in milliseconds */
  constructor(work, pause) {
    super(work);
    this.pause = pause;
  }

  notify() {
    // Further runs happen at multiples of the pause, at least half a pause after the last run.
    const next = Math.ceil((this.#last + this.pause / 2) / this.pause) * this.pause;
    const rest = next - performance.now();
    if (rest <= 0) super.notify();
    else this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      isBetweenFrames = true;
      try {
        batch(() => super.notify());
      } finally {
        isBetweenFrames = false;
      }
    }, rest);
  }

  run() {
    this.#last = performance.now();
    super.run();
  }

  dispose() {
    clearTimeout(this.#timer);
    super.dispose();
  }
}

/** Whether calm effects run by their timer, apart from the changes of a frame. */
let isBetweenFrames = false;
let isLayoutDue = false;

/**
 * Makes the browser lay out the changes of all calm effects at once, between two frames. That is little work. In the next
 * frame, together with changes further down the page, the browser would lay out everything in between.
 */
function layOutSoon() {
  if (isLayoutDue) return;
  isLayoutDue = true;
  setTimeout(() => {
    isLayoutDue = false;
    globalThis.document?.body?.getBoundingClientRect();
  });
}

/** @template T @param {Observer | undefined} self @param {() => T} work @returns {T} */
function observing(self, work) {
  const outer = observer;
  observer = self;
  try {
    return work();
  } finally {
    observer = outer;
  }
}

/** @template T @param {Owned[]} list @param {() => T} work @returns {T} */
function owning(list, work) {
  const outer = owner;
  owner = list;
  try {
    return work();
  } finally {
    owner = outer;
  }
}

/** @template T @param {T} value */
export const signal = (value) => new Signal(value);

/** @template T @param {() => T} work @returns {Readable<T>} */
export const computed = (work) => new Computed(work);

/** @param {() => void} work runs now, and again whenever a value that it read has changed, until its scope ends */
export function effect(work) {
  const self = new Effect(work);
  owner?.push(self);
  self.run();
  return self;
}

/**
 * A value that summarises many others. A first change shows at once; while changes continue, it updates about twice a
 * second, because each update lays out its surroundings again.
 *
 * @template T
 * @param {() => T} work
 * @param {number} pause in milliseconds
 * @returns {Readable<T>}
 */
export function calm(work, pause = 500) {
  const value = signal(/** @type {T | undefined} */ (undefined));
  const self = new CalmEffect(() => {
    const { version } = value;
    value.value = work();
    if (value.version !== version && isBetweenFrames) layOutSoon();
  }, pause);
  owner?.push(self);
  self.run();
  return /** @type {Readable<T>} */ (value);
}

/** @template T @param {() => T} work whose reads are not tracked */
export const untracked = (work) => observing(undefined, work);

/** @template T @param {() => T} work whose changes run effects once, at its end @returns {T} */
export function batch(work) {
  batches += 1;
  try {
    return work();
  } finally {
    try {
      if (batches === 1) for (const one of waiting) if (waiting.delete(one)) one.run();
    } finally {
      batches -= 1;
    }
  }
}

/** @param {() => void} work runs when the scope ends, as the view is removed */
export function onCleanup(work) {
  owner?.push({ dispose: work });
}

/** @template T @param {() => T} work that makes something whose effects end together @returns {[T, () => void]} */
export function scope(work) {
  /** @type {Owned[]} */
  const owned = [];
  const result = owning(owned, () => untracked(work));
  return [result, () => owned.splice(0).forEach((one) => one.dispose())];
}

/**
 * @typedef {Node | string | number | null | undefined | false} Leaf
 * @typedef {Leaf | readonly any[] | (() => any)} Child
 * @typedef {string | number | boolean | null | undefined} Attribute
 * @typedef {{[name: string]: Attribute | (() => unknown) | ((event: any) => unknown)}} Attributes
 */

/** @typedef {{name: string, work: () => Attribute, written: string | undefined}} Following an attribute and its current value */

/**
 * Creates an element. An attribute that is a function is updated when a value that it reads changes, and so is a child.
 * `onclick` and the like add listeners, `.value` sets a property, and `--hue` sets a custom property of the style.
 *
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Attributes} attributes
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[Name]}
 */
export function el(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  fill(element, attributes, children);
  return element;
}

/** @param {"svg" | "use" | "circle" | "path"} name @param {Attributes} attributes @param {...Child} children */
export function svg(name, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  fill(element, attributes, children);
  return element;
}

/**
 * @param {HTMLElement | SVGElement} element
 * @param {Attributes} attributes
 * @param {readonly Child[]} children
 */
function fill(element, attributes, children) {
  /** @type {Following[]} */
  const following = [];
  for (const name in attributes) {
    const value = attributes[name];
    const isFollowing = typeof value === "function";
    if (name.startsWith("on")) element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    else if (name.startsWith(".")) {
      // The person may have changed it: it is set again whenever a value that it reads changes.
      if (isFollowing) effect(() => setProperty(element, name.slice(1), /** @type {() => unknown} */ (value)()));
      else setProperty(element, name.slice(1), value);
    } else if (isFollowing) following.push({ name, work: /** @type {() => Attribute} */ (value), written: undefined });
    else write(element, name, textOfAttribute(name, /** @type {Attribute} */ (value)));
  }
  if (following.length > 0) effect(() => {
    for (const one of following) {
      const text = textOfAttribute(one.name, one.work());
      if (text !== one.written) write(element, one.name, (one.written = text));
    }
  });
  for (const child of children) append(element, child);
}

/**
 * The text of an attribute, or undefined to remove it. Callers write it only if it differs: browsers do the whole work of
 * a change even for an equal value.
 *
 * @param {string} name
 * @param {Attribute} value
 */
function textOfAttribute(name, value) {
  if (value === null || value === undefined) return undefined;
  if (typeof value === "boolean" && !name.startsWith("aria-")) return value ? "" : undefined;
  return String(value);
}

/**
 * @param {HTMLElement | SVGElement} element
 * @param {string} name
 * @param {string | undefined} text
 */
function write(element, name, text) {
  if (name.startsWith("--")) element.style.setProperty(name, text ?? "");
  else if (text !== undefined) element.setAttribute(name, text);
  else if (element.hasAttribute(name)) element.removeAttribute(name);
}

/**
 * @param {any} element
 * @param {string} name
 * @param {unknown} value
 */
function setProperty(element, name, value) {
  if (element[name] !== value) element[name] = value;
}

/**
 * @param {Node} parent
 * @param {Child} child
 */
function append(parent, child) {
  if (typeof child === "function") parent.appendChild(region(child));
  else if (child instanceof Node) parent.appendChild(child);
  else if (Array.isArray(child)) for (const one of child) append(parent, one);
  else if (child !== null && child !== undefined && child !== false) parent.appendChild(document.createTextNode(String(child)));
}

/** @returns {[DocumentFragment, Comment]} an empty fragment, and the comment that marks its end */
function place() {
  const fragment = document.createDocumentFragment();
  return [fragment, fragment.appendChild(document.createComment(""))];
}

/** @param {Child} child */
const isText = (child) => typeof child !== "object" && typeof child !== "function" || child === null;

/** @param {Child} child text, or nothing */
const textOf = (child) => (child === false || child === null || child === undefined ? "" : String(child));

/**
 * The node or nodes of a child that changes. Text keeps its text node, which suits screen readers and selections; any other
 * content is put between two comments.
 *
 * @param {() => Child} content
 * @returns {Node}
 */
function region(content) {
  /** @type {Text | undefined} */
  let text;
  /** @type {[Comment, Comment] | undefined} */
  let marks;
  effect(() => {
    const child = content();
    if (!isText(child)) {
      const fresh = document.createDocumentFragment();
      untracked(() => append(fresh, child));
      marks ??= marksFor(text);
      text = undefined;
      between(marks, fresh);
      return;
    }
    const data = textOf(child);
    if (!text) {
      text = document.createTextNode(data);
      if (marks) between(marks, text);
    } else if (text.data !== data) text.data = data;
  });
  return /** @type {Node} */ (text ?? marks?.[0].parentNode);
}

/** @param {Text | undefined} text that the marks replace */
function marksFor(text) {
  /** @type {[Comment, Comment]} */
  const marks = [document.createComment(""), document.createComment("")];
  const parent = text?.parentNode ?? document.createDocumentFragment();
  for (const mark of marks) parent.insertBefore(mark, text ?? null);
  text?.remove();
  return marks;
}

/**
 * Replaces everything between two marks by a node, which is added before the old nodes go, so that the page does not jump.
 *
 * @param {[Comment, Comment]} marks
 * @param {Node} node
 */
function between([begin, end], node) {
  const last = end.previousSibling;
  end.parentNode?.insertBefore(node, end);
  if (last === begin) return;
  for (let old = begin.nextSibling; old; old = begin.nextSibling) {
    old.remove();
    if (old === last) return;
  }
}

/**
 * A list that keeps one element for each key. `render` is called once for each key, with a signal of its item.
 *
 * @template T
 * @param {() => readonly T[]} items
 * @param {(item: T) => string} key unique in the list
 * @param {(item: Readable<T>) => Element} render
 * @returns {DocumentFragment}
 */
export function list(items, key, render) {
  const [fragment, end] = place();
  keyed(items, key, render, (elements) => end.parentNode && arrange(end.parentNode, elements, end));
  return fragment;
}

/**
 * Keeps one element for each key; the caller's `put` places them.
 *
 * @template T
 * @template {Element} Made
 * @param {() => readonly T[]} items
 * @param {(item: T) => string} key unique in the list
 * @param {(item: Readable<T>) => Made} render called once for each key
 * @param {(elements: readonly Made[]) => void} put called with all elements in order, whenever the items or a signal that it reads change
 */
export function keyed(items, key, render, put) {
  /** @type {Map<string, {item: Signal<T>, element: Made, dispose: () => void}>} */
  let rows = new Map();
  onCleanup(() => rows.forEach((row) => row.dispose()));
  effect(() => {
    const wanted = items();
    untracked(() => {
      /** @type {typeof rows} */
      const next = new Map();
      for (const item of wanted) {
        const name = key(item);
        const known = rows.get(name);
        if (known) known.item.value = item;
        next.set(name, known ?? added(item));
      }
      for (const [name, row] of rows)
        if (!next.has(name)) {
          row.dispose();
          row.element.remove();
        }
      rows = next;
    });
    put([...rows.values()].map((row) => row.element));
  });

  /** @param {T} value */
  function added(value) {
    const item = signal(value);
    const [element, dispose] = scope(() => render(item));
    return { item, element, dispose };
  }
}

/**
 * Puts elements in order before a node, or at the end, and moves as few of them as possible.
 *
 * @param {Node} parent
 * @param {readonly Element[]} elements
 * @param {Node | null} before
 */
export function arrange(parent, elements, before = null) {
  if (elements.every((element, index) => element.parentNode === parent && element.nextSibling === (elements[index + 1] ?? before))) return;
  const staying = longestInOrder(parent, elements);
  let after = before;
  for (const element of [...elements].reverse()) {
    if (!staying.has(element)) move(parent, element, after);
    after = element;
  }
}

/**
 * The longest sequence of elements that a parent already has in the wanted order.
 *
 * @param {Node} parent
 * @param {readonly Element[]} elements
 */
function longestInOrder(parent, elements) {
  const places = new Map([...parent.childNodes].map((node, index) => /** @type {[Node, number]} */ ([node, index])));
  /** @typedef {{element: Element, place: number, former: Row | undefined}} Row the last element of an ordered sequence */
  /** @type {Row[]} for each length, the sequence that ends first */
  const ends = [];
  for (const element of elements) {
    const place = places.get(element);
    if (place === undefined) continue;
    let length = ends.length;
    while (length > 0 && /** @type {Row} */ (ends[length - 1]).place > place) length -= 1;
    ends[length] = { element, place, former: ends[length - 1] };
  }
  /** @type {Set<Element>} */
  const staying = new Set();
  for (let row = ends.at(-1); row; row = row.former) staying.add(row.element);
  return staying;
}

/**
 * Moves an element. The focus stays where the browser has `moveBefore`; elsewhere it is restored.
 *
 * @param {Node & {moveBefore?: (node: Node, before: Node | null) => void}} parent
 * @param {Element} element
 * @param {Node | null} before
 */
function move(parent, element, before) {
  if (!element.isConnected || !parent.isConnected) {
    parent.insertBefore(element, before);
    return;
  }
  if (parent.moveBefore) {
    parent.moveBefore(element, before);
    return;
  }
  const { activeElement } = document;
  parent.insertBefore(element, before);
  // Untracked: listeners of the focus event may read signals, which the current effect must not follow.
  if (element.contains(activeElement)) untracked(() => /** @type {HTMLElement} */ (activeElement).focus({ preventScroll: true }));
}

/** @typedef {{path: readonly string[], query: URLSearchParams}} Route */

/** @param {string} hash @returns {Route} */
export function parseRoute(hash) {
  const [path = "", query = ""] = hash.replace(/^#\/?/, "").split("?", 2);
  return { path: path.split("/").filter((part) => part !== "").map(decoded), query: new URLSearchParams(query) };
}

/** @param {string} part */
function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** @param {...string} path of an address inside the page */
export const link = (...path) => `#/${path.map(encodeURIComponent).join("/")}`;

/** The current route. A view with unsaved work can listen for "leave" and prevent it, to keep the route. */
export function router() {
  const route = signal(parseRoute(location.hash));
  addEventListener("hashchange", () => dispatchEvent(new Event("leave", { cancelable: true })) && (route.value = parseRoute(location.hash)));
  return /** @type {Readable<Route>} */ (route);
}
