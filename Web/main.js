// Where the page begins: text, home, views.

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
const more = () => import("./lib/hearth-v1-more.js");
const session = new Session(new Client({ more }));
const client = new Client({ credentials: session, more });
const home = new LiveHome(client);

/**
 * Takes the invitation that the page was opened with, and takes it out of the address: its code is a secret, which must
 * not stay there, nor in what the browser remembers of its way.
 */
function takeInvitation() {
  const values = new URLSearchParams(location.hash.slice(1));
  const code = values.get("claim");
  if (code === null) return undefined;
  history.replaceState(null, "", location.pathname + location.search);
  const [role] = /^[134]$/.exec(values.get("role") ?? "") ?? [];
  return { code, fingerprint: values.get("fp") ?? "", ...(role === undefined ? {} : { role: Number(role) }) };
}

/** What a tablet on a wall is to show may stand in the query, `?view=room&id=ID`: it becomes the address that the page has. */
function takeView() {
  const asked = new URLSearchParams(location.search);
  const view = asked.get("view");
  if (view === null) return;
  history.replaceState(null, "", location.pathname + link(view, ...asked.getAll("id")));
}

// The link of an invitation that is opened where the page is already changes what stands behind the hash, and no more.
addEventListener("hashchange", () => {
  const found = takeInvitation();
  if (!found) return;
  invitation = found;
  showClaim();
});

/** @returns {Promise<void>} */
async function begin() {
  try {
    if (invitation) return await showClaim();
    // Once the first calls are on their way: it is needed when they are answered.
    setTimeout(startFormatWorker);
    await Promise.all([home.begin(), loadIcons(), loadPart("")]);
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    if (error.code === "unauthenticated") return (await session.search()) ? begin() : showClaim();
    await loadPart("").catch(() => {});
    place.replaceChildren(el("div", { class: "loading", role: "alert" },
      el("p", {}, error.code === "unavailable" ? t("connection.none") : reason(error)), button(t("action.retry"), () => location.reload(), "main")));
    // A hub that starts is there soon.
    if (error.code === "unavailable") setTimeout(() => location.reload(), 5_000);
    return;
  }
  document.documentElement.lang = language();
  document.documentElement.dir = direction(language());
  effect(() => {
    // It has been told to let this browser in no more.
    if (home.connection.value.error?.code !== "unauthenticated") return;
    showClaim();
  });
  place.replaceChildren(shell({ home, client, session, commands: new Commands(home), overview: new Overview(home), route: router() }));
  // Nothing of the first view waits for it.
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
