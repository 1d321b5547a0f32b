// What is waiting for a returning visitor: a card with the puzzle of the day, positions to practice and open games.

import { card } from "../desktop/card.js";
import { el, icon, part } from "../desktop/dom.js";
import { _, ngettext } from "../desktop/language.js";
import { launch } from "../desktop/programs.js";
import { findWindow } from "../desktop/windows.js";
import { ApiError, get } from "./api.js";
import { boardMode } from "./board_mode.js";

/** @import { TodayView } from "./shapes.js" */

const lines = el("div.stack");
const node = card("today", _("Today"), lines);

/** Show the card in the game window, and keep it up to date when a study ends. */
export async function showToday() {
  boardMode.addEventListener("change", ({ detail: study }) => {
    if (!study) draw();
  });
  await draw();
}

async function draw() {
  try {
    const shown = entries(await get("/api/today"));
    lines.replaceChildren(...shown);
    const pane = findWindow("game")?.body.querySelector(".game-pane");
    if (pane && shown.length) part(pane, ".players").after(node);
    else node.remove();
  } catch (problem) {
    if (!(problem instanceof ApiError)) throw problem;
    node.remove(); // the page says elsewhere that the server is away
  }
}

/** @param {TodayView} today */
function entries({ puzzle, days, due, running, challenges, your_turn: turns }) {
  const streak = days
    ? ngettext("Puzzle of the day ({count} day in a row)", "Puzzle of the day ({count} days in a row)", days)
    : _("Puzzle of the day");
  return [
    turns > 0 && entry(ngettext("Your move in {count} game", "Your move in {count} games", turns), "network", "club"),
    puzzle && entry(streak, "puzzle", "daily"),
    challenges > 0 && entry(ngettext("{count} challenge", "{count} challenges", challenges), "network", "club"),
    due > 0 && entry(ngettext("{count} position to practice", "{count} positions to practice", due), "practice"),
    running > 1 && entry(ngettext("{count} unfinished game", "{count} unfinished games", running), "games", "my-games"),
  ].filter((one) => one !== false);
}

/**
 * @param {string} label
 * @param {string} picture
 * @param {string} [program]
 */
const entry = (label, picture, program = picture) =>
  el("button.task-link", { type: "button", onclick: () => launch(program) }, icon(picture), el("span", {}, label));
