// Icons on the desktop. Click selects, double click or a tap opens; a rubber band selects several.
// Selected icons can be dragged; they snap to the grid and keep their places.
// Keys   arrows select · Enter opens · Ctrl+arrows move the icon · Shift+F10 its menu

import { el, icon, isPhone, meant } from "./dom.js";
import { _ } from "./language.js";
import { openMenu } from "./menu.js";
import { read, write } from "./settings.js";

/** @import { Program } from "./programs.js" */
/** @import { Entry } from "./menu.js" */

/** @typedef {Pick<Program, "id" | "label" | "icon" | "open">} Shown */
/** @typedef {{ column: number, row: number }} Cell  from 1, as CSS grids count */

const PLACES = "outflank.icons";
const WAYS = { ArrowDown: [0, 1], ArrowUp: [0, -1], ArrowRight: [1, 0], ArrowLeft: [-1, 0] };
const STILL = 4; // px of movement that do not count as dragging

/**
 * @param {Shown[]} items
 * @param {HTMLElement} desktop
 * @param {(item: Shown) => Entry[]} menuOf  the context menu of an icon
 */
export function desktopIcons(items, desktop, menuOf) {
  /** @type {HTMLElement[]} */
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
          if (event instanceof PointerEvent && event.pointerType === "touch") item.open();
        },
        onfocus: (event) => stay(event.currentTarget),
        ondblclick: () => item.open(),
        onkeydown: (event) => keyIn(event, item),
        onpointerdown: (event) => drag(event),
        oncontextmenu: (event) => {
          event.preventDefault();
          event.stopPropagation();
          const box = event.currentTarget.getBoundingClientRect();
          select([event.currentTarget]);
          const [x, y] = event.button === 2 ? [event.clientX, event.clientY] : [box.left + 20, box.top + 30];
          openMenu(menuOf(item), { x, y, name: item.label });
        },
      },
      icon(item.icon),
      el("span", {}, item.label),
    ),
  );
  const list = el(
    "div.desktop-icons",
    { role: "listbox", "aria-label": _("Desktop icons"), "aria-multiselectable": "true" },
    buttons,
  );

  /** @param {HTMLElement[]} chosen */
  function select(chosen) {
    for (const button of buttons) button.setAttribute("aria-selected", String(chosen.includes(button)));
  }
  const selected = () => buttons.filter((one) => one.getAttribute("aria-selected") === "true");
  /** @param {HTMLElement} button  the new Tab stop */
  function stay(button) {
    for (const one of buttons) one.tabIndex = one === button ? 0 : -1;
  }

  /** The current grid: the number of cells and their size. */
  function grid() {
    const style = getComputedStyle(list);
    const columns = style.gridTemplateColumns.split(" ");
    const rows = style.gridTemplateRows.split(" ");
    return {
      columns: columns.length,
      rows: rows.length,
      width: parseFloat(columns[0]) + parseFloat(style.columnGap),
      height: parseFloat(rows[0]) + parseFloat(style.rowGap),
    };
  }
  /** @param {HTMLElement} button @returns {Cell} */
  function cellOf(button) {
    const { width, height } = grid();
    return {
      column: Math.round(button.offsetLeft / width) + 1,
      row: Math.round(button.offsetTop / height) + 1,
    };
  }
  /** Restore the icons' places; icons without a place on the screen fill the free cells. */
  function arrange() {
    const { columns, rows } = grid();
    const places = /** @type {Record<string, Cell>} */ (isPhone() ? {} : read(PLACES));
    for (const button of buttons) {
      const at = places[button.dataset.icon ?? ""];
      const there = at && at.column <= columns && at.row <= rows;
      Object.assign(button.style, { gridColumn: there ? at.column : "", gridRow: there ? at.row : "" });
    }
  }
  /**
   * Move icons to the nearest free cells; the others keep their places.
   * @param {{ button: HTMLElement, cell: Cell }[]} moved
   */
  function put(moved) {
    const { columns, rows } = grid();
    const cells = new Map(buttons.map((button) => [button, cellOf(button)]));
    for (const { button } of moved) cells.delete(button);
    /** @param {number} column @param {number} row */
    const taken = (column, row) => [...cells.values()].some((cell) => cell.column === column && cell.row === row);
    for (const { button, cell } of moved) {
      const free = Array.from({ length: columns * rows }, (_, i) => ({
        column: 1 + Math.floor(i / rows),
        row: 1 + (i % rows),
      })).filter(({ column, row }) => !taken(column, row));
      /** @param {Cell} one */
      const far = (one) => Math.hypot(one.column - cell.column, one.row - cell.row);
      cells.set(
        button,
        free.reduce((best, one) => (far(one) < far(best) ? one : best), free[0]),
      );
    }
    write(PLACES, Object.fromEntries([...cells].map(([button, cell]) => [button.dataset.icon, cell])));
    arrange();
  }

  /** @param {PointerEvent & { currentTarget: HTMLElement }} event */
  function drag(event) {
    const button = event.currentTarget;
    if (!selected().includes(button)) select([button]);
    if (event.button !== 0 || isPhone()) return;
    const moving = selected();
    let [dx, dy] = [0, 0];
    /** @param {PointerEvent} to */
    const move = (to) => {
      [dx, dy] = [to.clientX - event.clientX, to.clientY - event.clientY];
      if (!button.classList.contains("dragged") && Math.hypot(dx, dy) < STILL) return;
      for (const one of moving) {
        one.classList.add("dragged");
        one.style.translate = `${dx}px ${dy}px`;
      }
    };
    const end = () => {
      const dragged = button.classList.contains("dragged");
      const { width, height } = grid();
      const by = { column: Math.round(dx / width), row: Math.round(dy / height) };
      for (const one of moving) {
        one.classList.remove("dragged");
        one.style.translate = "";
      }
      button.removeEventListener("pointermove", move);
      button.removeEventListener("lostpointercapture", end);
      if (!dragged) select([button]);
      else if (by.column || by.row)
        put(
          moving.map((one) => {
            const { column, row } = cellOf(one);
            return { button: one, cell: { column: column + by.column, row: row + by.row } };
          }),
        );
    };
    button.setPointerCapture(event.pointerId);
    button.addEventListener("pointermove", move);
    button.addEventListener("lostpointercapture", end);
  }

  /**
   * @param {KeyboardEvent & { currentTarget: HTMLElement }} event
   * @param {Shown} item
   */
  function keyIn(event, item) {
    const way = meant(event, WAYS);
    const button = event.currentTarget;
    if (event.key === "Enter" || event.key === " ") item.open();
    else if (way && event.ctrlKey) {
      const { column, row } = cellOf(button);
      put([{ button, cell: { column: column + way[0], row: row + way[1] } }]);
    } else if (way) {
      const next = nearest(button, way);
      next?.focus();
      if (next) select([next]);
    } else return;
    event.preventDefault();
  }
  /**
   * The next icon in a direction, preferably straight ahead.
   * @param {HTMLElement} from
   * @param {number[]} way
   */
  function nearest(from, [right, down]) {
    const here = cellOf(from);
    /** @param {HTMLElement} one */
    const cost = (one) => {
      const [x, y] = [cellOf(one).column - here.column, cellOf(one).row - here.row];
      const ahead = x * right + y * down;
      return ahead > 0 ? ahead + 3 * Math.abs(x * down + y * right) : Number.POSITIVE_INFINITY;
    };
    const best = buttons.reduce((a, b) => (cost(b) < cost(a) ? b : a));
    return Number.isFinite(cost(best)) ? best : null;
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
  addEventListener("resize", arrange);

  return {
    node: list,
    arrange,
    /** Arrange the icons in columns from the left, by name or in the original order. @param {"name" | "own"} order */
    lineUp(order) {
      const { rows } = grid();
      const sorted = [...buttons];
      if (order === "name") sorted.sort((a, b) => (a.textContent ?? "").localeCompare(b.textContent ?? ""));
      const cells = sorted.map((one, i) => [
        one.dataset.icon,
        { column: 1 + Math.floor(i / rows), row: 1 + (i % rows) },
      ]);
      write(PLACES, order === "name" ? Object.fromEntries(cells) : {});
      arrange();
    },
  };
}
