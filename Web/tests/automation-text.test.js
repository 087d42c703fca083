import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { Draft } from "../home/automation/draft.js";
import { LastAnswer } from "../home/automation/last-answer.js";
import { rangeOf, WrittenText } from "../home/automation/text.js";
import { nodesOf } from "../home/nodes.js";
import { RpcError } from "../lib/connect.js";
import { scope, signal } from "../lib/view.js";
import { setText } from "../ui/text.js";
import { warnWhenLeaving } from "../ui/automation/leaving.js";
import { english } from "./english.js";

setText(english, "en");
/** Lets pending promises resolve. */
const settle = () => new Promise(setImmediate);

/** @template T @returns {{promise: Promise<T>, answer: (value: T) => void, fail: (error: unknown) => void}} */
function question() {
  /** @type {any} */
  const made = {};
  made.promise = new Promise((answer, fail) => Object.assign(made, { answer, fail }));
  return made;
}

test("only the answer of the last request counts", async () => {
  /** @type {ReturnType<typeof question<string>>[]} */
  const asked = [];
  /** @type {string[]} */
  const taken = [];
  mock.timers.enable({ apis: ["setTimeout"] });
  const last = new LastAnswer(400, async (isLast) => {
    const one = /** @type {typeof asked[number]} */ (question());
    asked.push(one);
    const answer = await one.promise;
    if (isLast()) taken.push(answer);
  });
  last.later();
  mock.timers.tick(300);
  last.later();
  mock.timers.tick(300);
  assert.equal(asked.length, 0);
  mock.timers.tick(100);
  assert.equal(asked.length, 1);
  assert.ok(last.isOpen);
  last.later();
  mock.timers.tick(400);
  asked[1]?.answer("new");
  await settle();
  asked[0]?.answer("old");
  await settle();
  assert.deepEqual(taken, ["new"]);
  assert.ok(!last.isOpen);

  // `settled` sends a waiting request at once, and also one that is added meanwhile.
  last.later();
  let isSettled = false;
  const settled = last.settled().then(() => (isSettled = true));
  assert.equal(asked.length, 3);
  last.later();
  asked[2]?.answer("overtaken");
  await settle();
  assert.equal(asked.length, 4);
  assert.ok(!isSettled);
  asked[3]?.answer("last");
  await settled;
  assert.deepEqual(taken, ["new", "last"]);
  last.later();
  last.stop();
  mock.timers.tick(1_000);
  assert.equal(asked.length, 4);
  mock.timers.reset();
});

const program = { graph: { id: 1, sequential: { nodes: [{ id: 2, manualStarter: {} }, { id: 7, delay: { seconds: 60n, nanos: 0 } }] } }, mode: 0, maxRuns: 0, maxExecutions: 0, allowsSensitiveActions: false, scene: 0 };
const automation = /** @type {any} */ ({ id: "a", structureId: "home", name: "Rule", description: "", isActive: true, program, revision: 1n, programRevision: 1n, issues: [] });
const text = 'automation: "Rule"\nactive: yes\n\nsteps:\n  when started by hand\n  @7 wait 1 min\n';
const places = [{ nodeId: 2, line: 5, lastLine: 5, column: 3 }, { nodeId: 7, line: 6, lastLine: 6, column: 6 }];

/** A draft with a hub that gives prepared answers. @param {boolean} isNew */
function drafting(isNew = false) {
  /** @type {{name: string, request: any}[]} */
  const calls = [];
  /** @type {Map<string, (request: any) => any>} */
  const answers = new Map(Object.entries({
    "AutomationService/FormatAutomation": () => ({ text, nodes: places }),
    "AutomationService/ValidateAutomation": () => ({ issues: [] }),
    "AutomationService/UpdateAutomation": () => ({ automation, position: {} }),
    "AutomationService/CreateAutomation": () => ({ automation, position: {} }),
  }));
  const client = { call: async (/** @type {string} */ name, /** @type {any} */ request) => {
    calls.push({ name: name.split("/")[1] ?? "", request });
    return answers.get(name)?.(request);
  } };
  const automations = signal(new Map([["a", automation]]));
  const home = { schemas: { need: async () => undefined, get: () => undefined }, reached: async () => undefined, automations };
  const [draft, dispose] = scope(() => new Draft(/** @type {any} */ ({ client, home }), "home", automation, isNew));
  return { draft, calls, answers, dispose, automations, parse: (/** @type {(request: any) => any} */ answer) => answers.set("AutomationService/ParseAutomations", answer) };
}
const parsed = (/** @type {string} */ name, graph = program.graph) => ({ automations: [{ name, description: "", isActive: false, program: { ...program, graph }, nodes: [] }], issues: [] });

