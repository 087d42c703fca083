// The page of a device: all controls, all values, and its name and room.

import { computed, el, list, signal } from "../lib/view.js";
import { allParts, hasUpdate, partsOf } from "../home/parts.js";
import { isOffline, isPartOffline, statusOf } from "../home/status.js";
import { DESCRIPTOR, housekeeping } from "../home/traits.js";
import { ago, label } from "../home/words.js";
import { causeInWords } from "../home/causes.js";
import { now } from "../home/clock.js";
import { toggleFavorite } from "../home/arrange.js";
import { aliasesIn, removeDevice, renameAndMove, renameParts, setAliases } from "../home/edits.js";
import { mayManage } from "../home/structures.js";
import { isOn, isSwitched, pageControls, presser } from "../ui/controls.js";
import { ask, button, icon, roundButton, submitButton, tell, toggle } from "../ui/elements.js";
import { entitiesPanel } from "../ui/entities.js";
import { attributeTable } from "../ui/generic.js";
import { devicePlot } from "../ui/device-plot.js";
import { problemLine } from "../ui/inputs.js";
import { addRoom, missingName, roomField } from "../ui/room-field.js";
import { t } from "../ui/text.js";
import { deviceLog } from "./log.js";

/** @typedef {import("../ui/elements.js").App} App */
/** @typedef {import("../home/parts.js").Part} Part */
/** @typedef {import("../lib/hearth-v1.js").Device} Device */

/** @param {App} app */
export function deviceView(app) {
  const id = app.route.value.path[1] ?? "";
  const device = computed(() => app.home.device(id));
  const exists = computed(() => device.value !== undefined);
  return el("div", { class: "device" },
    el("a", { class: "back", href: "#/" }, icon("back"), t("device.back")),
    () => exists.value ? content(app, id, () => /** @type {Device} */ (device.value)) : el("h1", {}, t("device.gone")));
}

/**
 * @param {App} app
 * @param {string} id
 * @param {() => Device} device
 */
function content(app, id, device) {
  const all = computed(() => allParts(device()));
  // An update gets a panel while there is something to install; at other times it is among the details.
  const idle = computed(() => new Set(all.value.filter((part) => part.kind === "update" && !hasUpdate(app.home, part)).map((part) => part.endpoint)));
  const parts = computed(() => all.value.filter((part) => !idle.value.has(part.endpoint)));
  const room = () => app.home.rooms.value.get(device().roomId)?.name ?? t("device.noRoom");
  return [
    el("div", { class: "head" },
      el("div", {}, el("h1", {}, () => device().name),
        el("p", {}, room, " · ", () => t(isOffline(device()) ? "state.offline" : "state.connected"))),
      () => mayManage(app.home, device().structureId) && el("div", { class: "row" },
        roundButton("star", t("favorite.mark"), () => toggleFavorite(app.home, device()), { "aria-pressed": () => app.home.arrangements.of(device().structureId).value.favorites.includes(id) }),
        roundButton("edit", t("device.edit"), () => edit(app, id)))),
    list(() => parts.value, (part) => part.key, (part) => partSection(app, part.value, parts.value.length > 1)),
    // Guests may read neither the history nor the log.
    () => mayManage(app.home, device().structureId) && [devicePlot(app, id), el("section", { class: "panel" }, deviceLog(app, device()))],
    // A part of its own, because a new connection repeats the caller's role, on which it depends.
    () => entitiesPanel(app, id),
    el("section", { class: "panel" }, el("details", { ontoggle: () => tell(app.home.loadDetails()) }, el("summary", {}, el("h2", {}, t("device.housekeeping"))),
      () => app.home.hasDetails.value && device().endpoints.flatMap((endpoint) => endpoint.traits.filter((trait) => (housekeeping.has(trait.id) || idle.value.has(endpoint.id)) && trait.id !== DESCRIPTOR)
        .map((trait) => traitFacts(app, { deviceId: id, endpoint: endpoint.id }, trait.id))))),
    () => mayManage(app.home, device().structureId) && el("div", { class: "device-end" }, device().bridgeId === ""
      ? button(t("device.remove"), () => removeDevice(app, id), "danger")
      : el("p", { class: "quiet" }, t("device.removeBehindBridge"))),
  ];
}

/**
 * @param {App} app
 * @param {Part} part
 * @param {boolean} isOneOfMany
 */
