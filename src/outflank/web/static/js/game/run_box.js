// Run: type a move or a command instead of clicking; also for users of screen readers.
// Commands   a square (f5) · undo · redo · hint · pass · resign · new · swap · last · legal · count · board
//            · row 4 · column d · moves · stop · continue · the name of a window

import { announce } from "../desktop/announce.js";
import { el, icon } from "../desktop/dom.js";
import { _, ngettext } from "../desktop/language.js";
import { launch, program } from "../desktop/programs.js";
import { findWindow, focus, openWindow } from "../desktop/windows.js";
import { hint, resign, save } from "./commands.js";
import { newGameDialog } from "./new_game.js";
import { squareName } from "./square_names.js";
import { play, redo, resume, stop, swapSeats, table, undo } from "./table.js";
import { boardSize, moveSentence, situation, who } from "./words.js";

/** @import { Program } from "../desktop/programs.js" */
/** @import { GameView } from "./shapes.js" */

/** @type {Record<string, string>} */
const SIGN = { X: _("black"), O: _("white") };
const COMMANDS =
  "undo, redo, hint, last, legal, count, board, row 4, column d, moves, swap, stop, continue, resign, new";
let lastAnswer = "";

function openRunBox() {
  const there = findWindow("run");
  if (there) {
    focus(there);
    return;
  }
  const answer = el("p.answer", {}, _("Type a square such as f5, or a command: {commands}.", { commands: COMMANDS }));
  const input = el("input.field", {
    type: "text",
    "aria-label": _("Move or command"),
    autocomplete: "off",
    spellcheck: false,
    maxLength: 40,
    dataset: { autofocus: "" },
  });
  /** @param {string} text */
  const say = (text) => {
    if (text) {
      answer.textContent = lastAnswer = text;
      announce(text);
    }
  };
  const form = el(
    "form",
    {
      onsubmit: async (event) => {
        event.preventDefault();
        const text = input.value.trim().toLowerCase();
        input.value = "";
        if (text) say(await obey(text));
        input.focus();
      },
    },
    answer,
    el("div.run", {}, icon("run", "big"), input, el("button.push.default", { type: "submit" }, _("OK"))),
  );
  openWindow({
    id: "run",
    title: _("Run"),
    icon: "run",
    width: 400,
    resizable: false,
    content: el("div.window-body.dialog", {}, form),
  });
}

/** @param {string} text */
async function obey(text) {
  const { state } = table;
  const latest = state.moves.slice(0, state.ply).findLast((move) => move.square);
  /** @type {Record<string, () => string>} */
  const reads = {
    last: () => (latest ? moveSentence(latest) : _("No moves have been played yet.")),
    legal: () =>
      Object.entries(state.legal)
        .map(([square, flips]) =>
          ngettext("{square} flips {count} disc.", "{square} flips {count} discs.", flips.length, { square }),
        )
        .join(" ") || _("You cannot play now."),
    count: () => _("Black {black}, White {white}, {empty} empty.", { ...state.counts }),
    board: () => Array.from({ length: state.size }, (_, y) => line(state, y, "row")).join("\n"),
    moves: () =>
      state.moves
        .slice(0, state.ply)
        .map((move) => move.square ?? _("pass"))
        .join(" ") || _("No moves have been played yet."),
    turn: () => situation(state),
    who: () => _("Black: {black}. White: {white}.", { black: who(state, "black"), white: who(state, "white") }),
    pass: () => _("A player without a legal move passes automatically. No other pass is allowed."),
    again: () => lastAnswer,
  };
  /** @type {Record<string, () => unknown>} */
  const acts = {
    undo,
    redo,
    hint,
    swap: swapSeats,
    stop,
    continue: resume,
    resign,
    new: () => newGameDialog(),
    help: () => launch("help"),
    save,
  };
  if (reads[text]) return reads[text]();
  if (acts[text]) {
    await acts[text]();
    return text === "hint" ? "" : situation(table.state);
  }
  const wanted = program(text);
  if (wanted) {
    await wanted.open();
    return _("{window} is open.", { window: wanted.label });
  }
  const along = /^(row|column|s)\s+([a-p]|\d{1,2})$/.exec(text);
  if (along)
    return /\d/.test(along[2])
      ? line(state, Number(along[2]) - 1, "row")
      : line(state, along[2].charCodeAt(0) - 97, "column");
  if (/^[a-p]\d{1,2}$/.test(text)) {
    const before = state.version;
    await play(text);
    // Errors are shown elsewhere: in the status bar, or in a message box.
    return table.state.version === before ? "" : situation(table.state);
  }
  return [
    _("“{text}” is not a move or a command.", { text }),
    _("Type a square such as f5, or a command: {commands}.", { commands: COMMANDS }),
  ].join(" ");
}

/**
 * @param {GameView} state
 * @param {number} at
 * @param {"row" | "column"} kind
 */
function line(state, at, kind) {
  if (at < 0 || at >= state.size) return _("The size of this board is {size}.", { size: boardSize(state.size) });
  const squares = Array.from({ length: state.size }, (_, i) =>
    kind === "row" ? at * state.size + i : i * state.size + at,
  );
  const taken = squares
    .filter((i) => SIGN[state.board[i]])
    .map((i) => `${squareName(i, state.size)} ${SIGN[state.board[i]]}`);
  const discs = taken.join(", ") || _("empty");
  return kind === "row"
    ? _("Row {row}: {discs}.", { row: at + 1, discs })
    : _("Column {column}: {discs}.", { column: String.fromCharCode(97 + at), discs });
}

/** @type {Program[]} */
export const programs = [
  {
    id: "run",
    topic: "play",
    label: _("Run…"),
    icon: "run",
    open: openRunBox,
    start: ["support"],
    view: _("_Type a move or command…"),
    keys: ["/", ":"],
  },
];
