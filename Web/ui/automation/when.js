// The forms of an automation's starters: states and events of devices, times, presence, spoken words and a manual start, each
// with the steps that only it runs.

import { computed, el, untracked } from "../../lib/view.js";
import { AutomationOperator as Operator } from "../../lib/hearth-v1-more.js";
import { insertNode, readTrait, replaceNode } from "../../home/automation/graph.js";
import { areaPresence, happeningsOf, happeningWords, placesOf } from "../../home/automation/phrases.js";
import { allDays, readSchedule, scheduleStarter } from "../../home/automation/schedule.js";
import { hasSeveral, starterIn, withoutStarter, withStarter, wordsOf, wordsStarter } from "../../home/automation/starters.js";
import { comparisonExpression, readComparison } from "../../home/automation/values.js";
import { PRESENCE, housekeeping } from "../../home/traits.js";
import { label } from "../../home/words.js";
import { comparisonFields, firstComparison, keyOf, rareOptions, saidOf, stateOptions } from "./comparison.js";
import { deviceOptions, durationField, optionsOf, phraseSelect, select, weekday } from "./fields.js";
import { asText, row } from "./row.js";
import { steps } from "./then.js";
import { language, t } from "../text.js";

/** @typedef {import("../../home/automation/draft.js").Draft} Draft */
/** @typedef {import("../../lib/hearth-v1.js").AutomationNode} AutomationNode */
/** @typedef {import("../../lib/hearth-v1.js").AutomationStarter} AutomationStarter */
/** @typedef {import("../../home/automation/schedule.js").Schedule} Schedule */
/** @template T @typedef {import("../../lib/view.js").Readable<T>} Readable */
/** @typedef {"device" | "time" | "presence" | "words" | "manual" | "text"} StarterKind */

/** The kinds of starters that can be added. */
export const starterKinds = /** @type {const} */ (["device", "time", "presence", "words", "manual"]);

/** @param {AutomationNode} node @param {string} structureId @returns {StarterKind} the form that fits it */
export function starterKind(node, structureId) {
  if (node.manualStarter) return "manual";
  const { starter } = node;
  if (!starter?.trait || starter.trait.group || starter.causes.length > 0) return "text";
  if (readSchedule(starter, structureId)) return "time";
  if (wordsOf(starter, structureId) !== undefined) return "words";
  if (occasionOf(node)) return "presence";
  const isOwn = starter.trait.target?.deviceId === structureId;
  if (starter.eventId !== undefined) return !starter.becomes && !isOwn && (starter.parameters.length === 0 || parameterOf(starter)) ? "device" : "text";
  if (!starter.becomes) return "device";
  return readComparison(starter.becomes, (id) => (id === node.id ? readTrait(node) : undefined)) ? "device" : "text";
}

/** @param {AutomationStarter} starter @returns {{field: number, count?: bigint, text?: string} | undefined} the value that its event must have, if it is a single number or text */
function parameterOf({ parameters }) {
  const [only] = parameters;
  if (parameters.length !== 1 || !only) return undefined;
  if (only.value?.unsigned !== undefined) return { field: only.id, count: only.value.unsigned };
  return only.value?.text === undefined ? undefined : { field: only.id, text: only.value.text };
}

/** @param {Draft} draft @param {StarterKind} kind */
export function addStarter(draft, kind) {
  const { structureId } = draft;
  const node = draft.newNode({});
  /** @returns {import("../../home/automation/draft.js").NodeKind} */
  const made = () => {
    if (kind === "manual") return { manualStarter: {} };
    if (kind === "time") return { starter: scheduleStarter({ days: [], clock: { hours: 7, minutes: 0 } }, structureId) };
    if (kind === "presence") return { starter: presenceStarter(node.id, structureId, "last") };
    if (kind === "words") return { starter: wordsStarter(structureId, t("edit.wordsExample")) };
    const comparison = firstComparison(draft, "device", true);
    return { starter: { trait: comparison.trait, parameters: [], causes: [], becomes: comparisonExpression(comparison, node.id) } };
  };
  draft.edit((root) => withStarter(root, { ...node, ...made() }));
}

/**
 * @param {Draft} draft
 * @param {Readable<AutomationNode>} entry a starter or its flow
 */
