// When changes from the hub become visible.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Client } from "../lib/connect.js";
import { effect } from "../lib/view.js";
import { LiveHome } from "../home/live.js";
import { onOff } from "./hub.js";

/** @param {import("node:test").TestContext} context @returns a home, and a browser that draws a frame each 16 ms */
function drawn(context, client = new Client()) {
  let time = 1_000;
  /** @type {(() => void)[]} */
  let asked = [];
  context.mock.timers.enable({ apis: ["setTimeout"] });
  context.mock.method(performance, "now", () => time);
  Object.defineProperty(globalThis, "requestAnimationFrame", { configurable: true, value: (/** @type {() => void} */ work) => asked.push(work) });
  // No locks: a channel to other tabs would keep the process alive.
  Object.defineProperty(globalThis, "navigator", { configurable: true, value: {} });
  const home = new LiveHome(client);
  const frame = () => {
    time += 16;
    context.mock.timers.tick(16);
    const works = asked;
    asked = [];
    for (const work of works) work();
  };
  const report = (/** @type {object} */ content) => home.stream.settings.onMessages([/** @type {any} */ ({ report: { states: [], events: [], objects: [], ...content } })]);
  const rename = (/** @type {string} */ name) => report({ objects: [{ room: { id: "hall", name, structureId: "home" } }] });
  /** @type {string[]} */
  const shown = [];
  effect(() => {
    const name = home.rooms.value.get("hall")?.name;
    if (name !== undefined) shown.push(`${name} at ${time - 1_000}`);
  });
  return { home, frame, report, rename, shown, isAsked: () => asked.length > 0 };
}

test("a change is shown in the next frame, and continuous changes are coalesced to thirty frames a second", (context) => {
  const { frame, rename, shown, isAsked } = drawn(context);
  rename("a");
  frame();
  assert.deepEqual(shown, ["a at 16"]);
  for (const name of ["b", "c", "d", "e"]) {
    rename(name);
    frame();
  }
  assert.deepEqual(shown, ["a at 16", "c at 48", "e at 80"]);
  // Without changes, no frame is requested.
  for (let count = 0; count < 5; count += 1) frame();
  assert.equal(isAsked(), false);
  rename("f");
  frame();
  assert.deepEqual(shown.at(-1), "f at 176");
});

test("a new trait is shown once its schema is loaded, without another change", async (context) => {
  const client = new Client();
  context.mock.method(client, "call", async (/** @type {string} */ name) => {
    assert.equal(name, "HomeService/GetTraitSchemas");
    return { schemas: [onOff.schema], nextPageToken: "" };
  });
  const { home, frame, report } = drawn(context, client);
  /** @type {unknown[]} */
  const shown = [];
  effect(() => void shown.push(home.trait("lamp", 1, 6)?.["onOff"]));
  report({
    objects: [{ device: { id: "lamp", structureId: "home", endpoints: [{ id: 1, traits: [{ id: 6 }] }] } }],
    states: [{ target: { deviceId: "lamp", endpoint: 1 }, traitId: 6, attributes: { value: onOff.encodeAttributes({ onOff: true }) } }],
  });
  frame();
  frame();
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  frame();
  frame();
  assert.deepEqual(shown, [undefined, undefined, true]);
});

test("automations are there for all callers, also those during a fetch, and a failed fetch is retried", async (context) => {
  const client = new Client();
  let fails = true;
  const call = context.mock.method(client, "call", async () => {
    if (fails) throw new Error("away");
    return { automations: [{ id: "evening", structureId: "home" }], nextPageToken: "" };
  });
  const { home } = drawn(context, client);
  await assert.rejects(home.loadAutomations("home"), /away/);
  fails = false;
  for (const loading of [home.loadAutomations("home"), home.loadAutomations("home"), home.loadAutomations("home")]) {
    await loading;
    assert.deepEqual([...home.automations.value.keys()], ["evening"]);
  }
  assert.equal(call.mock.callCount(), 2);
});
