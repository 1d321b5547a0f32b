// The review of the analysed game: the engine goes through its moves; a graph and the list of mistakes.
//
// Draws the view of a study that the server computes a few moves at a time; the page keeps the study's state between
// two requests.

import { announce } from "../desktop/announce.js";
import { el, sentenceOf } from "../desktop/dom.js";
import { _ } from "../desktop/language.js";
import { openMenu } from "../desktop/menu.js";
import { launch } from "../desktop/programs.js";
import { aborted, get, send } from "../game/api.js";
import { openLesson, openTrainer } from "../game/lazy_windows.js";
import { movesMade } from "../game/positions.js";
import { ended } from "../game/words.js";
import { reviewGraph } from "./review_graph.js";
import { reviewRequests } from "./review_requests.js";

/** @import { DepartureView, MoveView, ReviewAnswer, ReviewStep, ReviewView } from "../game/shapes.js" */
/** @import { Analysis } from "./analysis.js" */

/**
 * @param {Analysis} analysis
 * @param {boolean} allowed
 */
export function gameReview(analysis, allowed) {
  const { id } = analysis;
  /** @type {ReviewAnswer | null} */
  let answer = null;
  /** @type {AbortController | null} */
  let asking = null;
  const begin = () => reviewRequests(id, analysis.game().size);
  let requests = begin();
  /** @type {Map<number, HTMLElement>} */
  let rows = new Map();
  /** @type {number | null} */
  let shown = null;

  const bar = el("i");
  const progress = el(
    "div.progress",
    { role: "progressbar", "aria-label": _("Review"), "aria-valuemin": 0, hidden: true },
    bar,
  );
  const go = el("button.push", { type: "button", disabled: !allowed, onclick: () => (asking ? rest() : goOn()) });
  const practice = el("button.push", { type: "button", disabled: true, onclick: keep }, _("Practice these"));
  const more = el(
    "button.push",
    { type: "button", disabled: true, "aria-haspopup": "menu", onclick: openReports },
    _("Report…"),
  );
  const graph = reviewGraph({
    length: analysis.game().moves.length,
    number: (ply) => movesMade({ moves: analysis.game().moves, ply }),
    visit: analysis.visit,
  });
  const totals = el("p.note", { role: "status" });
  const departures = el("div.review-departures");
  const rule = el("p.note"); // what inaccuracy, mistake and blunder mean
  const list = el("ol.review-list", { "aria-label": _("Mistakes") });
  const result = el(
    "div.stack.review-result",
    { hidden: true },
    departures,
    graph.node,
    graph.legend,
    totals,
    list,
    rule,
  );
  const node = el("div.analysis-review", {}, el("div.buttons", {}, go, practice, more, progress), result);
  drawButtons();

  /**
   * Send an event with the study as it is; its answer is drawn.
   * @param {ReviewStep["event"]} event
   * @param {AbortSignal} signal
   */
  async function sendEvent(event, signal) {
    const waiting = () => {
      totals.textContent = _("The server is busy. The analysis continues in a few seconds…");
    };
    const received = (/** @type {ReviewAnswer} */ now) => {
      answer = now;
      analysis.draw();
    };
    return (await requests.send(event, signal, { waiting, received })).view;
  }

  async function goOn() {
    asking = new AbortController();
    const { signal } = asking;
    result.hidden = false;
    drawButtons();
    try {
      let view = answer?.view ?? (await sendEvent("stop", signal));
      do view = await sendEvent("go on", signal);
      while (view.running && !signal.aborted);
      if (view.complete) announce([_("The analysis is complete."), totals.textContent].join(" "));
      await drawDepartures();
    } catch (problem) {
      refused(problem);
    }
    if (asking?.signal === signal) asking = null;
    drawButtons();
  }

  /** Show where the game left one's repertoire, with a click to add the position. */
  async function drawDepartures() {
    const found = await get(/** @type {const} */ (`/api/games/${id}/repertoire`));
    departures.replaceChildren(...found.departures.map(departure));
  }

  /** @param {DepartureView} found */
  function departure({ color, by, sentence, line }) {
    const before = line.slice(0, -1);
    const open = () => openTrainer({ color, line: before });
    const move = line.at(-1) ?? "";
    /** @param {Event & { currentTarget: HTMLButtonElement }} event */
    async function add({ currentTarget: button }) {
      button.disabled = true;
      try {
        const path = /** @type {const} */ (`/api/openings/${color}`);
        ({ note: button.textContent } = await send("POST", path, { change: "line", line }));
        announce(button.textContent ?? "");
      } catch (problem) {
        refused(problem);
      }
    }
    return el(
      "p",
      {},
      sentence,
      " ",
      by !== "you" && el("button.link", { type: "button", onclick: add }, _("Add {move} to the repertoire", { move })),
      " ",
      el("button.link", { type: "button", onclick: open }, _("Show in the trainer")),
    );
  }

  async function rest() {
    asking?.abort();
    asking = null;
    await sendEvent("stop", new AbortController().signal).catch(refused);
    drawButtons();
  }

  /** Keep the mistakes for practice, and begin with the first one. */
  async function keep() {
    practice.disabled = true;
    try {
      await sendEvent("practise", new AbortController().signal);
      launch("practice");
    } catch (problem) {
      refused(problem);
    }
    drawButtons();
  }

  /** @param {Event & { currentTarget: HTMLElement }} event */
  function openReports({ currentTarget }) {
    const { left, top } = currentTarget.getBoundingClientRect();
    openMenu(
      [
        { label: _("Save as HTML"), action: () => save("html") },
        { label: _("Save as image"), action: () => save("png") },
      ],
      { x: left, y: top, name: _("Report") },
    );
  }

  /** @param {"html" | "png"} format */
  async function save(format) {
    if (!answer) return;
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
    if (!aborted(problem)) totals.textContent = sentenceOf(problem);
  }

  function drawButtons() {
    const view = answer?.view;
    go.textContent = asking ? _("Stop") : view && !view.complete ? _("Continue") : _("Analyze");
    go.hidden = Boolean(view?.complete);
    practice.disabled = Boolean(asking) || !view?.can_practise;
    more.disabled = !view?.moves.length;
    progress.hidden = !asking;
  }

  /**
   * A row stays once it is there: a click on it, or the focus, would be lost when the next move is found.
   * @param {ReviewView} view
   */
  function drawMistakes(view) {
    /** @type {HTMLElement | null} */
    let below = null;
    for (const move of view.moves.filter((one) => one.listed || one.why).reverse()) {
      const row = rows.get(move.ply) ?? mistake(move);
      if (!rows.has(move.ply)) list.insertBefore(row, below);
      rows.set(move.ply, row);
      below = row;
      if (shown === move.ply) row.firstElementChild?.setAttribute("aria-current", "true");
      else row.firstElementChild?.removeAttribute("aria-current");
    }
  }

  /** @param {MoveView} move */
  function mistake(move) {
    const { lesson } = move;
    const visit = () => {
      analysis.visit(move.ply);
      announce(`${ended(move.headline)} ${move.why}`);
    };
    const before = analysis.game().moves.slice(0, move.ply);
    const line = [...before.flatMap(({ square }) => square ?? []), ...move.replay];
    return el(
      "li",
      {},
      el(
        `button.review-move.${move.judgement}`,
        { type: "button", dataset: { ply: move.ply }, onclick: visit },
        el("b", {}, move.headline),
        el("span", {}, move.why),
      ),
      move.replay.length
        ? el(
            "button.link",
            { type: "button", onclick: () => analysis.show(line, line.length - move.replay.length + 1) },
            _("Show line"),
          )
        : [],
      lesson
        ? el(
            "button.link",
            { type: "button", onclick: () => openLesson({ lesson: lesson.id }) },
            _("Learn: {title}", { title: lesson.title }),
          )
        : [],
    );
  }

  return {
    node,
    start() {
      if (!answer && !asking && allowed) goOn();
    },
    started: () => Boolean(answer),
    moves: () => answer?.view.moves ?? [],
    /** @param {number} ply */
    move: (ply) => answer?.view.moves.find((one) => one.ply === ply),
    /** The game has other moves now. */
    changed() {
      asking?.abort();
      answer = null;
      requests = begin();
      rows = new Map();
      list.replaceChildren();
      departures.replaceChildren();
      result.hidden = true;
      drawButtons();
    },
    /** @param {number | null} ply  the position on the board, if it is one of the game */
    draw(ply) {
      shown = ply;
      if (!answer) return;
      const { view } = answer;
      totals.textContent = [view.opening, view.summary, view.decided?.sentence].filter(Boolean).join(" · ");
      progress.setAttribute("aria-valuemax", String(view.total));
      progress.setAttribute("aria-valuenow", String(view.done));
      progress.setAttribute("aria-valuetext", view.progress);
      bar.style.width = `${(100 * view.done) / view.total}%`;
      rule.textContent = view.rule;
      graph.draw(view, ply);
      drawMistakes(view);
      drawButtons();
    },
    close() {
      asking?.abort();
      graph.close();
    },
  };
}
