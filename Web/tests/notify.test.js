import assert from "node:assert/strict";
import { test } from "node:test";
import { isNotify, messageOf, notifyAction, withMessage } from "../home/automation/notify.js";
import * as Trait from "../home/traits.js";
import { decode, encode } from "../lib/message.js";
import { stepKind } from "../ui/automation/then.js";

/** @typedef {import("../lib/hearth-v1.js").AutomationNode} AutomationNode */

/** @param {...any} given constants by the id of their argument @returns {AutomationNode} as the hub sends it */
const sent = (...given) => decode("AutomationNode", encode("AutomationNode", { id: 3, action: {
  trait: { target: { deviceId: "house", endpoint: 0 }, traitId: Trait.NOTICES }, commandId: 0,
  arguments: given.flatMap((constant, id) => (constant ? [{ id, value: { constant } }] : [])), retries: 2,
} }));
const people = (/** @type {string[]} */ ...ids) => ({ list: { items: ids.map((text) => ({ text })) } });
const whole = sent({ text: "The laundry is done" }, { text: "Basement" }, { unsigned: 1n }, people("Anna", "p2"));

test("a message is read into the form", () => {
  assert.deepEqual(messageOf(whole), { title: "The laundry is done", text: "Basement", urgency: 1, recipients: ["Anna", "p2"] });
  assert.deepEqual(messageOf(sent({ text: "Rain" })), { title: "Rain", text: "", urgency: 0, recipients: [] });
  assert.equal(stepKind(whole), "notify");
});

test("a message is written back unchanged, with the parts that no form shows", () => {
  const bytes = new Uint8Array([...encode("AutomationAction", /** @type {any} */ (whole.action)), 0xa2, 0x06, 3, 1, 2, 3]);
  const action = decode("AutomationAction", bytes);
  const message = /** @type {import("../home/automation/notify.js").Message} */ (messageOf({ id: 3, action }));
  assert.deepEqual(encode("AutomationAction", withMessage(action, message)), encode("AutomationAction", action));
  const changed = withMessage(withMessage(action, { urgency: 2 }), { urgency: 1 });
  assert.deepEqual(encode("AutomationAction", changed), encode("AutomationAction", action));
  assert.equal(withMessage(action, { title: "Other" }).retries, 2);
});

test("empty members are left out, and keep their place when they return", () => {
  const action = /** @type {import("../lib/hearth-v1.js").AutomationAction} */ (whole.action);
  const less = withMessage(action, { text: "", recipients: [] });
  assert.deepEqual(less.arguments.map(({ id }) => id), [0, 2]);
  const again = withMessage(less, { recipients: ["Anna", "p2"], text: "Basement" });
  assert.deepEqual(encode("AutomationAction", again), encode("AutomationAction", action));
  assert.deepEqual(notifyAction("house", "Rain").arguments, [{ id: 0, value: { constant: { text: "Rain" } } }]);
});

test("a message that a form can't show is shown as text", () => {
  const variable = sent({ text: "Rain" });
  const more = { ...variable, action: { .../** @type {any} */ (variable.action), arguments: [{ id: 0, value: { variable: "words" } }] } };
  for (const node of [more, sent({ text: "Rain" }, undefined, { unsigned: 7n }), sent({ text: "Rain" }, undefined, undefined, undefined, { text: "new" }), sent({ unsigned: 1n })]) {
    assert.ok(isNotify(node));
    assert.equal(stepKind(node), "text");
  }
  assert.equal(isNotify({ ...whole, action: { .../** @type {any} */ (whole.action), commandId: 1 } }), false);
});