test("typed text updates the forms once the hub has parsed it, and saving waits for that", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const { draft, calls, parse, dispose } = drafting();
  await draft.beginTyping();
  assert.equal(draft.typed.value, text);
  assert.ok(!draft.isChanged.value);
  const first = /** @type {ReturnType<typeof question<any>>} */ (question());
  parse(() => first.promise);
  draft.type("one");
  mock.timers.tick(400);
  parse(() => parsed("Two"));
  draft.type("two");
  // Saving does not wait for the pause.
  assert.ok(await draft.isSavable());
  first.answer(parsed("One"));
  await settle();
  assert.equal(draft.name.value, "Two");
  assert.equal(draft.isActive.value, false);
  assert.ok(draft.isChanged.value);
  assert.deepEqual(calls.filter((one) => one.name === "ParseAutomations").map((one) => one.request.text), ["one", "two"]);
  await draft.save();
  const saved = calls.find((one) => one.name === "UpdateAutomation")?.request;
  assert.equal(saved.name, "Two");
  assert.equal(saved.isActive, false);
  // The typed text stays while it is edited; the hub's text does not replace it.
  mock.timers.tick(400);
  await settle();
  assert.equal(draft.typed.value, "two");
  dispose();
  mock.timers.reset();
});

test("text that can't be parsed shows the place, changes nothing and is not saved", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const { draft, answers, parse, dispose } = drafting();
  await draft.beginTyping();
  parse(() => ({ automations: [], issues: [{ line: 5, column: 3, message: "unknown line" }] }));
  draft.type("wrong");
  assert.ok(!(await draft.isSavable()));
  assert.equal(draft.textProblem.value?.column, 3);
  assert.equal(draft.name.value, "Rule");
  await draft.endTyping();
  assert.equal(draft.typed.value, "wrong");

  // Two automations don't fit, and an unknown name is a problem; a reference by id to a deleted object is not.
  parse(() => ({ automations: [...parsed("A").automations, ...parsed("B").automations], issues: [] }));
  draft.type("two");
  assert.ok(!(await draft.isSavable()));
  parse(() => ({ ...parsed("A"), issues: [{ line: 4, column: 3, message: "no", openName: { name: "Lamp", objectId: "", choices: [] } }] }));
  draft.type("name");
  assert.ok(!(await draft.isSavable()));
  parse(() => ({ ...parsed("A"), issues: [{ line: 4, column: 3, message: "no", openName: { name: "Lamp", objectId: "gone", choices: [] } }] }));
  draft.type("gone");
  assert.ok(await draft.isSavable());

  parse(() => {
    throw new RpcError("unavailable", "away");
  });
  draft.type("away");
  assert.ok(!(await draft.isSavable()));
  assert.equal(draft.textProblem.value?.line, 0);
  draft.cancelTyping();
  assert.equal(draft.typed.value, undefined);
  assert.equal(draft.name.value, "Rule");
  assert.ok(!draft.isChanged.value);
  answers.set("AutomationService/ValidateAutomation", () => ({ issues: [{ nodeId: 7, isForm: true, severity: 2, message: "" }] }));
  assert.ok(!(await draft.isSavable()));
  dispose();
  mock.timers.reset();
});

test("a change in the forms updates the text being edited", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const { draft, answers, parse, dispose } = drafting();
  await draft.beginTyping();
  answers.set("AutomationService/FormatAutomation", ({ name }) => ({ text: `automation: "${name}"\n`, nodes: [] }));
  draft.name.value = "By a form";
  mock.timers.tick(200);
  await settle();
  assert.equal(draft.typed.value, 'automation: "By a form"\n');
  // But not before the hub has parsed the last input.
  parse(() => parsed("By hand"));
  draft.type("by hand");
  draft.name.value = "Again";
  mock.timers.tick(200);
  await settle();
  assert.equal(draft.typed.value, "by hand");
  mock.timers.tick(200);
  await settle();
  assert.equal(draft.name.value, "By hand");
  dispose();
  mock.timers.reset();
});

