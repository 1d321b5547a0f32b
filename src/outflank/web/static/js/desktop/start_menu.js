// The two-column Start menu.
// Keys   arrows (left/right change columns) · Enter · first letter · Esc

import { el, focused, icon, meant, neighbour, parts, within } from "./dom.js";

/** @typedef {{ label: string, note?: string, icon: string, bold: boolean, action: () => unknown }} StartItem */
/** @typedef {(StartItem | "-")[]} Column */

/** @type {HTMLElement | null} */
let menu = null;
/** @type {HTMLElement | null} */
let opener = null;

/**
 * @param {HTMLElement} button
 * @param {{ user: string, left: Column, right: Column, footer: Column }} model
 */
export function toggleStartMenu(button, model) {
  if (menu) {
    closeStartMenu();
    return;
  }
  opener = button;
  menu = el(
    "nav.start-menu",
    { role: "menu", "aria-label": "Start menu", onkeydown: keyIn },
    el("header", { role: "presentation" }, icon("user"), el("b", {}, model.user)),
    el("div.hair", { role: "presentation" }),
    el(
      "div.start-columns",
      { role: "presentation" },
      el("div.left", { role: "presentation" }, model.left.map(entry)),
      el("div.right", { role: "presentation" }, model.right.map(entry)),
    ),
    el("footer", { role: "presentation" }, model.footer.map(entry)),
  );
  document.body.append(menu);
  button.setAttribute("aria-expanded", "true");
  entries()[0].focus();
}

export function closeStartMenu({ refocus = true } = {}) {
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
  node.addEventListener("pointerenter", () => node.focus());
  return node;
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
    if (menu && !within(event, ".start-menu, .start")) closeStartMenu({ refocus: false });
  },
  true,
);
