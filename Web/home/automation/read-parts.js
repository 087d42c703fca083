// Small parts of the lines of the text form.

import { decode } from "../../lib/message.js";
import { WireError } from "../../lib/wire.js";
import { causes } from "./grammar.js";
import { bytesOfHex } from "./read-expression.js";
import { Scanner } from "./scanner.js";
import { t } from "../../ui/text.js";

/** @typedef {import("./scanner.js").Block} Block */

/** @param {Scanner} scanner what this page does not know, as its bytes */
export function keptNode(scanner) {
  const bytes = bytesOfHex(scanner.name() ?? "?");
  try {
    if (!bytes) throw new WireError("no hex digits");
    return decode("AutomationNode", bytes);
  } catch (error) {
    if (!(error instanceof WireError)) throw error;
    throw scanner.error(t("read.keptGoesBeforeHexDigits"));
  }
}

/** @param {Scanner} scanner */
export function causesOf(scanner) {
  /** @type {import("../../lib/hearth-v1.js").Cause_Kind[]} */
  const found = [];
  if (!scanner.words("caused", "by")) return found;
  do {
    const word = scanner.name()?.toLowerCase() ?? "";
    const cause = causes.indexOf(word);
    if (cause < 1) throw scanner.error(t("read.causesNothingSayOneOf", { word, causes: causes.slice(1).join(", ") }));
    found.push(/** @type {1} */ (cause));
  } while (scanner.take(","));
  return found;
}

/** @param {Scanner} scanner */
export function onFailure(scanner) {
  if (!scanner.words("or")) return { retries: 0, stopsOnFailure: false };
  if (scanner.words("stop")) return { retries: 0, stopsOnFailure: true };
  const retries = scanner.words("retry") ? scanner.natural() : undefined;
  if (retries === undefined || !(scanner.words("times") || scanner.words("time")) || !scanner.words("after")) throw scanner.error(t("read.sayOrStopOrOr"));
  return { retries, stopsOnFailure: false, retryDelay: scanner.span() };
}

/** @param {Scanner} scanner */
export function nodeNumber(scanner) {
  if (!scanner.take("@")) return undefined;
  const number = scanner.natural();
  if (number === undefined) throw scanner.error(t("read.numberMissing"));
  return number;
}

/** @param {Block} block */
export function refuseLines(block) {
  const [first] = block.blocks;
  if (first) throw new Scanner(first).error(t("read.lineHoldsNoOtherLines", { line: block.number }));
}

/** @param {Scanner} scanner */
export const expectColon = (scanner) => scanner.expect(":", t("read.aColonIsMissingHere"));
