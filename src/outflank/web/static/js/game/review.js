// The review window: what every move cost, a graph, the list of errors, and why.
//
// Keys   in the list: Tab and Enter; in the graph: those of review_graph.js
// Draws the view of a study that the server computes a few moves at a time; the page keeps the study's state between
// two requests. The board itself is shown in the game window.

import { announce } from "../desktop/announce.js";
import { el, sentenceOf } from "../desktop/dom.js";
import { _ } from "../desktop/language.js";
import { messageBox } from "../desktop/message_box.js";
import { close, findWindow, openWindow } from "../desktop/windows.js";
import { aborted, retryWhileBusy, sameGame, send } from "./api.js";
import { marksOf } from "./board_view.js";
import { CannotThinkHere, canThinkHere, thinkOfAll } from "./own_engine.js";
import { reviewGraph } from "./review_graph.js";
import { emit, goTo, table } from "./table.js";
import { openVariations } from "./variations.js";
import { ended } from "./words.js";

/** @import { Position } from "../thinking/module.js" */
/** @import { Question } from "../thinking/worker.js" */
/** @import { Marks } from "./board_view.js" */
/** @import { Judged, MoveView, PlyView, QuestionView, ReviewAnswer, ReviewStep, ReviewView } from "./shapes.js" */

const CHANGED = _("The game has changed. Open the analysis again.");

const TITLE = _("Analysis");

async function openReview() {
  const { id, moves } = table.state;
  const record = recordOf(moves);
  /** @type {ReviewAnswer} */
  let answer;
  try {
    answer = await send("POST", `/api/games/${id}/review`, { event: "stop" });
  } catch (problem) {
    messageBox({ title: TITLE, text: sentenceOf(problem), icon: "info" });
    return;
  }
  const there = findWindow("review");
  if (there) close(there);
  /** @type {Map<number, HTMLElement>} */
  const lines = new Map();
  const closing = new AbortController();
  /** @type {AbortController | null} */
  let asking = null;
  /** @type {Judged[]} */
  let judged = []; // what this machine found out about moves whose review is not done
  const graph = reviewGraph({ length: answer.view.plies, visit: goTo });
  const bar = el("i");
  const progress = el(
    "div.progress",
    { role: "progressbar", "aria-label": TITLE, "aria-valuemin": 0, "aria-valuemax": answer.view.total },
    bar,
  );
  const stop = el("button.push", { type: "button", onclick: () => (asking ? rest() : goOn()) });
  const tryMoves = el("button.push", { type: "button", onclick: () => openVariations() }, _("Try moves…"));
  const reports = [
    el("button.link", { type: "button", onclick: () => save("html") }, _("Save as HTML")),
    el("button.link", { type: "button", onclick: () => save("png") }, _("Save as image")),
  ];
  const practise = el("button.push", { type: "button", onclick: keep }, _("Practice these"));
  const head = el("p.note");
  const here = el("p.note.review-here");
  const totals = el("p.note");
  const list = el("ol.review-list", { "aria-label": _("Mistakes") });
  const win = openWindow({
    id: "review",
    title: TITLE,
    icon: "review",
    width: 352,
    height: 540,
    minWidth: 300,
    minHeight: 260,
    beside: "game",
    content: el(
      "div.window-body.review",
      {},
      head,
      graph.node,
      graph.legend,
      here,
      totals,
      el("p.note.review-reports", {}, reports),
      el("div.review-scroll", { tabIndex: 0, role: "region", "aria-label": _("List of mistakes") }, list),
    ),
    onclose: () => {
      closing.abort();
      asking?.abort();
      graph.close();
      table.removeEventListener("state", draw);
      mark({});
    },
  });
  win.body.append(el("div.statusbar", {}, progress, stop, tryMoves, practise));
  table.addEventListener("state", draw);
  await goOn();

  /**
   * Send an event with the study as it is; its answer is drawn.
   * @param {ReviewStep["event"]} event
   * @param {AbortSignal} signal
   */
  async function sendEvent(event, signal) {
    const answers = canThinkHere(table.state) ? judged : null;
    const ask = () => send("POST", `/api/games/${id}/review`, { event, study: answer.study, answers }, { signal });
    const waiting = () => {
      head.textContent = _("The server is busy. The analysis continues in a few seconds…");
    };
    answer = await retryWhileBusy(ask, { signal, waiting });
    draw();
    const done = new Set(answer.view.moves.map((move) => move.ply));
    judged = [...judged.filter((one) => !done.has(one.ply)), ...(await lookedAt(answer.questions, signal))];
  }

  async function goOn() {
    asking = new AbortController();
    const { signal } = asking;
    draw();
    try {
      do await sendEvent("go on", signal);
      while (answer.view.running && !signal.aborted);
      if (answer.view.complete) announce([_("The analysis is complete."), totals.textContent].join(" "));
    } catch (problem) {
      refused(problem);
    }
    if (asking?.signal === signal) asking = null;
    if (!closing.signal.aborted) drawButtons();
  }

  async function rest() {
    asking?.abort();
    asking = null;
    await sendEvent("stop", closing.signal).catch(refused);
  }

  async function keep() {
    practise.disabled = true;
    try {
      await sendEvent("practise", closing.signal);
      await messageBox({ title: _("Practice"), icon: "info", text: answer.view.note });
    } catch (problem) {
      refused(problem);
    }
    drawButtons();
  }

  /** @param {"html" | "png"} format */
  async function save(format) {
    try {
      const { content } = await send("POST", `/api/games/${id}/report`, { format, study: answer.study });
      const kind = format === "html" ? "text/html;charset=utf-8" : "image/png";
      el("a", { href: `data:${kind};base64,${content}`, download: `othello-report.${format}` }).click();
    } catch (problem) {
      refused(problem);
    }
  }

  /** @param {unknown} problem */
  function refused(problem) {
    if (!aborted(problem)) head.textContent = sentenceOf(problem);
  }

  function draw() {
    const { view } = answer;
    if (!sameGame(table.state.id, id)) return;
    if (recordOf(table.state.moves) !== record) {
      asking?.abort();
      head.textContent = CHANGED;
      mark({});
      return;
    }
    const move = view.moves.find((one) => one.ply === table.state.ply);
    head.textContent = view.opening ? _("Opening: {name}", { name: view.opening }) : _("No named opening");
    here.textContent = move?.headline ?? "";
    totals.textContent = `${view.summary} ${view.door?.sentence ?? view.turned}`;
    bar.style.width = `${(100 * view.done) / view.total}%`;
    progress.setAttribute("aria-valuenow", String(view.done));
    progress.setAttribute("aria-valuetext", view.progress);
    graph.draw(view, table.state.ply);
    drawErrors(view);
    drawButtons();
    mark(move ? marksOf(move) : {});
  }

  function drawButtons() {
    const { complete, can_practise: can } = answer.view;
    stop.textContent = asking || complete ? _("Stop") : _("Continue");
    stop.disabled = complete;
    practise.disabled = Boolean(asking) || !can;
  }

  /**
   * A line stays once it is there: a click on it, or the focus, would be lost when the next move is found.
   * @param {ReviewView} view
   */
  function drawErrors(view) {
    /** @type {HTMLElement | null} */
    let below = null;
    for (const move of view.moves.filter((one) => one.listed || one.why).reverse()) {
      const row = lines.get(move.ply) ?? errorLine(move);
      if (!lines.has(move.ply)) list.insertBefore(row, below);
      lines.set(move.ply, row);
      below = row;
      if (table.state.ply === move.ply) row.firstElementChild?.setAttribute("aria-current", "true");
      else row.firstElementChild?.removeAttribute("aria-current");
    }
  }

  /** @param {MoveView} move */
  function errorLine(move) {
    const visit = async () => {
      await goTo(move.ply);
      announce(`${ended(move.headline)} ${move.why}`);
    };
    return el(
      "li",
      {},
      el(
        `button.review-move.${move.judgement}`,
        { type: "button", dataset: { ply: move.ply }, onclick: visit },
        el("b", {}, move.headline),
        el("span", {}, `${ended(move.best)} ${move.why}`),
      ),
      move.replay.length
        ? el("button.link", { type: "button", onclick: () => openVariations(move) }, _("Show line"))
        : [],
    );
  }
}

