// Drop-down menus, context menus and menu bars, from plain lists.
//
// Keys   arrows · Home/End · Enter/Space · the underlined or first letter · Esc · in a bar: F10, Alt+letter

import { accelerated, byKeyboard, el, focused, icon, meant, neighbour, overlay, parts, within } from "./dom.js";
import { _, messageOf } from "./language.js";
import { topModal, windows } from "./window_list.js";

/** @import { Focusable } from "./dom.js" */

/**
 * @typedef {object} Item
 * @property {string} label          "_Undo": the letter after _ is the access key; without _ the first letter
 * @property {string} [key]          its shortcut, such as "Ctrl+Z"
 * @property {string} [icon]
 * @property {boolean} [bold]        the default action
 * @property {() => unknown} [action]
 * @property {boolean} [disabled]
 * @property {boolean} [checked]
 * @property {boolean} [radio]       one of several
 * @property {Entry[]} [items]       its submenu
 */
/** @typedef {Item | "-" | null | undefined | false} Entry  "-" is a line; nothing is shown for what is not there */
/**
 * @typedef {object} Bar
 * @property {(by: number) => void} step
 * @property {(button: HTMLElement, last?: boolean, byMouse?: boolean) => void} drop
 * @property {HTMLElement[]} buttons
 * @property {Focusable | null} returnTo
 */
/**
 * @typedef {object} Menu
 * @property {HTMLElement} node
 * @property {(() => void) | null} onclose
 * @property {Focusable | null} returnTo
 * @property {Bar | null} bar
 */

/** @type {Menu[]} */
const open = []; // the open menus, outermost first
/** @type {WeakMap<Element, Item>} */
const itemOf = new WeakMap(); // the item of each entry
/** @type {WeakMap<Element, Bar>} */
const barOf = new WeakMap();

export function closeMenus(from = 0, { refocus = true } = {}) {
  const gone = open.splice(from);
  for (const menu of gone.reverse()) {
    menu.node.remove();
    menu.onclose?.();
  }
  const back = gone.at(-1)?.returnTo;
  if (refocus && back?.isConnected) back.focus({ preventScroll: true });
}

/**
 * Open a menu at {x, y} or under/beside an anchor; returns its node.
 * @param {Entry[]} items
 * @param {object} how
 * @param {number} [how.x]
 * @param {number} [how.y]
 * @param {HTMLElement} [how.anchor]
 * @param {boolean} [how.beside]
 * @param {string} [how.name]
 * @param {(() => void) | null} [how.onclose]
 * @param {number} [how.depth]
 * @param {Bar | null} [how.bar]
 * @param {boolean} [how.last]  start at the last entry
 * @param {boolean} [how.byMouse]  then no entry is selected, and a submenu's opener keeps the focus
 */
export function openMenu(
  items,
  {
    x = 0,
    y = 0,
    anchor,
    beside = false,
    name = _("Menu"),
    onclose = null,
    depth = 0,
    bar = null,
    last = false,
    byMouse = !byKeyboard(),
  },
) {
  closeMenus(depth, { refocus: false });
  const node = el("div.menu", {
    role: "menu",
    "aria-label": name,
    tabIndex: -1,
    onkeydown: (event) => keyIn(event, menu, depth),
    oncontextmenu: (event) => event.preventDefault(),
  });
  /** @type {Menu} */
  const menu = { node, onclose, returnTo: anchor ?? focused(), bar };
  for (const item of items) if (item) node.append(item === "-" ? el("hr") : entry(item, depth));
  overlay().append(node);
  open.push(menu);
  settle(node, x, y, anchor, beside);
  const entries = entriesOf(node);
  if (!byMouse) (last ? entries.at(-1) : entries[0])?.focus({ preventScroll: true });
  else if (!beside) node.focus({ preventScroll: true });
  return node;
}

/**
 * @param {Item} item
 * @param {number} depth
 */
