import assert from "node:assert/strict";
import { test } from "node:test";
import { signal } from "../lib/view.js";
import { conversation, graceTime } from "../views/conversation.js";

/** @typedef {import("../views/spoken.js").Heard} Heard */

/** @type {Heard} */
const question = { choices: [{ id: "spoken/yes", title: "Unlock Front Door", words: "yes" }, { id: "spoken/no", title: "Cancel", words: "no" }], line: "Front Door: unlocked?", isRefused: false, questionId: "q1" };
/** @type {Heard} */
const done = { choices: [], line: "Front Door is unlocked", isRefused: false, questionId: "" };

/** A conversation with a hub that answers when the test says so, and the results that the search would show. */
function home() {
  const said = /** @type {string[]} */ ([]);
  const answers = /** @type {((heard: Heard) => void)[]} */ ([]);
  const clock = { now: 0 };
  const talk = conversation({
    say: (words, questionId) => {
      said.push(`${words} ${questionId}`.trim());
      return new Promise((resolve) => answers.push(resolve));
    },
    refuse: (questionId) => said.push(`refuse ${questionId}`),
    now: () => clock.now,
  });
  const shown = signal(/** @type {readonly {id: string}[]} */ ([{ id: "spoken" }, { id: "open/hall" }]));
  const selected = talk.selected(shown);
  /** Enter, or a click on the chosen result. */
  const press = () => {
    const result = shown.value[selected.value];
    if (!result || !talk.mayPress(result.id)) return Promise.resolve(undefined);
    return talk.say(talk.heard.value?.choices.find(({ id }) => id === result.id)?.words ?? talk.query.value);
  };
  const answer = async (/** @type {Heard} */ heard) => {
    answers.shift()?.(heard);
    await new Promise((resolve) => setTimeout(resolve));
    if (talk.heard.value) shown.value = talk.heard.value.choices;
  };
  return { talk, said, clock, selected, press, answer };
}

test("a second press neither sends a sentence again nor answers the hub's question", async () => {
  const { talk, said, clock, selected, press, answer } = home();
  talk.type("unlock the front door");
  void press();
  void press();
  assert.deepEqual(said, ["unlock the front door"]);
  await answer(question);
  assert.equal(selected.value, -1);
  await press();
  // The pointer is on the answer already, as that stands where the sentence stood.
  talk.chosen.value = "spoken/yes";
  clock.now += graceTime - 1;
  await press();
  assert.deepEqual(said, ["unlock the front door"]);
  clock.now += 1;
  const line = press();
  await answer(done);
  assert.deepEqual([said, await line], [["unlock the front door", "yes q1"], done.line]);
});

test("a late answer never replaces a newer query, and its question is refused", async () => {
  const { talk, said, press, answer } = home();
  talk.type("unlock the front door");
  const line = press();
  talk.type("lights off");
  await answer(question);
  assert.deepEqual([await line, talk.heard.value, talk.query.value], [undefined, undefined, "lights off"]);
  assert.deepEqual(said, ["unlock the front door", "refuse q1"]);
});

test("a question that is not seen any more is refused", async () => {
  for (const leave of ["close", "type"]) {
    const { talk, said, press, answer } = home();
    talk.type("unlock the front door");
    void press();
    await answer(question);
    if (leave === "close") talk.close();
    else talk.type("lights off");
    assert.deepEqual(said, ["unlock the front door", "refuse q1"]);
  }
});

test("a late reading is dropped, and a chosen result stays chosen", async () => {
  const { talk, selected } = home();
  talk.type("lights");
  talk.chosen.value = "open/hall";
  await talk.understand(async () => ({ ...done, choices: [{ id: "spoken", title: "", words: "lights" }] }));
  assert.deepEqual([talk.heard.value?.choices.length, selected.value], [1, 1]);
  /** @type {(heard: Heard) => void} */
  let heard = () => {};
  talk.type("lights on");
  const reading = talk.understand(() => new Promise((resolve) => (heard = resolve)));
  talk.type("lights off");
  heard(question);
  await reading;
  assert.equal(talk.heard.value, undefined);
});
