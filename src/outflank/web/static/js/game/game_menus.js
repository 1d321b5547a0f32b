// The menus of the game window: Game, View and Help, and the board's own.

import { inView, launch } from "../desktop/programs.js";
import { settings } from "../desktop/settings.js";
import { close, findWindow } from "../desktop/windows.js";
import {
  changePlayers,
  downloadAs,
  hint,
  pauseOrGoOn,
  probabilities,
  resign,
  restart,
  save,
  values,
} from "./commands.js";
import { newGameDialog } from "./new_game.js";
import { redo, swapSeats, table, undo } from "./table.js";
import { copyLink, copyMoves, pasteMoves } from "./transcript.js";
import { valuesShown } from "./values.js";

/** @import { Entry } from "../desktop/menu.js" */
/** @import { SettingOf } from "../desktop/settings.js" */

export const gameMenus = () => [
  { label: "_Game", items: gameMenu },
  { label: "_View", items: viewMenu },
  { label: "_Help", items: helpMenu },
];

/** @returns {Entry[]} */
function gameMenu() {
  const { state } = table;
  const over = Boolean(state.outcome);
  const linked = state.kind === "link";
  const together = state.kind === "shared";
  const noComputer = Object.values(state.seats).every((one) => one.human);
  return [
    { label: "_New game…", key: "F2", action: () => newGameDialog() },
    { label: "Play with a _friend…", action: () => launch("friend") },
    { label: "_Club…", action: () => launch("club") },
    { label: "_Restart", disabled: together, action: restart },
    "-",
    { label: "_Take back", key: "Ctrl+Z", disabled: !state.can.undo, action: undo },
    { label: "Re_do", key: "Ctrl+Y", disabled: !state.can.redo, action: redo },
    { label: "_Hint", key: "F3", disabled: over || together, action: hint },
    {
      label: "_Values",
      disabled: !state.can.study,
      items: [
        { label: "_Values of all moves", key: "F8", checked: valuesShown("values"), action: values },
        { label: "_Probabilities", checked: valuesShown("probabilities"), action: probabilities },
      ],
    },
    {
      label: "Re_view",
      key: "F7",
      disabled: !state.moves.length || !state.can.study,
      action: () => launch("review"),
    },
    { label: state.paused ? "_Continue" : "_Stop the computer", disabled: over || noComputer, action: pauseOrGoOn },
    { label: "S_wap seats", disabled: linked || together, action: swapSeats },
    { label: "Change _players…", disabled: together, action: changePlayers },
    { label: "Resi_gn", key: "F9", disabled: linked || !state.can.resign, action: resign },
    "-",
    { label: "_Save as…", key: "Ctrl+S", disabled: together, action: save },
    { label: "_Open…", key: "Ctrl+O", action: () => launch("my-games") },
    { label: "Copy _moves", action: copyMoves },
    { label: "Past_e moves…", action: pasteMoves },
    { label: "_Download", disabled: together, items: downloads() },
    { label: "Copy _link", action: copyLink },
    "-",
    { label: "E_xit", action: leave },
  ];
}

function leave() {
  const win = findWindow("game");
  if (win) close(win);
}

const downloads = () => [
  { label: "Saved _game", action: () => downloadAs("save") },
  { label: "_Picture (PNG)", action: () => downloadAs("picture.png") },
  { label: "_Drawing (SVG)", action: () => downloadAs("picture.svg") },
  { label: "_Moving picture (GIF)", action: () => downloadAs("film.gif") },
  { label: "GG_F", action: () => downloadAs("game.ggf") },
];

/** @returns {Entry[]} */
const viewMenu = () => [
  ...inView(),
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
    label: "_Turning discs",
    items: [
      choice("Slow", "turning", "slow"),
      choice("Normal", "turning", "normal"),
      choice("Fast", "turning", "fast"),
      choice("At once", "turning", "none"),
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
  {
    label: "Computers thin_k",
    items: [
      choice("On this machine", "thinking", "here"),
      choice("On this machine, by a smaller download", "thinking", "light"),
      choice("On the server", "thinking", "server"),
    ],
  },
  { label: "_Display Properties…", action: () => launch("display") },
];

/** @returns {Entry[]} */
const helpMenu = () => [
  { label: "_How to play", key: "F1", action: () => launch("help") },
  { label: "_Keys", action: () => launch("keys") },
  "-",
  { label: "_About Othello", action: () => launch("about") },
];

/** @returns {Entry[]} */
export function boardMenu() {
  const { state } = table;
  return [
    { label: "_Take back", key: "Ctrl+Z", disabled: !state.can.undo, action: undo },
    { label: "_Hint", key: "F3", disabled: Boolean(state.outcome) || state.kind === "shared", action: hint },
    "-",
    { label: "_Copy moves", action: copyMoves },
    { label: "_Paste moves…", action: pasteMoves },
    "-",
    { label: "_Move list", key: "F4", action: () => launch("moves") },
    { label: "P_roperties", action: () => launch("display") },
  ];
}

/**
 * @param {string} label
 * @param {SettingOf<boolean>} name
 */
const flag = (label, name) => ({
  label,
  checked: settings.get(name),
  action: () => settings.set(name, !settings.get(name)),
});

/**
 * @param {string} label
 * @param {SettingOf<string>} name
 * @param {string} value
 */
const choice = (label, name, value) => ({
  label,
  radio: true,
  checked: settings.get(name) === value,
  action: () => settings.set(name, value),
});
