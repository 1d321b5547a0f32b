// Windows: open, move, size, stack, minimise, maximise, close, and remember their place.
//
// Keys   F6 / Shift+F6 next, previous window · Shift+F10 or a click on the icon: the window's menu
//        (Move and Size there are done with the arrows, Enter to keep) · Esc closes a dialog
// Emits  on `windows`: "opened", "closed", "focused", "changed" (detail: the window)

import { el, focusables, icon, isPhone, stillness, uniqueId } from "./dom.js";
import { read, write } from "./settings.js";
import { sounds } from "./sounds.js";
import { dragCaption, dragGrips, GRIPS } from "./window_drag.js";
import { windowMenu } from "./window_menu.js";

const PLACES = "outflank.windows";
const GAP = 4; // px between two windows side by side
const CASCADE = 24; // px each new window is set off from the one before
const MIN = { width: 220, height: 120 };

export const windows = new EventTarget();
windows.all = [];
windows.active = null;
let top = 10;
let opened = 0;

export const area = () => document.querySelector(".desktop").getBoundingClientRect();
const tell = (type, win) => windows.dispatchEvent(new CustomEvent(type, { detail: win }));

/**
 * Open a window and return it.
 * id: also the name its place is remembered under · content: a node · modal: nothing else until it closes
 * onclose: may return false to stay open · beside: the id of a window to open next to
 */
export function openWindow({
  id,
  title,
  icon: iconName,
  content,
  width,
  height,
  minWidth,
  minHeight,
  modal = false,
  resizable = true,
  role = "dialog",
  className = "",
  menu = null,
  onclose = null,
  describedBy = null,
  task = !modal,
  beside = null,
}) {
  const titleId = uniqueId("title");
  const win = {
    id,
    title,
    iconName,
    modal,
    resizable,
    task,
    onclose,
    minimised: false,
    maximised: false,
    min: { width: minWidth ?? MIN.width, height: minHeight ?? MIN.height },
  };
  const buttons = el(
    "div.caption-buttons",
    {},
    !modal &&
      el("button.minimise", {
        type: "button",
        title: "Minimize",
        "aria-label": `Minimize ${title}`,
        onclick: () => minimise(win),
      }),
    !modal &&
      resizable &&
      el("button.maximise", {
        type: "button",
        title: "Maximize",
        "aria-label": `Maximize ${title}`,
        onclick: () => toggleMaximise(win),
      }),
    el("button.close", { type: "button", title: "Close", "aria-label": `Close ${title}`, onclick: () => close(win) }),
  );
  win.icon = icon(iconName);
  win.caption = el(
    "header.caption",
    {},
    modal
      ? win.icon
      : el(
          "button.caption-menu",
          {
            type: "button",
            "aria-label": `Window menu of ${title}`,
            "aria-haspopup": "menu",
            onclick: (event) => windowMenu(win, event),
            ondblclick: () => close(win),
          },
          win.icon,
        ),
    el("h2.caption-text", { id: titleId }, title),
    buttons,
  );
  win.body = el("div.window-body", {}, content);
  win.node = el(
    "section.window",
    {
      role,
      "aria-labelledby": titleId,
      "aria-modal": modal ? "true" : null,
      "aria-describedby": describedBy,
      tabIndex: -1,
      dataset: { window: id },
    },
    win.caption,
    menu,
    win.body,
    GRIPS.map((side) => el(`div.grip.${side}`, { dataset: { side } })),
  );
  if (className) win.node.classList.add(...className.split(" "));
  if (!resizable) win.node.classList.add("fixed-size");
  if (modal) {
    win.node.classList.add("modal");
    win.returnTo = document.activeElement;
    addShade(win);
  }

  document.querySelector(".screen").append(win.node);
  place(win, width, height, beside);
  windows.all.push(win);
  win.node.addEventListener("pointerdown", () => focus(win, { keep: true }), true);
  win.node.addEventListener("keydown", (event) => keyIn(win, event));
  win.caption.addEventListener("dblclick", (event) => {
    if (resizable && !modal && !event.target.closest("button")) toggleMaximise(win);
  });
  win.caption.addEventListener("contextmenu", (event) => {
    event.preventDefault();
    if (!modal) windowMenu(win, event);
  });
  dragCaption(win);
  dragGrips(win);
  tell("opened", win);
  focus(win);
  return win;
}

export function findWindow(id) {
  return windows.all.find((win) => win.id === id);
}

export function setTitle(win, title) {
  win.title = title;
  win.caption.querySelector(".caption-text").textContent = title;
  tell("changed", win);
}

