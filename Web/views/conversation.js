// What people type into the search, what the hub makes of it, and which result they have chosen.

import { computed, signal } from "../lib/view.js";

/** @typedef {import("./spoken.js").Heard} Heard */
/** @typedef {import("../lib/view.js").Readable<readonly {id: string}[]>} Results */

/** How long the hub's question is shown before it can be answered, in milliseconds: longer than a double click. */
export const graceTime = 700;

/**
 * One sentence at a time is sent. A question of the hub is answered only by a press that was meant for it: nothing is chosen
 * at first, and presses right after it appears do nothing. What the hub says to an earlier query is dropped.
 *
 * @param {{say: (words: string, questionId: string) => Promise<Heard>, refuse: (questionId: string) => unknown, now: () => number}} hub
 */
export function conversation({ say, refuse, now }) {
  const query = signal("");
  /** What the hub makes of the query, or its question. */
  const heard = signal(/** @type {Heard | undefined} */ (undefined));
  /** The id of the chosen result; empty for the first one, undefined for none. */
  const chosen = signal(/** @type {string | undefined} */ (""));
  /** Counts queries, so that a late answer is known. */
  let round = 0;
  let isSending = false;
  let answerableAt = 0;

  const forget = () => {
    round += 1;
    const questionId = heard.value?.questionId;
    heard.value = undefined;
    chosen.value = "";
    if (questionId) refuse(questionId);
  };

  return {
    query, heard, chosen,
    /** @param {Results} results @returns {import("../lib/view.js").Readable<number>} the index of the chosen result; -1 for none */
    selected: (results) => computed(() => (chosen.value === "" ? 0 : results.value.findIndex(({ id }) => id === chosen.value))),
    /** @param {string} text */
    type(text) {
      forget();
      query.value = text;
    },
    /** Ends the conversation, as its dialog is closed. */
    close: forget,
    /**
     * Takes what the hub makes of a query that it only read.
     *
     * @param {() => Promise<Heard>} read
     */
    async understand(read) {
      const own = round;
      const reading = await read();
      if (own === round && !isSending && heard.value === undefined) heard.value = reading;
    },
    /** @param {string} id @returns {boolean} whether a press of a result counts: not while a sentence is sent, and not right after a question appeared, but for "no" */
    mayPress: (/** @type {string} */ id) => !isSending && (id === "spoken/no" || now() >= answerableAt),
    /**
     * Says a sentence, or an answer to the question that is shown.
     *
     * @param {string} words
     * @returns {Promise<string | undefined>} the hub's line about what it did; undefined if it asks or refuses, which is shown, and if
     * people have typed something else since
     */
    async say(words) {
      if (isSending) return undefined;
      isSending = true;
      const own = round;
      const questionId = heard.value?.questionId ?? "";
      try {
        const answer = await say(words, questionId);
        if (own !== round) {
          if (answer.questionId) refuse(answer.questionId);
          return undefined;
        }
        if (answer.choices.length === 0 && !answer.isRefused) {
          // The question is answered, so there is nothing to refuse.
          heard.value = undefined;
          return answer.line;
        }
        chosen.value = undefined;
        answerableAt = now() + graceTime;
        heard.value = answer;
        return undefined;
      } finally {
        isSending = false;
      }
    },
  };
}