export function starterRow(draft, entry) {
  const node = computed(() => starterIn(entry.value));
  const kind = computed(() => starterKind(node.value, draft.structureId));
  const isOneOfSeveral = computed(() => hasSeveral(draft.graph.value));
  const { id } = node.value;
  const fields = () => {
    switch (kind.value) {
      case "manual": return el("p", {}, t("edit.byHand"));
      case "time": return timeFields(draft, node);
      case "presence": return presenceFields(draft, node);
      case "words": return wordsFields(draft, node);
      case "device": return deviceFields(draft, node);
      default: return asText(draft, node);
    }
  };
  const becomes = computed(() => node.value.starter?.becomes);
  // Adds a condition after the starter: in its own flow, or among the automation's conditions if it is the only starter.
  const stay = () => draft.edit((root) => {
    const condition = draft.newNode({ condition: { expression: becomes.value ?? {}, hold: { seconds: 300n, nanos: 0 }, strict: false } });
    return insertNode(root, isOneOfSeveral.value ? entry.value.id : root.id, 1, condition);
  });
  const content = () => [
    fields(),
    () => kind.value === "device" && becomes.value && el("button", { type: "button", class: "link-button", onclick: stay }, t("edit.addHold")),
    () => isOneOfSeveral.value && untracked(() => el("details", { class: "more", open: entry.value !== node.value }, el("summary", {}, t("edit.onlyThis")),
      el("p", { class: "quiet" }, t("edit.onlyThisHint")), steps(draft, () => entry.value, (nodes) => nodes.slice(1)))),
  ];
  return row(draft, node, { title: () => t(`edit.when.${kind.value}`), content, remove: () => draft.edit((root) => withoutStarter(root, id)) });
}

/** @param {Draft} draft @param {Readable<AutomationNode>} node @param {AutomationStarter} starter */
const put = (draft, node, starter) => draft.edit((root) => replaceNode(root, node.value.id, { ...node.value, starter }));

/** @param {Readable<AutomationNode>} node @returns {AutomationStarter} */
const starterOf = (node) => node.value.starter ?? { parameters: [], causes: [] };

/** @param {Draft} draft @param {Readable<AutomationNode>} node a starter for a device's state or event */
function deviceFields(draft, node) {
  const { app, structureId } = draft;
  const device = () => starterOf(node).trait?.target?.deviceId ?? "";
  const comparison = computed(() => {
    const { trait, becomes } = starterOf(node);
    const known = becomes && readComparison(becomes, (id) => (id === node.value.id ? trait : undefined));
    return known ?? { trait: trait ?? { deviceType: 0, traitId: 0 }, attributeId: 0, operator: 0, values: [] };
  });
  const key = computed(() => (starterOf(node).eventId === undefined ? keyOf(app, comparison.value, true) : eventKey(draft, starterOf(node))));
  const isEvent = computed(() => starterOf(node).eventId !== undefined);
  const change = (/** @type {import("../../home/automation/values.js").Comparison} */ made) =>
    put(draft, node, { trait: made.trait, parameters: [], causes: [], ...(made.operator === 0 ? {} : { becomes: comparisonExpression(made, node.value.id) }) });
  const usual = (/** @type {string} */ id) => [
    ...happeningsOf(app.home, id).map((one) => ({ value: one.key, text: happeningWords(one) })), ...stateOptions(app, id, true),
  ];
  const rare = (/** @type {string} */ id) => [...rareOptions(app, id, true), ...eventOptions(draft, id)];
  const choose = (/** @type {string} */ id, /** @type {string} */ chosen) => {
    const starter = starterFor(draft, id, chosen);
    if (starter) return put(draft, node, starter);
    const { heldFor } = comparison.value;
    const made = saidOf(draft, id, chosen, true);
    return change(heldFor === undefined ? made : { ...made, heldFor });
  };
  const choice = () => [
    select(t("edit.device"), () => deviceOptions(app, structureId), device, (id) => choose(id, [...usual(id), ...rare(id)][0]?.value ?? "")),
    phraseSelect(t("edit.value"), () => usual(device()), () => rare(device()), () => key.value, (chosen) => choose(device(), chosen)),
  ];
  return () => (isEvent.value ? el("div", { class: "form-row" }, untracked(choice))
    : untracked(() => comparisonFields(draft, { value: () => comparison.value, isNow: true, onChange: change, choice })));
}

/** @param {Draft} draft @param {string} id @returns {import("./fields.js").Option[]} the events of a device, by their names in the schema */
function eventOptions({ app }, id) {
  if (app.home.structures.value.has(id)) return [];
  return placesOf(app.home, id).flatMap(({ endpoint, traits, prefix }) => [...traits].filter((trait) => !housekeeping.has(trait)).flatMap((traitId) =>
    (app.home.schemas.get(traitId)?.schema.events ?? []).map((event) => ({ value: `happens.${endpoint}.${traitId}.${event.id}`, text: prefix + label(event.name) }))));
}

