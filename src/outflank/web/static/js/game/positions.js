// Positions worked out from a state that is known: after a move, and as they were earlier. Knows no rules.

import { squareIndex, squareName } from "./square_names.js";

/** @import { GameView } from "./shapes.js" */

/**
 * The state after a legal move, until the server confirms it; only the server knows what follows.
 * @param {GameView} state
 * @param {string} square
 * @returns {GameView}
 */
export function afterMove(state, square) {
  const { turn, size, counts, ply, moves } = state;
  const flips = state.legal[square];
  const sign = turn === "black" ? "X" : "O";
  const other = turn === "black" ? "white" : "black";
  const mine = new Set([square, ...flips]);
  const board = [...state.board].map((old, i) => (mine.has(squareName(i, size)) ? sign : old)).join("");
  const number = moves.slice(0, ply).filter((move) => move.square).length + 1;
  return {
    ...state,
    board,
    turn: other,
    legal: {},
    counts: {
      ...counts,
      [turn]: counts[turn] + flips.length + 1,
      [other]: counts[other] - flips.length,
      empty: counts.empty - 1,
    },
    last: { square, color: turn },
    ply: ply + 1,
    moves: [...moves.slice(0, ply), { ply: ply + 1, number, color: turn, square, flips }],
  };
}

/**
 * The state at an earlier ply: the moves since are taken off the board again.
 * @param {GameView} state
 * @param {number} wanted  where the next ply is a pass, the ply before it is shown
 * @returns {GameView}
 */
export function positionAt(state, wanted) {
  let ply = wanted;
  while (ply > 0 && ply < state.ply && state.moves[ply].square === null) ply -= 1;
  if (ply >= state.ply) return state;
  const board = [...state.board];
  for (const move of state.moves.slice(ply, state.ply).reverse()) {
    if (!move.square) continue;
    board[squareIndex(move.square, state.size)] = "-";
    for (const flip of move.flips) board[squareIndex(flip, state.size)] = move.color === "black" ? "O" : "X";
  }
  const last = state.moves.slice(0, ply).findLast((move) => move.square);
  const count = (/** @type {string} */ sign) => board.filter((one) => one === sign).length;
  return {
    ...state,
    board: board.join(""),
    turn: state.moves[ply].color,
    counts: { black: count("X"), white: count("O"), empty: count("-") },
    legal: {},
    last: last?.square ? { square: last.square, color: last.color } : null,
    ply,
    outcome: null,
    notices: [],
  };
}

/**
 * The state between one's own move and the computer's immediate reply, which came in one response.
 * @param {GameView} state  after the reply
 * @param {NonNullable<GameView["reply"]>} reply
 * @param {GameView["clock"]} clock  before one's own move: the computer has got no increment yet
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
