// Drop-down menus, context menus and menu bars, from plain lists.
//
// An item is "-" or {label: "_Undo", key: "Ctrl+Z", action, disabled, checked, radio, items}.
// Keys   arrows · Home/End · Enter/Space · the underlined or first letter · Esc · in a bar: F10, Alt+letter

import { accelerated, el } from "./dom.js";
import { topModal, windows } from "./windows.js";

const open = []; // the menu chain on the screen, outermost first

export function closeMenus(from = 0, { refocus = true } = {}) {
  const gone = open.splice(from);
  for (const menu of gone.reverse()) {
    menu.node.remove();
    menu.onclose?.();
  }
  const back = gone.at(-1)?.returnTo;
  if (refocus && back?.isConnected) back.focus({ preventScroll: true });
}

/** Open a menu at {x, y} or under/beside an anchor; returns its node. */
export function openMenu(
  items,
  { x, y, anchor, beside = false, name = "Menu", onclose = null, depth = 0, bar = null, last = false },
) {
  closeMenus(depth, { refocus: false });
  const menu = { onclose, returnTo: anchor ?? document.activeElement, bar };
  menu.node = el("div.menu", {
    role: "menu",
    "aria-label": name,
    onkeydown: (event) => keyIn(event, menu, depth),
    oncontextmenu: (event) => event.preventDefault(),
  });
  for (const item of items.filter(Boolean)) menu.node.append(item === "-" ? el("hr") : entry(item, depth));
  document.body.append(menu.node);
  open.push(menu);
  settle(menu.node, x, y, anchor, beside);
  const entries = entriesOf(menu.node);
  (last ? entries.at(-1) : entries[0])?.focus({ preventScroll: true });
  return menu.node;
}

function entry(item, depth) {
  const { letter, text, nodes } = accelerated(item.label);
  const role = item.radio ? "menuitemradio" : "checked" in item ? "menuitemcheckbox" : "menuitem";
  const node = el(
    "button",
    {
      type: "button",
      role,
      tabIndex: -1,
      dataset: { letter, label: text },
      "aria-disabled": item.disabled ? "true" : null,
      "aria-checked": "checked" in item ? String(Boolean(item.checked)) : null,
      "aria-haspopup": item.items ? "menu" : null,
      "aria-keyshortcuts": item.key ? item.key.replace("Ctrl", "Control") : null,
    },
    el("span.mark"),
    el("span", {}, nodes),
    item.items ? el("span.arrow", {}, "▸") : el("span.hotkey", {}, item.key ?? ""),
  );
  node.item = item;
  node.addEventListener("pointerenter", () => {
    node.focus({ preventScroll: true });
    closeMenus(depth + 1, { refocus: false });
    if (item.items && !item.disabled) unfold(node, depth);
  });
  node.addEventListener("click", (event) => {
    event.stopPropagation();
    choose(node, depth);
  });
  return node;
}

function unfold(node, depth) {
  openMenu(node.item.items, { anchor: node, beside: true, name: node.dataset.label, depth: depth + 1 });
}

function choose(node, depth) {
  const { item } = node;
  if (item.disabled) return;
  if (item.items) {
    unfold(node, depth);
    return;
  }
  closeMenus();
  item.action();
}

function keyIn(event, menu, depth) {
  const entries = entriesOf(menu.node);
  const at = entries.indexOf(document.activeElement);
  const to = (i) => entries[(i + entries.length) % entries.length]?.focus();
  const node = entries[at];
  if (event.key === "ArrowDown") to(at + 1);
  else if (event.key === "ArrowUp") to(at < 0 ? -1 : at - 1);
  else if (event.key === "Home") to(0);
  else if (event.key === "End") to(-1);
  else if (event.key === "ArrowRight" && node?.item.items) unfold(node, depth);
  else if (event.key === "ArrowRight" && open[0].bar) open[0].bar.step(1);
  else if (event.key === "ArrowLeft" && depth > 0) closeMenus(depth);
  else if (event.key === "ArrowLeft" && open[0].bar) open[0].bar.step(-1);
  else if (event.key === "Escape") closeMenus(depth);
  else if (event.key === "Tab") {
    closeMenus();
    return;
  } else if (event.key === "Enter" || event.key === " ") {
    if (node) choose(node, depth);
  } else if (event.key.length === 1 && !event.ctrlKey) {
    const key = event.key.toLowerCase();
    const hits = entries.filter((one) => one.dataset.letter === key);
    const pool = hits.length ? hits : entries.filter((one) => one.dataset.label.toLowerCase().startsWith(key));
    if (pool.length === 1) {
      pool[0].focus();
      choose(pool[0], depth);
    } else if (pool.length) pool[(pool.indexOf(node) + 1) % pool.length].focus();
  } else return;
  event.preventDefault();
  event.stopPropagation();
}

