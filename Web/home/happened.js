// What a report of the hub's log says, a line for each thing that it concerns.

import { globalAttributeNames } from "../lib/trait.js";
import { WireError } from "../lib/wire.js";
import { t } from "../ui/text.js";
import { inWords } from "./values.js";
import { label } from "./words.js";

/** @typedef {import("./live.js").LiveHome} LiveHome */
/** @typedef {import("../lib/hearth-v1.js").Report} Report */
/** @typedef {import("../lib/hearth-v1.js").ObjectChange} ObjectChange */
/** @typedef {"event" | "value" | "setup"} LineKind */
/** @typedef {{kind: LineKind, deviceId: string, name: string, words: string, number?: bigint}} Line */

/**
 * The fields of a message in words, without those that all traits have.
 *
 * @param {import("../lib/trait.js").TraitType} type
 * @param {ReadonlyMap<string, import("../lib/hearth-v1.js").SchemaField>} fields
 * @param {() => import("../lib/trait.js").TraitValues} decode
 */
function valuesInWords(type, fields, decode) {
  try {
    const values = decode();
    return Object.keys(values).filter((name) => !globalAttributeNames.has(name)).flatMap((name) => {
      const field = fields.get(name);
      return field ? [t("log.change", { what: label(name), value: inWords(type, field, values[name]) })] : [];
    });
  } catch (error) {
    if (!(error instanceof WireError)) throw error;
    return [];
  }
}

/** @param {LiveHome} home @param {string} id of a device or a structure */
const nameOf = (home, id) => home.devices.value.get(id)?.name ?? home.structures.value.get(id)?.name ?? t("log.gone");

/**
 * @param {LiveHome} home
 * @param {Report} report
 * @returns {Line[]} what occurred first, then what has another value, then what was set up
 */
export function linesOf(home, report) {
  /** @type {Line[]} */
  const lines = report.events.map((event) => {
    const id = event.target?.deviceId ?? "";
    const type = home.schemas.get(event.traitId);
    const known = type?.events.get(event.eventId);
    const { payload } = event;
    const told = type && known?.payload && payload
      ? valuesInWords(type, new Map(known.payload.fields.map((field) => [field.name, field])), () => type.decodeStruct(known.payload, payload.value)) : [];
    const words = [known ? label(known.name) : t("log.event", { number: event.eventId }), ...told].join("; ");
    return { kind: "event", deviceId: id, name: nameOf(home, id), words, number: event.number };
  });
  /** @type {Map<string, string[]>} */
  const changes = new Map();
  for (const { target, traitId, attributes } of report.states) {
    const type = home.schemas.get(traitId);
    if (!type || !attributes || !target) continue;
    const fields = new Map([...type.attributes.byName].map(([name, { schema }]) => [name, schema]));
    const words = valuesInWords(type, fields, () => type.decodeAttributes(attributes.value));
    if (words.length > 0) changes.set(target.deviceId, [...(changes.get(target.deviceId) ?? []), ...words]);
  }
  for (const [id, words] of changes) lines.push({ kind: "value", deviceId: id, name: nameOf(home, id), words: words.join("; ") });
  for (const change of report.objects) lines.push(...objectLine(home, change));
  return lines;
}

/**
 * @param {LiveHome} home
 * @param {ObjectChange} change
 * @returns {Line[]}
 */
function objectLine(home, change) {
  const line = (/** @type {string} */ name, /** @type {string} */ words, deviceId = "") => [/** @type {Line} */ ({ kind: "setup", deviceId, name, words })];
  const { device, room, person, structure, automation } = change;
  if (device) {
    if (device.connectivity?.state === 2) return line(device.name, t("state.offline"), device.id);
    return line(device.name, [home.rooms.value.get(device.roomId)?.name, t("device.online")].filter(Boolean).join(", "), device.id);
  }
  if (room) return line(room.name, t("log.room"));
  if (person) return line(person.name || t("people.noName"), t(`role.${person.role}`));
  if (structure) return line(structure.name, t("log.home"));
  if (automation) return line(automation.name, t(automation.isRunning ? "automation.isRunning" : "log.automation"));
  const other = change.zone ?? change.serviceGroup;
  if (other) return line(other.name, t("log.group"));
  const removed = /** @type {const} */ (["Device", "Room", "Person", "Automation", "Zone", "ServiceGroup", "Structure"]).find((kind) => change[`removed${kind}Id`] !== undefined);
  return removed ? line(t("log.removed"), t(`log.removed.${removed}`)) : [];
}
