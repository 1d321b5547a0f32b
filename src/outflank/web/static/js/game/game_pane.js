// The pane beside the board: players, tasks, and details of the game.

import { card } from "../desktop/card.js";
import { el, icon, part, setIcon } from "../desktop/dom.js";
import { _ } from "../desktop/language.js";
import { launch } from "../desktop/programs.js";
import { settings } from "../desktop/settings.js";
import { clockFace } from "./clock.js";
import { hint, pauseOrGoOn, resign, save, values } from "./commands.js";
import { stepThrough } from "./game_keys.js";
import { toggleJustBoard } from "./just_board.js";
import { newGameDialog } from "./new_game.js";
import { stepButtons } from "./step_buttons.js";
import { redo, swapSeats, undo } from "./table.js";
import { lineText, source, worth } from "./value_text.js";
import { boardSize, COLOR, who } from "./words.js";

/** @import { Known } from "./game_window.js" */
/** @import { Color, GameView } from "./shapes.js" */
/** @typedef {[term: string, value: string][]} Facts */

export function gamePane() {
  const plates = { black: plate("black"), white: plate("white") };
  const tasks = gameTasks();
  const facts = el("dl");
  return {
    node: el(
      "div.pane.game-pane",
      {},
      card("players", _("Players"), plates.black.node, plates.white.node),
      card("tasks-card", _("Game tasks"), ...tasks.nodes),
      card("details", _("Details"), facts),
    ),
    /** @param {GameView} state */
    draw(state) {
      plates.black.draw(state);
      plates.white.draw(state);
      tasks.draw(state);
    },
    /**
     * The details of the game; the best move and its line come first if they are known.
     * @param {GameView} state
     * @param {Known} known
     */
    drawKnown(state, known) {
      const rows = [...adviceRows(known), ...stateRows(state)];
      facts.replaceChildren(...rows.flatMap(([term, value]) => [el("dt", {}, term), el("dd", {}, value)]));
    },
  };
}

/** @param {Color} color */
function plate(color) {
  const name = el("b");
  const role = el("span");
  const count = el("output", { "aria-label": color === "black" ? _("Black's discs") : _("White's discs") });
  const picture = el("span.seat-picture", {}, icon(`disc-${color}`));
  const node = el("div.seat", {}, picture, name, el("small", {}, role, clockFace(color)), count);
  return {
    node,
    /** @param {GameView} state */
    draw(state) {
      name.textContent = who(state, color);
      name.title = state.seats[color].description;
      const { face, human } = state.seats[color];
      role.textContent = name.textContent === COLOR[color] ? _("Human") : COLOR[color];
      picture.replaceChildren(
        ...(face
          ? [icon(human ? face : `face-${face}`, "face"), icon(`disc-${color}`, "small")]
          : [icon(`disc-${color}`)]),
      );
      count.textContent = String(state.counts[color]);
      const toMove = !state.outcome && state.turn === color;
      node.classList.toggle("to-move", toMove);
      node.setAttribute("aria-current", String(toMove));
    },
  };
}

function gameTasks() {
  const go = task(_("Continue"), "play", pauseOrGoOn);
  const speed = el("input", {
    type: "range",
    min: 1,
    "aria-label": _("Speed of the computer players"),
    oninput: (event) => settings.set("speed", Number(event.currentTarget.value)),
  });
  const speedRow = el("label.speed", {}, _("Speed"), speed);
  const fresh = task(_("New game"), "new", () => newGameDialog());
  const back = task(_("Undo"), "undo", undo);
  const again = task(_("Redo"), "redo", redo);
  const advice = task(_("Hint"), "hint", hint);
  const worth = task(_("Values"), "values", values);
  const review = task(_("Analyze"), "review", () => launch("review"));
  const keep = task(_("Save…"), "save", save);
  const other = task(_("Open…"), "games", () => launch("my-games"));
  const swap = task(_("Swap colors"), "swap", swapSeats);
  const giveUp = task(_("Resign"), "flag", resign);
  const steps = stepButtons(stepThrough);
  const bare = task(_("Just the board"), "display", toggleJustBoard);
  return {
    nodes: [go, speedRow, fresh, back, again, advice, worth, review, keep, other, swap, giveUp, bare, steps.node],
    /** @param {GameView} state */
    draw(state) {
      const computers = Object.values(state.seats).filter((one) => !one.human).length;
      const linked = state.kind === "link";
      const together = state.kind === "shared";
      rename(back, linked ? _("Back") : together ? _("Propose undo") : _("Undo"));
      rename(again, linked ? _("Forward") : _("Redo"));
      rename(go, state.paused ? _("Continue") : _("Pause"));
      setIcon(go, state.paused ? "play" : "pause");
      fresh.hidden = giveUp.hidden = linked;
      swap.hidden = linked || together;
      again.hidden = advice.hidden = worth.hidden = review.hidden = keep.hidden = together;
      steps.draw({ back: state.ply > 0, next: state.ply < state.moves.length });
      go.hidden = Boolean(state.outcome) || !(state.paused || computers === 2);
      speedRow.hidden = computers < 2;
      speed.max = String(state.paces.length);
      speed.value = String(settings.get("speed"));
      worth.disabled = review.disabled = !state.can.study;
      worth.title = review.title = state.can.why_not ?? "";
      back.disabled = !state.can.undo;
      again.disabled = !state.can.redo;
      advice.disabled = giveUp.disabled = Boolean(state.outcome) || computers === 2;
      giveUp.disabled ||= Boolean(state.shared) && !state.can.resign;
      swap.disabled = computers === 2 && state.seats.black.player === state.seats.white.player;
    },
  };
}

/**
 * @param {string} label
 * @param {string} name  of its icon
 * @param {() => unknown} act
 */
const task = (label, name, act) =>
  el("button.task-link", { type: "button", onclick: act }, icon(name), el("span", {}, label));

/**
 * @param {HTMLElement} node
 * @param {string} label
 */
const rename = (node, label) => {
  part(node, "span").textContent = label;
};

/**
 * @param {Known} known
 * @returns {Facts}
 */
function adviceRows({ hinted, values: known }) {
  const best = known.filter((value) => value.best);
  const value = hinted?.value ?? best[0];
  if (!value) return [];
  const squares = hinted ? value.square : best.map((one) => one.square).join(", ");
  return [
    [_("Best"), `${squares} ${worth(value.score)}`],
    [_("Line"), lineText(value)],
    [_("Source"), source(value)],
  ];
}

/**
 * @param {GameView} state
 * @returns {Facts}
 */
const stateRows = (state) => [
  [_("Board"), boardSize(state.size)],
  [_("Last move"), state.last?.square ?? "–"],
  [_("Empty"), String(state.counts.empty)],
  ...rowIf(_("Opening"), state.opening),
  ...rowIf(_("Name"), state.name),
];

/**
 * @param {string} term
 * @param {string | null} value
 * @returns {Facts}
 */
const rowIf = (term, value) => (value ? [[term, value]] : []);
