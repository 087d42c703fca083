// The hub's log for a family: one sentence for each event. Small fluctuations of measured values are left out, as in
// `hearth watch`.

import { Cause_Kind } from "../lib/hearth-v1.js";
import { untracked } from "../lib/view.js";
import { globalAttributeNames } from "../lib/trait.js";
import { WireError } from "../lib/wire.js";
import { hasText, t } from "../ui/text.js";
import { isOfFamily } from "./causes.js";
import { clientId } from "./commands.js";
import { milliseconds } from "./model.js";
import { careWords, subjectName } from "./notices.js";
import { allParts } from "./parts.js";
import { asNumber } from "./numbers.js";
import { brightness, statusOf } from "./status.js";
import {
  BASIC_INFORMATION, BOOLEAN_STATE, CHOICE, COLOR_CONTROL, DESCRIPTOR, DEVICE_ENERGY_MANAGEMENT, DOOR_LOCK, ELECTRICAL_ENERGY,
  ELECTRICAL_POWER, FAN_CONTROL, FLAG, FLOW, HUMIDITY, IDENTIFY, ILLUMINANCE, LEVEL_CONTROL, MOMENT, NAMED_EVENT, NOTICES,
  NUMBER_SETTING, ON_OFF, POWER_SOURCE, PRESENCE, PRESSURE, READING, SWITCH, TEMPERATURE, TEXT_VALUE, THERMOSTAT, WINDOW_COVERING,
} from "./traits.js";
import { eventInWords, isNews, isTrouble, ownInWords, ownTraits } from "./own.js";
import { inWords } from "./values.js";
import { label, named, percent, temperature } from "./words.js";

/** @typedef {import("./live.js").LiveHome} LiveHome */
/** @typedef {import("./parts.js").Part} Part */
/** @typedef {import("../lib/hearth-v1.js").Device} Device */
/** @typedef {import("../lib/hearth-v1.js").Report} Report */
/** @typedef {import("../lib/hearth-v1.js").ObjectChange} ObjectChange */
/** @typedef {import("../lib/hearth-v1.js").EventReport} EventReport */
/** @typedef {import("../lib/trait.js").TraitValues} TraitValues */
/** @typedef {"use" | "alert" | "value" | "setup"} LineKind an action of a person or device, something that needs attention, a measurement, or a change of the setup */
/** @typedef {"on" | "off" | "lock" | "unlock" | "open" | "close" | "color" | "start"} Deed */
/**
 * @typedef {{key: string, at: number, kind: LineKind, deviceId: string, personId: string, words: string}} Line
 * @typedef {{name: string, personId: string, form: "did" | "by" | "was"}} Who the cause of an event; without a name if it is unknown
 */

/** Traits whose values fluctuate, with the smallest difference worth a line: absolute, and as a share of the value. @type {ReadonlyMap<number, readonly [attribute: string, least: number, share: number]>} */
const measured = new Map(/** @type {[number, readonly [string, number, number]][]} */ ([
  [TEMPERATURE, ["measuredValue", 50, 0]], [HUMIDITY, ["measuredValue", 300, 0]], [ILLUMINANCE, ["measuredValue", 1_760, 0]],
  [PRESSURE, ["measuredValue", 1, 0]], [FLOW, ["measuredValue", 5, 0]], [THERMOSTAT, ["localTemperature", 50, 0]],
  [ELECTRICAL_POWER, ["activePower", 1_000, 0.1]], [READING, ["value", 0, 0.05]],
]));

/** Traits that get lines for only some attributes. @type {ReadonlyMap<number, readonly number[]>} */
const telling = new Map(/** @type {[number, readonly number[]][]} */ ([[THERMOSTAT, [17, 18, 28]], [LEVEL_CONTROL, [0]], [DOOR_LOCK, [0, 3]], [WINDOW_COVERING, [14, 15]], [FAN_CONTROL, [2, 3]],
  ...[NUMBER_SETTING, CHOICE, TEXT_VALUE, FLAG, MOMENT].map((trait) => /** @type {[number, number[]]} */ ([trait, [0]]))]));
