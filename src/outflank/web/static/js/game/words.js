// Sentences and words used by several windows.

import { _, language, ngettext } from "../desktop/language.js";
import { squareIndex } from "./square_names.js";

/** @import { Color, GameView, LadderView, PlyView } from "./shapes.js" */

/** @type {Record<Color, string>} */
export const COLOR = { black: _("Black"), white: _("White") };
/** @type {Record<LadderView["pace"], string>} */
export const PACES = { blitz: _("Blitz"), rapid: _("Rapid"), slow: _("Classical"), untimed: _("No clock") };

/** @param {number} count */
export const countGames = (count) => ngettext("{count} game", "{count} games", count);
/**
 * @param {number} some
 * @param {number} count
 */
export const gamesOf = (some, count) => ngettext("{some} of {count} game", "{some} of {count} games", count, { some });
/** @param {number} size */
export const boardSize = (size) => `${size} × ${size}`;

/**
 * Add the full stop to a sentence.
 * @param {string} sentence
 */
// i18n: only the full stop is to be translated, such as "{sentence}。"
export const ended = (sentence) => _("{sentence}.", { sentence });

/**
 * The name entered for a person at this screen; empty if there is none.
 * @param {GameView["seats"]["black"]} seat
 */
export const nameOf = (seat) => (seat.human && !["Human", _("Human")].includes(seat.title) ? seat.title : "");

/**
 * True if the only person at this screen plays this color.
 * @param {GameView} state
 * @param {Color} color
 */
export function isYou({ shared, seats }, color) {
  return shared ? shared.you === color : seats[color].human && seats.black.human !== seats.white.human;
}

/**
 * The player of a color: "You", _("Black"), a person's name or the opponent's.
 * @param {GameView} state
 * @param {Color} color
 */
export function who(state, color) {
  const seat = state.seats[color];
  // i18n: the player at this screen, used instead of a name
  if (isYou(state, color)) return _("You");
  return state.shared || !seat.human ? seat.title : nameOf(seat) || COLOR[color];
}

/**
 * "You against Milo"
 * @param {GameView} state
 */
export const players = (state) => against(who(state, "black"), who(state, "white"));

/**
 * @param {string} black
 * @param {string} white
 */
export const against = (black, white) => _("{black} against {white}", { black, white });

/**
 * The state of the game, for the status bar.
 * @param {GameView} state
 */
export function situation(state) {
  const { ply, turn, outcome } = state;
  const color = COLOR[turn];
  if (state.kind === "link")
    return [
      _("Game from a link, position {ply} of {count}.", { ply, count: state.moves.length }),
      outcome ? ended(outcome.sentence) : _("Play a move to continue from here as {color}.", { color }),
    ].join(" ");
  if (outcome) return gameOver(outcome.sentence);
  if (state.shared?.called_off || state.shared?.free) return ended(state.status);
  const moves = Object.keys(state.legal).length; // none where the server has not sent them yet
  if (isYou(state, turn))
    return moves
      ? ngettext("Your move. {count} legal move.", "Your move. {count} legal moves.", moves)
      : _("Your move.");
  const seat = state.seats[turn];
  if (seat.human && !state.shared)
    return moves
      ? ngettext("{color} to move. {count} legal move.", "{color} to move. {count} legal moves.", moves, { color })
      : _("{color} to move.", { color });
  const player = seat.title;
  return state.paused
    ? _("Paused. {player} ({color}) plays next. Choose Continue.", { player, color })
    : _("{player} ({color}) to move.", { player, color });
}

/** @param {string} result */
export const gameOver = (result) => _("Game over. {result}.", { result });

/**
 * True if a color is played at this screen.
 * @param {GameView} state
 * @param {Color} color
 */
export const isHere = (state, color) => (state.shared ? state.shared.you === color : state.seats[color].human);

/**
 * Why the person to move cannot play a square.
 * @param {GameView} state
 * @param {string} square
 */
export const illegal = (state, square) =>
  "XO".includes(state.board[squareIndex(square, state.size)])
    ? _("{square} is already occupied.", { square })
    : state.turn === "black"
      ? _("Black cannot play {square}: it flips no discs.", { square })
      : _("White cannot play {square}: it flips no discs.", { square });

/**
 * The result of a finished game for the person at this screen.
 * @param {GameView} state
 * @returns {"won" | "lost" | null}  null for a draw, and if none or both players are at this screen
 */
export function resultHere(state) {
  const winner = state.outcome?.winner;
  if (!winner) return null;
  return isYou(state, winner) ? "won" : isYou(state, other(winner)) ? "lost" : null;
}

/** @param {Color} color */
const other = (color) => (color === "black" ? "white" : "black");

