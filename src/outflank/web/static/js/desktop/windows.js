// Windows: open, move, size, stack, minimize, maximize, close, and remember their places.
//
// Keys   F6 / Shift+F6 next, previous window · Shift+F10 or a click on the icon: the window's menu
//        (Move and Size use the arrows, Enter confirms) · Esc closes a dialog

import { el, focusable, focusables, focused, icon, isPhone, part, parts, stillness, uniqueId, within } from "./dom.js";
import { _ } from "./language.js";
import { read } from "./settings.js";
import { sounds } from "./sounds.js";
import { dragCaption, dragGrips, GRIPS } from "./window_drag.js";
import { area, draw, emit, keepInside, PLACES, remember, topModal, windows } from "./window_list.js";
import { windowMenu } from "./window_menu.js";

const GAP = 4; // px between two windows side by side
const CASCADE = 24; // px between cascaded windows
const MIN = { width: 220, height: 120 };

/** @import { Child } from "./dom.js" */
/** @import { Box, Win } from "./window_list.js" */
const acts = { close, minimise, toggleMaximise };
let top = 10;
let opened = 0;

/**
 * Open a window and return it.
 * @param {object} wanted
 * @param {string} wanted.id  also the storage key of its place
 * @param {string} wanted.title
 * @param {string} wanted.icon
 * @param {Child} wanted.content
 * @param {number} [wanted.width]
 * @param {number} [wanted.height]
 * @param {number} [wanted.minWidth]
 * @param {number} [wanted.minHeight]
 * @param {boolean} [wanted.modal]  blocks all other windows until it closes
 * @param {boolean} [wanted.resizable]
 * @param {boolean} [wanted.escapes]  Esc closes it (always for a modal window)
 * @param {string} [wanted.role]
 * @param {string} [wanted.className]
 * @param {HTMLElement | null} [wanted.menu]
 * @param {(() => unknown) | null} [wanted.onclose]  may return false to stay open
 * @param {string | null} [wanted.describedBy]
 * @param {boolean} [wanted.task]
 * @param {string | null} [wanted.beside]  the id of a window to open next to
 * @returns {Win}
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
  escapes = modal,
  role = "dialog",
  className = "",
  menu = null,
  onclose = null,
  describedBy = null,
  task = !modal,
  beside = null,
}) {
  const titleId = uniqueId("title");
  const buttons = el(
    "div.caption-buttons",
    {},
    !modal &&
      el("button.minimise", {
        type: "button",
        title: _("Minimize"),
        "aria-label": _("Minimize {title}", { title }),
        onclick: () => minimise(win),
      }),
    !modal &&
      resizable &&
      el("button.maximise", {
        type: "button",
        title: _("Maximize"),
        "aria-label": _("Maximize {title}", { title }),
        onclick: () => toggleMaximise(win),
      }),
    el("button.close", {
      type: "button",
      title: _("Close"),
      "aria-label": _("Close {title}", { title }),
      onclick: () => close(win),
    }),
  );
  const picture = icon(iconName);
  const caption = el(
    "header.caption",
    {},
    modal
      ? picture
      : el(
          "button.caption-menu",
          {
            type: "button",
            "aria-label": _("Window menu: {title}", { title }),
            "aria-haspopup": "menu",
            onclick: (event) => windowMenu(win, event, acts),
            ondblclick: () => close(win),
          },
          picture,
        ),
    el("h2.caption-text", { id: titleId }, title),
    buttons,
  );
  const body = el("div.window-body", {}, content);
  const node = el(
    "section.window",
    {
      role,
      "aria-labelledby": titleId,
      "aria-modal": modal ? "true" : null,
      "aria-describedby": describedBy,
      tabIndex: -1,
      dataset: { window: id },
    },
    caption,
    menu,
    body,
    GRIPS.map((side) => el("div.grip", { className: `grip ${side}`, dataset: { side } })),
  );
  /** @type {Win} */
  const win = {
    id,
    title,
    iconName,
    modal,
    resizable,
    escapes,
    task,
    onclose,
    minimised: false,
    maximised: false,
    alert: false,
    min: { width: minWidth ?? MIN.width, height: minHeight ?? MIN.height },
    box: { x: 0, y: 0, width: 0, height: 0 },
    node,
    caption,
    body,
  };
  if (className) node.classList.add(...className.split(" "));
  if (!resizable) node.classList.add("fixed-size");
  if (modal) {
    node.classList.add("modal");
    win.returnTo = focused();
    addShade(win);
  }

  part(document, ".screen").append(node);
  place(win, width, height, beside);
  windows.all.push(win);
  node.addEventListener("pointerdown", () => focus(win, { keep: true }), true);
  node.addEventListener("keydown", (event) => keyIn(win, event));
  caption.addEventListener("dblclick", (event) => {
    if (resizable && !modal && !within(event, "button")) toggleMaximise(win);
  });
  caption.addEventListener("contextmenu", (event) => {
    event.preventDefault();
    if (!modal) windowMenu(win, event, acts);
  });
  dragCaption(win);
  dragGrips(win);
  emit("opened", win);
  focus(win);
  return win;
}