/** Traits without lines: their values derive from others', or change too often. @type {ReadonlySet<number>} */
const silent = new Set(/** @type {number[]} */ ([ELECTRICAL_ENERGY, DEVICE_ENERGY_MANAGEMENT, POWER_SOURCE, DESCRIPTOR, IDENTIFY, BASIC_INFORMATION]));

/** Changes of one value within this time become one line, in milliseconds. */
const foldTime = 60_000;
/** The time after switching in which a lamp's report of its level gets no line, in milliseconds. */
const settleTime = 3_000;

/**
 * The filter of the reports to fetch. Without `withValues` it leaves out measurements, which are most of a log.
 *
 * @param {readonly Device[]} devices
 * @param {boolean} withValues
 */
export function logFilter(devices, withValues) {
  const known = new Set(devices.flatMap(({ endpoints }) => endpoints.flatMap(({ traits }) => traits.map(({ id }) => id))));
  const wanted = [...known, PRESENCE, NOTICES].filter((id) => !silent.has(id) && (withValues ? measured.has(id) : !measured.has(id) || telling.has(id)));
  const attributes = withValues ? [] : [...telling].map(([traitId, attributeIds]) => ({ traitId, attributeIds }));
  return { traitIds: wanted, attributes };
}

/**
 * @param {LiveHome} home
 * @param {import("../lib/hearth-v1.js").Cause | undefined} cause
 * @returns {Who}
 */
export function whoOf(home, cause) {
  const personId = cause?.personId ?? "";
  const person = cause?.personName || home.people.value.get(personId)?.name;
  if (person) return { name: person, personId, form: "did" };
  if (cause?.programName) return { name: cause.programName, personId, form: "did" };
  if (cause?.kind === Cause_Kind.CLIENT) {
    const app = isOfFamily(cause) ? "log.who.family" : "log.who.app";
    return { name: t(cause.clientId === clientId ? "log.who.page" : app), personId, form: "did" };
  }
  if (cause?.kind === Cause_Kind.AUTOMATION || cause?.automationId)
    return { name: home.automations.value.get(cause.automationId)?.name ?? (cause.automationName || t("log.who.automation")), personId, form: "by" };
  return { name: "", personId, form: "was" };
}

/** @param {Who} who @param {Deed} deed @param {string} name */
const deedInWords = (who, deed, name) => t(`log.form.${who.form}`, { who: who.name, name, what: t(`log.what.${deed}`) });

/** @param {Who} who @param {string} name @param {string} value */
const setInWords = (who, name, value) => (who.form === "was" ? t("log.change", { what: name, value }) : t(`log.form.${who.form}Set`, { who: who.name, name, value }));

/** @param {Who} who @param {string} words */
const saidBy = (who, words) => (who.name === "" ? words : t("log.said", { who: who.name, words }));

/** @param {Part} part @param {string} name of its device, perhaps with its label @returns the name with the label, as a device may have many values */
const partName = ({ label: called }, name) => (called === "" || name.startsWith(`${called}, `) ? name : `${called}, ${name}`);

/** @typedef {{deviceId: string, endpoint: number, traitId: number, values: TraitValues}} Change */
/** @type {WeakMap<Report, Change[]>} the decoded changes of reports whose schemas are all loaded */
const decoded = new WeakMap();

/** @param {LiveHome} home @param {Report} report @returns {Change[]} */
function changesOf(home, report) {
  const known = decoded.get(report);
  if (known) return known;
  let isWhole = true;
  const changes = report.states.flatMap(({ target, traitId, attributes }) => {
    const type = home.schemas.get(traitId);
    if (!type) isWhole = false;
    if (!type || !attributes || !target) return [];
    try {
      return [{ deviceId: target.deviceId, endpoint: target.endpoint, traitId, values: type.decodeAttributes(attributes.value) }];
    } catch (error) {
      if (!(error instanceof WireError)) throw error;
      return [];
    }
  });
  if (isWhole) decoded.set(report, changes);
  return changes;
}

