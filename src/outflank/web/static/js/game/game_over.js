// How the end of a game is told, below the board so that one sees it, and what comes after it.

import { el, icon, setIcon } from "../desktop/dom.js";
import { launch } from "../desktop/programs.js";
import { newGame } from "./table.js";
import { headline } from "./words.js";

/** @import { GameView } from "./shapes.js" */

export function endBar() {
  const picture = icon("trophy");
  const result = el("b");
  const more = el("span");
  const buttons = el("div.buttons");
  const node = el(
    "section.end-bar",
    { "aria-label": "The end of the game", hidden: true },
    el("div.picture", {}, picture),
    el("p", {}, result, more),
    buttons,
  );
  /** @type {GameView | null} */
  let told = null;
  return {
    node,
    /** @param {GameView} state */
    draw(state) {
      node.hidden = !state.outcome;
      if (!state.outcome) return;
      if (told === state) return; // its buttons may have the focus
      told = state;
      const said = headline(state);
      setIcon(node, said.startsWith("You win") ? "trophy" : "info");
      result.textContent = said;
      more.textContent = explained(state);
      buttons.replaceChildren(...choices(state));
    },
    /** Somebody wants to go on: point at what can be done. */
    nudge() {
      node.classList.remove("nudged");
      void node.offsetWidth; // from the start, if it is nudged already
      node.classList.add("nudged");
    },
  };
}

/**
 * What the score alone does not say: where empty squares went, or who gave up.
 * @param {GameView} state
 */
function explained({ outcome, counts }) {
  const plain = outcome?.reason === "no moves" && outcome.black === counts.black && outcome.white === counts.white;
  return outcome && !plain ? `${outcome.sentence}.` : "";
}

/** @param {GameView} state */
function choices(state) {
  const { seats, size, can, kind } = state;
  const [black, white] = [seats.black.spec, seats.white.spec];
  const alone = seats.black.human !== seats.white.human;
  return [
    kind !== "link" && button("Rematch", () => newGame({ size, black, white })),
    kind !== "link" && alone && button("Swap colours", () => newGame({ size, black: white, white: black })),
    can.study && button("Review", () => launch("review")),
  ].filter((one) => one !== false);
}

/**
 * @param {string} label
 * @param {() => unknown} act
 */
const button = (label, act) => el("button.push", { type: "button", onclick: act }, label);
