// The integrations and the things nearby: what the hub's watch says of them, the fields to ask for, and an addition.

import { RpcError } from "../lib/connect.js";
import { AddingStep as Step, DeviceEntity_LeftOut as LeftOut, FoundDevice_Readiness as Readiness, IntegrationField_Type as Type, IntegrationHealth_State as State } from "../lib/hearth-v1-more.js";
import { signal } from "../lib/view.js";
import { hasText, t } from "../ui/text.js";
import { milliseconds } from "./model.js";
import { retryDelay } from "./stream.js";
import { ago, byName, capital } from "./words.js";

/** @typedef {import("../lib/connect.js").Client} Client */
/** @typedef {import("../lib/hearth-v1.js").Device} Device */
/** @typedef {import("../lib/hearth-v1.js").DeviceEntity} DeviceEntity */
/** @typedef {import("../lib/hearth-v1.js").FoundDevice} FoundDevice */
/** @typedef {import("../lib/hearth-v1.js").IgnoredDevice} IgnoredDevice */
/** @typedef {import("../lib/hearth-v1.js").Integration} Integration */
/** @typedef {import("../lib/hearth-v1.js").IntegrationField} IntegrationField */
/** @typedef {import("../lib/hearth-v1.js").IntegrationKind} IntegrationKind */
/** @typedef {import("../lib/hearth-v1.js").IntegrationFailure} IntegrationFailure */
/** @typedef {import("../lib/hearth-v1.js").IntegrationSetting} IntegrationSetting */
/** @typedef {import("../lib/hearth-v1.js").AddIntegrationRequest} AddIntegrationRequest */
/** @typedef {import("../lib/hearth-v1.js").WatchIntegrationsResponse} WatchIntegrationsResponse */
/** @template T @typedef {import("../lib/hearth-v1.js").Input<T>} Input */
/**
 * The integrations by id, and the found and the ignored things by key.
 *
 * @typedef {{integrations: ReadonlyMap<string, Integration>, found: ReadonlyMap<string, FoundDevice>, ignored: ReadonlyMap<string, IgnoredDevice>}} Nearby
 */

/**
 * @param {Nearby | undefined} nearby
 * @param {WatchIntegrationsResponse} message of the watch
 * @returns {Nearby}
 */
export function withMessage(nearby, message) {
  const known = message.isSnapshot ? undefined : nearby;
  const integrations = new Map(known?.integrations);
  const found = new Map(known?.found);
  for (const one of message.integrations) integrations.set(one.id, one);
  for (const id of message.removedIntegrationIds) integrations.delete(id);
  for (const one of message.found) found.set(one.key, one);
  for (const key of message.lostKeys) found.delete(key);
  const ignored = new Map(known?.ignored);
  for (const one of message.ignored) ignored.set(one.key, one);
  for (const key of message.unignoredKeys) ignored.delete(key);
  return { integrations, found, ignored };
}

/** The order in which found things are shown: first those that can be added. */
const ranks = /** @type {readonly number[]} */ ([Readiness.READY, Readiness.NEEDS_KEY, Readiness.NEEDS_PASSWORD, Readiness.NEEDS_CODE, Readiness.NEEDS_BUTTON, Readiness.NOT_SUPPORTED, Readiness.ADDED]);
/** The most things shown. */
const mostShown = 200;

/** @param {Nearby} nearby @returns {FoundDevice[]} what is near, in the order of the list */
export const foundInOrder = ({ found }) => [...found.values()]
  .sort((one, other) => ranks.indexOf(one.readiness) - ranks.indexOf(other.readiness) || byName(nameOf(one), nameOf(other)) || byName(one.key, other.key)).slice(0, mostShown);

/** @param {Nearby} nearby @returns {IgnoredDevice[]} what is hidden from the list, the last one first */
export const ignoredInOrder = ({ ignored }) => [...ignored.values()]
  .sort((one, other) => (milliseconds(other.ignoredAt) ?? 0) - (milliseconds(one.ignoredAt) ?? 0) || byName(one.key, other.key));

/** @param {{name: string, address?: string, kind: string}} found a found or ignored thing */
export const nameOf = ({ name, address = "", kind }) => name || address || kind;

/**
 * The device that an integration has brought; of several, the one that the others are behind, else the first by name.
 *
 * @param {Iterable<Device>} devices
 * @param {string} integrationId with which the IDs of its devices begin; empty for none
 * @returns {Device | undefined}
 */
export const deviceOf = (devices, integrationId) => [...devices]
  .filter(({ id, bridgeId }) => integrationId !== "" && bridgeId === "" && id.startsWith(`${integrationId}-`))
  .sort((one, other) => byName(one.name, other.name))[0];

/** @param {FoundDevice} found @returns whether it can be added */
export const canAdd = ({ readiness }) => ranks.includes(readiness) && readiness !== Readiness.NOT_SUPPORTED && readiness !== Readiness.ADDED;

