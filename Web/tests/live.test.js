// When the page shows what the hub says.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Client } from "../lib/connect.js";
import { effect } from "../lib/view.js";
import { LiveHome } from "../home/live.js";

/** @param {import("node:test").TestContext} context @returns a home, and a browser that draws a frame each 16 ms */
function drawn(context) {
  let time = 1_000;
  /** @type {(() => void)[]} */
  let asked = [];
  context.mock.timers.enable({ apis: ["setTimeout"] });
  context.mock.method(performance, "now", () => time);
  Object.defineProperty(globalThis, "requestAnimationFrame", { configurable: true, value: (/** @type {() => void} */ work) => asked.push(work) });
  if (!("navigator" in globalThis)) Object.defineProperty(globalThis, "navigator", { configurable: true, value: {} });
  const home = new LiveHome(new Client());
  const frame = () => {
    time += 16;
    context.mock.timers.tick(16);
    const works = asked;
    asked = [];
    for (const work of works) work();
  };
  const rename = (/** @type {string} */ name) => home.stream.settings.onMessages([/** @type {any} */ ({
    report: { states: [], events: [], objects: [{ room: { id: "hall", name, structureId: "home" } }] },
  })]);
  /** @type {string[]} */
  const shown = [];
  effect(() => {
    const name = home.rooms.value.get("hall")?.name;
    if (name !== undefined) shown.push(`${name} at ${time - 1_000}`);
  });
  return { frame, rename, shown, isAsked: () => asked.length > 0 };
}

test("a change is shown with the next frame, and what comes on and on thirty times a second, all of it together", (context) => {
  const { frame, rename, shown, isAsked } = drawn(context);
  rename("a");
  frame();
  assert.deepEqual(shown, ["a at 16"]);
  for (const name of ["b", "c", "d", "e"]) {
    rename(name);
    frame();
  }
  assert.deepEqual(shown, ["a at 16", "c at 48", "e at 80"]);
  // Nothing changes: no frame is asked for.
  for (let count = 0; count < 5; count += 1) frame();
  assert.equal(isAsked(), false);
  rename("f");
  frame();
  assert.deepEqual(shown.at(-1), "f at 176");
});
