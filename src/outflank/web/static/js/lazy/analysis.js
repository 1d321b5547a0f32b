// Analysis: a game, and whatever else is tried in it, on the board of the game window; the panel is beside it.
//
// Keys   left/right, Home/End through the moves · Esc back to the game · in a name or comment those of the field
// The line on the board is a list of moves from the start, shown after the first `at` of them. The server knows the
// positions, what may be played and the tree of variations; positions of the game itself are drawn without asking.

import { announce } from "../desktop/announce.js";
import { el, sentenceOf } from "../desktop/dom.js";
import { _ } from "../desktop/language.js";
import { tabs } from "../desktop/tabs.js";
import { ApiError, retryWhileBusy, sameGame, send } from "../game/api.js";
import { boardMode, drawStudy, enterStudy, leaveStudy } from "../game/board_mode.js";
import { marksOf } from "../game/board_view.js";
import { movesMade, positionAt } from "../game/positions.js";
import { squareIndex } from "../game/square_names.js";
import { stepButtons } from "../game/step_buttons.js";
import { playFrom, refresh, table } from "../game/table.js";
import { players } from "../game/words.js";
import { engineLines } from "./analysis_lines.js";
import { moveList } from "./analysis_moves.js";
import { openings } from "./analysis_openings.js";
import { gameReview } from "./analysis_review.js";
import { addToLesson, positionText } from "./lesson_maker.js";

/** @import { Scene, Step, Study } from "../game/board_mode.js" */
/** @import { Shown } from "../game/board_view.js" */
/** @import { GameView, MoveView, Position, VariationsAnswer, VariationStep } from "../game/shapes.js" */
/** @typedef {"review" | "lines" | "openings" | "notes"} Page */

/**
 * What the parts of the panel need of the analysis.
 * @typedef {object} Analysis
 * @property {string} id                         of the game, for the API
 * @property {() => GameView} game
 * @property {() => string[]} here               the moves to the position on the board
 * @property {() => Shown & { turn: "black" | "white" }} position
 * @property {(line: string[], at: number) => void} show   walk on another line
 * @property {(ply: number) => void} visit       a position of the game
 * @property {(line: string[] | null) => void} preview     the end of a line, for as long as it is pointed at
 * @property {() => void} draw
 */

const STUDY = "analysis";
const PAGES = /** @type {Page[]} */ (["review", "lines", "openings", "notes"]);
/** @type {{ study: Study, go: (wanted: Opening) => void } | null} */
let open = null;

/**
 * @typedef {object} Opening  where an analysis begins
 * @property {Page} [page]
 * @property {boolean} [review]  whether the engine goes through the game at once
 * @property {Step} [step]       from the position on the board
 */

/** @param {Opening} [wanted] */
export function openAnalysis(wanted = {}) {
  if (!open || boardMode.study !== open.study) open = begin();
  open.go(wanted);
}