/**
 * A kind with the page's texts for its summary, labels and hints. The hub has them in English only, which is shown for kinds
 * that the page does not know.
 *
 * @param {IntegrationKind} kind
 * @returns {IntegrationKind}
 */
export function translatedKind(kind) {
  if (!hasText(`kind.${kind.id}`)) return kind;
  const said = (/** @type {string} */ name, /** @type {string} */ english) =>
    [`setting.${kind.id}.${name}`, `setting.${name}`].filter(hasText).map((key) => t(key))[0] ?? english;
  return {
    ...kind, summary: t(`kind.${kind.id}`),
    fields: kind.fields.map((field) => ({
      ...field, label: said(field.name, field.label), hint: field.hint === "" ? "" : said(`${field.name}.hint`, field.hint),
    })),
  };
}

/** @param {IntegrationKind} kind @returns {string} what happens after an addition that has brought no device */
export const doneNote = ({ id }) => t(hasText(`kind.${id}.done`) ? `kind.${id}.done` : "add.doneNone");

/** @param {string} choice of a field, such as "yes" @returns {string} */
export function choiceInWords(choice) {
  if (choice === "yes" || choice === "no") return t(choice === "yes" ? "value.yes" : "value.no");
  return choice === "" ? t("value.empty") : hasText(`setting.${choice}`) ? t(`setting.${choice}`) : choice;
}

/** The words in the names of secrets, by what a found thing asks for. */
const secretWords = new Map(/** @type {[number, RegExp][]} */ ([[Readiness.NEEDS_KEY, /key|psk/i], [Readiness.NEEDS_PASSWORD, /password/i], [Readiness.NEEDS_CODE, /code|pin/i]]));

/**
 * The fields that a form asks for, and those that it offers besides.
 *
 * @param {IntegrationKind} kind
 * @param {{found?: FoundDevice | undefined, failure?: IntegrationFailure | undefined}} of the thing to add, and why it could not be added before
 * @returns {{asked: IntegrationField[], others: IntegrationField[]}}
 */
export function fieldsToAsk(kind, { found, failure }) {
  const given = new Set(found?.settings.map((one) => one.field));
  const secrets = kind.fields.filter((field) => field.type === Type.SECRET);
  const words = secretWords.get(found?.readiness ?? 0);
  const named = words ? secrets.filter((field) => words.test(field.name)) : [];
  const wanted = new Set([...(words && named.length === 0 ? secrets : named).map((field) => field.name), ...(failure?.fields ?? [])]);
  const isAsked = (/** @type {IntegrationField} */ field) => wanted.has(field.name) || (field.isNeeded && field.defaultValue === "" && !given.has(field.name));
  // Without the one secret that the thing announces to need, the attempt would be in vain.
  const asked = kind.fields.filter(isAsked).map((field) => (named.length === 1 && named[0] === field ? { ...field, isNeeded: true } : field));
  return { asked, others: kind.fields.filter((field) => !isAsked(field)) };
}

/**
 * The value of a setting before a person changes it.
 *
 * @param {IntegrationField} field
 * @param {readonly IntegrationSetting[]} settings
 */
export const valueOf = (field, settings) => settings.find((one) => one.field === field.name)?.value ?? field.defaultValue;

/**
 * The settings and secrets to send: those that differ from the known ones. An empty secret is not sent, because the stored
 * one is never shown; `removed` has the names of secrets to delete.
 *
 * @param {readonly IntegrationField[]} fields
 * @param {ReadonlyMap<string, string>} values by field, as they were entered
 * @param {readonly IntegrationSetting[]} known
 * @param {ReadonlySet<string>} removed
 * @returns {{settings: IntegrationSetting[], secrets: IntegrationSetting[]}}
 */
export function changedSettings(fields, values, known, removed = new Set()) {
  /** @type {IntegrationSetting[]} */
  const settings = [];
  /** @type {IntegrationSetting[]} */
  const secrets = [];
  for (const field of fields) {
    const entered = values.get(field.name) ?? "";
    if (field.type === Type.SECRET) {
      // Keys are pasted, often with a line's end. Spaces may belong to a password.
      const value = removed.has(field.name) ? "" : entered.replace(/^[\r\n]+|[\r\n]+$/g, "");
      if (value !== "" || removed.has(field.name)) secrets.push({ field: field.name, value });
    } else if (entered.trim() !== valueOf(field, known)) settings.push({ field: field.name, value: entered.trim() });
  }
  return { settings, secrets };
}

/**
 * The state of a connection in words.
 *
 * @param {Integration} integration
 * @param {number} now in milliseconds since 1970
 */
export function healthInWords({ health }, now) {
  const since = milliseconds(health?.since);
  if (health?.state === State.OFFLINE) return since === undefined ? t("integration.offline") : t("integration.offlineSince", { when: ago(since, now) });
  return t(`integration.health.${health?.state ?? 0}`);
}

