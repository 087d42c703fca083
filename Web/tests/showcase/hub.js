// A fake hub inside the page, for a house that no simulator has. It answers like a hub, with the real hub's schemas.

import { CameraQuality, messages } from "../../lib/hearth-v1-more.js";
import { RpcError } from "../../lib/connect.js";
import { decode, encode, know } from "../../lib/message.js";
import { TraitType } from "../../lib/trait.js";
import { house, picture } from "./house.js";

know(messages);

/** @param {string} text in base64 */
const bytesOf = (text) => Uint8Array.from(atob(text), (one) => one.charCodeAt(0));

/** @typedef {import("../../lib/connect.js").Client} Client */
/** @typedef {Record<string, unknown>} Values */

/** The effects of some commands; others change nothing. @type {Record<string, (args: any, values: Values) => Values>} */
const effects = {
  pause: () => ({ operationalState: "paused", currentState: "paused" }), resume: () => ({ operationalState: "running" }), start: () => ({ operationalState: "running" }),
  stop: () => ({ operationalState: "stopped" }), play: () => ({ currentState: "playing" }), goHome: () => ({ operationalState: "seekingCharger" }),
  changeToMode: ({ newMode }) => ({ currentMode: newMode }), selectAreas: ({ newAreas }) => ({ selectedAreas: newAreas }), on: () => ({ onOff: true }), off: () => ({ onOff: false }),
  disable: () => ({ supplyState: "disabled", state: "pluggedInDemand" }), enableCharging: () => ({ supplyState: "chargingEnabled", state: "pluggedInCharging" }),
  open: ({ targetLevel }, values) => ({ currentState: "open", currentLevel: targetLevel ?? values["currentLevel"] }), close: () => ({ currentState: "closed", remainingDuration: null }),
  unlockDoor: () => ({ lockState: "unlocked" }), lockDoor: () => ({ lockState: "locked" }),
  setTargetState: ({ targetState }) => ({ targetState, currentState: targetState === "disarm" ? "disarmed" : targetState }),
  setSettings: (args) => args, boost: () => ({ boostState: "active" }), cancelBoost: () => ({ boostState: "inactive" }),
  setTemperature: ({ targetTemperature, targetTemperatureLevel }) => ({ temperatureSetpoint: targetTemperature, selectedTemperatureLevel: targetTemperatureLevel }),
};

/** The responses of devices to some commands. @type {Record<string, Record<string, Values>>} */
const answers = {
  dishwasher: { changeToMode: { status: 3, statusText: "Empty it first" } },
  camera: { captureSnapshot: { data: bytesOf(picture), imageCodec: "jpeg", resolution: { width: 64, height: 36 } } },
};

/** The code of gRPC for a refusal by a device. */
const failedPrecondition = 9;

const idOf = (/** @type {string} */ name) => name.toLowerCase().replaceAll(" ", "-");

/** A replacement for the page's client. */
export class HouseHub {
  /** @type {Map<number, TraitType>} */
  #types = new Map();
  /** @type {Map<string, Values>} */
  #values = new Map();
  /** @type {Uint8Array[]} */
  #reports = [];
  #wake = () => {};

  /** @param {Client} client of the hub that has the schemas */
  constructor(client) {
    this.client = client;
  }

