// The archive: published games, searched by players, years, opening and the position on the board.
// Keys   in the list: up/down select · Enter or a double click opens a game

import { announce } from "../desktop/announce.js";
import { el, meant, sentenceOf } from "../desktop/dom.js";
import { _, ngettext, numberFormat } from "../desktop/language.js";
import { messageBox } from "../desktop/message_box.js";
import { launch } from "../desktop/programs.js";
import { findWindow, focus, openWindow } from "../desktop/windows.js";
import { get, send } from "../game/api.js";
import { newGame, play, table } from "../game/table.js";
import { worth } from "../game/value_text.js";
import { countGames, gamesOf } from "../game/words.js";
import { archiveFiles } from "./archive_files.js";

/** @import { Props } from "../desktop/dom.js" */
/** @import { ArchiveFound, ArchiveSearch, FoundGame, NewGame, NextMoveView, ReadGame } from "../game/shapes.js" */

/** @param {number | null} score */
const result = (score) => (score === null ? "" : `${(64 + score) / 2}–${(64 - score) / 2}`);
/**
 * @param {number} part
 * @param {NextMoveView} move
 */
const share = (part, move) => {
  const scored = move.won + move.drawn + move.lost; // games without a result are left out
  return scored ? `${Math.round((100 * part) / scored)} %` : "–";
};

const TITLE = _("Archive");

