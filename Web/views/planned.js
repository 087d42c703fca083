// The views of automations, their editor, and scenes. They are one module, which also loads `later.js`, because both
// share imports.

import "./later.js";
import { automationView } from "./automation.js";
import { automationsView } from "./automations.js";

/** The views, by the first part of their addresses. */
export const views = { automation: automationView, automations: automationsView };
