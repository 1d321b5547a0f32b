// The first lessons: the rules by doing, five positions on the board of the game window.
// Keys   those of the board · Esc leaves
// Draws what the server says of each position; which moves are legal and what they show is decided there.

import { announce } from "../desktop/announce.js";
import { el, icon, sentenceOf } from "../desktop/dom.js";
import { _ } from "../desktop/language.js";
import { retryWhileBusy, send } from "../game/api.js";
import { boardMode, drawStudy, enterStudy, leaveStudy } from "../game/board_mode.js";
import { newGame } from "../game/table.js";

/** @import { Scene, Study } from "../game/board_mode.js" */
/** @import { LessonView } from "../game/shapes.js" */

export function openLessons() {
  let busy = false;
  /** @type {LessonView | null} */
  let view = null;
  const steps = el("ol.lesson-steps", { "aria-hidden": "true" });
  const title = el("h3");
  const sentence = el("p", { role: "status" });
  const next = el("button.push.default", { type: "button", disabled: true, onclick: goOn }, _("Next"));
  const panel = el(
    "section.study-panel.lesson",
    { "aria-label": _("Learn the rules") },
    el(
      "div.lesson-words",
      {},
      icon("face-athena", "face"),
      el("div", {}, el("div.lesson-head", {}, title, steps), sentence),
    ),
    el("div.buttons", {}, el("button.push", { type: "button", onclick: () => leaveStudy(study) }, _("Skip")), next),
  );
  /** @type {Study} */
  const study = {
    name: "lesson",
    title: _("Learn the rules"),
    panel,
    scene,
    choose: (square) => view && !view.done && load(view.number, square),
  };
  load(1);

  /** @returns {Scene} */
  function scene() {
    const { number, size, board, legal, moves, done } = view ?? missing();
    const last = done ? { square: String(moves[0].square), color: moves[0].color } : null;
    return { position: { id: `lesson-${number}`, size, board, legal, last, moves, ply: moves.length, outcome: null } };
  }

  /**
   * @param {number} number
   * @param {string} [square]
   */
  async function load(number, square) {
    if (busy) return;
    busy = true;
    try {
      view = await retryWhileBusy(() => send("POST", "/api/lessons", { number, square }));
      if (boardMode.study === study) drawStudy(study);
      else enterStudy(study);
      draw(view);
    } catch (problem) {
      sentence.textContent = sentenceOf(problem);
      announce(sentence.textContent);
    } finally {
      busy = false;
    }
  }

  /** @param {LessonView} lesson */
  function draw(lesson) {
    const { number, of, done } = lesson;
    title.textContent = lesson.title;
    sentence.textContent = lesson.sentence;
    panel.classList.toggle("done", done);
    steps.replaceChildren(
      ...Array.from({ length: of }, (_, i) =>
        el("li", { className: i + 1 < number || (i + 1 === number && done) ? "done" : i + 1 === number ? "now" : "" }),
      ),
    );
    next.textContent = number === of ? _("Play a game") : _("Next");
    next.disabled = !done;
    announce(
      [_("Lesson {number} of {count}: {title}.", { number, count: of, title: lesson.title }), lesson.sentence].join(
        " ",
      ),
    );
    if (done) next.focus();
  }

  async function goOn() {
    if (view && view.number < view.of) {
      await load(view.number + 1);
      return;
    }
    leaveStudy(study);
    await newGame({});
  }
}

/** @returns {never} */
function missing() {
  throw new Error("no lesson is loaded");
}
