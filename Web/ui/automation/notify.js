// The form of a message to the home's people: its text, urgency and recipients.

import { el, list } from "../../lib/view.js";
import { replaceNode } from "../../home/automation/graph.js";
import { messageOf, notifyAction, withMessage } from "../../home/automation/notify.js";
import { urgencies } from "../../home/notices.js";
import { byName, nameKey } from "../../home/words.js";
import { select } from "./fields.js";
import { t } from "../text.js";

/** @typedef {import("../../home/automation/draft.js").Draft} Draft */
/** @typedef {import("../../lib/hearth-v1.js").AutomationNode} AutomationNode */
/** @template T @typedef {import("../../lib/view.js").Readable<T>} Readable */

/** @param {Draft} draft */
export const firstMessage = ({ structureId }) => notifyAction(structureId, t("edit.notify.example"));

/** @param {Draft} draft @param {Readable<AutomationNode>} node */
export function notifyFields(draft, node) {
  const { app, structureId } = draft;
  const { id } = node.value;
  const message = () => messageOf(node.value) ?? { title: "", text: "", urgency: 0, recipients: [] };
  const put = (/** @type {Parameters<typeof withMessage>[1]} */ change) =>
    draft.edit((root) => replaceNode(root, id, { id, action: withMessage(node.value.action ?? firstMessage(draft), change) }));
  const given = (/** @type {Event} */ event) => /** @type {HTMLInputElement} */ (event.target).value.trim();
  /** @type {HTMLInputElement} */
  const title = el("input", { class: "input", required: true, maxlength: 128, ".value": () => message().title, onchange: () => {
    if (title.value.trim() === "") title.value = message().title;
    else put({ title: title.value.trim() });
  } });
  const people = () => [...app.home.people.value.values()].filter((one) => one.structureId === structureId).sort((left, right) => byName(left.name, right.name));
  const isOf = (/** @type {{id: string, name: string}} */ person) => (/** @type {string} */ one) => one === person.id || nameKey(one) === nameKey(person.name);
  const box = (/** @type {() => boolean} */ isChosen, /** @type {() => string} */ name, /** @type {(isChosen: boolean) => void} */ choose) => {
    /** @type {HTMLInputElement} */
    const input = el("input", { type: "checkbox", ".checked": isChosen, onchange: () => {
      choose(input.checked);
      input.checked = isChosen();
    } });
    return el("label", {}, input, name);
  };
  // Recipients who have left the home.
  const gone = () => message().recipients.filter((one) => !people().some((person) => isOf(person)(one)));
  const without = (/** @type {(one: string) => boolean} */ is) => message().recipients.filter((one) => !is(one));
  return el("div", { class: "fields" },
    el("label", { class: "field" }, t("edit.notify.title"), title),
    el("label", { class: "field" }, t("edit.notify.text"), el("textarea", { class: "input", rows: 2, maxlength: 1_024, ".value": () => message().text, onchange: (/** @type {Event} */ event) => put({ text: given(event) }) })),
    el("label", { class: "field" }, t("edit.notify.urgency"), select(t("edit.notify.urgency"), () => urgencies.map((one, index) => ({ value: String(index), text: t(`urgency.${one}`) })),
      () => String(message().urgency), (urgency) => put({ urgency: Number(urgency) }))),
    el("fieldset", { class: "boxes" }, el("legend", {}, t("edit.notify.to")),
      box(() => message().recipients.length === 0, () => t("edit.notify.everybody"), () => put({ recipients: [] })),
      list(people, (one) => one.id, (person) => box(() => message().recipients.some(isOf(person.value)), () => person.value.name || t("people.noName"),
        (isChosen) => put({ recipients: isChosen ? [...message().recipients, person.value.id] : without(isOf(person.value)) }))),
      list(gone, (one) => one, (one) => box(() => message().recipients.includes(one.value), () => t("edit.gone"), () => put({ recipients: without((other) => other === one.value) })))));
}
