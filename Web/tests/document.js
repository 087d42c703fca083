// A fake document with what the view library uses, for tests without a browser.

class FakeNode {
  /** @type {FakeNode | null} */
  parentNode = null;
  /** @type {FakeNode[]} */
  childNodes = [];
  moves = 0;
  isConnected = false;

  get nextSibling() {
    const siblings = this.parentNode?.childNodes ?? [];
    return siblings[siblings.indexOf(this) + 1] ?? null;
  }

  get previousSibling() {
    const siblings = this.parentNode?.childNodes ?? [];
    return siblings[siblings.indexOf(this) - 1] ?? null;
  }

  /** @param {FakeNode} node */
  appendChild(node) {
    this.insertBefore(node, null);
    return node;
  }

  /** @param {FakeNode} node @param {FakeNode | null} before */
  insertBefore(node, before) {
    const nodes = node instanceof FakeFragment ? [...node.childNodes] : [node];
    for (const one of nodes) {
      one.remove();
      one.parentNode = this;
      one.moves += 1;
      this.childNodes.splice(before ? this.childNodes.indexOf(before) : this.childNodes.length, 0, one);
    }
  }

  /** @param {...(FakeNode | string)} nodes */
  append(...nodes) {
    for (const one of nodes) this.appendChild(typeof one === "string" ? new FakeText(one) : one);
  }

  /** @param {...(FakeNode | string)} nodes */
  replaceChildren(...nodes) {
    while (this.childNodes.length > 0) this.childNodes[0].remove();
    this.append(...nodes);
  }

  /** @param {FakeNode} node */
  before(node) {
    this.parentNode?.insertBefore(node, this);
  }

  /** @param {FakeNode | null} node @returns {boolean} */
  contains(node) {
    return node === this || this.childNodes.some((child) => child.contains(node));
  }

  remove() {
    const siblings = this.parentNode?.childNodes;
    siblings?.splice(siblings.indexOf(this), 1);
    this.parentNode = null;
  }

  /** @returns {string} */
  get textContent() {
    return this.childNodes.map((node) => node.textContent).join("");
  }
}

class FakeFragment extends FakeNode {}
class FakeText extends FakeNode {
  /** @param {string} data */
  constructor(data) {
    super();
    this.data = data;
  }
  get textContent() {
    return this.data;
  }
}
class FakeComment extends FakeNode {}
class FakeElement extends FakeNode {
  /** @type {Record<string, string>} */
  attributes = {};
  /** @type {Record<string, string>} */
  properties = {};
  style = { setProperty: (/** @type {string} */ name, /** @type {string} */ value) => (this.properties[name] = value) };
  writes = 0;
  value = "";
  /** @type {Record<string, ((event: unknown) => unknown)[]>} */
  listeners = {};
  /** @param {string} localName */
  constructor(localName) {
    super();
    this.localName = localName;
  }
  /** @param {string} name @param {(event: unknown) => unknown} listener */
  addEventListener(name, listener) {
    (this.listeners[name] ??= []).push(listener);
  }
  /** Calls the listeners of an event, and waits for them. @param {string} name */
  async dispatch(name) {
    await Promise.all((this.listeners[name] ?? []).map((one) => one({ target: this, preventDefault() {} })));
  }
  focus() {
    Object.assign(document, { activeElement: this });
  }
  showModal() {}
  close() {
    this.dispatch("close");
  }
  /** @param {string} name @param {string} value */
  setAttribute(name, value) {
    this.writes += 1;
    this.attributes[name] = value;
  }
  /** @param {string} name */
  hasAttribute(name) {
    return name in this.attributes;
  }
  /** @param {string} name */
  removeAttribute(name) {
    delete this.attributes[name];
  }
}

Object.assign(globalThis, {
  Node: FakeNode,
  Text: FakeText,
  document: {
    activeElement: undefined,
    createElement: (/** @type {string} */ name) => new FakeElement(name),
    createElementNS: (/** @type {string} */ _, /** @type {string} */ name) => new FakeElement(name),
    createDocumentFragment: () => new FakeFragment(),
    createComment: () => new FakeComment(),
    createTextNode: (/** @type {string} */ data) => new FakeText(data),
  },
});