/** @param {DeviceEntity} entity @returns its name; an entity without one is the device itself */
export const entityWords = ({ name }) => name || t("entities.itself");

/** @param {DeviceEntity} entity @returns {string} what it is, whether its state is assumed, and why it is left out if it is no choice */
export function entityNote({ category, isShown, isAssumed, leftOut, leftOutReason }) {
  const what = t(`entities.category.${category}`);
  if (isShown && isAssumed) return `${what} · ${t("entities.assumed")}`;
  if (isShown || leftOut === LeftOut.TURNED_OFF) return what;
  // The hub says the reason in English.
  return `${what} · ${leftOut === LeftOut.UNSUPPORTED && leftOutReason !== "" ? sentence(leftOutReason) : t(`entities.leftOut.${leftOut}`)}`;
}

/** @param {string} message of the hub, in English, such as "no answer from 10.0.0.7" @returns {string} as a sentence */
export const sentence = (message) => (message === "" || /[.!?:]$/.test(message) ? capital(message) : `${capital(message)}.`);

/** Watches the integrations and found things of the hub, until `stop`. */
export class NearbyWatch {
  state = signal(/** @type {Nearby | undefined} */ (undefined));
  /** Why the hub can't be asked; undefined while the watch runs. */
  problem = signal(/** @type {RpcError | undefined} */ (undefined));
  #life = new AbortController();

  /** @param {Client} client @param {(milliseconds: number) => Promise<unknown>} pause */
  constructor(client, pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds))) {
    this.client = client;
    this.pause = pause;
  }

  stop() {
    this.#life.abort();
  }

  async run() {
    const { signal: life } = this.#life;
    for (let failures = 0; !life.aborted; failures += 1) {
      try {
        for await (const message of this.client.stream("IntegrationsService/WatchIntegrations", {}, { signal: life })) {
          failures = -1;
          this.problem.value = undefined;
          this.state.value = withMessage(this.state.peek(), message);
        }
      } catch (error) {
        if (!(error instanceof RpcError)) throw error;
        if (life.aborted) return;
        this.problem.value = error;
        // These stay as they are until the hub or the person's role changes.
        if (error.code === "unimplemented" || error.code === "permission_denied") return;
      }
      if (!life.aborted) await this.pause(retryDelay(failures));
    }
  }
}

/**
 * An addition: not begun, running with the step that it is at, failed, or done. `error` is a refusal by the hub, or a failure
 * to reach it.
 *
 * @typedef {{phase: "idle"} | {phase: "running", step: number, endsAt?: number | undefined} | {phase: "done", integration: Integration | undefined, deviceIds: readonly string[]}
 *   | {phase: "failed", step: number, failure: IntegrationFailure | undefined, error: RpcError | undefined}} Addition
 */

/** The steps of an addition in their order, which is not that of their numbers. A person presses a button in few additions only. */
export const addingSteps = /** @type {readonly number[]} */ ([Step.SEARCHING, Step.CONNECTING, Step.WAITING_FOR_BUTTON, Step.ASKING, Step.DESCRIBING]);

/** @param {number | undefined} endsAt the end of a step, by the hub's clock @param {number} now by the hub's clock @returns {number} the seconds that are left */
export const secondsLeft = (endsAt, now) => Math.max(0, Math.ceil(((endsAt ?? now) - now) / 1000));

/** Adds an integration. Can be cancelled, and begun again after a failure. */
export class Adding {
  state = signal(/** @type {Addition} */ ({ phase: "idle" }));
  /** @type {AbortController | undefined} */
  #call;

  /** @param {Client} client */
  constructor(client) {
    this.client = client;
  }

  /** Ends the call, after which the hub leaves nothing behind. */
  cancel() {
    this.#call?.abort();
    this.#call = undefined;
    this.state.value = { phase: "idle" };
  }

  /** @param {Input<AddIntegrationRequest>} request */
  async begin(request) {
    this.cancel();
    const call = (this.#call = new AbortController());
    const put = (/** @type {Addition} */ state) => {
      if (this.#call === call) this.state.value = state;
    };
    let step = 0;
    let isOver = false;
    put({ phase: "running", step });
    try {
      for await (const message of this.client.stream("IntegrationsService/AddIntegration", request, { signal: call.signal })) {
        if (message.done) put({ phase: "done", integration: message.done.integration, deviceIds: message.done.deviceIds });
        else if (message.failed) put({ phase: "failed", step: message.failed.step || step, failure: message.failed, error: undefined });
        else put({ phase: "running", step: (step = message.step ?? step), ...(message.stepEndsAt && { endsAt: milliseconds(message.stepEndsAt) }) });
        if (message.done || message.failed) isOver = true;
      }
      if (!isOver) throw new RpcError("unavailable", "the hub ended the addition without a result");
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      if (!isOver) put({ phase: "failed", step, failure: undefined, error });
    } finally {
      if (this.#call === call) this.#call = undefined;
    }
  }
}
