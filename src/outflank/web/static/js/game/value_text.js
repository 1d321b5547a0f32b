// A value as people read it: +12, −3, and = for even; a proven one says won (+), drawn (=) or lost (−).

/** @import { ValueView } from "./shapes.js" */

/** @type {Record<string, string>} */
const MARK = { won: "+", drawn: "=", lost: "−" };
const MOST = 8; // moves of a line that are shown
/** @param {Pick<ValueView, "score" | "fate">} value */
export const valueText = ({ score, fate }) => (fate ? `${MARK[fate]}${Math.abs(score) || ""}` : signed(score));

/** @param {number} score */
const signed = (score) => (score > 0 ? `+${score}` : score < 0 ? `−${-score}` : "=");

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
export const valueSentence = (value) => `${value.square} ${valueText(value)} (${lineText(value)}), ${source(value)}`;