/** @param {Draft} draft @param {AutomationStarter} starter @returns {string} the key of the option for its event */
function eventKey({ app }, starter) {
  const { trait, eventId = 0 } = starter;
  const endpoint = trait?.target?.endpoint ?? 0;
  const parameter = parameterOf(starter);
  const found = happeningsOf(app.home, trait?.target?.deviceId ?? "").find(({ endpoint: place, happening }) => place === endpoint && happening.traitId === trait?.traitId &&
    happening.eventId === eventId && happening.field === parameter?.field && happening.count === parameter?.count && happening.text === parameter?.text);
  return found?.key ?? `happens.${endpoint}.${trait?.traitId ?? 0}.${eventId}`;
}

/** @param {Draft} draft @param {string} deviceId @param {string} key @returns {AutomationStarter | undefined} undefined if the key is not one of an event */
function starterFor({ app }, deviceId, key) {
  const found = happeningsOf(app.home, deviceId).find((one) => one.key === key);
  const [, endpoint, traitId, eventId] = /^happens\.(\d+)\.(\d+)\.(\d+)$/.exec(key) ?? [];
  if (!found && eventId === undefined) return undefined;
  const { field, count, text } = found?.happening ?? {};
  const value = count !== undefined ? { unsigned: count } : text !== undefined ? { text } : undefined;
  return {
    trait: { target: { deviceId, endpoint: found?.endpoint ?? Number(endpoint) }, deviceType: 0, traitId: found?.happening.traitId ?? Number(traitId) },
    eventId: found?.happening.eventId ?? Number(eventId), parameters: field === undefined || value === undefined ? [] : [{ id: field, value }], causes: [],
  };
}

/** @param {Draft} draft @param {Readable<AutomationNode>} node */
function wordsFields(draft, node) {
  const { structureId } = draft;
  return [
    el("input", { class: "input", required: true, maxlength: 200, "aria-label": t("edit.words"), ".value": () => wordsOf(starterOf(node), structureId) ?? "",
      onchange: (/** @type {Event} */ event) => put(draft, node, wordsStarter(structureId, /** @type {HTMLInputElement} */ (event.target).value.trim())) }),
    el("p", { class: "quiet" }, t("edit.wordsHint")),
  ];
}

/** @param {Draft} draft @param {Readable<AutomationNode>} node */
function timeFields(draft, node) {
  const schedule = computed(() => readSchedule(starterOf(node), draft.structureId) ?? { days: [], clock: { hours: 7, minutes: 0 } });
  const change = (/** @type {Schedule} */ made) => put(draft, node, scheduleStarter(made, draft.structureId));
  const hasOtherDays = computed(() => schedule.value.days.length > 0);
  const kind = computed(() => (schedule.value.clock ? "clock" : schedule.value.sun?.type === 1 ? "sunrise" : "sunset"));
  const offset = () => schedule.value.sun?.offset ?? 0;
  const sun = (/** @type {number} */ seconds) => change({ days: schedule.value.days, sun: { type: kind.value === "sunrise" ? 1 : 2, offset: seconds } });
  return [
    el("div", { class: "form-row" },
      select(t("edit.time"), () => optionsOf({ clock: "edit.clock", sunrise: "edit.sunrise", sunset: "edit.sunset" }), () => kind.value, (chosen) =>
        change({ days: schedule.value.days, ...(chosen === "clock" ? { clock: { hours: 7, minutes: 0 } } : { sun: { type: chosen === "sunrise" ? 1 : 2, offset: 0 } }) })),
      () => kind.value === "clock"
        ? el("input", { type: "time", class: "input", required: true, "aria-label": t("edit.timeOfDay"),
          ".value": () => `${String(schedule.value.clock?.hours ?? 0).padStart(2, "0")}:${String(schedule.value.clock?.minutes ?? 0).padStart(2, "0")}`,
          onchange: (/** @type {Event} */ event) => {
            const [hours = NaN, minutes = NaN] = /** @type {HTMLInputElement} */ (event.target).value.split(":").map(Number);
            if (Number.isInteger(hours) && Number.isInteger(minutes)) change({ days: schedule.value.days, clock: { hours, minutes } });
          } })
        : [
          select(t("edit.beforeOrAfter"), () => optionsOf({ before: "edit.before", after: "edit.after" }), () => (offset() < 0 ? "before" : "after"),
            (chosen) => sun((chosen === "before" ? -1 : 1) * Math.abs(offset() === 0 && chosen === "before" ? 60 : offset()))),
          durationField(t("edit.offset"), () => ({ seconds: BigInt(Math.abs(offset())), nanos: 0 }), ({ seconds }) => sun((offset() < 0 ? -1 : 1) * Number(seconds))),
        ]),
    el("div", { class: "chips days", role: "group", "aria-label": t("edit.days") }, weekDays().map((day) => {
      const isOn = () => schedule.value.days.length === 0 || schedule.value.days.includes(day);
      return el("button", { type: "button", class: "chip", "aria-pressed": isOn, onclick: () => {
        const days = allDays.filter((one) => (one === day ? !isOn() : schedule.value.days.length === 0 || schedule.value.days.includes(one)));
        if (days.length > 0) change({ ...schedule.value, days: days.length === 7 ? [] : days });
      } }, weekday(day, "short"));
    })),
    () => hasOtherDays.value && el("button", { type: "button", class: "link-button", onclick: () => draft.edit((root) =>
      withStarter(root, draft.newNode({ starter: scheduleStarter({ ...schedule.value, days: allDays.filter((day) => !schedule.value.days.includes(day)) }, draft.structureId) }))) }, t("edit.otherDays")),
  ];
}

