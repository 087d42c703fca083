// The form of an action on a device, or on all of a kind: first what tiles offer, then all commands and writable attributes.

import { computed, el, untracked } from "../../lib/view.js";
import { SchemaField_Kind as Kind } from "../../lib/hearth-v1.js";
import { replaceNode } from "../../home/automation/graph.js";
import { deedsOf, groupKinds, placesOf } from "../../home/automation/phrases.js";
import { deedNode, deedOf, kindsAmong, targetKey } from "../../home/automation/together.js";
import { firstValue, isGivable } from "../../home/automation/values.js";
import { chroma } from "../../home/color.js";
import { firstOwnValue, isReadOnly, ownTraits } from "../../home/own.js";
import { housekeeping } from "../../home/traits.js";
import { label, named } from "../../home/words.js";
import { accepts } from "../inputs.js";
import { byRoom, durationField, optionsIn, ownWords, parseKey, phraseSelect, select, valueField } from "./fields.js";
import { t } from "../text.js";

/** @typedef {import("../../home/automation/draft.js").Draft} Draft */
/** @typedef {import("../../home/automation/phrases.js").Deed} Deed */
/** @typedef {import("../../home/automation/together.js").GroupKind} GroupKind */
/** @typedef {import("../../home/parts.js").PartKind} PartKind */
/** @typedef {import("../../lib/hearth-v1.js").AutomationNode} AutomationNode */
/** @typedef {import("../../lib/hearth-v1.js").AutomationAction} AutomationAction */
/** @typedef {import("../../lib/hearth-v1.js").AutomationTrait} AutomationTrait */
/** @typedef {import("../../lib/hearth-v1.js").SchemaField} SchemaField */
/** @typedef {import("../../home/automation/words.js").Type} Type */
/** @typedef {{endpoint: number, kind: PartKind, traits: ReadonlySet<number>, prefix: string}} Place */
/** @template T @typedef {import("../../lib/view.js").Readable<T>} Readable */

/** @param {Draft} draft @returns {AutomationAction} */
export function firstAction(draft) {
  const devices = optionsIn(targetOptions(draft)).filter((one) => one.value.startsWith("device "));
  const usual = (/** @type {string} */ chosen) => usualDeeds(draft, targetOf(chosen));
  const found = devices.find((one) => usual(one.value)[0]?.deed.name === "on") ?? devices.find((one) => usual(one.value).length > 0) ?? devices[0];
  const target = targetOf(found?.value ?? `device ${draft.structureId}`);
  return actionOf(draft, target, firstKey(draft, target));
}

/**
 * @param {Draft} draft
 * @param {Readable<AutomationNode>} node
 */
