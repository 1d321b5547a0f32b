// The opening explorer: what the book, the archive and one's own games say of the position on the board.
// Keys   Tab to a move, Enter plays it
// Draws a view of the server's, and asks for another whenever the position changes.

import { el, sentenceOf } from "../desktop/dom.js";
import { _, numberFormat } from "../desktop/language.js";
import { launch } from "../desktop/programs.js";
import { findWindow, focus, openWindow } from "../desktop/windows.js";
import { aborted, get, retryWhileBusy } from "./api.js";
import { play, table } from "./table.js";

/** @import { ExplorerRow, ExplorerView, Share } from "./shapes.js" */

const HEADS = [
  _("Move"),
  _("Book"),
  _("Archive"),
  _("Won"),
  _("Drawn"),
  _("Lost"),
  _("Average"),
  // i18n: the column with the number of your own games
  _("Yours"),
  _("Won"),
];

function openExplorer() {
  const there = findWindow("explorer");
  if (there) {
    focus(there);
    return;
  }
  let asking = new AbortController();
  let shown = "";
  const head = el("h2.explorer-head", { "aria-live": "polite" }, _("Searching for this position…"));
  const heads = el("tr");
  const rows = el("tbody");
  const notes = el("div.explorer-notes");
  openWindow({
    id: "explorer",
    title: _("Opening explorer"),
    icon: "explorer",
    width: 470,
    height: 360,
    minWidth: 300,
    minHeight: 220,
    beside: "game",
    content: el(
      "div.window-body.openings",
      {},
      head,
      el(
        "div.explorer-scroll",
        { tabIndex: 0, role: "region", "aria-label": _("Moves") },
        el("table", {}, el("thead", {}, heads), rows),
        notes,
      ),
    ),
    onclose: () => {
      asking.abort();
      table.removeEventListener("state", follow);
    },
  });
  table.addEventListener("state", follow);
  follow();

  async function follow() {
    const { id, board, turn } = table.state;
    const position = `${id} ${board} ${turn}`;
    if (position === shown) return;
    shown = position;
    asking.abort();
    asking = new AbortController();
    const { signal } = asking;
    try {
      const view = await retryWhileBusy(() => get(`/api/archive/explorer/${id}`), { signal });
      if (!signal.aborted) draw(view);
    } catch (problem) {
      if (!aborted(problem)) head.textContent = sentenceOf(problem);
    }
  }

  /** @param {ExplorerView} view */
  function draw(view) {
    head.textContent = view.headline;
    // Columns without any data are left out.
    const lines = view.rows.map(line);
    const used = HEADS.map((_, at) => at === 0 || lines.some((cells) => cells[at - 1]));
    heads.replaceChildren(...HEADS.filter((_, at) => used[at]).map((words) => el("th", { scope: "col" }, words)));
    rows.replaceChildren(
      ...view.rows.map((row, at) =>
        el(
          "tr",
          {},
          el("th", { scope: "row" }, move(row)),
          lines[at]?.filter((_, at) => used[at + 1]).map((words) => el("td", {}, words)),
        ),
      ),
    );
    notes.replaceChildren(
      ...view.examples.map((words) => el("p.note", {}, words)),
      ...view.notes.map((words) => el("p.note", {}, words)),
      el("button.link", { type: "button", onclick: () => launch("archive") }, _("Open archive")),
    );
  }
}

/** @param {ExplorerRow} row */
const move = (row) =>
  el("button.link", { type: "button", onclick: () => play(row.move) }, [row.move, ...row.same].join(" "));

/** @param {ExplorerRow} row */
const line = (row) => [row.book, ...cells(row.archive), ...cells(row.own).slice(0, 2)];

/** @param {Share | null} share */
const cells = (share) =>
  share ? [numberFormat.format(share.games), share.won, share.drawn, share.lost, share.average] : ["", "", "", "", ""];

/** @type {import("../desktop/programs.js").Program[]} */
export const programs = [
  {
    id: "explorer",
    label: _("Opening explorer"),
    icon: "explorer",
    open: openExplorer,
    view: _("_Opening explorer"),
  },
];
