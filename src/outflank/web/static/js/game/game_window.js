// The game window: the board with its pane, menus and status bar, redrawn whenever the game changes.

import { el, part } from "../desktop/dom.js";
import { _ } from "../desktop/language.js";
import { menuBar, openMenu } from "../desktop/menu.js";
import { settings } from "../desktop/settings.js";
import { area } from "../desktop/window_list.js";
import { alertUser, findWindow, focus, openWindow, resize, setTitle } from "../desktop/windows.js";
import { boardMode, leaveStudy } from "./board_mode.js";
import { boardView } from "./board_view.js";
import { line } from "./connection.js";
import { gameKey, stepThrough } from "./game_keys.js";
import { boardMenu, gameMenus } from "./game_menus.js";
import { endBar } from "./game_over.js";
import { gamePane } from "./game_pane.js";
import { sharedGameBar } from "./shared_game_bar.js";
import { statusBar } from "./status_bar.js";
import { statusPlate } from "./status_plate.js";
import { displayed, play, table } from "./table.js";
import { illegal, isHere, players, tabTitle, windowTitle } from "./words.js";

/** @import { Program } from "../desktop/programs.js" */

/** @import { Study } from "./board_mode.js" */
/** @import { Win } from "../desktop/window_list.js" */
/** @import { GameView, HintView, MoveProbability, ValueView } from "./shapes.js" */

/**
 * @typedef {object} Parts
 * @property {Win} win
 * @property {ReturnType<typeof boardView>} view
 * @property {ReturnType<typeof gamePane>} pane
 * @property {ReturnType<typeof statusBar>} status
 * @property {ReturnType<typeof statusPlate>} news
 * @property {ReturnType<typeof endBar>} end
 * @property {ReturnType<typeof sharedGameBar>} others
 */
/**
 * @typedef {object} Known  what is known of this position
 * @property {string | null} pointed     the square under the pointer
 * @property {string} refused            why that square is illegal
 * @property {string} thought            the message while a computer thinks
 * @property {HintView | null} hinted    the requested hint
 * @property {ValueView[]} values        on the squares
 * @property {MoveProbability[]} probabilities  on the squares
 */

const BESIDE = { game: 110, study: 268 }; // XP pixels that the window is wider than high: its pane, less its bars

/** @type {Parts | null} */
let shown = null; // while the window is open
/** @type {Known} */
const known = { pointed: null, refused: "", thought: "", hinted: null, values: [], probabilities: [] };

function openGame() {
  const there = findWindow("game");
  if (there) focus(there);
  else build();
  focusBoard();
}

export function focusBoard() {
  if (!shown) return;
  focus(shown.win);
  shown.view.focus();
}

function build() {
  const view = boardView({
    choose: (square) => (boardMode.study ? boardMode.study.choose(square) : play(square)),
    point,
    steps: () => Boolean(boardMode.study?.step ?? table.state?.outcome),
  });
  const pane = gamePane();
  const status = statusBar({ stopped: () => view.focus() });
  const news = statusPlate();
  const end = endBar();
  const others = sharedGameBar();
  view.node.append(news.node);
  const win = openWindow({
    id: "game",
    title: _("Othello"),
    icon: "othello",
    width: 1,
    height: 1,
    minWidth: 330,
    minHeight: 300,
    menu: menuBar(gameMenus(), _("Othello")),
    content: el(
      "div.explorer",
      {},
      pane.node,
      el(
        "div.play-column",
        {},
        el("div.play-area", { oncontextmenu: openBoardMenu, onwheel: turnWheel }, view.node),
        end.node,
        others.node,
      ),
    ),
    onclose: () => {
      leaveStudy();
      shown = null;
    },
  });
  win.body.append(status.node);
  shown = { win, view, pane, status, news, end, others };
  fit();
  draw();
}

/**
 * The wheel goes through the moves of a study, and of a game that is over.
 * @param {WheelEvent} event
 */
function turnWheel(event) {
  if (!event.deltaY || event.ctrlKey || !(boardMode.study?.step || table.state.outcome)) return;
  event.preventDefault();
  stepThrough(event.deltaY > 0 ? "next" : "back");
}

/** As large as the board deserves: most of the free height, and almost all of it for a larger board. */
function fit() {
  if (!shown) return;
  const scale = parseFloat(getComputedStyle(document.documentElement).fontSize) / 11;
  const height = area().height * (table.state.size > 8 ? 0.97 : 0.86);
  const beside = boardMode.study ? BESIDE.study : BESIDE.game;
  resize(shown.win, { width: height + beside * scale, height });
}

/** @param {MouseEvent} event */
function openBoardMenu(event) {
  event.preventDefault();
  openMenu(boardMenu(), { x: event.clientX, y: event.clientY, name: _("Board") });
}

