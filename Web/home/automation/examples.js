// Examples of automations to take over. In their texts names stand for any device of a kind, such as `device any-light`; a home's
// own devices take their places in the graph.

import { allParts } from "../parts.js";
import { byName } from "../words.js";
import { mapNodes } from "./graph.js";
import { objectOf, traitsIn } from "./references.js";

/** @typedef {import("../parts.js").Part} Part */
/** @typedef {import("../../lib/hearth-v1.js").AutomationNode} AutomationNode */
/** @typedef {import("../../lib/hearth-v1.js").AutomationTrait} AutomationTrait */
/** @typedef {import("../../lib/hearth-v1.js").Device} Device */
/** @typedef {{id: string, traits: readonly number[]}} Need a device that a text names and the home lacks: its id in the text, and the traits that are used */
/** @typedef {{device: Device, part: Part}} Fitting */
/** @typedef {{name: string, description: string}} Headings */

/** The examples in `examples/`, in the order in which they are shown. */
export const exampleNames = [
  "motion-light", "evening-light", "button-light", "good-night", "nobody-home", "welcome-light", "lock-at-night", "lock-again",
  "window-heating", "blind-by-sun", "wake-up-light", "forgotten-light", "film-light", "doorbell-light", "morning-coffee",
  "laundry-done", "humid-fan", "heat-blind", "leak-valve", "smoke-lights",
];

/** @type {ReadonlyMap<string, readonly import("../parts.js").PartKind[]>} the kinds of parts that a kind in an example means */
export const partKinds = new Map([
  ["light", ["light"]], ["dimmer", ["light"]], ["plug", ["plug"]], ["meter", ["plug", "meter"]], ["motion", ["motion"]],
  ["contact", ["contact"]], ["leak", ["leak"]], ["smoke", ["alarm"]], ["temperature", ["sensor", "air"]],
  ["humidity", ["sensor", "air"]], ["button", ["button"]], ["doorbell", ["doorbell"]], ["lock", ["lock"]],
  ["thermostat", ["thermostat"]], ["fan", ["fan", "purifier"]], ["blind", ["cover"]], ["player", ["media"]], ["valve", ["valve"]],
]);

/** @param {string} name of an example @returns {Promise<string>} */
export async function exampleText(name) {
  return (await fetch(new URL(`../../examples/${name}.txt`, import.meta.url))).text();
}

/**
 * The devices that a graph names and the home lacks, in the order of their first use.
 *
 * @param {AutomationNode | undefined} graph
 * @param {(id: string) => boolean} isKnown whether the home has the object
 * @returns {Need[]}
 */
export function needsOf(graph, isKnown) {
  /** @type {Map<string, Set<number>>} */
  const needs = new Map();
  for (const trait of traitsIn(graph)) {
    const [kind, id] = objectOf(trait);
    if (kind === "device" && id !== "" && !isKnown(id)) needs.set(id, (needs.get(id) ?? new Set()).add(trait.traitId));
  }
  return [...needs].map(([id, traits]) => ({ id, traits: [...traits] }));
}

/** @param {Need} need @returns {string} the kind of device that is meant; empty for one device of another home */
export const kindOfNeed = ({ id }) => (id.startsWith("any-") && partKinds.has(id.slice(4)) ? id.slice(4) : "");

/**
 * The parts of devices that have what a need uses, by name.
 *
 * @param {readonly Device[]} devices
 * @param {Need} need
 * @returns {Fitting[]}
 */
export function fitting(devices, need) {
  const { traits } = need;
  const kinds = partKinds.get(kindOfNeed(need));
  return [...devices].sort((one, other) => byName(one.name, other.name)).flatMap((device) => allParts(device)
    .filter((part) => (!kinds || kinds.includes(part.kind)) && traits.every((trait) => part.traits.has(trait)))
    .map((part) => ({ device, part })));
}

/**
 * A first choice for each need: parts in one room, if some room has most of what is needed.
 *
 * @param {readonly (readonly Fitting[])[]} choices for each need
 * @returns {(Fitting | undefined)[]}
 */
export function firstChoice(choices) {
  const servedIn = (/** @type {string} */ room) => choices.filter((all) => all.some(({ device }) => device.roomId === room)).length;
  const rooms = [...new Set(choices.flat().map(({ device }) => device.roomId))].filter((room) => room !== "");
  const best = rooms.reduce((/** @type {string | undefined} */ found, room) => (found === undefined || servedIn(room) > servedIn(found) ? room : found), undefined);
  return choices.map((all) => all.find(({ device }) => device.roomId === best) ?? all[0]);
}

/**
 * The graph with parts of the home in place of the devices that it named. Texts that repeat the example's title or sentence,
 * such as that of a notice, or words to say, become those in the page's language.
 *
 * @param {AutomationNode} graph
 * @param {ReadonlyMap<string, Part>} parts by the ids in the text
 * @param {Headings} from the example's title and sentence
 * @param {Headings} to those in the page's language
 * @returns {AutomationNode}
 */
export function filled(graph, parts, from = { name: "", description: "" }, to = from) {
  const own = (/** @type {AutomationTrait} */ trait) => {
    const part = trait.group ? undefined : parts.get(trait.target?.deviceId ?? "");
    return part ? { ...trait, target: { deviceId: part.deviceId, endpoint: part.endpoint } } : trait;
  };
  /** @template {{trait?: AutomationTrait}} T @param {T} holder @returns {T} */
  const owned = (holder) => (holder.trait ? { ...holder, trait: own(holder.trait) } : holder);
  const said = (/** @type {string} */ text) => (text === from.name ? to.name : text === from.description ? to.description : text);
  return mapNodes(graph, (node) => {
    const { starter, stateReader, action, wait } = node;
    if (starter) {
      const parameters = starter.parameters.map((one) => (one.value?.text === undefined ? one : { ...one, value: { text: said(one.value.text) } }));
      return { ...node, starter: { ...owned(starter), parameters } };
    }
    if (stateReader) return { ...node, stateReader: own(stateReader) };
    if (wait) return { ...node, wait: { ...wait, starters: wait.starters.map(owned) } };
    if (!action) return node;
    const given = action.arguments.map((argument) => {
      const text = argument.value?.constant?.text;
      return text === undefined ? argument : { ...argument, value: { constant: { text: said(text) } } };
    });
    return { ...node, action: { ...owned(action), arguments: given } };
  }) ?? graph;
}
