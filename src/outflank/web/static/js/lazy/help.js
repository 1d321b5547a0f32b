// Help and Support, the keys, and About.

import { el, icon, part } from "../desktop/dom.js";
import { _ } from "../desktop/language.js";
import { close, findWindow, focus, openWindow } from "../desktop/windows.js";

const KEYS = [
  [_("Arrow keys"), _("Move over the board")],
  ["A–P, 1–16", _("Go to a column or row")],
  [_("Enter, Space"), _("Play on the square")],
  ["Ctrl+Z, Ctrl+Y", _("Undo, redo")],
  ["←, →, Home, End", _("Step through the moves, when the focus is not on the board")],
  ["F1", _("Help")],
  ["F2", _("New game")],
  ["F3", _("Hint")],
  ["F8", _("Values of all moves")],
  ["F7", _("Analyze")],
  ["F4", _("Move list")],
  ["F11", _("Just the board")],
  ["F9", _("Resign")],
  ["Ctrl+S", _("Save as…")],
  ["Ctrl+O", _("My Games")],
  ["/", _("Type a move or command")],
  [_("Pause key"), _("Pause or continue the computer")],
  [_("F10, Alt+letter"), _("Open a menu")],
  ["F6", _("Next window")],
  ["Alt+S", _("Start menu")],
  ["Esc", _("Close a menu or message")],
  ["Shift+F10", _("Context menu")],
];

export function openHelp(section = "rules") {
  const there = findWindow("help");
  if (there) {
    focus(there);
    there.node.querySelector(`#help-${section}`)?.scrollIntoView();
    return;
  }
  const win = openWindow({
    id: "help",
    title: _("Help and support"),
    icon: "help",
    width: 470,
    height: 430,
    content: el(
      "div.help",
      { tabIndex: 0, role: "document", "aria-label": _("Help") },
      el("h3", { id: "help-rules" }, _("How to play")),
      el(
        "p",
        {},
        _(
          "Black moves first, then the players take turns. Place a disc so that it outflanks your opponent's discs: " +
            "they must lie in a straight line, without a gap, between the new disc and another disc of your color. " +
            "All outflanked discs, in every direction, flip to your color.",
        ),
      ),
      el(
        "p",
        {},
        _(
          "A move must flip at least one disc. A player without a legal move passes automatically. The game is over " +
            "when neither player can move. The player with more discs wins, and empty squares count for the winner.",
        ),
      ),
      el("h3", {}, _("On the board")),
      el(
        "p",
        {},
        _(
          "Dots mark the legal moves. Point at one to see rings on the discs that it flips. " +
            "The red dot marks the last move.",
        ),
      ),
      el(
        "p",
        {},
        _(
          "A disc in a corner can never be flipped. The squares next to an empty corner are dangerous: playing there " +
            "may give your opponent the corner. Early in the game, fewer discs often mean more legal moves.",
        ),
      ),
      el("h3", {}, _("Your games")),
      el(
        "p",
        {},
        _(
          "Every move is saved immediately. You can close the page and continue the game later. " +
            "My Games lists all your games. Save as… saves a copy under a name.",
        ),
      ),
      el("h3", { id: "help-keys" }, _("Keyboard shortcuts")),
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

export function about() {
  const win = openWindow({
    id: "about",
    title: _("About Othello"),
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
          _("Outflank {version}. Play Othello (Reversi), study it, and teach a computer to play it.", {
            version: document.documentElement.dataset.version ?? "",
          }),
        ),
        el("p.note", {}, _("This page contacts only the server that it was loaded from.")),
        el(
          "div.buttons",
          {},
          el("button.push.default", { type: "button", dataset: { autofocus: "" }, onclick: () => close(win) }, _("OK")),
        ),
      ),
    ),
  });
}