/** Turns reports into lines, oldest first, because a line depends on the values before the change. */
class Teller {
  /** @type {(Line | undefined)[]} */ lines = [];
  /** @type {Map<string, TraitValues>} the values reported so far, by endpoint and trait */ #values = new Map();
  /** @type {Map<string, {index: number, at: number}>} the last line of each kind that may be merged */ #last = new Map();
  /** @type {Map<string, string | number>} the last text of a part, or the last number of a value */ #said = new Map();
  /** @type {Map<string, Device>} */ #devices = new Map();
  /** @type {Map<string, import("../lib/hearth-v1.js").Automation>} */ #automations = new Map();
  /** @type {Map<string, Part[]>} */ #parts = new Map();

  /** @param {LiveHome} home @param {readonly Report[]} reports newest first */
  constructor(home, reports) {
    this.home = home;
    // Attributes in no report have not changed, so their current values apply at all times.
    /** @type {Map<string, Set<string>>} */
    const touched = new Map();
    for (const report of reports)
      for (const change of changesOf(home, report)) {
        const key = `${change.traitId}/${change.endpoint}/${change.deviceId}`;
        touched.set(key, new Set([...(touched.get(key) ?? []), ...Object.keys(change.values)]));
      }
    this.touched = touched;
    for (const report of [...reports].reverse()) this.#tell(report);
  }

