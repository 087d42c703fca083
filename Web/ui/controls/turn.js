// Locks and unlocks a door. The question for a code is in a module that is fetched when it is first needed. It imports the
// tiles, so `../controls.js`, which fetches it, passes it in.

import { note } from "../elements.js";
import { t } from "../text.js";

/** @typedef {import("../elements.js").App} App */
/** @typedef {import("../../home/parts.js").Part} Part */
/** @typedef {(app: App, part: Part, name: string, what: "lockDoor" | "unlockDoor") => void} Turn */

/** @type {(() => Promise<Turn>) | undefined} */
let load;

/** @param {() => Promise<Turn>} loadTurn fetches the module that asks and sends */
export const setTurn = (loadTurn) => {
  load = loadTurn;
};

/** @type {(...turn: Parameters<Turn>) => Promise<void>} */
export async function turn(...what) {
  const ask = await load?.().catch(() => void note(t("error.unavailable")));
  ask?.(...what);
}
