// What happens by itself: automations, the editor of one, and scenes. One file, as `later.js` is, which comes
// with it: so both share in it what they need.

import "./later.js";
import { automationView } from "./automation.js";
import { automationsView } from "./automations.js";

/** By the first part of their addresses. */
export const views = { automation: automationView, automations: automationsView };
