// The home for views: a model that follows the hub, with signals that change once a frame.

import { batch, signal } from "../lib/view.js";
import { appId, Arrangements } from "./arrangement.js";
import { hubTime, setHubTime } from "./clock.js";
import { emptySnapshot, HomeFollower } from "./follower.js";
import { milliseconds } from "./model.js";
import { Sight } from "./sight.js";
import { POWER_SOURCE, housekeeping } from "./traits.js";

/** @typedef {import("../lib/connect.js").Client} Client */
/** @typedef {import("../lib/connect.js").RpcError} RpcError */
/** @typedef {import("../lib/hearth-v1.js").Position} Position */
/** @typedef {import("./model.js").HomeModel} HomeModel */
/** @typedef {import("../lib/trait.js").TraitValues} TraitValues */
/** @template T @typedef {import("../lib/view.js").Readable<T>} Readable */
/**
 * Whether the page shows the current state. `asOf` is the time of the hub's last message, in milliseconds since 1970.
 *
 * @typedef {{isLive: boolean, asOf: number, error: RpcError | undefined}} Connection
 */

/**
 * The least time between two frames with changes, in milliseconds. Each frame costs the browser much, even for a small
 * change, and a person would not notice more of them.
 */
const pace = 30;

export class LiveHome {
  #follower;
  #model;
  /** @type {Map<string, import("../lib/view.js").Signal<number>>} */
  #ticks = new Map();
  #isFlushing = false;
  #flushedAt = -Infinity;
  #hasNews = false;
  /** @type {Map<string, Promise<void>>} the fetches of automations, by structure */
  #automations = new Map();

  /** @type {import("../lib/view.js").Signal<HomeModel["structures"]>} */ structures = signal(new Map());
  /** @type {import("../lib/view.js").Signal<HomeModel["rooms"]>} */ rooms = signal(new Map());
  /** @type {import("../lib/view.js").Signal<HomeModel["devices"]>} */ devices = signal(new Map());
  /** @type {import("../lib/view.js").Signal<HomeModel["zones"]>} */ zones = signal(new Map());
  /** @type {import("../lib/view.js").Signal<HomeModel["people"]>} */ people = signal(new Map());
  /** @type {import("../lib/view.js").Signal<HomeModel["automations"]>} */ automations = signal(new Map());
  /** @type {import("../lib/view.js").Signal<HomeModel["caller"]>} */ caller = signal(undefined);
  /** @type {import("../lib/view.js").Signal<HomeModel["events"]>} */ events = signal([]);
  sight = new Sight();
  /** Rises when the hub's log may have new reports. */
  news = signal(0);
  connection = signal(/** @type {Connection} */ ({ isLive: false, asOf: hubTime(), error: undefined }));
  /** Whether the devices' housekeeping traits are loaded. */
  hasDetails = signal(false);
  info = signal(/** @type {import("../lib/hearth-v1.js").GetInfoResponse | undefined} */ (undefined));