/** @returns {NonNullable<typeof open>} */
function begin() {
  let game = table.state;
  const id = game.shared && game.record ? game.record : game.id;
  let { main, plies } = lineOf(game);
  let line = main;
  let at = plies.findLastIndex((ply) => ply <= table.state.ply);
  /** @type {Map<string, Position>} */
  const known = new Map();
  /** @type {VariationsAnswer | null} */
  let answer = null;
  /** @type {string[] | null} */
  let previewed = null;
  let queue = Promise.resolve();
  let wanted = 0; // the number of the last request

  const head = el("b");
  const why = el("p");
  const best = el("p.analysis-line");
  const note = el("div.study-note", { role: "status" }, head, why, best);
  const steps = stepButtons(step);
  const goOn = el("button.push", { type: "button", onclick: playOn }, _("Play from here"));
  const name = el("input.field", { type: "text", maxLength: 80, autocomplete: "off", onchange: noted });
  const comment = el("textarea.field", { rows: 3, maxLength: 2000, onchange: noted });
  const promote = el("button.push", { type: "button", onclick: () => ask({ change: "promote" }) }, _("Promote"));
  const remove = el("button.push", { type: "button", onclick: () => ask({ change: "delete" }) }, _("Delete"));

  /** @type {Analysis} */
  const analysis = { id, game: () => game, here, position, show, visit, preview, draw };
  const list = moveList(analysis, (place) => ask({ place }));
  const review = gameReview(analysis, game.can.study);
  const lines = engineLines(analysis);
  const explorer = openings(analysis, choose);
  const pages = {
    review: { label: _("Review"), page: review.node },
    lines: { label: _("Lines"), page: lines.node },
    openings: { label: _("Openings"), page: explorer.node },
    notes: {
      label: _("Notes"),
      page: el(
        "div.analysis-notes",
        {},
        el("label.stack", {}, el("span", {}, _("Name of the line")), name),
        el("label.stack", {}, el("span", {}, _("Comment")), comment),
        el(
          "div.buttons",
          {},
          promote,
          remove,
          el("button.push", { type: "button", onclick: teach }, _("Add to lesson")),
        ),
      ),
    },
  };
  const book = tabs(
    PAGES.map((page) => pages[page]),
    _("Analysis"),
    turned,
  );
  const panel = el(
    "section.study-panel.analysis",
    { "aria-label": _("Analysis") },
    el(
      "div.toolbar",
      {},
      steps.node,
      goOn,
      el(
        "button.tool.study-close",
        {
          type: "button",
          title: _("Back to the game"),
          "aria-label": _("Back to the game"),
          onclick: () => leave(),
        },
        "×",
      ),
    ),
    note,
    list.node,
    game.can.study ? book.node : el("p.note", {}, game.can.why_not ?? ""),
  );

  /** @type {Study} */
  const study = {
    name: STUDY,
    title: _("{players} - Analysis", { players: players(game) }),
    panel,
    scene,
    choose,
    step,
    values: () => lines.toggleNumbers(),
    left() {
      table.removeEventListener("state", followGame);
      review.close();
      lines.close();
      explorer.close();
      open = null;
    },
  };
  table.addEventListener("state", followGame);
  enterStudy(study);
  arrive();

  return {
    study,
    go({ page, review: analyze, step: by }) {
      if (page) book.show(PAGES.indexOf(page));
      if (analyze) review.start();
      if (by) step(by);
    },
  };

  // --- Where one is --------------------------------------------------------------------------------

  function here() {
    return line.slice(0, at);
  }

  /** Whether the position on the board is one of the game. */
  function onMain(way = here()) {
    return way.every((square, number) => square === main[number]);
  }

  /** @returns {Shown & { turn: "black" | "white" }} */
  function position(way = here()) {
    const found = known.get(way.join(""));
    if (found) {
      const last = found.last ? { square: found.last, color: other(found.turn) } : null;
      return { ...found, id: STUDY + id, last, moves: [], ply: way.length, outcome: null };
    }
    const ply = plies[onMain(way) ? way.length : way.findIndex((square, number) => square !== main[number])];
    return { ...positionAt(game, ply), id: STUDY + id, legal: {}, ply: way.length };
  }

  /** @returns {MoveView | undefined}  what the review says of the move that follows in the game */
  function reviewed() {
    return onMain() ? review.move(plies[at]) : undefined;
  }

  /** @returns {Scene} */
  function scene() {
    if (previewed) return { position: position(previewed) };
    const move = reviewed();
    const marks = move ? marksOf(move) : {};
    return { position: position(), marks, values: lines.numbers(), status: status() };
  }

  function status() {
    const made = onMain() ? movesMade({ moves: game.moves, ply: plies[at] }) : at;
    const count = main.length;
    return onMain()
      ? _("Analysis: after move {number} of {count}.", { number: made, count })
      : _("Analysis: variation, move {number}.", { number: made });
  }

  // --- Going somewhere -----------------------------------------------------------------------------

  /** @param {Step} by */
  function step(by) {
    const end = line.length;
    const to = { first: 0, back: at - 1, next: at + 1, last: end }[by];
    if (to >= 0 && to <= end) show(line, to);
  }

  /**
   * @param {string[]} moves
   * @param {number} to
   */
  function show(moves, to) {
    line = to < at && onMain(moves.slice(0, to)) ? main : moves; // back in the game, its own moves follow again
    at = to;
    arrive();
  }

  /** @param {number} ply */
  function visit(ply) {
    line = main;
    at = plies.findLastIndex((one) => one <= ply);
    arrive();
  }

  function arrive() {
    previewed = null;
    draw();
    ask({});
  }

  /** @param {string} square */
  function choose(square) {
    if (line[at] === square) step("next");
    else if (!game.can.study || !position().legal[square]) return;
    else if (game.kind === "link" || game.shared)
      show([...here(), square], at + 1); // has no place to keep it
    else ask({ play: square });
  }

  /**
   * Send a step from the position on the board; of several waiting requests for a position only the last is sent.
   * @param {VariationStep} body
   */
  function ask(body) {
    if (!game.can.study) return;
    const number = ++wanted;
    const looks = !Object.keys(body).length;
    const size = game.size;
    const way = here().map((square) => squareIndex(square, size));
    queue = queue.then(async () => {
      if (looks && number !== wanted) return;
      try {
        const sent = { study: { way }, ...body };
        const found = await retryWhileBusy(() => send("POST", `/api/games/${id}/variations`, sent));
        if (looks && number !== wanted) return;
        arrived(found, body);
        if (body.play || body.note || body.change) await refresh(); // the game is another version now
      } catch (problem) {
        say(sentenceOf(problem));
      }
    });
  }

  /**
   * @param {VariationsAnswer} found
   * @param {VariationStep} body
   */
  function arrived(found, body) {
    answer = found;
    const way = found.tree.way.match(/[a-p]\d+/g) ?? [];
    known.set(way.join(""), found.position);
    if (!same(way, here())) {
      line = onMain(way) ? main : way;
      at = way.length;
    }
    list.drawTree(found.tree);
    draw();
    lines.follow();
    explorer.follow();
    if (found.note) say(found.note);
    else if (body.play) announce(found.headline);
  }

  /** @param {string[] | null} moves */
  async function preview(moves) {
    previewed = moves;
    if (moves && !known.has(moves.join("")) && !onMain(moves)) {
      const start = here().length;
      const found = await send("POST", `/api/games/${id}/line`, { line: moves, start }).catch(refuse);
      if (!found) return;
      const { positions } = found;
      for (const [number, one] of positions.entries()) known.set(moves.slice(0, start + number).join(""), one);
    }
    if (previewed === moves) drawStudy(study);
  }

  function followGame() {
    if (!sameGame(table.state.id, game.id)) {
      leave(false);
      return;
    }
    const stayed = same(main, lineOf(table.state).main);
    game = table.state;
    if (stayed) return;
    const followed = line === main;
    ({ main, plies } = lineOf(game));
    if (followed) line = main;
    at = Math.min(at, line.length);
    review.changed();
    known.clear();
    arrive();
  }

  function leave(announced = true) {
    leaveStudy(study);
    if (announced) announce(_("Back to the game."));
  }

  async function playOn() {
    leave(false);
    await playFrom(game, here());
  }

  /** Add the position to a teacher's lesson, with the best move that the review knows, or the next one. */
  function teach() {
    const { board, turn } = position();
    const best = Object.entries(reviewed()?.labels ?? {}).find(([, label]) => label.mark === "best");
    const expected = best?.[0] ?? line[at] ?? "";
    const step = { position: positionText(board, turn), text: comment.value, expected };
    addToLesson(step);
  }

  function noted() {
    ask({ note: { name: name.value, comment: comment.value } });
  }

  // --- Drawing ---------------------------------------------------------------------------------------

  /** @param {string} sentence */
  function say(sentence) {
    head.textContent = sentence;
    why.textContent = "";
    best.replaceChildren();
  }

  /** @param {number} page */
  function turned(page) {
    lines.shown(PAGES[page] === "lines");
    explorer.shown(PAGES[page] === "openings");
  }

  function draw() {
    const move = reviewed();
    const aside = !onMain();
    const tree = answer?.tree;
    head.textContent = move?.headline ?? (aside || !review.started() ? "" : status());
    why.textContent = move?.why ?? (aside && tree ? tree.comment : "");
    best.replaceChildren(...(move ? lines.bestLine(move) : []));
    note.hidden = !head.textContent && !why.textContent;
    steps.draw({ back: at > 0, next: at < line.length });
    goOn.hidden = !canPlayOn();
    list.draw({ ply: aside ? null : plies[at], reviews: review.moves() });
    review.draw(aside ? null : plies[at]);
    if (tree) {
      if (document.activeElement !== name) name.value = tree.name; // not while it is written
      if (document.activeElement !== comment) comment.value = tree.comment;
      promote.disabled = !tree.can_promote;
      remove.disabled = !tree.can_delete;
    }
    drawStudy(study);
  }

  function canPlayOn() {
    return !game.shared && (at < main.length || !onMain());
  }
}

/**
 * The moves of a game without its passes, and the ply at which each position of them stands.
 * @param {GameView} game
 */
function lineOf({ moves }) {
  const main = moves.flatMap(({ square }) => (square ? [square] : []));
  const resting = [...moves.keys(), moves.length].filter((ply) => ply === moves.length || moves[ply].square !== null);
  return { main, plies: resting };
}

/** A preview is left out where the server refuses or is away. @param {unknown} problem */
function refuse(problem) {
  if (!(problem instanceof ApiError)) throw problem;
}

/** @param {"black" | "white"} color @returns {"black" | "white"} */
const other = (color) => (color === "black" ? "white" : "black");

/**
 * @param {string[]} one
 * @param {string[]} another
 */
const same = (one, another) => one.length === another.length && one.every((move, at) => move === another[at]);
