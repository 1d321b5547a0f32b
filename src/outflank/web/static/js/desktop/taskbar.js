// The taskbar: Start, a button for each window, the tray.
// Keys   Ctrl+Esc or Alt+S opens Start · arrows walk the task buttons

import { el, icon } from "./dom.js";
import { openMenu } from "./menu.js";
import { toggleStartMenu } from "./start_menu.js";
import { tray } from "./tray.js";
import { cascade, close, focus, minimise, showDesktop, tile, toggleMaximise, windows } from "./windows.js";

export function taskbar(startMenu) {
  const tasks = el("div.tasks", { role: "toolbar", "aria-label": "Open windows" });
  const start = el(
    "button.start",
    {
      type: "button",
      "aria-label": "Start",
      "aria-haspopup": "menu",
      "aria-expanded": "false",
      onclick: () => toggleStartMenu(start, startMenu()),
    },
    icon("emblem"),
    el("span", { "aria-hidden": "true" }, "start"),
  );
  const bar = el("footer.taskbar", { "aria-label": "Taskbar" }, start, tasks, tray());

  const redraw = () => {
    const had = tasks.contains(document.activeElement) ? document.activeElement.dataset.window : null;
    tasks.replaceChildren(...windows.all.filter((win) => win.task).map(button));
    if (had) tasks.querySelector(`[data-window="${had}"]`)?.focus();
  };
  for (const type of ["opened", "closed", "focused", "changed"]) windows.addEventListener(type, redraw);

  tasks.addEventListener("keydown", (event) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const all = [...tasks.children];
    if (by && all.length) all[(all.indexOf(document.activeElement) + by + all.length) % all.length].focus();
  });
  bar.addEventListener("contextmenu", (event) => {
    if (event.target.closest(".task, .tray, .start")) return;
    event.preventDefault();
    openMenu(
      [
        { label: "Ca_scade Windows", action: cascade },
        { label: "_Tile Windows", action: tile },
        "-",
        { label: "_Show the Desktop", action: showDesktop },
      ],
      { x: event.clientX, y: event.clientY, name: "Taskbar" },
    );
  });
  addEventListener("keydown", (event) => {
    if (
      (event.ctrlKey && event.key === "Escape") ||
      (event.altKey && event.key.toLowerCase() === "s" && !event.ctrlKey)
    ) {
      event.preventDefault();
      start.click();
    }
  });
  return bar;
}

function button(win) {
  const active = windows.active === win;
  const node = el(
    "button.task",
    { type: "button", title: win.title, "aria-pressed": String(active), dataset: { window: win.id } },
    icon(win.iconName),
    el("span", {}, win.title),
  );
  if (win.alert) node.classList.add("alert");
  node.addEventListener("click", () => {
    if (windows.active === win) minimise(win);
    else focus(win);
  });
  node.addEventListener("contextmenu", (event) => {
    event.preventDefault();
    openMenu(
      [
        { label: "_Restore", action: () => focus(win) },
        { label: "Mi_nimize", disabled: win.minimised, action: () => minimise(win) },
        {
          label: "Ma_ximize",
          disabled: !win.resizable,
          action: () => {
            focus(win);
            toggleMaximise(win);
          },
        },
        "-",
        { label: "_Close", action: () => close(win) },
      ],
      { x: event.clientX, y: event.clientY, name: win.title },
    );
  });
  return node;
}
