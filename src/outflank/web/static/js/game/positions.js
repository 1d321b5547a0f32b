// Positions worked out from a known state: after a move, earlier and later ones. Knows no rules.

import { squareIndex, squareName } from "./square_names.js";

/** @import { Color, GameView } from "./shapes.js" */

/**
 * The provisional state after a legal move; the server sends the legal replies.
 * @param {GameView} state
 * @param {string} square
 * @returns {GameView}
 */
export function afterMove(state, square) {
  const { turn, size, counts, ply, moves } = state;
  const flips = state.legal[square];
  const sign = turn === "black" ? "X" : "O";
  const mine = new Set([square, ...flips]);
  const board = [...state.board].map((old, i) => (mine.has(squareName(i, size)) ? sign : old)).join("");
  const number = movesMade(state) + 1;
  return {
    ...state,
    board,
    turn: other(turn),
    legal: {},
    counts: {
      ...counts,
      [turn]: counts[turn] + flips.length + 1,
      [other(turn)]: counts[other(turn)] - flips.length,
      empty: counts.empty - 1,
    },
    last: { square, color: turn },
    ply: ply + 1,
    moves: [...moves.slice(0, ply), { ply: ply + 1, number, color: turn, square, flips }],
  };
}

/**
 * The state after so many plies: moves are taken off the board again, or put on it.
 * @param {GameView} state
 * @param {number} wanted  if the next ply is a pass, the ply before it is shown
 * @returns {GameView}
 */
export function positionAt(state, wanted) {
  const { moves, size } = state;
  let ply = Math.max(0, Math.min(wanted, moves.length));
  while (ply > 0 && ply < moves.length && moves[ply].square === null) ply -= 1;
  if (ply === state.ply) return state;
  const board = [...state.board];
  const sign = (/** @type {Color} */ color) => (color === "black" ? "X" : "O");
  for (const { square, flips, color } of moves.slice(ply, state.ply).reverse()) {
    if (!square) continue;
    board[squareIndex(square, size)] = "-";
    for (const flip of flips) board[squareIndex(flip, size)] = sign(other(color));
  }
  for (const { square, flips, color } of moves.slice(state.ply, ply)) {
    for (const turned of square ? [square, ...flips] : []) board[squareIndex(turned, size)] = sign(color);
  }
  const last = moves.slice(0, ply).findLast((move) => move.square);
  const count = (/** @type {string} */ disc) => board.filter((one) => one === disc).length;
  return {
    ...state,
    board: board.join(""),
    turn: moves[ply]?.color ?? other(moves[ply - 1].color),
    counts: { black: count("X"), white: count("O"), empty: count("-") },
    legal: {},
    last: last?.square ? { square: last.square, color: last.color } : null,
    ply,
    outcome: null,
    notices: [],
  };
}

/** @param {Color} color @returns {Color} */
const other = (color) => (color === "black" ? "white" : "black");

/** The number of moves made, without passes. @param {Pick<GameView, "moves" | "ply">} state */
export const movesMade = ({ moves, ply }) => moves.slice(0, ply).filter((move) => move.square).length;

/**
 * The state between the player's move and the computer's instant reply, which arrive in one response.
 * @param {GameView} state  after the reply
 * @param {NonNullable<GameView["reply"]>} reply
 * @param {GameView["clock"]} clock  before the player's move, without the computer's increment
 * @returns {GameView}
 */
export function beforeReply(state, { ply, ticket, status, opening, notices }, clock) {
  const position = positionAt(state, ply);
  const { turn } = position;
  return {
    ...position,
    version: state.version - 1,
    moves: state.moves.slice(0, ply),
    thinking: { ticket, color: turn },
    can: { ...state.can, move: false, undo: true, redo: false, resign: true },
    clock: state.clock && { ...state.clock, [turn]: (clock ?? state.clock)[turn], running: turn },
    next: null,
    reply: null,
    status,
    opening,
    notices,
  };
}
