import assert from "node:assert/strict";
import { before, test } from "node:test";
import "./document.js";
import { english } from "./english.js";
import {
  Adding, addingSteps, canAdd, changedSettings, choiceInWords, deviceOf, fieldsToAsk, foundInOrder, ignoredInOrder, entityNote, entityWords, healthInWords, nameOf, NearbyWatch, secondsLeft, sentence, translatedKind, withMessage,
} from "../home/integrations.js";
import { RpcError } from "../lib/connect.js";
import { AddingStep as Step, DeviceEntity_LeftOut as LeftOut, FoundDevice_Readiness as Readiness, IntegrationField_Type as Type, IntegrationHealth_State as State, messages } from "../lib/hearth-v1-more.js";
import { decode, encode, know } from "../lib/message.js";
import { el, signal } from "../lib/view.js";
import { nearbyList, showLink } from "../ui/nearby.js";
import { integrationForm } from "../ui/integration-form.js";
import { setText } from "../ui/text.js";

/** @typedef {import("../lib/hearth-v1.js").Messages} Messages */

know(messages);

/** IntegrationFailure.Reason of a wrong key, which the page has no name for. */
const secretRefused = 2;

before(() => setText(english, "en-GB"));

/**
 * A whole message, as the page decodes it.
 *
 * @template {keyof Messages} Name
 * @param {Name} name
 * @param {import("../lib/hearth-v1.js").Input<Messages[Name]>} message
 */
const made = (name, message) => decode(name, encode(name, message));
/** @param {import("../lib/hearth-v1.js").Input<Messages["WatchIntegrationsResponse"]>} message */
const news = (message) => made("WatchIntegrationsResponse", message);
const plug = { key: "esphome/plug", kind: "esphome", name: "Plug", maker: "ESPHome", address: "10.0.0.7", readiness: Readiness.NEEDS_KEY, settings: [{ field: "host", value: "10.0.0.7" }] };
const esphome = made("IntegrationKind", { id: "esphome", title: "ESPHome", summary: "Devices with ESPHome.", fields: [
  { name: "host", label: "Address", type: Type.HOST, isNeeded: true }, { name: "port", label: "Port", type: Type.NUMBER, defaultValue: "6053", isNeeded: true },
  { name: "key", label: "Encryption key", type: Type.SECRET, hint: "In its configuration." }, { name: "password", label: "Password", type: Type.SECRET },
] });
const names = (/** @type {readonly {name: string}[]} */ fields) => fields.map((field) => field.name);

test("a kind that the page knows is shown in the page's language, with its own words first", () => {
  const german = { "kind.esphome": "Ein Gerät", "setting.host": "Adresse", "setting.esphome.key": "Schlüssel", "setting.esphome.key.hint": "In der Konfiguration.", "setting.none": "Keine", "value.yes": "Ja" };
  setText(german, "de");
  const shown = translatedKind(esphome);
  const choices = ["none", "yes", "other"].map(choiceInWords);
  setText(english, "en-GB");
  assert.deepEqual([shown.title, shown.summary], ["ESPHome", "Ein Gerät"]);
  assert.deepEqual(shown.fields.map(({ name, label, hint }) => [name, label, hint]), [
    ["host", "Adresse", ""], ["port", "Port", ""], ["key", "Schlüssel", "In der Konfiguration."], ["password", "Password", ""],
  ]);
  assert.deepEqual(choices, ["Keine", "Ja", "other"]);
  const other = { ...esphome, id: "of-a-maker" };
  assert.equal(translatedKind(other), other);
});

test("what was added has a link to its page once the home has its device", () => {
  const devices = signal(new Map());
  const found = made("FoundDevice", { ...plug, readiness: Readiness.ADDED, integrationId: "i" });
  const link = showLink(/** @type {any} */ ({ home: { devices } }), () => found);
  assert.equal(link(), false);
  devices.value = new Map([["i-1", { id: "i-1", bridgeId: "", name: "Plug" }]]);
  const { attributes, textContent } = /** @type {any} */ (link());
  // The name that speech control hears begins with the visible word.
  assert.deepEqual([attributes.href, attributes["aria-label"], textContent], ["#/device/i-1", "Show Plug", "Show"]);
});

