// The bar below the board at the end of a game: the result, and the next steps.

import { el, icon, setIcon } from "../desktop/dom.js";
import { _ } from "../desktop/language.js";
import { launch } from "../desktop/programs.js";
import { propose } from "./shared_game.js";
import { newGame } from "./table.js";
import { ended, headline, nameOf, resultHere } from "./words.js";

/** @import { GameView } from "./shapes.js" */

export function endBar() {
  const picture = icon("trophy");
  const result = el("b");
  const more = el("span");
  const buttons = el("div.buttons");
  const node = el(
    "section.end-bar",
    { "aria-label": _("End of the game"), hidden: true },
    el("div.picture", {}, picture),
    el("p", {}, result, more),
    buttons,
  );
  /** @type {GameView | null} */
  let drawn = null;
  return {
    node,
    /** @param {GameView} state */
    draw(state) {
      node.hidden = !state.outcome;
      if (!state.outcome) return;
      if (drawn === state) return; // keep the focus on its buttons
      drawn = state;
      setIcon(node, resultHere(state) === "won" ? "trophy" : "info");
      result.textContent = headline(state);
      more.textContent = [explained(state), state.next?.sentence].filter(Boolean).join(" ");
      buttons.replaceChildren(...choices(state));
      node.scrollIntoView({ block: "nearest" });
    },
    /** Highlight the buttons when the player tries to play on. */
    nudge() {
      node.classList.remove("nudged");
      void node.offsetWidth; // restart the animation
      node.classList.add("nudged");
    },
  };
}

/**
 * What the score alone does not say: who got the empty squares, or who resigned.
 * @param {GameView} state
 */
function explained({ outcome, counts }) {
  const plain = outcome?.reason === "no moves" && outcome.black === counts.black && outcome.white === counts.white;
  return outcome && !plain ? ended(outcome.sentence) : "";
}

/**
 * The same game again: board, players with their names, and clock.
 * @param {GameView} state
 */
function likeThis({ size, seats: { black, white }, clock }) {
  return {
    size,
    black: black.player,
    white: white.player,
    black_name: nameOf(black) || null,
    white_name: nameOf(white) || null,
    clock: clock?.control ?? null,
  };
}

/** @param {ReturnType<typeof likeThis>} game */
const swapped = (game) => ({
  ...game,
  black: game.white,
  white: game.black,
  black_name: game.white_name,
  white_name: game.black_name,
});

/** @param {GameView} state */
function choices(state) {
  const { seats, can, kind, shared, record } = state;
  if (shared)
    return [
      shared.may.rematch && button(_("Rematch"), () => propose("rematch")),
      record && button(_("Analyze"), () => launch("review")),
    ].filter((one) => one !== false && one !== null);
  const alone = seats.black.human !== seats.white.human;
  return [
    kind !== "link" && button(_("Rematch"), () => newGame(likeThis(state))),
    kind !== "link" && alone && button(_("Swap colors"), () => newGame(swapped(likeThis(state)))),
    ...rivals(state),
    can.study && button(_("Analyze"), () => launch("review")),
  ].filter((one) => one !== false);
}

/**
 * A stronger and a weaker opponent; the server's proposal is the default.
 * @param {GameView} state
 */
function rivals(state) {
  const { next } = state;
  if (!next) return [];
  return /** @type {const} */ (["easier", "harder"]).flatMap((way) => {
    const seat = next[way];
    if (!seat) return [];
    const side = state.seats.black.human ? { white: seat.player } : { black: seat.player };
    const player = seat.title;
    const label = way === "harder" ? _("Harder: {player}", { player }) : _("Easier: {player}", { player });
    const made = button(label, () => newGame({ ...likeThis(state), ...side }));
    made.prepend(icon(`face-${seat.face}`, "face"));
    made.classList.add("rival");
    made.classList.toggle("default", next.proposed?.player === seat.player);
    made.title = seat.description;
    return [made];
  });
}

/**
 * @param {string} label
 * @param {() => unknown} act
 */
const button = (label, act) => el("button.push", { type: "button", onclick: act }, label);
