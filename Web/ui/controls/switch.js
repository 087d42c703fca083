// The last press of buttons and switches, also from before the page was opened.

import { milliseconds } from "../../home/model.js";
import { now } from "../../home/clock.js";
import { SWITCH } from "../../home/traits.js";
import { ago, named } from "../../home/words.js";
import { computed, signal } from "../../lib/view.js";
import { figures } from "../fields.js";
import { reading } from "../inputs.js";
import { t } from "../text.js";

/** @typedef {import("../elements.js").App} App */
/** @typedef {import("../../home/parts.js").Part} Part */
/** @typedef {import("../../lib/hearth-v1.js").EventReport} EventReport */

/** @param {Part} part @param {EventReport} event */
const isOf = (part, event) => event.target?.deviceId === part.deviceId && event.target.endpoint === part.endpoint && event.traitId === SWITCH;

/** @param {App} app @param {Part} part */
export function pageControls(app, part) {
  const values = reading(app, part, SWITCH);
  const earlier = signal(/** @type {EventReport | undefined} */ (undefined));
  const device = app.home.device(part.deviceId);
  if (device) loadLast(app, part, device.structureId).then((event) => (earlier.value = event), () => {});
  const last = computed(() => app.home.events.value.filter((event) => isOf(part, event)).at(-1) ?? earlier.value);
  return figures(
    [t("switch.last"), () => (last.value ? t(`event.switch.${last.value.eventId}`) : undefined)],
    [t("switch.when"), () => {
      const at = milliseconds(last.value?.time);
      return at === undefined ? undefined : ago(at, now(30));
    }],
    [t("switch.presses"), () => presses(app, last.value)],
    [t("control.position"), () => {
      const position = values.value?.["currentPosition"];
      const isLatching = (Number(values.value?.["featureMap"] ?? 0) & 1) !== 0;
      return isLatching && typeof position === "number" ? named("switchPosition.", position) : undefined;
    }]);
}

/** @param {App} app @param {EventReport | undefined} event @returns {string | undefined} the number of presses, if it was counted */
function presses(app, event) {
  const type = app.home.schemas.get(SWITCH);
  const payload = event && type?.events.get(event.eventId)?.payload;
  if (!type || !payload || !event?.payload) return undefined;
  const count = type.decodeStruct(payload, event.payload.value)["totalNumberOfPressesCounted"];
  return typeof count === "number" && count > 0 ? String(count) : undefined;
}

/** @param {App} app @param {Part} part @param {string} structureId */
async function loadLast(app, part, structureId) {
  const page = await app.client.call("HomeService/ListReports", { structureId, filter: { deviceIds: [part.deviceId] }, pageSize: 20 });
  return page.reports.flatMap((report) => [...report.events].reverse()).find((event) => isOf(part, event));
}
