// The hub's issues with an automation, in the page's language. The hub writes them in English, with names and numbers;
// other languages have a sentence for each kind that a home can have.

import { hasText, language, t } from "../../ui/text.js";
import { capital } from "../words.js";

/** @param {import("../../lib/hearth-v1.js").AutomationIssue} issue */
export function issueInWords({ kind, message }) {
  return !/^en\b/.test(language()) && hasText(`issue.${kind}`) ? t(`issue.${kind}`) : `${capital(message)}.`;
}

/**
 * One issue for each sentence: without names, two issues of a kind have the same.
 *
 * @param {readonly import("../../lib/hearth-v1.js").AutomationIssue[]} issues
 */
export const distinctIssues = (issues) => issues.filter((issue, place) => issues.findIndex((other) => issueInWords(other) === issueInWords(issue)) === place);
