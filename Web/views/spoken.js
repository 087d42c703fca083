// Sentences in the search: the hub reads them, and carries them out.

import { SpokenOutcome } from "../lib/hearth-v1-more.js";
import { RpcError } from "../lib/connect.js";
import { clientId } from "../home/commands.js";
import { currentStructure } from "../home/structures.js";
import { reason } from "../ui/elements.js";
import { language, t } from "../ui/text.js";

/** @typedef {import("../ui/elements.js").App} App */
/** @typedef {import("../lib/hearth-v1.js").SpokenReading} SpokenReading */
/**
 * What the hub makes of a sentence: choices to say it by, a line about it, and the id of the hub's question, if it asks.
 *
 * @typedef {{choices: readonly {id: string, title: string, words: string}[], line: string, isRefused: boolean, questionId?: string}} Heard
 */

/** @type {Heard} */
export const nothing = { choices: [], line: "", isRefused: false };

/** The hub's words for yes and no, in the languages that it reads. */
const yesAndNo = /** @type {Record<string, [string, string]>} */ ({ de: ["ja", "nein"], fr: ["oui", "non"], es: ["sí", "no"] });

/** @param {App} app @param {string} words */
const asked = (app, words) => ({ structureId: currentStructure(app)?.id ?? "", words, language: language() });

/**
 * How the hub understands a sentence; it does nothing. Nothing if the hub can't be reached.
 *
 * @param {App} app
 * @param {string} words
 * @returns {Promise<Heard>}
 */
export async function understand(app, words) {
  try {
    const { reading } = await app.client.call("AutomationService/Understand", asked(app, words));
    return reading ? heard(reading, words) : nothing;
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    return nothing;
  }
}

/**
 * @param {SpokenReading} reading
 * @param {string} words
 * @returns {Heard}
 */
function heard({ outcome, commands, choices, reason: why, sentence }, words) {
  if (outcome === SpokenOutcome.NOT_UNDERSTOOD && (why === "negated" || why === "conditional")) return { choices: [], line: sentence, isRefused: true };
  if (outcome !== SpokenOutcome.UNDERSTOOD && outcome !== SpokenOutcome.ASKED) return nothing;
  const orders = (commands.length > 0 ? commands : choices).map(({ summary }) => summary);
  const isQuestion = commands.length > 0 && orders.every((one) => one === "");
  const title = isQuestion ? t("search.ask", { words }) : orders.filter((one) => one !== "").join(outcome === SpokenOutcome.ASKED ? " / " : ", ");
  return { choices: [{ id: "spoken", title, words }], line: "", isRefused: false };
}

/**
 * Tells the hub a sentence, or an answer to its question.
 *
 * @param {App} app
 * @param {string} words
 * @param {string} [questionId] the question that the words answer; without it, they are a sentence
 * @returns {Promise<Heard>} the hub's answer, with choices if it asks
 */
export async function say(app, words, questionId = "") {
  try {
    const { reading, automationIds } = await app.client.call("AutomationService/SayWords", { ...asked(app, words), questionId, options: { clientId } });
    if (automationIds.length > 0) return { choices: [], line: t("search.started"), isRefused: false };
    if (!reading) return nothing;
    const isAsked = reading.outcome === SpokenOutcome.ASKED;
    return { choices: isAsked ? answersTo(reading) : [], line: reading.sentence, isRefused: false, questionId: isAsked ? reading.questionId : "" };
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    return { choices: [], line: reason(error), isRefused: true };
  }
}

const answers = () => yesAndNo[language().slice(0, 2)] ?? ["yes", "no"];

/**
 * Ends a question of the hub that people don't see any more.
 *
 * @param {App} app
 * @param {string} questionId
 */
export const refuse = (app, questionId) => say(app, answers()[1], questionId);

/** @param {SpokenReading} reading */
function answersTo({ choices }) {
  const [yes, no] = answers();
  const cancel = { id: "spoken/no", title: t("action.cancel"), words: no };
  // A yes is for the only choice; a number is for one of several.
  if (choices.length === 1) return [{ id: "spoken/yes", title: choices[0]?.summary ?? "", words: yes }, cancel];
  return [...choices.map(({ summary }, index) => ({ id: `spoken/${index + 1}`, title: summary, words: String(index + 1) })), cancel];
}
