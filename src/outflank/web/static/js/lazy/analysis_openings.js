// The opening explorer: what the book, tournaments, the archive and your own games say about the position.
// Keys   Tab to a move, Enter plays it

import { el, sentenceOf } from "../desktop/dom.js";
import { _, numberFormat } from "../desktop/language.js";
import { launch } from "../desktop/programs.js";
import { aborted, retryWhileBusy, send } from "../game/api.js";

/** @import { ExplorerRow, ExplorerView, Share } from "../game/shapes.js" */
/** @import { Analysis } from "./analysis.js" */

const HEADS = [
  _("Move"),
  _("Book"),
  // i18n: the column with the lines one must memorize to play the opening, for Black and White
  _("Lines"),
  // i18n: the column with the number of tournament games
  _("Tournaments"),
  _("Won"),
  _("Drawn"),
  _("Lost"),
  _("Average"),
  _("Archive"),
  _("Won"),
  // i18n: the column with the number of your own games
  _("Yours"),
  _("Won"),
];

/**
 * @param {Analysis} analysis
 * @param {(square: string) => unknown} play
 */
export function openings(analysis, play) {
  let asking = new AbortController();
  let visible = false;
  let asked = "";
  const head = el("h3.explorer-head", { "aria-live": "polite" }, _("Searching for this position…"));
  const heads = el("tr");
  const rows = el("tbody");
  const notes = el("div.explorer-notes");
  const node = el("div.openings", {}, head, el("table", {}, el("thead", {}, heads), rows), notes);

  async function follow() {
    const line = analysis.here();
    const key = line.join("");
    if (!visible || key === asked) return;
    asked = key;
    asking.abort();
    asking = new AbortController();
    const { signal } = asking;
    try {
      const path = /** @type {const} */ (`/api/archive/explorer/${analysis.id}`);
      const view = await retryWhileBusy(() => send("POST", path, { line }, { signal }), { signal });
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

  /** @param {ExplorerRow} row */
  const move = (row) =>
    el("button.link", { type: "button", onclick: () => play(row.move) }, [row.move, ...row.same].join(" "));

  return {
    node,
    follow,
    /** @param {boolean} now */
    shown(now) {
      visible = now;
      follow();
    },
    close: () => asking.abort(),
  };
}

/** @param {ExplorerRow} row */
const line = (row) => [
  row.book,
  row.umigame,
  ...cells(row.tournaments),
  ...cells(row.archive).slice(0, 2),
  ...cells(row.own).slice(0, 2),
];

/** @param {Share | null} share */
const cells = (share) =>
  share ? [numberFormat.format(share.games), share.won, share.drawn, share.lost, share.average] : ["", "", "", "", ""];
