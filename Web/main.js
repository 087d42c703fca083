// Where the page begins: text, home, views.

import { Client, RpcError } from "./lib/connect.js";
import { el, router } from "./lib/view.js";
import { Commands } from "./home/commands.js";
import { LiveHome } from "./home/live.js";
import { Overview } from "./home/overview.js";
import { applyTheme, button, reason } from "./ui/elements.js";
import { shell } from "./ui/shell.js";
import { language, loadText, t } from "./ui/text.js";

applyTheme();
const place = /** @type {HTMLElement} */ (document.getElementById("app"));

async function begin() {
  const client = new Client();
  const home = new LiveHome(client);
  try {
    await Promise.all([loadText(), home.begin()]);
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    place.replaceChildren(el("div", { class: "loading", role: "alert" },
      el("p", {}, reason(error)), button(t("action.retry"), () => location.reload(), "main")));
    // A hub that starts is there soon.
    if (error.code === "unavailable") setTimeout(() => location.reload(), 5_000);
    return;
  }
  document.documentElement.lang = language();
  place.replaceChildren(shell({ home, client, commands: new Commands(home), overview: new Overview(home), route: router() }));
}

begin();
