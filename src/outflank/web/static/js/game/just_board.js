// Just the board: nothing on the screen but the board, names, clocks and four arrows, for projectors, small screens and
// strong players. F11, a task and the View menu turn it on and off, and the address #board begins with it.

const ADDRESS = "#board";
const root = document.documentElement;

export const isJustBoard = () => "justBoard" in root.dataset;

/** @param {boolean} on */
function show(on) {
  root.toggleAttribute("data-just-board", on);
  dispatchEvent(new Event("resize")); // the window is fitted again
}

export function toggleJustBoard() {
  const on = !isJustBoard();
  show(on);
  // Where the browser does not allow it, the mode fills the page alone.
  const full = on ? root.requestFullscreen?.() : document.fullscreenElement && document.exitFullscreen();
  full?.catch(() => {});
}

/** Begin with just the board where the address says so. */
export function justBoardOfAddress() {
  if (location.hash !== ADDRESS) return;
  history.replaceState(history.state, "", location.pathname);
  show(true);
}

document.addEventListener("fullscreenchange", () => {
  if (!document.fullscreenElement && isJustBoard()) show(false); // left with the browser's own key
});
