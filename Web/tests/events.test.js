import "./document.js";
import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { signal, scope } from "../lib/view.js";
import { Role } from "../lib/hearth-v1.js";
import { setText } from "../ui/text.js";
import { eventsView } from "../views/events.js";
import { english } from "./english.js";

/** @param {{day?: string, pages: number}} wanted the chosen day, and how many pages the hub's log has: all without a line */
function log({ day = "", pages }) {
  setText(english, "en-GB");
  /** @type {any[]} */
  const asked = [];
  const news = signal(0);
  const structures = signal(new Map([["s", { id: "s", name: "Home" }]]));
  const app = /** @type {any} */ ({
    home: {
      structures, caller: signal({ role: Role.OWNER, primaryStructureId: "s", memberships: [{ structureId: "s", role: Role.OWNER }] }),
      devices: signal(new Map()), rooms: signal(new Map()), people: signal(new Map()), automations: signal(new Map()), news,
      arrangements: { of: () => signal({ rooms: [], favorites: [], setup: [] }) }, loadAutomations: async () => undefined,
    },
    overview: { entries: signal([]) },
    route: signal({ query: new URLSearchParams(day === "" ? "" : { day }) }),
    client: {
      call: async (/** @type {string} */ _, /** @type {any} */ request) => {
        asked.push(request);
        return { reports: [], nextPageToken: asked.length < pages ? String(asked.length) : "" };
      },
    },
  });
  const [view, dispose] = scope(() => /** @type {any} */ (eventsView(app)));
  return { view, dispose, asked, news };
}

/** @param {() => boolean} isSo */
async function until(isSo) {
  for (let turn = 0; turn < 1_000 && !isSo(); turn += 1) await new Promise((done) => { setImmediate(done); });
  assert.ok(isSo());
}

test("a day is asked for with both of its ends", async () => {
  const { asked, dispose } = log({ day: "2026-06-03", pages: 1 });
  await until(() => asked.length === 1);
  const { since, until: end } = asked[0];
  assert.deepEqual([since.seconds, end.seconds], [3, 4].map((date) => BigInt(new Date(2026, 5, date).getTime() / 1000)));
  dispose();
});

test("the log says that nothing happened only when all of it was read", async () => {
  const whole = log({ pages: 2 });
  await until(() => whole.view.textContent.includes(english["log.nothing"]));
  assert.equal(whole.asked.length, 2);
  assert.ok(!whole.view.textContent.includes(english["log.older"]));
  whole.dispose();

  const long = log({ pages: 1_000 });
  await until(() => long.view.textContent.includes(english["log.older"]));
  assert.equal(long.asked.length, 20);
  assert.ok(!long.view.textContent.includes(english["log.nothing"]));
  long.dispose();
});

test("news add to today's log, and neither to a past day nor to what is known to be empty", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const today = log({ pages: 2 });
  const past = log({ day: "2020-06-03", pages: 2 });
  await until(() => today.asked.length === 2 && past.asked.length === 2);
  await until(() => today.view.textContent.includes(english["log.nothing"]));
  for (const one of [today, past]) one.news.value += 1;
  mock.timers.tick(500);
  await until(() => today.asked.length === 3);
  assert.ok(today.view.textContent.includes(english["log.nothing"]));
  assert.deepEqual([today.asked[2].pageToken, past.asked.length], ["", 2]);
  for (const one of [today, past]) one.dispose();
  mock.timers.reset();
});