test("a watch's changes are merged, and a snapshot replaces everything", () => {
  const first = withMessage(undefined, news({ isSnapshot: true, integrations: [{ id: "a", name: "A" }, { id: "b", name: "B" }], found: [plug] }));
  const second = withMessage(first, news({ integrations: [{ id: "b", name: "Bee" }], removedIntegrationIds: ["a", "unknown"], lostKeys: [plug.key] }));
  assert.deepEqual([...second.integrations.values()].map((one) => one.name), ["Bee"]);
  assert.deepEqual([...second.found.keys()], []);
  // The earlier value is unchanged.
  assert.deepEqual([...first.integrations.keys()], ["a", "b"]);
  assert.deepEqual([...withMessage(second, news({ isSnapshot: true, found: [plug] })).integrations.keys()], []);
});

test("what is ignored is a list of its own, the last one first", () => {
  const ignored = [{ key: "tv", kind: "Google Cast", ignoredAt: { seconds: 9n } }, { key: "lamp", kind: "esphome", name: "Lamp", ignoredAt: { seconds: 10n } }];
  const first = withMessage(undefined, news({ isSnapshot: true, found: [plug], ignored }));
  assert.deepEqual(ignoredInOrder(first).map(nameOf), ["Lamp", "Google Cast"]);
  const second = withMessage(first, news({ lostKeys: [plug.key], ignored: [{ key: plug.key, kind: "esphome" }], unignoredKeys: ["tv", "unknown"] }));
  assert.deepEqual([[...second.found.keys()], [...second.ignored.keys()]], [[], ["lamp", plug.key]]);
  assert.deepEqual([...withMessage(second, news({ isSnapshot: true })).ignored.keys()], []);
});

test("a press hides a thing or shows it again, and the focus stays in the page", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  /** @type {unknown[]} */
  const calls = [];
  const client = {
    call: async (/** @type {string} */ name, /** @type {object} */ request) => {
      calls.push([name, request]);
      return {};
    },
  };
  const added = { ...plug, key: "added", name: "Lamp", readiness: Readiness.ADDED, integrationId: "i" };
  const nearby = withMessage(undefined, news({ isSnapshot: true, found: [plug, added], ignored: [{ key: "tv", kind: "Google Cast", name: "TV", ignoredAt: { seconds: 9n } }] }));
  const page = el("main", {}, nearbyList(/** @type {any} */ ({ client, home: { devices: signal(new Map()) } }), /** @type {any} */ ({ state: signal(nearby), problem: signal(undefined) })));
  /** @type {any[]} */
  const all = [];
  const collect = (/** @type {any} */ node) => {
    all.push(node);
    node.childNodes.forEach(collect);
  };
  collect(page);
  const buttons = all.filter((one) => one.localName === "button");
  // What is added has no button.
  assert.deepEqual(buttons.map((one) => one.attributes["aria-label"]), ["Ignore Plug", "Add Plug", "Show again: TV"]);
  // The page must not scroll to its top each time that a person ignores one of many.
  const focus = context.mock.method(all.find((one) => one.attributes?.role === "status"), "focus");
  await buttons[0].dispatch("click");
  assert.equal(document.activeElement?.textContent, "2 devices are nearby");
  await buttons[2].dispatch("click");
  assert.deepEqual(focus.mock.calls.map((one) => one.arguments), [[{ preventScroll: true }], [{ preventScroll: true }]]);
  assert.deepEqual(calls, [["IntegrationsService/IgnoreFound", { key: plug.key, ignored: true }], ["IntegrationsService/IgnoreFound", { key: "tv", ignored: false }]]);
});

