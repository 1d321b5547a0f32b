// The two-column Start menu.
// Keys   arrows (left/right change columns) · Enter · first letter · Esc

import { el, icon } from "./dom.js";

let menu = null;
let opener = null;

/** model: {user, left: [item], right: [item], footer: [item]}; item: "-" or {label, note, icon, bold, action} */
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

function entry(item) {
  if (item === "-") return el("hr", { role: "separator" });
  const node = el(
    "button",
    {
      type: "button",
      role: "menuitem",
      tabIndex: -1,
      onclick: (event) => {
        closeStartMenu({ refocus: false });
        item.action(event);
      },
    },
    item.icon && icon(item.icon),
    el("span", {}, item.bold ? el("b", {}, item.label) : item.label, item.note && el("small", {}, item.note)),
  );
  node.addEventListener("pointerenter", () => node.focus());
  return node;
}

const entries = () => [...menu.querySelectorAll("[role='menuitem']")];

function keyIn(event) {
  const all = entries();
  const here = document.activeElement;
  const column = [...(here.parentElement?.querySelectorAll("[role='menuitem']") ?? [])];
  const at = all.indexOf(here);
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step) all[(at + step + all.length) % all.length].focus();
  else if (event.key === "ArrowRight" || event.key === "ArrowLeft") {
    const columns = [...menu.querySelectorAll(".left, .right")];
    const other = columns[(columns.indexOf(here.parentElement) + 1) % 2].querySelectorAll("[role='menuitem']");
    other[Math.min(Math.max(column.indexOf(here), 0), other.length - 1)].focus();
  } else if (event.key === "Escape") closeStartMenu();
  else if (event.key === "Tab") {
    closeStartMenu({ refocus: true });
    return;
  } else if (event.key === "Home") all[0].focus();
  else if (event.key === "End") all.at(-1).focus();
  else if (event.key.length === 1 && event.key !== " ") {
    const hits = all.filter((one) => one.textContent.toLowerCase().startsWith(event.key.toLowerCase()));
    hits[(hits.indexOf(here) + 1) % (hits.length || 1)]?.focus();
  } else return;
  event.preventDefault();
  event.stopPropagation();
}

addEventListener(
  "pointerdown",
  (event) => {
    if (menu && !event.target.closest(".start-menu, .start")) closeStartMenu({ refocus: false });
  },
  true,
);
