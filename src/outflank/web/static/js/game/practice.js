// The practice window: your own errors or puzzles on a board of their own, until the right move is found.
// Keys   those of the board
// Draws the view of a round of practice; the server decides, and the page keeps the round between two requests.

import { announce } from "../desktop/announce.js";
import { el, sentenceOf, uniqueId } from "../desktop/dom.js";
import { messageBox } from "../desktop/message_box.js";
import { close, findWindow, openWindow } from "../desktop/windows.js";
import { patiently, send } from "./api.js";
import { boardView, marksOf } from "./board_view.js";

/** @import { PracticeStep } from "./shapes.js" */

const TITLES = { errors: "Practise", puzzles: "Puzzles", daily: "Puzzle of the day" };

/** @param {NonNullable<PracticeStep["source"]>} source */
async function openPractice(source) {
  const there = findWindow("practice");
  if (there) close(there);
  const title = TITLES[source];
  let { round, view } = await send("POST", "/api/practice", { event: "begin", source });
  if (!view.asking) {
    messageBox({ title, icon: "info", text: view.sentence });
    return;
  }
  let busy = false;
  let id = "";
  let shown = "";
  const board = boardView({ choose: (square) => tell("choose", square) });
  const head = el("p.note");
  const told = el("p.note", { role: "status" });
  /**
   * @param {string} words
   * @param {() => unknown} act
   */
  const button = (words, act, name = "push") => el("button", { type: "button", className: name, onclick: act }, words);
  const next = button("Next", () => tell("go on"), "push default");
  const answer = button("Show the answer", () => tell("give up"));
  const win = openWindow({
    id: "practice",
    title,
    icon: source === "errors" ? "practice" : "puzzle",
    width: 420,
    height: 520,
    minWidth: 300,
    minHeight: 320,
    content: el(
      "div.window-body.practice",
      {},
      head,
      el("div.play-area", {}, board.node),
      told,
      el(
        "div.buttons",
        {},
        next,
        answer,
        button("Close", () => close(win)),
      ),
    ),
  });
  draw();

  /**
   * Send an event with the round as it is, one at a time; its answer is drawn.
   * @param {PracticeStep["event"]} event
   * @param {string} [square]
   */
  async function tell(event, square) {
    if (busy) return;
    busy = true;
    try {
      ({ round, view } = await patiently(() => send("POST", "/api/practice", { event, source, square, round })));
      draw();
    } catch (problem) {
      told.textContent = sentenceOf(problem);
    } finally {
      busy = false;
    }
  }

  function draw() {
    if (!view.asking && !view.solved) {
      close(win);
      messageBox({ title, icon: "trophy", text: view.sentence });
      return;
    }
    const fresh = view.headline !== shown;
    if (fresh) id = uniqueId("card");
    shown = view.headline;
    const { size, board: discs, legal } = view.position;
    board.draw({ id, size, board: discs, legal, last: null, moves: [], ply: 0, outcome: null });
    board.marks(marksOf(view.position));
    head.textContent = `${view.headline}.`;
    told.textContent = view.sentence;
    next.disabled = !view.solved;
    answer.disabled = !view.asking;
    announce(fresh ? `${view.headline}. ${view.sentence}` : view.sentence);
    if (fresh) board.focus();
    if (view.solved) next.focus();
  }
}

/** @type {import("../desktop/programs.js").Program[]} */
export const programs = [
  { id: "practice", label: "Practise", icon: "practice", open: () => openPractice("errors"), start: ["programs"] },
  { id: "puzzles", label: "Puzzles", icon: "puzzle", open: () => openPractice("puzzles"), start: ["programs"] },
  { id: "daily", label: "Puzzle of the day", icon: "puzzle", open: () => openPractice("daily"), start: ["programs"] },
];