export function actionFields(draft, node) {
  const { id } = node.value;
  const deed = computed(() => deedOf(node.value) ?? { action: untracked(() => firstAction(draft)) });
  const action = computed(() => deed.value.action);
  const kind = computed(() => deed.value.kind);
  const put = (/** @type {AutomationAction} */ made, of = kind.value) => draft.edit((root) => replaceNode(root, id, deedNode(root, node.value, made, of)));
  const kept = () => ({ retries: action.value.retries, stopsOnFailure: action.value.stopsOnFailure, ...(action.value.retryDelay ? { retryDelay: action.value.retryDelay } : {}) });
  const target = computed(() => ({ trait: action.value.trait ?? { deviceType: 0, traitId: 0 }, kind: kind.value }));
  const isRetried = computed(() => action.value.retries > 0);
  const key = computed(() => keyOf(draft, action.value, kind.value));
  const shape = computed(() => `${targetKey(action.value, kind.value)} ${key.value} ${action.value.arguments.map((one) => one.id).join(",")}`);
  const retarget = (/** @type {string} */ chosen) => {
    const made = targetOf(chosen);
    const [was, found] = [deedAt(draft, target.value, key.value), usualDeeds(draft, made)];
    const same = found.find((one) => one.deed === was) ?? found.find((one) => one.deed.name === was?.name);
    put({ ...actionOf(draft, made, same?.key ?? firstKey(draft, made)), ...kept(), ...(same && same.deed === was ? { arguments: action.value.arguments } : {}) }, made.kind);
  };
  return [
    el("div", { class: "form-row" },
      select(t("edit.device"), () => targetOptions(draft, action.value, kind.value), () => targetKey(action.value, kind.value), retarget),
      phraseSelect(t("edit.command"), () => usualOptions(draft, target.value), () => rareOptions(draft, target.value), () => key.value,
        (chosen) => put({ ...actionOf(draft, target.value, chosen), ...kept() })),
      () => (shape.value === "" ? "" : untracked(() => argumentFields(draft, action, put, deedAt(draft, target.value, key.value), id).main))),
    el("details", { class: "more" }, el("summary", {}, t("edit.more")),
      () => (shape.value === "" ? "" : untracked(() => argumentFields(draft, action, put, deedAt(draft, target.value, key.value), id).others)),
      el("label", { class: "field inline" }, t("edit.ifItFails"), select(t("edit.ifItFails"), () => ["continue", "stop", "retry"].map((one) => ({ value: one, text: t(`edit.fails.${one}`) })),
        () => (action.value.retries > 0 ? "retry" : action.value.stopsOnFailure ? "stop" : "continue"),
        (chosen) => {
          const { retryDelay: _, ...rest } = action.value;
          put({ ...rest, retries: chosen === "retry" ? 3 : 0, stopsOnFailure: chosen === "stop", ...(chosen === "retry" ? { retryDelay: { seconds: 10n, nanos: 0 } } : {}) });
        })),
      () => isRetried.value && el("div", { class: "form-row" },
        el("input", { type: "number", class: "input", min: 1, max: 10, "aria-label": t("edit.retries"), ".value": () => String(action.value.retries),
          onchange: (/** @type {Event} */ event) => put({ ...action.value, retries: Math.min(10, Math.max(1, Math.round(Number(/** @type {HTMLInputElement} */ (event.target).value)) || 1)) }) }),
        durationField(t("edit.retryDelay"), () => action.value.retryDelay, (retryDelay) => put({ ...action.value, retryDelay })))),
  ];
}

// Targets

/** @typedef {{trait: AutomationTrait, kind?: GroupKind | undefined}} ActionTarget `trait` has id 0 until one is chosen */

/**
 * The possible targets: all of a kind in the home and in each room, and each device.
 *
 * @param {Draft} draft
 * @param {AutomationAction} [action] the current one, whose target is always included
 * @param {GroupKind} [kind]
 * @returns {import("./fields.js").Choice[]}
 */
function targetOptions({ app, structureId }, action, kind) {
  const all = [...app.home.devices.value.values()].filter((device) => device.structureId === structureId);
  const rooms = app.home.rooms.value;
  const words = (/** @type {string} */ of, /** @type {string} */ place) => t("all.of", { kind: t(`all.${of}`), place });
  const inRoom = (/** @type {string} */ id) => t("all.room", { name: rooms.get(id)?.name ?? t("edit.gone") });
  /** @type {import("./fields.js").Choice[]} */
  const choices = [
    { group: t("all.wholeHome"), options: kindsAmong(all).map((one) => ({ value: `home ${structureId} ${one.kind}`, text: words(one.kind, t("all.home")) })) },
    ...byRoom(app, structureId, (device) => (placesOf(app.home, device.id).some((place) => acting(place).length > 0) ? [{ value: `device ${device.id}`, text: device.name }] : []),
      (id) => kindsAmong(all.filter((device) => device.roomId === id)).map((one) => ({ value: `room ${id} ${one.kind}`, text: words(one.kind, inRoom(id)) }))),
  ];
  const group = action?.trait?.group;
  if (!action || !group || optionsIn(choices).some((one) => one.value === targetKey(action, kind))) return choices;
  const place = group.roomId !== undefined ? inRoom(group.roomId) : group.structureId !== undefined ? t("all.home")
    : app.home.zones.value.get(group.zoneId ?? "")?.name ?? t("all.group");
  const text = kind ? words(kind.kind, place) : t("all.of", { kind: t("all.devices"), place });
  return [{ value: targetKey(action, kind), text }, ...choices];
}

