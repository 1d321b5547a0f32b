// The clocks of a game: the server sends the remaining times and the running side; the page counts down between
// responses and asks the server when a time seems to be up. The server's clock decides.

import { el } from "../desktop/dom.js";
import { _ } from "../desktop/language.js";
import { displayed, table, timeUp } from "./table.js";

/** @import { ClockView, Color } from "./shapes.js" */

const TICK = 100; // ms
const DAY = 24 * 3600; // seconds
const HURRY = 20; // seconds from which the clock is highlighted

/** @type {ClockView | null} */
let clock = null;
let arrived = 0;
let asked = false;

/**
 * A side's clock, which updates itself.
 * @param {Color} color
 */
export const clockFace = (color) => el("span.seat-clock", { hidden: true, dataset: { clock: color }, role: "timer" });

/** @param {Color} color */
function left(color) {
  if (!clock) return 0;
  const gone = displayed()?.turn === color && clock.running === color ? (performance.now() - arrived) / 1000 : 0;
  return Math.max(0, clock[color] - gone);
}

/**
 * 4:05, or with tenths in the last seconds 0:07.3, or in days
 * @param {number} seconds
 */
function clockText(seconds) {
  const hours = Math.round(seconds / 3600);
  if (seconds >= DAY) return _("{days} d {hours} h", { days: Math.floor(hours / 24), hours: hours % 24 });
  const tenths = seconds < HURRY / 2;
  const shown = tenths ? Math.floor(seconds * 10) / 10 : Math.ceil(seconds);
  const minutes = Math.floor(shown / 60);
  const rest = (shown - 60 * minutes).toFixed(tenths ? 1 : 0);
  return `${minutes}:${rest.padStart(tenths ? 4 : 2, "0")}`;
}

function tick() {
  for (const node of document.querySelectorAll("[data-clock]")) {
    if (!(node instanceof HTMLElement)) continue;
    const color = /** @type {Color} */ (node.dataset.clock);
    node.hidden = !clock;
    if (!clock) continue;
    const text = clockText(left(color));
    if (node.textContent !== text) node.textContent = text;
    node.classList.toggle("running", clock.running === color);
    node.classList.toggle("hurry", clock.running === color && left(color) < HURRY);
  }
  if (!asked && clock?.running && !table.guess && left(clock.running) === 0) {
    asked = true;
    timeUp();
  }
}

table.addEventListener("state", ({ detail: { state } }) => {
  clock = state.clock;
  arrived = performance.now();
  asked = false;
  tick();
});
setInterval(tick, TICK);