  /** @param {Report} report */
  #tell(report) {
    const at = milliseconds(report.observedAt) ?? 0;
    const who = whoOf(this.home, report.cause);
    let count = 0;
    /** @param {LineKind} kind @param {string} deviceId @param {string} words @param {string} fold the key under which lines are merged, or empty @param {string} personId */
    const say = (kind, deviceId, words, fold = "", personId = who.personId) => {
      const last = fold === "" ? undefined : this.#last.get(fold);
      if (last && at - last.at < foldTime) this.lines[last.index] = undefined;
      const position = report.position;
      const index = this.lines.push({ key: `${position?.epoch}/${position?.sequence}/${(count += 1)}`, at, kind, deviceId, personId, words }) - 1;
      if (fold !== "") this.#last.set(fold, { index, at });
    };
    for (const change of report.objects) this.#object(change, who, report.cause, say);
    /** @type {Map<string, Change[]>} */
    const places = new Map();
    for (const change of changesOf(this.home, report)) {
      const key = `${change.endpoint}/${change.deviceId}`;
      places.set(key, [...(places.get(key) ?? []), change]);
    }
    for (const changes of places.values()) this.#part(changes, who, at, say);
    for (const event of report.events) this.#event(event, who, say);
  }

  /** @param {string} deviceId @param {number} endpoint @param {number} traitId @returns {TraitValues} a trait's values at the time of the current report */
  #at(deviceId, endpoint, traitId) {
    const key = `${traitId}/${endpoint}/${deviceId}`;
    const touched = this.touched.get(key);
    const now = untracked(() => this.home.trait(deviceId, endpoint, traitId)) ?? {};
    const untouched = touched ? Object.fromEntries(Object.entries(now).filter(([name]) => !touched.has(name))) : now;
    return { ...untouched, ...this.#values.get(key) };
  }

  /** @param {string} id @param {number} endpoint */
  #partOf(id, endpoint) {
    const device = this.home.devices.value.get(id);
    let parts = this.#parts.get(id);
    if (!parts && device) this.#parts.set(id, (parts = allParts(device)));
    const part = parts?.find((one) => one.endpoint === endpoint);
    const isOneOfMany = (parts ?? []).filter((one) => one.kind === part?.kind).length > 1;
    return { part, name: [isOneOfMany && part?.label, device?.name ?? this.#devices.get(id)?.name].filter(Boolean).join(", ") || t("log.gone") };
  }

  /**
   * @param {readonly Change[]} changes of one part
   * @param {Who} who
   * @param {number} at
   * @param {(kind: LineKind, deviceId: string, words: string, fold?: string) => void} say
   */
  #part(changes, who, at, say) {
    const [{ deviceId, endpoint } = { deviceId: "", endpoint: 0 }] = changes;
    const { part, name } = this.#partOf(deviceId, endpoint);
    const place = `${endpoint}/${deviceId}`;
    /** @type {Map<number, TraitValues>} */
    const before = new Map();
    for (const { traitId, values } of changes) {
      before.set(traitId, this.#at(deviceId, endpoint, traitId));
      const key = `${traitId}/${place}`;
      this.#values.set(key, { ...this.#values.get(key), ...values });
    }
    // A device that joins sends its whole state, which is not a change.
    const news = changes.filter(({ values }) => !("clusterRevision" in values));
    const isNew = (/** @type {number} */ trait, /** @type {string} */ attribute) =>
      news.some(({ traitId, values }) => traitId === trait && attribute in values && before.get(trait)?.[attribute] !== values[attribute]);
    const value = (/** @type {number} */ trait, /** @type {string} */ attribute) => this.#at(deviceId, endpoint, trait)[attribute];
    const deed = (/** @type {Deed} */ what, fold = "") => {
      say("use", deviceId, deedInWords(who, what, name), fold);
      this.#last.set(`settle/${place}`, { index: -1, at });
    };
    const set = (/** @type {string} */ what, /** @type {string} */ words) => say("use", deviceId, setInWords(who, name, words), `${what}/${place}/${who.name}`);
    if (!part) return;
    let isTold = false;
    if (isNew(ON_OFF, "onOff")) {
      deed(value(ON_OFF, "onOff") === true ? "on" : "off");
      isTold = true;
    }
    const isSettling = at - (this.#last.get(`settle/${place}`)?.at ?? -Infinity) < settleTime;
    const level = isNew(LEVEL_CONTROL, "currentLevel") ? brightness(this.#at(deviceId, endpoint, LEVEL_CONTROL)) : undefined;
    const isOff = part.traits.has(ON_OFF) && value(ON_OFF, "onOff") !== true;
    if (level !== undefined && !isSettling && !isOff) set("level", percent(level));
    if (["colorTemperatureMireds", "currentHue", "currentSaturation", "currentX"].some((one) => isNew(COLOR_CONTROL, one)) && !isSettling && !isOff)
      deed("color", `color/${place}`);
    if (isNew(DOOR_LOCK, "lockState")) {
      const state = value(DOOR_LOCK, "lockState");
      if (state === "locked") deed("lock");
      else if (state === "unlocked" || state === "unlatched") deed("unlock");
      else say("alert", deviceId, t("log.change", { what: name, value: t(state === "notFullyLocked" ? "state.jammed" : "value.none") }));
    }
    if (isNew(DOOR_LOCK, "doorState")) {
      const state = value(DOOR_LOCK, "doorState");
      if (state === "doorOpen") deed("open");
      else if (state === "doorClosed") deed("close");
    }
    if (isNew(WINDOW_COVERING, "currentPositionLiftPercent100ths")) {
      const closed = asNumber(value(WINDOW_COVERING, "currentPositionLiftPercent100ths"));
      if (closed === 0 || closed === 10_000) deed(closed === 0 ? "open" : "close", `lift/${place}/${who.name}`);
      else if (closed !== undefined) say("use", deviceId, setInWords(who, name, t("state.openBy", { percent: percent(1 - closed / 10_000) })), `lift/${place}/${who.name}`);
    }
    for (const attribute of ["occupiedHeatingSetpoint", "occupiedCoolingSetpoint"]) {
      const wanted = isNew(THERMOSTAT, attribute) ? asNumber(value(THERMOSTAT, attribute)) : undefined;
      if (wanted !== undefined) set(attribute, temperature(wanted / 100));
    }
    // An air conditioner that is switched off has the mode "off", too.
    if (isNew(THERMOSTAT, "systemMode") && !isOff) set("mode", named("mode.", value(THERMOSTAT, "systemMode")));
    const speed = isNew(FAN_CONTROL, "percentCurrent") ? asNumber(value(FAN_CONTROL, "percentCurrent")) : undefined;
    // The fan of a thermostat is off with it, which its mode says.
    if (speed === 0 && !part.traits.has(THERMOSTAT)) deed("off", `speed/${place}/${who.name}`);
    else if (speed) set("speed", percent(speed / 100));
    if (isNew(BOOLEAN_STATE, "stateValue") && part.kind === "contact") {
      deed(value(BOOLEAN_STATE, "stateValue") === true ? "close" : "open");
      isTold = true;
    }
    for (const { traitId, values } of news) {
      const [attribute = "", least = 0, share = 0] = measured.get(traitId) ?? [];
      const number = asNumber(values[attribute]);
      if (attribute !== "" && number !== undefined) this.#measure(`${traitId}/${place}`, deviceId, traitId === READING ? partName(part, name) : name, traitId, attribute, number, Math.max(least, Math.abs(number) * share), say);
      if (ownTraits.has(traitId)) this.#own(part, name, traitId, values, isNew(traitId, "value"), who, say);
      else if (traitId >> 16 !== 0) this.#makers(deviceId, name, traitId, values, who, say);
    }
    if (!isTold && states.has(part.kind)) this.#state(part, name, place, news.length > 0, say);
  }

  /**
   * A line for the first text of the part's tile, if it differs from the last one.
   *
   * @param {Part} part
   * @param {string} name
   * @param {string} place
   * @param {boolean} isNews
   * @param {(kind: LineKind, deviceId: string, words: string, fold?: string) => void} say
   */
  #state(part, name, place, isNews, say) {
    const device = /** @type {Device} */ (this.home.devices.value.get(part.deviceId));
    const home = /** @type {LiveHome} */ (/** @type {unknown} */ ({
      device: () => ({ ...device, connectivity: undefined }), trait: this.#at.bind(this), reportedAt: () => undefined, events: { value: [] }, schemas: this.home.schemas,
    }));
    const { text, isAlarm, trouble } = statusOf(home, part);
    const [words = ""] = (trouble ?? text).split(" · ");
    const before = this.#said.get(place);
    this.#said.set(place, words);
    // No lines for the end of a motion and for unknown states.
    if (!isNews || words === before || words === "" || words === t("value.none") || words === t("state.still")) return;
    if (before === undefined && calmStates.has(words)) return;
    say(isAlarm || trouble !== undefined || raising.has(part.kind) ? "alert" : "use", part.deviceId, t("log.change", { what: name, value: words }));
  }

  /**
   * @param {string} key
   * @param {string} deviceId
   * @param {string} name
   * @param {number} traitId
   * @param {string} attribute
   * @param {number} number
   * @param {number} least
   * @param {(kind: LineKind, deviceId: string, words: string) => void} say
   */
  #measure(key, deviceId, name, traitId, attribute, number, least, say) {
    const before = this.#said.get(key);
    if (typeof before === "number" && Math.abs(number - before) < least) return;
    this.#said.set(key, number);
    const type = this.home.schemas.get(traitId);
    const field = type?.attributes.byName.get(attribute)?.schema;
    if (before === undefined || !type || !field) return;
    const endpoint = Number(key.split("/")[1]);
    const value = traitId === READING ? ownInWords(traitId, { ...this.#at(deviceId, endpoint, traitId), value: number }) ?? "" : inWords(type, field, number);
    say("value", deviceId, t("log.change", { what: name, value }));
  }

  /**
   * A line for the new value of one of Hearth's own traits.
   *
   * @param {Part} part
   * @param {string} name
   * @param {number} traitId
   * @param {TraitValues} values
   * @param {boolean} isNew
   * @param {Who} who
   * @param {(kind: LineKind, deviceId: string, words: string, fold?: string) => void} say
   */
  #own(part, name, traitId, values, isNew, who, say) {
    const { deviceId, endpoint } = part;
    const all = this.#at(deviceId, endpoint, traitId);
    const words = ownInWords(traitId, all);
    // Measurements have lines of their own.
    if (!isNew || traitId === READING || words === undefined || values["value"] === null) return;
    // A version is news while it can be installed.
    if (part.kind === "update") {
      if (values["value"] !== "") say("use", deviceId, t("log.change", { what: name, value: t("update.version", { version: words }) }));
      return;
    }
    const what = partName(part, name);
    const fold = `own/${traitId}/${endpoint}/${deviceId}/${who.name}`;
    if (traitId !== FLAG) say("use", deviceId, setInWords(who, what, words), fold);
    else if (isNews(all)) say(isTrouble(all) ? "alert" : "use", deviceId, t("log.change", { what, value: words }));
  }

  /**
   * Lines for a maker's own trait. Only its schema is known.
   *
   * @param {string} deviceId
   * @param {string} name
   * @param {number} traitId
   * @param {TraitValues} values
   * @param {Who} who
   * @param {(kind: LineKind, deviceId: string, words: string, fold?: string) => void} say
   */
  #makers(deviceId, name, traitId, values, who, say) {
    const type = this.home.schemas.get(traitId);
    for (const attribute of Object.keys(values)) {
      const field = type?.attributes.byName.get(attribute)?.schema;
      if (!type || !field || globalAttributeNames.has(attribute)) continue;
      say("use", deviceId, saidBy(who, `${name}: ${label(attribute)}: ${inWords(type, field, values[attribute])}`), `${attribute}/${traitId}/${deviceId}/${who.name}`);
    }
  }

  /**
   * Lines for events: presses of buttons, people coming and leaving, messages, and events of makers' devices.
   *
   * @param {EventReport} event
   * @param {Who} who
   * @param {(kind: LineKind, deviceId: string, words: string, fold?: string, personId?: string) => void} say
   */
  #event(event, who, say) {
    const { deviceId, endpoint } = event.target ?? { deviceId: "", endpoint: 0 };
    const type = this.home.schemas.get(event.traitId);
    const known = type?.events.get(event.eventId);
    /** @type {TraitValues} */
    let fields = {};
    try {
      if (type && known?.payload && event.payload) fields = type.decodeStruct(known.payload, event.payload.value);
    } catch (error) {
      if (!(error instanceof WireError)) throw error;
    }
    if (event.traitId === PRESENCE) {
      const personId = String(fields["personId"] ?? "");
      const name = this.home.people.value.get(personId)?.name || t("people.noName");
      return say("use", "", t(event.eventId === 0 ? "log.arrived" : "log.left", { name }), "", personId);
    }
    if (event.traitId === NOTICES) {
      const notice = /** @type {Partial<import("./notices.js").Notice>} */ (fields["notice"] ?? {});
      const { kind = "", title, text, urgency } = notice;
      const known = careWords.get(kind);
      // An alarm already has a line for its device.
      if (kind !== "message" && known === undefined) return;
      const name = subjectName(this.home, notice) ?? "";
      const said = known === undefined ? [title, text].filter(Boolean).join(": ") : t(known);
      const words = known === undefined || name === "" ? said : t("alarm.at", { name, what: said });
      return say(urgency === "alarm" ? "alert" : "use", "", who.form === "was" ? t("log.change", { what: t("log.noticeIs"), value: words }) : t("log.notice", { who: who.name, words }));
    }
    const { name, part } = this.#partOf(deviceId, endpoint);
    if (event.traitId === SWITCH) {
      const counts = ((asNumber(this.#at(deviceId, endpoint, SWITCH)["featureMap"]) ?? 0) & 0x10) !== 0;
      const press = counts ? 6 : 3;
      if (event.eventId !== 0 && event.eventId !== 2 && event.eventId !== press) return;
      const isOnce = event.eventId === press && !((asNumber(fields["totalNumberOfPressesCounted"]) ?? 1) > 1);
      say("use", deviceId, t("log.change", { what: name, value: t(`event.switch.${isOnce ? 1 : event.eventId}`) }));
    } else if (event.traitId === NAMED_EVENT) {
      if (event.eventId === 0) say("use", deviceId, t("log.change", { what: part ? partName(part, name) : name, value: eventInWords(fields["type"]) }));
    } else if (known && (event.traitId === DOOR_LOCK ? event.eventId === 0 : event.traitId >> 16 !== 0)) {
      const told = type ? Object.entries(fields).flatMap(([field, value]) => {
        const schema = known.payload?.fields.find((one) => one.name === field);
        return schema && value !== null && value !== undefined ? [`${label(field)}: ${inWords(type, schema, value)}`] : [];
      }) : [];
      say(event.traitId === DOOR_LOCK ? "alert" : "use", deviceId, `${name}: ${[label(known.name), ...told].join("; ")}`);
    }
  }

  /**
   * @param {ObjectChange} change
   * @param {Who} who
   * @param {import("../lib/hearth-v1.js").Cause | undefined} cause
   * @param {(kind: LineKind, deviceId: string, words: string) => void} say
   */
  #object(change, who, cause, say) {
    const { device, room, person, structure, automation } = change;
    const setup = (/** @type {string} */ what, /** @type {string} */ value, deviceId = "") => say("setup", deviceId, saidBy(who, t("log.change", { what, value })));
    if (device) {
      const before = this.#devices.get(device.id);
      this.#devices.set(device.id, device);
      const [was, is] = [before?.connectivity?.state, device.connectivity?.state];
      if (is === 2 && was !== 2) say("alert", device.id, t("log.change", { what: device.name, value: t("state.offline") }));
      else if (was === 2 && is !== 2) say("alert", device.id, t("log.change", { what: device.name, value: t("log.reachable") }));
      if (before ? before.name !== device.name : cause?.kind === Cause_Kind.CLIENT) setup(before?.name ?? device.name, before ? t("device.renamed", { name: device.name }) : t("log.device.changed"), device.id);
      if (before && before.roomId !== device.roomId) setup(device.name, this.home.rooms.value.get(device.roomId)?.name ?? t("device.noRoom"), device.id);
    } else if (automation) {
      const before = this.#automations.get(automation.id);
      this.#automations.set(automation.id, automation);
      if (automation.isRunning && !before?.isRunning) say("use", "", deedInWords(who, "start", automation.name));
      else if (before ? before.revision !== automation.revision : cause?.kind === Cause_Kind.CLIENT && !automation.isRunning) setup(automation.name, t("log.automation"));
    } else if (room) setup(room.name, t("log.room"));
    else if (person) setup(person.name || t("people.noName"), t(`role.${person.role}`));
    else if (structure) setup(structure.name, t("log.home"));
    else {
      const other = change.zone ?? change.serviceGroup;
      if (other) return setup(other.name, t("log.group"));
      const removed = removable.find((kind) => change[`removed${kind}Id`] !== undefined);
      const name = removed === "Device" ? this.#devices.get(change.removedDeviceId ?? "")?.name : undefined;
      if (removed) setup(t("log.removed"), name ?? t(`log.removed.${removed}`));
    }
  }
}

const removable = /** @type {const} */ (["Device", "Room", "Person", "Automation", "Zone", "ServiceGroup", "Structure"]);
/** Kinds of parts whose tile's text makes a line. @type {ReadonlySet<import("./parts.js").PartKind>} */
const states = new Set(/** @type {import("./parts.js").PartKind[]} */ (["media", "closure", "security", "waterHeater", "humidifier", "vacuum", "appliance", "valve", "pump", "alarm", "leak", "freeze", "rain", "motion", "air", "camera", "charger"]));
/** Kinds of parts whose lines always need attention. @type {ReadonlySet<import("./parts.js").PartKind>} */
const raising = new Set(/** @type {import("./parts.js").PartKind[]} */ (["alarm", "leak", "freeze", "security"]));
/** Normal states, which get no line if the state before is unknown. */
const calmStates = { has: (/** @type {string} */ words) => ["state.clear", "state.dry"].some((key) => hasText(key) && words === t(key)) };

/**
 * @param {LiveHome} home
 * @param {readonly Report[]} reports newest first
 * @returns {Line[]} newest first
 */
export const linesOf = (home, reports) => new Teller(home, reports).lines.flatMap((line) => line ?? []).reverse();
