// Notifications of game events: message boxes, balloons, sounds, and the live region.

import { announce } from "../desktop/announce.js";
import { balloon } from "../desktop/balloon.js";
import { _ } from "../desktop/language.js";
import { messageBox } from "../desktop/message_box.js";
import { settings } from "../desktop/settings.js";
import { sounds } from "../desktop/sounds.js";
import { showConnection, showThinker, showThinking } from "../desktop/tray.js";
import { changePlayers } from "./commands.js";
import { line } from "./connection.js";
import { focusBoard } from "./game_window.js";
import { ownEngine } from "./own_engine.js";
import { emit, resume, table } from "./table.js";
import { bestSentence } from "./value_text.js";
import {
  ended,
  gameOver,
  headline,
  illegal,
  isHere,
  moveSentence,
  players,
  resultHere,
  situation,
  who,
} from "./words.js";
/** @import { ApiError } from "./api.js" */
/** @import { GameView, Notice } from "./shapes.js" */

export function listen() {
  table.addEventListener("state", ({ detail: { state, before } }) => announceMoves(state, before));
  table.addEventListener("guess", ({ detail }) => detail && sounds.place(detail.moves[detail.ply - 1].flips.length));
  table.addEventListener("illegal", ({ detail }) => {
    sounds.ding();
    say(illegal(table.state, detail), "warning");
  });
  table.addEventListener("ended", () => {
    sounds.ding();
    say(gameOver(headline(table.state)));
  });
  line.addEventListener("change", ({ detail }) => {
    showConnection(!detail, detail || _("Connected"));
    if (detail) announce(detail);
  });
  table.addEventListener("said", ({ detail }) => {
    const name = who(table.state, detail.color);
    sounds.click();
    balloon({ title: name, text: detail.text, icon: "person" });
    announce(`${name}: ${detail.text}`);
  });
  table.addEventListener("notice", ({ detail }) => notice(detail));
  table.addEventListener("refused", ({ detail }) => refused(detail));
  table.addEventListener("thinking", ({ detail }) => showThinking(detail));
  ownEngine.addEventListener("change", ({ detail }) => showThinker(detail));
  table.addEventListener("hint", ({ detail }) =>
    announce([detail.sentence, ...(detail.value ? [bestSentence([detail.value])] : [])].join(" ")),
  );
}

/**
 * @param {GameView} state
 * @param {GameView | null} before
 */
function announceMoves(state, before) {
  if (!before && state.kind === "link")
    balloon({
      title: _("A game from a link"),
      text: _("Use Back and Forward to view the moves. The game is kept once you play a move or save it."),
      icon: "info",
    });
  if (!before) {
    announce(`${ended(players(state))} ${situation(state)}`);
    return;
  }
  const news = state.moves.slice(before.ply, state.ply).filter((move) => move.square);
  if (state.ply > before.ply && news.length) {
    const guessed = isHere(state, news[0].color); // and its sound was played when it was drawn
    if (!guessed || news.length > 1) sounds.place(news.at(-1)?.flips.length);
    for (const move of news) announce(moveSentence(move));
  } else if (state.ply < before.ply) {
    sounds.click();
    announce([_("Back to position {ply}.", { ply: state.ply }), situation(state)].join(" "));
  }
  if (!state.outcome && isHere(state, state.turn) && state.ply !== before.ply) announce(situation(state));
}

/** @param {Notice} shown */
function notice({ kind, sentence }) {
  if (kind === "branch") balloon({ title: _("Your own game"), text: sentence, icon: "info" });
  else if (kind === "note") balloon({ title: _("How the text was read"), text: sentence, icon: "info" });
  else if (kind === "pass") {
    sounds.ding();
    say(sentence);
  } else if (kind === "failure") failure(sentence);
  else if (kind === "finished") table.still.then(finished);
}

function finished() {
  const { state } = table;
  const result = resultHere(state);
  if (result === "won") sounds.tada();
  else if (result === "lost") sounds.lost();
  else sounds.chord();
  say(`${gameOver(headline(state))} ${ended(state.outcome?.sentence ?? "")}`);
}

/**
 * Show a game message: beside the board and to screen readers, or in a box if the player prefers that.
 * @param {string} text
 * @param {string} icon
 */
function say(text, icon = "info") {
  if (settings.get("messages") === "boxes")
    messageBox({ title: _("Othello"), text, icon, sound: null }).then(focusBoard);
  else announce(text);
}

/** @param {string} sentence */
async function failure(sentence) {
  const { state } = table;
  const name = state.seats[state.turn].title;
  const answer = await messageBox({
    title: name,
    icon: "error",
    text: [
      _("{player} has encountered a problem and cannot move. We are sorry for the inconvenience.", { player: name }),
      sentence,
      _("Your game is not lost. Try again, or choose another opponent."),
    ].join("\n\n"),
    buttons: [_("OK"), _("Try again"), _("Change players")],
    width: 400,
  });
  if (answer === _("Try again")) resume();
  else if (answer === _("Change players")) changePlayers();
}

// Errors that are normal in a shared game.
const MILD = [
  "not-your-turn",
  "moved-on",
  "waiting",
  "asked",
  "answer-first",
  "declined",
  "nothing-proposed",
  "not-gone",
];

/** @param {ApiError} problem */
function refused(problem) {
  if (problem.code === "game-over") emit("ended", null);
  else if (MILD.includes(problem.code)) {
    sounds.click();
    balloon({
      title: problem.code === "moved-on" ? _("The game has moved on") : _("Not yet"),
      text: problem.message,
      icon: "info",
    });
  } else
    messageBox({
      title: problem.code === "broken-link" ? _("Broken link") : _("Othello"),
      icon: problem.status >= 500 || problem.status === 0 ? "error" : "warning",
      text: problem.message,
    }).then(focusBoard);
}
