// The review's graph: the value of every position (left scale, Black up), the discs each side has lost so far
// (right scale), blunders, the exact part, and a cursor at the current position.
//
// Keys   left/right one position · Home/End the ends
// Emits  through the callback visit(ply)

import { el, meant, svg } from "../desktop/dom.js";
import { _ } from "../desktop/language.js";
import { worth } from "../game/value_text.js";

/** @import { ReviewView } from "../game/shapes.js" */
/** @typedef {Pick<ReviewView, "points" | "moves" | "lost" | "decided" | "spent">} Drawn */
/** @typedef {{ left: number, right: number, top: number, bottom: number }} Frame */

const VALUES = [8, 16, 24, 32, 48, 64, 128, 256]; // discs at the ends of the left scale
const LOSSES = [10, 20, 40, 60, 100, 160, 240, 400, 640, 1000, 4000]; // discs at the top of the right scale
/** @param {number} score */
const signed = (score) => (score ? worth(score) : "0"); // a scale label
/**
 * @param {number[]} steps
 * @param {number} most
 */
const enough = (steps, most) => steps.find((step) => step >= most) ?? Math.max(...steps);

/**
 * @param {string} score
 * @param {boolean} exact
 */
const valueForBlack = (score, exact) =>
  exact ? _("Value for Black: exactly {score}.", { score }) : _("Value for Black: {score}.", { score });

/**
 * @param {object} options
 * @param {number} options.length             plies of the game
 * @param {(ply: number) => number} options.number  of the moves made by then, without passes
 * @param {(ply: number) => unknown} options.visit
 */
