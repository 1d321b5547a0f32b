// The board: draws a state and reports squares. It has no rules: legal squares and flips come with the state.
//
// Keys   arrows · Home/End ends of the row, with Ctrl corners · a letter selects a column, digits a row
//        · Enter or Space plays
// Emits  through the callbacks {choose(square), point(square)}

import { el, meant, part, stillness, within } from "../desktop/dom.js";
import { _, ngettext } from "../desktop/language.js";
import { settings } from "../desktop/settings.js";
import { sameGame } from "./api.js";
import { LETTERS, squareIndex, squareName } from "./square_names.js";
import { worth } from "./value_text.js";

/** @import { Color, GameView, MoveProbability, ValueView } from "./shapes.js" */
/** @typedef {Pick<GameView, "id" | "size" | "board" | "legal" | "last" | "moves" | "ply" | "outcome">} Shown */
/** @typedef {Record<string, string>} Marks  a square's mark: best, played or why */
/** @typedef {HTMLElement & { dataset: { square: string } }} Cell */

/** @type {Record<string, Color>} */
const COLOR = { X: "black", O: "white" };
const PATIENCE = 900; // ms between two digits of one row number, as in 12
const FINGER = 40; // px a square has at least where fingers play
const DROP = 130; // ms in which a disc falls
const TURN = 400; // ms in which one turns over
const NEAR = 2; // plies: a longer jump is drawn without turning discs over
const RIPPLE = 70; // ms later for each square further from the disc that was played
/** @type {Record<string, number>} */
const PACE = { slow: 2, normal: 1, fast: 0.5, none: 0 };

/** @type {Record<string, string>} */
const SIGNS = { best: "✓", played: "✕", why: "!" }; // a shape as well as a color

/**
 * True if an animation ends; a hint glows until the next move.
 * @param {Animation} one
 */
const moves = (one) => !one.effect || Number.isFinite(one.effect.getComputedTiming().endTime);

/**
 * The marks of a position in a review or in practice: its labels, and the discs of a reason.
 * @param {{ labels: Record<string, { mark: string | null }>, noted: string[] }} position
 * @returns {Marks}
 */
export function marksOf({ labels, noted }) {
  const why = noted.map((square) => [square, "why"]);
  return Object.fromEntries([...why, ...Object.entries(labels).map(([square, { mark }]) => [square, mark])]);
}

/** How a move that loses discs is marked, as in books. */
export const JUDGED = { fine: "", inaccuracy: "?!", mistake: "?", blunder: "??" };
/** @type {Record<ValueView["judgement"], string>} */
export const JUDGEMENTS = { fine: "", inaccuracy: _("inaccuracy"), mistake: _("mistake"), blunder: _("blunder") };

/** @param {ValueView} value */
function fateOf({ exact, score }) {
  const count = Math.abs(score);
  if (!exact) return _("about {score}", { score: worth(score) });
  if (!score) return _("exactly a draw");
  return score > 0
    ? ngettext("exactly won by {count}", "exactly won by {count}", count)
    : ngettext("exactly lost by {count}", "exactly lost by {count}", count);
}

/**
 * @param {object} callbacks
 * @param {(square: string) => unknown} callbacks.choose
 * @param {(square: string | null) => unknown} [callbacks.point]
 * @param {() => boolean} [callbacks.steps]  whether left and right, Home and End go through moves and not over squares
 */
