// The game window: menus, players, board, status bar.
//
// Keys   Ctrl+Z / Ctrl+Y take back, again · F2 new game · F3 hint · F8 values of all moves · F7 review · F9 resign
//        · Ctrl+S save · F4 move list · / or : type a move or a command · Pause stops and continues the computer
// Emits  through `commands`, the actions main.js hands in

import { el, icon, isPhone, setIcon } from "../desktop/dom.js";
import { menuBar, openMenu } from "../desktop/menu.js";
import { settings } from "../desktop/settings.js";
import { alertUser, findWindow, focus, openWindow, setTitle, topModal, windows } from "../desktop/windows.js";
import { boardView } from "./board_view.js";
import { play, redo, resume, stop, swapSeats, table, undo } from "./table.js";
import { lineText, source, valueSentence, valueText } from "./value_text.js";
import { COLOR, NO_STUDY, situation, who } from "./words.js";

let win = null;
let view;
let parts;
let pointed = null;
let thought = "";
let doing = null;
let hinted = null;
let values = []; // what is known of this position: the hint that was asked for, the values on the squares

export function openGame(commands) {
  doing = commands;
  win = findWindow("game");
  if (win) {
    focus(win);
    return;
  }
  view = boardView({
    choose: play,
    point: (square) => {
      pointed = square;
      status();
    },
  });
  parts = {
    seats: { black: seat("black"), white: seat("white") },
    status: el("div", { id: "status" }),
    count: el("div.optional"),
    turn: el("div.optional"),
    stop: el(
      "button.push",
      {
        type: "button",
        onclick: () => {
          stop();
          view.focus();
        },
      },
      "Stop",
    ),
    go: task("Continue", "play", () => (table.state.paused ? resume() : stop())),
    speed: el("input", {
      type: "range",
      min: 1,
      max: 5,
      value: settings.get("speed"),
      "aria-label": "Speed of the computers",
      oninput: (event) => settings.set("speed", Number(event.target.value)),
    }),
    undo: task("Take back", "undo", undo),
    redo: task("Play again", "redo", redo),
    save: task("Save as…", "save", commands.save),
    hint: task("Hint", "hint", commands.hint),
    values: task("Values", "search", commands.values),
    review: task("Review", "moves", commands.review),
    swap: task("Swap seats", "swap", swapSeats),
    resign: task("Resign", "flag", commands.resign),
    newGame: task("New game", "new", commands.newGame),
    details: el("dl"),
  };
  parts.thinking = el(
    "div.thinking",
    { hidden: true },
    el("div.progress.busy", { role: "progressbar", "aria-label": "The computer is thinking" }, el("i")),
    parts.stop,
  );
  parts.speedRow = el("label.speed", {}, "Speed", parts.speed);
  const pane = el(
    "div.pane.game-pane",
    {},
    el(
      "section.card.players",
      {},
      el("h3", {}, "Players"),
      el("div", {}, parts.seats.black.node, parts.seats.white.node),
    ),
    el(
      "section.card.tasks-card",
      {},
      el("h3", {}, "Game Tasks"),
      el(
        "div",
        {},
        parts.go,
        parts.speedRow,
        parts.newGame,
        parts.undo,
        parts.redo,
        parts.hint,
        parts.values,
        parts.review,
        parts.save,
        parts.swap,
        parts.resign,
      ),
    ),
    el("section.card.details", {}, el("h3", {}, "Details"), el("div", {}, parts.details)),
  );
  const area = el(
    "div.play-area",
    {
      oncontextmenu: (event) => {
        event.preventDefault();
        openMenu(boardMenu(commands), { x: event.clientX, y: event.clientY, name: "Board" });
      },
    },
    view.node,
  );
  win = openWindow({
    id: "game",
    title: "Othello",
    icon: "othello",
    width: 660,
    height: 540,
    minWidth: 330,
    minHeight: 300,
    menu: menuBar(menus(commands), "Othello"),
    content: el("div.explorer", {}, pane, area),
  });
  win.body.append(el("div.statusbar", {}, parts.status, parts.thinking, parts.turn, parts.count));
  applyBoardSettings();
  if (table.state) show(table.state);
  view.focus();
}

function seat(color) {
  const name = el("b");
  const role = el("small");
  const count = el("output", { "aria-label": `${COLOR[color]}'s discs` });
  return { node: el("div.seat", {}, icon(`disc-${color}`), name, role, count), name, role, count };
}

function task(label, iconName, act) {
  return el("button.task-link", { type: "button", onclick: act }, icon(iconName), el("span", {}, label));
}

