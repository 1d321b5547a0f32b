// The board: draws a state, reports squares. Contains no rules: legal squares and flips come with the state.
//
// Keys   arrows · Home/End ends of the row, with Ctrl corners · a letter goes to that column, digits to that row
//        · Enter or Space plays
// Emits  through the callbacks {choose(square), point(square)}

import { el, meant, within } from "../desktop/dom.js";
import { sameGame } from "./api.js";
import { valueText } from "./value_text.js";

/** @import { Color, GameView, ValueView } from "./shapes.js" */
/** @typedef {Pick<GameView, "id" | "size" | "board" | "legal" | "last" | "moves" | "ply" | "outcome">} Shown */
/** @typedef {Record<string, string>} Marks  a square's mark: best, played or why */
/** @typedef {HTMLElement & { dataset: { square: string } }} Cell */

const LETTERS = "abcdefghijklmnop";
/**
 * @param {number} index
 * @param {number} size
 */
export const squareName = (index, size) => LETTERS[index % size] + (Math.floor(index / size) + 1);
/**
 * @param {string} name
 * @param {number} size
 */
const indexOf = (name, size) => LETTERS.indexOf(name[0]) + (Number(name.slice(1)) - 1) * size;
/** @type {Record<string, Color>} */
const COLOR = { X: "black", O: "white" };
const PATIENCE = 900; // ms between two digits of one row number, as in 12
const RIPPLE = 45; // ms later for each square further from the disc that was played

const MARKS = ["best", "played", "why"];

/**
 * The marks of a position in a review or in practice: those of its labels, and of the discs of a reason.
 * @param {{ labels: Record<string, { mark: string | null }>, noted: string[] }} position
 * @returns {Marks}
 */
export function marksOf({ labels, noted }) {
  const why = noted.map((square) => [square, "why"]);
  return Object.fromEntries([...why, ...Object.entries(labels).map(([square, { mark }]) => [square, mark])]);
}

/**
 * @param {object} callbacks
 * @param {(square: string) => unknown} callbacks.choose
 * @param {(square: string | null) => unknown} [callbacks.point]
 */