export function boardView({ choose, point = () => {}, steps = () => false }) {
  const letters = el("div.letters", { "aria-hidden": "true" });
  const numbers = el("div.numbers", { "aria-hidden": "true" });
  // The ring around the focused square appears with the first key press.
  const grid = el("div.board.by-pointer", { role: "grid", "aria-label": _("Othello board") });
  const node = el("div.board-frame", {}, letters, numbers, grid);
  let size = 0;
  let state = /** @type {Shown} */ (/** @type {unknown} */ (null)); // set by the first draw
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
    ); // start at a legal square
  }

  /** @param {number} to */
  function rove(to, move = true) {
    cells[here].tabIndex = -1;
    here = to;
    cells[here].tabIndex = 0;
    if (move) cells[here].focus({ preventScroll: true });
  }

  /**
   * Draw this state; discs flip in order if the same game was drawn before.
   * @param {Shown} next
   * @param {{ showNumbers?: boolean, showFlips?: boolean, watching?: object | null }} [how]
   */
  function draw(next, { showNumbers = false, showFlips = true, watching = null } = {}) {
    const fresh = !state || state.size !== next.size;
    const known = Boolean(state) && sameGame(state.id, next.id) && Math.abs(next.ply - state.ply) <= NEAR;
    state = next;
    if (fresh) build();
    const last = state.last ? squareIndex(state.last.square, size) : -1;
    const number = showNumbers ? moveNumbers() : {};
    cells.forEach((cell, i) => {
      const color = COLOR[state.board[i]];
      paintDisc(cell, color, known && !fresh ? last : -1, i);
      const name = cell.dataset.square;
      const flips = state.legal[name];
      cell.classList.toggle("legal", Boolean(flips));
      cell.classList.toggle("last", i === last);
      cell.classList.remove("hinted", "would-flip", "pointed");
      for (const extra of cell.querySelectorAll(".value, .number, .badge")) extra.remove();
      if (number[name] && color)
        cell.append(
          el(`span.number${color === "white" ? ".on-white" : ""}`, { "aria-hidden": "true" }, String(number[name])),
        );
      cell.setAttribute("aria-label", describe(name, color, flips, i === last));
    });
    node.classList.toggle("flips-off", !showFlips);
    grid.classList.toggle("waiting", Boolean(watching));
    grid.classList.toggle("over", Boolean(state.outcome));
    grid.setAttribute("aria-label", _("Othello board, {size} by {size}", { size }));
    const byKey = !grid.classList.contains("by-pointer");
    const pointed = cells.find((cell) => (byKey ? cell === document.activeElement : cell.matches(":hover")));
    if (pointed) showWould(pointed);
  }

  /**
   * Show a disc of this color: it drops if it was just played, and flips if it had the other color.
   * @param {Cell} cell
   * @param {Color | undefined} color
   * @param {number} origin  the square just played, from which discs flip; -1: no animation
   * @param {number} i
   */
  function paintDisc(cell, color, origin, i) {
    const there = cell.querySelector(".disc");
    if (!color) {
      there?.remove();
      return;
    }
    const disc = there instanceof HTMLElement ? there : el("div.disc", {}, el("b", {}, el("i"), el("i")));
    const turned = there && disc.classList.contains("white") !== (color === "white");
    disc.classList.toggle("white", color === "white");
    if (!there) cell.prepend(disc);
    const pace = stillness() ? 0 : PACE[settings.get("turning")];
    if (origin < 0 || !pace) return;
    if (turned) turnOver(disc, origin, i, pace);
    else if (!there && i === origin)
      disc.animate(
        [
          { transform: "translateY(-22%) scale(1.3)", opacity: 0.5 },
          { transform: "none", opacity: 1 },
        ],
        { duration: DROP * pace, easing: "ease-in" },
      );
  }

  /**
   * The disc lifts, tips away from the played disc, and lands on its other side.
   * @param {HTMLElement} disc
   * @param {number} origin
   * @param {number} i
   * @param {number} pace
   */
  function turnOver(disc, origin, i, pace) {
    const x = (i % size) - (origin % size);
    const y = Math.floor(i / size) - Math.floor(origin / size);
    const axis = `${-y}, ${x}, 0`;
    disc.style.setProperty("--axis", axis);
    disc.classList.add("turning");
    const body = part(disc, "b");
    for (const running of body.getAnimations()) running.cancel();
    /**
     * @param {number} lift  in widths of a disc
     * @param {number} angle
     */
    const pose = (lift, angle) => ({
      transform: `perspective(500px) translateZ(${lift * disc.offsetWidth}px) rotate3d(${axis}, ${angle}deg)`,
    });
    const turn = body.animate(
      [{ ...pose(0, -180), easing: "ease-in" }, { ...pose(0.9, -80), easing: "ease-out" }, { ...pose(0, 0) }],
      {
        duration: TURN * pace,
        delay: (DROP / 2 + RIPPLE * (Math.max(Math.abs(x), Math.abs(y)) - 1)) * pace,
        fill: "backwards",
      },
    );
    turn.onfinish = () => disc.classList.remove("turning");
  }

  /**
   * @param {string} name
   * @param {Color | null | undefined} color
   * @param {string[] | undefined} flips
   * @param {boolean} last
   */
  function describe(name, color, flips, last) {
    const square = { square: name };
    if (color === "black") return last ? _("{square}, black, last move", square) : _("{square}, black", square);
    if (color) return last ? _("{square}, white, last move", square) : _("{square}, white", square);
    return flips
      ? ngettext("{square}, empty, legal, flips {count}", "{square}, empty, legal, flips {count}", flips.length, square)
      : _("{square}, empty", square);
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

  /**
   * If squares are smaller than a finger, the first tap zooms in and the second one plays.
   * @param {Cell} cell
   */
  function comeNear(cell) {
    if (size <= 8 || cell.offsetWidth >= FINGER) return false;
    const i = cells.indexOf(cell);
    const middle = (/** @type {number} */ at) => `${(100 * (at + 0.5)) / size}%`;
    grid.style.transformOrigin = `${middle(i % size)} ${middle(Math.floor(i / size))}`; // fixed point
    grid.style.transform = `scale(${(1.1 * FINGER) / cell.offsetWidth})`;
    node.classList.add("near");
    return true;
  }

  function stepBack() {
    grid.style.transform = "";
    node.classList.remove("near");
  }

  /** @param {Event} event */
  const cellOf = (event) => /** @type {Cell | null} */ (within(event, ".square"));
  grid.addEventListener("pointerdown", () => grid.classList.add("by-pointer")); // no focus ring for pointers
  grid.addEventListener("keydown", () => grid.classList.remove("by-pointer"), true);
  grid.addEventListener("click", (event) => {
    const cell = cellOf(event);
    if (!cell) return;
    rove(cells.indexOf(cell));
    if (event.detail > 1) return; // ignore the second click of a double click
    const { square } = cell.dataset;
    const wasNear = node.classList.contains("near");
    if (wasNear) stepBack();
    else if (event instanceof PointerEvent && event.pointerType === "touch" && comeNear(cell)) return;
    if (!wasNear || state.legal[square]) choose(square); // a tap on an illegal square only zooms out
  });
  grid.addEventListener("pointerover", (event) => {
    if (event.pointerType === "mouse") showWould(cellOf(event));
  });
  grid.addEventListener("pointerleave", () => showWould(null));
  grid.addEventListener("focusin", (event) => {
    const cell = cellOf(event);
    if (!cell) return;
    rove(cells.indexOf(cell), false);
    if (!grid.classList.contains("by-pointer")) showWould(cell);
  });
  grid.addEventListener("focusout", () => showWould(null));
  grid.addEventListener("keydown", (event) => {
    if (event.altKey || (event.ctrlKey && !["Home", "End"].includes(event.key))) return;
    if (steps() && ["ArrowLeft", "ArrowRight", "Home", "End"].includes(event.key)) return;
    const x = here % size;
    const y = Math.floor(here / size);
    /** @type {Record<string, [number, number]>} */
    const ways = {
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
    const step = meant(event, ways);
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
     * Show values on the squares: exact ones framed, the best ones marked; null clears them.
     * @param {ValueView[]} list
     */
    values(list) {
      for (const cell of cells) {
        cell.querySelector(".value")?.remove();
        const value = list.find((one) => one.square === cell.dataset.square);
        if (!value) continue;
        const text = worth(value.score);
        const kinds = [
          "value",
          text.length > 2 && "long",
          value.exact && "exact",
          value.best ? "best" : value.judgement,
        ];
        const mark = value.best ? "★" : JUDGED[value.judgement];
        cell.append(
          el("span", { className: kinds.filter(Boolean).join(" "), dataset: { mark }, "aria-hidden": "true" }, text),
        );
        const square = describe(value.square, null, state.legal[value.square], false);
        const judged = value.best ? _("best move") : JUDGEMENTS[value.judgement];
        cell.setAttribute("aria-label", [square, fateOf(value), ...(judged ? [judged] : [])].join(", "));
      }
    },
    /**
     * Show the probability of each move; likelier squares are brighter; null clears them.
     * @param {MoveProbability[]} list
     */
    probabilities(list) {
      for (const cell of cells) {
        cell.querySelector(".probability")?.remove();
        const found = list.find((one) => one.square === cell.dataset.square);
        if (!found) continue;
        const percent = `${Math.round(100 * found.probability)}%`;
        const label = el("span.probability", { "aria-hidden": "true" }, percent);
        label.style.setProperty("--share", String(found.probability));
        cell.append(label);
        const square = describe(found.square, null, state.legal[found.square], false);
        cell.setAttribute("aria-label", `${square}, ${percent}`);
      }
    },
    /**
     * The squares that a review marks.
     * @param {Marks} marks
     */
    marks(marks) {
      for (const cell of cells) {
        cell.querySelector(".badge")?.remove();
        const mark = marks[cell.dataset.square];
        if (mark) cell.append(el(`span.badge.${mark}`, { "aria-hidden": "true" }, SIGNS[mark]));
      }
    },
    /**
     * Shake an illegal square.
     * @param {string} square
     */
    shake(square) {
      const cell = cells[squareIndex(square, size)];
      cell.classList.remove("refused");
      void cell.offsetWidth; // restart the animation
      cell.classList.add("refused");
    },
    /** Resolves when all animations have ended. */
    settled: () =>
      Promise.allSettled(
        grid
          .getAnimations({ subtree: true })
          .filter(moves)
          .map((one) => one.finished),
      ),
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
      node.classList.toggle("bare", !on);
    },
    /** @param {boolean} on */
    legal(on) {
      node.classList.toggle("show-legal-off", !on);
    },
  };
}
