// The setup of an empty home: its name, its location, its rooms and its first device. Each step can be skipped. The hub's data
// says which steps are done.

import { computed, el, link, list, signal, untracked } from "../lib/view.js";
import { rearrange } from "../home/arrange.js";
import { clientId } from "../home/commands.js";
import { isDone, isUntouched, nextStep, steps } from "../home/setup.js";
import { chooseStructure, currentStructure, mayIntegrate, roomsOf } from "../home/structures.js";
import { nameKey } from "../home/words.js";
import { attempts, button, icon, submitButton } from "../ui/elements.js";
import { hubCommand, installationOf, optionHow } from "../ui/hub-machine.js";
import { nearbyList, watchNearby } from "../ui/nearby.js";
import { placeForm } from "../ui/place.js";
import { missingName } from "../ui/room-field.js";
import { t } from "../ui/text.js";
import { beginning } from "./begin.js";

/** @typedef {import("../ui/elements.js").App} App */
/** @typedef {import("../home/setup.js").Step} Step */
/** @typedef {import("../home/setup.js").Facts} Facts */
/** @typedef {import("../lib/hearth-v1.js").GetServerIdentityResponse} Identity */
/** @template T @typedef {import("../lib/view.js").Readable<T>} Readable */
/** @template T @typedef {import("../lib/view.js").Signal<T>} Signal */

const suggestions = ["living", "kitchen", "bedroom", "children", "bathroom", "hallway", "office", "garage", "garden"];

/** @param {readonly string[]} names @param {string} name @returns the one among names that the hub takes for the same */
const sameName = (names, name) => names.find((one) => nameKey(one) === nameKey(name));

/** @type {Record<Step, string>} */
const titles = { name: "welcome.name", place: "welcome.place", rooms: "welcome.rooms", device: "welcome.device" };

/** @param {App} app */
export function welcomeView(app) {
  const structure = computed(() => currentStructure(app));
  const facts = computed(() => {
    const id = structure.value?.id;
    return {
      structure: structure.value, rooms: roomsOf(app.home, id).length,
      devices: [...app.home.devices.value.values()].filter((device) => device.structureId === id).length,
      passed: id === undefined ? [] : app.home.arrangements.of(id).value.setup,
    };
  });
  const { query } = untracked(() => app.route.value);
  const chosen = signal(steps.find((one) => one === query.get("step")));
  const step = computed(() => chosen.value ?? nextStep(facts.value) ?? "device");
  const pass = (/** @type {Step} */ one) => {
    const id = structure.value?.id;
    return id === undefined ? Promise.resolve() : rearrange(app.home, id, ({ setup }) => ({ setup: [...new Set([...setup, one])] }));
  };
  /** Marks a step as done or skipped, and shows the first remaining one. */
  const go = async (/** @type {Step} */ one) => {
    await pass(one);
    chosen.value = undefined;
    if (one === "device") location.hash = "#/";
  };
  // A hub without an owner belongs to the owner of its machine, who comes here without a claim.
  const identity = signal(/** @type {Identity | undefined} */ (undefined));
  const isAnswered = signal(false);
  app.client.call("AccessService/GetServerIdentity", {}).then((answer) => (identity.value = answer), () => {}).finally(() => (isAnswered.value = true));
  const isBegun = signal(chosen.peek() !== undefined || !isUntouched(untracked(() => facts.value)));
  const begins = () => !isBegun.value && identity.value?.mayRestore === true;
  const setup = () => wizard(app, { facts, step, chosen, go });
  return el("div", { class: "narrow" },
    el("h1", {}, () => t(begins() ? "begin.title" : "welcome.title")),
    () => isAnswered.value && untracked(() =>
      (begins() && identity.value ? beginning({ client: app.client, hubId: identity.value.hubId, installation: identity.value.installation, code: undefined, newHome: setup, onChoice: (choice) => (isBegun.value = choice === "new") }) : setup())));
}

/**
 * @param {App} app
 * @param {{facts: Readable<Facts>, step: Readable<Step>, chosen: Signal<Step | undefined>, go: (one: Step) => Promise<void>}} progress
 * @returns {import("../lib/view.js").Child[]} the steps, and the form of the current one
 */
function wizard(app, { facts, step, chosen, go }) {
  let isFirst = true;
  return [
    el("ol", { class: "progress", "aria-label": t("welcome.steps") }, steps.map((one, index) => el("li", {}, el("button", {
      type: "button", class: "chip", "aria-current": () => (step.value === one ? "step" : undefined), onclick: () => (chosen.value = one),
    }, () => (isDone(one, facts.value) ? icon("check") : `${index + 1}`), el("span", {}, t(titles[one])),
    () => isDone(one, facts.value) && el("span", { class: "unseen" }, t("welcome.done")))))),
    () => {
      const one = step.value;
      const form = untracked(() => el("form", { class: "panel dialog-body", tabindex: "-1" }, ...forms[one](app, facts.value, () => go(one))));
      // The pressed button is gone, so the focus moves to the next form, for screen readers.
      if (!isFirst) setTimeout(() => form.focus());
      isFirst = false;
      return form;
    },
  ];
}

/**
 * @param {(() => Promise<unknown>) | undefined} save the step's action; undefined if it only waits
 * @param {() => Promise<void>} next
 * @param {string} label
 * @returns {import("../lib/view.js").Child[]} its buttons, and a line for the reason of a failure
 */
