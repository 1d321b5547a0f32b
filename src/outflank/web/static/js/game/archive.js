// The archive: other people's games, found by names, years, opening and by the position on the board.
// Keys   in the list: up/down walk · Enter or a double click opens a game

import { announce } from "../desktop/announce.js";
import { el, icon, meant, sentenceOf } from "../desktop/dom.js";
import { messageBox } from "../desktop/message_box.js";
import { launch } from "../desktop/programs.js";
import { findWindow, focus, openWindow } from "../desktop/windows.js";
import { get, send } from "./api.js";
import { importSave, newGame, play, table } from "./table.js";
import { COLOR, ordinary } from "./words.js";

/** @import { Props } from "../desktop/dom.js" */
/** @import { Program } from "../desktop/programs.js" */
/** @import { ArchiveFound, ArchiveSearch, FoundGame, NextMoveView } from "./shapes.js" */

/** @param {number | null} score */
const result = (score) => (score === null ? "" : `${(64 + score) / 2}–${(64 - score) / 2}`);
/**
 * @param {number} part
 * @param {NextMoveView} move
 */
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
    labelled("Player", names.player),
    labelled("Event", names.event),
    labelled("Opening", names.opening),
    labelled("From", years.first_year),
    labelled("to", years.last_year),
    el("label.choice", {}, here, el("span", {}, "This position")),
    el("button.push.default", { type: "submit" }, "Search"),
  );
  const next = el("tbody");
  const games = el("tbody");
  const note = el("p.empty", { hidden: true });
  const inside = el("p.archive-inside");
  /** @type {HTMLInputElement} */
  const chooser = el("input", {
    type: "file",
    hidden: true,
    onchange: () => chooser.files?.[0] && openFile(chooser.files[0]),
  });
  const choose = el("button.push", { type: "button", onclick: () => chooser.click() }, "Choose a file…");
  const drop = el(
    "div.archive-drop",
    {},
    icon("open"),
    el("p", {}, el("b", {}, "Drop a file with a game here"), " to look at it: any format, also of other programs."),
    choose,
    chooser,
  );
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
  const caption = el("caption", {}, "What was played next");
  const moves = el(
    "table.archive-next",
    { hidden: true },
    caption,
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
  const win = openWindow({
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
      el("div.files", { role: "region", "aria-label": "What was found", tabIndex: 0 }, inside, note, moves, list, drop),
      el("div.statusbar", {}, status, more),
    ),
    onclose: () => table.removeEventListener("state", follow),
  });
  table.addEventListener("state", follow);
  win.body.addEventListener("dragover", (event) => event.preventDefault());
  win.body.addEventListener("drop", (event) => {
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    if (file) openFile(file);
  });

  /**
   * Somebody's own file: it opens as a game of one's own.
   * @param {File} file
   */
  async function openFile(file) {
    if (await importSave({ save: await file.text(), name: file.name.slice(0, 60) })) launch("game");
  }

  /** What is in there; an empty room says what it is for. */
  async function look() {
    const { files } = await get("/api/archive");
    const games = files.reduce((sum, file) => sum + file.games, 0);
    inside.replaceChildren(
      ...(files.length
        ? [
            el("b", {}, `${games.toLocaleString("en")} games`),
            ` of ${files.map(({ name, games: some }) => `${name} (${some.toLocaleString("en")})`).join(", ")}`,
          ]
        : [
            el("b", {}, "Other people's games live here"),
            ", to be found by player, event, opening, or the position on your board. " +
              "There are none yet; whoever runs this server adds them with ",
            el("code", {}, "outflank archive import FILES"),
            ".",
          ]),
    );
    note.classList.toggle("unseen", !files.length); // said already
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
    const mine = ++asked; // a later question makes this answer worthless
    if (!offset) look();
    status.textContent = "Searching…";
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
      ? "No game of the archive that fits came to this position."
      : "No game of the archive fits.";
    moves.hidden = !found.next.length;
    caption.textContent = `${COLOR[table.state.turn]} played next`;
    if (found.ended) caption.textContent += `; ${ordinary(found.ended, "game")} ended here`;
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

  /**
   * @param {FoundGame} game
   * @param {number} at
   */
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

  /**
   * @param {KeyboardEvent & { currentTarget: HTMLElement }} event
   * @param {FoundGame} game
   */
  function keyIn(event, game) {
    const { nextElementSibling, previousElementSibling } = event.currentTarget;
    const to = meant(event, { ArrowDown: nextElementSibling, ArrowUp: previousElementSibling });
    if (event.key === "Enter") open(game);
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
      const name = `${whole.black} – ${whole.white}${whole.year ? `, ${whole.year}` : ""}`.slice(0, 60);
      if (await newGame({ size: 8, black: "human", white: "human", transcript: whole.transcript, name }))
        launch("game");
    } catch (problem) {
      messageBox({ title: "Archive", text: sentenceOf(problem), icon: "error" });
    }
  }

  search();
}

/** @type {Program[]} */
export const programs = [
  { id: "archive", label: "Archive", icon: "archive", open: openArchive, start: ["programs"], desktop: 4 },
];
