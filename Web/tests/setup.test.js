import assert from "node:assert/strict";
import { test } from "node:test";
import { firstSteps } from "../home/first-day.js";
import { isDone, isPlaced, nextStep } from "../home/setup.js";
import { Installation } from "../lib/hearth-v1-more.js";
import { hubCommand, listenOption, optionLine } from "../ui/hub-machine.js";
import { degrees } from "../ui/place.js";

/** @param {Partial<import("../home/setup.js").Facts> & {name?: string, timeZone?: string}} facts */
const facts = ({ name = "Home", timeZone = "", ...others }) => ({ structure: /** @type {any} */ ({ id: "h", name, timeZone }), rooms: 0, devices: 0, passed: [], ...others });

test("the next step follows from the hub's data", () => {
  assert.equal(nextStep({ ...facts({}), structure: undefined }), "name");
  assert.equal(nextStep(facts({})), "name");
  assert.equal(nextStep(facts({ name: "Elm Street" })), "place");
  assert.equal(nextStep(facts({ name: "Elm Street", timeZone: "Europe/Berlin" })), "rooms");
  assert.equal(nextStep(facts({ passed: ["name", "place"], rooms: 2 })), "device");
  assert.equal(nextStep(facts({ passed: ["name", "place", "rooms"], devices: 1 })), undefined);
});

test("a home in universal time is asked for its place, until somebody has answered", () => {
  const zones = ["", "UTC", "Etc/UTC", "Etc/GMT", "GMT", "GMT0", "Etc/Universal", "Europe/London", "Atlantic/Reykjavik", "Etc/GMT-3"];
  assert.deepEqual(zones.filter((timeZone) => isDone("place", facts({ timeZone }))), ["Europe/London", "Atlantic/Reykjavik", "Etc/GMT-3"]);
  assert.equal(isDone("place", facts({ timeZone: "Etc/UTC", passed: ["place"] })), true);
  assert.equal(isPlaced(/** @type {any} */ ({ timeZone: "Etc/UTC", location: { latitude: 64.1, longitude: -21.9 } })), true);
  assert.equal(isPlaced(undefined), false);
});

test("a skipped step counts as done, as long as there is a home", () => {
  assert.equal(isDone("rooms", facts({ passed: ["rooms"] })), true);
  assert.equal(isDone("rooms", { ...facts({ passed: ["rooms"] }), structure: undefined }), false);
});

test("degrees are parsed with a point or a comma", () => {
  assert.deepEqual(["52.5", " -13,4 ", "90", "90.1", "", "north"].map((text) => degrees(text, 90)), [52.5, -13.4, 90, undefined, undefined, undefined]);
});

test("commands for the hub's machine reach the hub with its owner's rights", () => {
  const command = (/** @type {string} */ hostname, /** @type {string} */ port, how = Installation.UNSPECIFIED) => hubCommand("claim --open", how, { hostname, port });
  // As the user who started it, by an address that reaches it from its machine.
  assert.equal(command("192.168.1.5", "4400"), "hearth claim --open --hub 127.0.0.1:4400");
  assert.equal(command("hub.local", "4327"), "hearth claim --open --hub 127.0.0.1:4327");
  assert.equal(command("localhost", "4327"), "hearth claim --open --hub localhost:4327");
  assert.equal(command("[::1]", "4327"), "hearth claim --open --hub [::1]:4327");
  // A proxy's port is not the hub's.
  assert.equal(command("home.example", ""), "hearth claim --open");
  // Over TCP these hubs take no user for their owner; their socket is found without an address.
  assert.equal(command("127.0.0.1", "4327", Installation.SERVICE), "sudo hearth claim --open");
  assert.equal(command("192.168.1.5", "4327", Installation.CONTAINER), "podman exec -it CONTAINER hearth claim --open");
  // An installation that a newer hub tells.
  assert.equal(command("127.0.0.1", "4327", 9), "hearth claim --open --hub 127.0.0.1:4327");
});

test("options are typed where the hub reads them", () => {
  assert.equal(listenOption({ port: "4400" }), "--listen 0.0.0.0:4400");
  assert.equal(listenOption({ port: "" }), "--listen 0.0.0.0:4327");
  assert.deepEqual([Installation.UNSPECIFIED, Installation.SERVICE, Installation.CONTAINER].map((how) => optionLine(how, "--demo")),
    ["--demo", 'HEARTH_SERVE_OPTIONS="--demo"', "--demo"]);
});

test("the first day's steps tick themselves, and leave out what a hub has no use for", () => {
  const structure = /** @type {any} */ ({ id: "h", name: "Home", timeZone: "" });
  const steps = (/** @type {any} */ more) => Object.fromEntries(firstSteps({ structure, people: 1, keys: 0, status: undefined, ...more }));
  assert.deepEqual(steps({}), { place: false, phone: false, person: false });
  const certificate = (/** @type {boolean} */ isSelfSigned) => ({ names: [], isSelfSigned });
  assert.deepEqual(steps({ keys: 1, people: 2, status: { certificate: certificate(true), backups: { failure: "" } } }), { place: false, phone: true, person: true, certificate: false, copy: false });
  const offSite = { failure: "", newestAt: { seconds: 1n, nanos: 0 } };
  // A time zone alone, which the hub's machine has, does not say when the sun sets.
  const placed = { ...structure, timeZone: "Europe/Berlin" };
  assert.deepEqual(steps({ structure: placed }), { place: false, phone: false, person: false });
  const done = { structure: { ...placed, location: { latitude: 52.5, longitude: 13.4 } }, keys: 2, people: 3, status: { certificate: certificate(false), backups: { failure: "", offSite } } };
  assert.deepEqual(steps(done), { place: true, phone: true, person: true, certificate: true, copy: true });
});