function entry(item, depth) {
  const { letter, nodes } = accelerated(item.label);
  const role = item.radio ? "menuitemradio" : "checked" in item ? "menuitemcheckbox" : "menuitem";
  const node = el(
    "button",
    {
      type: "button",
      role,
      tabIndex: -1,
      dataset: { letter, label: accelerated(messageOf(item.label)).text },
      "aria-disabled": item.disabled ? "true" : null,
      "aria-checked": "checked" in item ? String(Boolean(item.checked)) : null,
      "aria-haspopup": item.items ? "menu" : null,
      "aria-expanded": item.items ? "false" : null,
      "aria-keyshortcuts": item.key ? item.key.replace("Ctrl", "Control") : null,
    },
    el("span.mark", {}, item.icon && icon(item.icon)),
    el(item.bold ? "b" : "span", {}, nodes),
    item.items ? el("span.arrow", {}, "▸") : el("span.hotkey", {}, item.key ?? ""),
  );
  itemOf.set(node, item);
  node.addEventListener("pointerenter", (event) => {
    if (event.pointerType === "touch") return; // the submenu would open under the finger
    node.focus({ preventScroll: true });
    closeMenus(depth + 1, { refocus: false });
    if (item.items && !item.disabled) unfold(node, depth, true);
  });
  node.addEventListener("pointerleave", () => {
    const menu = open.at(-1)?.node;
    if (document.activeElement === node && menu?.contains(node)) menu.focus({ preventScroll: true });
  });
  node.addEventListener("click", (event) => {
    event.stopPropagation();
    choose(node, depth);
  });
  return node;
}

/**
 * @param {HTMLElement} node
 * @param {number} depth
 */
function unfold(node, depth, byMouse = false) {
  const { items = [], label = "" } = itemOf.get(node) ?? {};
  const onclose = () => node.setAttribute("aria-expanded", "false");
  const { text: name } = accelerated(label);
  openMenu(items, { anchor: node, beside: true, name, depth: depth + 1, byMouse, onclose });
  node.setAttribute("aria-expanded", "true");
}

/**
 * @param {HTMLElement} node
 * @param {number} depth
 */
function choose(node, depth) {
  const item = itemOf.get(node);
  if (!item || item.disabled) return;
  if (item.items) {
    unfold(node, depth, !byKeyboard());
    return;
  }
  closeMenus();
  item.action?.();
}

/**
 * @param {KeyboardEvent} event
 * @param {Menu} menu
 * @param {number} depth
 */
function keyIn(event, menu, depth) {
  const entries = entriesOf(menu.node);
  const at = entries.findIndex((one) => one === document.activeElement);
  /** @param {number} i */
  const to = (i) => entries[(i + entries.length) % entries.length]?.focus();
  const node = at < 0 ? null : entries[at];
  if (event.key === "ArrowDown") to(at + 1);
  else if (event.key === "ArrowUp") to(at < 0 ? -1 : at - 1);
  else if (event.key === "Home") to(0);
  else if (event.key === "End") to(-1);
  else if (event.key === "ArrowRight" && node && itemOf.get(node)?.items) unfold(node, depth);
  else if (event.key === "ArrowRight" && open[0].bar) open[0].bar.step(1);
  else if (event.key === "ArrowLeft" && depth > 0) closeMenus(depth);
  else if (event.key === "ArrowLeft" && open[0].bar) open[0].bar.step(-1);
  else if (event.key === "Escape") closeMenus(Math.max(depth, open.length - 1));
  else if (event.key === "Tab") {
    closeMenus();
    return;
  } else if (event.key === "Enter" || event.key === " ") {
    if (node) choose(node, depth);
  } else if (event.key.length === 1 && !event.ctrlKey) {
    const key = event.key.toLowerCase();
    const hits = entries.filter((one) => one.dataset.letter === key);
    const pool = hits.length ? hits : entries.filter((one) => one.textContent?.toLowerCase().startsWith(key));
    if (pool.length === 1) {
      pool[0].focus();
      choose(pool[0], depth);
    } else if (pool.length) neighbour(pool, 1).focus();
  } else return;
  event.preventDefault();
  event.stopPropagation();
}

/** @param {HTMLElement} node */
const entriesOf = (node) => parts(node, ":scope > [role^='menuitem']");

/**
 * @param {HTMLElement} node
 * @param {number} x
 * @param {number} y
 * @param {HTMLElement | undefined} anchor
 * @param {boolean} beside
 */
function settle(node, x, y, anchor, beside) {
  const floor = document.querySelector(".taskbar")?.getBoundingClientRect().top ?? innerHeight;
  if (anchor) {
    const box = anchor.getBoundingClientRect();
    [x, y] = beside ? [box.right - 2, box.top - 3] : [box.left, box.bottom];
    if (beside && x + node.offsetWidth > innerWidth) x = box.left - node.offsetWidth + 2;
    if (!beside && y + node.offsetHeight > floor) {
      // Without room on either side it scrolls, and never covers its opener.
      const [below, above] = [floor - box.bottom, box.top];
      node.style.maxHeight = `${Math.max(below, above)}px`;
      if (above > below) y = box.top - node.offsetHeight;
    }
  }
  node.style.left = `${Math.max(0, Math.min(x, innerWidth - node.offsetWidth - 2))}px`;
  node.style.top = `${Math.max(0, Math.min(y, floor - node.offsetHeight))}px`;
}

