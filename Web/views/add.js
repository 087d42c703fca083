// Adding a device of another ecosystem: what is near, the few questions that a thing needs, the steps, and the new devices.

import { computed, effect, el, list, onCleanup, signal, untracked } from "../lib/view.js";
import { AddingStep as Step, FoundDevice_Readiness as Readiness } from "../lib/hearth-v1-more.js";
import { Adding, addingSteps, changedSettings, doneNote, fieldsToAsk, nameOf, secondsLeft, sentence, translatedKind } from "../home/integrations.js";
import { now } from "../home/clock.js";
import { renameAndMove } from "../home/edits.js";
import { currentStructure, mayIntegrate, mayManage } from "../home/structures.js";
import { byName } from "../home/words.js";
import { attempts, button, icon, reason, submitButton, tell } from "../ui/elements.js";
import { integrationForm } from "../ui/integration-form.js";
import { addLink, nearbyList, showLink, takePressed, watchNearby } from "../ui/nearby.js";
import { addRoom, missingName, roomField } from "../ui/room-field.js";
import { t } from "../ui/text.js";

/** @typedef {import("../ui/elements.js").App} App */
/** @typedef {import("../lib/hearth-v1.js").FoundDevice} FoundDevice */
/** @typedef {import("../lib/hearth-v1.js").IntegrationFailure} IntegrationFailure */
/** @typedef {import("../lib/hearth-v1.js").IntegrationKind} IntegrationKind */
/** @typedef {import("../home/integrations.js").Addition} Addition */
/** @typedef {import("../lib/view.js").Child} Child */
/** @template T @typedef {import("../lib/view.js").Readable<T>} Readable */
/** @typedef {{kind: IntegrationKind, found: FoundDevice | undefined, isPressed: boolean}} Thing the thing to add; `isPressed` if its button was pressed */

const home = "#/";

/** @param {App} app */
export function addView(app) {
  const back = el("a", { class: "back", href: home }, icon("back"), t("device.back"));
  if (!mayIntegrate(app.home)) return el("div", { class: "narrow" }, back, el("h1", {}, t("add.title")), el("p", { class: "empty" }, t("add.ownerOnly")));
  const watch = watchNearby(app);
  const kinds = signal(/** @type {readonly IntegrationKind[] | undefined} */ (undefined));
  const load = async () => {
    const answer = await tell(app.client.call("IntegrationsService/ListIntegrationKinds", {}));
    kinds.value = (answer?.kinds ?? []).map(translatedKind);
  };
  load();
  const query = computed(() => {
    const { query } = app.route.value;
    return { found: query.get("found") ?? "", kind: query.get("kind") ?? "" };
  });
  /** @type {import("../lib/view.js").Signal<Thing | "lost" | "added" | undefined>} */
  const thing = signal(undefined);
  let known = "";
  effect(() => {
    const { found: key, kind: kindId } = query.value;
    if (known !== `${key}\n${kindId}`) {
      known = `${key}\n${kindId}`;
      thing.value = undefined;
    }
    // Once known, it stays: a thing that is being added is no longer among those to add.
    if ((key === "" && kindId === "") || thing.peek() instanceof Object || !kinds.value || (key !== "" && !watch.state.value)) return;
    const found = watch.state.value?.found.get(key);
    const kind = kinds.value.find((one) => one.id === (found?.kind ?? kindId));
    // As after a reload of the page while it was being added.
    if (found && found.readiness === Readiness.ADDED) thing.value = "added";
    else thing.value = kind && (key === "" || found) ? { kind, found, isPressed: takePressed() === key && key !== "" } : "lost";
  });
  const byAddress = () => (kinds.value ?? []).length > 0 && el("section", { class: "section", "aria-labelledby": "by-address" },
    el("h2", { id: "by-address" }, t("add.byAddress")),
    el("p", { class: "quiet" }, t("add.byAddressHint")),
    el("ul", { class: "cards" }, (kinds.value ?? []).map((kind) => el("li", { class: "card" },
      el("div", { class: "grow" }, el("h3", {}, kind.title), el("p", { class: "quiet" }, kind.summary)),
      el("a", { class: "button", href: addLink(kind.id, "kind"), "aria-label": t("add.addWhat", { name: kind.title }) }, t("add.choose"))))));
  return el("div", { class: "narrow" }, back,
    el("h1", {}, t("add.title")),
    () => {
      const one = thing.value;
      if (one === "added") return [
        el("p", { class: "row", role: "status" }, icon("check"), el("span", {}, t("add.isAdded"))),
        el("div", { class: "row" }, untracked(() => showLink(app, () => watch.state.value?.found.get(query.value.found)))),
        untracked(() => nearbyList(app, watch)), byAddress,
      ];
      if (one === "lost") return [el("p", { class: "problem", role: "alert" }, t("add.lost")), untracked(() => nearbyList(app, watch)), byAddress];
      if (one) return untracked(() => adding(app, one));
      return [untracked(() => nearbyList(app, watch)), byAddress];
    });
}

