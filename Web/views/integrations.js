// The added integrations, in the settings of the hub's owner: their health, and to change, test and remove them.

import { computed, el, link, list, signal } from "../lib/view.js";
import { IntegrationHealth_State as State } from "../lib/hearth-v1-more.js";
import { changedSettings, healthInWords, sentence, translatedKind } from "../home/integrations.js";
import { now } from "../home/clock.js";
import { mayIntegrate } from "../home/structures.js";
import { byName } from "../home/words.js";
import { ask, attempts, button, icon, note, reason, submitButton, tell } from "../ui/elements.js";
import { integrationForm } from "../ui/integration-form.js";
import { joinDialog } from "../ui/joining.js";
import { watchNearby } from "../ui/nearby.js";
import { t } from "../ui/text.js";

/** @typedef {import("../ui/elements.js").App} App */
/** @typedef {import("../lib/hearth-v1.js").Integration} Integration */
/** @typedef {import("../lib/hearth-v1.js").IntegrationKind} IntegrationKind */
/** @typedef {import("../lib/hearth-v1.js").TestIntegrationResponse} TestIntegrationResponse */
/** @template T @typedef {import("../lib/view.js").Readable<T>} Readable */

/** A test connects to another machine, which may take its time. In milliseconds. */
const testTime = 120_000;
/** The most names of devices in the result of a test. */
const mostNames = 8;

/** @param {App} app */
export function integrations(app) {
  if (!mayIntegrate(app.home)) return undefined;
  const watch = watchNearby(app);
  const kinds = signal(/** @type {readonly IntegrationKind[]} */ ([]));
  const load = async () => {
    // An older hub has none, which the watch says.
    const answer = await app.client.call("IntegrationsService/ListIntegrationKinds", {}).catch(() => undefined);
    kinds.value = (answer?.kinds ?? []).map(translatedKind);
  };
  load();
  const all = computed(() => [...(watch.state.value?.integrations.values() ?? [])].sort((one, other) => byName(one.name, other.name)));
  return el("section", { class: "section", "aria-labelledby": "integrations" },
    el("div", { class: "head" }, el("h2", { id: "integrations" }, t("integrations.title")), el("a", { class: "button", href: link("add") }, t("add.title"))),
    el("p", { class: "quiet" }, () => {
      if (watch.problem.value) return watch.problem.value.code === "unimplemented" ? t("add.notHere") : reason(watch.problem.value);
      return all.value.length === 0 && t("integrations.none");
    }),
    el("ul", { class: "cards" }, list(() => all.value, (one) => one.id, (one) => card(app, one, kinds))));
}

/**
 * @param {App} app
 * @param {Readable<Integration>} one
 * @param {Readable<readonly IntegrationKind[]>} kinds
 */
function card(app, one, kinds) {
  const kind = () => kinds.value.find(({ id }) => id === one.value.kind);
  const health = () => one.value.health?.state ?? State.UNSPECIFIED;
  const named = (/** @type {string} */ key) => ({ "aria-label": () => t(key, { name: one.value.name }) });
  return el("li", { class: "card", "data-health": health },
    el("span", { class: "tile-icon" }, icon(() => (health() === State.ONLINE ? "bridge" : health() === State.NEEDS_ATTENTION ? "warning" : "offline"))),
    el("div", { class: "grow" },
      el("h3", { dir: "auto" }, () => one.value.name),
      el("p", { class: "quiet" }, () => [kind()?.title ?? one.value.kind, one.value.deviceCount > 0 && t("settings.devices", { count: one.value.deviceCount })].filter(Boolean).join(" · ")),
      el("p", { class: () => (health() === State.NEEDS_ATTENTION ? "problem" : "") }, () => healthInWords(one.value, now(30))),
      // The hub says these in English.
      () => one.value.health?.reason && health() !== State.ONLINE && el("p", { class: "quiet", dir: "auto" }, sentence(one.value.health.reason)),
      () => one.value.health?.wayOut && health() !== State.ONLINE && el("p", { class: "quiet", dir: "auto" }, sentence(one.value.health.wayOut))),
    el("div", { class: "actions" },
      () => {
        const known = kind();
        return known && button(t("people.change"), () => change(app, one.value, known), "", named("integration.changeWhat"));
      },
      () => one.value.canJoin && button(t("join.join"), () => joinDialog(app, one.value), "", named("join.joinWhat")),
      button(t("integration.test"), () => test(app, one.value), "", named("integration.testWhat")),
      button(t("people.remove"), () => remove(app, one.value), "danger", named("integration.removeWhat"))));
}

