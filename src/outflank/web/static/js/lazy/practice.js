// Practice: your own mistakes, puzzles and endings on the board of the game window, until the right move is found.
// Keys   those of the board; ← and → step through the line of a solved puzzle
// Draws the server's view of a practice round; the page keeps the round's state between requests.

import { announce } from "../desktop/announce.js";
import { el, sentenceOf, uniqueId } from "../desktop/dom.js";
import { _ } from "../desktop/language.js";
import { messageBox } from "../desktop/message_box.js";
import { get, retryWhileBusy, send } from "../game/api.js";
import { drawStudy, enterStudy, leaveStudy } from "../game/board_mode.js";
import { marksOf } from "../game/board_view.js";
import { openLesson } from "../game/lazy_windows.js";
import { stepButtons } from "../game/step_buttons.js";

/** @import { Step, Study } from "../game/board_mode.js" */
/** @import { EndingAnswer, EndingStep, PracticeAnswer, PracticeStep } from "../game/shapes.js" */
/** @typedef {NonNullable<PracticeStep["source"]> | NonNullable<EndingStep["ending"]>} Source */
/** @typedef {Pick<PracticeStep, "color" | "line">} Part  of a repertoire */

const TITLES = {
  errors: _("Practice"),
  puzzles: _("Puzzles"),
  daily: _("Puzzle of the day"),
  run: _("Three-minute run"),
  won: _("Play it out"),
  lost: _("Swindle"),
  openings: _("Opening trainer"),
};

/**
 * Send one event of a practice round or of an ending.
 * @param {Source} source
 * @param {PracticeStep["event"]} event
 * @param {string} [square]
 * @param {any} [round]  of the last answer
 * @param {string} [theme]  of the puzzles
 * @param {Part} [part]
 * @returns {Promise<PracticeAnswer | EndingAnswer>}
 */
const post = (source, event, square, round, theme = "", part = {}) =>
  source === "won" || source === "lost"
    ? send("POST", "/api/endings", { event, ending: source, square, round })
    : send("POST", "/api/practice", { event, source, square, round, theme, ...part });

/**
 * @param {Source} source
 * @param {string} [theme]  of the puzzles; empty for all
 * @param {Part} [part]  of a repertoire
 * @param {() => unknown} [then]  called after the last position
 */
export async function openPractice(source, theme = "", part = {}, then = () => {}) {
  const title = TITLES[source];
  let { round, view } = await post(source, "begin", undefined, undefined, theme, part);
  if (!view.asking) {
    messageBox({ title, icon: "info", text: view.sentence });
    return;
  }
  let busy = false;
  let id = "";
  let shown = "";
  let at = 0; // of the positions of a solved puzzle's line
  const head = el("b");
  const said = el("p");
  const lessons = el("div.study-lessons");
  const clock = el("p.run-clock", { hidden: true });
  const steps = stepButtons(step);
  const chooser = el("label.theme-chooser", { hidden: true }, _("Theme:"), " ");
  /**
   * @param {string} words
   * @param {() => unknown} act
   */
  const button = (words, act, name = "push") => el("button", { type: "button", className: name, onclick: act }, words);
  const next = button(_("Next"), () => sendEvent("go on"), "push default");
  const answer = button(_("Show the answer"), () => sendEvent("give up"));
  /** @type {Study} */
  const study = {
    name: "practice",
    title,
    panel: el(
      "section.study-panel.practice",
      { "aria-label": title },
      el("h3.study-title", {}, title),
      chooser,
      clock,
      el("div.study-note", { role: "status" }, head, said),
      lessons,
      steps.node,
      el(
        "div.buttons",
        {},
        next,
        answer,
        button(_("Back to the game"), () => leaveStudy(study)),
      ),
    ),
    scene() {
      const position = view.along[at] ?? view.position;
      const { size, board, legal, turn: color, last: square } = position;
      const last = square ? { square, color } : null;
      return {
        position: { id, size, board, legal, last, moves: [], ply: 0, outcome: null },
        marks: marksOf(position),
        status: view.headline,
      };
    },
    choose: (square) => sendEvent("choose", square),
    // Only a solved puzzle has a line; before, the arrow keys move the cursor of the board.
    get step() {
      return view.along.length ? step : undefined;
    },
    left: () => clearInterval(ticking),
  };
  const ticking = setInterval(tick, 1000);
  id = uniqueId("card");
  enterStudy(study);
  draw();
  if (source === "puzzles" || source === "run") offerThemes();

  /**
   * Send an event with the round's state, one at a time, and draw the response.
   * @param {PracticeStep["event"]} event
   * @param {string} [square]
   */
  async function sendEvent(event, square) {
    if (busy) return;
    busy = true;
    try {
      ({ round, view } = await retryWhileBusy(() => post(source, event, square, round, theme, part)));
      draw();
    } catch (problem) {
      said.textContent = sentenceOf(problem);
    } finally {
      busy = false;
    }
  }

  /** @param {Step} where */
  function step(where) {
    const last = view.along.length - 1;
    at = Math.max(0, Math.min(last, { first: 0, back: at - 1, next: at + 1, last }[where]));
    steps.draw({ back: at > 0, next: at < last });
    drawStudy(study);
  }

  /** Show the time that is left of a run; the server ends it. */
  function tick() {
    clock.hidden = !view.until;
    if (!view.until) return;
    const left = Math.max(0, Math.ceil(view.until - Date.now() / 1000));
    clock.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    if (!left && source === "run") sendEvent("go on");
  }

  /** Let the user choose among the themes; each has its definition. */
  async function offerThemes() {
    const { themes } = await get("/api/puzzles/themes");
    const choice = el(
      "select.field",
      {
        onchange: () => {
          theme = choice.value;
          choice.title = themes.find(({ key }) => key === theme)?.definition ?? "";
          sendEvent("begin");
        },
      },
      el("option", { value: "" }, _("All themes")),
      themes.map(({ key, title: name, definition }) => el("option", { value: key, title: definition }, name)),
    );
    choice.value = theme;
    chooser.append(choice);
    chooser.hidden = false;
  }

  function draw() {
    if (!view.asking && !view.solved) {
      leaveStudy(study);
      messageBox({ title, icon: "trophy", text: view.sentence }).then(then);
      return;
    }
    const fresh = view.headline !== shown;
    if (fresh) id = uniqueId("card");
    shown = view.headline;
    at = 0;
    const { lesson } = view;
    lessons.replaceChildren(...view.lessons.map((words) => el("p", {}, words)));
    if (lesson) {
      const words = _("Learn: {title}", { title: lesson.title });
      lessons.append(button(words, () => openLesson({ lesson: lesson.id }), "link"));
    }
    steps.node.hidden = !view.along.length;
    steps.draw({ back: false, next: view.along.length > 1 });
    tick();
    head.textContent = view.headline;
    said.textContent = view.sentence;
    answer.textContent = view.give_up;
    next.hidden = source === "run";
    next.disabled = !view.solved;
    answer.disabled = !view.asking && !view.again;
    drawStudy(study);
    announce(fresh ? `${head.textContent} ${view.sentence}` : view.sentence);
    if (view.solved) next.focus();
  }
}