/**
 * @param {App} app
 * @param {Thing} thing
 * @returns {Child}
 */
function adding(app, thing) {
  const { kind, found } = thing;
  const run = new Adding(app.client);
  onCleanup(() => run.cancel());
  /** What was entered before a failure. Secrets are among it, in memory only. @type {Map<string, string>} */
  let entered = new Map();
  let name = "";
  let isMoreOpen = false;
  const begin = () => {
    const announced = found?.settings ?? [];
    return run.begin({
      foundKey: found?.key ?? "", kind: kind.id, name: name.trim(), structureId: currentStructure(app)?.id ?? "",
      ...changedSettings(kind.fields.filter((field) => entered.has(field.name)), entered, announced),
    });
  };
  if (thing.isPressed && fieldsToAsk(kind, { found }).asked.length === 0) begin();
  const phase = computed(() => run.state.value.phase);
  const title = found ? nameOf(found) : kind.title;
  // Some makers are named with the kind, as in "ESPHome (athom)".
  const facts = [!found ? kind.summary : found.maker.startsWith(kind.title) ? found.maker : kind.title, found && !found.maker.startsWith(kind.title) && found.maker, found?.address !== title && found?.address].filter(Boolean).join(" · ");
  return el("section", { class: "panel", "aria-label": title },
    el("div", { class: "panel-head" }, el("span", { class: "tile-icon" }, icon("box")),
      el("div", { class: "grow" }, el("h2", { dir: "auto" }, title), el("p", { class: "quiet", dir: "auto" }, facts))),
    () => {
      if (phase.value === "done") {
        // Secrets stay in memory no longer than they are needed.
        entered = new Map();
        return focusIfLost(untracked(() => done(app, run, kind)));
      }
      if (phase.value === "running") return untracked(() => progress(run));
      return untracked(() => {
        const { value: state } = run.state;
        const failed = state.phase === "failed" ? state : undefined;
        const failure = failed?.failure;
        const { asked, others } = fieldsToAsk(kind, { found, failure });
        const known = [...(found?.settings ?? []).filter((one) => !entered.has(one.field)), ...[...entered].map(([field, value]) => ({ field, value }))];
        const refused = failure?.fields ?? [];
        const stored = known.filter((one) => one.value !== "" && !refused.includes(one.field)).map((one) => one.field);
        const form = integrationForm(asked, others, known, { stored });
        const called = el("input", { class: "input", value: name, maxlength: 64, autocomplete: "off" });
        const { line, say } = attempts();
        const send = async () => {
          const missing = form.missing();
          if (missing !== undefined) return say(t("add.missing", { what: missing }));
          const before = entered;
          entered = form.read();
          // A secret that was entered before a failure need not be entered again.
          for (const [field, value] of before) if (entered.get(field) === "" && stored.includes(field)) entered.set(field, value);
          name = called.value;
          return begin();
        };
        const whole = el("form", { class: "dialog-body bare", tabindex: "-1" },
          failed && problem(failed),
          asked.length === 0 && !failed && el("p", { class: "quiet" }, t("add.nothingNeeded")),
          ...form.fields,
          el("details", { open: isMoreOpen, ontoggle: (/** @type {Event} */ event) => (isMoreOpen = /** @type {HTMLDetailsElement} */ (event.target).open) }, el("summary", {}, t("add.more")), el("div", { class: "fields" },
            el("label", { class: "field" }, t("add.name"), called), ...form.others)),
          line,
          el("div", { class: "dialog-buttons" },
            el("a", { class: "button", href: "#/add" }, t("action.cancel")),
            submitButton(t(failed ? "action.retry" : "add.add"), send)));
        focusIfLost(whole, /** @type {HTMLElement | null} */ (whole.querySelector("input, select")));
        return whole;
      });
    });
}

/**
 * Moves the focus to new content if what had it is gone, such as a pressed button.
 *
 * @template {HTMLElement} Element
 * @param {Element} content
 * @param {HTMLElement | null} first
 */
function focusIfLost(content, first = content) {
  setTimeout(() => document.activeElement === document.body && (first ?? content).focus());
  return content;
}