/** @param {string} id */
export function findWindow(id) {
  return windows.all.find((win) => win.id === id);
}

/**
 * @param {Win} win
 * @param {string} title
 */
export function setTitle(win, title) {
  win.title = title;
  part(win.caption, ".caption-text").textContent = title;
  emit("changed", win);
}

/**
 * Bring a window to the front. `keep` leaves the keyboard focus where the pointer put it.
 * @param {Win} win
 */
export function focus(win, { keep = false } = {}) {
  const modal = topModal();
  if (modal && modal !== win) {
    flash(modal);
    return;
  }
  if (win.minimised) {
    win.minimised = false;
    win.node.classList.remove("minimised");
    zoom(win, false);
  }
  if (windows.active !== win || Number(win.node.style.zIndex) !== top) {
    win.node.style.zIndex = String(++top);
    if (win.shade) {
      win.shade.style.zIndex = String(top);
      win.node.style.zIndex = String(++top);
    }
    windows.active?.node.classList.remove("active");
    win.node.classList.add("active");
    windows.active = win;
    win.alert = false;
    emit("focused", win);
  }
  if (!keep && isPhone()) win.node.scrollIntoView(); // several windows may share one long page
  if (!keep && !win.node.contains(document.activeElement)) focusInside(win);
}

/** Focus a window: its last focused element, or its initial one. @param {Win} win */
function focusInside(win) {
  const wanted = win.lastFocus?.isConnected
    ? win.lastFocus
    : (parts(win.body, "[autofocus], [data-autofocus]")[0] ?? focusables(win.body)[0] ?? win.node);
  wanted.focus({ preventScroll: true });
}

/** @param {Win} win */
export function close(win) {
  if (win.onclose?.() === false) return false;
  win.node.remove();
  win.shade?.remove();
  windows.all = windows.all.filter((other) => other !== win);
  if (windows.active === win) {
    windows.active = null;
    focusTopmost();
  }
  if (win.returnTo?.isConnected) win.returnTo.focus({ preventScroll: true });
  emit("closed", win);
  return true;
}

/** @param {Win} win */
export function minimise(win) {
  zoom(win, true);
  win.minimised = true;
  win.node.classList.add("minimised");
  win.node.classList.remove("active");
  if (windows.active === win) {
    windows.active = null;
    focusTopmost();
  }
  emit("changed", win);
}

