// The review window: what every move cost, a graph, the list of errors, and why.
//
// Keys   in the list: Tab and Enter; in the graph: those of review_graph.js
// Asks the server about one move after the other, from the last to the first: that is the progress, and
// closing the window or Stop ends it. The board itself is shown in the game window.

import { announce } from "../desktop/announce.js";
import { el } from "../desktop/dom.js";
import { messageBox } from "../desktop/message_box.js";
import { close, findWindow, openWindow } from "../desktop/windows.js";
import { get, patiently, sameGame, send } from "./api.js";
import { practiseErrors } from "./practice.js";
import { reviewGraph, signed } from "./review_graph.js";
import { goTo, table } from "./table.js";
import { COLOR, NO_STUDY } from "./words.js";

async function openReview() {
  const { id, moves, can } = table.state;
  if (!can.study) {
    messageBox({ title: "Review", text: NO_STUDY, icon: "info" });
    return;
  }
  const plies = moves
    .filter((move) => move.square)
    .map((move) => move.ply - 1)
    .reverse();
  if (!plies.length) {
    messageBox({ title: "Review", text: "No move has been made yet.", icon: "info" });
    return;
  }
  if (findWindow("review")) close(findWindow("review"));
  const found = new Map();
  const lines = new Map();
  const stopping = new AbortController();
  const graph = reviewGraph({ length: moves.length, visit: goTo });
  const bar = el("i");
  const progress = el(
    "div.progress",
    { role: "progressbar", "aria-label": "Review", "aria-valuemin": 0, "aria-valuemax": plies.length },
    bar,
  );
  const stop = el("button.push", { type: "button", onclick: () => stopping.abort() }, "Stop");
  const practise = el("button.push", { type: "button", disabled: true, onclick: keep }, "Practise these");
  const head = el("p.note");
  const totals = el("p.note");
  const list = el("ol.review-list", { "aria-label": "Errors" });
  const win = openWindow({
    id: "review",
    title: "Review",
    icon: "search",
    width: 352,
    height: 540,
    minWidth: 300,
    minHeight: 260,
    beside: "game",
    content: el(
      "div.window-body.review",
      {},
      head,
      graph.node,
      graph.legend,
      totals,
      el("div.review-scroll", { tabIndex: 0, role: "region", "aria-label": "List of errors" }, list),
    ),
    onclose: () => {
      stopping.abort();
      graph.close();
      table.removeEventListener("state", draw);
    },
  });
  win.body.append(el("div.statusbar", {}, progress, stop, practise));

  const about = await get(`/api/games/${id}/about`);
  const opening = about.opening ? `Opening: ${about.opening}` : "Opening without a name";
  head.textContent = opening;
  table.addEventListener("state", draw);
  draw();
  for (const ply of plies) {
    if (stopping.signal.aborted) break;
    try {
      const ask = () => send("POST", `/api/games/${id}/review`, { ply }, { signal: stopping.signal });
      found.set(
        ply,
        await patiently(ask, {
          signal: stopping.signal,
          waiting: () => {
            head.textContent = "The server is busy; the review goes on shortly…";
          },
        }),
      );
      head.textContent = opening;
    } catch (problem) {
      if (problem.name !== "AbortError") head.textContent = problem.message;
      break;
    }
    bar.style.width = `${(100 * found.size) / plies.length}%`;
    progress.setAttribute("aria-valuenow", found.size);
    draw();
  }
  stop.disabled = true;
  practise.disabled = !found.size;
  if (found.size === plies.length) announce(`The review is complete. ${totals.textContent}`);

  /** The errors of the people at this table, or of both sides where there is no or every seat a person's. */
  async function keep() {
    practise.disabled = true;
    const { seats } = table.state;
    const alone = seats.black.human !== seats.white.human;
    const errors = ordered().filter((move) => move.judgement !== "fine" && (!alone || seats[move.color].human));
    try {
      const added = await practiseErrors(
        id,
        errors.map((move) => move.ply),
      );
      await messageBox({
        title: "Practise",
        icon: "info",
        text: added
          ? `${added} positions wait for you in Practise, in the Start menu.`
          : "These positions are among those you practise already.",
      });
    } catch (problem) {
      head.textContent = problem.message;
      practise.disabled = false;
    }
  }

  function ordered() {
    return [...found.values()].sort((a, b) => a.ply - b.ply);
  }

  function draw() {
    if (!sameGame(table.state.id, id)) return;
    const reviewed = ordered();
    graph.draw(reviewed, table.state.ply);
    const lost = (color) => reviewed.filter((move) => move.color === color).reduce((sum, move) => sum + move.loss, 0);
    const turning = reviewed.filter((move) => move.throws_away).at(-1);
    totals.textContent = `Discs lost: Black ${lost("black")}, White ${lost("white")}.`;
    if (turning) totals.textContent += ` The game turned at move ${turning.number}, ${turning.move}.`;
    const errors = reviewed.filter((move) => move.judgement !== "fine");
    // A line stays once it is there: a click on it, or the focus, would be lost when the next move is found.
    let below = null;
    for (const move of errors.reverse()) {
      if (!lines.has(move.ply)) {
        lines.set(move.ply, errorLine(move));
        list.insertBefore(lines.get(move.ply), below);
      }
      below = lines.get(move.ply);
      const button = below.firstElementChild;
      if (table.state.ply === move.ply) button.setAttribute("aria-current", "true");
      else button.removeAttribute("aria-current");
    }
  }

  function errorLine(move) {
    return el(
      "li",
      {},
      el(
        `button.review-move.${move.judgement}`,
        { type: "button", dataset: { ply: move.ply }, onclick: () => visit(move) },
        el("b", {}, `${move.number}. ${COLOR[move.color]} ${move.move}`),
        el("span.review-word", {}, `${move.judgement}, ${move.loss} discs${move.exact ? "" : " or so"}`),
        el(
          "span",
          {},
          `Better: ${move.best} (${move.exact ? "" : "about "}${signed(move.best_score)} ` +
            `instead of ${signed(move.score)}), line ${move.line.slice(0, 8).join(" ")}. ` +
            (move.reason ? `${move.reason.sentence}.` : ""),
        ),
      ),
    );
  }

  async function visit(move) {
    await goTo(move.ply);
    table.dispatchEvent(
      new CustomEvent("marks", { detail: { best: move.best, played: move.move, squares: move.reason?.squares ?? [] } }),
    );
    announce(`Before move ${move.number}. ${move.reason?.sentence ?? ""}`);
  }
}

/** @type {import("../desktop/programs.js").Program[]} */
export const programs = [
  { id: "review", label: "Review", icon: "search", open: openReview, start: ["programs"], keys: ["F7"] },
];
