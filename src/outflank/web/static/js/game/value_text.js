// A value as text: +12, −3, and = for even; study/words.py writes it the same way.

import { _ } from "../desktop/language.js";

/** @import { ValueView } from "./shapes.js" */

const MOST = 8; // moves shown per line

/**
 * @param {number} score
 * @param {number} [digits]
 */
export const worth = (score, digits = 0) => {
  const number = Math.abs(score).toFixed(digits);
  return Number(number) ? `${score > 0 ? "+" : "−"}${number}` : "=";
};

/**
 * The source of a value: exact, the opening book, or a search depth.
 * @param {ValueView} value
 */
export const source = ({ exact, book, depth }) =>
  // i18n: the source of a value: exact, the opening book, or a search to some depth
  exact ? _("exact") : book ? _("book") : _("depth {depth}", { depth });

/** @param {ValueView} value */
export const lineText = ({ line }) => line.slice(0, MOST).join(" ") + (line.length > MOST ? " …" : "");

/**
 * "e3 +4, depth 14: e3 f4 c5 …"
 * @param {ValueView} value
 */
export const valueSentence = (value) => `${value.square} ${worth(value.score)}, ${source(value)}: ${lineText(value)}`;

/** @param {ValueView[]} values */
export const bestSentence = (values) => _("Best: {moves}", { moves: values.map(valueSentence).join("; ") });
