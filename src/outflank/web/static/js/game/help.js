// Help and Support, the keys, and About.

import { el, icon, part } from "../desktop/dom.js";
import { close, findWindow, focus, openWindow } from "../desktop/windows.js";

/** @import { Program } from "../desktop/programs.js" */

const KEYS = [
  ["Arrows", "walk over the board"],
  ["A–P, 1–16", "go to a column or row"],
  ["Enter or Space", "play on the square"],
  ["Ctrl+Z, Ctrl+Y", "take back, redo"],
  ["←, →, Home, End", "through the moves, off the board"],
  ["F1", "this help"],
  ["F2", "new game"],
  ["F3", "hint"],
  ["F8", "values of all moves"],
  ["F7", "review"],
  ["F4", "move list"],
  ["F9", "resign"],
  ["Ctrl+S", "save under a name"],
  ["Ctrl+O", "My Games"],
  ["/", "type a move or a command"],
  ["Pause", "stop or continue the computer"],
  ["F10 or Alt+letter", "the menus"],
  ["F6", "next window"],
  ["Alt+S", "the Start menu"],
  ["Esc", "close a menu or message"],
  ["Shift+F10", "the menu of what has the focus"],
];

function openHelp(section = "rules") {
  const there = findWindow("help");
  if (there) {
    focus(there);
    there.node.querySelector(`#help-${section}`)?.scrollIntoView();
    return;
  }
  const win = openWindow({
    id: "help",
    title: "Help and Support",
    icon: "help",
    width: 470,
    height: 430,
    content: el(
      "div.help",
      { tabIndex: 0, role: "document", "aria-label": "Help" },
      el("h3", { id: "help-rules" }, "How to play"),
      el(
        "p",
        {},
        "Black and White take turns, Black first. You place a disc so that it outflanks: between it and another disc " +
          "of your colour there is a straight line of your opponent's discs, without a gap. All discs so caught, in " +
          "every direction, turn over to your colour.",
      ),
      el(
        "p",
        {},
        "A move must turn at least one disc. Whoever has no move passes; this happens by itself. When neither side " +
          "can move the game is over, the most discs win, and empty squares count for the winner.",
      ),
      el("h3", {}, "On the board"),
      el(
        "p",
        {},
        "A dot marks where you may play. Point at it to see the rings on the discs it would turn. " +
          "The red dot is the last move.",
      ),
      el(
        "p",
        {},
        "Corners can never be turned again. The squares next to an empty corner are dangerous: they may give it " +
          "away. Early on, fewer discs often mean more choice.",
      ),
      el("h3", {}, "Your games"),
      el(
        "p",
        {},
        "Every move is kept as soon as it is made. Close the page and come back: the game is where you left it. " +
          "My Games has all of them; Save as… puts a copy under a name.",
      ),
      el("h3", { id: "help-keys" }, "Keys"),
      el(
        "table",
        {},
        el(
          "tbody",
          {},
          KEYS.map(([keys, what]) => el("tr", {}, el("th", { scope: "row" }, el("kbd", {}, keys)), el("td", {}, what))),
        ),
      ),
    ),
  });
  if (section !== "rules") part(win.node, `#help-${section}`).scrollIntoView();
}

function about() {
  const win = openWindow({
    id: "about",
    title: "About Othello",
    icon: "othello",
    modal: true,
    resizable: false,
    width: 380,
    content: el(
      "div.window-body",
      {},
      el("div.banner", {}, icon("emblem"), "Outflank"),
      el(
        "div.dialog",
        {},
        el(
          "p",
          {},
          `Outflank ${document.documentElement.dataset.version}. ` +
            "Othello (Reversi), complete: play it, study it, teach a computer to play it.",
        ),
        el(
          "p.note",
          {},
          "Drawn and sounded by this page itself. It sends nothing anywhere but to the server it came from.",
        ),
        el(
          "div.buttons",
          {},
          el("button.push.default", { type: "button", dataset: { autofocus: "" }, onclick: () => close(win) }, "OK"),
        ),
      ),
    ),
  });
}

/** @type {Program[]} */
export const programs = [
  {
    id: "help",
    label: "Help and Support",
    icon: "help",
    open: () => openHelp(),
    start: ["support"],
    desktop: 5,
    keys: ["F1", "?"],
  },
  { id: "keys", label: "Keys", icon: "help", open: () => openHelp("keys") },
  { id: "about", label: "About", icon: "info", open: about, start: ["footer"] },
];
