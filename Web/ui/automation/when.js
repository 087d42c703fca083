// What sets an automation off, in forms: values of devices, times, buttons, people, and a hand.

import { computed, el } from "../../lib/view.js";
import { AutomationOperator as Operator } from "../../lib/hearth-v1-more.js";
import { readTrait, replaceNode, withStarter, withoutStarter } from "../../home/automation/graph.js";
import { allDays, readSchedule, scheduleStarter } from "../../home/automation/schedule.js";
import { comparisonExpression, readComparison } from "../../home/automation/values.js";
import { housekeeping } from "../../home/traits.js";
import { label } from "../../home/words.js";
import { comparisonFields, firstComparison } from "./comparison.js";
import { deviceOptions, durationField, endpointsOf, select } from "./fields.js";
import { asText, row } from "./row.js";
import { language, t } from "../text.js";

/** @typedef {import("../../home/automation/draft.js").Draft} Draft */
/** @typedef {import("../../lib/hearth-v1.js").AutomationNode} AutomationNode */
/** @typedef {import("../../lib/hearth-v1.js").AutomationStarter} AutomationStarter */
/** @typedef {import("../../home/automation/schedule.js").Schedule} Schedule */
/** @template T @typedef {import("../../lib/view.js").Readable<T>} Readable */
/** @typedef {"device" | "time" | "event" | "presence" | "manual" | "text"} StarterKind */

const areaPresence = 0x6006_fc0a;
const peoplePresence = 0xfff0_fc06;

/** @param {AutomationNode} node @param {string} structureId @returns {StarterKind} the form that fits it */
export function starterKind(node, structureId) {
  if (node.manualStarter) return "manual";
  const { starter } = node;
  if (!starter?.trait || starter.trait.group || starter.causes.length > 0) return "text";
  if (readSchedule(starter, structureId)) return "time";
  const isEvent = starter.eventId !== undefined;
  if (occasionOf(node)) return "presence";
  if (isEvent) return starter.parameters.length === 0 && !starter.becomes && starter.trait.target?.deviceId !== structureId ? "event" : "text";
  if (!starter.becomes) return "device";
  const comparison = readComparison(starter.becomes, (id) => (id === node.id ? readTrait(node) : undefined));
  return comparison ? "device" : "text";
}

/** @param {Draft} draft @param {StarterKind} kind */
export function addStarter(draft, kind) {
  const { structureId, app } = draft;
  const node = draft.newNode({});
  /** @returns {import("../../home/automation/draft.js").NodeKind} */
  const made = () => {
    if (kind === "manual") return { manualStarter: {} };
    if (kind === "time") return { starter: scheduleStarter({ days: [], clock: { hours: 7, minutes: 0 } }, structureId) };
    if (kind === "presence") return { starter: presenceStarter(node.id, structureId, "first") };
    if (kind === "event") {
      const first = deviceOptions(app, structureId).map((one) => one.value).find((id) => id !== structureId && eventOptions(draft, id).length > 0) ?? structureId;
      return { starter: eventStarter(first, eventOptions(draft, first)[0]?.value ?? "0.0.0") };
    }
    const comparison = firstComparison(draft);
    return { starter: { trait: comparison.trait, parameters: [], causes: [], becomes: comparisonExpression(comparison, node.id) } };
  };
  draft.edit((root) => withStarter(root, { ...node, ...made() }));
}

/**
 * @param {Draft} draft
 * @param {Readable<AutomationNode>} node
 */
export function starterRow(draft, node) {
  const kind = computed(() => starterKind(node.value, draft.structureId));
  const fields = () => {
    switch (kind.value) {
      case "manual": return el("p", {}, t("edit.byHand"));
      case "time": return timeFields(draft, node);
      case "event": return eventFields(draft, node);
      case "presence": return presenceFields(draft, node);
      case "device": return deviceFields(draft, node);
      default: return asText(draft, node);
    }
  };
  return row(draft, node, { title: () => t(`edit.when.${kind.value}`), content: fields, remove: () => draft.edit((root) => withoutStarter(root, node.value.id)) });
}

/** @param {Draft} draft @param {Readable<AutomationNode>} node @param {AutomationStarter} starter */
const put = (draft, node, starter) => draft.edit((root) => replaceNode(root, node.value.id, { ...node.value, starter }));

