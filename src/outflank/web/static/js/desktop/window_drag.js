// Moves and sizes windows with mouse, pen or finger (captured pointer events).

import { isPhone, parts, within } from "./dom.js";
import { area, draw, keepInside, remember } from "./window_list.js";

/** @import { Box, Win } from "./window_list.js" */

export const GRIPS = ["n", "s", "w", "e", "nw", "ne", "sw", "se"];

/** @param {Win} win */
export function dragCaption(win) {
  follow(
    win.caption,
    (event) => !within(event, "button") && !win.maximised && !isPhone(),
    "moving",
    win,
    (start, dx, dy) => {
      win.box = keepInside({ ...win.box, x: start.x + dx, y: start.y + dy });
    },
  );
}

/** @param {Win} win */
export function dragGrips(win) {
  for (const grip of parts(win.node, ".grip")) {
    const side = grip.dataset.side ?? "";
    follow(
      grip,
      () => !isPhone(),
      "sizing",
      win,
      (start, dx, dy) => {
        win.box = sized(win, start, side, dx, dy);
      },
    );
  }
}

/**
 * The box after dragging one side or corner; never smaller than the minimum size.
 * @param {Win} win
 * @param {Box} start
 * @param {string} side
 * @param {number} dx
 * @param {number} dy
 */
export function sized(win, start, side, dx, dy) {
  const box = { ...start };
  const { width: least, height: low } = win.min;
  const screen = area();
  if (side.includes("e")) box.width = Math.max(least, Math.min(start.width + dx, screen.width * 2));
  if (side.includes("s")) box.height = Math.max(low, start.height + dy);
  if (side.includes("w")) {
    box.width = Math.max(least, start.width - dx);
    box.x = start.x + start.width - box.width;
  }
  if (side.includes("n")) {
    const reach = Math.max(-start.y, dy);
    box.height = Math.max(low, start.height - reach);
    box.y = start.y + start.height - box.height;
  }
  return box;
}

/**
 * @param {HTMLElement} handle
 * @param {(event: PointerEvent) => boolean} allowed
 * @param {string} className  of the window during the drag
 * @param {Win} win
 * @param {(start: Box, dx: number, dy: number) => void} move
 */
function follow(handle, allowed, className, win, move) {
  handle.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || !allowed(event)) return;
    const start = { ...win.box, height: win.node.offsetHeight };
    const from = { x: event.clientX, y: event.clientY };
    handle.setPointerCapture(event.pointerId);
    /** @param {PointerEvent} to */
    const step = (to) => {
      win.node.classList.add(className);
      move(start, to.clientX - from.x, to.clientY - from.y);
      draw(win);
    };
    const end = () => {
      win.node.classList.remove(className);
      handle.removeEventListener("pointermove", step);
      handle.removeEventListener("pointerup", end);
      handle.removeEventListener("pointercancel", end);
      remember(win);
    };
    handle.addEventListener("pointermove", step);
    handle.addEventListener("pointerup", end);
    handle.addEventListener("pointercancel", end);
  });
}
