// The status bar of the game: its state, a progress bar while a computer thinks, the move number and the discs.

import { el } from "../desktop/dom.js";
import { _, ngettext } from "../desktop/language.js";
import { movesMade } from "./positions.js";
import { stop } from "./table.js";
import { bestSentence, valueSentence } from "./value_text.js";
import { situation } from "./words.js";

/** @import { Known } from "./game_window.js" */
/** @import { GameView } from "./shapes.js" */

/** @param {{ stopped: () => unknown }} callbacks */
export function statusBar({ stopped }) {
  const text = el("div", { id: "status" });
  const opening = el("div.optional.chosen-opening", { hidden: true });
  const turn = el("div.optional");
  const discs = el("div.optional");
  const stopper = el(
    "button.push",
    {
      type: "button",
      onclick: () => {
        stop();
        stopped();
      },
    },
    _("Stop"),
  );
  const busy = el("div.progress.busy", { role: "progressbar", "aria-label": _("The computer is thinking") }, el("i"));
  const thinking = el("div.thinking", { hidden: true }, busy, stopper);
  return {
    node: el("div.statusbar", {}, text, thinking, opening, turn, discs),
    /** @param {GameView} state */
    draw(state) {
      const { black, white } = state.counts;
      opening.textContent = state.opening;
      opening.hidden = !state.opening;
      turn.textContent = _("Move {number}", { number: movesMade(state) });
      discs.textContent = _("Black {black} · White {white}", { black, white });
    },
    /**
     * What a study says of the position on the board.
     * @param {string} sentence
     * @param {{ board: string }} position
     */
    drawScene(sentence, { board }) {
      const count = (/** @type {string} */ disc) => [...board].filter((one) => one === disc).length;
      text.textContent = text.title = sentence;
      turn.textContent = "";
      opening.hidden = true;
      discs.textContent = _("Black {black} · White {white}", { black: count("X"), white: count("O") });
    },
    /**
     * Show that a computer is thinking, and whether it can be stopped.
     * @param {string} some
     * @param {object | null} stoppable
     */
    think(some, stoppable) {
      thinking.hidden = !some;
      stopper.hidden = !stoppable;
    },
    /**
     * Show the most important known fact.
     * @param {GameView} state
     * @param {Known} known
     */
    drawKnown(state, known) {
      text.textContent = text.title = sentence(state, known);
    },
  };
}

/**
 * @param {GameView} state
 * @param {Known} known
 */
function sentence(state, { refused, thought, hinted, values, pointed }) {
  if (refused) return refused;
  if (thought) return thought;
  if (hinted) return hinted.sentence || (hinted.value ? bestSentence([hinted.value]) : hinted.square);
  const flips = pointed && state.legal[pointed];
  if (flips) {
    const here = values.find((value) => value.square === pointed);
    const flipped = ngettext("{square} flips {count} disc.", "{square} flips {count} discs.", flips.length, {
      square: pointed,
    });
    return here ? `${flipped} ${valueSentence(here)}` : flipped;
  }
  const best = values.filter((value) => value.best).slice(0, 1);
  return best.length ? bestSentence(best) : situation(state);
}
