// The archive: other people's games, found by names, years, opening and by the position on the board.
// Keys   in the list: up/down walk · Enter or a double click opens a game

import { announce } from "../desktop/announce.js";
import { el } from "../desktop/dom.js";
import { messageBox } from "../desktop/message_box.js";
import { launch } from "../desktop/programs.js";
import { findWindow, focus, openWindow } from "../desktop/windows.js";
import { get, send } from "./api.js";
import { newGame, play, table } from "./table.js";
import { COLOR, ordinary } from "./words.js";

/** @import { Program } from "../desktop/programs.js" */

const result = (score) => (score === null ? "" : `${(64 + score) / 2}–${(64 - score) / 2}`);
const share = (part, move) => {
  const scored = move.won + move.drawn + move.lost; // the others have no result
  return scored ? `${Math.round((100 * part) / scored)} %` : "–";
};

function openArchive() {
  const there = findWindow("archive");
  if (there) {
    focus(there);
    return;
  }
  let asked = 0;
  let shown = [];

  const field = (label, name, more = {}) =>
    el(
      "label",
      {},
      el("span", {}, label),
      el("input.field", { type: "search", name, maxLength: 100, autocomplete: "off", ...more }),
    );
  const year = { type: "number", min: 1800, max: 9999 };
  const here = el("input", { type: "checkbox", name: "here", onchange: () => search() });
  const form = el(
    "form.archive-form",
    {
      onsubmit: (event) => {
        event.preventDefault();
        search();
      },
    },
    field("Player", "player", { dataset: { autofocus: "" } }),
    field("Event", "event"),
    field("Opening", "opening"),
    field("From", "first_year", year),
    field("to", "last_year", year),
    el("label.choice", {}, here, el("span", {}, "This position")),
    el("button.push.default", { type: "submit" }, "Search"),
  );
  const next = el("tbody");
  const games = el("tbody");
  const note = el("p.empty", { hidden: true });
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
  const moves = el(
    "table.archive-next",
    { hidden: true },
    el("caption", {}, "What was played next"),
    heads("Move", "Games", "Won", "Drawn", "Lost", "Average"),
    next,
  );
  const list = el(
    "table.archive-games",
    { hidden: true },
    el("caption", {}, "Games"),
    heads("Year", "Black", "White", "Result", "Event", "Opening"),
    games,
  );
  const status = el("div", { role: "status" });
  const more = el("button.push", { type: "button", onclick: () => search(shown.length), disabled: true }, "More");
  openWindow({
    id: "archive",
    title: "Archive",
    icon: "archive",
    width: 680,
    height: 460,
    minWidth: 300,
    minHeight: 260,
    content: el(
      "div.window-body.archive",
      {},
      form,
      el("div.files", { role: "region", "aria-label": "What was found", tabIndex: 0 }, note, moves, list),
      el("div.statusbar", {}, status, more),
    ),
    onclose: () => table.removeEventListener("state", follow),
  });
  table.addEventListener("state", follow);

  /** With “This position”, the window follows the board. */
  function follow() {
    if (here.checked) search();
  }

  function wanted(offset) {
    const query = { offset };
    for (const name of ["player", "event", "opening"]) {
      const value = form.elements[name].value.trim();
      if (value) query[name] = value;
    }
    for (const name of ["first_year", "last_year"]) {
      const { value } = form.elements[name];
      if (value) query[name] = Number(value);
    }
    if (here.checked) query.position = `${table.state.board} ${table.state.turn === "black" ? "X" : "O"}`;
    return query;
  }

  async function search(offset = 0) {
    const mine = ++asked; // a later question makes this answer worthless
    status.textContent = "Searching…";
    try {
      const found = await send("POST", "/api/archive/search", wanted(offset));
      if (mine === asked) draw(found);
    } catch (problem) {
      if (mine === asked) refuse(problem);
    }
  }

  function refuse(problem) {
    shown = [];
    moves.hidden = list.hidden = more.disabled = true;
    note.hidden = false;
    note.textContent = problem.message;
    status.textContent = "";
    announce(problem.message);
  }

  function draw(found) {
    shown = found.offset ? [...shown, ...found.games] : found.games;
    note.hidden = found.total > 0;
    note.textContent = here.checked
      ? "No game of the archive that fits came to this position."
      : "No game of the archive fits.";
    moves.hidden = !found.next.length;
    moves.caption.textContent = `${COLOR[table.state.turn]} played next`;
    if (found.ended) moves.caption.textContent += `; ${ordinary(found.ended, "game")} ended here`;
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
              { type: "button", title: "Play it", onclick: () => play(move.squares[0]) },
              move.squares.join(" "),
            ),
          ),
          el("td", {}, move.games.toLocaleString("en")),
          el("td", {}, share(move.won, move)),
          el("td", {}, share(move.drawn, move)),
          el("td", {}, share(move.lost, move)),
          el("td", {}, move.average === null ? "–" : `${move.average > 0 ? "+" : ""}${move.average.toFixed(1)}`),
        ),
      ),
    );
    list.hidden = !shown.length;
    games.replaceChildren(...shown.map(row));
    more.disabled = shown.length >= found.total;
    status.textContent = ordinary(found.total, "game");
    if (shown.length < found.total) status.textContent += `, ${shown.length} shown`;
    announce(status.textContent);
  }

  function row(game, at) {
    return el(
      "tr",
      {
        tabIndex: at ? -1 : 0,
        dataset: { game: game.id },
        ondblclick: () => open(game),
        onkeydown: (event) => keyIn(event, game),
      },
      [game.year ?? "", game.black, game.white, result(game.score), game.event, game.opening].map((text) =>
        el("td", {}, String(text)),
      ),
    );
  }

  function keyIn(event, game) {
    const to = {
      ArrowDown: event.currentTarget.nextElementSibling,
      ArrowUp: event.currentTarget.previousElementSibling,
    }[event.key];
    if (event.key === "Enter") open(game);
    else if (to) {
      event.currentTarget.tabIndex = -1;
      to.tabIndex = 0;
      to.focus();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  async function open(game) {
    try {
      const whole = await get(`/api/archive/games/${game.id}`);
      const name = `${whole.black} – ${whole.white}${whole.year ? `, ${whole.year}` : ""}`.slice(0, 60);
      if (await newGame({ size: 8, black: "human", white: "human", transcript: whole.transcript, name }))
        launch("game");
    } catch (problem) {
      messageBox({ title: "Archive", text: problem.message, icon: "error" });
    }
  }

  search();
}

/** @type {Program[]} */
export const programs = [
  { id: "archive", label: "Archive", icon: "archive", open: openArchive, start: ["programs"], desktop: 4 },
];
