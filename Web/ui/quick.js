// Actions on many devices at once: start a scene, turn all lights off.

import { RpcError } from "../lib/connect.js";
import { calm, computed, el, list } from "../lib/view.js";
import { clientId } from "../home/commands.js";
import { isManual, isScene, nodesOf } from "../home/nodes.js";
import { ON_OFF } from "../home/traits.js";
import { byName } from "../home/words.js";
import { icon, note, tell } from "./elements.js";
import { t } from "./text.js";

/** @typedef {import("./elements.js").App} App */
/** @typedef {import("../home/overview.js").PartEntry} PartEntry */

/** @param {readonly PartEntry[]} entries */
export const lightsOn = (entries) => entries.filter(({ part, status }) => part.kind === "light" && part.traits.has(ON_OFF) && status.value.isOn).map(({ part }) => part);

/**
 * Turns off the lights that are on. A note offers to turn the same ones on again.
 *
 * @param {App} app
 * @param {readonly PartEntry[]} entries
 */
export async function lightsOff({ commands }, entries) {
  const lights = lightsOn(entries);
  const turn = (/** @type {"on" | "off"} */ name) => Promise.all(lights.map((part) => commands.invoke(part, ON_OFF, name)));
  const done = (await turn("off")).filter(Boolean).length;
  note(t("home.lightsAreOff", { count: done }), { label: t("action.undo"), run: () => turn("on") });
}

/**
 * Buttons for the scenes, and to turn all lights off.
 *
 * @param {App} app
 * @param {() => string | undefined} structureId
 * @param {() => readonly PartEntry[]} entries
 * @param {(deviceIds: ReadonlySet<string>) => boolean} isWanted whether a scene for these devices is offered
 */
export function quickActions(app, structureId, entries, isWanted = () => true) {
  const { client, home } = app;
  setTimeout(async () => {
    const id = structureId();
    try {
      if (id !== undefined) await home.loadAutomations(id);
    } catch (error) {
      // The page also works without the scenes.
      if (!(error instanceof RpcError)) throw error;
    }
  }, 1_000);
  const scenes = computed(() => [...home.automations.value.values()]
    .filter((one) => one.structureId === structureId() && one.isActive && isScene(one) && isManual(one)
      && isWanted(new Set(nodesOf(one.program?.graph).map((node) => node.action?.trait?.target?.deviceId ?? ""))))
    .sort((left, right) => byName(left.name, right.name)));
  const start = async (/** @type {import("../lib/hearth-v1.js").Automation} */ { id, name }) => {
    if (await tell(client.call("AutomationService/ExecuteAutomation", { automationId: id, options: { clientId } }))) note(t("scene.started", { name }));
  };
  const lit = calm(() => lightsOn(entries()).length > 0);
  return el("div", { role: "group", "aria-label": t("home.quick") },
    list(() => scenes.value, ({ id }) => id, (scene) => el("button", { type: "button", class: "chip", onclick: () => start(scene.value) }, icon("play"), () => scene.value.name)),
    () => lit.value && el("button", { type: "button", class: "chip", onclick: () => lightsOff(app, entries()) }, icon("power"), t("home.lightsOff")));
}