  /** @param {Client} client */
  constructor(client) {
    this.client = client;
    this.arrangements = new Arrangements(client);
    const isShared = "locks" in navigator && "BroadcastChannel" in globalThis;
    this.#follower = new HomeFollower(client, {
      onChange: (messages) => {
        if (messages.some((message) => message.report || message.resync)) this.#hasNews = true;
        for (const { report, resync } of messages) {
          for (const { appData } of report?.objects ?? []) if (appData?.appId === appId) this.arrangements.load(appData.objectId);
          // A new snapshot does not include the arrangement.
          if (resync) this.arrangements.load(resync.structureId);
        }
        // A heartbeat changes nothing, so it causes no frame. Loaded schemas come without a message.
        if (messages.length === 0 || messages.some((message) => !message.heartbeat)) this.#schedule();
      },
      onState: (isLive, error) => this.#tell(isLive, error),
      locks: isShared ? navigator.locks : undefined,
      channel: isShared ? new BroadcastChannel("hearth-watch") : undefined,
      attributesOnly: true,
    });
    this.#model = this.#follower.model;
    this.schemas = this.#follower.schemas;
    this.stream = this.#follower.stream;
  }

  /** Loads the home, then follows it. Throws if it can't be loaded. */
  async begin() {
    const asked = hubTime();
    const [info, { caller }] = await Promise.all([this.#follower.loadObjects(), this.client.call("PeopleService/GetCaller", {})]);
    this.#setClock(info, asked);
    this.info.value = info;
    // The caller's role decides what the first view shows.
    if (caller) this.#model.apply({ caller });
    const shown = [...this.#follower.traits()].filter(isForFirstView);
    const arranged = [...this.#model.structures.keys()].map((id) => this.arrangements.load(id));
    await Promise.all([this.#follower.loadStates(shown), ...arranged]);
    this.#flush();
    this.connection.value = { isLive: true, asOf: hubTime(), error: undefined };
    this.stream.start();
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState !== "visible") return;
      this.stream.hurry();
    });
    addEventListener("online", () => this.stream.hurry());
    document.addEventListener("freeze", () => this.stream.freeze());
    document.addEventListener("resume", () => this.stream.resume());
  }

  /**
   * The attributes of a trait. Reading them subscribes to their changes.
   *
   * @param {string} deviceId
   * @param {number} endpoint
   * @param {number} traitId
   * @returns {TraitValues | undefined}
   */
  trait(deviceId, endpoint, traitId) {
    return this.entry(deviceId, endpoint, traitId)?.values;
  }

  /**
   * The state of a trait, with the time and cause of its last change.
   *
   * @param {string} deviceId
   * @param {number} endpoint
   * @param {number} traitId
   */
  entry(deviceId, endpoint, traitId) {
    this.#follow(deviceId);
    return this.#model.state(deviceId, endpoint, traitId);
  }

  /**
   * When an attribute was reported last, as far as the page knows.
   *
   * @param {string} deviceId
   * @param {number} endpoint
   * @param {number} traitId
   * @param {string} attribute
   */
  reportedAt(deviceId, endpoint, traitId, attribute) {
    const entry = this.entry(deviceId, endpoint, traitId);
    return entry?.reportedAt.get(attribute) ?? entry?.readAt;
  }

  /** @param {string} id */
  device(id) {
    this.#follow(id);
    return this.#model.devices.get(id);
  }

  /**
   * Resolves when the page shows all changes up to a position, or after a timeout.
   *
   * @param {Position | undefined} position
   */
  reached(position) {
    return this.#follower.reached(position);
  }

  /** Loads the whole schemas of all traits, which all views but the first need. */
  loadSchemas() {
    return this.#follower.loadSchemas();
  }

  /**
   * Loads the whole schema of a trait, to send a command.
   *
   * @param {number} id
   */
  async loadSchema(id) {
    await this.schemas.need([...this.#follower.traits()].filter((trait) => trait.id === id));
  }

  /** Loads the devices' housekeeping traits, for views that show them. The watch then keeps them up to date. */
  async loadDetails() {
    if (this.hasDetails.peek()) return;
    await this.#follower.loadMore([...this.#follower.traits()].filter((trait) => !isForFirstView(trait)));
    this.hasDetails.value = true;
  }

  /**
   * Fetches a structure's automations, which List leaves out and the first view does not need. The watch then keeps them up
   * to date.
   *
   * @param {string} structureId
   */
  loadAutomations(structureId) {
    let loading = this.#automations.get(structureId);
    if (!loading) {
      loading = this.#fetchAutomations(structureId).catch((error) => {
        this.#automations.delete(structureId);
        throw error;
      });
      this.#automations.set(structureId, loading);
    }
    return loading;
  }

  /** @param {string} structureId */
  async #fetchAutomations(structureId) {
    let pageToken = "";
    do {
      const page = await this.client.call("AutomationService/ListAutomations", { structureId, pageToken });
      this.#follower.take([{ snapshot: { ...emptySnapshot, automations: page.automations } }]);
      pageToken = page.nextPageToken;
    } while (pageToken !== "");
    // At once, so that callers find the automations without waiting for a frame.
    this.#flush();
  }

  /** @param {string} id of a device, to whose changes the current observer subscribes */
  #follow(id) {
    let tick = this.#ticks.get(id);
    if (!tick) this.#ticks.set(id, (tick = signal(0)));
    return tick.value;
  }

  #schedule() {
    if (this.#isFlushing) return;
    this.#isFlushing = true;
    const flush = () => requestAnimationFrame(() => this.#flush());
    const rest = this.#flushedAt + pace - performance.now();
    if (rest > 0) setTimeout(flush, rest);
    else flush();
  }

  #flush() {
    this.#isFlushing = false;
    this.#flushedAt = performance.now();
    const model = this.#model;
    const due = this.sight.due(model.changedDevices);
    batch(() => {
      if (this.#hasNews) this.news.value += 1;
      this.#hasNews = false;
      for (const id of due) {
        const tick = this.#ticks.get(id);
        if (tick) tick.value += 1;
      }
      for (const kind of model.changedKinds) {
        if (kind === "caller") this.caller.value = model.caller;
        else if (kind === "events") this.events.value = model.events;
        else /** @type {import("../lib/view.js").Signal<any>} */ (this[kind]).value = new Map(/** @type {Map<string, any>} */ (model[kind]));
      }
    });
    this.#follower.settle(due);
    if (model.changedDevices.size > 0) this.#schedule();
  }

  /**
   * @param {boolean} isLive
   * @param {RpcError | undefined} error
   */
  #tell(isLive, error) {
    const known = this.connection.peek();
    // Every message updates the time in place; views are only notified when the connection is lost or restored.
    if (isLive && known.isLive) known.asOf = hubTime();
    else this.connection.value = { isLive, asOf: isLive ? hubTime() : known.asOf, error };
    if (isLive && !known.isLive) this.#return();
  }

  /** Runs when the hub is connected again. This machine may have slept meanwhile, or its clock may have been set. */
  async #return() {
    this.arrangements.retry();
    const asked = hubTime();
    const info = await this.client.call("HomeService/GetInfo", {}).catch(() => undefined);
    if (info) this.#setClock(info, asked);
  }

  /**
   * @param {import("../lib/hearth-v1.js").GetInfoResponse} info
   * @param {number} asked when the hub was asked; it answered between then and now
   */
  #setClock(info, asked) {
    const time = milliseconds(info.time);
    setHubTime(time === undefined ? undefined : time + (hubTime() - asked) / 2);
  }
}

/**
 * Whether the first view needs a trait. Housekeeping traits are a third of the data and can wait, except for batteries.
 *
 * @param {import("../lib/hearth-v1.js").TraitInfo} trait
 */
const isForFirstView = (trait) => !housekeeping.has(trait.id) || trait.id === POWER_SOURCE;
