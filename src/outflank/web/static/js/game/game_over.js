// How the end of a game is told, and what comes after it.

import { announce } from "../desktop/announce.js";
import { el, icon } from "../desktop/dom.js";
import { messageBox } from "../desktop/message_box.js";
import { launch } from "../desktop/programs.js";
import { sounds } from "../desktop/sounds.js";
import { newGame, table } from "./table.js";

/** @import { GameView } from "./shapes.js" */

/** @type {Promise<string | null> | null} */
let box = null; // one at a time

/** A game has just ended; resolves to whether the board is wanted again. */
export async function finished() {
  const { state } = table;
  const { outcome } = state;
  if (box || !outcome) return false;
  const winner = outcome.winner && state.seats[outcome.winner];
  const alone = Object.values(state.seats).filter((seat) => seat.human).length === 1;
  const won = alone && winner?.human;
  const title = won ? "You won!" : alone && winner ? "You lost" : "Game over";
  const praise = won ? "Congratulations! " : alone && winner ? "Better luck next time. " : "";
  if (won) sounds.tada();
  else if (alone && winner) sounds.lost();
  else sounds.chord();
  box = messageBox({
    title,
    icon: won ? "trophy" : "info",
    sound: null,
    text: `${praise}${outcome.sentence}.`,
    extra: score(state),
    buttons: ["Play again", "Close", ...(state.can.study ? ["Review"] : [])],
  });
  announce(`Game over. ${outcome.sentence}.`);
  const answer = await box;
  box = null;
  if (answer === "Review") {
    launch("review");
    return false;
  }
  if (answer === "Play again") await sameAgain(state);
  return true;
}

/** Somebody wants to go on with a game that has ended. */
export async function gameIsOver() {
  const { state } = table;
  if (box || !state.outcome) return;
  box = messageBox({
    title: "Game over",
    icon: "info",
    text: `This game is already over. ${state.outcome.sentence}.`,
    extra: score(state),
    buttons: ["OK", "New game"],
  });
  const answer = await box;
  box = null;
  if (answer === "New game") await sameAgain(state);
}

/** @param {GameView} state */
const sameAgain = (state) =>
  newGame({ size: state.size, black: state.seats.black.spec, white: state.seats.white.spec });

/**
 * The discs on the board, as everywhere else; what is counted besides, the sentence says.
 * @param {GameView} state
 */
const score = ({ counts }) =>
  el(
    "div.score",
    {},
    el("span", {}, icon("disc-black"), String(counts.black)),
    el("span", {}, icon("disc-white"), String(counts.white)),
  );