test("what can be added comes first, by name, and a flood of things is cut off", () => {
  const found = [
    { ...plug, key: "1", name: "Old", readiness: Readiness.ADDED }, { ...plug, key: "2", name: "Camera", readiness: Readiness.NOT_SUPPORTED }, { ...plug, key: "3", name: "Plug 10" },
    { ...plug, key: "4", name: "Plug 9" }, { ...plug, key: "5", name: "", address: "broker", readiness: Readiness.READY },
    { ...plug, key: "6", name: "Bridge", readiness: Readiness.NEEDS_BUTTON },
  ];
  const state = withMessage(undefined, news({ isSnapshot: true, found }));
  assert.deepEqual(foundInOrder(state).map((one) => one.key), ["5", "4", "3", "6", "2", "1"]);
  assert.deepEqual(foundInOrder(state).map(canAdd), [true, true, true, true, false, false]);
  assert.ok(!canAdd(made("FoundDevice", { readiness: 99 })) && !canAdd(made("FoundDevice", {})));
  const flood = Array.from({ length: 10_000 }, (_, index) => ({ ...plug, key: String(index) }));
  assert.equal(foundInOrder(withMessage(undefined, news({ found: flood }))).length, 200);
});

test("what was added leads to its device, and a bridge comes before what is behind it", () => {
  const device = (/** @type {string} */ id, /** @type {string} */ name, bridgeId = "") => made("Device", { id, name, bridgeId });
  const devices = [device("hue-1-lamp", "A lamp", "hue-1-bridge"), device("hue-1-bridge", "Bridge"), device("hue-10-bridge", "Another bridge"), device("lamp", "Lamp")];
  assert.deepEqual(["hue-1", "hue-10", "hue-2", ""].map((id) => deviceOf(devices, id)?.name), ["Bridge", "Another bridge", undefined, undefined]);
});

test("a form asks only for what a thing does not announce", () => {
  const found = made("FoundDevice", plug);
  const asked = (/** @type {Parameters<typeof fieldsToAsk>[1]} */ of) => names(fieldsToAsk(esphome, of).asked);
  assert.deepEqual(asked({ found }), ["key"]);
  assert.deepEqual(asked({ found: { ...found, readiness: Readiness.NEEDS_PASSWORD } }), ["password"]);
  // No secret is named after a code: any of them may be meant.
  assert.deepEqual(asked({ found: { ...found, readiness: Readiness.NEEDS_CODE } }), ["key", "password"]);
  assert.deepEqual(asked({ found: { ...found, readiness: Readiness.READY } }), []);
  assert.deepEqual(asked({}), ["host"]);
  const failure = made("IntegrationFailure", { fields: ["port", "password"] });
  assert.deepEqual(asked({ found: { ...found, readiness: Readiness.READY }, failure }), ["port", "password"]);
  const needed = (/** @type {Parameters<typeof fieldsToAsk>[1]} */ of) => fieldsToAsk(esphome, of).asked.map((field) => field.isNeeded);
  assert.deepEqual([needed({ found }), needed({ found: { ...found, readiness: Readiness.NEEDS_CODE } })], [[true], [false, false]]);
  assert.deepEqual(names(fieldsToAsk(esphome, { found }).others), ["host", "port", "password"]);
});

test("only what changed is sent, and an empty secret stays as it is", () => {
  const known = [{ field: "host", value: "10.0.0.7" }];
  const sent = (/** @type {Record<string, string>} */ values, /** @type {string[]} */ ...removed) => changedSettings(esphome.fields, new Map(Object.entries(values)), known, new Set(removed));
  assert.deepEqual(sent({ host: "10.0.0.7", port: "6053", key: "", password: "" }), { settings: [], secrets: [] });
  assert.deepEqual(sent({ host: " 10.0.0.8 ", port: "6054", key: "abc=\n" }), {
    settings: [{ field: "host", value: "10.0.0.8" }, { field: "port", value: "6054" }], secrets: [{ field: "key", value: "abc=" }],
  });
  assert.deepEqual(sent({ host: "10.0.0.7", port: "6053", password: " a b \r\n" }).secrets, [{ field: "password", value: " a b " }]);
  assert.deepEqual(sent({ host: "10.0.0.7", port: "", key: "x" }, "key"), { settings: [{ field: "port", value: "" }], secrets: [{ field: "key", value: "" }] });
});