const entriesOf = (node) => [...node.querySelectorAll(":scope > [role^='menuitem']")];

function settle(node, x, y, anchor, beside) {
  if (anchor) {
    const box = anchor.getBoundingClientRect();
    [x, y] = beside ? [box.right - 2, box.top - 3] : [box.left, box.bottom];
    if (beside && x + node.offsetWidth > innerWidth) x = box.left - node.offsetWidth + 2;
    if (!beside && y + node.offsetHeight > innerHeight && box.top > node.offsetHeight) y = box.top - node.offsetHeight;
  }
  node.style.left = `${Math.max(0, Math.min(x, innerWidth - node.offsetWidth - 2))}px`;
  node.style.top = `${Math.max(0, Math.min(y, innerHeight - node.offsetHeight - 2))}px`;
}

/** A menu bar: [{label: "_Game", items: () => […]}]. Menus are built when opened, so they are always true. */
export function menuBar(menus, name) {
  const node = el("div.menubar", { role: "menubar", "aria-label": name });
  const bar = {
    node,
    step: (by) => {
      const at = buttons.findIndex((one) => one.getAttribute("aria-expanded") === "true");
      drop(buttons[(at + by + buttons.length) % buttons.length]);
    },
  };
  const buttons = menus.map((menu, i) => {
    const { letter, text, nodes } = accelerated(menu.label);
    const button = el(
      "button",
      {
        type: "button",
        role: "menuitem",
        tabIndex: i ? -1 : 0,
        "aria-haspopup": "menu",
        "aria-expanded": "false",
        dataset: { letter, label: text },
      },
      nodes,
    );
    button.menu = menu;
    button.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      if (button.getAttribute("aria-expanded") === "true") closeMenus();
      else drop(button);
    });
    button.addEventListener("click", (event) => {
      if (event.detail === 0) drop(button);
    }); // Enter, Space, assistive technology
    button.addEventListener("pointerenter", (event) => {
      if (event.pointerType === "mouse" && open[0]?.bar === bar) drop(button);
    });
    button.addEventListener("keydown", (event) => {
      const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
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
  const focusOn = (button) => {
    buttons.forEach((one) => {
      one.tabIndex = one === button ? 0 : -1;
    });
    button.focus();
  };
  const drop = (button, last = false) => {
    focusOn(button);
    openMenu(button.menu.items(), {
      anchor: button,
      name: button.dataset.label,
      bar,
      last,
      onclose: () => button.setAttribute("aria-expanded", "false"),
    });
    button.setAttribute("aria-expanded", "true");
  };
  bar.drop = drop;
  bar.buttons = buttons;
  node.bar = bar;
  node.append(...buttons);
  return node;
}

addEventListener(
  "pointerdown",
  (event) => {
    if (open.length && !event.target.closest(".menu, .menubar")) closeMenus(0, { refocus: false });
  },
  true,
);
addEventListener("blur", () => closeMenus(0, { refocus: false }));
addEventListener("keydown", (event) => {
  if (topModal()) return;
  const bar = windows.active?.node.querySelector(".menubar")?.bar;
  if (!bar) return;
  if (event.key === "F10" && !event.shiftKey) {
    event.preventDefault();
    bar.returnTo = document.activeElement;
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