function partSection(app, part, isOneOfMany) {
  const status = computed(() => statusOf(app.home, part));
  const title = part.label || t(`part.${part.kind}`);
  const switches = computed(() => isSwitched(app, part));
  const offline = computed(() => isPartOffline(app.home, part));
  const name = () => part.label || (app.home.device(part.deviceId)?.name ?? "");
  const shown = [...part.traits].filter((trait) => !housekeeping.has(trait));
  return el("section", { class: "panel", "data-on": () => status.value.isOn, "data-alarm": () => status.value.isAlarm === true, "aria-label": title },
    el("div", { class: "panel-head" },
      el("span", { class: "tile-icon", "--tint": () => status.value.tint }, icon(() => status.value.icon)),
      el("div", { class: "grow" }, isOneOfMany && el("h2", {}, title),
        el("p", { class: "panel-state" }, () => [status.value.value, status.value.text].filter(Boolean).join(" · "))),
      () => switches.value && !offline.value && toggle(t("control.power"), () => isOn(app, part), presser(app, part))),
    () => offline.value && el("p", { class: "problem" }, t("device.lastKnown")),
    el("fieldset", { class: "controls", disabled: () => offline.value }, ...pageControls(app, part, name)),
    problemLine(app, part),
    lastChange(app, part, shown),
    el("details", {}, el("summary", {}, t("device.everything")),
      el("fieldset", { class: "bare", disabled: () => offline.value }, ...shown.map((trait) => traitFacts(app, part, trait)))));
}

/**
 * @param {App} app
 * @param {import("../home/commands.js").Place} place
 * @param {number} trait
 */
function traitFacts(app, place, trait) {
  const type = app.home.schemas.get(trait);
  return el("div", { class: "trait" }, el("h3", {}, type ? label(type.name) : `0x${trait.toString(16).padStart(4, "0")}`),
    type ? attributeTable(app, place, type) : el("p", { class: "quiet" }, t("device.noSchema")));
}

/**
 * The time and cause of the part's last change.
 *
 * @param {App} app
 * @param {Part} part
 * @param {readonly number[]} traits
 */
function lastChange(app, part, traits) {
  return el("p", { class: "last-change quiet" }, () => {
    const [newest] = traits.map((trait) => app.home.entry(part.deviceId, part.endpoint, trait))
      .filter((entry) => entry?.changedAt !== undefined).sort((left, right) => (right?.changedAt ?? 0) - (left?.changedAt ?? 0));
    if (!newest?.changedAt) return "";
    const told = { when: ago(newest.changedAt, now(30)), who: causeInWords(app.home, newest.cause) };
    return t(told.who === "" ? "device.changedSomehow" : "device.changed", told);
  });
}

/**
 * @param {App} app
 * @param {string} id
 */
function edit(app, id) {
  const device = app.home.device(id);
  if (!device) return;
  const problem = signal("");
  ask(t("device.edit"), (close) => {
    const name = el("input", { value: device.name, required: true, maxlength: 64, class: "input" });
    const aliases = el("input", { value: device.aliases.join(", "), placeholder: t("device.aliasesHint"), class: "input" });
    const room = roomField(app, device.structureId, device.roomId);
    const all = partsOf(device);
    const parts = all.length < 2 ? [] : all.map((part) => {
      const now = device.endpoints.find((one) => one.id === part.endpoint)?.name ?? "";
      return { part, now, field: el("input", { value: now, placeholder: part.label, maxlength: 64, class: "input" }) };
    });
    const save = async () => {
      if (name.value.trim() === "") return missingName(name, (text) => (problem.value = text));
      problem.value = await renameAndMove(app, device, name.value.trim(), room.read()) || await setAliases(app, device, aliasesIn(aliases.value)) || await renameParts(app, device, parts.map(({ part, now, field }) => ({ endpoint: part.endpoint, now, name: field.value.trim() })));
      if (problem.value === "") close();
      return undefined;
    };
    return [
      el("h2", {}, t("device.edit")),
      el("p", { class: "quiet", role: "status" }, () => {
        const now = app.home.device(id)?.name ?? device.name;
        return now === device.name ? "" : t("device.renamedMeanwhile", { now });
      }),
      el("label", { class: "field" }, t("device.name"), name),
      el("label", { class: "field" }, t("device.aliases"), aliases),
      el("label", { class: "field" }, t("device.room"), room.field),
      el("div", {}, button(t("settings.addRoom"), () => addRoom(app, device.structureId, room.choose))),
      parts.map(({ part, field }) => el("label", { class: "field" }, t("device.partName", { part: part.label }), field)),
      el("p", { class: "problem", role: "alert" }, () => problem.value),
      el("div", { class: "dialog-buttons" }, button(t("action.cancel"), close),
        submitButton(t("action.save"), save)),
    ];
  });
}
