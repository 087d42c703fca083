// The home as views read it: a model that follows the hub, with signals that change once a frame.

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
 * Whether what is shown is what is: `asOf` is when the hub was last heard.
 *
 * @typedef {{isLive: boolean, asOf: number, error: RpcError | undefined}} Connection
 */

/**
 * From one frame that shows changes to the next, in milliseconds, where they come on and on: each costs a browser much, however
 * little is new in it, and nobody would see more of them.
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
  /** @type {Map<string, Promise<void>>} by structure: that its automations are here */
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
  /** Rises when something happened that the hub's log tells of. */
  news = signal(0);
  connection = signal(/** @type {Connection} */ ({ isLive: false, asOf: hubTime(), error: undefined }));
  /** Whether what devices say of themselves is there. */
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
          // What is told anew does not have it.
          if (resync) this.arrangements.load(resync.structureId);
        }
        // A heartbeat changes nothing, and a page at rest draws nothing. What was loaded comes without a message.
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
    // What the reader may do decides what there is to see.
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
   * The attributes of a trait, followed.
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
   * The same with when and why it changed.
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
   * Resolves when the page has seen what led to a position, or when it took too long.
   *
   * @param {Position | undefined} position
   */
  reached(position) {
    return this.#follower.reached(position);
  }

  /** Loads what all views but the first need to know of traits. */
  loadSchemas() {
    return this.#follower.loadSchemas();
  }

  /**
   * Loads what it takes to send a command of a trait.
   *
   * @param {number} id
   */
  async loadSchema(id) {
    await this.schemas.need([...this.#follower.traits()].filter((trait) => trait.id === id));
  }

  /** Loads what devices say of themselves, for who wants to know. From then on it is followed. */
  async loadDetails() {
    if (this.hasDetails.peek()) return;
    await this.#follower.loadMore([...this.#follower.traits()].filter((trait) => !isForFirstView(trait)));
    this.hasDetails.value = true;
  }

  /**
   * Fetches a structure's automations: unlike what List brings, they are not needed at once. From then on the watch keeps
   * them right.
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
    // Whoever waits for them finds them, whenever the next frame is.
    this.#flush();
  }

  /** @param {string} id of a device whose changes wake whoever reads */
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
    // Each frame is a sign of life; the views only care when there was a last one.
    if (isLive && known.isLive) known.asOf = hubTime();
    else this.connection.value = { isLive, asOf: isLive ? hubTime() : known.asOf, error };
    if (isLive && !known.isLive) this.#return();
  }

  /** The hub is there again. This machine may have slept, or got another time. */
  async #return() {
    this.arrangements.retry();
    const asked = hubTime();
    const info = await this.client.call("HomeService/GetInfo", {}).catch(() => undefined);
    if (info) this.#setClock(info, asked);
  }

  /**
   * @param {import("../lib/hearth-v1.js").GetInfoResponse} info
   * @param {number} asked when: its time is of a moment between then and now
   */
  #setClock(info, asked) {
    const time = milliseconds(info.time);
    setHubTime(time === undefined ? undefined : time + (hubTime() - asked) / 2);
  }
}

/**
 * What a device says of itself can wait: it is a third of all, and the first view needs none of it but the battery.
 *
 * @param {import("../lib/hearth-v1.js").TraitInfo} trait
 */
const isForFirstView = (trait) => !housekeeping.has(trait.id) || trait.id === POWER_SOURCE;
