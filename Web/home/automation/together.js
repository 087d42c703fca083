// Actions on all devices of a kind, such as "all lights in the house off". On the wire, an action has one device type, so
// what people call lights needs parallel actions, one for each type of light.

import { encode } from "../../lib/message.js";
import { nextId } from "./graph.js";
import { groupKinds } from "./phrases.js";
import { objectOf } from "./references.js";

/** @typedef {import("../../lib/hearth-v1.js").AutomationNode} AutomationNode */
/** @typedef {import("../../lib/hearth-v1.js").AutomationAction} AutomationAction */
/** @typedef {import("../parts.js").PartKind} PartKind */
/** @typedef {typeof groupKinds[number]} GroupKind */

/** @param {GroupKind} kind @param {number} traitId @returns {number[]} the types of the kind that have the trait */
const typesWith = ({ types }, traitId) => [...types].flatMap(([type, traits]) => (traits.includes(traitId) ? [type] : []));

/** @param {AutomationAction} action @returns {string} equal for actions that differ only in their device type */
const signature = (action) => encode("AutomationAction", { ...action, trait: { ...action.trait, deviceType: 0 } }).join(",");

/**
 * The action of a node on one device, or on all of a kind. Undefined for other nodes.
 *
 * @param {AutomationNode} node
 * @returns {{action: AutomationAction, kind?: GroupKind} | undefined}
 */
export function deedOf(node) {
  const actions = node.action ? [node.action] : node.parallel?.nodes.map((one) => one.action) ?? [];
  const [action] = actions;
  if (!action?.trait || actions.some((one) => !one)) return undefined;
  if (!action.trait.group) return node.action ? { action } : undefined;
  const { traitId } = action.trait;
  const types = actions.flatMap((one) => one?.trait?.deviceType ?? []);
  const kind = groupKinds.find((one) => typesWith(one, traitId).join() === [...types].sort((left, right) => left - right).join());
  if (kind && actions.every((one) => one && signature(one) === signature(action))) return { action, kind };
  return node.action ? { action } : undefined;
}

/**
 * The node for an action on one device, or on all of a kind.
 *
 * @param {AutomationNode} root that contains it
 * @param {AutomationNode} former the node that it replaces, whose numbers it keeps
 * @param {AutomationAction} action
 * @param {GroupKind | undefined} kind
 * @returns {AutomationNode}
 */
export function deedNode(root, { id, parallel }, action, kind) {
  if (!kind || !action.trait?.group) return { id, action };
  const of = (/** @type {number} */ deviceType) => ({ ...action, trait: { ...action.trait, traitId: action.trait?.traitId ?? 0, deviceType } });
  const types = typesWith(kind, action.trait.traitId);
  const [only] = types;
  if (types.length === 1 && only !== undefined) return { id, action: of(only) };
  const next = nextId(root);
  return { id, parallel: { nodes: types.map((type, index) => ({ id: parallel?.nodes[index]?.id ?? next + index, action: of(type) })) } };
}

/**
 * The kinds with more than one of these devices.
 *
 * @param {readonly import("../../lib/hearth-v1.js").Device[]} devices
 * @returns {GroupKind[]}
 */
export const kindsAmong = (devices) => groupKinds.filter(({ types }) =>
  devices.flatMap((device) => device.endpoints).filter((endpoint) => endpoint.deviceTypes.some((type) => types.has(type.id))).length > 1);

/** @param {AutomationAction} action @param {GroupKind | undefined} kind @returns {string} the key of the option for the action's target */
export function targetKey({ trait }, kind) {
  const [of, id] = objectOf(trait);
  return of === "device" ? `device ${id}` : `${of} ${id} ${kind?.kind ?? trait?.deviceType ?? 0}`;
}
