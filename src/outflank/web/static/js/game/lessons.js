// The first game: the rules by doing, five positions in the game window, offered on the first visit.
// Keys   those of the board · Esc leaves
// Draws what the server says of each position; which moves are legal and what they show is decided there.

import { announce } from "../desktop/announce.js";
import { el, icon, part, sentenceOf } from "../desktop/dom.js";
import { _ } from "../desktop/language.js";
import { launch } from "../desktop/programs.js";
import { settings } from "../desktop/settings.js";
import { findWindow } from "../desktop/windows.js";
import { retryWhileBusy, send } from "./api.js";
import { boardView } from "./board_view.js";
import { newGame, table } from "./table.js";

/** @import { LessonView } from "./shapes.js" */

/** Offer the first game to who was never here, until the first move; later it is in the Start menu alone. */
export function offerLessons() {
  const win = findWindow("game");
  if (!win || settings.get("met") || table.state.shared) return; // not during a game with another person
  settings.set("met", true);
  /** @type {HTMLDivElement} */
  const bar = el(
    "div.info-bar",
    { role: "region", "aria-label": _("New to Othello?") },
    icon("info"),
    el("span", {}, el("b", {}, _("New to Othello?")), " ", _("Learn the rules in a minute by playing five moves.")),
    el("button.push", { type: "button", onclick: () => begin() }, _("Show me")),
    el("button.info-close", { type: "button", "aria-label": _("No, thanks"), onclick: () => bar.remove() }, "×"),
  );
  part(win.body, ".explorer").before(bar);
  const { id, ply } = table.state;
  const started = () => {
    if (table.state.id === id && table.state.ply <= ply) return;
    bar.remove(); // a visitor who plays knows the rules
    table.removeEventListener("state", started);
  };
  table.addEventListener("state", started);
}

function begin() {
  launch("game");
  const win = findWindow("game");
  if (!win || win.body.querySelector(".lesson")) return;
  win.body.querySelector(".info-bar")?.remove();
  let busy = false;
  /** @type {LessonView} */
  let view;
  const board = boardView({ choose: (square) => view && !view.done && load(view.number, square) });
  const steps = el("ol.lesson-steps", { "aria-hidden": "true" });
  const title = el("h3");
  const sentence = el("p", { role: "status" });
  const skip = el("button.push", { type: "button", onclick: leave }, _("Skip"));
  const next = el("button.push.default", { type: "button", onclick: goOn });
  const lesson = el(
    "div.lesson",
    { role: "region", "aria-label": _("Learn the rules"), onkeydown: (event) => event.key === "Escape" && leave() },
    el(
      "div.lesson-words",
      {},
      icon("face-athena", "face"),
      el("div", {}, el("div.lesson-head", {}, title, steps), sentence),
    ),
    el("div.lesson-board", {}, board.node),
    el("div.buttons", {}, skip, next),
  );
  const area = part(win.body, ".explorer");
  area.classList.add("teaching");
  area.append(lesson);
  load(1);

  /**
   * @param {number} number
   * @param {string} [square]
   */
  async function load(number, square) {
    if (busy) return;
    busy = true;
    try {
      view = await retryWhileBusy(() => send("POST", "/api/lessons", { number, square }));
      draw();
    } catch (problem) {
      sentence.textContent = sentenceOf(problem);
      announce(sentence.textContent);
    } finally {
      busy = false;
    }
  }

  function draw() {
    const { number, of, size, board: discs, legal, moves, done } = view;
    const last = done ? { square: String(moves[0].square), color: moves[0].color } : null;
    board.draw({ id: `lesson-${number}`, size, board: discs, legal, last, moves, ply: moves.length, outcome: null });
    title.textContent = view.title;
    sentence.textContent = view.sentence;
    lesson.classList.toggle("done", done);
    steps.replaceChildren(
      ...Array.from({ length: of }, (_, i) =>
        el("li", { className: i + 1 < number || (i + 1 === number && done) ? "done" : i + 1 === number ? "now" : "" }),
      ),
    );
    next.textContent = number === of ? _("Play a game") : _("Next");
    next.disabled = !done;
    announce(
      [_("Lesson {number} of {count}: {title}.", { number, count: of, title: view.title }), view.sentence].join(" "),
    );
    if (done) next.focus();
    else board.focus();
  }

  async function goOn() {
    if (view.number < view.of) {
      await load(view.number + 1);
      return;
    }
    leave();
    await newGame({});
  }

  function leave() {
    area.classList.remove("teaching");
    lesson.remove();
    launch("game");
  }
}

/** @type {import("../desktop/programs.js").Program[]} */
export const programs = [{ id: "lessons", label: _("Learn the rules"), icon: "help", open: begin, start: ["support"] }];
