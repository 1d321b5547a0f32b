// The keys of the game window; keys that open a window are in that window's file.
//
// Keys   Ctrl+Z / Ctrl+Y take back, again · F2 new game · F3 hint · F8 values of all moves · F9 resign
//        · F11 just the board · Ctrl+S save · Pause stops and continues the computer
//        · left/right, Home/End through the moves, where the focus is on nothing that uses them itself
//        · Esc from a study back to the game

import { within } from "../desktop/dom.js";
import { fetched } from "../desktop/fetched.js";
import { byKey } from "../desktop/programs.js";
import { topModal } from "../desktop/window_list.js";
import { boardMode, leaveStudy } from "./board_mode.js";
import { hint, pauseOrGoOn, resign, save, values } from "./commands.js";
import { isJustBoard, toggleJustBoard } from "./just_board.js";
import { newGameDialog } from "./new_game.js";
import { redo, table, undo } from "./table.js";

/** @import { Step } from "./board_mode.js" */

/** @type {Record<string, () => unknown>} */
const KEYS = {
  "Ctrl+Z": undo,
  "Ctrl+Y": redo,
  "Ctrl+Shift+Z": redo,
  "Ctrl+S": save,
  F2: () => newGameDialog(),
  F3: hint,
  F8: values,
  F9: resign,
  F11: toggleJustBoard,
  Pause: pauseOrGoOn,
  ArrowLeft: () => stepThrough("back"),
  ArrowRight: () => stepThrough("next"),
  Home: () => stepThrough("first"),
  End: () => stepThrough("last"),
};

/** What some keys mean while a study has the board. @type {Record<string, () => unknown>} */
const STUDY_KEYS = {
  "Ctrl+Z": () => stepThrough("back"),
  "Ctrl+Y": () => stepThrough("next"),
  F3: () => boardMode.study?.values?.(),
  F8: () => boardMode.study?.values?.(),
  F9: () => {},
  Pause: () => {},
  Escape: () => leaveStudy(),
};

/**
 * Go through the moves: of the study on the board, or of the game, which is analysed then.
 * @param {Step} step
 */
export async function stepThrough(step) {
  if (boardMode.study) boardMode.study.step?.(step);
  else if (table.state.moves.length) (await fetched(() => import("../lazy/analysis.js")))?.openAnalysis({ step });
}

/**
 * Handle a key in any window, unless that window has handled it.
 * @param {KeyboardEvent} event
 */
export function gameKey(event) {
  if (topModal() || event.defaultPrevented || event.altKey || event.metaKey) return;
  const typing = Boolean(within(event, "input, textarea, select"));
  const name = event.key.length === 1 ? event.key.toUpperCase() : event.key;
  const key = (event.ctrlKey ? `Ctrl+${event.shiftKey ? "Shift+" : ""}` : "") + name;
  const leaves = key === "Escape" && !boardMode.study && isJustBoard() ? toggleJustBoard : undefined;
  const act = leaves ?? ((boardMode.study && STUDY_KEYS[key]) || KEYS[key] || byKey(key));
  const edits = key === "Ctrl+Z" || key === "Ctrl+Y" || key === "Ctrl+Shift+Z";
  if (!act || (typing && (edits || !event.ctrlKey))) return;
  event.preventDefault();
  act();
}
