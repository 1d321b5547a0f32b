// The keys of the game window; those that open a window stand in its file.
//
// Keys   Ctrl+Z / Ctrl+Y take back, again · F2 new game · F3 hint · F8 values of all moves · F9 resign
//        · Ctrl+S save · Pause stops and continues the computer
//        · left/right, Home/End through the moves, where the focus is on nothing that uses them itself

import { within } from "../desktop/dom.js";
import { byKey } from "../desktop/programs.js";
import { topModal } from "../desktop/window_list.js";
import { hint, pauseOrGoOn, resign, save, values } from "./commands.js";
import { newGameDialog } from "./new_game.js";
import { goTo, redo, step, table, undo } from "./table.js";

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
  Pause: pauseOrGoOn,
  ArrowLeft: () => step(-1),
  ArrowRight: () => step(1),
  Home: () => goTo(0),
  End: () => goTo(table.state.moves.length),
};

/**
 * Do what a key means, whichever window is in front; one that gives it a meaning of its own has taken it before.
 * @param {KeyboardEvent} event
 */
export function gameKey(event) {
  if (topModal() || event.defaultPrevented || event.altKey || event.metaKey) return;
  const typing = Boolean(within(event, "input, textarea, select"));
  const name = event.key.length === 1 ? event.key.toUpperCase() : event.key;
  const key = (event.ctrlKey ? `Ctrl+${event.shiftKey ? "Shift+" : ""}` : "") + name;
  const act = KEYS[key] ?? byKey(key);
  const edits = key === "Ctrl+Z" || key === "Ctrl+Y" || key === "Ctrl+Shift+Z";
  if (!act || (typing && (edits || !event.ctrlKey))) return;
  event.preventDefault();
  act();
}
