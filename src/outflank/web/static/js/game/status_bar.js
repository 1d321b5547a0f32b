// The status bar of the game: what is going on, whether somebody thinks, the move and the count.

import { el } from "../desktop/dom.js";
import { stop } from "./table.js";
import { valueSentence } from "./value_text.js";
import { ordinary, situation } from "./words.js";

/** @import { Known } from "./game_window.js" */
/** @import { GameView } from "./shapes.js" */

/** @param {{ stopped: () => unknown }} callbacks */
export function statusBar({ stopped }) {
  const text = el("div", { id: "status" });
  const turn = el("div.optional");
  const count = el("div.optional");
  const stopper = el(
    "button.push",
    {
      type: "button",
      onclick: () => {
        stop();
        stopped();
      },
    },
    "Stop",
  );
  const busy = el("div.progress.busy", { role: "progressbar", "aria-label": "The computer is thinking" }, el("i"));
  const thinking = el("div.thinking", { hidden: true }, busy, stopper);
  return {
    node: el("div.statusbar", {}, text, thinking, turn, count),
    /** @param {GameView} state */
    draw(state) {
      turn.textContent = `Move ${state.moves.slice(0, state.ply).filter((move) => move.square).length}`;
      count.textContent = `Black ${state.counts.black} · White ${state.counts.white}`;
    },
    /**
     * Whether somebody thinks, and can be stopped.
     * @param {string} some
     * @param {object | null} stoppable
     */
    think(some, stoppable) {
      thinking.hidden = !some;
      stopper.hidden = !stoppable;
    },
    /**
     * Say the most important thing that is known.
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
  if (hinted) return hinted.value ? `Best: ${valueSentence(hinted.value)}` : hinted.sentence;
  const flips = pointed && state.legal[pointed];
  if (flips) {
    const turned = `turns ${ordinary(flips.length, "disc")}`;
    const here = values.find((value) => value.square === pointed);
    return here ? `${valueSentence(here)}; ${turned}` : `${pointed} ${turned}.`;
  }
  const best = values.find((value) => value.best);
  return best ? `Best: ${valueSentence(best)}` : situation(state);
}
