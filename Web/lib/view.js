// The view library: signals, elements, keyed lists, and an address behind the #. Whatever text comes in becomes a text
// node or an attribute, never markup.

/** @typedef {{dispose: () => void}} Owned */
/** @typedef {{observers: Set<Observer>, version: number, refresh(): void}} Source */
/** @typedef {{sources: Map<Source, number>, notify(): void}} Observer */
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
  if (!observer) return;
  observer.sources.set(source, source.version);
  source.observers.add(observer);
}

/** @param {Observer} self */
function forget(self) {
  for (const source of self.sources.keys()) source.observers.delete(self);
  self.sources.clear();
}

/** @param {Observer} self whose sources may have changed since it read them */
function isStale(self) {
  for (const [source, version] of self.sources) {
    source.refresh();
    if (source.version !== version) return true;
  }
  return false;
}

/** @template T A value that tells those who read it when it changes. */
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

/** @template T A value that follows from others, worked out when it is read. */
class Computed {
  /** @type {Set<Observer>} */
  observers = new Set();
  /** @type {Map<Source, number>} */
  sources = new Map();
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
    if (this.sources.size === 0 || isStale(this)) {
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
  /** @type {Map<Source, number>} */
  sources = new Map();
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
    if (this.#isOver || (this.sources.size > 0 && !isStale(this))) return;
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

/** An effect that pauses after each run. */
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
    const rest = this.#last + this.pause - performance.now();
    if (rest <= 0) super.notify();
    else this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      batch(() => super.notify());
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

/** @param {() => void} work runs now, and again whenever what it read has changed, until its scope ends */
export function effect(work) {
  const self = new Effect(work);
  owner?.push(self);
  self.run();
  return self;
}

/**
 * A value that sums up many others. It follows at once, and at most every half a second where they change on and on: what
 * stands around it is laid out anew each time.
 *
 * @template T
 * @param {() => T} work
 * @param {number} pause in milliseconds
 * @returns {Readable<T>}
 */
export function calm(work, pause = 500) {
  const value = signal(/** @type {T | undefined} */ (undefined));
  const self = new CalmEffect(() => (value.value = work()), pause);
  owner?.push(self);
  self.run();
  return /** @type {Readable<T>} */ (value);
}

/** @template T @param {() => T} work whose reads are not followed */
export const untracked = (work) => observing(undefined, work);

/** @template T @param {() => T} work whose changes are told once, at its end @returns {T} */
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

/** @param {() => void} work that is done when the scope ends: the view is gone */
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

/**
 * Makes an element. An attribute that is a function follows what it reads; `onclick` and the like listen; `.value` sets
 * the property; `--hue` a custom property of its style. A child that is a function is replaced when what it reads changes.
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
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    else if (typeof value === "function") effect(() => set(element, name, /** @type {() => Attribute} */ (value)()));
    else set(element, name, value);
  }
  for (const child of children) append(element, child);
}

/**
 * Writes only what is new: browsers don't look whether it is, and do all the work that hangs on an attribute.
 *
 * @param {HTMLElement | SVGElement} element
 * @param {string} name
 * @param {Attribute} value
 */
function set(element, name, value) {
  if (name.startsWith(".")) {
    const target = /** @type {any} */ (element);
    if (target[name.slice(1)] !== value) target[name.slice(1)] = value;
  } else if (name.startsWith("--")) element.style.setProperty(name, String(value ?? ""));
  else if (value === null || value === undefined || (value === false && !name.startsWith("aria-"))) element.removeAttribute(name);
  else {
    const text = value === true && !name.startsWith("aria-") ? "" : String(value);
    if (element.getAttribute(name) !== text) element.setAttribute(name, text);
  }
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

/** @returns {[DocumentFragment, Comment]} an empty place, and the mark of where it ends */
function place() {
  const fragment = document.createDocumentFragment();
  return [fragment, fragment.appendChild(document.createComment(""))];
}

/**
 * The place of a child that changes. Text stays in its node, as screen readers and selections like it.
 *
 * @param {() => Child} content
 */
function region(content) {
  const [fragment, end] = place();
  /** @type {ChildNode[]} */
  let nodes = [];
  effect(() => {
    const child = content();
    const [first] = nodes;
    if ((typeof child === "string" || typeof child === "number") && nodes.length === 1 && first instanceof Text) {
      if (first.data !== String(child)) first.data = String(child);
      return;
    }
    const fresh = document.createDocumentFragment();
    untracked(() => append(fresh, child));
    for (const node of nodes) node.remove();
    nodes = [...fresh.childNodes];
    end.before(fresh);
  });
  return fragment;
}

/**
 * A list whose elements stay with their keys. `render` is called once for each key, with a signal of its item.
 *
 * @template T
 * @param {() => readonly T[]} items
 * @param {(item: T) => string} key unique in the list
 * @param {(item: Readable<T>) => Element} render
 * @returns {DocumentFragment}
 */
export function list(items, key, render) {
  const [fragment, end] = place();
  /** @type {Map<string, {item: Signal<T>, element: Element, dispose: () => void}>} */
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
      // From behind, so that what stands right is not touched and keeps its focus.
      /** @type {Node} */
      let after = end;
      for (const row of [...next.values()].reverse()) {
        if (row.element.nextSibling !== after) after.parentNode?.insertBefore(row.element, after);
        after = row.element;
      }
      rows = next;
    });
  });
  return fragment;

  /** @param {T} value */
  function added(value) {
    const item = signal(value);
    const [element, dispose] = scope(() => render(item));
    return { item, element, dispose };
  }
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

/** Where the reader is. Whoever shows what would be lost hears "leave" before, and prevents it. */
export function router() {
  const route = signal(parseRoute(location.hash));
  addEventListener("hashchange", () => dispatchEvent(new Event("leave", { cancelable: true })) && (route.value = parseRoute(location.hash)));
  return /** @type {Readable<Route>} */ (route);
}