/**
 * A menu bar: [{label: "_Game", items: () => […]}]. Menus are built when they open, so they are always current.
 * @param {{ label: string, items: () => Entry[] }[]} menus
 * @param {string} name
 */
export function menuBar(menus, name) {
  const node = el("div.menubar", { role: "menubar", "aria-label": name });
  let byFinger = false;
  /** @type {Map<HTMLElement, typeof menus[number]>} */
  const menuOf = new Map();
  const buttons = menus.map((menu, i) => {
    const { letter, nodes } = accelerated(menu.label);
    const button = el(
      "button",
      {
        type: "button",
        role: "menuitem",
        tabIndex: i ? -1 : 0,
        "aria-haspopup": "menu",
        "aria-expanded": "false",
        dataset: { letter, label: accelerated(messageOf(menu.label)).text },
      },
      nodes,
    );
    menuOf.set(button, menu);
    button.addEventListener("pointerdown", (event) => {
      byFinger = event.pointerType === "touch";
      if (byFinger) return; // open on release; otherwise the finger would select from the menu that opens under it
      event.preventDefault();
      if (button.getAttribute("aria-expanded") === "true") closeMenus();
      else drop(button);
    });
    button.addEventListener("click", (event) => {
      if (byFinger && button.getAttribute("aria-expanded") === "true") closeMenus();
      else if (byFinger || event.detail === 0) drop(button);
    }); // a finger, Enter, Space, assistive technology
    button.addEventListener("pointerenter", (event) => {
      if (event.pointerType === "mouse" && open[0]?.bar === bar) drop(button, false, true);
    });
    button.addEventListener("keydown", (event) => {
      const by = meant(event, { ArrowRight: 1, ArrowLeft: -1 });
      if (by) focusOn(buttons[(i + by + buttons.length) % buttons.length]);
      else if (event.key === "ArrowDown") drop(button);
      else if (event.key === "ArrowUp") drop(button, true);
      else if (event.key === "Escape") bar.returnTo?.focus();
      else if (event.key.length === 1 && !event.ctrlKey && !event.altKey) {
        const hit = buttons.find((one) => one.dataset.letter === event.key.toLowerCase());
        if (!hit) return;
        drop(hit);
      } else return;
      event.preventDefault();
      event.stopPropagation();
    });
    return button;
  });
  /** @param {HTMLElement} button */
  const focusOn = (button) => {
    buttons.forEach((one) => {
      one.tabIndex = one === button ? 0 : -1;
    });
    button.focus();
  };
  /** @type {Bar["drop"]} */
  const drop = (button, last = false, byMouse = !byKeyboard()) => {
    focusOn(button);
    openMenu(menuOf.get(button)?.items() ?? [], {
      anchor: button,
      name: button.textContent ?? "",
      bar,
      last,
      byMouse,
      onclose: () => button.setAttribute("aria-expanded", "false"),
    });
    button.setAttribute("aria-expanded", "true");
  };
  /** @type {Bar} */
  const bar = {
    step: (by) => {
      const at = buttons.findIndex((one) => one.getAttribute("aria-expanded") === "true");
      drop(buttons[(at + by + buttons.length) % buttons.length]);
    },
    drop,
    buttons,
    returnTo: null,
  };
  barOf.set(node, bar);
  node.append(...buttons);
  return node;
}

addEventListener(
  "pointerdown",
  (event) => {
    if (open.length && !within(event, ".menu, .menubar")) closeMenus(0, { refocus: false });
  },
  true,
);
addEventListener("blur", () => closeMenus(0, { refocus: false }));
addEventListener("keydown", (event) => {
  if (topModal()) return;
  const node = windows.active?.node.querySelector(".menubar");
  const bar = node && barOf.get(node);
  if (!bar) return;
  if (event.key === "F10" && !event.shiftKey) {
    event.preventDefault();
    bar.returnTo = focused();
    document.body.classList.add("show-keys");
    bar.buttons[0].focus();
  } else if (event.altKey && !event.ctrlKey && event.key.length === 1) {
    const hit = bar.buttons.find((button) => button.dataset.letter === event.key.toLowerCase());
    if (hit) {
      event.preventDefault();
      bar.drop(hit);
    }
  }
});
