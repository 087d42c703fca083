// What is done to a device, or to all of a kind: a command with its arguments, or values that are set.

import { computed, el, untracked } from "../../lib/view.js";
import { SchemaField_Kind as Kind } from "../../lib/hearth-v1.js";
import { replaceNode } from "../../home/automation/graph.js";
import { objectOf } from "../../home/automation/references.js";
import { firstValue, isGivable } from "../../home/automation/values.js";
import { deviceTypeNames } from "../../home/automation/words.js";
import { housekeeping, Trait } from "../../home/traits.js";
import { label, named } from "../../home/words.js";
import { accepts } from "../inputs.js";
import { deviceOptions, durationField, endpointsOf, parseKey, select, valueField } from "./fields.js";
import { t } from "../text.js";

/** @typedef {import("../../home/automation/draft.js").Draft} Draft */
/** @typedef {import("../../lib/hearth-v1.js").AutomationNode} AutomationNode */
/** @typedef {import("../../lib/hearth-v1.js").AutomationAction} AutomationAction */
/** @typedef {import("../../lib/hearth-v1.js").AutomationTrait} AutomationTrait */
/** @typedef {import("../../lib/hearth-v1.js").SchemaField} SchemaField */
/** @typedef {import("../../home/automation/words.js").Type} Type */
/** @template T @typedef {import("../../lib/view.js").Readable<T>} Readable */

/** What all devices of a type can be told. */
const groupTraits = new Map([
  [0x0100, [Trait.ON_OFF]], [0x0101, [Trait.ON_OFF, Trait.LEVEL_CONTROL]], [0x010a, [Trait.ON_OFF]], [0x010b, [Trait.ON_OFF, Trait.LEVEL_CONTROL]],
  [0x010c, [Trait.ON_OFF, Trait.LEVEL_CONTROL]], [0x010d, [Trait.ON_OFF, Trait.LEVEL_CONTROL]], [0x0202, [Trait.WINDOW_COVERING]], [0x000a, [Trait.DOOR_LOCK]],
  [0x0022, [Trait.ON_OFF, Trait.LEVEL_CONTROL]],
]);
const firstGroupType = 0x0100;

/** @param {Draft} draft @returns {AutomationAction} */
export function firstAction(draft) {
  const first = targetOptions(draft).find((one) => "value" in one && commandOptions(draft, targetOf(one.value)).length > 0);
  const target = targetOf(first && "value" in first ? first.value : draft.structureId);
  return actionOf(draft, target, commandOptions(draft, target)[0]?.value ?? "");
}

/**
 * @param {Draft} draft
 * @param {Readable<AutomationNode>} node
 */
export function actionFields(draft, node) {
  const { id } = node.value;
  const action = computed(() => node.value.action ?? firstAction(draft));
  const put = (/** @type {AutomationAction} */ made) => draft.edit((root) => replaceNode(root, id, { id, action: made }));
  const kept = () => ({ retries: action.value.retries, stopsOnFailure: action.value.stopsOnFailure, ...(action.value.retryDelay ? { retryDelay: action.value.retryDelay } : {}) });
  const trait = () => action.value.trait ?? { deviceType: 0, traitId: 0 };
  const isGroup = computed(() => trait().group !== undefined);
  const isRetried = computed(() => action.value.retries > 0);
  const command = () => keyOf(action.value);
  const shape = computed(() => `${objectOf(trait()).join(" ")} ${trait().deviceType} ${command()} ${action.value.arguments.map((one) => one.id).join(",")}`);
  const retarget = (/** @type {AutomationTrait} */ target) => {
    const options = commandOptions(draft, target);
    const same = options.find((one) => one.value.replace(/^\d+\./, "") === command().replace(/^\d+\./, ""));
    put({ ...actionOf(draft, target, (same ?? options[0])?.value ?? ""), ...kept(), ...(same ? { arguments: action.value.arguments } : {}) });
  };
  return [
    el("div", { class: "form-row" },
      select(t("edit.device"), () => targetOptions(draft), () => objectOf(trait()).join(" "), (chosen) => retarget(targetOf(chosen))),
      () => isGroup.value && select(t("edit.type"), () => [...groupTraits.keys()].map((type) => ({ value: String(type), text: named("type", deviceTypeNames.get(type)) })),
        () => String(trait().deviceType), (type) => retarget({ ...trait(), deviceType: Number(type) })),
      select(t("edit.command"), () => commandOptions(draft, trait()), command, (chosen) => put({ ...actionOf(draft, trait(), chosen), ...kept() }))),
    () => (shape.value === "" ? "" : untracked(() => argumentFields(draft, action, put, id))),
    el("details", { class: "more" }, el("summary", {}, t("edit.ifItFails")),
      select(t("edit.ifItFails"), () => ["continue", "stop", "retry"].map((one) => ({ value: one, text: t(`edit.fails.${one}`) })),
        () => (action.value.retries > 0 ? "retry" : action.value.stopsOnFailure ? "stop" : "continue"),
        (chosen) => {
          const { retryDelay: _, ...rest } = action.value;
          put({ ...rest, retries: chosen === "retry" ? 3 : 0, stopsOnFailure: chosen === "stop", ...(chosen === "retry" ? { retryDelay: { seconds: 10n, nanos: 0 } } : {}) });
        }),
      () => isRetried.value && el("div", { class: "form-row" },
        el("input", { type: "number", class: "input", min: 1, max: 10, "aria-label": t("edit.retries"), ".value": () => String(action.value.retries),
          onchange: (/** @type {Event} */ event) => put({ ...action.value, retries: Math.min(10, Math.max(1, Math.round(Number(/** @type {HTMLInputElement} */ (event.target).value)) || 1)) }) }),
        durationField(t("edit.retryDelay"), () => action.value.retryDelay, (retryDelay) => put({ ...action.value, retryDelay })))),
  ];
}

