// Messages that automations send to the home's people.

import { urgencies } from "../notices.js";
import { NOTICES } from "../traits.js";

/** @typedef {import("../../lib/hearth-v1.js").AutomationNode} AutomationNode */
/** @typedef {import("../../lib/hearth-v1.js").AutomationAction} AutomationAction */
/** @typedef {import("../../lib/hearth-v1.js").Value} Value */
/** @typedef {{title: string, text: string, urgency: number, recipients: readonly string[]}} Message `recipients` are ids or names of people; empty for everybody */

/** The members in the order of the command's arguments. */
const parts = /** @type {const} */ (["title", "text", "urgency", "recipients"]);

/** @param {AutomationNode} node */
export const isNotify = ({ action }) => action?.trait?.traitId === NOTICES && action.commandId === 0;

/** @param {AutomationNode} node @returns {Message | undefined} undefined for a message that a form can't show */
export function messageOf({ action }) {
  /** @type {Record<string, any>} */
  const message = { title: "", text: "", urgency: 0, recipients: [] };
  for (const { id, value } of action?.arguments ?? []) {
    const { text, unsigned, list } = value?.constant ?? {};
    const part = parts[id];
    const recipients = list?.items.flatMap((one) => one.text ?? []);
    const given = part === "urgency" ? unsigned !== undefined && unsigned < urgencies.length ? Number(unsigned) : undefined
      : part === "recipients" ? (recipients?.length === list?.items.length ? recipients : undefined) : text;
    if (part === undefined || given === undefined) return undefined;
    message[part] = given;
  }
  return /** @type {Message} */ (message);
}

/**
 * The action with a changed message. Empty members are left out.
 *
 * @param {AutomationAction} action
 * @param {Partial<Message>} change
 * @returns {AutomationAction}
 */
export function withMessage(action, change) {
  let given = action.arguments;
  for (const [part, value] of Object.entries(change)) {
    const id = parts.indexOf(/** @type {typeof parts[number]} */ (part));
    /** @type {Value} */
    const constant = typeof value === "string" ? { text: value } : typeof value === "number" ? { unsigned: BigInt(value) } : { list: { items: value.map((text) => ({ text })) } };
    const isEmpty = value === "" || (Array.isArray(value) && value.length === 0);
    const made = isEmpty ? [] : [{ ...given.find((one) => one.id === id), id, value: { constant } }];
    given = [...given.filter((one) => one.id < id), ...made, ...given.filter((one) => one.id > id)];
  }
  return { ...action, arguments: given };
}

/** @param {string} structureId @param {string} title @returns {AutomationAction} */
export const notifyAction = (structureId, title) =>
  withMessage({ trait: { target: { deviceId: structureId, endpoint: 0 }, deviceType: 0, traitId: NOTICES }, commandId: 0, arguments: [], retries: 0, stopsOnFailure: false }, { title });