/** @returns {number[]} the trait's weekdays, from the locale's first day of the week on */
function weekDays() {
  const locale = /** @type {Intl.Locale & {getWeekInfo?: () => {firstDay: number}}} */ (new Intl.Locale(language()));
  const isSundayFirst = locale.getWeekInfo?.().firstDay === 7;
  return isSundayFirst ? allDays : [...allDays.slice(1), ...allDays.slice(0, 1)];
}

/** @typedef {"arrived" | "left" | "first" | "last"} Occasion */
const vacancy = { first: 1n, last: 2n };

/**
 * @param {number} nodeId
 * @param {string} structureId
 * @param {Occasion} occasion
 * @param {string} personId empty for anybody; not used for the first arrival and the last departure
 * @returns {AutomationStarter}
 */
function presenceStarter(nodeId, structureId, occasion, personId = "") {
  const trait = (/** @type {number} */ traitId) => ({ target: { deviceId: structureId, endpoint: 0 }, deviceType: 0, traitId });
  if (occasion === "first" || occasion === "last") {
    const comparison = { trait: trait(areaPresence), attributeId: 0, operator: Operator.EQUALS, values: [{ unsigned: vacancy[occasion] }] };
    return { trait: comparison.trait, parameters: [], causes: [], becomes: comparisonExpression(comparison, nodeId) };
  }
  return { trait: trait(PRESENCE), eventId: occasion === "arrived" ? 0 : 1, causes: [], parameters: personId === "" ? [] : [{ id: 0, value: { text: personId } }] };
}

/** @param {AutomationNode} node @returns {Occasion | undefined} */
function occasionOf({ id, starter }) {
  if (!starter || starter.causes.length > 0) return undefined;
  if (starter.trait?.traitId === PRESENCE && (starter.eventId === 0 || starter.eventId === 1) && !starter.becomes && starter.parameters.length <= 1)
    return starter.eventId === 0 ? "arrived" : "left";
  const comparison = starter.eventId === undefined ? readComparison(starter.becomes, (of) => (of === id ? starter.trait : undefined)) : undefined;
  if (comparison?.trait.traitId !== areaPresence || comparison.attributeId !== 0 || comparison.operator !== Operator.EQUALS) return undefined;
  const [value] = comparison.values;
  const state = value && !("attribute" in value) ? value.unsigned : undefined;
  return state === vacancy.first ? "first" : state === vacancy.last ? "last" : undefined;
}

/** @param {Draft} draft @param {Readable<AutomationNode>} node */
function presenceFields(draft, node) {
  const { app, structureId } = draft;
  const occasion = computed(() => occasionOf(node.value) ?? "arrived");
  const person = () => starterOf(node).parameters[0]?.value?.text ?? "";
  const change = (/** @type {Occasion} */ to, /** @type {string} */ who) => put(draft, node, presenceStarter(node.value.id, structureId, to, who));
  const people = () => [{ value: "", text: t("edit.anybody") }, ...[...app.home.people.value.values()].filter((one) => one.structureId === structureId)
    .map((one) => ({ value: one.id, text: one.name || t("people.noName") }))];
  return el("div", { class: "form-row" },
    select(t("edit.occasion"), () => optionsOf({ first: "edit.first", last: "edit.last", arrived: "edit.arrived", left: "edit.left" }), () => occasion.value,
      (chosen) => change(/** @type {Occasion} */ (chosen), person())),
    () => (occasion.value === "arrived" || occasion.value === "left") && select(t("edit.person"), people, person, (id) => change(occasion.value, id)));
}