export function boardView({ choose, point = () => {} }) {
  const letters = el("div.letters", { "aria-hidden": "true" });
  const numbers = el("div.numbers", { "aria-hidden": "true" });
  const grid = el("div.board", { role: "grid", "aria-label": "Othello board" });
  const node = el("div.board-frame", {}, letters, numbers, grid);
  let size = 0;
  let state = /** @type {Shown} */ (/** @type {unknown} */ (null)); // there from the first draw on
  /** @type {Cell[]} */
  let cells = [];
  let here = 0;
  let typed = "";
  let typedAt = 0;

  function build() {
    size = state.size;
    node.style.setProperty("--n", String(size));
    letters.replaceChildren(...Array.from({ length: size }, (_, i) => el("span", {}, LETTERS[i].toUpperCase())));
    numbers.replaceChildren(...Array.from({ length: size }, (_, i) => el("span", {}, String(i + 1))));
    cells = [];
    grid.replaceChildren(
      ...Array.from({ length: size }, (_, y) =>
        el(
          "div",
          { role: "row" },
          Array.from({ length: size }, (_, x) => {
            const square = squareName(y * size + x, size);
            const made = el("div.square", { role: "gridcell", tabIndex: -1, dataset: { square } });
            const cell = /** @type {Cell} */ (/** @type {HTMLElement} */ (made));
            if (size >= 6 && [1, size - 3].includes(x) && [1, size - 3].includes(y)) cell.classList.add("star");
            cells.push(cell);
            return cell;
          }),
        ),
      ),
    );
    here = 0;
    rove(
      Math.max(
        0,
        cells.findIndex((cell) => state.legal[cell.dataset.square]),
      ),
      false,
    ); // begin where one may play
  }

  /** @param {number} to */
  function rove(to, move = true) {
    cells[here].tabIndex = -1;
    here = to;
    cells[here].tabIndex = 0;
    if (move) cells[here].focus({ preventScroll: true });
  }

  /**
   * Draw this state; discs turn over in order where the same game was drawn before.
   * @param {Shown} next
   * @param {{ showNumbers?: boolean, showFlips?: boolean, watching?: object | null }} [how]
   */
  function draw(next, { showNumbers = false, showFlips = true, watching = null } = {}) {
    const fresh = !state || state.size !== next.size;
    const known = Boolean(state) && sameGame(state.id, next.id);
    state = next;
    if (fresh) build();
    const last = state.last ? indexOf(state.last.square, size) : -1;
    const number = showNumbers ? moveNumbers() : {};
    cells.forEach((cell, i) => {
      const color = COLOR[state.board[i]];
      paintDisc(cell, color, last, i, known && !fresh);
      const name = cell.dataset.square;
      const flips = state.legal[name];
      cell.classList.toggle("legal", Boolean(flips));
      cell.classList.toggle("last", i === last);
      cell.classList.remove("hinted", "would-flip", "pointed", ...MARKS.map((mark) => `mark-${mark}`));
      cell.querySelector(".value")?.remove();
      cell.querySelector(".number")?.remove();
      if (number[name] && color)
        cell.append(
          el(`span.number${color === "white" ? ".on-white" : ""}`, { "aria-hidden": "true" }, String(number[name])),
        );
      cell.setAttribute("aria-label", describe(name, color, flips, i === last));
    });
    node.classList.toggle("flips-off", !showFlips);
    grid.classList.toggle("waiting", Boolean(watching));
    grid.classList.toggle("over", Boolean(state.outcome));
    grid.setAttribute("aria-label", `Othello board, ${size} by ${size}`);
    const focused = cells.find((cell) => cell === document.activeElement || cell.matches(":hover"));
    if (focused) showWould(focused);
  }

  /**
   * @param {Cell} cell
   * @param {Color | undefined} color
   * @param {number} last
   * @param {number} i
   * @param {boolean} animate
   */
  function paintDisc(cell, color, last, i, animate) {
    const there = cell.querySelector(".disc");
    if (!color) {
      there?.remove();
      return;
    }
    const added = !there;
    const disc = there instanceof HTMLElement ? there : el("div.disc", {}, el("i"), el("i"));
    if (added) {
      if (color === "white") disc.classList.add("white");
      cell.prepend(disc);
    }
    const away =
      last < 0 || !animate
        ? 0
        : Math.max(Math.abs((i % size) - (last % size)), Math.abs(Math.floor(i / size) - Math.floor(last / size)));
    disc.style.setProperty("--wait", `${away * RIPPLE}ms`);
    disc.classList.toggle("placed", added && animate && i === last);
    disc.classList.toggle("white", color === "white");
  }

  /**
   * @param {string} name
   * @param {Color | null | undefined} color
   * @param {string[] | undefined} flips
   * @param {boolean} last
   */
  function describe(name, color, flips, last) {
    if (color) return `${name}, ${color}${last ? ", last move" : ""}`;
    return flips ? `${name}, empty, legal, flips ${flips.length}` : `${name}, empty`;
  }

  /** @returns {Record<string, number | null>} */
  function moveNumbers() {
    return Object.fromEntries(
      state.moves
        .slice(0, state.ply)
        .filter((move) => move.square)
        .map((move) => [move.square, move.number]),
    );
  }

  /** @param {Cell | null} cell */
  function showWould(cell) {
    const flips = cell && !node.classList.contains("flips-off") ? state.legal[cell.dataset.square] : null;
    for (const one of cells) one.classList.toggle("would-flip", Boolean(flips?.includes(one.dataset.square)));
    point(cell?.dataset.square ?? null);
  }

  /** @param {Event} event */
  const cellOf = (event) => /** @type {Cell | null} */ (within(event, ".square"));
  grid.addEventListener("pointerdown", () => grid.classList.add("by-pointer")); // a ring around the square is for keys
  grid.addEventListener("keydown", () => grid.classList.remove("by-pointer"), true);
  grid.addEventListener("click", (event) => {
    const cell = cellOf(event);
    if (cell) {
      rove(cells.indexOf(cell));
      choose(cell.dataset.square);
    }
  });
  grid.addEventListener("pointerover", (event) => {
    if (event.pointerType === "mouse") showWould(cellOf(event));
  });
  grid.addEventListener("pointerleave", () => showWould(null));
  grid.addEventListener("focusin", (event) => {
    const cell = cellOf(event);
    if (!cell) return;
    rove(cells.indexOf(cell), false);
    if (cell.matches(":focus-visible")) showWould(cell);
  });
  grid.addEventListener("focusout", () => showWould(null));
  grid.addEventListener("keydown", (event) => {
    if (event.altKey || (event.ctrlKey && !["Home", "End"].includes(event.key))) return;
    const x = here % size;
    const y = Math.floor(here / size);
    /** @type {Record<string, [number, number]>} */
    const steps = {
      ArrowLeft: [x - 1, y],
      ArrowRight: [x + 1, y],
      ArrowUp: [x, y - 1],
      ArrowDown: [x, y + 1],
      Home: event.ctrlKey ? [0, 0] : [0, y],
      End: event.ctrlKey ? [size - 1, size - 1] : [size - 1, y],
    };
    /** @param {[number, number]} to  column and row */
    const go = (to) => {
      if (to[0] >= 0 && to[0] < size && to[1] >= 0 && to[1] < size) rove(to[0] + to[1] * size);
    };
    const step = meant(event, steps);
    if (step) go(step);
    else if (event.key === "Enter" || event.key === " ") choose(cells[here].dataset.square);
    else if (/^[a-p]$/i.test(event.key) && LETTERS.indexOf(event.key.toLowerCase()) < size)
      go([LETTERS.indexOf(event.key.toLowerCase()), y]);
    else if (/^[0-9]$/.test(event.key)) {
      typed = event.timeStamp - typedAt < PATIENCE && Number(typed + event.key) <= size ? typed + event.key : event.key;
      typedAt = event.timeStamp;
      if (Number(typed) >= 1 && Number(typed) <= size) go([x, Number(typed) - 1]);
    } else return;
    event.preventDefault();
  });

  return {
    node,
    draw,
    /**
     * Values on the squares: exact ones framed, the best ones marked; none clears them.
     * @param {ValueView[]} list
     */
    values(list) {
      for (const cell of cells) {
        cell.querySelector(".value")?.remove();
        const value = list.find((one) => one.square === cell.dataset.square);
        if (!value) continue;
        const text = valueText(value);
        cell.append(
          el(
            "span",
            {
              className: ["value", text.length > 2 && "long", value.exact && "exact", value.best && "best", value.fate]
                .filter(Boolean)
                .join(" "),
              "aria-hidden": "true",
            },
            text,
          ),
        );
        const square = describe(value.square, null, state.legal[value.square], false);
        const worth = value.exact ? `exactly ${value.fate} by ${Math.abs(value.score)}` : `about ${text}`;
        cell.setAttribute("aria-label", `${square}, ${worth}${value.best ? ", best" : ""}`);
      }
    },
    /**
     * What a review points at.
     * @param {Marks} marks
     */
    marks(marks) {
      for (const cell of cells)
        for (const mark of MARKS) cell.classList.toggle(`mark-${mark}`, marks[cell.dataset.square] === mark);
    },
    /** @param {string} square */
    hint(square) {
      for (const cell of cells) cell.classList.toggle("hinted", cell.dataset.square === square);
    },
    focus() {
      cells[here]?.focus({ preventScroll: true });
    },
    /** @param {boolean} on */
    coordinates(on) {
      letters.hidden = numbers.hidden = !on;
    },
    /** @param {boolean} on */
    legal(on) {
      node.classList.toggle("show-legal-off", !on);
    },
  };
}