/**
 * @param {App} app
 * @param {Integration} one
 * @param {IntegrationKind} kind
 */
function change(app, one, kind) {
  const title = t("integration.changeWhat", { name: one.name });
  ask(title, (close) => {
    const { attempt, line, say } = attempts();
    const result = signal(/** @type {TestIntegrationResponse | undefined} */ (undefined));
    const name = el("input", { class: "input", value: one.name, required: true, maxlength: 64, autocomplete: "off" });
    const form = integrationForm(kind.fields, [], one.settings, { stored: one.secretFields, canForget: true });
    const given = () => changedSettings(kind.fields, form.read(), one.settings, form.removed());
    const isWhole = () => {
      const missing = name.value.trim() === "" ? t("device.name") : form.missing();
      if (missing !== undefined) say(t("add.missing", { what: missing }));
      return missing === undefined;
    };
    const save = async () => {
      if (!isWhole()) return;
      const called = name.value.trim();
      const done = await attempt(app.client.call("IntegrationsService/ChangeIntegration", { integrationId: one.id, ...(called === one.name ? {} : { name: called }), ...given() }));
      if (!done) return;
      close();
      note(t("integration.changed", { name: called }));
    };
    const tryOut = async () => {
      if (!isWhole()) return;
      result.value = undefined;
      result.value = await attempt(app.client.call("IntegrationsService/TestIntegration", { integrationId: one.id, ...given() }, { timeout: testTime }));
    };
    return [
      el("h2", {}, title),
      el("label", { class: "field" }, t("device.name"), name),
      ...form.fields, line,
      el("div", { class: "fields", role: "status" }, () => result.value && testResult(result.value)),
      el("div", { class: "dialog-buttons" }, button(t("action.cancel"), close), button(t("integration.test"), tryOut), submitButton(t("action.save"), save)),
    ];
  });
}

/**
 * @param {App} app
 * @param {Integration} one
 */
function test(app, one) {
  const title = t("integration.testWhat", { name: one.name });
  ask(title, (close) => {
    const { attempt, line } = attempts();
    const isBusy = signal(true);
    const result = signal(/** @type {TestIntegrationResponse | undefined} */ (undefined));
    const run = async () => {
      result.value = await attempt(app.client.call("IntegrationsService/TestIntegration", { integrationId: one.id }, { timeout: testTime }));
      isBusy.value = false;
    };
    run();
    return [
      el("h2", {}, title),
      el("div", { class: "fields", role: "status" }, () => isBusy.value && el("p", {}, t("integration.testing")), () => result.value && testResult(result.value)),
      line,
      el("div", { class: "dialog-buttons" }, button(t("integration.close"), close)),
    ];
  });
}

/** @param {TestIntegrationResponse} result @returns {import("../lib/view.js").Child} in words */
function testResult({ success, failure }) {
  if (failure) return [
    el("p", { class: "problem" }, t(`failure.${failure.reason}`)), el("p", { dir: "auto" }, sentence(failure.message)),
    failure.wayOut !== "" && el("p", { dir: "auto" }, sentence(failure.wayOut)),
  ];
  if (!success) return undefined;
  const names = success.deviceNames.slice(0, mostNames).join(", ") + (success.deviceCount > mostNames ? " …" : "");
  return [
    el("p", { class: "row" }, icon("check"), t("integration.works", { count: success.deviceCount })),
    names !== "" && el("p", { class: "quiet", dir: "auto" }, names),
  ];
}

/**
 * @param {App} app
 * @param {Integration} one
 */
function remove(app, one) {
  const title = t("integration.removeWhat", { name: one.name });
  ask(title, (close) => [
    el("h2", {}, t("integration.removeQuestion", { name: one.name })),
    el("p", { class: "quiet" }, one.deviceCount === 0 ? t("integration.removeNothing") : t("integration.removeExplanation", { count: one.deviceCount })),
    el("div", { class: "dialog-buttons" }, button(t("action.cancel"), close), button(t("people.remove"), async () => {
      close();
      if (await tell(app.client.call("IntegrationsService/RemoveIntegration", { integrationId: one.id }))) note(t("integration.removed", { name: one.name }));
    }, "danger")),
  ]);
}
