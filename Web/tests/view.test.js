import "./document.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { arrange, batch, calm, computed, effect, el, keyed, link, list, onCleanup, parseRoute, scope, signal, untracked } from "../lib/view.js";

/** @param {() => unknown} read */
function record(read) {
  /** @type {unknown[]} */
  const seen = [];
  const self = effect(() => seen.push(read()));
  return { seen, self };
}

test("an effect runs only when a value that it read has changed", () => {
  const number = signal(1);
  const other = signal(1);
  const { seen, self } = record(() => number.value + untracked(() => other.value));
  number.value = 1;
  other.value = 5;
  number.value = 2;
  self.dispose();
  number.value = 3;
  assert.deepEqual(seen, [2, 7]);
});

test("a batch runs effects once", () => {
  const left = signal(1);
  const right = signal(2);
  const { seen } = record(() => left.value + right.value);
  batch(() => {
    left.value = 10;
    right.value = 20;
  });
  assert.deepEqual(seen, [3, 30]);
});

test("computed values have no glitches, and an unchanged result notifies nothing", () => {
  const number = signal(1);
  let runs = 0;
  const half = computed(() => (runs += 1) && Math.floor(number.value / 2));
  const { seen } = record(() => `${half.value} ${half.value}`);
  number.value = 2;
  number.value = 3;
  assert.deepEqual(seen, ["0 0", "1 1"]);
  assert.equal(runs, 3);
});

test("an unobserved computed value is up to date when it is read", () => {
  const number = signal(1);
  const twice = computed(() => number.value * 2);
  const four = computed(() => twice.value * 2);
  assert.equal(four.value, 4);
  number.value = 5;
  assert.equal(four.value, 20);
});

test("an effect ignores signals of a branch that it left", () => {
  const which = signal(true);
  const left = signal("l");
  const right = signal("r");
  const { seen } = record(() => (which.value ? left.value : right.value));
  which.value = false;
  left.value = "changed";
  right.value = "seen";
  assert.deepEqual(seen, ["l", "r", "seen"]);
});

test("an inner effect ends with the outer one, and scopes clean up", () => {
  const outer = signal(0);
  const inner = signal(0);
  /** @type {string[]} */
  const log = [];
  const [, dispose] = scope(() => {
    effect(() => {
      const round = outer.value;
      effect(() => log.push(`${round}:${inner.value}`));
      onCleanup(() => log.push(`end ${round}`));
    });
  });
  outer.value = 1;
  inner.value = 1;
  dispose();
  inner.value = 2;
  assert.deepEqual(log, ["0:0", "end 0", "1:0", "1:1", "end 1"]);
});

test("an effect that throws does not stop the next batch", () => {
  const number = signal(0);
  effect(() => {
    if (number.value === 1) throw new Error("broken");
  });
  assert.throws(() => (number.value = 1), /broken/);
  const { seen } = record(() => number.value);
  number.value = 2;
  assert.deepEqual(seen, [1, 2]);
});

test("attributes and text follow signals", () => {
  const name = signal("<b>lamp</b>");
  const isOn = signal(false);
  const button = /** @type {any} */ (el("button", { "aria-pressed": () => isOn.value, disabled: () => isOn.value, "--level": 5 }, () => name.value, "!"));
  const [text] = button.childNodes;
  assert.deepEqual([button.textContent, button.attributes, button.properties], ["<b>lamp</b>!", { "aria-pressed": "false" }, { "--level": "5" }]);
  name.value = "desk";
  isOn.value = true;
  assert.equal(button.childNodes[0], text);
  assert.deepEqual([button.textContent, button.attributes], ["desk!", { "aria-pressed": "true", disabled: "" }]);
});

test("an unchanged value is not written again", () => {
  const status = signal({ icon: "lamp", level: 1 });
  const use = /** @type {any} */ (el("a", { href: () => `icons.svg#${status.value.icon}` }));
  status.value = { icon: "lamp", level: 2 };
  assert.equal(use.writes, 1);
  status.value = { icon: "plug", level: 2 };
  assert.equal(use.writes, 2);
  assert.deepEqual(use.attributes, { href: "icons.svg#plug" });
});