function ends(save, next, label = t("welcome.next")) {
  const { attempt, line } = attempts();
  return [line, el("div", { class: "dialog-buttons" },
    save && button(t("welcome.skip"), () => attempt(next())),
    submitButton(label, async () => {
      if (!save || (await attempt(save())) !== undefined) await attempt(next());
    }))];
}

/** @type {Record<Step, (app: App, facts: Facts, next: () => Promise<void>) => import("../lib/view.js").Child[]>} */
const forms = {
  name({ client, home }, { structure }, next) {
    const input = el("input", { class: "input", value: structure?.name ?? "", required: true, maxlength: 64, autocomplete: "off" });
    const { line, say } = attempts();
    const save = async () => {
      const name = input.value.trim();
      if (name === "") return missingName(input, say);
      say("");
      if (structure) return name === structure.name || client.call("HomeService/UpdateStructure", { structureId: structure.id, name, options: { clientId } });
      const made = await client.call("HomeService/CreateStructure", { name, options: { clientId } });
      await home.reached(made.position);
      if (made.structure) chooseStructure(made.structure.id);
      return made;
    };
    return [el("h2", {}, t("welcome.nameQuestion")), el("label", { class: "field" }, t("device.name"), input), line, ...ends(save, next)];
  },

  place({ client }, { structure }, next) {
    const form = placeForm(structure);
    const { line, say } = attempts();
    const save = async () => {
      const place = form.read();
      if (place) return client.call("HomeService/UpdateStructure", { structureId: structure?.id ?? "", ...place, options: { clientId } });
      say(t("place.wrong"));
      return undefined;
    };
    return [el("h2", {}, t("welcome.placeQuestion")), ...form.fields, line, ...ends(save, next)];
  },

  rooms(app, { structure }, next) {
    const wanted = signal(/** @type {readonly string[]} */ ([]));
    const known = () => untracked(() => roomsOf(app.home, structure?.id)).map((room) => room.name);
    const offered = signal(suggestions.map((one) => t(`welcome.room.${one}`)).filter((name) => !sameName(known(), name)));
    const own = el("input", { class: "input", maxlength: 64, autocomplete: "off", onkeydown: (/** @type {KeyboardEvent} */ event) => {
      if (event.key !== "Enter" || own.value.trim() === "") return;
      event.preventDefault();
      add();
    } });
    const toggle = (/** @type {string} */ name) => (wanted.value = wanted.value.includes(name) ? wanted.value.filter((one) => one !== name) : [...wanted.value, name]);
    const { line, say } = attempts();
    const add = () => {
      say("");
      const typed = own.value.trim();
      if (typed === "") return;
      own.value = "";
      const there = sameName(known(), typed);
      if (there !== undefined) {
        say(t("welcome.roomKnown", { name: there }));
        own.focus();
        return;
      }
      const name = sameName(offered.value, typed) ?? typed;
      if (!offered.value.includes(name)) offered.value = [...offered.value, name];
      if (!wanted.value.includes(name)) toggle(name);
      own.focus();
    };
    const save = async () => {
      add();
      for (const name of wanted.value) {
        await app.client.call("HomeService/CreateRoom", { structureId: structure?.id ?? "", name, options: { clientId } });
        // Created rooms are removed from the list, so that they are not created again if a later one is refused.
        wanted.value = wanted.value.filter((one) => one !== name);
        offered.value = offered.value.filter((one) => one !== name);
      }
      return true;
    };
    return [
      el("h2", {}, t("welcome.roomsQuestion")),
      () => {
        const names = roomsOf(app.home, structure?.id).map((room) => room.name);
        return names.length > 0 && el("p", { class: "quiet" }, names.join(", "));
      },
      el("div", { class: "chips", role: "group", "aria-label": t("settings.rooms") }, list(() => offered.value, (name) => name, (name) =>
        el("button", { type: "button", class: "chip", "aria-pressed": () => wanted.value.includes(name.value), onclick: () => toggle(name.value) }, () => name.value))),
      el("div", { class: "inline-form" }, el("label", { class: "field" }, t("welcome.otherRoom"), own), button(t("welcome.addRoom"), add)),
      line,
      ...ends(save, next),
    ];
  },

  device(app, _, next) {
    const installation = installationOf(app.client);
    const way = (/** @type {string} */ title, /** @type {string} */ explanation, /** @type {() => import("../lib/view.js").Child} */ how) =>
      el("li", {}, el("h3", {}, title), el("p", { class: "quiet" }, explanation), how);
    const command = (/** @type {string} */ words) => () => el("code", { class: "secret" }, hubCommand(words, installation.value, location));
    return [
      el("h2", {}, t("welcome.deviceQuestion")),
      mayIntegrate(app.home) ? [...nearbyList(app, watchNearby(app)), el("a", { class: "button", href: link("add") }, t("add.byAddress"))]
        : el("p", { class: "row", role: "status" }, icon("box"), t("welcome.waiting")),
      el("details", {}, el("summary", {}, t("welcome.otherWays")), el("ul", { class: "ways" },
        way(t("welcome.demo"), t("welcome.demoExplanation"), () => optionHow(installation.value, "--demo")),
        way(t("welcome.simulate"), t("welcome.simulateExplanation"), command("simulate FILE.matter")),
        way(t("welcome.provider"), t("welcome.providerExplanation"), command("claim --invite provider --name NAME")))),
      ...ends(undefined, next, t("welcome.toHome")),
    ];
  },
};
