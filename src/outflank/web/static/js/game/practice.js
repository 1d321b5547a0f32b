// The practice window: your own errors or puzzles on a board of their own, until the right move is found.
// Keys   those of the board
// Draws the view of a round of practice; the server decides, and the page keeps the round between two requests.

import { announce } from "../desktop/announce.js";
import { el, sentenceOf, uniqueId } from "../desktop/dom.js";
import { _ } from "../desktop/language.js";
import { messageBox } from "../desktop/message_box.js";
import { close, findWindow, openWindow } from "../desktop/windows.js";
import { retryWhileBusy, send } from "./api.js";
import { boardView, marksOf } from "./board_view.js";
import { ended } from "./words.js";

/** @import { EndingAnswer, EndingStep, PracticeAnswer, PracticeStep } from "./shapes.js" */
/** @typedef {NonNullable<PracticeStep["source"]> | NonNullable<EndingStep["ending"]>} Source */

const KINDS = {
  errors: { title: _("Practice"), icon: "practice" },
  puzzles: { title: _("Puzzles"), icon: "puzzle" },
  daily: { title: _("Puzzle of the day"), icon: "puzzle" },
  won: { title: _("Play it out"), icon: "trophy" },
  lost: { title: _("Swindle"), icon: "trophy" },
};

/**
 * Send one event: of a round of practice, or of an ending that is played out.
 * @param {Source} source
 * @param {PracticeStep["event"]} event
 * @param {string} [square]
 * @param {any} [round]  of the last answer
 * @returns {Promise<PracticeAnswer | EndingAnswer>}
 */
const post = (source, event, square, round) =>
  source === "won" || source === "lost"
    ? send("POST", "/api/endings", { event, ending: source, square, round })
    : send("POST", "/api/practice", { event, source, square, round });

/** @param {Source} source */
async function openPractice(source) {
  const there = findWindow("practice");
  if (there) close(there);
  const { title, icon } = KINDS[source];
  let { round, view } = await post(source, "begin");
  if (!view.asking) {
    messageBox({ title, icon: "info", text: view.sentence });
    return;
  }
  let busy = false;
  let id = "";
  let shown = "";
  const board = boardView({ choose: (square) => sendEvent("choose", square) });
  const head = el("p.note");
  const said = el("p.note", { role: "status" });
  /**
   * @param {string} words
   * @param {() => unknown} act
   */
  const button = (words, act, name = "push") => el("button", { type: "button", className: name, onclick: act }, words);
  const next = button(_("Next"), () => sendEvent("go on"), "push default");
  const answer = button(_("Show the answer"), () => sendEvent("give up"));
  const win = openWindow({
    id: "practice",
    title,
    icon,
    width: 420,
    height: 520,
    minWidth: 300,
    minHeight: 320,
    content: el(
      "div.window-body.practice",
      {},
      head,
      el("div.play-area", {}, board.node),
      said,
      el(
        "div.buttons",
        {},
        next,
        answer,
        button(_("Close"), () => close(win)),
      ),
    ),
  });
  draw();

  /**
   * Send an event with the round as it is, one at a time; its answer is drawn.
   * @param {PracticeStep["event"]} event
   * @param {string} [square]
   */
  async function sendEvent(event, square) {
    if (busy) return;
    busy = true;
    try {
      ({ round, view } = await retryWhileBusy(() => post(source, event, square, round)));
      draw();
    } catch (problem) {
      said.textContent = sentenceOf(problem);
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
    const { size, board: discs, legal, turn: color, last: square } = view.position;
    const last = square ? { square, color } : null;
    board.draw({ id, size, board: discs, legal, last, moves: [], ply: 0, outcome: null });
    board.marks(marksOf(view.position));
    head.textContent = ended(view.headline);
    said.textContent = view.sentence;
    answer.textContent = view.give_up;
    next.disabled = !view.solved;
    answer.disabled = !view.asking && !view.again;
    announce(fresh ? `${head.textContent} ${view.sentence}` : view.sentence);
    if (fresh) board.focus();
    if (view.solved) next.focus();
  }
}

/** @type {import("../desktop/programs.js").Program[]} */
export const programs = [
  { id: "practice", label: _("Practice"), icon: "practice", open: () => openPractice("errors"), start: ["programs"] },
  { id: "puzzles", label: _("Puzzles"), icon: "puzzle", open: () => openPractice("puzzles"), start: ["programs"] },
  { id: "daily", label: _("Puzzle of the day"), icon: "puzzle", open: () => openPractice("daily") },
  { id: "won", label: _("Play it out"), icon: "trophy", open: () => openPractice("won") },
  { id: "lost", label: _("Swindle"), icon: "trophy", open: () => openPractice("lost") },
];
