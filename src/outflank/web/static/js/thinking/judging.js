// Evaluates results of the page's engine as outflank.study does on the server; a test compares both.

/** @import { ValueView } from "../game/shapes.js" */
/** @import { Result } from "./module.js" */

const [INACCURACY, MISTAKE, BLUNDER] = [3, 6, 12]; // discs

/**
 * Results as the API's values, best first.
 * @param {Result[]} results
 * @returns {ValueView[]}
 */
export function valuesOf(results) {
  const most = Math.max(...results.map((one) => one.score));
  return results
    .toSorted((one, other) => other.score - one.score)
    .map(({ square, score, exact, depth, book, line }) => ({
      square,
      score,
      exact,
      best: score === most,
      fate: exact ? (score > 0 ? "won" : score < 0 ? "lost" : "drawn") : null,
      judgement: judged(most, score, exact),
      depth,
      book,
      line,
    }));
}

/**
 * @param {number} best
 * @param {number} played
 * @param {boolean} exact
 */
function judged(best, played, exact) {
  const loss = best - played;
  if (loss <= 0) return "fine";
  if (loss >= BLUNDER || (exact && Math.sign(best) > Math.sign(played))) return "blunder";
  return loss >= MISTAKE ? "mistake" : loss >= INACCURACY ? "inaccuracy" : "fine";
}
