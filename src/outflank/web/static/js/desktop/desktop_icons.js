// Icons on the desktop. Click selects, double click opens (one tap on a touch screen); a rubber band selects several.
// Keys   arrows move · Enter opens · Shift+F10 the desktop's menu

import { el, icon, meant } from "./dom.js";

/** @import { Program } from "./programs.js" */

/**
 * @param {Pick<Program, "id" | "label" | "icon" | "open">[]} items
 * @param {HTMLElement} desktop
 */
export function desktopIcons(items, desktop) {
  const buttons = items.map((item, i) =>
    el(
      "button.desktop-icon",
      {
        type: "button",
        role: "option",
        "aria-selected": "false",
        tabIndex: i ? -1 : 0,
        dataset: { icon: item.id },
        onclick: (event) => {
          select([event.currentTarget]);
          if (event instanceof PointerEvent && event.pointerType === "touch") item.open();
        },
        ondblclick: () => item.open(),
        onkeydown: (event) => keyIn(event, item, i),
      },
      icon(item.icon),
      el("span", {}, item.label),
    ),
  );
  const list = el(
    "div.desktop-icons",
    { role: "listbox", "aria-label": "Desktop", "aria-multiselectable": "true" },
    buttons,
  );

  /** @param {HTMLElement[]} chosen */
  function select(chosen) {
    for (const button of buttons) button.setAttribute("aria-selected", String(chosen.includes(button)));
  }
  /**
   * @param {KeyboardEvent} event
   * @param {Pick<Program, "open">} item
   * @param {number} i
   */
  function keyIn(event, item, i) {
    const by = meant(event, { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 });
    if (event.key === "Enter" || event.key === " ") item.open();
    else if (by) {
      const next = buttons[(i + by + buttons.length) % buttons.length];
      buttons.forEach((one) => {
        one.tabIndex = one === next ? 0 : -1;
      });
      next.focus();
      select([next]);
    } else return;
    event.preventDefault();
  }

  desktop.addEventListener("pointerdown", (event) => {
    if ((event.target !== desktop && event.target !== list) || event.button !== 0) return;
    select([]);
    const band = el("div.marquee");
    const origin = desktop.getBoundingClientRect();
    const from = { x: event.clientX - origin.left, y: event.clientY - origin.top };
    /** @param {PointerEvent} to */
    const move = (to) => {
      const x = to.clientX - origin.left;
      const y = to.clientY - origin.top;
      Object.assign(band.style, {
        left: `${Math.min(x, from.x)}px`,
        top: `${Math.min(y, from.y)}px`,
        width: `${Math.abs(x - from.x)}px`,
        height: `${Math.abs(y - from.y)}px`,
      });
      if (!band.isConnected) desktop.append(band);
      const box = band.getBoundingClientRect();
      select(
        buttons.filter((one) => {
          const b = one.getBoundingClientRect();
          return b.left < box.right && b.right > box.left && b.top < box.bottom && b.bottom > box.top;
        }),
      );
    };
    const end = () => {
      band.remove();
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", end);
      removeEventListener("pointercancel", end);
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", end);
    addEventListener("pointercancel", end);
  });

  return list;
}
