// The views that are fetched when somebody goes to one of them, and what opens over any: one file, as they share most of what
// they need, and small files compress badly. The controls of devices' pages come with it.

import "../ui/controls/all.js";
import { toggleFavorite } from "../home/arrange.js";
import { deviceView } from "./device.js";
import { energyView } from "./energy.js";
import { eventsView } from "./events.js";
import { historyView } from "./history.js";
import { chooseHome } from "./homes.js";
import { peopleView } from "./people.js";
import { problemsView } from "./problems.js";
import { roomView } from "./room.js";
import { openSearch } from "./search.js";
import { settingsView } from "./settings.js";
import { welcomeView } from "./welcome.js";

/** By the first part of their addresses. */
export const views = {
  device: deviceView,
  energy: energyView,
  history: historyView,
  log: eventsView,
  people: peopleView,
  problems: problemsView,
  room: roomView,
  settings: settingsView,
  welcome: welcomeView,
};

export const dialogs = { chooseHome, openSearch };

/** What a key does on the home. */
export const deeds = { toggleFavorite };
