// Controls of smoke and gas alarms, and of detectors that can be silenced: state, self-test and sensitivity.

import { hubTime } from "../../home/clock.js";
import { asNumber } from "../../home/numbers.js";
import { BOOLEAN_STATE_CONFIGURATION, SMOKE_CO_ALARM } from "../../home/traits.js";
import { ago, dateAndTime, matterEpoch, named } from "../../home/words.js";
import { actionButtons, chips, figures, labeledSlider } from "../fields.js";
import { accepts, reading } from "../inputs.js";
import { t } from "../text.js";

/** @typedef {import("../elements.js").App} App */
/** @typedef {import("../../home/parts.js").Part} Part */

/** @param {App} app @param {Part} part */
export const pageControls = (app, part) => [
  part.traits.has(SMOKE_CO_ALARM) && smoke(app, part),
  part.traits.has(BOOLEAN_STATE_CONFIGURATION) && detector(app, part),
];

/** @param {App} app @param {Part} part */
function smoke(app, part) {
  const values = reading(app, part, SMOKE_CO_ALARM);
  const state = (/** @type {string} */ attribute, group = "alarmState.") => () => {
    const value = values.value?.[attribute];
    return value === undefined ? undefined : named(group, value);
  };
  const expiry = () => {
    const at = asNumber(values.value?.["expiryDate"]);
    if (at === undefined) return undefined;
    const time = matterEpoch + at * 1000;
    return time < hubTime() ? t("alarm.expired", { when: ago(time) }) : dateAndTime(time);
  };
  const isTesting = () => values.value?.["testInProgress"] === true;
  return [
    figures(
      [t("alarm.smokeState"), state("smokeState")], [t("alarm.coState"), state("coState")], [t("part.battery"), state("batteryAlert", "batteryAlert.")],
      [t("part.sensor"), state("contaminationState", "contamination.")], [t("alarm.muted"), () => (values.value?.["deviceMuted"] === "muted" ? t("value.yes") : undefined)],
      [t("alarm.expires"), expiry]),
    actionButtons(t("alarm.test"), () => (accepts(values.value, 0)
      ? [{ slot: "test", icon: "play", text: t(isTesting() ? "state.testing" : "alarm.test"), isOff: isTesting(), run: () => app.commands.invoke(part, SMOKE_CO_ALARM, "selfTestRequest") }] : [])),
    values.value !== undefined && "smokeSensitivityLevel" in values.value && chips(t("alarm.sensitivity"), () => ["low", "standard", "high"].map((key) => ({ key, text: named("sensitivity.", key) })),
      (key) => values.value?.["smokeSensitivityLevel"] === key, (key) => app.commands.write(part, SMOKE_CO_ALARM, { smokeSensitivityLevel: key })),
  ];
}

/** @param {App} app @param {Part} part */
function detector(app, part) {
  const values = reading(app, part, BOOLEAN_STATE_CONFIGURATION);
  const levels = asNumber(values.value?.["supportedSensitivityLevels"]) ?? 0;
  const bits = (/** @type {string} */ attribute) => asNumber(values.value?.[attribute]) ?? 0;
  return [
    levels > 1 && labeledSlider({
      label: t("alarm.sensitivity"), class: "always", min: 0, max: levels - 1, value: () => asNumber(values.value?.["currentSensitivityLevel"]),
      words: (value) => t("alarm.level", { number: value + 1, count: levels }),
      send: (value) => app.commands.write(part, BOOLEAN_STATE_CONFIGURATION, { currentSensitivityLevel: value }),
    }),
    actionButtons(t("alarm.silence"), () => (accepts(values.value, 0) && (bits("alarmsActive") & ~bits("alarmsSuppressed")) !== 0
      ? [{ slot: "silence", icon: "stop", text: t("alarm.silence"), run: () => app.commands.invoke(part, BOOLEAN_STATE_CONFIGURATION, "suppressAlarm", { alarmsToSuppress: bits("alarmsActive") }) }] : [])),
    figures([t("trouble"), () => (bits("sensorFault") === 0 ? undefined : t("alarm.sensorFault"))]),
  ];
}
