// Controls of players and screens: playback, inputs and speakers, channels, a remote control and content search.

import { now } from "../../home/clock.js";
import { asNumber } from "../../home/numbers.js";
import { AUDIO_OUTPUT, CHANNEL, CONTENT_LAUNCHER, KEYPAD_INPUT, MEDIA_INPUT, MEDIA_PLAYBACK, TARGET_NAVIGATOR } from "../../home/traits.js";
import { computed, el, signal } from "../../lib/view.js";
import { button, roundButton } from "../elements.js";
import { chips, figures, labeled } from "../fields.js";
import { accepts, reading, slider } from "../inputs.js";
import { playButtons } from "./tile.js";
import { t } from "../text.js";

/** @typedef {import("../elements.js").App} App */
/** @typedef {import("../../home/parts.js").Part} Part */
/** @typedef {import("../../lib/trait.js").TraitValues} TraitValues */

const Command = /** @type {const} */ ({ STOP: 2, SKIP_FORWARD: 8, SKIP_BACKWARD: 9, SEEK: 11 });
/** The length of a skip, in milliseconds. */
const skip = 15_000n;

/** @param {App} app @param {Part} part */
export function pageControls(app, part) {
  const has = (/** @type {number} */ trait) => part.traits.has(trait);
  return [
    has(MEDIA_PLAYBACK) && playback(app, part),
    has(CHANNEL) && channels(app, part),
    has(MEDIA_INPUT) && listed(app, part, { trait: MEDIA_INPUT, label: "media.input", list: "inputList", current: "currentInput", command: "selectInput" }),
    has(AUDIO_OUTPUT) && listed(app, part, { trait: AUDIO_OUTPUT, label: "media.output", list: "outputList", current: "currentOutput", command: "selectOutput" }),
    has(TARGET_NAVIGATOR) && targets(app, part),
    has(CONTENT_LAUNCHER) && launcher(app, part),
    has(KEYPAD_INPUT) && keypad(app, part),
  ];
}

/** @param {App} app @param {Part} part */
function playback(app, part) {
  const media = reading(app, part, MEDIA_PLAYBACK);
  const content = () => /** @type {TraitValues | null | undefined} */ (media.value?.["contentInfo"]);
  const text = (/** @type {string} */ name) => () => {
    const value = content()?.[name];
    return typeof value === "string" && value !== "" ? value : undefined;
  };
  const end = () => asNumber(media.value?.["seekRangeEnd"]) ?? asNumber(media.value?.["duration"]);
  const canSeek = computed(() => accepts(media.value, Command.SEEK) && (end() ?? 0) > 0);
  const invoke = (/** @type {string} */ name, to = {}) => app.commands.invoke(part, MEDIA_PLAYBACK, name, to);
  return [
    figures([t("media.title"), text("title")], [t("media.artist"), text("artist")], [t("media.album"), text("album")], [t("media.show"), text("show")]),
    playButtons(app, part),
    () => canSeek.value && labeled(t("control.position"), slider({
      label: t("control.position"), class: "always", max: Math.max(1, Math.round((end() ?? 0) / 1000)),
      value: () => {
        const at = position(media.value);
        return at === undefined ? undefined : Math.round(at / 1000);
      },
      words: (value) => `${playTime(value)} / ${playTime((end() ?? 0) / 1000)}`,
      send: (value) => invoke("seek", { position: BigInt(value) * 1000n }),
    }), el("output", {}, () => `${playTime((position(media.value) ?? 0) / 1000)} / ${playTime((end() ?? 0) / 1000)}`)),
    () => (accepts(media.value, Command.SKIP_BACKWARD) || accepts(media.value, Command.STOP)) && el("div", { class: "buttons wide" },
      accepts(media.value, Command.SKIP_BACKWARD) && button(t("media.back", { count: 15 }), () => invoke("skipBackward", { deltaPositionMilliseconds: skip })),
      accepts(media.value, Command.SKIP_FORWARD) && button(t("media.forward", { count: 15 }), () => invoke("skipForward", { deltaPositionMilliseconds: skip })),
      accepts(media.value, Command.STOP) && button(t("control.stop"), () => invoke("stop"))),
  ];
}

/**
 * The current position, extrapolated from the last reported position and speed.
 *
 * @param {TraitValues | undefined} values
 * @returns {number | undefined} in milliseconds
 */
export function position(values) {
  const sampled = /** @type {TraitValues | null | undefined} */ (values?.["sampledPosition"]);
  const known = asNumber(sampled?.["position"]);
  const at = asNumber(sampled?.["updatedAt"]);
  if (known === undefined || at === undefined) return known;
  const speed = values?.["currentState"] === "playing" ? asNumber(values["playbackSpeed"]) ?? 1 : 0;
  if (speed === 0) return known;
  const elapsed = now(1) - (Date.UTC(2000, 0, 1) + at / 1000);
  const end = asNumber(values?.["seekRangeEnd"]) ?? asNumber(values?.["duration"]) ?? Infinity;
  return Math.min(end, Math.max(0, known + elapsed * speed));
}