/** @param {AutomationAction} action @returns {string} */
const keyOf = ({ trait, commandId, arguments: given }) =>
  `${trait?.target?.endpoint ?? 0}.${trait?.traitId ?? 0}.${commandId ?? `set.${given[0]?.id ?? 0}`}`;

/** @param {Draft} draft */
function targetOptions({ app, structureId }) {
  const all = (/** @type {"room" | "home"} */ kind, /** @type {string} */ id, /** @type {string} */ name) => ({ value: `${kind} ${id}`, text: name });
  const rooms = [...app.home.rooms.value.values()].filter((room) => room.structureId === structureId);
  return [
    ...deviceOptions(app, structureId).slice(1).map((one) => ({ value: `device ${one.value}`, text: one.text })),
    { group: t("edit.allOfAKind"), options: [all("home", structureId, t("edit.inTheHome")), ...rooms.map((room) => all("room", room.id, t("edit.inRoom", { name: room.name })))] },
  ];
}

/** @param {string} chosen @returns {AutomationTrait} without a trait yet */
function targetOf(chosen) {
  const [kind = "device", id = ""] = chosen.split(/ (.*)/s, 2);
  if (kind === "device") return { target: { deviceId: id, endpoint: 0 }, deviceType: 0, traitId: 0 };
  return { group: kind === "room" ? { roomId: id } : { structureId: id }, deviceType: firstGroupType, traitId: 0 };
}

/** @param {Type["schema"]} schema @param {SchemaField} field */
const isFillable = (schema, field) => isGivable({ schema, field }) || field.isOptional || field.isNullable;

/**
 * The commands of a device, and its attributes that can be set.
 *
 * @param {Draft} draft
 * @param {AutomationTrait} target
 * @returns {import("./fields.js").Option[]}
 */
function commandOptions({ app }, target) {
  const id = target.target?.deviceId ?? "";
  const places = target.group ? [{ endpoint: 0, traits: groupTraits.get(target.deviceType) ?? [] }] : endpointsOf(app, id);
  const acting = places.map(({ endpoint, traits }) => ({ endpoint, traits: traits.filter((trait) => !housekeeping.has(trait)) })).filter(({ traits }) => traits.length > 0);
  return acting.flatMap(({ endpoint, traits }) => traits.flatMap((traitId) => {
    const type = app.home.schemas.get(traitId);
    if (!type) return [];
    const values = app.home.trait(id, endpoint, traitId);
    const part = acting.length > 1 ? ` (${endpoint})` : "";
    const commands = type.schema.commands.filter((command) => (target.group !== undefined || accepts(values, command.id)) && (command.arguments?.fields ?? []).every((field) => isFillable(type.schema, field)));
    const attributes = target.group ? [] : type.schema.attributes.flatMap(({ field, write }) => (field && write !== 0 && isGivable({ schema: type.schema, field }) && values !== undefined && field.name in values ? [field] : []));
    return [
      ...commands.map((command) => ({ value: `${endpoint}.${traitId}.${command.id}`, text: `${label(type.name)}: ${label(command.methodName)}${part}` })),
      ...attributes.map((field) => ({ value: `${endpoint}.${traitId}.set.${field.id}`, text: `${label(type.name)}: ${t("edit.set", { what: label(field.name) })}${part}` })),
    ];
  }));
}

/**
 * @param {Draft} draft
 * @param {AutomationTrait} target
 * @param {string} key
 * @returns {AutomationAction}
 */
function actionOf({ app }, target, key) {
  const { endpoint, traitId, id } = parseKey(key.replace(".set.", "."));
  const trait = { ...target, traitId, ...(target.target ? { target: { ...target.target, endpoint } } : {}) };
  const schema = app.home.schemas.get(traitId)?.schema;
  const isSet = key.includes(".set.");
  const fields = isSet ? schema?.attributes.flatMap((one) => (one.field?.id === id ? [one.field] : [])) : schema?.commands.find((one) => one.id === id)?.arguments?.fields.filter((field) => !field.isOptional);
  const given = (fields ?? []).map((field) => ({ id: field.id, value: { constant: schema ? firstValue({ schema, field }) : {} } }));
  return { trait, arguments: given, retries: 0, stopsOnFailure: false, ...(isSet ? {} : { commandId: id }) };
}

/**
 * @param {Draft} draft
 * @param {Readable<AutomationAction>} action
 * @param {(action: AutomationAction) => void} put
 * @param {number} nodeId
 */
function argumentFields(draft, action, put, nodeId) {
  const { trait, commandId } = action.value;
  const schema = draft.app.home.schemas.get(trait?.traitId ?? 0)?.schema;
  if (!schema) return undefined;
  const all = commandId === undefined ? schema.attributes.flatMap((one) => one.field ?? []) : schema.commands.find((one) => one.id === commandId)?.arguments?.fields ?? [];
  const shown = action.value.arguments.flatMap(({ id }) => all.find((field) => field.id === id) ?? []).filter((field) => field.kind !== Kind.BITMAP);
  return shown.length > 0 && el("div", { class: "form-row" }, shown.map((field) => {
    const value = () => action.value.arguments.find((one) => one.id === field.id)?.value;
    const isPlain = value()?.constant !== undefined && isGivable({ schema, field });
    return el("label", { class: "field" }, label(field.name), isPlain
      ? valueField({ schema, field }, label(field.name), () => value()?.constant, (constant) =>
        put({ ...action.value, arguments: action.value.arguments.map((one) => (one.id === field.id ? { ...one, value: { constant } } : one)) }))
      : el("pre", { class: "as-text", translate: "no" }, () => draft.written.value.statement(nodeId)));
  }));
}