test("a new automation's nodes are numbered by their lines", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const { draft, calls, dispose } = drafting(true);
  await draft.writing.settled();
  assert.deepEqual(nodesOf(calls[0]?.request.program.graph).map((node) => node.id), [1, 2, 3]);
  // The hub's numbers of the nodes are mapped back to the draft's.
  assert.equal(draft.written.value.statement(2), "when started by hand");
  await draft.save();
  assert.equal(calls.at(-1)?.request.isActive, true);
  dispose();
  mock.timers.reset();
});

test("a draft is unchanged when others save, and is saved on the revision that its writer has seen", async () => {
  const { draft, calls, answers, automations, dispose } = drafting();
  const theirs = (/** @type {object} */ more) => automations.value = new Map([["a", { ...automation, ...more }]]);
  draft.description.value = "Mine";
  // A run also changes the automation, but is no conflict.
  theirs({ isRunning: true, executionCount: 4 });
  assert.deepEqual([draft.conflict.value, draft.description.value, draft.isChanged.value], [undefined, "Mine", true]);
  // Nor is somebody's switch in the list or another name, which come into the draft.
  theirs({ revision: 3n, name: "Renamed", isActive: false });
  assert.equal(draft.conflict.value, undefined);
  answers.set("AutomationService/UpdateAutomation", () => ({ automation: { ...automation, revision: 3n, name: "Renamed", isActive: false }, position: {} }));
  await draft.save();
  const { revision: whole, programRevision: of, isActive: active, name: called } = /** @type {any} */ (calls.at(-1)).request;
  assert.deepEqual([whole, of, active, called], [undefined, 1n, undefined, undefined]);
  theirs({ revision: 4n, programRevision: 2n, name: "Theirs", isActive: false });
  assert.deepEqual([draft.conflict.value, draft.description.value, draft.name.value], ["changed", "Mine", "Theirs"]);

  await draft.takeSaved();
  assert.deepEqual([draft.conflict.value, draft.description.value, draft.name.value, draft.isActive.value, draft.isChanged.value], [undefined, "", "Theirs", false, false]);
  draft.bringBack.value?.();
  assert.deepEqual([draft.description.value, draft.name.value, draft.isChanged.value, draft.bringBack.value], ["Mine", "Theirs", true, undefined]);

  theirs({ revision: 5n, programRevision: 3n, name: "Theirs" });
  draft.keepMine();
  assert.equal(draft.conflict.value, undefined);
  await draft.save();
  const { programRevision, name, description, isActive } = /** @type {any} */ (calls.at(-1)).request;
  // An untouched switch is not sent.
  assert.deepEqual([calls.at(-1)?.name, programRevision, name, description, isActive], ["UpdateAutomation", 3n, undefined, "Mine", undefined]);

  automations.value = new Map();
  assert.equal(draft.conflict.value, "deleted");
  draft.keepMine();
  await draft.save();
  assert.equal(calls.at(-1)?.name, "CreateAutomation");
  dispose();
});

test("nodes are found in the hub's text", () => {
  const whole = 'automation: "x"\n\nsteps:\n  @9 if $x:\n    wait 1 min\n  else:\n    put back\n';
  const made = new WrittenText(whole, [{ nodeId: 9, line: 4, lastLine: 7, column: 6 }, { nodeId: 10, line: 5, lastLine: 5, column: 5 }]);
  assert.equal(made.statement(9), "if $x:");
  assert.equal(made.linesOf(9), "@9 if $x:\n  wait 1 min\nelse:\n  put back");
  assert.equal(made.linesOf(10), "wait 1 min");
  assert.equal(made.linesOf(11) + made.statement(11), "");
  assert.deepEqual(made.lines[4], { text: "wait 1 min", depth: 2, ids: [10] });
  assert.deepEqual([made.lines.length, made.lines[5]?.ids], [7, []]);
});

test("the hub's columns count characters, and are converted to UTF-16 units", () => {
  assert.deepEqual(rangeOf("one\ntwo", { line: 2, column: 2 }), [5, 6]);
  assert.deepEqual(rangeOf('"👨‍👩‍👧é\u0301" x', { line: 1, column: 5 }), ['"👨‍👩‍👧é\u0301"'.length, '"👨‍👩‍👧é\u0301" '.length]);
  assert.deepEqual(rangeOf("one", { line: 1, column: 9 }), [3, 3]);
  assert.deepEqual(rangeOf("one", { line: 7, column: 1 }), [3, 3]);
});