/** @param {number} seconds */
function playTime(seconds) {
  const whole = Math.max(0, Math.floor(seconds));
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/**
 * A list of inputs or speakers by index.
 *
 * @param {App} app
 * @param {Part} part
 * @param {{trait: number, label: string, list: string, current: string, command: string}} what
 */
function listed(app, part, { trait, label, list, current, command }) {
  const values = reading(app, part, trait);
  const all = () => /** @type {readonly {index?: number, name?: string, description?: string}[]} */ (values.value?.[list] ?? []);
  return chips(t(label), () => all().map(({ index = 0, name = "", description = "" }) => ({ key: index, text: name || description || String(index) })),
    (key) => values.value?.[current] === key, (key) => app.commands.invoke(part, trait, command, { index: Number(key) }));
}

/** @param {App} app @param {Part} part */
function targets(app, part) {
  const values = reading(app, part, TARGET_NAVIGATOR);
  const all = () => /** @type {readonly {identifier?: number, name?: string}[]} */ (values.value?.["targetList"] ?? []);
  return chips(t("media.goTo"), () => all().map(({ identifier = 0, name = "" }) => ({ key: identifier, text: name || String(identifier) })),
    (key) => values.value?.["currentTarget"] === key, (key) => app.commands.invoke(part, TARGET_NAVIGATOR, "navigateTarget", { target: Number(key) }));
}

/** @typedef {{majorNumber?: number, minorNumber?: number, name?: string, callSign?: string}} Channel */

/** @param {Channel} channel */
const channelKey = ({ majorNumber = 0, minorNumber = 0 }) => `${majorNumber}.${minorNumber}`;

/** @param {App} app @param {Part} part */
function channels(app, part) {
  const values = reading(app, part, CHANNEL);
  const all = () => /** @type {readonly Channel[]} */ (values.value?.["channelList"] ?? []);
  const current = () => /** @type {Channel | null | undefined} */ (values.value?.["currentChannel"]);
  const invoke = (/** @type {string} */ name, /** @type {TraitValues} */ to) => app.commands.invoke(part, CHANNEL, name, to);
  const select = el("select", { class: "input", "aria-label": t("media.channel"), onchange: () => {
    const [major = "0", minor = "0"] = select.value.split(".");
    invoke("changeChannelByNumber", { majorNumber: Number(major), minorNumber: Number(minor) });
  } }, () => all().map((channel) => el("option", { value: channelKey(channel), selected: current() ? channelKey(channel) === channelKey(current() ?? {}) : false },
    [channelKey(channel).replace(/\.0$/, ""), channel.name || channel.callSign].filter(Boolean).join(" · "))));
  return labeled(t("media.channel"), el("div", { class: "row" }, all().length > 0 && select,
    roundButton("down", t("media.channelDown"), () => invoke("skipChannel", { count: -1 })),
    roundButton("up", t("media.channelUp"), () => invoke("skipChannel", { count: 1 }))));
}

/** @param {App} app @param {Part} part @returns a form to search for content and play it */
function launcher(app, part) {
  const values = reading(app, part, CONTENT_LAUNCHER);
  if (!accepts(values.value, 0)) return undefined;
  const query = signal("");
  const form = el("form", { class: "inline-form", onsubmit: (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const value = query.peek().trim();
    if (value !== "") app.commands.invoke(part, CONTENT_LAUNCHER, "launchContent", { search: { parameterList: [{ type: "any", value }] }, autoPlay: true });
  } },
  el("label", { class: "field" }, t("media.find"), el("input", { type: "search", maxlength: 200, oninput: (/** @type {Event} */ event) => (query.value = /** @type {HTMLInputElement} */ (event.target).value) })),
  el("button", { type: "submit", class: "button" }, t("control.play")));
  return form;
}

/** The keys of a remote control, in their usual layout. */
const keys = /** @type {const} */ ([
  ["up", "up", "key.up"], ["left", "back", "key.left"], ["select", "check", "key.select"], ["right", "next", "key.right"], ["down", "down", "key.down"],
]);
/** @type {readonly string[]} */
const moreKeys = ["exit", "rootMenu", "volumeDown", "mute", "volumeUp"];
/** @type {readonly string[]} */
const digits = ["numbers1", "numbers2", "numbers3", "numbers4", "numbers5", "numbers6", "numbers7", "numbers8", "numbers9", "number0OrNumber10"];

/** @param {App} app @param {Part} part */
function keypad(app, part) {
  const values = reading(app, part, KEYPAD_INPUT);
  const features = asNumber(values.value?.["featureMap"]) ?? 0;
  const press = (/** @type {string} */ keyCode) => () => app.commands.invoke(part, KEYPAD_INPUT, "sendKey", { keyCode });
  return el("details", { class: "remote" }, el("summary", {}, t("media.remote")),
    el("div", { class: "pad", role: "group", "aria-label": t("media.remote") }, ...keys.map(([key, icon, text]) => roundButton(icon, t(text), press(key), { "data-key": key }))),
    el("div", { class: "chips" }, ...moreKeys.map((key) => el("button", { type: "button", class: "chip", onclick: press(key) }, t(`key.${key}`)))),
    (features & 4) !== 0 && el("div", { class: "digits", role: "group", "aria-label": t("media.digits") },
      ...digits.map((key, index) => el("button", { type: "button", class: "chip", onclick: press(key) }, String((index + 1) % 10)))));
}
