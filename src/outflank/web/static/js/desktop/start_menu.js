// The two-column Start menu.
// Keys   arrows (left/right change columns) · Enter · first letter · Esc

import { byKeyboard, el, focused, icon, meant, neighbour, overlay, parts, within } from "./dom.js";
import { _ } from "./language.js";
import { closeMenus, openMenu } from "./menu.js";

/** @import { Item } from "./menu.js" */

/** @typedef {{ label: string, note?: string, icon: string, bold: boolean, action: () => unknown }} StartItem */
/** @typedef {(StartItem | "-")[]} Column */

/** @type {HTMLElement | null} */
let menu = null;
/** @type {HTMLElement | null} */
let opener = null;

/**
 * @param {HTMLElement} button
 * @param {{ user: string, picture: string, left: Column, all: Item[], right: Column, footer: Column }} model
 */
export function toggleStartMenu(button, model) {
  if (menu) {
    closeStartMenu();
    return;
  }
  opener = button;
  menu = el(
    "nav.start-menu",
    { role: "menu", "aria-label": _("Start menu"), tabIndex: -1, onkeydown: keyIn },
    el("header", { role: "presentation" }, icon(model.picture), el("b", {}, model.user)),
    el("div.hair", { role: "presentation" }),
    el(
      "div.start-columns",
      { role: "presentation" },
      el(
        "div.left",
        { role: "presentation" },
        model.left.map(entry),
        el("hr", { role: "separator" }),
        allPrograms(model.all),
      ),
      el("div.right", { role: "presentation" }, model.right.map(entry)),
    ),
    el("footer", { role: "presentation" }, model.footer.map(entry)),
  );
  overlay().append(menu);
  button.setAttribute("aria-expanded", "true");
  (byKeyboard() ? entries()[0] : menu).focus();
}

export function closeStartMenu({ refocus = true } = {}) {
  closeMenus(0, { refocus: false });
  menu?.remove();
  menu = null;
  opener?.setAttribute("aria-expanded", "false");
  if (refocus) opener?.focus();
}

/** @param {StartItem | "-"} item */
function entry(item) {
  if (item === "-") return el("hr", { role: "separator" });
  const node = el(
    "button",
    {
      type: "button",
      role: "menuitem",
      tabIndex: -1,
      onclick: () => {
        closeStartMenu({ refocus: false });
        item.action();
      },
    },
    icon(item.icon),
    el("span", {}, item.bold ? el("b", {}, item.label) : item.label, item.note && el("small", {}, item.note)),
  );
  hover(node, () => closeMenus(0, { refocus: false }));
  return node;
}

/**
 * The item that opens the list of all programs.
 * @param {Item[]} items
 */
function allPrograms(items) {
  const node = el(
    "button.all-programs",
    { type: "button", role: "menuitem", tabIndex: -1, "aria-haspopup": "menu", "aria-expanded": "false" },
    el("b", {}, _("All programs")),
    el("span.go", { "aria-hidden": "true" }),
  );
  const lines = items.map(closing);
  /** @param {boolean} byMouse */
  const unfold = (byMouse) => {
    if (node.getAttribute("aria-expanded") === "true" && byMouse) return;
    const onclose = () => node.setAttribute("aria-expanded", "false");
    openMenu(lines, { anchor: node, beside: true, name: _("All programs"), byMouse, onclose });
    node.setAttribute("aria-expanded", "true");
  };
  node.addEventListener("click", () => unfold(!byKeyboard()));
  node.addEventListener("keydown", (event) => {
    if (event.key !== "ArrowRight") return;
    event.preventDefault();
    event.stopPropagation();
    unfold(false);
  });
  hover(node, () => unfold(true));
  return node;
}

/**
 * The same item, and those below it, closing the Start menu when they are chosen.
 * @param {Item} item
 * @returns {Item}
 */
function closing(item) {
  if (item.items) return { ...item, items: item.items.map((one) => (one && one !== "-" ? closing(one) : one)) };
  return {
    ...item,
    action: () => {
      closeStartMenu({ refocus: false });
      item.action?.();
    },
  };
}

/**
 * The mouse highlights the item under it.
 * @param {HTMLElement} node
 * @param {() => void} act
 */
function hover(node, act) {
  node.addEventListener("pointerenter", (event) => {
    if (event.pointerType !== "mouse") return;
    node.focus();
    act();
  });
  node.addEventListener("pointerleave", () => {
    if (document.activeElement === node && node.getAttribute("aria-expanded") !== "true") menu?.focus();
  });
}

const entries = (root = menu) => (root ? parts(root, "[role='menuitem']") : []);

/** @param {KeyboardEvent} event */
function keyIn(event) {
  const all = entries();
  const here = focused();
  const step = meant(event, { ArrowDown: 1, ArrowUp: -1 });
  if (step) neighbour(all, step).focus();
  else if (event.key === "ArrowRight" || event.key === "ArrowLeft") {
    const columns = menu ? parts(menu, ".left, .right") : [];
    const side = columns.findIndex((one) => one.contains(here));
    const other = entries(columns[(side + 1) % 2]);
    const row = entries(columns[side] ?? null).findIndex((one) => one === here);
    other[Math.min(Math.max(row, 0), other.length - 1)].focus();
  } else if (event.key === "Escape") closeStartMenu();
  else if (event.key === "Tab") {
    closeStartMenu({ refocus: true });
    return;
  } else if (event.key === "Home") all[0].focus();
  else if (event.key === "End") all.at(-1)?.focus();
  else if (event.key.length === 1 && event.key !== " ") {
    const hits = all.filter((one) => one.textContent?.toLowerCase().startsWith(event.key.toLowerCase()));
    if (hits.length) neighbour(hits, 1).focus();
  } else return;
  event.preventDefault();
  event.stopPropagation();
}

addEventListener(
  "pointerdown",
  (event) => {
    if (menu && !within(event, ".start-menu, .start, .menu")) closeStartMenu({ refocus: false });
  },
  true,
);