/** @param {string} chosen @returns {ActionTarget} without a trait yet */
function targetOf(chosen) {
  const [of = "device", id = "", kindName = ""] = /** @type {[string, string, string]} */ (/^(\w+) (.*?)(?: (\w+))?$/s.exec(chosen)?.slice(1) ?? []);
  if (of === "device") return { trait: { target: { deviceId: chosen.slice(7), endpoint: 0 }, deviceType: 0, traitId: 0 } };
  const group = of === "room" ? { roomId: id } : of === "zone" ? { zoneId: id } : of === "group" ? { serviceGroupId: id } : { structureId: id };
  const kind = groupKinds.find((one) => one.kind === kindName);
  return { trait: { group, deviceType: kind ? 0 : Number(kindName) || 0, traitId: 0 }, kind };
}

/** @param {{traits: ReadonlySet<number>}} place */
const acting = ({ traits }) => [...traits].filter((trait) => !housekeeping.has(trait));

/** @param {Draft} draft @param {ActionTarget} target @returns {readonly Place[]} */
function placesAt({ app }, { trait, kind }) {
  if (!trait.group) return placesOf(app.home, trait.target?.deviceId ?? "");
  const known = kind ?? groupKinds.find((one) => one.types.has(trait.deviceType));
  return [{ endpoint: 0, kind: known?.kind ?? "other", traits: new Set(known ? [...known.types.values()].flat() : []), prefix: "" }];
}

// What can be done

/** @param {Draft} draft @param {ActionTarget} target @returns {readonly {key: string, deed: Deed, prefix: string}[]} */
function usualDeeds(draft, target) {
  const { home } = draft.app;
  return placesAt(draft, target).flatMap((place) => deedsOf(place).flatMap(({ key, deed }) => {
    const values = target.trait.group ? undefined : home.trait(target.trait.target?.deviceId ?? "", place.endpoint, deed.traitId);
    const schema = home.schemas.get(deed.traitId)?.schema;
    const field = schema?.attributes.find((one) => one.field?.id === deed.field)?.field?.name ?? "";
    const isTaken = target.trait.group !== undefined || (deed.commandId === undefined ? field in (values ?? {}) && !isReadOnly(values) : accepts(values, deed.commandId));
    return schema && isTaken ? [{ key, deed, prefix: place.prefix }] : [];
  }));
}

/** @param {Draft} draft @param {ActionTarget} target @param {string} key */
const deedAt = (draft, target, key) => usualDeeds(draft, target).find((one) => one.key === key)?.deed;

/** @param {Draft} draft @param {ActionTarget} target */
const usualOptions = (draft, target) => usualDeeds(draft, target).map(({ key, deed, prefix }) => ({ value: key, text: prefix + t(`do.${deed.name}`) }));

/** @param {Draft} draft @param {ActionTarget} target */
const firstKey = (draft, target) => usualDeeds(draft, target)[0]?.key ?? rareOptions(draft, target)[0]?.value ?? "";

/** @param {Draft} draft @param {AutomationAction} action @param {GroupKind | undefined} kind @returns {string} the key of the action's option */
function keyOf(draft, { trait, commandId, arguments: given }, kind) {
  const endpoint = trait?.target?.endpoint ?? 0;
  const found = usualDeeds(draft, { trait: trait ?? { deviceType: 0, traitId: 0 }, kind }).find(({ key, deed }) => key.startsWith(`do.${endpoint}.`) && deed.traitId === trait?.traitId &&
    (commandId === undefined ? deed.commandId === undefined && given.length === 1 && given[0]?.id === deed.field : deed.commandId === commandId));
  return found?.key ?? `more.${endpoint}.${trait?.traitId ?? 0}.${commandId ?? `set.${given[0]?.id ?? 0}`}`;
}

/** @param {Type["schema"]} schema @param {SchemaField} field */
const isFillable = (schema, field) => isGivable({ schema, field }) || field.isOptional || field.isNullable;