/** @param {Win} win */
export function toggleMaximise(win) {
  win.maximised = !win.maximised;
  win.node.classList.toggle("maximised", win.maximised);
  const button = part(win.caption, ".maximise");
  const { title } = win;
  button.title = win.maximised ? _("Restore") : _("Maximize");
  button.setAttribute("aria-label", win.maximised ? _("Restore {title}", { title }) : _("Maximize {title}", { title }));
  draw(win);
  remember(win);
  emit("changed", win);
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

/**
 * Request attention: the task button flashes orange unless the window is in front.
 * @param {Win} win
 */
export function alertUser(win) {
  if (windows.active === win && document.hasFocus() && !win.minimised) return;
  win.alert = true;
  emit("changed", win);
}

/** @param {Win} win */
export function flash(win) {
  sounds.ding();
  win.node.classList.remove("flash");
  void win.node.offsetWidth; // restart the animation
  win.node.classList.add("flash");
}

/**
 * @param {Win} win
 * @param {number | undefined} width
 * @param {number | undefined} height
 * @param {string | null} beside
 */
function place(win, width, height, beside) {
  const screen = area();
  const places = /** @type {Record<string, Partial<Box & { maximised: boolean }>>} */ (read(PLACES));
  const old = win.modal ? null : places[win.id];
  const scale = parseFloat(getComputedStyle(document.documentElement).fontSize) / 11;
  const size = {
    width: Math.min((width ?? 400) * scale, screen.width - 8),
    height: height ? Math.min(height * scale, screen.height - 8) : 0,
  };
  if (old?.width) {
    const width = Math.min(old.width, screen.width);
    const height = win.resizable ? Math.min(old.height ?? 0, screen.height) : size.height;
    // Entirely on the screen, even if its saved place is not.
    win.box = {
      x: Math.max(0, Math.min(old.x ?? 0, screen.width - width)),
      y: Math.max(0, Math.min(old.y ?? 0, screen.height - (height || win.node.offsetHeight))),
      width,
      height,
    };
    win.maximised = Boolean(old.maximised && win.resizable);
    win.node.classList.toggle("maximised", win.maximised);
  } else {
    win.box = { x: 0, y: 0, ...size };
    draw(win);
    const tall = size.height || win.node.offsetHeight;
    const step = win.modal ? 0 : (opened++ % 6) * CASCADE;
    win.box.x = Math.max(4, (screen.width - size.width) / 2 + step);
    win.box.y = Math.max(4, (screen.height - tall) / 2.4 + step);
    const neighbour = beside ? findWindow(beside) : null;
    if (neighbour && !neighbour.minimised && !neighbour.maximised) {
      makeRoom(neighbour, size.width, screen.width);
      win.box.x = Math.min(neighbour.box.x + neighbour.box.width + GAP, screen.width - size.width);
      win.box.y = neighbour.box.y;
      if (size.height) win.box.height = Math.max(size.height, neighbour.box.height);
    } else if (neighbour?.maximised) win.box.x = screen.width - size.width;
    // Entirely on the screen, even after many cascaded windows.
    win.box.x = Math.max(0, Math.min(win.box.x, screen.width - size.width));
    win.box.y = Math.max(0, Math.min(win.box.y, screen.height - (win.box.height || tall)));
  }
  draw(win);
}

/**
 * Make room to the right of a window: it moves left, then narrows down to its minimum.
 * @param {Win} win
 * @param {number} wanted
 * @param {number} screen
 */
function makeRoom(win, wanted, screen) {
  if (isPhone()) return;
  const x = Math.min(win.box.x, Math.max(GAP, screen - wanted - GAP - win.box.width));
  const width = Math.min(win.box.width, Math.max(win.min.width, screen - wanted - GAP - x));
  win.box = { ...win.box, x, width };
  draw(win);
}

/**
 * Resize and center a window, unless the user has placed it.
 * @param {Win} win
 * @param {{ width: number, height: number }} wanted  in px
 */
export function resize(win, wanted) {
  if (read(PLACES)[win.id] || win.maximised) return;
  const screen = area();
  const width = Math.min(wanted.width, screen.width - 8);
  const height = Math.min(wanted.height, screen.height - 8);
  win.box = { x: (screen.width - width) / 2, y: (screen.height - height) / 2.4, width, height };
  draw(win);
}

/** @param {Win} win */
function addShade(win) {
  win.shade = el("div.shade", {
    onpointerdown: (event) => {
      event.preventDefault();
      flash(win);
    },
  });
  part(document, ".screen").append(win.shade);
}

function focusTopmost() {
  /** @param {Win} win */
  const height = (win) => Number(win.node.style.zIndex);
  const next = windows.all.filter((win) => !win.minimised).sort((a, b) => height(b) - height(a))[0];
  if (next) focus(next);
  else emit("focused", null);
}

/**
 * @param {Win} win
 * @param {KeyboardEvent} event
 */
function keyIn(win, event) {
  if (event.defaultPrevented) return;
  if (event.key === "Escape" && win.escapes) {
    event.preventDefault();
    close(win);
  } else if (event.key === "F10" && event.shiftKey && within(event, ".caption")) {
    event.preventDefault();
    if (!win.modal) windowMenu(win, event, acts);
  } else if (event.key === "Tab" && win.modal) trap(win, event);
}

/**
 * @param {Win} win
 * @param {KeyboardEvent} event
 */
function trap(win, event) {
  const stops = focusables(win.node);
  const edge = event.shiftKey ? stops[0] : stops.at(-1);
  if (document.activeElement === edge || !win.node.contains(document.activeElement)) {
    event.preventDefault();
    (event.shiftKey ? stops.at(-1) : stops[0])?.focus();
  }
}

/**
 * Animate a caption to or from the task button, unless motion is off.
 * @param {Win} win
 * @param {boolean} down
 */
function zoom(win, down) {
  const button = document.querySelector(`.task[data-window="${win.id}"]`);
  if (!button || stillness()) return;
  const a = win.node.getBoundingClientRect();
  const b = button.getBoundingClientRect();
  const ghost = el("div.zoom");
  document.body.append(ghost);
  /**
   * @param {DOMRect} box
   * @param {number} height
   */
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
  const at = order.findIndex((win) => win === windows.active);
  focus(order[(at + (event.shiftKey ? -1 : 1) + order.length) % order.length]);
});
addEventListener("focusin", (event) => {
  const target = focusable(event.target);
  const modal = topModal();
  if (modal && !modal.node.contains(target) && !target?.closest(".menu, .taskbar, .start-menu")) {
    focusInside(modal);
    return;
  }
  const win = target && windows.all.find((one) => one.node.contains(target));
  if (!win) return;
  if (target !== win.node && !target.closest(".caption")) win.lastFocus = target;
  if (win !== windows.active) focus(win, { keep: true });
});
addEventListener("keydown", (event) => {
  // The focused element is gone, so the key would have no target.
  const modal = topModal();
  if (!modal || event.target !== document.body) return;
  focusInside(modal);
  keyIn(modal, event);
});
addEventListener("resize", () =>
  windows.all.forEach((win) => {
    win.box = keepInside(win.box);
    draw(win);
  }),
);
