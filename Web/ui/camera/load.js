// Loads the live view of cameras when a person asks for it.

import { note } from "../elements.js";
import { loadPart, t } from "../text.js";

/** @typedef {typeof import("./stage.js")} Stage */

/** Shows a note if the live view can't be loaded. @returns {Promise<Stage | undefined>} */
export async function loadStage() {
  try {
    const [stage] = await Promise.all([import("./stage.js"), loadPart("devices")]);
    return stage;
  } catch {
    note(t("error.unavailable"));
    return undefined;
  }
}