/** @param {Readable<AutomationNode>} node @returns {AutomationStarter} */
const starterOf = (node) => node.value.starter ?? { parameters: [], causes: [] };

/** @param {Draft} draft @param {Readable<AutomationNode>} node */
function deviceFields(draft, node) {
  const value = computed(() => {
    const { trait, becomes } = starterOf(node);
    const known = becomes && readComparison(becomes, (id) => (id === node.value.id ? trait : undefined));
    return known ?? { trait: trait ?? { deviceType: 0, traitId: 0 }, attributeId: 0, operator: 0, values: [] };
  });
  return comparisonFields(draft, { value: () => value.value, mayBeAnyChange: true, onChange: (comparison) => {
    const { becomes: _, ...rest } = starterOf(node);
    put(draft, node, { ...rest, trait: comparison.trait, ...(comparison.operator === 0 ? {} : { becomes: comparisonExpression(comparison, node.value.id) }) });
  } });
}

/** @param {Draft} draft @param {Readable<AutomationNode>} node */
function timeFields(draft, node) {
  const schedule = computed(() => readSchedule(starterOf(node), draft.structureId) ?? { days: [], clock: { hours: 7, minutes: 0 } });
  const change = (/** @type {Schedule} */ made) => put(draft, node, scheduleStarter(made, draft.structureId));
  const kind = computed(() => (schedule.value.clock ? "clock" : schedule.value.sun?.type === 1 ? "sunrise" : "sunset"));
  const offset = () => schedule.value.sun?.offset ?? 0;
  const sun = (/** @type {number} */ seconds) => change({ days: schedule.value.days, sun: { type: kind.value === "sunrise" ? 1 : 2, offset: seconds } });
  return [
    el("div", { class: "form-row" },
      select(t("edit.time"), () => ["clock", "sunrise", "sunset"].map((one) => ({ value: one, text: t(`edit.${one}`) })), () => kind.value, (chosen) =>
        change({ days: schedule.value.days, ...(chosen === "clock" ? { clock: { hours: 7, minutes: 0 } } : { sun: { type: chosen === "sunrise" ? 1 : 2, offset: 0 } }) })),
      () => kind.value === "clock"
        ? el("input", { type: "time", class: "input", required: true, "aria-label": t("edit.timeOfDay"),
          ".value": () => `${String(schedule.value.clock?.hours ?? 0).padStart(2, "0")}:${String(schedule.value.clock?.minutes ?? 0).padStart(2, "0")}`,
          onchange: (/** @type {Event} */ event) => {
            const [hours = NaN, minutes = NaN] = /** @type {HTMLInputElement} */ (event.target).value.split(":").map(Number);
            if (Number.isInteger(hours) && Number.isInteger(minutes)) change({ days: schedule.value.days, clock: { hours, minutes } });
          } })
        : [
          select(t("edit.beforeOrAfter"), () => ["before", "after"].map((one) => ({ value: one, text: t(`edit.${one}`) })), () => (offset() < 0 ? "before" : "after"),
            (chosen) => sun((chosen === "before" ? -1 : 1) * Math.abs(offset() === 0 && chosen === "before" ? 60 : offset()))),
          durationField(t("edit.offset"), () => ({ seconds: BigInt(Math.abs(offset())), nanos: 0 }), ({ seconds }) => sun((offset() < 0 ? -1 : 1) * Number(seconds))),
        ]),
    el("div", { class: "chips days", role: "group", "aria-label": t("edit.days") }, allDays.map((day) => {
      const isOn = () => schedule.value.days.length === 0 || schedule.value.days.includes(day);
      return el("button", { type: "button", class: "chip", "aria-pressed": isOn, onclick: () => {
        const days = allDays.filter((one) => (one === day ? !isOn() : schedule.value.days.length === 0 || schedule.value.days.includes(one)));
        if (days.length > 0) change({ ...schedule.value, days: days.length === 7 ? [] : days });
      } }, weekday(day));
    })),
  ];
}

