// Variations: another move tried in a game makes a branch, on a board of its own.
// Keys   those of the board · left/right along the line where the focus is not on the board
// Draws a view of a study; the server decides and keeps what was tried with the game.

import { announce } from "../desktop/announce.js";
import { el, meant, sentenceOf, uniqueId } from "../desktop/dom.js";
import { _ } from "../desktop/language.js";
import { close, findWindow, openWindow } from "../desktop/windows.js";
import { retryWhileBusy, send } from "./api.js";
import { boardView, marksOf } from "./board_view.js";
import { squareIndex } from "./square_names.js";
import { refresh, table } from "./table.js";

/** @import { LineView, MoveView, VariationsAnswer, VariationStep } from "./shapes.js" */

/**
 * The tree of the game on the table, at the position that is seen there; or the line of a reason.
 * @param {MoveView} [about]  a move whose reason has a line
 */
export async function openVariations(about) {
  const there = findWindow("variations");
  if (there) close(there);
  const { id: game, ply } = table.state;
  const id = uniqueId("variations");
  /** @type {VariationsAnswer} */
  let answer;
  let queue = Promise.resolve();
  let shown = "";
  const board = boardView({ choose: (square) => sendStep({ play: square }) });
  const head = el("p.note.variations-head", { role: "status" });
  const why = el("p.note", {}, about?.why ?? "");
  const lines = el("ol.variations-lines", { "aria-label": _("Variations") });
  const name = el("input.field", { type: "text", maxLength: 80, autocomplete: "off", onchange: noted });
  const comment = el("textarea.field", { rows: 3, maxLength: 2000, onchange: noted });
  /** @param {string} words @param {VariationStep} step */
  const button = (words, step) => el("button.push", { type: "button", onclick: () => sendStep(step) }, words);
  const back = button(_("Back"), { step: -1 });
  const on = button(_("Forward"), { step: 1 });
  const promote = button(_("Promote"), { change: "promote" });
  const remove = button(_("Delete"), { change: "delete" });
  const field = (/** @type {string} */ words, /** @type {HTMLElement} */ input) =>
    el("label.variations-field", {}, el("span", {}, words), input);
  openWindow({
    id: "variations",
    title: _("Variations"),
    icon: "review",
    width: 600,
    height: 440,
    minWidth: 300,
    minHeight: 340,
    content: el(
      "div.window-body.variations",
      { onkeydown: keys },
      el("div.play-area", {}, board.node),
      el(
        "div.variations-side",
        {},
        head,
        why,
        el("div.variations-scroll", { tabIndex: 0, role: "region", "aria-label": _("Lines") }, lines),
        field(_("Name of the line"), name),
        field(_("Comment"), comment),
        el("div.buttons", {}, back, on, promote, remove),
      ),
    ),
  });
  await sendStep({ study: begin() });
  board.focus();

  /** Where one begins: at the position on the table, or at the first move of a line. */
  function begin() {
    if (!about) return { ply };
    const size = table.state.size;
    const before = table.state.moves.slice(0, about.ply).flatMap((move) => (move.square ? [move.square] : []));
    const line = [...before, ...about.replay].map((square) => squareIndex(square, size));
    return { ply: about.ply, line, line_from: before.length, way: line.slice(0, before.length + 1) };
  }

  /**
   * Send what was done with the study as it is, one after another; the answer is drawn.
   * @param {VariationStep} step
   */
  function sendStep(step) {
    queue = queue.then(async () => {
      try {
        const asked = { study: answer?.study, ...step };
        answer = await retryWhileBusy(() => send("POST", `/api/games/${game}/variations`, asked));
        draw();
        if (step.play || step.note || step.change) await refresh(); // the game is another version now
      } catch (problem) {
        head.textContent = sentenceOf(problem);
      }
    });
    return queue;
  }

  function draw() {
    const { position, tree, headline, note, study } = answer;
    const { size, board: discs, legal } = position;
    const last = position.last ? { square: position.last, color: position.turn } : null;
    board.draw({ id, size, board: discs, legal, last, moves: [], ply: 0, outcome: null });
    board.marks(marksOf(position));
    head.textContent = note || headline;
    why.hidden = !study.line?.length;
    lines.replaceChildren(...tree.lines.map(line));
    lines.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
    const moved = tree.way !== shown;
    shown = tree.way;
    if (moved || document.activeElement !== name) name.value = tree.name;
    if (moved || document.activeElement !== comment) comment.value = tree.comment; // not while it is written
    back.disabled = !tree.can_back;
    on.disabled = !(tree.can_on || study.line?.length);
    promote.disabled = !tree.can_promote;
    remove.disabled = !tree.can_delete;
    announce(head.textContent);
  }

  /** @param {LineView} line */
  function line({ depth, number, name: called, moves }) {
    const row = el(
      "li",
      {},
      depth ? el("span", {}, `${number}. `) : el("b", {}, _("Game"), " "),
      moves.map((move) =>
        el(
          "button.link",
          {
            type: "button",
            "aria-current": move.here ? "true" : undefined,
            onclick: () => sendStep({ place: move.place }),
          },
          move.noted ? `${move.name}*` : move.name,
        ),
      ),
      called ? el("i", {}, called) : [],
    );
    row.style.setProperty("--n", String(depth));
    return row;
  }

  function noted() {
    sendStep({ note: { name: name.value, comment: comment.value } });
  }

  /** @param {KeyboardEvent} event */
  function keys(event) {
    const target = event.target;
    if (!(target instanceof HTMLElement) || target.matches("input, textarea, [data-square]")) return;
    const by = meant(event, { ArrowLeft: -1, ArrowRight: 1 });
    if (!by) return;
    event.preventDefault();
    event.stopPropagation();
    sendStep({ step: by });
  }
}

/** @type {import("../desktop/programs.js").Program[]} */
export const programs = [
  {
    id: "variations",
    label: _("Variations"),
    icon: "review",
    open: () => openVariations(),
    view: _("_Variations"),
  },
];