/** Bring a window to the front. `keep` leaves the keyboard focus where the pointer put it. */
export function focus(win, { keep = false } = {}) {
  const modal = topModal();
  if (modal && modal !== win) return flash(modal);
  if (win.minimised) {
    win.minimised = false;
    win.node.classList.remove("minimised");
    zoom(win, false);
  }
  if (windows.active !== win || Number(win.node.style.zIndex) !== top) {
    win.node.style.zIndex = ++top;
    if (win.shade) {
      win.shade.style.zIndex = top;
      win.node.style.zIndex = ++top;
    }
    windows.active?.node.classList.remove("active");
    win.node.classList.add("active");
    windows.active = win;
    win.alert = false;
    tell("focused", win);
  }
  if (!keep && !win.node.contains(document.activeElement)) {
    const wanted = win.lastFocus?.isConnected
      ? win.lastFocus
      : (win.body.querySelector("[autofocus], [data-autofocus]") ?? focusables(win.body)[0] ?? win.node);
    wanted.focus({ preventScroll: true });
  }
}

export function close(win) {
  if (win.onclose?.() === false) return false;
  remember(win);
  win.node.remove();
  win.shade?.remove();
  windows.all = windows.all.filter((other) => other !== win);
  if (windows.active === win) {
    windows.active = null;
    focusTopmost();
  }
  if (win.returnTo?.isConnected) win.returnTo.focus({ preventScroll: true });
  tell("closed", win);
  return true;
}

export function minimise(win) {
  zoom(win, true);
  win.minimised = true;
  win.node.classList.add("minimised");
  win.node.classList.remove("active");
  if (windows.active === win) {
    windows.active = null;
    focusTopmost();
  }
  tell("changed", win);
}

export function toggleMaximise(win) {
  win.maximised = !win.maximised;
  win.node.classList.toggle("maximised", win.maximised);
  const button = win.caption.querySelector(".maximise");
  button.title = win.maximised ? "Restore Down" : "Maximize";
  button.setAttribute("aria-label", `${win.maximised ? "Restore" : "Maximize"} ${win.title}`);
  draw(win);
  remember(win);
  tell("changed", win);
}

export function showDesktop() {
  const open = windows.all.filter((win) => !win.minimised && !win.modal);
  if (open.length) open.forEach(minimise);
  else for (const win of windows.all.filter((one) => !one.modal)) focus(win);
}

export function cascade() {
  windows.all
    .filter((win) => !win.minimised && !win.modal)
    .forEach((win, i) => {
      win.maximised = false;
      win.node.classList.remove("maximised");
      win.box = { ...win.box, x: 90 + i * CASCADE, y: 10 + i * CASCADE };
      draw(win);
      focus(win);
    });
}

export function tile() {
  const open = windows.all.filter((win) => !win.minimised && !win.modal && win.resizable);
  const { width, height } = area();
  const columns = Math.ceil(Math.sqrt(open.length));
  const rows = Math.ceil(open.length / columns);
  open.forEach((win, i) => {
    win.maximised = false;
    win.node.classList.remove("maximised");
    win.box = {
      x: ((i % columns) * width) / columns,
      y: (Math.floor(i / columns) * height) / rows,
      width: width / columns,
      height: height / rows,
    };
    draw(win);
    remember(win);
  });
}

/** Somebody should look here: the task button flashes orange unless the window is already in front. */
export function alertUser(win) {
  if (windows.active === win && document.hasFocus() && !win.minimised) return;
  win.alert = true;
  tell("changed", win);
}

export function flash(win) {
  sounds.ding();
  win.node.classList.remove("flash");
  void win.node.offsetWidth; // restart the animation
  win.node.classList.add("flash");
}

export const topModal = () => windows.all.filter((win) => win.modal).at(-1);

/** Keep the caption on the desktop: at least 60 px of it across, and never above the top. */
export function keepInside(box) {
  const { width, height } = area();
  return {
    ...box,
    x: Math.min(Math.max(box.x, 60 - box.width), width - 60),
    y: Math.min(Math.max(box.y, 0), Math.max(0, height - 28)),
  };
}

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

export function remember(win) {
  if (win.modal || isPhone()) return;
  write(PLACES, { ...read(PLACES), [win.id]: { ...win.box, maximised: win.maximised } });
}