test("a changed child replaces the old one", () => {
  const shown = signal(/** @type {any} */ (null));
  const parent = el("div", {}, "a", () => shown.value, "z");
  shown.value = ["b", el("i", {}, "c")];
  assert.equal(parent.textContent, "abcz");
  shown.value = null;
  assert.equal(parent.textContent, "az");
});

test("a child changes between text, elements and nothing, and its inner parts stay reactive", () => {
  const shown = signal(/** @type {any} */ ("one"));
  const inner = signal(/** @type {any} */ ("b"));
  const parent = /** @type {any} */ (el("div", {}, "a", () => shown.value, "z"));
  const nodes = parent.childNodes.length;
  assert.deepEqual([parent.textContent, nodes], ["aonez", 3]);
  for (const [next, text] of /** @type {[any, string][]} */ ([
    [el("i", {}, "two"), "atwoz"], ["three", "athreez"], ["four", "afourz"], [false, "az"], [[], "az"], [0, "a0z"],
    [[() => inner.value, "!"], "ab!z"],
  ])) {
    shown.value = next;
    assert.equal(parent.textContent, text);
  }
  inner.value = [el("b", {}, "c"), "d"];
  assert.equal(parent.textContent, "acd!z");
  inner.value = "e";
  assert.equal(parent.textContent, "ae!z");
  shown.value = null;
  assert.equal(parent.textContent, "az");
  inner.value = "f";
  assert.equal(parent.textContent, "az");
});

test("an element's attributes update together, and each is written only if it changed", () => {
  const [level, name] = [signal(1), signal("lamp")];
  let read = 0;
  const element = /** @type {any} */ (el("input", {
    "data-level": () => level.value, title: () => name.value, hidden: () => level.value > 5 && name.value === "desk",
    ".value": () => (read += 1, name.value),
  }));
  assert.deepEqual([element.attributes, element.value, element.writes, read], [{ "data-level": "1", title: "lamp" }, "lamp", 2, 1]);
  // Typed text stays while other attributes change.
  element.value = "typed";
  level.value = 6;
  assert.deepEqual([element.attributes, element.value, element.writes, read], [{ "data-level": "6", title: "lamp" }, "typed", 3, 1]);
  name.value = "desk";
  assert.deepEqual([element.attributes, element.value], [{ "data-level": "6", title: "desk", hidden: "" }, "desk"]);
});

test("a list keeps its elements, moves as few as possible, and ends the effects of removed ones", () => {
  const items = signal([{ id: "a", n: 1 }, { id: "b", n: 2 }, { id: "c", n: 3 }]);
  /** @type {string[]} */
  const ended = [];
  const parent = /** @type {any} */ (el("ul", {}, list(() => items.value, (item) => item.id, (item) => {
    const { id } = item.value;
    onCleanup(() => ended.push(id));
    return el("li", {}, () => `${item.value.id}${item.value.n}`);
  })));
  const [a, b, c] = parent.childNodes;
  items.value = [{ id: "a", n: 9 }, { id: "c", n: 3 }, { id: "b", n: 2 }, { id: "d", n: 4 }];
  assert.equal(parent.textContent, "a9c3b2d4");
  assert.deepEqual([parent.childNodes[0], parent.childNodes[1], parent.childNodes[2]], [a, c, b]);
  assert.equal(a.moves, 1 + 1);
  items.value = [{ id: "d", n: 4 }];
  assert.equal(parent.textContent, "d4");
  assert.deepEqual(ended.sort(), ["a", "b", "c"]);
});

test("any reordering moves as few elements as possible", () => {
  const elements = [..."abcdefgh"].map((letter) => /** @type {any} */ (el("li", {}, letter)));
  const parent = /** @type {any} */ (el("ul", {}, ...elements));
  const mark = parent.appendChild(document.createComment(""));
  /** @param {string} order @param {number} most */
  const put = (order, most) => {
    const before = elements.reduce((sum, one) => sum + one.moves, 0);
    arrange(parent, [...order].map((letter) => elements["abcdefgh".indexOf(letter)]), mark);
    assert.deepEqual([parent.textContent, parent.childNodes.at(-1) === mark], [order, true]);
    assert.equal(elements.reduce((sum, one) => sum + one.moves, 0) - before, most, order);
  };
  put("abcdefgh", 0);
  put("habcdefg", 1);
  put("abcdefgh", 1);
  put("abdecfgh", 1);
  put("hgfedcba", 6);
  put("gfedcbah", 1);
  put("hgabcdef", 6);
});