/** @param {Adding} run */
function progress(run) {
  const at = () => {
    const { value: state } = run.state;
    return (state.phase === "running" && state.step) || Step.SEARCHING;
  };
  const place = (/** @type {number} */ step) => (addingSteps.indexOf(step) < addingSteps.indexOf(at()) ? "done" : step === at() ? "now" : "later");
  // The countdown changes each second, which a screen reader must not read out.
  const left = () => {
    const { value: state } = run.state;
    return state.phase === "running" && state.step === Step.WAITING_FOR_BUTTON ? el("p", {}, t("add.left", { count: secondsLeft(state.endsAt, now(1)) })) : false;
  };
  return [
    focusIfLost(el("ol", { class: "adding", tabindex: "-1", "aria-label": t("add.steps") }, addingSteps.map((step) => el("li", {
      hidden: () => step === Step.WAITING_FOR_BUTTON && at() !== step,
      "data-at": () => place(step), "aria-current": () => (place(step) === "now" ? "step" : undefined),
    }, icon(() => (place(step) === "done" ? "check" : place(step) === "now" ? "search" : "box")), el("span", {}, t(`add.step.${step}`)))))),
    el("p", { class: "unseen", role: "status" }, () => t(`add.step.${at()}`)),
    left,
    // Not where "Add" was, whose second click would press it.
    el("div", { class: "row" }, button(t("action.cancel"), () => run.cancel())),
  ];
}

/**
 * Why it was not added, at which step, and what a person can do.
 *
 * @param {Extract<Addition, {phase: "failed"}>} state
 */
function problem({ step, failure, error }) {
  return el("div", { class: "fields", role: "alert" },
    el("p", { class: "problem" }, failure ? t(`failure.${failure.reason}`) : error?.code === "unavailable" ? t("connection.none") : reason(error), step > 0 && ` (${t(`add.step.${step}`)})`),
    failure && el("p", { dir: "auto" }, sentence(failure.message)),
    failure && failure.wayOut !== "" && el("p", { dir: "auto" }, sentence(failure.wayOut)),
    failure && failure.integrationId !== "" && el("a", { class: "back", href: "#/settings" }, t("integrations.title"), icon("next")));
}

/**
 * The new devices, to name them and to choose their rooms.
 *
 * @param {App} app
 * @param {Adding} run
 * @param {IntegrationKind} kind
 */
function done(app, run, kind) {
  const { value: state } = run.state;
  const ids = state.phase === "done" ? state.deviceIds : [];
  const structureId = (state.phase === "done" && state.integration?.structureId) || currentStructure(app)?.id || "";
  // The watch may report a device later than the call.
  const here = computed(() => ids.flatMap((id) => app.home.devices.value.get(id) ?? []).sort((one, other) => byName(one.name, other.name)).map(({ id }) => id));
  /** @type {{id: string, name: HTMLInputElement, room: ReturnType<typeof roomField>}[]} */
  const rows = [];
  // A room that is added for the only device is where it is.
  const chosen = (/** @type {string} */ id) => rows.length === 1 && rows[0]?.room.choose(id);
  const { line, say } = attempts();
  const save = async () => {
    const nameless = rows.find(({ name }) => name.value.trim() === "");
    if (nameless) return missingName(nameless.name, say);
    for (const { id, name, room } of rows) {
      const device = app.home.device(id);
      const called = name.value.trim();
      if (!device) continue;
      const problem = await renameAndMove(app, device, called, room.read(), { isQuiet: true });
      if (problem !== "") return say(`${called}: ${problem}`);
    }
    return (location.hash = home);
  };
  const row = (/** @type {string} */ id) => {
    const device = untracked(() => app.home.device(id));
    const name = el("input", { class: "input", value: device?.name ?? "", maxlength: 64, required: true, autocomplete: "off" });
    const room = roomField(app, structureId, device?.roomId ?? "");
    rows.push({ id, name, room });
    return el("li", { class: "inline-form" }, el("label", { class: "field" }, t("device.name"), name), el("label", { class: "field" }, t("device.room"), room.field));
  };
  return el("form", { class: "dialog-body bare", tabindex: "-1" },
    el("p", { class: "row", role: "status" }, icon("check"), el("span", {}, ids.length === 0 ? t("add.doneEmpty") : t("add.done", { count: ids.length }))),
    ids.length === 0 && el("p", { class: "quiet" }, doneNote(kind)),
    el("ul", { class: "fields" }, list(() => here.value, (id) => id, (id) => row(id.value))),
    ids.length > 0 && mayManage(app.home, structureId) && el("div", {}, button(t("settings.addRoom"), () => addRoom(app, structureId, chosen))),
    line,
    el("div", { class: "dialog-buttons" }, el("a", { class: "button", href: "#/add" }, t("add.another")), submitButton(t("add.ready"), save)));
}