  async begin() {
    const traits = [...new Set(house.flatMap(({ parts }) => parts.flatMap((part) => Object.keys(part.traits).map(Number))))];
    let pageToken = "";
    do {
      const page = await this.client.call("HomeService/GetTraitSchemas", { traitIds: traits, pageToken });
      for (const schema of page.schemas) this.#types.set(schema.id, new TraitType(schema));
      pageToken = page.nextPageToken;
    } while (pageToken !== "");
    for (const { name, parts } of house)
      parts.forEach((part, index) => Object.entries(part.traits).forEach(([trait, values]) => this.#values.set(`${idOf(name)}/${index + 1}/${trait}`, { ...values })));
    return this;
  }

  /** @param {string} method @param {any} request @returns {Promise<any>} */
  async call(method, request) {
    switch (method) {
      case "HomeService/List": return plain("ListResponse", { structures: [{ id: "house", name: "Showcase" }], rooms: [...new Set(house.map(({ room }) => room))].map((name) => ({ id: idOf(name), structureId: "house", name })), devices: this.#devices() });
      case "HomeService/Read": return plain("ReadResponse", { states: [...this.#values.keys()].map((key) => this.#state(key, this.#values.get(key) ?? {})) });
      case "HomeService/SendBatch": return plain("SendBatchResponse", { results: request.items.map((/** @type {any} */ item) => this.#send(item)) });
      case "HomeService/GetAppData": return plain("GetAppDataResponse", {});
      case "HomeService/ListReports": return plain("ListReportsResponse", {});
      case "HistoryService/ListSeries": return plain("ListSeriesResponse", {});
      case "AutomationService/ListAutomations": return plain("ListAutomationsResponse", {});
      case "CameraService/ExtendLiveView": return { seconds: 300 };
      case "IntegrationsService/ListEntities": return { entities: [] };
      default: return this.client.call(/** @type {any} */ (method), request);
    }
  }

  #devices() {
    return house.map(({ name, room, parts }) => ({
      id: idOf(name), structureId: "house", roomId: idOf(room), name, connectivity: { state: 1 },
      endpoints: parts.map((part, index) => ({ id: index + 1, name: part.label ?? "", deviceTypes: part.types.map((id) => ({ id, revision: 1 })), traits: Object.keys(part.traits).map((id) => ({ id: Number(id) })) })),
    }));
  }

  /** @param {string} key @param {Values} values */
  #state(key, values) {
    const [deviceId = "", endpoint = "", trait = ""] = key.split("/");
    const attributes = { value: this.#type(Number(trait)).encodeAttributes(/** @type {any} */ (values)) };
    return { target: { deviceId, endpoint: Number(endpoint) }, traitId: Number(trait), attributes, observedAt: { seconds: BigInt(Math.floor(Date.now() / 1000)), nanos: 0 } };
  }

  /** @param {number} id */
  #type(id) {
    const type = this.#types.get(id);
    if (!type) throw new TypeError(`the hub has no schema of ${id}`);
    return type;
  }

  /** @param {any} item */
  #send({ target, traitId, command, update }) {
    const type = this.#type(traitId);
    const key = `${target.deviceId}/${target.endpoint}/${traitId}`;
    const values = this.#values.get(key) ?? {};
    const declared = type.schema.commands.find((one) => one.id === command?.commandId);
    const given = update ? type.decodeAttributes(update.attributes) : type.decodeStruct(declared?.arguments, command.arguments);
    if (given["code"] && new TextDecoder().decode(given["code"]) !== "1234") return { code: failedPrecondition, message: "the code is wrong" };
    const answer = answers[target.deviceId]?.[declared?.methodName ?? ""];
    if (answer) return { code: 0, response: type.encodeStruct(declared?.response, /** @type {any} */ (answer)) };
    const wanted = update ? given : (effects[declared?.methodName ?? ""]?.(given, values) ?? {});
    const changes = Object.fromEntries(Object.entries(wanted).filter(([name, value]) => value !== undefined && name in values));
    this.#values.set(key, { ...values, ...changes });
    const report = { states: [this.#state(key, changes)], cause: { kind: 2, clientId: "dashboard" }, observedAt: { seconds: BigInt(Math.floor(Date.now() / 1000)), nanos: 0 } };
    this.#reports.push(encode("WatchResponse", /** @type {any} */ ({ report })));
    this.#wake();
    return { code: 0 };
  }

  /**
   * A live stream of the same pictures again and again, with silence unless it is asked for without sound. The small
   * stream has JPEG.
   *
   * @param {string} method @param {any} request @param {{signal?: AbortSignal}} settings
   */
  async *stream(method, request, { signal } = {}) {
    const { codec, configuration, units } = await (await fetch(new URL("../fixtures/loop.json", import.meta.url))).json();
    yield { opened: { streamId: "1", seconds: 32 } };
    if (request.quality === CameraQuality.SUB) return yield* pictures(signal);
    const audio = { codec: "ulaw", configuration: new Uint8Array(), sampleRate: 8_000, channels: 1 };
    yield { format: { video: { codec, configuration: bytesOf(configuration), width: 64, height: 48 }, ...(request.withoutAudio ? {} : { audio }) } };
    for (let count = 0; !signal?.aborted; count += 1) {
      const { isKey, data } = units[count % units.length];
      yield { unit: { isAudio: false, isKey, time: BigInt(count) * 66_667n, data: bytesOf(data) } };
      if (!request.withoutAudio) yield { unit: { isAudio: true, isKey: true, time: BigInt(count) * 66_667n, data: new Uint8Array(533).fill(255) } };
      await new Promise((resolve) => setTimeout(resolve, 66));
    }
    throw new RpcError("canceled", "the call was given up");
  }

  async *frames() {
    yield [encode("WatchResponse", { started: { heartbeatSeconds: 3_600 } })];
    for (;;) {
      if (this.#reports.length === 0) await new Promise((resolve) => (this.#wake = () => resolve(undefined)));
      yield this.#reports.splice(0);
    }
  }
}

/** @param {AbortSignal | undefined} signal */
async function* pictures(signal) {
  yield { opened: { streamId: "2", seconds: 300 } };
  yield { format: { video: { codec: "jpeg", configuration: new Uint8Array(), width: 64, height: 36 } } };
  for (let count = 0; !signal?.aborted; count += 1) {
    yield { unit: { isAudio: false, isKey: true, time: BigInt(count) * 200_000n, data: bytesOf(picture) } };
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new RpcError("canceled", "the call was given up");
}

/** A message with the defaults of its absent fields. @param {any} name @param {any} message */
const plain = (name, message) => decode(name, encode(name, message));
