// The move list: a click on a move shows its position, and the game can continue from there.
// Keys   in the list: up/down and left/right step through the game, Home/End its ends

import { el, icon, meant, part } from "../desktop/dom.js";
import { _, ngettext } from "../desktop/language.js";
import { findWindow, focus, openWindow } from "../desktop/windows.js";
import { goTo, resume, step, table } from "./table.js";
import { copyMoves, pasteMoves } from "./transcript.js";
import { COLOR } from "./words.js";

/** @import { Program } from "../desktop/programs.js" */
/** @import { PlyView } from "./shapes.js" */

function openMoveList() {
  const there = findWindow("moves");
  if (there) {
    focus(there);
    return;
  }
  const list = el("ol");
  const scroller = el("div.moves", {}, list);
  /**
   * @param {string} label
   * @param {string} name  of its icon
   * @param {() => unknown} act
   */
  const tool = (label, name, act) =>
    el("button.tool", { type: "button", title: label, "aria-label": label, onclick: act }, icon(name));
  const last = () => table.state.moves.length;
  const tools = {
    first: tool(_("First position"), "first", () => goTo(0)),
    back: tool(_("Previous move"), "back", () => step(-1)),
    next: tool(_("Next move"), "next", () => step(1)),
    last: tool(_("Last position"), "last", () => goTo(last())),
  };
  const go = el("button.push", { type: "button", onclick: resume }, _("Continue from here"));
  const win = openWindow({
    id: "moves",
    title: _("Moves"),
    icon: "moves",
    width: 236,
    height: 400,
    minWidth: 200,
    minHeight: 200,
    beside: "game",
    content: el(
      "div.window-body",
      {},
      el(
        "div.toolbar",
        { role: "toolbar", "aria-label": _("Moves of the game") },
        Object.values(tools),
        tool(_("Copy moves"), "copy", copyMoves),
        tool(_("Paste moves"), "paste", pasteMoves),
      ),
      scroller,
      el("div.statusbar", {}, el("div.note"), go),
    ),
    onclose: () => table.removeEventListener("state", draw),
  });

  function draw() {
    const { state } = table;
    /** @param {Pick<PlyView, "ply" | "number" | "color" | "square">} move */
    const entry = (move) =>
      el(
        "button",
        {
          className: move.ply > state.ply ? "move future" : "move",
          type: "button",
          dataset: { ply: move.ply },
          tabIndex: -1,
          "aria-current": move.ply === state.ply ? "true" : null,
          "aria-label": labelOf(move),
          onclick: () => goTo(move.ply),
        },
        move.square ?? _("pass"),
      );
    /** @type {{ black?: PlyView, white?: PlyView }[]} */
    const rows = [];
    for (const move of state.moves) {
      const row = rows.at(-1);
      if (!row || row.white || move.color === "black") rows.push({ [move.color]: move });
      else row[move.color] = move;
    }
    const kept = list.contains(document.activeElement);
    list.replaceChildren(
      el(
        "li",
        {},
        el("span.no", {}, "0."),
        entry({ ply: 0, square: _("Start position"), color: "black", number: 0 }),
        el("span"),
      ),
      ...rows.map((row, i) =>
        el(
          "li",
          {},
          el("span.no", {}, `${i + 1}.`),
          row.black ? entry(row.black) : el("span"),
          row.white ? entry(row.white) : el("span"),
        ),
      ),
    );
    part(list, ".move").setAttribute("aria-label", _("Start position"));
    const current = part(list, list.querySelector("[aria-current]") ? "[aria-current]" : ".move");
    current.tabIndex = 0;
    current.scrollIntoView({ block: "nearest" });
    if (kept) current.focus();
    tools.first.disabled = tools.back.disabled = state.ply === 0;
    tools.next.disabled = tools.last.disabled = state.ply === state.moves.length;
    go.hidden = !state.paused;
    part(win.body, ".note").textContent =
      state.ply < state.moves.length
        ? _("Position {ply} of {count}", { ply: state.ply, count: state.moves.length })
        : ngettext("{count} move", "{count} moves", state.moves.length);
  }

  list.addEventListener("keydown", (event) => {
    const by = meant(event, { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 });
    if (by) step(by);
    else if (event.key === "Home") goTo(0);
    else if (event.key === "End") goTo(last());
    else return;
    event.preventDefault();
  });
  table.addEventListener("state", draw);
  draw();
}

/** @param {Pick<PlyView, "number" | "color" | "square">} move */
function labelOf({ number, color, square }) {
  const player = COLOR[color];
  return square
    ? _("Move {number}, {player} {square}", { number: number ?? 0, player, square })
    : _("{player} passes", { player });
}

/** @type {Program[]} */
export const programs = [
  {
    id: "moves",
    label: _("Move list"),
    icon: "moves",
    open: openMoveList,
    view: _("_Move list"),
    keys: ["F4"],
  },
];
