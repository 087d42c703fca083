// The first day's list, for the hub's owner: it ticks itself, and goes away when all is done or somebody puts it away.

import { computed, el, link } from "../lib/view.js";
import { Credential_Kind as Kind } from "../lib/hearth-v1-more.js";
import { Role } from "../lib/hearth-v1.js";
import { rearrange } from "../home/arrange.js";
import { firstDay, firstSteps } from "../home/first-day.js";
import { currentStructure } from "../home/structures.js";
import { button, icon, note, tell } from "../ui/elements.js";
import { areServed, guideLink } from "../ui/guides.js";
import { t } from "../ui/text.js";

/** @typedef {import("../ui/elements.js").App} App */
/** @typedef {import("../home/first-day.js").FirstStep} FirstStep */
/** @typedef {import("./credentials.js").Credentials} Credentials */
/** @typedef {import("../lib/view.js").Readable<import("../lib/hearth-v1.js").GetStatusResponse | undefined>} Status of the hub; undefined until it is known */

/** The address at which a step is done, or the guide that says how. @type {Record<FirstStep, {href: string} | {guide: string}>} */
const places = {
  place: { href: `${link("welcome")}?step=place` }, phone: { href: link("people") }, person: { href: link("people") },
  certificate: { guide: "certificates.html" }, copy: { guide: "operating.html#backups-off-site" },
};

/**
 * @param {App} app
 * @param {HTMLElement} heading of the view, which gets the focus when the list goes
 * @param {Status} status
 * @param {Credentials} access
 */
export function firstDayList(app, heading, status, access) {
  const { home } = app;
  const structure = computed(() => currentStructure(app));
  const keys = computed(() => {
    const own = app.session.credential?.id;
    return access.all.value?.filter(({ id, kind }) => kind !== Kind.TOKEN && id !== own).length;
  });
  const isOwner = computed(() => home.caller.value?.role === Role.OWNER);
  const steps = computed(() => {
    const id = structure.value?.id;
    if (keys.value === undefined || !status.value || !isOwner.value || id === undefined || home.arrangements.of(id).value.setup.includes(firstDay)) return undefined;
    const people = [...home.people.value.values()].filter((person) => person.structureId === id).length;
    return firstSteps({ structure: structure.value, people, keys: keys.value, status: status.value });
  });
  const setAway = (/** @type {boolean} */ isAway) => tell(rearrange(home, currentStructure(app)?.id ?? "", ({ setup }) => {
    const others = setup.filter((name) => name !== firstDay);
    return { setup: isAway ? [...others, firstDay] : others };
  }));
  const away = async () => {
    if (!await setAway(true)) return;
    // The pressed button leaves the page.
    heading.focus({ preventScroll: true });
    note(t("firstDay.isAway"), { label: t("action.undo"), run: () => setAway(false) }, 8);
  };
  return () => steps.value && [...steps.value.values()].includes(false) && el("section", { class: "section", "aria-labelledby": "first-day" },
    el("div", { class: "head" }, el("h2", { id: "first-day" }, t("firstDay.title")), button(t("firstDay.away"), away)),
    el("ul", { class: "cards" }, [...steps.value].map(([step, isDone]) => el("li", { class: "card" },
      el("span", { class: "tile-icon" }, isDone && icon("check")),
      el("div", { class: "grow" },
        el("h3", {}, isDone ? t(`firstDay.${step}`) : linked(step)),
        el("p", { class: "quiet" }, isDone ? t("welcome.done") : t(`firstDay.${step}.why`)))))));
}

/** @param {FirstStep} step @returns its words, as a link if there is a place for it */
function linked(step) {
  const [words, place] = [t(`firstDay.${step}`), places[step]];
  if ("href" in place) return el("a", { href: place.href }, words);
  return areServed().value ? guideLink(place.guide, words) : words;
}