/**
 * What this machine finds out about positions; nothing where it cannot, and the server looks then.
 * @param {QuestionView[]} questions
 * @param {AbortSignal} signal
 */
async function lookedAt(questions, signal) {
  /** @type {Question[]} */
  const asked = questions.map(({ position: text, depth, exact_from, lines }) => {
    const [board, sign] = text.split(" ");
    const position = { size: Math.sqrt(board.length), board, turn: sign === "X" ? "black" : "white" };
    return { ask: "analyse", position: /** @type {Position} */ (position), limit: { depth, exact_from }, lines };
  });
  try {
    const answers = await thinkOfAll(asked, signal);
    return questions.map((question, number) => {
      const answer = answers[number];
      const results = "results" in answer ? answer.results : [];
      return { ...question, found: results.map(({ square, score, exact, line }) => ({ square, score, exact, line })) };
    });
  } catch (problem) {
    if (!(problem instanceof CannotThinkHere)) throw problem;
    return [];
  }
}

/** @param {Marks} marks */
const mark = (marks) => emit("marks", marks);
/** @param {PlyView[]} moves */
const recordOf = (moves) => moves.map((move) => move.square ?? "-").join("");

/** @type {import("../desktop/programs.js").Program[]} */
export const programs = [
  { id: "review", label: _("Analyze"), icon: "review", open: openReview, start: ["programs"], keys: ["F7"] },
];