export function openArchive() {
  const there = findWindow("archive");
  if (there) {
    focus(there);
    return;
  }
  let asked = 0;
  /** @type {FoundGame[]} */
  let shown = [];

  /** @param {Props<HTMLInputElement>} more */
  const field = (more) => el("input.field", { type: "search", maxLength: 100, autocomplete: "off", ...more });
  /**
   * @param {string} label
   * @param {HTMLInputElement} input
   */
  const labelled = (label, input) => el("label", {}, el("span", {}, label), input);
  const names = {
    player: field({ name: "player", dataset: { autofocus: "" } }),
    event: field({ name: "event" }),
    opening: field({ name: "opening" }),
  };
  const year = { type: "number", min: 1800, max: 9999 };
  const years = {
    first_year: field({ name: "first_year", ...year }),
    last_year: field({ name: "last_year", ...year }),
  };
  const here = el("input", { type: "checkbox", name: "here", onchange: () => search() });
  const form = el(
    "form.archive-form",
    {
      onsubmit: (event) => {
        event.preventDefault();
        search();
      },
    },
    labelled(_("Player"), names.player),
    labelled(_("Tournament"), names.event),
    labelled(_("Opening"), names.opening),
    labelled(_("From year"), years.first_year),
    labelled(_("To year"), years.last_year),
    el("label.choice", {}, here, el("span", {}, _("This position"))),
    el("button.push.default", { type: "submit" }, _("Search")),
  );
  const next = el("tbody");
  const games = el("tbody");
  const note = el("p.empty", { hidden: true });
  const inside = el("p.archive-inside");
  const files = archiveFiles({
    added: () => search(),
    opened: (name, read) => {
      if (read.length > 1) choose(name, read);
      else begin({ ...read[0], name });
    },
  });
  /** @param {string[]} labels */
  const heads = (...labels) =>
    el(
      "thead",
      {},
      el(
        "tr",
        {},
        labels.map((label) => el("th", { scope: "col" }, label)),
      ),
    );
  const caption = el("caption", {}, _("Next moves"));
  const moves = el(
    "table.archive-next",
    { hidden: true },
    caption,
    heads(_("Move"), _("Games"), _("Won"), _("Drawn"), _("Lost"), _("Average")),
    next,
  );
  const whose = el("caption");
  const list = el(
    "table.archive-games",
    { hidden: true },
    whose,
    heads(_("Year"), _("Black"), _("White"), _("Result"), _("Tournament"), _("Opening")),
    games,
  );
  const status = el("div", { role: "status" });
  const more = el("button.push", { type: "button", onclick: () => search(shown.length), disabled: true }, _("More"));
  const win = openWindow({
    id: "archive",
    title: TITLE,
    icon: "archive",
    width: 680,
    height: 460,
    minWidth: 300,
    minHeight: 260,
    content: el(
      "div.window-body.archive",
      {},
      form,
      el(
        "div.files",
        { role: "region", "aria-label": _("Search results"), tabIndex: 0 },
        inside,
        files.node,
        note,
        moves,
        list,
      ),
      el("div.statusbar", {}, status, more),
    ),
    onclose: () => table.removeEventListener("state", follow),
  });
  table.addEventListener("state", follow);
  files.listen(win.body);

  /** Show the contents; if there are none, explain the archive. */
  async function look() {
    const { files: there, may_add } = await get("/api/archive");
    const count = there.reduce((sum, file) => sum + file.games, 0);
    files.owned(may_add);
    inside.replaceChildren(
      ...(there.length
        ? [
            el("b", {}, countGames(count)),
            `: ${there.map(({ name, games: some }) => `${name} (${numberFormat.format(some)})`).join(", ")}`,
          ]
        : [
            el("b", {}, _("The archive is empty.")),
            " ",
            _("The archive stores published games, which you can search by player, event, opening or position."),
            " ",
            may_add
              ? _("Drop files below, or add whole folders with this command:")
              : _("The host of this server adds games with this command:"),
            " ",
            el("code", {}, `outflank archive import ${may_add ? "FOLDER" : "FILES"}`),
          ]),
    );
    note.classList.toggle("unseen", !there.length); // already announced
  }

  /** With “This position”, the window follows the board. */
  function follow() {
    if (here.checked) search();
  }

  /** @param {number} offset */
  function wanted(offset) {
    /** @type {ArchiveSearch} */
    const query = { offset };
    for (const name of /** @type {const} */ (["player", "event", "opening"]))
      if (names[name].value.trim()) query[name] = names[name].value.trim();
    for (const name of /** @type {const} */ (["first_year", "last_year"]))
      if (years[name].value) query[name] = Number(years[name].value);
    if (here.checked) query.position = `${table.state.board} ${table.state.turn === "black" ? "X" : "O"}`;
    return query;
  }

  async function search(offset = 0) {
    const mine = ++asked; // a later search replaces this one
    if (!offset) look();
    status.textContent = _("Searching…");
    try {
      const found = await send("POST", "/api/archive/search", wanted(offset));
      if (mine === asked) draw(found);
    } catch (problem) {
      if (mine === asked) refuse(sentenceOf(problem));
    }
  }

  /** @param {string} sentence */
  function refuse(sentence) {
    shown = [];
    moves.hidden = list.hidden = more.disabled = true;
    note.hidden = false;
    note.textContent = sentence;
    status.textContent = "";
    announce(sentence);
  }

  /** @param {ArchiveFound} found */
  function draw(found) {
    shown = found.offset ? [...shown, ...found.games] : found.games;
    note.hidden = found.total > 0;
    note.textContent = here.checked
      ? _("No matching game in the archive reached this position.")
      : _("No game in the archive matches.");
    moves.hidden = !found.next.length;
    caption.textContent = [
      table.state.turn === "black" ? _("Next moves of Black.") : _("Next moves of White."),
      ...(found.ended ? [ngettext("{count} game ended here.", "{count} games ended here.", found.ended)] : []),
    ].join(" ");
    next.replaceChildren(
      ...found.next.map((move) =>
        el(
          "tr",
          {},
          el(
            "td",
            {},
            el(
              "button.task-link",
              { type: "button", title: _("Play this move"), onclick: () => play(move.squares[0]) },
              move.squares.join(" "),
            ),
          ),
          el("td", {}, numberFormat.format(move.games)),
          el("td", {}, share(move.won, move)),
          el("td", {}, share(move.drawn, move)),
          el("td", {}, share(move.lost, move)),
          el("td", {}, move.average === null ? "–" : worth(move.average, 1)),
        ),
      ),
    );
    list.hidden = !shown.length;
    whose.textContent = _("Games");
    games.replaceChildren(
      ...shown.map((game, at) =>
        row([game.year, game.black, game.white, result(game.score), game.event, game.opening], at, () => open(game)),
      ),
    );
    more.disabled = shown.length >= found.total;
    status.textContent = shown.length < found.total ? gamesOf(shown.length, found.total) : countGames(found.total);
    announce(status.textContent);
  }

  /**
   * Show the games of a file that is not added to the archive, to open them from the same list.
   * @param {string} name
   * @param {readonly ReadGame[]} read
   */
  function choose(name, read) {
    asked++; // drop a pending response
    shown = [];
    moves.hidden = more.disabled = note.hidden = true;
    list.hidden = false;
    whose.textContent = _("Games in {file}", { file: name });
    games.replaceChildren(
      ...read.map((game, at) =>
        row(["", game.black, game.white, game.result, "", game.note], at, () => begin({ ...game, name })),
      ),
    );
    status.textContent = [countGames(read.length), _("Press Enter or double-click to open one.")].join(" · ");
    announce(status.textContent);
    list.scrollIntoView({ block: "nearest" });
  }

  /**
   * @param {(string | number | null)[]} cells
   * @param {number} at
   * @param {() => unknown} act
   */
  function row(cells, at, act) {
    return el(
      "tr",
      { tabIndex: at ? -1 : 0, ondblclick: act, onkeydown: (event) => keyIn(event, act) },
      cells.map((text) => el("td", {}, String(text ?? ""))),
    );
  }

  /**
   * @param {KeyboardEvent & { currentTarget: HTMLElement }} event
   * @param {() => unknown} act
   */
  function keyIn(event, act) {
    const { nextElementSibling, previousElementSibling } = event.currentTarget;
    const to = meant(event, { ArrowDown: nextElementSibling, ArrowUp: previousElementSibling });
    if (event.key === "Enter") act();
    else if (to instanceof HTMLElement) {
      event.currentTarget.tabIndex = -1;
      to.tabIndex = 0;
      to.focus();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {FoundGame} game */
  async function open(game) {
    try {
      const whole = await get(`/api/archive/games/${game.id}`);
      const name = `${whole.black} – ${whole.white}${whole.year ? `, ${whole.year}` : ""}`;
      await begin({ ...whole, name });
    } catch (problem) {
      messageBox({ title: TITLE, text: sentenceOf(problem), icon: "error" });
    }
  }

  /**
   * Open a game of the archive or of a file.
   * @param {{ size?: number, start?: string | null, transcript: string, black: string, white: string,
   *   name: string }} game
   */
  async function begin({ size = 8, start, transcript, black, white, name }) {
    /** @type {NewGame} */
    const wanted = { size, black: "human", white: "human", transcript, name: name.slice(0, 60) };
    if (start) wanted.start = start;
    if (black) wanted.black_name = black.slice(0, 40);
    if (white) wanted.white_name = white.slice(0, 40);
    if (await newGame(wanted)) launch("game");
  }

  search();
}