function show(state) {
  if (!win?.node.isConnected) return;
  view.draw(state, {
    showNumbers: settings.get("showNumbers"),
    showFlips: settings.get("showFlips"),
    watching: state.thinking,
  });
  view.values(values);
  if (hinted) view.hint(hinted.square);
  for (const color of ["black", "white"]) {
    const plate = parts.seats[color];
    const it = state.seats[color];
    plate.name.textContent = who(state, color);
    plate.name.title = it.description;
    plate.role.textContent = plate.name.textContent === COLOR[color] ? "Human" : COLOR[color];
    plate.count.textContent = state.counts[color];
    const toMove = !state.outcome && state.turn === color;
    plate.node.classList.toggle("to-move", toMove);
    plate.node.setAttribute("aria-current", String(toMove));
  }
  const computers = Object.values(state.seats).filter((one) => !one.human).length;
  const linked = state.kind === "link";
  parts.undo.querySelector("span").textContent = linked ? "Back" : "Take back";
  parts.redo.querySelector("span").textContent = linked ? "Forward" : "Play again";
  parts.save.hidden = !linked;
  parts.newGame.hidden = parts.swap.hidden = parts.resign.hidden = linked;
  parts.values.disabled = parts.review.disabled = !state.can.study;
  parts.values.title = parts.review.title = state.can.study ? "" : NO_STUDY;
  parts.undo.disabled = !state.can.undo;
  parts.redo.disabled = !state.can.redo;
  parts.hint.disabled = parts.resign.disabled = Boolean(state.outcome) || computers === 2;
  parts.swap.disabled = computers === 2 && state.seats.black.spec === state.seats.white.spec;
  parts.go.hidden = Boolean(state.outcome) || !(state.paused || computers === 2);
  parts.go.querySelector("span").textContent = state.paused ? "Continue" : "Pause";
  setIcon(parts.go, state.paused ? "play" : "pause");
  parts.speedRow.hidden = computers < 2;
  parts.turn.textContent = `Move ${state.moves.slice(0, state.ply).filter((move) => move.square).length}`;
  parts.count.textContent = `Black ${state.counts.black} · White ${state.counts.white}`;
  details(state);
  setTitle(
    win,
    linked
      ? "A game from a link - Othello"
      : state.name
        ? `${state.name} - Othello`
        : `${who(state, "black")} against ${who(state, "white")} - Othello`,
  );
  status();
}

/** The facts of the game; the best move and its line come first while they are known. */
function details(state) {
  const best = values.filter((value) => value.best);
  const known = hinted?.value ?? best[0];
  const advice = known
    ? [
        ["Best", `${hinted ? known.square : best.map((value) => value.square).join(" or ")} ${valueText(known)}`],
        ["Line", lineText(known)],
        ["Found by", source(known)],
      ]
    : [];
  const rows = [
    ...advice,
    ["Board", `${state.size} × ${state.size}`],
    ["Last move", state.last?.square ?? "–"],
    ["Empty", String(state.counts.empty)],
    ...(state.opening ? [["Opening", state.opening]] : []),
    ...(state.name ? [["Name", state.name]] : []),
  ];
  parts.details.replaceChildren(...rows.flatMap(([term, value]) => [el("dt", {}, term), el("dd", {}, value)]));
}

function status() {
  const { state } = table;
  if (!state || !parts) return;
  const flips = pointed && state.legal[pointed];
  const turned = flips && `turns ${flips.length === 1 ? "1 disc" : `${flips.length} discs`}`;
  const best = values.find((value) => value.best);
  const here = flips && values.find((value) => value.square === pointed);
  parts.status.textContent =
    thought ||
    (hinted
      ? hinted.value
        ? `Best: ${valueSentence(hinted.value)}`
        : hinted.sentence
      : here
        ? `${valueSentence(here)}; ${turned}`
        : flips
          ? `${pointed} ${turned}.`
          : best
            ? `Best: ${valueSentence(best)}`
            : situation(state));
  parts.status.title = parts.status.textContent;
}

function applyBoardSettings() {
  view.coordinates(settings.get("showCoordinates"));
  view.legal(settings.get("showLegal"));
}

table.addEventListener("state", ({ detail: { state, before } }) => {
  if (before?.board !== state.board || before?.turn !== state.turn) {
    hinted = null;
    values = [];
  }
  show(state);
  const mine = !state.outcome && state.seats[state.turn].human && before?.seats[before.turn]?.human === false;
  if (win?.node.isConnected && mine) alertUser(win);
});
table.addEventListener("thinking", ({ detail }) => {
  thought = detail;
  if (!win?.node.isConnected) return;
  parts.thinking.hidden = !detail;
  parts.stop.hidden = !table.state?.thinking;
  status();
});
table.addEventListener("values", ({ detail }) => {
  values = detail;
  if (!win?.node.isConnected) return;
  view.values(detail);
  details(table.state);
  status();
});
table.addEventListener("marks", ({ detail }) => {
  if (win?.node.isConnected) view.marks(detail);
});
table.addEventListener("hint", ({ detail }) => {
  hinted = detail; // stays until the next move
  if (!win?.node.isConnected) return;
  view.hint(detail.square);
  details(table.state);
  status();
});
settings.addEventListener("change", () => {
  if (win?.node.isConnected && table.state) {
    applyBoardSettings();
    show(table.state);
  }
});

addEventListener("keydown", (event) => {
  if (win?.node.isConnected && windows.active === win) shortcut(event, doing);
});

