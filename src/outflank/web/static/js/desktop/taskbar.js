// The taskbar: Start, a button for each window, the tray.
// Keys   Ctrl+Esc or Alt+S opens Start · arrows walk the task buttons

import { byKeyboard, el, focused, icon, meant, neighbour, parts, within } from "./dom.js";
import { _ } from "./language.js";
import { openMenu } from "./menu.js";
import { iconMenu, quickLaunch } from "./programs.js";
import { settings } from "./settings.js";
import { toggleStartMenu } from "./start_menu.js";
import { tray } from "./tray.js";
import { windows } from "./window_list.js";
import { cascade, close, focus, minimise, showDesktop, tile, toggleMaximise } from "./windows.js";

/** @import { Win } from "./window_list.js" */

/** @param {() => Parameters<typeof toggleStartMenu>[1]} startMenu */
export function taskbar(startMenu) {
  const tasks = el("div.tasks", { role: "toolbar", "aria-label": _("Open windows") });
  const start = el(
    "button.start",
    {
      type: "button",
      "aria-label": _("Start"),
      "aria-haspopup": "menu",
      "aria-expanded": "false",
      onclick: (event) => toggleStartMenu(event.currentTarget, startMenu()),
    },
    icon("emblem"),
    el("span", { "aria-hidden": "true" }, _("start")),
  );
  const bar = el("footer.taskbar", { "aria-label": _("Taskbar") }, start, quick(), tasks, tray());

  const redraw = () => {
    const had = tasks.contains(focused()) ? focused()?.dataset.window : null;
    tasks.replaceChildren(...windows.all.filter((win) => win.task).map(button));
    if (had) parts(tasks, `[data-window="${had}"]`)[0]?.focus();
  };
  for (const type of /** @type {const} */ (["opened", "closed", "focused", "changed"]))
    windows.addEventListener(type, redraw);

  tasks.addEventListener("keydown", (event) => {
    const by = meant(event, { ArrowRight: 1, ArrowLeft: -1 });
    const all = parts(tasks, ".task");
    if (by && all.length) neighbour(all, by).focus();
  });
  bar.addEventListener("contextmenu", (event) => {
    if (within(event, ".task, .tray, .start, .start-menu, .menu, .balloon")) return;
    event.preventDefault();
    openMenu(
      [
        { label: _("Ca_scade windows"), action: cascade },
        { label: _("_Tile windows"), action: tile },
        "-",
        { label: _("_Show desktop"), action: showDesktop },
      ],
      { x: event.clientX, y: event.clientY, name: _("Taskbar") },
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

/** The Quick Launch bar: Show desktop and the visitor's programs. */
function quick() {
  const bar = el("div.quick", { role: "toolbar", "aria-label": _("Quick Launch") });
  const draw = () => {
    const desktop = el(
      "button",
      { type: "button", title: _("Show desktop"), "aria-label": _("Show desktop"), onclick: showDesktop },
      icon("desktop"),
    );
    const programs = quickLaunch().map((one) =>
      el(
        "button",
        {
          type: "button",
          title: one.label,
          "aria-label": one.label,
          dataset: { quick: one.id },
          onclick: () => one.open(),
          oncontextmenu: (event) => {
            event.preventDefault();
            event.stopPropagation();
            const anchor = byKeyboard() ? event.currentTarget : undefined;
            openMenu(iconMenu(one), { x: event.clientX, y: event.clientY, anchor, name: one.label });
          },
        },
        icon(one.icon),
      ),
    );
    bar.replaceChildren(desktop, ...programs);
  };
  settings.addEventListener("change", ({ detail }) => {
    if (detail.name === "quick") draw();
  });
  draw();
  return bar;
}

/** @param {Win} win */
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
        { label: _("_Restore"), action: () => focus(win) },
        { label: _("Mi_nimize"), disabled: win.minimised, action: () => minimise(win) },
        {
          label: _("Ma_ximize"),
          disabled: !win.resizable,
          action: () => {
            focus(win);
            toggleMaximise(win);
          },
        },
        "-",
        { label: _("_Close"), action: () => close(win) },
      ],
      { x: event.clientX, y: event.clientY, name: win.title },
    );
  });
  return node;
}
