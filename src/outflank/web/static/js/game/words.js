// How things are said, once.

import { squareIndex } from "./square_names.js";

/** @import { Color, GameView, LadderView, PlyView } from "./shapes.js" */

/** @type {Record<Color, string>} */
export const COLOR = { black: "Black", white: "White" };
/** @type {Record<LadderView["pace"], string>} */
export const PACES = { blitz: "Blitz", rapid: "Rapid", slow: "Slow", untimed: "No clock" };

/**
 * @param {number} count
 * @param {string} word
 */
export const ordinary = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;

/**
 * "You", "Black", a person's name or the opponent's: who sits there, for people.
 * @param {GameView} state
 * @param {Color} color
 */
export function who(state, color) {
  const seat = state.seats[color];
  if (state.shared) return state.shared.you === color ? "You" : seat.title;
  const humans = Object.values(state.seats).filter((one) => one.human).length;
  if (!seat.human) return seat.title;
  return humans === 1 ? "You" : seat.title === "Human" ? COLOR[color] : seat.title;
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
  if (state.shared) return together(state);
  const seat = state.seats[state.turn];
  const moves = Object.keys(state.legal).length;
  if (seat.human) {
    const mover = COLOR[state.turn];
    const whose = who(state, state.turn) === "You" ? `Your move (${mover})` : `${mover} to move`;
    // The server has not said yet where one may play.
    return moves ? `${whose}: ${ordinary(moves, "square")} to choose from.` : `${whose}.`;
  }
  if (state.paused) return `${seat.title} (${COLOR[state.turn]}) waits. Choose Continue to let it play.`;
  return `${seat.title} (${COLOR[state.turn]}) to move.`;
}

/**
 * What is going on at a shared table.
 * @param {GameView} state
 */
function together(state) {
  if (state.ply < state.moves.length) return `Position ${state.ply} of ${state.moves.length}; the game is further on.`;
  if (state.shared?.called_off || state.shared?.free) return `${state.status}.`;
  const mover = who(state, state.turn);
  if (mover !== "You") return `${mover} (${COLOR[state.turn]}) to move.`;
  return `Your move (${COLOR[state.turn]}): ${ordinary(Object.keys(state.legal).length, "square")} to choose from.`;
}

/**
 * Whether a side is played at this screen, by whoever sits before it.
 * @param {GameView} state
 * @param {Color} color
 */
export const isHere = (state, color) => (state.shared ? state.shared.you === color : state.seats[color].human);

/**
 * Why the person to move cannot play there.
 * @param {GameView} state
 * @param {string} square
 */
export const illegal = (state, square) =>
  "XO".includes(state.board[squareIndex(square, state.size)])
    ? `${square} is taken already.`
    : `${COLOR[state.turn]} cannot play ${square}: ` +
      `it would turn no ${state.turn === "black" ? "white" : "black"} disc.`;

/**
 * How a finished game went, in a word: "You win 36–28", with the discs on the board, one's own first.
 * @param {GameView} state
 */
export function headline(state) {
  const { outcome, counts } = state;
  if (!outcome) return "";
  const { winner } = outcome;
  const score = (/** @type {number} */ a, /** @type {number} */ b) =>
    outcome.reason === "no moves" ? ` ${a}–${b}` : "";
  if (!winner) return `Draw${score(counts.black, counts.white)}`;
  const loser = winner === "black" ? "white" : "black";
  if (who(state, loser) === "You") return `You lose${score(counts[loser], counts[winner])}`;
  const name = who(state, winner);
  return `${name} ${name === "You" ? "win" : "wins"}${score(counts[winner], counts[loser])}`;
}

/**
 * What a person has to know of a pass, from then until their own next move.
 * @param {GameView} state
 */
export function passed(state) {
  if (state.outcome) return "";
  const since = state.moves.slice(0, state.ply).reverse();
  const end = since.findIndex((move) => move.square && (isHere(state, move.color) || computersOnly(state)));
  const at = (end < 0 ? since : since.slice(0, end)).findIndex((move) => !move.square);
  if (at < 0) return "";
  const [passer, mover] = [who(state, since[at].color), who(state, state.turn)];
  const did =
    passer !== "You"
      ? `${passer} has no move and passes`
      : at
        ? "You had no move and passed"
        : "You have no move and pass";
  return `${did}: ${mover === "You" ? "your move" : `${mover} moves${at ? "" : " again"}`}.`;
}

/** @param {GameView} state */
const computersOnly = (state) => !isHere(state, "black") && !isHere(state, "white");

/**
 * What the browser's tab says.
 * @param {GameView} state
 */
export function tabTitle(state) {
  const mover = who(state, state.turn);
  const news =
    state.kind === "link"
      ? "A game from a link"
      : state.outcome
        ? headline(state)
        : state.shared?.free || state.shared?.called_off
          ? state.status
          : mover === "You"
            ? "Your move"
            : state.thinking
              ? `${mover} is thinking…`
              : `${mover} to move`;
  return `${news} - Othello`;
}

/**
 * A move as a sentence to be read out.
 * @param {Pick<PlyView, "square" | "color" | "flips">} move
 */
export function moveSentence(move) {
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

const LOCAL = /^(localhost|127\..*|\[::1\])$/; // elsewhere these mean another computer
/** What to say beside a link for others, where it leads them nowhere; empty where it is good. */
export const FOR_OTHERS = LOCAL.test(location.hostname)
  ? "This address is for this computer alone. For others start the server with --host 0.0.0.0, and open the page at " +
    "the address that it prints."
  : "";