export function reviewGraph({ length, number, visit }) {
  const graph = svg("svg", {
    class: "review-graph",
    role: "img",
    tabindex: "0",
    "aria-label": _("Graph of the analysis"),
  });
  const last = Math.max(1, length);
  /** @type {[drawn: Drawn, ply: number | null]} */
  let shown = [{ points: [], moves: [], lost: { black: 0, white: 0 }, decided: null, spent: [] }, 0];
  /** @type {Frame | null} */
  let drawn = null;

  /** @param {string} name */
  const sample = (name) => {
    const box = svg("svg", { class: "review-graph-sample", viewBox: "0 0 20 10", "aria-hidden": "true" });
    box.append(svg("line", { class: name, x1: 0, x2: 20, y1: 5, y2: 5 }));
    return box;
  };
  /**
   * @param {string} name
   * @param {string} shape
   */
  const mark = (name, shape) => {
    const box = svg("svg", { class: "review-graph-sample", viewBox: "0 0 20 10", "aria-hidden": "true" });
    box.append(svg("path", { class: name, d: shape }));
    return box;
  };
  const time = el("span", { hidden: true }, mark("spent black", "M6 10v-8h4v8z"), _("time"));
  const legend = el(
    "div.review-legend",
    {},
    el("span", {}, sample("score"), _("value for Black")),
    el("span", {}, sample("lost black"), _("discs lost by Black")),
    el("span", {}, sample("lost white"), _("discs lost by White")),
    el("span", {}, mark("blunder", "M10 0l5 9h-10z"), _("blunder")),
    el("span", {}, mark("exact-zone", "M0 0h20v10h-20z"), _("exact")),
    el("span", {}, sample("decided"), _("result decided")),
    time,
  );

  /**
   * The view of a review, and where the board stands, unless that is in a variation.
   * @param {Drawn} view
   * @param {number | null} ply
   */
  function draw({ points, moves, lost, decided, spent }, ply) {
    shown = [{ points, moves, lost, decided, spent }, ply];
    time.hidden = !spent.length;
    const { width, height } = graph.getBoundingClientRect();
    if (!width || !height) return;
    const unit = parseFloat(getComputedStyle(document.documentElement).fontSize) / 11;
    const frame = { left: 30 * unit, right: width - 32 * unit, top: 8 * unit, bottom: height - 17 * unit };
    drawn = frame;
    graph.setAttribute("viewBox", `0 0 ${width} ${height}`);
    const top = enough(VALUES, Math.max(...points.map((point) => Math.abs(point.score)), 0));
    const most = enough(LOSSES, Math.max(lost.black, lost.white));
    /** @param {number} at */
    const x = (at) => frame.left + (at / last) * (frame.right - frame.left);
    /** @param {number} score */
    const y = (score) =>
      frame.top + ((top - Math.max(-top, Math.min(top, score))) / (2 * top)) * (frame.bottom - frame.top);
    /** @param {number} sum */
    const down = (sum) => frame.bottom - (Math.min(most, sum) / most) * (frame.bottom - frame.top);
    /**
     * @param {string} name
     * @param {number[][]} list  points
     */
    const path = (name, list) =>
      svg("polyline", { class: name, points: list.map(([px, py]) => `${px.toFixed(1)},${py.toFixed(1)}`).join(" ") });
    const longest = Math.max(...spent.map(({ seconds }) => seconds), 1);
    const exact = points.find((point) => point.exact);
    graph.replaceChildren(
      ...(exact
        ? [
            svg("rect", {
              class: "exact-zone",
              x: x(exact.ply),
              y: frame.top,
              width: Math.max(0, x(last) - x(exact.ply)),
              height: frame.bottom - frame.top,
            }),
          ]
        : []),
      ...[-top, -top / 2, 0, top / 2, top].flatMap((score) => [
        line(score ? "grid" : "zero", frame.left, y(score), frame.right, y(score)),
        text(signed(score), frame.left - 4, y(score), "end"),
      ]),
      ...[0, most / 2, most].map((sum) => text(String(sum), frame.right + 4, down(sum), "start", "loss-scale")),
      ...ticks().flatMap((at) => [
        line("grid", x(at), frame.bottom, x(at), frame.bottom + 3),
        text(String(number(at)), x(at), frame.bottom + 10 * unit, "middle"),
      ]),
      ...spent.map(({ ply: at, color, seconds }) =>
        svg("rect", {
          class: `spent ${color}`,
          x: x(at),
          y: frame.bottom - (seconds / longest) * 0.25 * (frame.bottom - frame.top),
          width: Math.max(1, 0.7 * (x(1) - x(0))),
          height: (seconds / longest) * 0.25 * (frame.bottom - frame.top),
        }),
      ),
      ...(decided ? [line("decided", x(decided.ply), frame.top, x(decided.ply), frame.bottom)] : []),
      path(
        "lost black",
        points.map((point) => [x(point.ply), down(point.lost.black)]),
      ),
      path(
        "lost white",
        points.map((point) => [x(point.ply), down(point.lost.white)]),
      ),
      path(
        "score",
        points.map((point) => [x(point.ply), y(point.score)]),
      ),
      ...moves
        .filter((move) => move.judgement === "blunder")
        .map((move) => svg("path", { class: "blunder", d: `M${x(move.ply)} ${y(move.score) - 6}l5 9h-10z` })),
      ...(ply === null ? [] : [line("cursor", x(ply), frame.top - 4, x(ply), frame.bottom)]),
    );
    const now = points.find((point) => point.ply === ply);
    graph.setAttribute(
      "aria-label",
      [
        _("Graph of the analysis."),
        ...(ply === null ? [] : [_("After move {number} of {count}.", { number: number(ply), count: number(length) })]),
        ...(now ? [valueForBlack(signed(now.score), now.exact)] : []),
      ].join(" "),
    );
  }

  const ticks = () => {
    const step = last > 100 ? 40 : last > 24 ? 10 : 4;
    return Array.from({ length: Math.floor(last / step) + 1 }, (_, i) => i * step);
  };
  /**
   * @param {MouseEvent} event
   * @param {Frame} frame
   */
  const at = (event, { left, right }) =>
    Math.round(((event.clientX - graph.getBoundingClientRect().left - left) / (right - left)) * last);
  /** @param {number} to */
  const go = (to) => visit(Math.max(0, Math.min(length, to)));
  graph.addEventListener("click", (event) => {
    if (drawn) go(at(event, drawn));
  });
  graph.addEventListener("keydown", (event) => {
    const to = meant(event, { ArrowRight: (shown[1] ?? 0) + 1, ArrowLeft: (shown[1] ?? 0) - 1, Home: 0, End: length });
    if (to === undefined) return;
    event.preventDefault();
    go(to);
  });
  const sizes = new ResizeObserver(() => draw(...shown));
  sizes.observe(graph);
  return { node: graph, legend, draw, close: () => sizes.disconnect() };
}

/**
 * @param {string} name
 * @param {number} x1
 * @param {number} y1
 * @param {number} x2
 * @param {number} y2
 */
const line = (name, x1, y1, x2, y2) => svg("line", { class: name, x1, y1, x2, y2 });
/**
 * @param {string} words
 * @param {number} x
 * @param {number} y
 * @param {string} anchor
 */
function text(words, x, y, anchor, name = "") {
  const node = svg("text", { x, y, "text-anchor": anchor, "dominant-baseline": "middle", class: name });
  node.textContent = words;
  return node;
}
