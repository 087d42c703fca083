// The settings: appearance, the home and its rooms, and information about the hub.

import { el, signal } from "../lib/view.js";
import { note, roundButton, setTheme, tell, theme } from "../ui/elements.js";
import { areServed, guideLink } from "../ui/guides.js";
import { Role } from "../lib/hearth-v1.js";
import { milliseconds } from "../home/model.js";
import { chosen, setFahrenheit } from "../home/units.js";
import { ago } from "../home/words.js";
import { t } from "../ui/text.js";
import { backup } from "./backup.js";
import { thisBrowser } from "./browser.js";
import { credentials, validCredentials } from "./credentials.js";
import { firstDayList } from "./first-day.js";
import { homeCA } from "./home-ca.js";
import { install } from "./install.js";
import { integrations } from "./integrations.js";
import { base64url } from "../lib/bytes.js";
import { languageChoice } from "./language.js";
import { push } from "./push.js";
import { homeSettings } from "./settings-home.js";

/** @typedef {import("../ui/elements.js").App} App */
/** @typedef {import("./first-day.js").Status} Status */

/** @param {App} app */
export function settingsView(app) {
  const heading = el("h1", { tabindex: "-1" }, t("settings.title"));
  const status = hubStatus(app);
  const access = validCredentials(app);
  return el("div", { class: "narrow" },
    heading,
    firstDayList(app, heading, status, access),
    appearance(),
    languageChoice(),
    units(),
    ...homeSettings(app),
    integrations(app),
    thisBrowser(app),
    push(app),
    credentials(app, access),
    backup(app),
    install(),
    homeCA(),
    about(app, status));
}

/** @param {App} app @returns {Status} which only the hub's owner may ask for */
function hubStatus(app) {
  const status = signal(/** @type {import("../lib/hearth-v1.js").GetStatusResponse | undefined} */ (undefined));
  const load = async () => {
    status.value = await tell(app.client.call("MaintenanceService/GetStatus", {}));
  };
  if (app.home.caller.peek()?.role === Role.OWNER) load();
  return status;
}

/** The choice of the temperature's unit. The page is reloaded, because temperatures are shown everywhere. */
function units() {
  const current = chosen();
  const choices = /** @type {const} */ ([["place", undefined], ["celsius", false], ["fahrenheit", true]]);
  return el("section", { class: "section", "aria-labelledby": "units" },
    el("h2", { id: "units" }, t("settings.temperatures")),
    el("div", { class: "chips", role: "group", "aria-labelledby": "units" }, choices.map(([name, isFahrenheit]) =>
      el("button", { type: "button", class: "chip", "aria-pressed": current === isFahrenheit, onclick: () => {
        setFahrenheit(isFahrenheit);
        location.reload();
      } }, t(`settings.temperatures.${name}`)))));
}

function appearance() {
  const current = signal(theme());
  return el("section", { class: "section", "aria-labelledby": "look" },
    el("h2", { id: "look" }, t("settings.look")),
    el("div", { class: "chips", role: "radiogroup", "aria-labelledby": "look" }, /** @type {const} */ (["system", "light", "dark"]).map((name) =>
      el("button", { type: "button", class: "chip", role: "radio", "aria-checked": () => current.value === name, onclick: () => {
        setTheme(name);
        current.value = name;
      } }, t(`settings.look.${name}`)))));
}

/** @param {App} app @param {Status} status */
function about(app, status) {
  const identity = signal(/** @type {import("../lib/hearth-v1.js").GetServerIdentityResponse | undefined} */ (undefined));
  const load = async () => {
    identity.value = await tell(app.client.call("AccessService/GetServerIdentity", {}));
  };
  load();
  const fingerprint = () => {
    const key = identity.value?.publicKeySha256;
    return key === undefined ? "" : key.length === 0 ? t("settings.noKey") : base64url(key);
  };
  const copy = async (/** @type {string} */ text) => {
    await navigator.clipboard.writeText(text);
    note(t("action.copied"));
  };
  const fact = (/** @type {string} */ name, /** @type {() => string} */ value, canCopy = false) =>
    el("div", {}, el("dt", {}, name), el("dd", { class: "row" }, el("span", { class: "grow" }, value),
      canCopy && navigator.clipboard && roundButton("copy", t("settings.copyWhat", { what: name }), () => copy(value()), { class: "round bare" })));
  return el("section", { class: "section", "aria-labelledby": "about" },
    el("h2", { id: "about" }, t("settings.about")),
    el("dl", { class: "facts" },
      fact(t("settings.version"), () => app.home.info.value?.version ?? ""),
      fact(t("settings.hubId"), () => app.home.info.value?.hubId ?? "", true),
      fact(t("settings.fingerprint"), fingerprint, true)),
    operation(status),
    () => areServed().value && el("p", {}, guideLink("", t("settings.guides"))));
}

/**
 * How the hub is: its health, whether there is a newer version, and the newest backups.
 *
 * @param {Status} status
 */
function operation(status) {
  const when = (/** @type {import("../lib/hearth-v1.js").Timestamp | undefined} */ time) => {
    const at = milliseconds(time);
    return at === undefined ? t("settings.noneYet") : ago(at);
  };
  const fact = (/** @type {string} */ name, /** @type {import("../lib/view.js").Child} */ value) => el("div", {}, el("dt", {}, name), el("dd", {}, value));
  return () => {
    if (!status.value) return undefined;
    const { problems, newVersion: next, backups } = status.value;
    return el("dl", { class: "facts" },
      fact(t("settings.health"), problems.length === 0 ? t("settings.healthy") : problems.map(({ part, reason }) =>
        el("p", {}, t(`settings.health.${part}`), ": ", el("span", { class: "quiet", lang: "en" }, reason)))),
      next && fact(t("settings.newVersion"), t("settings.newVersionHow", { version: next.available, command: next.command })),
      backups && fact(t("settings.newestBackup"), when(backups.newestAt)),
      backups?.offSite && fact(t("settings.newestCopy"), when(backups.offSite.newestAt)));
  };
}
