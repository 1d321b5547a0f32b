// The menu of a window's icon; its Move and Size use the keyboard.
// Keys   arrows move or size by 10 px (Shift: 1 px) · Enter confirms · Esc cancels

import { announce } from "./announce.js";
import { meant, part } from "./dom.js";
import { _ } from "./language.js";
import { openMenu } from "./menu.js";
import { sized } from "./window_drag.js";
import { draw, keepInside, remember } from "./window_list.js";

/** @import { Win } from "./window_list.js" */

/**
 * @param {Win} win
 * @param {Event} event
 * @param {Record<"close" | "minimise" | "toggleMaximise", (win: Win) => unknown>} acts
 */
export function windowMenu(win, event, { close, minimise, toggleMaximise }) {
  const anchor = part(win.caption, ".caption-menu");
  const at =
    event.type === "contextmenu" && event instanceof MouseEvent ? { x: event.clientX, y: event.clientY } : { anchor };
  openMenu(
    [
      { label: _("_Restore"), disabled: !win.maximised, action: () => toggleMaximise(win) },
      { label: _("_Move"), disabled: win.maximised, action: () => byArrows(win, "move") },
      { label: _("_Size"), disabled: win.maximised || !win.resizable, action: () => byArrows(win, "size") },
      { label: _("Mi_nimize"), action: () => minimise(win) },
      { label: _("Ma_ximize"), disabled: win.maximised || !win.resizable, action: () => toggleMaximise(win) },
      "-",
      { label: _("_Close"), action: () => close(win) },
    ],
    { ...at, name: _("Window menu: {title}", { title: win.title }) },
  );
}

/**
 * @param {Win} win
 * @param {"move" | "size"} what
 */
export function byArrows(win, what) {
  const before = { ...win.box, height: win.node.offsetHeight };
  const handle = part(win.caption, ".caption-menu");
  handle.focus();
  announce(
    what === "move"
      ? _("Use the arrow keys to move the window. Enter confirms, Escape cancels.")
      : _("Use the arrow keys to size the window. Enter confirms, Escape cancels."),
  );
  const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  const end = () => {
    handle.removeEventListener("keydown", onKey, true);
    handle.removeEventListener("blur", end);
    remember(win);
  };
  /** @param {KeyboardEvent} event */
  const onKey = (event) => {
    const way = meant(event, step);
    if (way) {
      const by = event.shiftKey ? 1 : 10;
      const [dx, dy] = way.map((n) => n * by);
      win.box =
        what === "move"
          ? keepInside({ ...win.box, x: win.box.x + dx, y: win.box.y + dy })
          : sized(win, { ...win.box, height: win.node.offsetHeight }, "se", dx, dy);
      draw(win);
    } else if (event.key === "Escape") {
      win.box = before;
      draw(win);
      end();
    } else if (event.key === "Enter") end();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  handle.addEventListener("keydown", onKey, true);
  handle.addEventListener("blur", end);
}