function shortcut(event, commands) {
  if (topModal() || event.defaultPrevented) return;
  const typing = event.target.matches("input, textarea, select");
  const key =
    (event.ctrlKey ? "Ctrl+" : "") +
    (event.shiftKey && event.ctrlKey ? "Shift+" : "") +
    (event.key.length === 1 ? event.key.toUpperCase() : event.key);
  const act = {
    "Ctrl+Z": undo,
    "Ctrl+Y": redo,
    "Ctrl+Shift+Z": redo,
    F2: commands.newGame,
    F3: commands.hint,
    F8: commands.values,
    F7: commands.review,
    F4: commands.moveList,
    F9: commands.resign,
    "Ctrl+S": commands.save,
    "Ctrl+O": commands.myGames,
    Pause: () => (table.state.paused ? resume() : stop()),
    "/": commands.run,
    ":": commands.run,
    "?": commands.help,
    F1: commands.help,
  }[key];
  if (!act || (typing && !event.ctrlKey)) return;
  event.preventDefault();
  act();
}

function boardMenu(commands) {
  const { state } = table;
  return [
    { label: "_Take back", key: "Ctrl+Z", disabled: !state.can.undo, action: undo },
    { label: "_Hint", key: "F3", disabled: Boolean(state.outcome), action: commands.hint },
    "-",
    { label: "_Copy moves", action: commands.copyMoves },
    { label: "_Paste moves…", action: commands.pasteMoves },
    "-",
    { label: "_Move list", key: "F4", action: commands.moveList },
    { label: "P_roperties", action: commands.display },
  ];
}

const flag = (label, name) => ({
  label,
  checked: settings.get(name),
  action: () => settings.set(name, !settings.get(name)),
});
const choice = (label, name, value) => ({
  label,
  radio: true,
  checked: settings.get(name) === value,
  action: () => settings.set(name, value),
});

function menus(commands) {
  return [
    {
      label: "_Game",
      items: () => {
        const { state } = table;
        return [
          { label: "_New game…", key: "F2", action: commands.newGame },
          { label: "_Restart", action: commands.restart },
          "-",
          { label: "_Take back", key: "Ctrl+Z", disabled: !state.can.undo, action: undo },
          { label: "_Play again", key: "Ctrl+Y", disabled: !state.can.redo, action: redo },
          { label: "_Hint", key: "F3", disabled: Boolean(state.outcome), action: commands.hint },
          {
            label: "_Values of all moves",
            key: "F8",
            disabled: !state.can.study,
            checked: commands.valuesShown(),
            action: commands.values,
          },
          { label: "Re_view", key: "F7", disabled: !state.moves.length || !state.can.study, action: commands.review },
          {
            label: state.paused ? "_Continue" : "_Stop the computer",
            disabled: Boolean(state.outcome) || Object.values(state.seats).every((one) => one.human),
            action: () => (state.paused ? resume() : stop()),
          },
          { label: "S_wap seats", disabled: state.kind === "link", action: swapSeats },
          { label: "Change _players…", action: commands.changePlayers },
          {
            label: "Resi_gn",
            key: "F9",
            disabled: Boolean(state.outcome) || state.kind === "link",
            action: commands.resign,
          },
          "-",
          { label: "_Save as…", key: "Ctrl+S", action: commands.save },
          { label: "_Open…", key: "Ctrl+O", action: commands.myGames },
          { label: "Copy _moves", action: commands.copyMoves },
          { label: "Past_e moves…", action: commands.pasteMoves },
          {
            label: "_Download",
            items: [
              { label: "Saved _game", action: commands.download },
              { label: "_Picture (PNG)", action: () => commands.export("picture.png") },
              { label: "_Drawing (SVG)", action: () => commands.export("picture.svg") },
              { label: "_Moving picture (GIF)", action: () => commands.export("film.gif") },
              { label: "GG_F", action: () => commands.export("game.ggf") },
            ],
          },
          { label: "Copy _link", action: commands.copyLink },
          "-",
          { label: "E_xit", action: commands.exit },
        ];
      },
    },
    {
      label: "_View",
      items: () => [
        { label: "_Move list", key: "F4", action: commands.moveList },
        { label: "_Type a move or command…", key: "/", action: commands.run },
        "-",
        flag("Where you may _play", "showLegal"),
        flag("Discs that would _turn", "showFlips"),
        flag("Move _numbers", "showNumbers"),
        flag("_Coordinates", "showCoordinates"),
        flag("_Sounds", "sound"),
        "-",
        {
          label: "_Board",
          items: [
            choice("Green felt", "board", "green"),
            choice("Blue", "board", "blue"),
            choice("Wood", "board", "wood"),
            choice("Slate", "board", "slate"),
          ],
        },
        {
          label: "Te_xt",
          items: [
            choice("Normal", "text", "normal"),
            choice("Large", "text", "large"),
            choice("Extra large", "text", "larger"),
          ],
        },
        { label: "_Display Properties…", action: commands.display },
      ],
    },
    {
      label: "_Help",
      items: () => [
        { label: "_How to play", key: "F1", action: commands.help },
        { label: "_Keys", action: commands.keys },
        "-",
        { label: "_About Othello", action: commands.about },
      ],
    },
  ];
}

export const focusBoard = () => {
  if (win?.node.isConnected) {
    focus(win);
    view.focus();
  }
};
export const onPhone = isPhone;
