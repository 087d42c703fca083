// Starts the page: loads the texts and the home, then shows the views.

import { Client, RpcError } from "./lib/connect.js";
import { effect, el, link, router } from "./lib/view.js";
import { Commands } from "./home/commands.js";
import { LiveHome } from "./home/live.js";
import { Overview } from "./home/overview.js";
import { Session } from "./home/session.js";
import { applyTheme, button, reason } from "./ui/elements.js";
import { loadIcons } from "./ui/icons.js";
import { direction } from "./ui/languages.js";
import { shell } from "./ui/shell.js";
import { language, loadPart, t } from "./ui/text.js";
import { startFormatWorker } from "./ui/workers.js";

applyTheme();
const place = /** @type {HTMLElement} */ (document.getElementById("app"));

/** @type {import("./views/claim.js").Invitation | undefined} */
let invitation = takeInvitation();
takeView();
takeAutomation();
const more = () => import("./lib/hearth-v1-more.js");
const session = new Session(new Client({ more }));
const client = new Client({ credentials: session, more });
const home = new LiveHome(client);

/**
 * Reads the invitation from the address that the page was opened with, and removes it there: its code is a secret, which
 * must not stay in the address or in the browser's history.
 */
function takeInvitation() {
  const values = new URLSearchParams(location.hash.slice(1));
  const code = values.get("claim");
  if (code === null) return undefined;
  history.replaceState(null, "", location.pathname + location.search);
  const [role] = /^(?:[134]|owner)$/.exec(values.get("role") ?? "") ?? [];
  return { code, fingerprint: values.get("fp") ?? "", ...(role === undefined ? {} : { role }) };
}

/** Turns a view in the query, `?view=room&id=ID`, into the page's own address. Wall tablets are configured with it. */
function takeView() {
  const asked = new URLSearchParams(location.search);
  const view = asked.get("view");
  if (view === null) return;
  history.replaceState(null, "", location.pathname + link(view, ...asked.getAll("id")));
}

/** Turns a link with an automation's text, `#automation=TEXT`, into the editor's own address, which only shows the text. */
function takeAutomation() {
  const text = new URLSearchParams(location.hash.slice(1)).get("automation");
  if (text !== null) history.replaceState(null, "", `${location.pathname}${location.search}${link("automation", "new")}?text=${encodeURIComponent(text)}`);
}

// Opening a link in a tab that already shows the page only changes the fragment.
addEventListener("hashchange", () => {
  takeAutomation();
  const found = takeInvitation();
  if (!found) return;
  invitation = found;
  showClaim();
});

/** @returns {Promise<void>} */
async function begin() {
  try {
    if (invitation) return await showClaim();
    // Started after the first calls are sent; the formats are needed when these are answered.
    setTimeout(startFormatWorker);
    await Promise.all([home.begin(), loadIcons(), loadPart("")]);
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    if (error.code === "unauthenticated") return (await session.search()) ? begin() : showClaim();
    await loadPart("").catch(() => {});
    place.replaceChildren(el("div", { class: "loading", role: "alert" },
      el("p", {}, error.code === "unavailable" ? t("connection.none") : reason(error)), button(t("action.retry"), () => location.reload(), "main")));
    // The hub may just be starting.
    if (error.code === "unavailable") setTimeout(() => location.reload(), 5_000);
    return;
  }
  document.documentElement.lang = language();
  document.documentElement.dir = direction(language());
  effect(() => {
    // This browser's access was revoked.
    if (home.connection.value.error?.code !== "unauthenticated") return;
    showClaim();
  });
  place.replaceChildren(shell({ home, client, session, commands: new Commands(home), overview: new Overview(home), route: router() }));
  // Late, so that it does not slow down the first view.
  setTimeout(async () => (await import("./ui/offline.js")).keepPage(), 15_000);
}

async function showClaim() {
  home.stream.stop();
  const [{ claimView }] = await Promise.all([import("./views/claim.js"), loadPart(""), loadPart("views"), loadIcons()]);
  place.replaceChildren(claimView(session, invitation));
  document.title = "Hearth";
  place.querySelector("h1")?.focus();
}

begin();