/**
 * The commands of a device that tiles do not offer, and its writable attributes.
 *
 * @param {Draft} draft
 * @param {ActionTarget} target
 * @returns {import("./fields.js").Option[]}
 */
function rareOptions(draft, target) {
  const { app } = draft;
  const id = target.trait.target?.deviceId ?? "";
  const usual = usualDeeds(draft, target);
  return placesAt(draft, target).flatMap((place) => acting(place).flatMap((traitId) => {
    const type = app.home.schemas.get(traitId);
    if (!type) return [];
    const { endpoint, prefix } = place;
    const isUsual = (/** @type {(deed: Deed) => boolean} */ is) => usual.some(({ key, deed }) => key.startsWith(`do.${endpoint}.`) && deed.traitId === traitId && is(deed));
    const values = app.home.trait(id, endpoint, traitId);
    const commands = type.schema.commands.filter((command) => !isUsual((deed) => deed.commandId === command.id) && (target.trait.group !== undefined || accepts(values, command.id)) &&
      (command.arguments?.fields ?? []).every((field) => isFillable(type.schema, field)));
    const attributes = target.trait.group ? [] : type.schema.attributes.flatMap(({ field, write }) => (field && write !== 0 && isGivable({ schema: type.schema, field }) &&
      values !== undefined && field.name in values && !isReadOnly(values) && !isUsual((deed) => deed.commandId === undefined && deed.field === field.id) ? [field] : []));
    return [
      ...commands.map((command) => ({ value: `more.${endpoint}.${traitId}.${command.id}`, text: `${prefix}${label(type.name)}: ${label(command.methodName)}` })),
      ...attributes.map((field) => ({ value: `more.${endpoint}.${traitId}.set.${field.id}`, text: `${prefix}${label(type.name)}: ${t("edit.set", { what: label(field.name) })}` })),
    ];
  }));
}

/**
 * @param {Draft} draft
 * @param {ActionTarget} target
 * @param {string} key
 * @returns {AutomationAction}
 */
function actionOf(draft, target, key) {
  const usual = usualDeeds(draft, target).find((one) => one.key === key);
  const rare = parseKey(key.replace("more.", "").replace(".set.", "."));
  const isSet = usual ? usual.deed.commandId === undefined : key.includes(".set.");
  const { traitId, id } = usual ? { traitId: usual.deed.traitId, id: usual.deed.commandId ?? usual.deed.field ?? 0 } : rare;
  const endpoint = usual ? Number(key.split(".")[1]) : rare.endpoint;
  const trait = { ...target.trait, traitId, ...(target.trait.target ? { target: { ...target.trait.target, endpoint } } : {}) };
  const schema = draft.app.home.schemas.get(traitId)?.schema;
  const fields = isSet ? schema?.attributes.flatMap((one) => (one.field?.id === id ? [one.field] : [])) : schema?.commands.find((one) => one.id === id)?.arguments?.fields.filter((field) => !field.isOptional);
  const given = (fields ?? []).map((field) => {
    const first = usual && field.id === usual.deed.field ? usual.deed.first : undefined;
    const { deviceId: of = "", endpoint: at = 0 } = trait.target ?? {};
    const own = isSet && field.id === 0 ? firstOwnValue(traitId, untracked(() => draft.app.home.trait(of, at, traitId))) : undefined;
    const constant = own ? own : first === undefined ? (schema ? firstValue({ schema, field }) : {}) : field.kind === Kind.SIGNED ? { signed: BigInt(first) } : { unsigned: BigInt(first) };
    return { id: field.id, value: { constant: modesAt(draft, trait, field)[0] ? { unsigned: BigInt(modesAt(draft, trait, field)[0]?.value ?? 0) } : constant } };
  });
  return { trait, arguments: given, retries: 0, stopsOnFailure: false, ...(isSet ? {} : { commandId: id }) };
}

