// The menus of the game window (Game, View, Help) and of the board.

import { _ } from "../desktop/language.js";
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
import { isJustBoard, toggleJustBoard } from "./just_board.js";
import { newGameDialog } from "./new_game.js";
import { redo, swapSeats, table, undo } from "./table.js";
import { copyLink, copyMoves, pasteMoves } from "./transcript.js";
import { valuesShown } from "./values.js";

/** @import { Entry } from "../desktop/menu.js" */
/** @import { GameView } from "./shapes.js" */
/** @import { SettingOf } from "../desktop/settings.js" */

export const gameMenus = () => [
  { label: _("_Game"), items: gameMenu },
  { label: _("_View"), items: viewMenu },
  { label: _("_Help"), items: helpMenu },
];

/** @returns {Entry[]} */
function gameMenu() {
  const { state } = table;
  const over = Boolean(state.outcome);
  const linked = state.kind === "link";
  const together = state.kind === "shared";
  const noComputer = Object.values(state.seats).every((one) => one.human);
  return [
    { label: _("_New game…"), key: "F2", action: () => newGameDialog() },
    { label: _("Play with a _friend…"), action: () => launch("friend") },
    { label: _("_Club…"), action: () => launch("club") },
    { label: _("_Restart"), disabled: together, action: restart },
    "-",
    { label: undoLabel(state), key: "Ctrl+Z", disabled: !state.can.undo, action: undo },
    { label: _("Re_do"), key: "Ctrl+Y", disabled: !state.can.redo, action: redo },
    { label: _("_Hint"), key: "F3", disabled: over || together, action: hint },
    {
      label: _("_Values"),
      disabled: !state.can.study,
      items: [
        { label: _("_Values of all moves"), key: "F8", checked: valuesShown("values"), action: values },
        { label: _("_Probabilities"), checked: valuesShown("probabilities"), action: probabilities },
      ],
    },
    {
      label: _("_Analyze"),
      key: "F7",
      disabled: !state.moves.length || !state.can.study,
      action: () => launch("review"),
    },
    { label: state.paused ? _("Con_tinue") : _("_Pause"), disabled: over || noComputer, action: pauseOrGoOn },
    { label: _("S_wap colors"), disabled: linked || together, action: swapSeats },
    { label: _("Change pla_yers…"), disabled: together, action: changePlayers },
    { label: _("Resi_gn"), key: "F9", disabled: linked || !state.can.resign, action: resign },
    "-",
    { label: _("_Save as…"), key: "Ctrl+S", disabled: together, action: save },
    { label: _("_Open…"), key: "Ctrl+O", action: () => launch("my-games") },
    { label: _("Copy _moves"), action: copyMoves },
    { label: _("Past_e moves…"), action: pasteMoves },
    { label: _("_Download"), disabled: together, items: downloads() },
    { label: _("Copy _link"), action: copyLink },
    "-",
    { label: _("E_xit"), action: leave },
  ];
}

function leave() {
  const win = findWindow("game");
  if (win) close(win);
}

const downloads = () => [
  { label: _("Saved _game"), action: () => downloadAs("save") },
  { label: _("_Image (PNG)"), action: () => downloadAs("picture.png") },
  { label: _("_Vector image (SVG)"), action: () => downloadAs("picture.svg") },
  { label: _("_Animation (GIF)"), action: () => downloadAs("film.gif") },
  { label: "GG_F", action: () => downloadAs("game.ggf") },
];

/** @returns {Entry[]} */
const viewMenu = () => [
  ...inView(),
  { label: _("_Just the board"), key: "F11", checked: isJustBoard(), action: toggleJustBoard },
  "-",
  flag(_("_Legal moves"), "showLegal"),
  flag(_("_Flip preview"), "showFlips"),
  flag(_("Move _numbers"), "showNumbers"),
  flag(_("_Coordinates"), "showCoordinates"),
  flag(_("_Sounds"), "sound"),
  "-",
  {
    label: _("_Board"),
    items: [
      choice(_("Green felt"), "board", "green"),
      choice(_("Blue"), "board", "blue"),
      choice(_("Wood"), "board", "wood"),
      choice(_("Slate"), "board", "slate"),
    ],
  },
  {
    label: _("_Animation"),
    items: [
      choice(_("Slow"), "turning", "slow"),
      choice(_("Normal"), "turning", "normal"),
      choice(_("Fast"), "turning", "fast"),
      choice(_("Off"), "turning", "none"),
    ],
  },
  {
    label: _("Te_xt size"),
    items: [
      choice(_("Normal"), "text", "normal"),
      choice(_("Large"), "text", "large"),
      choice(_("Extra large"), "text", "larger"),
    ],
  },
  {
    label: _("En_gine"),
    items: [
      choice(_("On this computer"), "thinking", "here"),
      choice(_("On this computer (small download)"), "thinking", "light"),
      choice(_("On the server"), "thinking", "server"),
    ],
  },
  { label: _("_Display Properties…"), action: () => launch("display") },
];

/** @returns {Entry[]} */
const helpMenu = () => [
  { label: _("_How to play"), key: "F1", action: () => launch("help") },
  { label: _("_Keyboard shortcuts"), action: () => launch("keys") },
  "-",
  { label: _("_About Othello"), action: () => launch("about") },
];

/** @param {GameView} state */
const undoLabel = ({ kind }) => (kind === "shared" ? _("Propose _undo") : _("_Undo"));

/** @returns {Entry[]} */
export function boardMenu() {
  const { state } = table;
  return [
    { label: undoLabel(state), key: "Ctrl+Z", disabled: !state.can.undo, action: undo },
    { label: _("_Hint"), key: "F3", disabled: Boolean(state.outcome) || state.kind === "shared", action: hint },
    "-",
    { label: _("_Copy moves"), action: copyMoves },
    { label: _("_Paste moves…"), action: pasteMoves },
    "-",
    { label: _("_Move list"), key: "F4", action: () => launch("moves") },
    { label: _("P_roperties"), action: () => launch("display") },
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
