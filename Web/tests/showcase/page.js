// The dashboard with the showcase's fake hub.

import { Client } from "../../lib/connect.js";
import { router } from "../../lib/view.js";
import { Commands } from "../../home/commands.js";
import { LiveHome } from "../../home/live.js";
import { Overview } from "../../home/overview.js";
import { loadIcons } from "../../ui/icons.js";
import { shell } from "../../ui/shell.js";
import { loadPart } from "../../ui/text.js";
import { HouseHub } from "./hub.js";

const client = /** @type {Client} */ (/** @type {unknown} */ (await new HouseHub(new Client({ more: () => import("../../lib/hearth-v1-more.js") })).begin()));
const home = new LiveHome(client);
await Promise.all([loadPart(""), loadIcons(), home.begin()]);
document.body.replaceChildren(shell({ home, client, commands: new Commands(home), overview: new Overview(home), route: router() }));