/** @param {Draft} draft @param {AutomationTrait} trait @param {SchemaField} field @returns {import("./fields.js").Option[]} the device's modes, by their labels */
function modesAt({ app }, trait, field) {
  const { deviceId = "", endpoint = 0 } = trait.target ?? {};
  const modes = field.name === "newMode" ? app.home.trait(deviceId, endpoint, trait.traitId)?.["supportedModes"] : undefined;
  return (/** @type {readonly {label?: string, mode?: number}[]} */ (modes ?? [])).map(({ label: text = "", mode = 0 }) => ({ value: String(mode), text }));
}

// Arguments

/**
 * @param {Draft} draft
 * @param {Readable<AutomationAction>} action
 * @param {(action: AutomationAction) => void} put
 * @param {Deed | undefined} deed the action's phrase, if it has one
 * @param {number} nodeId
 * @returns {{main: import("../../lib/view.js").Child, others: import("../../lib/view.js").Child}}
 */
function argumentFields(draft, action, put, deed, nodeId) {
  const { trait, commandId } = action.value;
  const schema = draft.app.home.schemas.get(trait?.traitId ?? 0)?.schema;
  if (!schema || !trait) return { main: undefined, others: undefined };
  const all = commandId === undefined ? schema.attributes.flatMap((one) => one.field ?? []) : schema.commands.find((one) => one.id === commandId)?.arguments?.fields ?? [];
  const shown = action.value.arguments.flatMap(({ id }) => all.find((field) => field.id === id) ?? []).filter((field) => field.kind !== Kind.BITMAP);
  const value = (/** @type {number} */ id) => action.value.arguments.find((one) => one.id === id)?.value;
  const give = (/** @type {Record<number, import("../../lib/hearth-v1.js").Value>} */ given) =>
    put({ ...action.value, arguments: action.value.arguments.map((one) => ({ ...one, ...(given[one.id] ? { value: { constant: given[one.id] ?? {} } } : {}) })) });
  const fieldOf = (/** @type {SchemaField} */ field, /** @type {string} */ name) => {
    const isOwn = commandId === undefined && field.id === 0 && ownTraits.has(schema.id);
    // No device of another ecosystem can be told that a value is unknown.
    const type = { schema, field: isOwn ? { ...field, isNullable: false } : field, ...(commandId === undefined ? {} : { commandId }) };
    if (!value(field.id)?.constant || !isGivable(type)) return el("pre", { class: "as-text", translate: "no" }, () => draft.written.value.statement(nodeId));
    const modes = modesAt(draft, trait, field);
    return valueField(type, name, () => value(field.id)?.constant, (constant) => give({ [field.id]: constant }), modes.length > 0 ? { options: modes } : isOwn ? ownWords(draft.app, { deviceId: "", endpoint: 0, ...trait.target, traitId: schema.id, attributeId: field.id }) : {});
  };
  const labelled = (/** @type {SchemaField} */ field) => el("label", { class: "field" }, named("field.", field.name), fieldOf(field, named("field.", field.name)));
  const isColor = deed?.name === "color" && [0, 1].every((id) => value(id)?.constant);
  const main = !deed ? shown : shown.filter((field) => field.id === deed.field);
  const others = shown.filter((field) => !main.includes(field) && !(isColor && field.id < 2));
  return {
    main: isColor ? colors((id) => Number(value(id)?.constant?.unsigned ?? 0n), (hue, saturation) => give({ 0: { unsigned: BigInt(hue) }, 1: { unsigned: BigInt(saturation) } }))
      : deed ? main.map((field) => fieldOf(field, t(`do.${deed.name}`))) : main.map(labelled),
    others: deed && others.length > 0 && el("div", { class: "form-row" }, others.map(labelled)),
  };
}

/** @param {(id: 0 | 1) => number} value @param {(hue: number, saturation: number) => void} give */
const colors = (value, give) => el("div", { class: "swatches", role: "group", "aria-label": t("do.color") }, Array.from({ length: 12 }, (_, index) => {
  const name = t("control.colorOf", { degrees: index * 30 });
  const hue = Math.round((index * 254) / 12);
  return el("button", { type: "button", class: "swatch", "--swatch": chroma(hue, 254), "aria-label": name, title: name,
    "aria-pressed": () => value(0) === hue && value(1) > 0, onclick: () => give(hue, 230) });
}));