test("a form shows no secret, and tells which needed field is missing", () => {
  const form = integrationForm(esphome.fields, [], [{ field: "host", value: "10.0.0.7" }, { field: "key", value: "never shown" }], { stored: ["key"], canForget: true });
  const find = (/** @type {any} */ node, /** @type {string} */ name, /** @type {any[]} */ found = []) => {
    for (const child of node.childNodes) find(child, name, found);
    if (node.attributes?.[name] !== undefined) found.push(node.attributes);
    return found;
  };
  const inputs = form.fields.flatMap((field) => find(field, "type"));
  assert.deepEqual(inputs.map((one) => one.type), ["password", "checkbox", "password"]);
  assert.ok(form.fields.every((field) => find(field, "value").every((one) => one.value !== "never shown")));
  assert.deepEqual(form.fields.flatMap((field) => find(field, "value")).map((one) => one.value), ["10.0.0.7", "6053"]);
  const inputOf = (/** @type {number} */ index) => /** @type {any} */ (form.fields[index])?.childNodes[0].childNodes[1];
  inputOf(0).value = "10.0.0.7";
  inputOf(1).value = " ";
  inputOf(2).value = inputOf(3).value = "";
  assert.equal(form.missing(), "Port");
  assert.deepEqual([...form.read()], [["host", "10.0.0.7"], ["port", " "], ["key", ""], ["password", ""]]);
});

test("a connection's health is in words, with its age", () => {
  const said = (/** @type {number} */ state, seconds = 0n) => healthInWords(made("Integration", { health: { state, ...(seconds ? { since: { seconds } } : {}) } }), 1_000_000_000).replaceAll("\u00a0", " ");
  assert.deepEqual([said(State.CONNECTING), said(State.ONLINE), said(State.NEEDS_ATTENTION), said(State.OFFLINE)], ["Connecting …", "Connected", "Needs attention", "Offline"]);
  assert.equal(said(State.OFFLINE, 999_700n), "Went offline 5 minutes ago");
  assert.equal(healthInWords(made("Integration", {}), 0), "Not known");
  assert.deepEqual([sentence("no answer"), sentence("try again."), sentence("give key:"), sentence("")], ["No answer.", "Try again.", "Give key:", ""]);
});

/**
 * A client whose streams are these, one after the other; a value of each is a message, an error, or a wait.
 *
 * @param {...(readonly any[])} streams
 */
function clientOf(...streams) {
  /** @type {{name: string, request: any, signal: AbortSignal}[]} */
  const calls = [];
  const client = /** @type {any} */ ({
    calls,
    async *stream(/** @type {string} */ name, /** @type {any} */ request, /** @type {{signal: AbortSignal}} */ { signal }) {
      calls.push({ name, request, signal });
      for (const one of streams[calls.length - 1] ?? []) {
        if (one instanceof Error) throw one;
        if (one === "wait") await new Promise((_, reject) => signal.addEventListener("abort", () => reject(new RpcError("canceled", "")), { once: true }));
        else yield one;
      }
    },
  });
  return client;
}
const progress = (/** @type {import("../lib/hearth-v1.js").Input<Messages["AddIntegrationResponse"]>} */ message) => made("AddIntegrationResponse", message);

test("an addition goes through its steps to the new devices", async () => {
  const client = clientOf([progress({ step: Step.SEARCHING }), progress({ step: Step.ASKING }), progress({ done: { integration: { id: "i" }, deviceIds: ["d1", "d2"] } })]);
  const adding = new Adding(client);
  /** @type {unknown[]} */
  const seen = [];
  const run = adding.begin({ foundKey: "k" });
  seen.push(adding.state.value);
  await run;
  assert.deepEqual(seen, [{ phase: "running", step: 0 }]);
  const { value: state } = adding.state;
  assert.deepEqual(state.phase === "done" && [state.integration?.id, state.deviceIds], ["i", ["d1", "d2"]]);
  assert.deepEqual(client.calls[0].request, { foundKey: "k" });
});