function place(win, width, height, beside) {
  const screen = area();
  const old = win.modal ? null : read(PLACES)[win.id];
  const scale = parseFloat(getComputedStyle(document.documentElement).fontSize) / 11;
  const size = {
    width: Math.min((width ?? 400) * scale, screen.width - 8),
    height: height ? Math.min(height * scale, screen.height - 8) : 0,
  };
  if (old?.width) {
    win.box = keepInside({
      x: old.x,
      y: old.y,
      width: Math.min(old.width, screen.width),
      height: win.resizable ? Math.min(old.height, screen.height) : size.height,
    });
    win.maximised = Boolean(old.maximised && win.resizable);
    win.node.classList.toggle("maximised", win.maximised);
  } else {
    win.box = { x: 0, y: 0, ...size };
    draw(win);
    const tall = size.height || win.node.offsetHeight;
    const step = win.modal ? 0 : (opened++ % 6) * CASCADE;
    win.box.x = Math.max(4, (screen.width - size.width) / 2 + step);
    win.box.y = Math.max(4, (screen.height - tall) / 2.4 + step);
    const neighbour = beside && findWindow(beside);
    if (neighbour && !neighbour.minimised && !neighbour.maximised) {
      makeRoom(neighbour, size.width, screen.width);
      win.box.x = Math.min(neighbour.box.x + neighbour.box.width + GAP, screen.width - size.width);
      win.box.y = neighbour.box.y;
    } else if (neighbour?.maximised) win.box.x = screen.width - size.width;
    win.box = keepInside(win.box);
  }
  draw(win);
}

/** Let a window make room on its right: it moves to the left, then becomes narrower as far as it may. */
function makeRoom(win, wanted, screen) {
  if (isPhone()) return;
  const x = Math.min(win.box.x, Math.max(GAP, screen - wanted - GAP - win.box.width));
  const width = Math.min(win.box.width, Math.max(win.min.width, screen - wanted - GAP - x));
  win.box = { ...win.box, x, width };
  draw(win);
  remember(win);
}

function addShade(win) {
  win.shade = el("div.shade", {
    onpointerdown: (event) => {
      event.preventDefault();
      flash(win);
    },
  });
  document.querySelector(".screen").append(win.shade);
}

function focusTopmost() {
  const next = windows.all.filter((win) => !win.minimised).sort((a, b) => b.node.style.zIndex - a.node.style.zIndex)[0];
  if (next) focus(next);
  else tell("focused", null);
}

function keyIn(win, event) {
  if (event.defaultPrevented) return;
  if (event.key === "Escape" && win.modal) {
    event.preventDefault();
    close(win);
  } else if (event.key === "F10" && event.shiftKey && event.target.closest(".caption")) {
    event.preventDefault();
    if (!win.modal) windowMenu(win, event);
  } else if (event.key === "Tab" && win.modal) trap(win, event);
}

function trap(win, event) {
  const stops = focusables(win.node);
  const edge = event.shiftKey ? stops[0] : stops.at(-1);
  if (document.activeElement === edge || !win.node.contains(document.activeElement)) {
    event.preventDefault();
    (event.shiftKey ? stops.at(-1) : stops[0])?.focus();
  }
}

/** A caption that flies to or from the task button; skipped when motion is unwelcome. */
function zoom(win, down) {
  const button = document.querySelector(`.task[data-window="${win.id}"]`);
  if (!button || stillness()) return;
  const a = win.node.getBoundingClientRect();
  const b = button.getBoundingClientRect();
  const ghost = el("div.zoom");
  document.body.append(ghost);
  const frame = (box, height) => ({
    left: `${box.left}px`,
    top: `${box.top}px`,
    width: `${box.width}px`,
    height: `${height}px`,
  });
  const steps = [frame(a, 28), frame(b, b.height)];
  ghost.animate(down ? steps : steps.reverse(), { duration: 180, easing: "ease-in" }).onfinish = () => ghost.remove();
}

addEventListener("keydown", (event) => {
  if (event.key !== "F6" || topModal()) return;
  event.preventDefault();
  const order = windows.all.filter((win) => !win.modal);
  if (!order.length) return;
  const at = order.indexOf(windows.active);
  focus(order[(at + (event.shiftKey ? -1 : 1) + order.length) % order.length]);
});
addEventListener("focusin", (event) => {
  const win = windows.all.find((one) => one.node.contains(event.target));
  if (!win) return;
  if (event.target !== win.node && !event.target.closest(".caption")) win.lastFocus = event.target;
  if (win !== windows.active) focus(win, { keep: true });
});
addEventListener("resize", () =>
  windows.all.forEach((win) => {
    win.box = keepInside(win.box);
    draw(win);
  }),
);
