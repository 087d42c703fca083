// A trait of a device, as the SDK offers it: its attributes, commands and events.

import { send } from "../home/send.js";
import { HearthError, ours } from "./error.js";
import { following, Listeners } from "./listeners.js";
import { check } from "./values.js";

/** @typedef {import("../lib/trait.js").TraitValues} TraitValues */
/** @typedef {import("../lib/trait.js").TraitType} TraitType */
/** @typedef {import("./hearth.js").EventInfo} EventInfo */
/** @typedef {{deviceId: string, endpoint: number}} Place */
/**
 * The parts of the home that traits need.
 *
 * @typedef {{
 *   follower: import("../home/follower.js").HomeFollower,
 *   clientId: string,
 *   end: AbortSignal,
 * }} Surroundings
 */

export class TraitHandle {
  #home;
  #place;
  #type;
  /** @type {TraitValues} the attributes that listeners got last */
  #told;
  /** @type {Listeners<any>} */
  #changes = new Listeners();
  /** @type {Map<number, Listeners<{payload: TraitValues, info: EventInfo}>>} */
  #events = new Map();
  /** The commands by name. Those without a name conflict are also methods of this object. */
  commands;

  /**
   * @param {Surroundings} home
   * @param {Place} place
   * @param {TraitType} type
   */
  constructor(home, place, type) {
    this.#home = home;
    this.#place = place;
    this.#type = type;
    this.#told = this.attributes;
    /** @type {Record<string, (args?: TraitValues) => Promise<TraitValues | undefined>>} */
    this.commands = Object.create(null);
    for (const name of type.commands.keys()) {
      this.commands[name] = (/** @type {TraitValues | undefined} */ args) => this.#invoke(name, args ?? {});
      if (!(name in this)) Object.defineProperty(this, name, { value: this.commands[name] });
    }
  }

  get name() {
    return this.#type.name;
  }

  get endpoint() {
    return this.#place.endpoint;
  }

  /** @returns {TraitValues} as reported last */
  get attributes() {
    return this.#home.follower.model.state(this.#place.deviceId, this.#place.endpoint, this.#type.id)?.values ?? none;
  }

  /** @param {TraitValues} values */
  async update(values) {
    const fields = [...this.#type.attributes.fields.values()].map((field) => field.schema);
    check(this.#type, fields, values, this.name);
    await this.#send({ update: { attributes: this.#type.encodeAttributes(values) } });
  }

  /**
   * @param {(attributes: any) => void} listener
   * @returns {() => void}
   */
  onChange(listener) {
    return this.#changes.add(listener);
  }

  changes() {
    return /** @type {AsyncGenerator<any, void>} */ (following((listener) => this.onChange(listener), () => this.attributes, this.#home.end));
  }

  /**
   * @param {string} name
   * @param {(payload: any, info: EventInfo) => void} listener
   * @returns {() => void}
   */
  onEvent(name, listener) {
    const event = [...this.#type.events.values()].find((one) => one.name === name);
    if (!event) throw new HearthError("not_found", `${this.name} has no event ${name}`);
    let listeners = this.#events.get(event.id);
    if (!listeners) this.#events.set(event.id, (listeners = new Listeners()));
    return listeners.add(({ payload, info }) => listener(payload, info));
  }

  /** Notifies the listeners if the attributes have changed since the last call. */
  flush() {
    const attributes = this.attributes;
    if (attributes === this.#told) return;
    this.#told = attributes;
    this.#changes.tell(attributes);
  }

  /** @param {import("../lib/hearth-v1.js").EventReport} report an event of this trait */
  hear(report) {
    const listeners = this.#events.get(report.eventId);
    if (!listeners) return;
    const struct = this.#type.events.get(report.eventId)?.payload;
    const payload = this.#type.decodeStruct(struct, report.payload?.value ?? new Uint8Array(0));
    const { seconds, nanos } = report.time ?? { seconds: 0n, nanos: 0 };
    listeners.tell({ payload, info: { number: report.number, time: new Date(Number(seconds) * 1000 + Math.floor(nanos / 1e6)) } });
  }

  /**
   * @param {string} name
   * @param {TraitValues} args
   */
  async #invoke(name, args) {
    const command = this.#type.commands.get(name);
    if (!command) throw new HearthError("not_found", `${this.name} has no command ${name}`);
    check(this.#type, command.arguments?.fields ?? [], args, `${this.name}.${name}`);
    const response = await this.#send({ command: { commandId: command.id, arguments: this.#type.encodeStruct(command.arguments, args) } });
    return command.response && this.#type.decodeStruct(command.response, response);
  }

  /** @param {import("../lib/message.js").Input<import("../lib/hearth-v1.js").BatchItem>} action */
  async #send(action) {
    if (this.#home.end.aborted) throw new HearthError("canceled", "the home was closed");
    try {
      return (await send(this.#home.follower, this.#place, this.#type.id, action, this.#home.clientId)).response;
    } catch (error) {
      throw ours(error);
    }
  }
}

/** @type {TraitValues} */
const none = Object.freeze(Object.create(null));
