// What has the board of the game window: the game itself, or a study (analysis, practice, a lesson) in its place.
//
// A study never changes the game: leaving it shows the game exactly as it was.

import { emitter } from "../desktop/typed_events.js";

/** @import { TypedEvents } from "../desktop/typed_events.js" */
/** @import { Marks, Shown } from "./board_view.js" */
/** @import { ValueView } from "./shapes.js" */

/**
 * @typedef {object} Scene  what a study shows on the board
 * @property {Shown} position
 * @property {Marks} [marks]
 * @property {ValueView[]} [values]   on the squares
 * @property {string} [status]        for the status bar
 *
 * @typedef {"first" | "back" | "next" | "last"} Step
 *
 * @typedef {object} Study
 * @property {string} name            "analysis", "practice" or "lesson"
 * @property {string} title           of the window
 * @property {HTMLElement} panel      beside the board
 * @property {() => Scene} scene
 * @property {(square: string) => unknown} choose
 * @property {(step: Step) => unknown} [step]
 * @property {() => unknown} [values]  shows or hides values on the board
 * @property {() => unknown} [left]    called when the study ends
 */

const events = /** @type {TypedEvents<{ change: Study | null, draw: null }>} */ (new EventTarget());
const emit = emitter(events);
export const boardMode = Object.assign(events, { study: /** @type {Study | null} */ (null) });

/**
 * Give the board to a study, and end the one that has it.
 * @param {Study} study
 */
export function enterStudy(study) {
  boardMode.study?.left?.();
  boardMode.study = study;
  emit("change", study);
}

/** Draw the study's scene again. @param {Study} study */
export function drawStudy(study) {
  if (boardMode.study === study) emit("draw", null);
}

/** Return to the game, if this study (or any) has the board. @param {Study} [study] */
export function leaveStudy(study) {
  const current = boardMode.study;
  if (!current || (study && current !== study)) return;
  boardMode.study = null;
  current.left?.();
  emit("change", null);
}
