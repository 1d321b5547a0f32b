// The open windows and their places, shared by the modules that open, drag and draw windows.
// Emits  on `windows`: "opened", "closed", "focused", "changed" (detail: the window)

import { isPhone, part } from "./dom.js";
import { read, write } from "./settings.js";
import { emitter } from "./typed_events.js";

/** @import { Focusable } from "./dom.js" */
/** @import { TypedEvents } from "./typed_events.js" */

/** @typedef {{ x: number, y: number, width: number, height: number }} Box  in px; height 0: as high as what is in it */
/**
 * @typedef {object} Win  a window on the screen
 * @property {string} id
 * @property {string} title
 * @property {string} iconName
 * @property {boolean} modal
 * @property {boolean} resizable
 * @property {boolean} escapes      Esc closes it
 * @property {boolean} task         has a button in the taskbar
 * @property {(() => unknown) | null} onclose
 * @property {boolean} minimised
 * @property {boolean} maximised
 * @property {boolean} alert        requests attention
 * @property {{ width: number, height: number }} min
 * @property {Box} box
 * @property {HTMLElement} node
 * @property {HTMLElement} caption
 * @property {HTMLElement} body
 * @property {HTMLElement} [shade]  blocks the other windows of a modal one
 * @property {Focusable | null} [returnTo]
 * @property {Focusable} [lastFocus]
 */
/** @typedef {{ opened: Win, closed: Win, focused: Win | null, changed: Win }} WindowEvents */

const events = /** @type {TypedEvents<WindowEvents>} */ (new EventTarget());
export const windows = Object.assign(events, {
  all: /** @type {Win[]} */ ([]),
  active: /** @type {Win | null} */ (null),
});
export const emit = emitter(events);

export const PLACES = "outflank.windows"; // the storage key of the places

export const area = () => part(document, ".desktop").getBoundingClientRect();

export const topModal = () => windows.all.filter((win) => win.modal).at(-1);

/**
 * Keep the caption on the desktop: at least 60 px of its width, and never above the top.
 * @param {Box} box
 * @returns {Box}
 */
export function keepInside(box) {
  const { width, height } = area();
  return {
    ...box,
    x: Math.min(Math.max(box.x, 60 - box.width), width - 60),
    y: Math.min(Math.max(box.y, 0), Math.max(0, height - 28)),
  };
}

/** @param {Win} win */
export function draw(win) {
  const style = win.node.style;
  if (win.maximised) {
    const { width, height } = area();
    Object.assign(style, { left: "-3px", top: "0px", width: `${width + 6}px`, height: `${height + 3}px` });
    return;
  }
  const { x, y, width, height } = win.box;
  Object.assign(style, {
    left: `${Math.round(x)}px`,
    top: `${Math.round(y)}px`,
    width: `${Math.round(width)}px`,
    height: height ? `${Math.round(height)}px` : "auto",
  });
}

/** @param {Win} win */
export function remember(win) {
  if (win.modal || isPhone()) return;
  write(PLACES, { ...read(PLACES), [win.id]: { ...win.box, maximised: win.maximised } });
}
