// Reads which devices, rooms and traits a text names.

import { numberOf } from "./resolve.js";
import { deviceTypeNames } from "./words.js";
import { t } from "../../ui/text.js";

/** @typedef {import("./scanner.js").Scanner} Scanner */
/** @typedef {import("./text.js").Names} Names */
/** @typedef {import("./text.js").ObjectKind} ObjectKind */
/** @typedef {import("./read-expression.js").NamedTrait} NamedTrait */
/** @typedef {import("../../lib/hearth-v1.js").AutomationTrait} AutomationTrait */
/**
 * What can be looked up in the home.
 *
 * @typedef {Names & {
 *   schemas: () => Iterable<import("../../lib/hearth-v1.js").TraitSchema>,
 *   objects: (kind: ObjectKind) => Iterable<{id: string, name: string}>,
 * }} Lookup
 */

const objectKinds = /** @type {const} */ (["device", "room", "zone", "group", "home", "automation"]);

export class ObjectReader {
  /** @type {Map<string, {kind: ObjectKind, id: string}>} */
  #uses = new Map();

  /** @param {Lookup} names */
  constructor(names) {
    this.names = names;
  }

  /** @param {Scanner} scanner a line that says which object a name stands for */
  use(scanner) {
    const start = scanner.copy();
    const label = scanner.string();
    const kind = objectKinds.find((one) => label !== undefined && scanner.copy().take("=") && one === wordAfter(scanner, "="));
    const rest = kind && scanner.take("=") && scanner.name() !== undefined ? scanner : undefined;
    const quoted = rest?.string();
    const [plain] = (quoted === undefined && /^\s*[\w.:-]+/.exec(scanner.text.slice(scanner.at))) || [];
    if (label === undefined || !kind || (quoted ?? plain) === undefined) throw start.error(t("read.sayWhatANameStands"));
    if (plain !== undefined) scanner.at += plain.length;
    scanner.expectEnd();
    if (this.#uses.has(label)) throw start.error(t("read.standsForSomethingElseAlready", { label }));
    this.#uses.set(label, { kind, id: quoted ?? String(plain).trim() });
  }

  /** @param {Scanner} scanner @returns {NamedTrait} */
  trait(scanner) {
    /** @type {AutomationTrait} */
    const trait = { deviceType: 0, traitId: 0 };
    if (scanner.words("all", "in")) trait.group = this.#group(scanner);
    else {
      const deviceId = scanner.words("home") ? this.names.structureId : this.id("device", scanner);
      trait.target = { deviceId, endpoint: deviceId === this.names.structureId ? 0 : 1 };
    }
    const saysPart = trait.target !== undefined && scanner.words("part");
    if (saysPart && trait.target) {
      const endpoint = scanner.natural();
      if (endpoint === undefined || endpoint > 0xffff) throw scanner.error(t("read.theNumberOfThePart"));
      trait.target = { ...trait.target, endpoint };
    }
    const saysType = scanner.words("as");
    if (saysType) {
      const word = scanner.name() ?? "";
      const found = numberOf([...deviceTypeNames].map(([number, name]) => ({ number, name })), word);
      if (found === undefined) throw scanner.error(t("read.thereIsNoDeviceType", { word }));
      trait.deviceType = Number(found);
    }
    scanner.skip();
    const { at } = scanner;
    const word = scanner.name();
    if (word === undefined) throw scanner.error(t("read.sayWhichOfTheDevice"));
    const found = numberOf([...this.names.schemas()].map((schema) => ({ number: schema.id, name: schema.name })), word);
    if (found === undefined) throw scanner.error(t("read.thereIsNoTrait", { word }), at);
    trait.traitId = Number(found);
    return { trait, saysPart, saysType };
  }

  /** @param {Scanner} scanner @returns {import("../../lib/hearth-v1.js").AutomationGroup} */
  #group(scanner) {
    if (scanner.words("room")) return { roomId: this.id("room", scanner) };
    if (scanner.words("zone")) return { zoneId: this.id("zone", scanner) };
    if (scanner.words("group")) return { serviceGroupId: this.id("group", scanner) };
    if (!scanner.words("home")) throw scanner.error(t("read.sayAllInRoomZone"));
    return { structureId: scanner.isQuoteNext ? this.id("home", scanner) : this.names.structureId };
  }

  /** @param {ObjectKind} kind @param {Scanner} scanner @returns {string} an id */
  id(kind, scanner) {
    scanner.skip();
    const { at } = scanner;
    const label = scanner.string();
    if (label === undefined) throw scanner.error(t("read.aNameIsMissingHere"));
    const used = this.#uses.get(label);
    if (used && used.kind !== kind) throw scanner.error(t("read.standsForAnotherKindOf", { label }), at);
    if (used) return used.id;
    const all = [...this.names.objects(kind)];
    const known = all.find((one) => one.id === label);
    const found = known ? [known] : all.filter((one) => one.name.toLowerCase() === label.toLowerCase());
    if (found.length > 1) throw scanner.error(t("read.severalAreCalledSayUnder", { label }), at);
    if (!found[0]) throw scanner.error(t("read.nothingIsCalledHere", { label }), at);
    return found[0].id;
  }
}

/** @param {Scanner} scanner @param {string} sign @returns {string | undefined} the word behind a sign that comes next */
function wordAfter(scanner, sign) {
  const ahead = scanner.copy();
  return ahead.take(sign) ? ahead.name()?.toLowerCase() : undefined;
}