/** @param {Draft} draft @param {string} id @returns {import("./fields.js").Option[]} what a device says of itself, besides its values */
function eventOptions({ app }, id) {
  return endpointsOf(app, id).flatMap(({ endpoint, traits }, _, all) => traits.filter((trait) => !housekeeping.has(trait)).flatMap((traitId) =>
    (app.home.schemas.get(traitId)?.schema.events ?? []).map((event) => ({
      value: `${endpoint}.${traitId}.${event.id}`, text: all.length > 2 ? `${label(event.name)} (${endpoint})` : label(event.name),
    }))));
}

/** @param {string} deviceId @param {string} key @returns {AutomationStarter} */
function eventStarter(deviceId, key) {
  const [endpoint = 0, traitId = 0, eventId = 0] = key.split(".").map(Number);
  return { trait: { target: { deviceId, endpoint }, deviceType: 0, traitId }, eventId, parameters: [], causes: [] };
}

/** @param {Draft} draft @param {Readable<AutomationNode>} node */
function eventFields(draft, node) {
  const { app, structureId } = draft;
  const device = () => starterOf(node).trait?.target?.deviceId ?? "";
  const key = () => `${starterOf(node).trait?.target?.endpoint ?? 0}.${starterOf(node).trait?.traitId ?? 0}.${starterOf(node).eventId ?? 0}`;
  const withEvents = () => deviceOptions(app, structureId).filter((one) => one.value !== structureId && eventOptions(draft, one.value).length > 0);
  return el("div", { class: "form-row" },
    select(t("edit.device"), withEvents, device, (id) => put(draft, node, eventStarter(id, eventOptions(draft, id)[0]?.value ?? "0.0.0"))),
    select(t("edit.event"), () => eventOptions(draft, device()), key, (chosen) => put(draft, node, eventStarter(device(), chosen))));
}

/** @typedef {"arrived" | "left" | "first" | "last"} Occasion */
const vacancy = { first: 1n, last: 2n };

/**
 * @param {number} nodeId
 * @param {string} structureId
 * @param {Occasion} occasion
 * @param {string} personId empty for anybody; the first who comes and the last who leaves may be anybody
 * @returns {AutomationStarter}
 */
function presenceStarter(nodeId, structureId, occasion, personId = "") {
  const trait = (/** @type {number} */ traitId) => ({ target: { deviceId: structureId, endpoint: 0 }, deviceType: 0, traitId });
  if (occasion === "first" || occasion === "last") {
    const comparison = { trait: trait(areaPresence), attributeId: 0, operator: Operator.EQUALS, values: [{ unsigned: vacancy[occasion] }] };
    return { trait: comparison.trait, parameters: [], causes: [], becomes: comparisonExpression(comparison, nodeId) };
  }
  return { trait: trait(peoplePresence), eventId: occasion === "arrived" ? 0 : 1, causes: [], parameters: personId === "" ? [] : [{ id: 0, value: { text: personId } }] };
}

/** @param {AutomationNode} node @returns {Occasion | undefined} */
function occasionOf({ id, starter }) {
  if (!starter || starter.causes.length > 0) return undefined;
  if (starter.trait?.traitId === peoplePresence && (starter.eventId === 0 || starter.eventId === 1) && !starter.becomes && starter.parameters.length <= 1)
    return starter.eventId === 0 ? "arrived" : "left";
  const comparison = starter.eventId === undefined ? readComparison(starter.becomes, (of) => (of === id ? starter.trait : undefined)) : undefined;
  if (comparison?.trait.traitId !== areaPresence || comparison.attributeId !== 0 || comparison.operator !== Operator.EQUALS) return undefined;
  const [value] = comparison.values;
  return value?.unsigned === vacancy.first ? "first" : value?.unsigned === vacancy.last ? "last" : undefined;
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
    select(t("edit.occasion"), () => ["first", "last", "arrived", "left"].map((one) => ({ value: one, text: t(`edit.${one}`) })), () => occasion.value,
      (chosen) => change(/** @type {Occasion} */ (chosen), person())),
    () => (occasion.value === "arrived" || occasion.value === "left") && select(t("edit.person"), people, person, (id) => change(occasion.value, id)));
}

/** @param {number} day from 1 for Sunday */
const weekday = (day) => new Intl.DateTimeFormat(language(), { weekday: "short" }).format(new Date(2023, 0, day));