test("a moved element keeps its focus, by the browser or by the library", () => {
  const elements = [..."abc"].map((letter) => /** @type {any} */ (el("li", {}, letter)));
  const parent = /** @type {any} */ (el("ul", {}, ...elements));
  const [a, b, c] = elements;
  for (const one of [parent, ...elements]) one.isConnected = true;
  /** @type {unknown[]} */
  const focused = [];
  for (const one of elements) one.focus = () => focused.push(one);
  Object.assign(document, { activeElement: a });
  arrange(parent, [b, c, a]);
  assert.deepEqual([parent.textContent, focused], ["bca", [a]]);
  arrange(parent, [c, b, a]);
  assert.deepEqual([parent.textContent, focused], ["cba", [a]]);
  // A browser with moveBefore keeps the focus; an element outside of the page can only be inserted.
  parent.moveBefore = (/** @type {any} */ node, /** @type {any} */ before) => parent.insertBefore(node, before);
  const d = /** @type {any} */ (el("li", {}, "d"));
  arrange(parent, [a, d, c, b]);
  assert.deepEqual([parent.textContent, focused, d.moves], ["adcb", [a], 1]);
});

test("keyed elements move between parents, and their effects continue", () => {
  const items = signal(["a", "b", "c", "d", "e"]);
  const size = signal(2);
  const name = signal("");
  /** @type {string[]} */
  const ended = [];
  const parents = Array.from({ length: 5 }, () => /** @type {any} */ (el("ul")));
  keyed(() => items.value, String, (item) => {
    const id = item.value;
    onCleanup(() => ended.push(id));
    return el("li", {}, () => id + name.value);
  }, (elements) => parents.forEach((parent, index) => arrange(parent, elements.slice(index * size.value, (index + 1) * size.value))));
  const said = () => parents.map((parent) => parent.textContent).join();
  assert.equal(said(), "ab,cd,e,,");
  const [a, b] = parents[0].childNodes;
  items.value = ["b", "a", "x", "d", "e"];
  assert.equal(said(), "ba,xd,e,,");
  assert.deepEqual(ended, ["c"]);
  items.value = ["x", "a", "d", "e"];
  name.value = "!";
  assert.equal(said(), "x!a!,d!e!,,,");
  assert.deepEqual([ended, parents[0].childNodes[1] === a], [["c", "b"], true]);
  assert.equal(b.parentNode, null);
  size.value = 1;
  assert.equal(said(), "x!,a!,d!,e!,");
  size.value = 4;
  assert.equal(said(), "x!a!d!e!,,,,");
  assert.deepEqual([ended, parents[0].childNodes[1] === a], [["c", "b"], true]);
});

test("addresses keep any id", () => {
  const id = "a/b ?#%ü";
  assert.deepEqual(parseRoute(link("device", id)).path, ["device", id]);
  assert.deepEqual(parseRoute("#/device/%E0%A4").path, ["device", "%E0%A4"]);
  assert.deepEqual(parseRoute("").path, []);
  assert.equal(parseRoute("#/people?role=guest").query.get("role"), "guest");
});

test("a calm value updates at once, then at its pace, and always to the last value", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  let time = 10_000;
  context.mock.method(performance, "now", () => time);
  const pass = (/** @type {number} */ milliseconds) => {
    time += milliseconds;
    context.mock.timers.tick(milliseconds);
  };
  const count = signal(0);
  let works = 0;
  const [sum, dispose] = scope(() => calm(() => {
    works += 1;
    return count.value * 2;
  }));
  assert.equal(sum.value, 0);
  pass(500);
  count.value = 1;
  assert.equal(sum.value, 2);
  for (let step = 0; step < 10; step += 1) {
    pass(10);
    count.value += 1;
  }
  assert.deepEqual([sum.value, works], [2, 2]);
  pass(399);
  assert.equal(works, 2);
  pass(1);
  assert.deepEqual([sum.value, works], [22, 3]);
  pass(5_000);
  assert.equal(works, 3);
  // A removed view cancels its pending update.
  count.value = 20;
  count.value = 30;
  dispose();
  pass(5_000);
  assert.deepEqual([sum.value, works], [40, 4]);
});
