// The views and dialogs that are fetched when one of them is first opened. They are one module with the controls of devices'
// pages, because they share most imports, and small files compress badly.

import "../ui/controls/all.js";
import { toggleFavorite } from "../home/arrange.js";
import { addView } from "./add.js";
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

/** The views, by the first part of their addresses. */
export const views = {
  add: addView,
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

/** The action of a key on the first view. */
export const deeds = { toggleFavorite };
