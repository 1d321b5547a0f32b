// A lesson on the board of the game window: the tour of the rules, the course, or a teacher's lesson.
// Keys   those of the board · ← and → step through a diagram · Esc leaves
// Draws what the server says of each position; which moves are legal and right is decided there.

import { announce } from "../desktop/announce.js";
import { el, icon, sentenceOf, uniqueId } from "../desktop/dom.js";
import { _ } from "../desktop/language.js";
import { messageBox } from "../desktop/message_box.js";
import { retryWhileBusy, send } from "../game/api.js";
import { drawStudy, enterStudy, leaveStudy } from "../game/board_mode.js";
import { marksOf } from "../game/board_view.js";
import { stepButtons } from "../game/step_buttons.js";
import { newGame } from "../game/table.js";
import { openCourse } from "./course.js";
import { openPractice } from "./practice.js";

/** @import { Step, Study } from "../game/board_mode.js" */
/** @import { LessonAction, LessonAnswer } from "../game/shapes.js" */
/**
 * @typedef {object} Which  the lesson to open
 * @property {string} [lesson]  its id in the course
 * @property {string} [packed]  a teacher's lesson
 * @property {boolean} [tour]   only the first step of each lesson of the rules
 */

const MARKS = { right: _("solved"), wrong: _("missed"), now: _("this one"), "": _("not answered") };

/** @param {Which} which */
export async function openLesson(which) {
  /** @type {LessonAnswer} */
  let answer;
  try {
    answer = await post("begin");
  } catch (problem) {
    messageBox({ title: _("Lesson"), icon: "error", text: sentenceOf(problem) });
    return;
  }
  let busy = false;
  let id = uniqueId("lesson");
  const title = el("h3");
  const dots = el("ol.lesson-steps", { "aria-label": _("Steps of the lesson") });
  const idea = el("div.lesson-text");
  const text = el("details.lesson-idea", { open: true }, el("summary", {}, _("The idea")), idea);
  const headline = el("b");
  const task = el("p");
  const sentence = el("p", { role: "status" });
  const steps = stepButtons(walk);
  /**
   * @param {string} words
   * @param {() => unknown} act
   */
  const button = (words, act, name = "push") => el("button", { type: "button", className: name, onclick: act }, words);
  const next = button("", goOn, "push default");
  const show = button("", () => act("give up"));
  const puzzles = button("", () => openPractice("puzzles", answer.view.theme));
  const close = button(which.tour ? _("Skip") : _("Back to the game"), () => leaveStudy(study));
  const course = button(_("Course"), openCourse);
  const panel = el(
    "section.study-panel.lesson",
    { "aria-label": which.tour ? _("Learn the rules") : _("Lesson") },
    el(
      "div.lesson-words",
      {},
      icon("face-athena", "face"),
      el("div", {}, el("div.lesson-head", {}, title, dots), headline, which.tour ? [] : task, sentence),
    ),
    steps.node,
    el("div.buttons", {}, which.tour ? close : [show, puzzles], next),
    which.tour ? [] : [text, el("div.buttons", {}, course, close)],
  );
  /** @type {Study} */
  const study = {
    name: "lesson",
    title: which.tour ? _("Learn the rules") : _("Lesson"),
    panel,
    scene() {
      const { position } = answer.view;
      const { size, board, legal, turn: color, last: square } = position;
      const last = square ? { square, color } : null;
      return {
        position: { id, size, board, legal, last, moves: [], ply: 0, outcome: null },
        marks: marksOf(position),
        status: answer.view.headline,
      };
    },
    choose: (square) => act("choose", { square }),
    // Only a diagram has a line; in an exercise the arrow keys move the cursor of the board.
    get step() {
      return answer.view.diagram ? walk : undefined;
    },
  };
  enterStudy(study);
  draw(true);

  /**
   * @param {LessonAction["event"]} event
   * @param {Partial<LessonAction>} [more]
   * @returns {Promise<LessonAnswer>}
   */
  function post(event, more) {
    const state = event === "begin" ? null : answer.state;
    return retryWhileBusy(() => send("POST", "/api/lessons", { event, state, ...which, ...more }));
  }

  /**
   * Send an action with the lesson's state, one at a time, and draw the response.
   * @param {LessonAction["event"]} event
   * @param {Partial<LessonAction>} [more]
   */
  async function act(event, more) {
    if (busy) return;
    busy = true;
    try {
      const at = answer.state.at;
      answer = await post(event, more);
      const fresh = event === "begin" || answer.state.at !== at;
      if (fresh) id = uniqueId("lesson");
      draw(fresh);
    } catch (problem) {
      sentence.textContent = sentenceOf(problem);
      announce(sentence.textContent);
    } finally {
      busy = false;
    }
  }

  /** @param {Step} where */
  function walk(where) {
    return act("walk", { where });
  }

  async function goOn() {
    const { next_lesson: lesson, last } = answer.view;
    if (lesson) {
      which = { ...which, lesson };
      await act("begin");
    } else if (!last) await act("go on");
    else {
      leaveStudy(study);
      if (which.tour) await newGame({});
      else openCourse();
    }
  }

  /** @param {boolean} fresh  another step */
  function draw(fresh) {
    const { view } = answer;
    title.textContent = view.title;
    headline.textContent = which.tour ? "" : view.headline;
    task.textContent = view.task;
    task.hidden = !view.task;
    sentence.textContent = view.sentence;
    sentence.hidden = !view.sentence;
    panel.classList.toggle("done", view.solved && !view.diagram);
    dots.replaceChildren(...view.steps.map((mark, at) => dot(/** @type {keyof typeof MARKS} */ (mark), at)));
    text.hidden = !view.text.length;
    if (fresh) {
      idea.replaceChildren(...view.text.map((words) => el("p", {}, words)));
      text.open = view.diagram || view.number === 1;
    }
    steps.node.hidden = !view.diagram;
    steps.draw({ back: view.can_back, next: view.can_on });
    next.textContent = view.next_lesson
      ? which.tour
        ? _("Next")
        : _("Next lesson")
      : !view.last
        ? _("Next")
        : which.tour
          ? _("Play a game")
          : _("Close");
    next.disabled = !view.solved;
    show.textContent = view.give_up;
    show.hidden = view.diagram;
    show.disabled = !view.asking;
    puzzles.hidden = !view.theme;
    puzzles.textContent = _("Puzzles: {topic}", { topic: view.theme_title });
    drawStudy(study);
    announce(
      fresh ? [view.title, headline.textContent, view.task, view.sentence].filter(Boolean).join(". ") : view.sentence,
    );
    if (view.solved && !view.diagram) next.focus();
  }

  /**
   * @param {keyof typeof MARKS} mark
   * @param {number} at
   */
  function dot(mark, at) {
    const shown = { right: "done", wrong: "missed", now: "now", "": "" }[mark];
    if (which.tour) return el("li", { className: shown });
    const label = _("Step {number}: {state}", { number: at + 1, state: MARKS[mark] });
    const go = () => act("go to", { at });
    const current = mark === "now" ? { "aria-current": "step" } : {};
    return el(
      "li",
      { className: shown },
      el("button", { type: "button", title: label, "aria-label": label, onclick: go, ...current }),
    );
  }
}
