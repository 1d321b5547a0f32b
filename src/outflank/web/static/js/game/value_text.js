// A value as people read it: +12, −3, and = for even; study/words.py says it so in the server's sentences.

/** @import { ValueView } from "./shapes.js" */

const MOST = 8; // moves of a line that are shown

/**
 * @param {number} score
 * @param {number} [digits]
 */
export const worth = (score, digits = 0) => {
  const number = Math.abs(score).toFixed(digits);
  return Number(number) ? `${score > 0 ? "+" : "−"}${number}` : "=";
};

/**
 * How a value was found: exact, from the opening book, or by looking so many moves ahead.
 * @param {ValueView} value
 */
export const source = ({ exact, book, depth }) => (exact ? "exact" : book ? "book" : `depth ${depth}`);

/** @param {ValueView} value */
export const lineText = ({ line }) => line.slice(0, MOST).join(" ") + (line.length > MOST ? " …" : "");

/**
 * "e3 +4 (e3 f4 c5 …), depth 14"
 * @param {ValueView} value
 */
export const valueSentence = (value) => `${value.square} ${worth(value.score)} (${lineText(value)}), ${source(value)}`;