test("an addition that waits for a button says how long", async () => {
  const client = clientOf([progress({ step: Step.WAITING_FOR_BUTTON, stepEndsAt: { seconds: 100n, nanos: 500_000_000 } }), "wait"]);
  const adding = new Adding(client);
  const run = adding.begin({});
  await new Promise((resolve) => setImmediate(resolve));
  const { value: state } = adding.state;
  assert.deepEqual(state, { phase: "running", step: Step.WAITING_FOR_BUTTON, endsAt: 100_500 });
  assert.deepEqual([secondsLeft(100_500, 71_000), secondsLeft(100_500, 200_000), secondsLeft(undefined, 5)], [30, 0, 0]);
  assert.deepEqual(addingSteps.indexOf(Step.WAITING_FOR_BUTTON), addingSteps.indexOf(Step.ASKING) - 1);
  adding.cancel();
  await run;
});

test("a failed addition says its step and can be repeated", async () => {
  const failed = progress({ failed: { reason: secretRefused, message: "wrong key", fields: ["key"] } });
  const client = clientOf([progress({ step: Step.CONNECTING }), failed], [progress({ step: Step.ASKING })], [new RpcError("not_found", "gone")], [progress({ done: {} })]);
  const adding = new Adding(client);
  await adding.begin({});
  const first = adding.state.value;
  assert.deepEqual(first.phase === "failed" && [first.step, first.failure?.reason, first.failure?.fields, first.error], [Step.CONNECTING, secretRefused, ["key"], undefined]);
  // A stream that ends without a result.
  await adding.begin({});
  const second = adding.state.value;
  assert.deepEqual(second.phase === "failed" && [second.step, second.failure, second.error?.code], [Step.ASKING, undefined, "unavailable"]);
  await adding.begin({});
  const third = adding.state.value;
  assert.deepEqual(third.phase === "failed" && third.error?.message, "gone");
  await adding.begin({});
  assert.equal(adding.state.value.phase, "done");
});

test("a cancelled addition ends its call and says nothing afterwards", async () => {
  const client = clientOf([progress({ step: Step.CONNECTING }), "wait"], [progress({ done: { deviceIds: ["d"] } })]);
  const adding = new Adding(client);
  const run = adding.begin({});
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(adding.state.value, { phase: "running", step: Step.CONNECTING });
  adding.cancel();
  await run;
  assert.deepEqual([adding.state.value.phase, client.calls[0].signal.aborted], ["idle", true]);
  await adding.begin({});
  assert.equal(adding.state.value.phase, "done");
});

test("the watch is repeated until it is stopped, or the hub has no such service", async () => {
  /** @type {number[]} */
  const pauses = [];
  const pause = async (/** @type {number} */ time) => void pauses.push(time);
  const client = clientOf([news({ isSnapshot: true, found: [plug] }), new RpcError("unavailable", "")], [new RpcError("unavailable", "")], [news({ isSnapshot: true }), "wait"]);
  const watch = new NearbyWatch(client, pause);
  const run = watch.run();
  for (let turn = 0; turn < 100 && client.calls.length < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual([watch.state.value?.found.size, watch.problem.value, pauses.length], [0, undefined, 2]);
  watch.stop();
  await run;
  const old = new NearbyWatch(clientOf([new RpcError("unimplemented", "")]), pause);
  await old.run();
  assert.deepEqual([old.problem.value?.code, old.state.value], ["unimplemented", undefined]);
});

test("a part says what it is, and why it is left out", () => {
  const entity = (/** @type {import("../lib/hearth-v1.js").Input<Messages["DeviceEntity"]>} */ message) => made("DeviceEntity", message);
  assert.equal(entityNote(entity({ category: 1, isShown: true })), "Main part");
  assert.equal(entityNote(entity({ category: 1, isShown: true, isAssumed: true })), "Main part · Does not confirm commands; its state is assumed");
  assert.equal(entityNote(entity({ category: 2, isChoice: true, leftOut: LeftOut.TURNED_OFF })), "Setting");
  assert.equal(entityNote(entity({ category: 3, leftOut: LeftOut.UNSUPPORTED, leftOutReason: "schedules are not supported" })), "About the device · Schedules are not supported.");
  assert.equal(entityNote(entity({ category: 2, leftOut: LeftOut.TOO_MANY })), "Setting · The device has too many parts");
  assert.equal(entityNote(entity({})), "Other · Left out");
  assert.equal(entityWords(entity({ name: "Child lock" })), "Child lock");
  assert.equal(entityWords(entity({})), "The device itself");
});