/** A fake window with what `warnWhenLeaving` uses. */
function fakePage() {
  const page = Object.assign(new EventTarget(), {
    document: new EventTarget(),
    location: { hash: "#/automation/a" },
    history: {
      /** @type {string[]} */
      done: [],
      pushState: (/** @type {unknown} */ _, /** @type {string} */ __, /** @type {string} */ hash) => {
        page.history.done.push(`push ${hash}`);
        page.location.hash = hash;
      },
      back: () => page.history.done.push("back"),
    },
  });
  /** @type {string[]} */
  const views = [];
  /** @param {string} hash @param {object} keys @returns {boolean} whether the browser follows the link */
  const press = (hash, keys = {}) => {
    const event = Object.assign(new Event("click", { cancelable: true }), { button: 0, ...keys });
    Object.defineProperty(event, "target", { value: { closest: () => ({ getAttribute: () => hash }) } });
    return page.document.dispatchEvent(event);
  };
  const go = (/** @type {string} */ hash) => {
    page.location.hash = hash;
    if (page.dispatchEvent(new Event("leave", { cancelable: true }))) views.push(hash);
  };
  return { page: /** @type {any} */ (page), views, press, go };
}

test("leaving unsaved changes asks first: by a link, the browser's buttons and closing", () => {
  const { page, views, press, go } = fakePage();
  let isChanged = false;
  /** @type {(() => void)[]} */
  const questions = [];
  const end = warnWhenLeaving(() => isChanged, (leave) => questions.push(leave), page);
  assert.ok(press("#/automations"));
  assert.ok(page.dispatchEvent(new Event("beforeunload", { cancelable: true })));
  isChanged = true;
  assert.ok(!page.dispatchEvent(new Event("beforeunload", { cancelable: true })));
  assert.ok(press("#/automations", { ctrlKey: true }));
  assert.ok(!press("#/automations"));
  assert.deepEqual([questions.length, page.location.hash], [1, "#/automation/a"]);

  // The browser's button: the page stays until the person confirms.
  go("#/energy");
  assert.deepEqual([questions.length, page.location.hash, views, page.history.done], [2, "#/automation/a", [], ["push #/automation/a"]]);
  questions[1]?.();
  go("#/energy");
  assert.deepEqual([page.history.done.at(-1), views], ["back", ["#/energy"]]);
  end();
});

test("a confirmed link is followed", () => {
  const { page, press } = fakePage();
  warnWhenLeaving(() => true, (leave) => leave(), page);
  assert.ok(!press("#/rooms"));
  assert.equal(page.location.hash, "#/rooms");
  assert.ok(press("#/automations"));
});

test("another person's new name comes into the draft where the draft has the former one", async () => {
  /** @param {(one: ReturnType<typeof drafting>) => Promise<unknown> | void} edit @param {Record<string, unknown>} others */
  const after = async (edit, others) => {
    const one = drafting();
    await edit(one);
    one.automations.value = new Map([["a", { ...automation, revision: 2n, ...others }]]);
    const { draft } = one;
    const shown = [draft.name.value, draft.description.value, draft.isActive.value, draft.isChanged.value, draft.conflict.value];
    await draft.save();
    const { name, description, isActive } = one.calls.find((call) => call.name === "UpdateAutomation")?.request ?? {};
    one.dispose();
    return { shown, sent: [name, description, isActive] };
  };
  const others = { name: "Theirs", isActive: false };
  const unsent = [undefined, undefined, undefined];
  assert.deepEqual(await after(() => undefined, others), { shown: ["Theirs", "", false, false, undefined], sent: unsent });
  assert.deepEqual(await after(({ draft }) => void (draft.description.value = "Mine"), others), { shown: ["Theirs", "Mine", false, true, undefined], sent: [undefined, "Mine", undefined] });
  assert.deepEqual(await after(({ draft }) => void (draft.name.value = "Mine"), others), { shown: ["Mine", "", false, true, "changed"], sent: ["Mine", undefined, undefined] });
  assert.deepEqual(await after(({ draft }) => void (draft.name.value = "Theirs"), others), { shown: ["Theirs", "", false, true, undefined], sent: ["Theirs", undefined, undefined] });
  // The text that is being typed has the former name; it is not sent.
  assert.deepEqual(await after(({ draft }) => draft.beginTyping(), others), { shown: ["Rule", "", true, false, undefined], sent: unsent });
  assert.deepEqual(await after(async ({ draft, automations }) => {
    await draft.beginTyping();
    automations.value = new Map([["a", { ...automation, revision: 2n, ...others }]]);
    draft.type("anything");
    draft.cancelTyping();
  }, others), { shown: ["Theirs", "", false, false, undefined], sent: unsent });
});