/**
 * A short result such as "You win 36–28", with the player's own discs first.
 * @param {GameView} state
 */
export function headline(state) {
  const { outcome, counts } = state;
  if (!outcome) return "";
  const here = resultHere(state);
  const first = !outcome.winner ? "black" : here === "lost" ? other(outcome.winner) : outcome.winner;
  const score = `${counts[first]}–${counts[other(first)]}`;
  const counted = outcome.reason === "no moves";
  if (!outcome.winner) return counted ? _("Draw {score}", { score }) : _("Draw");
  if (here === "won") return counted ? _("You win {score}", { score }) : _("You win");
  if (here === "lost") return counted ? _("You lose {score}", { score }) : _("You lose");
  const player = who(state, outcome.winner);
  return counted ? _("{player} wins {score}", { player, score }) : _("{player} wins", { player });
}

/**
 * A pass, shown until the next move of the person here.
 * @param {GameView} state
 */
export function passed(state) {
  if (state.outcome) return "";
  const since = state.moves.slice(0, state.ply).reverse();
  const end = since.findIndex((move) => move.square && (isHere(state, move.color) || computersOnly(state)));
  const at = (end < 0 ? since : since.slice(0, end)).findIndex((move) => !move.square);
  if (at < 0) return "";
  const { color } = since[at];
  const player = who(state, state.turn);
  return [
    !isYou(state, color)
      ? _("{player} has no legal move and passes.", { player: who(state, color) })
      : at
        ? _("You had no legal move and were skipped.")
        : _("You have no legal move and must pass."),
    isYou(state, state.turn)
      ? _("Your move.")
      : at
        ? _("{player} to move.", { player })
        : _("{player} plays again.", { player }),
  ].join(" ");
}

/** @param {GameView} state */
const computersOnly = (state) => !isHere(state, "black") && !isHere(state, "white");

/**
 * The title of the browser's tab.
 * @param {GameView} state
 */
export function tabTitle(state) {
  const player = who(state, state.turn);
  return windowTitle(
    state.kind === "link"
      ? _("A game from a link")
      : state.outcome
        ? headline(state)
        : state.shared?.free || state.shared?.called_off
          ? state.status
          : isYou(state, state.turn)
            ? _("Your move")
            : state.thinking
              ? thinkingText(player)
              : _("{player} to move", { player }),
  );
}

/** @param {string} title */
export const windowTitle = (title) => _("{title} - Othello", { title });

/** @param {string} player */
export const thinkingText = (player) => _("{player} is thinking…", { player });

/**
 * A move as a sentence for screen readers.
 * @param {Pick<PlyView, "square" | "color" | "flips">} move
 */
export function moveSentence(move) {
  const player = COLOR[move.color];
  return move.square
    ? ngettext(
        "{player} plays {square} and flips {count} disc.",
        "{player} plays {square} and flips {count} discs.",
        move.flips.length,
        { player, square: move.square },
      )
    : _("{player} has no legal move and passes.", { player });
}

/**
 * "today, 2:05 PM", "yesterday, 2:05 PM", "March 3, 2026".
 * @param {string} iso
 */
export function when(iso) {
  const date = new Date(iso);
  const now = new Date();
  const days = Math.round((new Date(now).setHours(0, 0, 0, 0) - new Date(date).setHours(0, 0, 0, 0)) / 86400000);
  const time = date.toLocaleTimeString(language, { hour: "numeric", minute: "2-digit" });
  return days === 0
    ? _("today, {time}", { time })
    : days === 1
      ? _("yesterday, {time}", { time })
      : date.toLocaleDateString(language, { day: "numeric", month: "long", year: "numeric" });
}

/** @param {number} count */
export const andMore = (count) => ngettext("and {count} more", "and {count} more", count);

/** @param {number} count */
export const entrants = (count) => ngettext("{count} entrant", "{count} entrants", count);

/** @param {string} player */
export const invites = (player) => _("{player} invites you to play.", { player });

/** @param {Color} color */
export const sideText = (color) => (color === "black" ? _("You play Black") : _("You play White"));

/** @param {string | null | undefined} control  such as "5+3", or "3d" for days per move */
export function clockText(control) {
  if (!control) return _("No clock");
  if (!control.endsWith("d")) return _("Clock {control}", { control });
  return ngettext("{count} day per move", "{count} days per move", Number.parseFloat(control));
}

const LOCAL = /^(localhost|127\..*|\[::1\])$/; // on other devices these refer to another computer
/** A warning beside links that work only on this computer; empty for others. */
export const FOR_OTHERS = LOCAL.test(location.hostname)
  ? _(
      "This address works only on this computer. To let others join, start the server with --host 0.0.0.0 and open " +
        "the address that it prints.",
    )
  : "";
