// How the end of a game is drawn, below the board so that one sees it, and what comes after it.

import { el, icon, setIcon } from "../desktop/dom.js";
import { launch } from "../desktop/programs.js";
import { propose } from "./shared_game.js";
import { look, newGame } from "./table.js";
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
  let drawn = null;
  return {
    node,
    /** @param {GameView} state */
    draw(state) {
      node.hidden = !state.outcome;
      if (!state.outcome) return;
      if (drawn === state) return; // its buttons may have the focus
      drawn = state;
      const said = headline(state);
      setIcon(node, said.startsWith("You win") ? "trophy" : "info");
      result.textContent = said;
      more.textContent = [explained(state), state.next?.sentence].filter(Boolean).join(" ");
      buttons.replaceChildren(...choices(state));
      node.scrollIntoView({ block: "nearest" });
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
 * A shared game is studied as a copy of one's own.
 * @param {string} record
 */
async function study(record) {
  if (await look(record.slice(1))) launch("review");
}

/**
 * What the score alone does not say: where empty squares went, or who gave up.
 * @param {GameView} state
 */
function explained({ outcome, counts }) {
  const plain = outcome?.reason === "no moves" && outcome.black === counts.black && outcome.white === counts.white;
  return outcome && !plain ? `${outcome.sentence}.` : "";
}

/**
 * The same game once more: board, players with their names, and clock.
 * @param {GameView} state
 */
function likeThis({ size, seats: { black, white }, clock }) {
  /** @param {GameView["seats"]["black"]} seat */
  const name = (seat) => (seat.human && seat.title !== "Human" ? seat.title : null);
  return {
    size,
    black: black.player,
    white: white.player,
    black_name: name(black),
    white_name: name(white),
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
      shared.may.rematch && button("Rematch", () => propose("rematch")),
      record && button("Study", () => study(record)),
    ].filter((one) => one !== false && one !== null);
  const alone = seats.black.human !== seats.white.human;
  return [
    kind !== "link" && button("Rematch", () => newGame(likeThis(state))),
    kind !== "link" && alone && button("Swap colours", () => newGame(swapped(likeThis(state)))),
    ...rivals(state),
    can.study && button("Review", () => launch("review")),
  ].filter((one) => one !== false);
}

/**
 * Somebody harder and somebody easier, the one the server proposes standing out.
 * @param {GameView} state
 */
function rivals(state) {
  const { next } = state;
  if (!next) return [];
  return /** @type {const} */ (["easier", "harder"]).flatMap((way) => {
    const seat = next[way];
    if (!seat) return [];
    const side = state.seats.black.human ? { white: seat.player } : { black: seat.player };
    const label = `${way === "harder" ? "Harder" : "Easier"}: ${seat.title}`;
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
