// How things are said, once.

import { squareIndex } from "./square_names.js";

/** @import { Color, GameView, PlyView } from "./shapes.js" */

/** @type {Record<Color, string>} */
export const COLOR = { black: "Black", white: "White" };

/** Why there are no values and no reviews on a board too large for the engine. */
export const NO_STUDY = "The engine plays on boards up to 8 × 8, so there are no values and reviews on this one.";

/**
 * @param {number} count
 * @param {string} word
 */
export const ordinary = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;

/**
 * "You are Black", "Black" or the opponent's title: who sits there, for people.
 * @param {GameView} state
 * @param {Color} color
 */
export function who(state, color) {
  const seat = state.seats[color];
  const humans = Object.values(state.seats).filter((one) => one.human).length;
  return seat.human ? (humans === 1 ? "You" : COLOR[color]) : seat.title;
}

/**
 * What is going on, for the status bar.
 * @param {GameView} state
 */
export function situation(state) {
  if (state.kind === "link")
    return (
      `From a link, position ${state.ply} of ${state.moves.length}. ` +
      (state.outcome ? `${state.outcome.sentence}.` : `Play a move to go on from here as ${COLOR[state.turn]}.`)
    );
  if (state.outcome) return `Game over. ${state.outcome.sentence}.`;
  const seat = state.seats[state.turn];
  const moves = Object.keys(state.legal).length;
  if (seat.human) {
    const mover = COLOR[state.turn];
    const whose = who(state, state.turn) === "You" ? `Your move (${mover})` : `${mover} to move`;
    return `${whose}: ${ordinary(moves, "square")} to choose from.`;
  }
  if (state.paused) return `${seat.title} (${COLOR[state.turn]}) waits. Choose Continue to let it play.`;
  return `${seat.title} (${COLOR[state.turn]}) to move.`;
}

/**
 * Why the person to move cannot play there.
 * @param {GameView} state
 * @param {string} square
 */
export const illegal = (state, square) =>
  "XO".includes(state.board[squareIndex(square, state.size)])
    ? `${square} is taken already.`
    : `${COLOR[state.turn]} cannot play ${square}: it would turn no ${state.turn === "black" ? "white" : "black"} disc.`;

/**
 * The last move, said aloud.
 * @param {Pick<PlyView, "square" | "color" | "flips">} move
 */
export function told(move) {
  return move.square
    ? `${COLOR[move.color]} played ${move.square}, turning ${ordinary(move.flips.length, "disc")}.`
    : `${COLOR[move.color]} has no move and passes.`;
}

/**
 * "today 14:05", "yesterday", "3 March 2026".
 * @param {string} iso
 */
export function when(iso) {
  const date = new Date(iso);
  const now = new Date();
  const days = Math.round((new Date(now).setHours(0, 0, 0, 0) - new Date(date).setHours(0, 0, 0, 0)) / 86400000);
  const time = date.toLocaleTimeString("en-US", { hour: "numeric", minute: "2-digit" });
  return days === 0
    ? `today, ${time}`
    : days === 1
      ? `yesterday, ${time}`
      : date.toLocaleDateString("en-US", { day: "numeric", month: "long", year: "numeric" });
}
