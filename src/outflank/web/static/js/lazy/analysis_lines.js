// The engine's lines at the position on the board: the best moves with their values; each move of a line can be
// pointed at, to see where it leads, or clicked.

import { el, sentenceOf } from "../desktop/dom.js";
import { _ } from "../desktop/language.js";
import { aborted } from "../game/api.js";
import { positionOf } from "../game/own_engine.js";
import { source, worth } from "../game/value_text.js";
import { findValues } from "../game/values.js";

/** @import { MoveView, ValueView } from "../game/shapes.js" */
/** @import { Analysis } from "./analysis.js" */

const LINES = 4;
const MOVES = 12; // of a line

/** @param {Analysis} analysis */
export function engineLines(analysis) {
  const list = el("ol.engine-lines", { "aria-label": _("Lines of the engine") });
  const note = el("p.note", { role: "status" });
  const onBoard = el("input", { type: "checkbox", onchange: () => toggle() });
  const node = el(
    "div.analysis-lines",
    {},
    list,
    note,
    el("label.choice", {}, onBoard, el("span", {}, _("Values on the board"))),
  );
  let visible = false;
  let asked = "";
  let asking = new AbortController();
  /** @type {ValueView[]} */
  let values = [];

  /** Find the values of the position on the board, if they are shown and it is another one now. */
  async function follow() {
    const line = analysis.here();
    const key = line.join("");
    if (!(visible || onBoard.checked) || key === asked) return;
    asking.abort();
    values = [];
    const position = analysis.position();
    asked = Object.keys(position.legal).length ? key : ""; // none at the end, and until the server has said
    draw();
    if (!asked) return;
    asking = new AbortController();
    const { signal } = asking;
    try {
      await findValues(
        { game: analysis.id, position: positionOf(position), line },
        {
          signal,
          report(found) {
            if (signal.aborted) return;
            values = found;
            draw();
          },
        },
      );
    } catch (problem) {
      if (!aborted(problem)) note.textContent = sentenceOf(problem);
    }
  }

  function draw() {
    const best = [...values].sort((one, other) => other.score - one.score).slice(0, LINES);
    list.replaceChildren(
      ...best.map((value) =>
        el(
          "li",
          {},
          el("b", { className: value.exact ? "exact" : "" }, worth(value.score)),
          el("span.engine-line", {}, moves(value.line, MOVES)),
          el("small", {}, source(value)),
        ),
      ),
    );
    note.textContent = best.length || !asked ? "" : _("The engine is thinking…");
    analysis.draw();
  }

  /**
   * The moves of a line from the position on the board, each a button.
   * @param {string[]} line
   * @param {number} most
   */
  function moves(line, most) {
    const before = analysis.here();
    const whole = [...before, ...line];
    return line.slice(0, most).map((square, number) => {
      const at = before.length + number + 1;
      return el(
        "button.link",
        {
          type: "button",
          onclick: () => analysis.show(whole, at),
          onpointerenter: (event) => event.pointerType === "mouse" && analysis.preview(whole.slice(0, at)),
          onpointerleave: () => analysis.preview(null),
          onfocus: (event) => event.currentTarget.matches(":focus-visible") && analysis.preview(whole.slice(0, at)),
          onblur: () => analysis.preview(null),
        },
        square,
      );
    });
  }

  function toggle() {
    asked = "";
    follow();
    analysis.draw();
  }

  return {
    node,
    follow,
    /** @param {boolean} now */
    shown(now) {
      visible = now;
      follow();
    },
    /** Values for the squares of the board, where one wants them. */
    numbers: () => (onBoard.checked && asked === analysis.here().join("") ? values : []),
    toggleNumbers() {
      onBoard.checked = !onBoard.checked;
      toggle();
    },
    /** What a review says is best, and the line of its reason. @param {MoveView} move */
    bestLine: (move) => [move.best, " ", ...moves(move.replay, MOVES)],
    close: () => asking.abort(),
  };
}
