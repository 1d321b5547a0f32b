// The requests of a review: the server goes through the moves of a game, and this machine's engine answers its
// questions where it can.

import { retryWhileBusy, send } from "../game/api.js";
import { CannotThinkHere, canThinkHere, thinkOfAll } from "../game/own_engine.js";

/** @import { Position } from "../thinking/module.js" */
/** @import { Question } from "../thinking/worker.js" */
/** @import { Judged, QuestionView, ReviewAnswer, ReviewStep } from "../game/shapes.js" */

/**
 * @param {string} id  of the game
 * @param {number} size
 */
export function reviewRequests(id, size) {
  /** @type {ReviewAnswer | null} */
  let answer = null;
  /** @type {Judged[]} */
  let judged = []; // what this machine found out about moves whose review is not done

  /**
   * Send an event with the study as it is.
   * @param {ReviewStep["event"]} event
   * @param {AbortSignal} signal
   * @param {{ waiting?: () => void, received?: (answer: ReviewAnswer) => void }} [meanwhile]
   */
  async function sendEvent(event, signal, { waiting, received = () => {} } = {}) {
    const answers = canThinkHere({ size }) ? judged : null;
    const study = answer?.study ?? null;
    const now = await retryWhileBusy(
      () => send("POST", `/api/games/${id}/review`, { event, study, answers }, { signal }),
      { signal, waiting },
    );
    answer = now;
    received(now);
    const done = new Set(now.view.moves.map((move) => move.ply));
    judged = [...judged.filter((one) => !done.has(one.ply)), ...(await lookedAt(now.questions, signal))];
    return now;
  }
  return { send: sendEvent };
}

/**
 * What this machine finds out about positions; nothing where it cannot, and the server looks then.
 * @param {QuestionView[]} questions
 * @param {AbortSignal} signal
 */
async function lookedAt(questions, signal) {
  /** @type {Question[]} */
  const asked = questions.map(({ position: text, depth, exact_from, lines }) => {
    const [board, sign] = text.split(" ");
    const position = { size: Math.sqrt(board.length), board, turn: sign === "X" ? "black" : "white" };
    return { ask: "analyse", position: /** @type {Position} */ (position), limit: { depth, exact_from }, lines };
  });
  try {
    const answers = await thinkOfAll(asked, signal);
    return questions.map((question, number) => {
      const answer = answers[number];
      const results = "results" in answer ? answer.results : [];
      return { ...question, found: results.map(({ square, score, exact, line }) => ({ square, score, exact, line })) };
    });
  } catch (problem) {
    if (!(problem instanceof CannotThinkHere)) throw problem;
    return [];
  }
}
