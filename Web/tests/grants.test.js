import assert from "node:assert/strict";
import { before, test } from "node:test";
import { english } from "./english.js";
import { grantInWords, hoursInWords } from "../home/grants.js";
import { hoursOf, timeText, timeValue } from "../ui/grant.js";
import { setText } from "../ui/text.js";
import { invitationLinks, isHere } from "../views/invite.js";

before(() => setText(english, "en-GB"));

const home = /** @type {any} */ ({
  rooms: { value: new Map([["k", { name: "Kitchen" }]]) },
  devices: { value: new Map([["d", { name: "Front Door" }]]) },
});
/** @param {Record<string, unknown>} grant */
const words = (grant, now = 0) => grantInWords(home, /** @type {any} */ ({ everything: false, roomIds: [], deviceIds: [], hours: [], ...grant }), now);

test("hours are grouped by runs of days", () => {
  assert.equal(hoursInWords({ weekdays: [5, 1, 2, 3, 4], from: 480, until: 1_080 }), "Mon–Fri 08:00–18:00");
  assert.equal(hoursInWords({ weekdays: [1, 2, 6], from: 1_320, until: 360 }), "Mon, Tue, Sat 22:00–06:00");
  assert.equal(hoursInWords({ weekdays: [], from: 0, until: 1_440 }), "daily 00:00–00:00");
});

test("a grant's text has its things, hours and end", () => {
  assert.deepEqual(words({ roomIds: ["k", "gone"], deviceIds: ["d"] }), ["Kitchen, a room that is gone, Front Door"]);
  const until = { seconds: 86_400n, nanos: 0 };
  const [what, hours, end] = words({ everything: true, roomIds: ["k"], hours: [{ weekdays: [6, 7], from: 600, until: 720 }], until });
  assert.match(String(what), /^Everything but locks/);
  assert.equal(hours, "Sat, Sun 10:00–12:00");
  assert.match(String(end), /^until /);
  assert.match(String(words({ roomIds: ["k"], until }, 86_400_000)[1]), /^ended /);
  assert.deepEqual(words({}), ["nothing"]);
});

test("hours without a day are refused, as the hub would read them as every day", () => {
  const times = { from: 480, until: 1_080 };
  assert.equal(hoursOf([{ weekdays: [1], ...times }, { weekdays: [], ...times }]), undefined);
  assert.deepEqual(hoursOf([{ weekdays: [1, 5], ...times }, { weekdays: [1, 2, 3, 4, 5, 6, 7], ...times }]), [{ weekdays: [1, 5], ...times }, { weekdays: [], ...times }]);
  assert.deepEqual(hoursOf([]), []);
});

test("time inputs are read as minutes since midnight", () => {
  for (const minutes of [0, 1, 61, 1_439]) assert.equal(timeValue(timeText(minutes)), minutes);
  assert.equal(timeText(1_440), "00:00");
  assert.equal(timeValue(""), undefined);
});

test("an invitation has a link for a browser and one for an app", () => {
  const made = /** @type {any} */ ({ address: "10.0.0.5:4327", code: "c_-d", publicKeySha256: new Uint8Array([251, 255]) });
  assert.deepEqual(invitationLinks(made), { browser: "https://10.0.0.5:4327/#claim=c_-d&fp=-_8", app: "hearth:10.0.0.5:4327?fp=-_8&code=c_-d" });
  assert.equal(invitationLinks({ ...made, address: "" }), undefined);
});

test("an invitation to an address of the hub's own machine is no use to other devices", () => {
  const addresses = ["", "127.0.0.1:4327", "127.0.1.1:4400", "localhost:4327", "[::1]:4327", "10.0.0.5:4327", "[fd00::1]:4327", "127.example:4327", "localhost.example:4327"];
  assert.deepEqual(addresses.map(isHere), [true, true, true, true, true, false, false, false, false]);
});

test("a page that was opened by a name in .local invites browsers there", () => {
  const made = /** @type {any} */ ({ address: "10.0.0.5:4327", code: "c_-d", publicKeySha256: new Uint8Array([251, 255]) });
  const app = "hearth:10.0.0.5:4327?fp=-_8&code=c_-d";
  for (const [page, host] of [["https://hearth.local:4327/#/people", "hearth.local:4327"], ["https://hearth.local/", "hearth.local"],
    ["http://hearth.local:4327/", "10.0.0.5:4327"], ["https://10.0.0.9:4327/", "10.0.0.5:4327"], ["https://local/", "10.0.0.5:4327"]]) {
    assert.deepEqual(invitationLinks(made, undefined, new URL(page ?? "")), { browser: `https://${host}/#claim=c_-d&fp=-_8`, app }, page);
  }
});
