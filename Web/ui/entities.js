// The parts of a device of another ecosystem, with switches for those that are left out at first.

import { el, list, signal } from "../lib/view.js";
import { entityNote, entityWords } from "../home/integrations.js";
import { mayIntegrate } from "../home/structures.js";
import { tell, toggle } from "./elements.js";
import { t } from "./text.js";

/** @typedef {import("./elements.js").App} App */
/** @typedef {import("../lib/hearth-v1.js").DeviceEntity} DeviceEntity */
/** @template T @typedef {import("../lib/view.js").Readable<T>} Readable */

/**
 * Empty for a device that no integration has brought, and for all but the hub's owner.
 *
 * @param {App} app
 * @param {string} deviceId
 */
export function entitiesPanel(app, deviceId) {
  if (!mayIntegrate(app.home)) return undefined;
  const entities = signal(/** @type {readonly DeviceEntity[]} */ ([]));
  const load = async () => {
    // Also an error of an older hub, or of an integration that does not run.
    const answer = await app.client.call("IntegrationsService/ListEntities", { deviceId }).catch(() => undefined);
    entities.value = answer?.entities ?? [];
  };
  load();
  const show = async (/** @type {DeviceEntity} */ entity, /** @type {boolean} */ shown) => {
    const answer = await tell(app.client.call("IntegrationsService/ShowEntities", { deviceId, entityKeys: [entity.key], shown }));
    if (answer) entities.value = answer.entities;
  };
  const row = (/** @type {Readable<DeviceEntity>} */ one) => el("li", { class: "row" },
    el("div", { class: "grow" }, el("p", { dir: "auto" }, () => entityWords(one.value)), el("p", { class: "quiet", dir: "auto" }, () => entityNote(one.value))),
    () => one.value.isChoice && toggle(() => t("entities.show", { name: entityWords(one.value) }), () => one.value.isShown, (wanted) => show(one.value, wanted)));
  return el("section", { class: "panel", hidden: () => entities.value.length === 0 }, el("details", {}, el("summary", {}, el("h2", {}, t("entities.title"))),
    el("p", { class: "quiet" }, t("entities.explanation")),
    el("ul", { class: "fields" }, list(() => entities.value, (one) => one.key, row))));
}