/** @param {string | null} square */
function point(square) {
  if (boardMode.study) return;
  if (square && displayed().legal[square]) known.refused = "";
  known.pointed = square;
  drawKnown();
}

/** Draw the study that has the board. @param {Study} study */
function drawScene(study) {
  if (!shown) return;
  const { win, view, status } = shown;
  const { position, marks = {}, values = [], status: sentence = "" } = study.scene();
  view.coordinates(settings.get("showCoordinates"));
  view.legal(settings.get("showLegal"));
  view.draw(position, { showFlips: settings.get("showFlips") });
  view.values(values);
  view.marks(marks);
  status.drawScene(sentence, position);
  setTitle(win, windowTitle(study.title));
  document.title = windowTitle(study.title);
}

function draw() {
  if (!shown || !table.state) return;
  if (boardMode.study) {
    drawScene(boardMode.study);
    return;
  }
  const { win, view, pane, status, news, end, others } = shown;
  const state = displayed();
  view.coordinates(settings.get("showCoordinates"));
  view.legal(settings.get("showLegal"));
  view.draw(state, {
    showNumbers: settings.get("showNumbers"),
    showFlips: settings.get("showFlips"),
    watching: state.thinking ?? table.guess,
  });
  table.still = view.settled();
  view.values(known.values);
  view.probabilities(known.probabilities);
  if (known.hinted) view.hint(known.hinted.square);
  pane.draw(state);
  status.draw(state);
  news.draw(state);
  others.draw(state);
  if (!state.outcome) end.draw(state);
  else table.still.then(() => displayed() === state && end.draw(state)); // after the last discs have flipped
  setTitle(win, title(state));
  document.title = tabTitle(state);
  drawKnown();
}

/** Show what is known in the pane and the status bar. */
function drawKnown() {
  if (!shown || !table.state || boardMode.study) return;
  shown.pane.drawKnown(displayed(), known);
  shown.status.drawKnown(displayed(), known);
}

/** Forget what was known about an earlier position. */
function forget() {
  known.refused = "";
  known.hinted = null;
  known.values = [];
  known.probabilities = [];
}

/** @param {GameView} state */
function title(state) {
  return windowTitle(state.kind === "link" ? _("A game from a link") : state.name || players(state));
}

table.addEventListener("state", ({ detail: { state, before } }) => {
  if (before?.board !== state.board || before?.turn !== state.turn) forget();
  if (before?.size !== state.size) fit();
  if (!boardMode.study) draw();
  const mine = !state.outcome && before && isHere(state, state.turn) && !isHere(before, before.turn);
  if (shown && mine) alertUser(shown.win);
});
table.addEventListener("guess", ({ detail }) => {
  if (detail) forget();
  if (!boardMode.study) draw();
});
table.addEventListener("ended", () => shown?.end.nudge());
table.addEventListener("shared", () => shown?.others.draw(displayed()));
line.addEventListener("change", () => table.state && shown?.news.draw(displayed()));
table.addEventListener("illegal", ({ detail }) => {
  known.refused = illegal(table.state, detail);
  shown?.view.shake(detail);
  drawKnown();
});
table.addEventListener("thinking", ({ detail }) => {
  known.thought = detail;
  shown?.status.think(detail, table.state?.thinking);
  drawKnown();
});
table.addEventListener("values", ({ detail }) => {
  known.values = detail;
  if (!boardMode.study) shown?.view.values(detail);
  drawKnown();
});
table.addEventListener("probabilities", ({ detail }) => {
  known.probabilities = detail;
  if (!boardMode.study) shown?.view.probabilities(detail);
});
table.addEventListener("hint", ({ detail }) => {
  known.hinted = detail; // stays until the next move
  if (!boardMode.study) shown?.view.hint(detail.square);
  drawKnown();
});
boardMode.addEventListener("draw", draw);
boardMode.addEventListener("change", ({ detail: study }) => {
  if (!shown) return;
  const inside = part(shown.win.body, ".explorer");
  inside.querySelector(".study-panel")?.remove();
  inside.classList.toggle("studying", Boolean(study));
  if (study) inside.append(study.panel);
  for (const node of inside.querySelectorAll(".badge")) node.remove();
  fit();
  draw();
  focusBoard();
});
settings.addEventListener("change", draw);
addEventListener("resize", () => table.state && fit());
addEventListener("keydown", (event) => {
  if (shown) gameKey(event);
});

/** @type {Program[]} */
export const programs = [
  {
    id: "game",
    topic: "play",
    label: _("Othello"),
    note: _("Play the game"),
    icon: "othello",
    open: openGame,
    start: ["pinned"],
    desktop: 1,
  },
];
