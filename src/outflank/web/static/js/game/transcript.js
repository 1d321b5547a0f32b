// Copying the moves out, pasting moves in.

import { balloon } from "../desktop/balloon.js";
import { el, sentenceOf, uniqueId } from "../desktop/dom.js";
import { _, ngettext } from "../desktop/language.js";
import { messageBox } from "../desktop/message_box.js";
import { close, openWindow } from "../desktop/windows.js";
import { get, send } from "./api.js";
import { look, newGame, table } from "./table.js";

/** @import { ReadGame, SeatsView } from "./shapes.js" */

export async function copyMoves() {
  const transcript = table.state.moves.map((move) => move.square ?? "").join(""); // the whole game, wherever one looks
  if (!transcript) {
    messageBox({ title: _("Copy moves"), text: _("No moves have been played yet."), icon: "info" });
    return;
  }
  try {
    await navigator.clipboard.writeText(transcript);
    balloon({
      title: _("Copied"),
      text: `${transcript.length > 60 ? `${transcript.slice(0, 60)}…` : transcript}`,
      icon: "copy",
    });
  } catch {
    showMoves(transcript); // clipboards need permission, or https
  }
}

/** @param {string} transcript */
function showMoves(transcript) {
  const box = el("textarea.field", {
    rows: 5,
    readOnly: true,
    value: transcript,
    "aria-label": _("The moves"),
    dataset: { autofocus: "" },
  });
  const win = openWindow({
    id: uniqueId("copy"),
    title: _("Moves"),
    icon: "copy",
    modal: true,
    resizable: false,
    width: 360,
    content: el(
      "div.window-body.dialog",
      {},
      el("p.note", {}, _("The browser does not let this page copy. Copy the text below:")),
      box,
      el("div.buttons", {}, el("button.push.default", { type: "button", onclick: () => close(win) }, _("OK"))),
    ),
  });
  box.select();
}

/**
 * A new game from one that was read: its start, its moves.
 * @param {ReadGame} game
 * @param {SeatsView} seats
 */
const begin = (game, seats) =>
  newGame({
    size: game.size,
    black: seats.black.player,
    white: seats.white.player,
    transcript: game.transcript,
    ...(game.start ? { start: game.start } : {}),
  });

/** Copy an address that contains the whole game and opens at the position that is shown now. */
export async function copyLink() {
  const { link } = await get(`/api/games/${table.state.id}/about`);
  const address = `${location.origin}${location.pathname}#game=${link}`;
  try {
    await navigator.clipboard.writeText(address);
    balloon({ title: _("Copied"), text: _("The link contains the whole game."), icon: "copy" });
  } catch {
    showMoves(address);
  }
}

/** The game in the address, put on the table to look at; false if there is none, or none that can be read. */
export async function openLink() {
  const link = new URLSearchParams(location.hash.slice(1)).get("game");
  if (!link) return false;
  const shown = await look(link);
  if (!shown) history.replaceState(null, "", location.pathname);
  return shown;
}

export function pasteMoves() {
  const box = el("textarea.field", {
    rows: 6,
    maxLength: 100000,
    spellcheck: false,
    "aria-label": _("The moves"),
    placeholder: "f5d6c3d3c4…",
    dataset: { autofocus: "" },
  });
  const { seats } = table.state;
  const form = el(
    "form",
    {
      onsubmit: async (event) => {
        event.preventDefault();
        let pasted;
        try {
          pasted = await send("POST", "/api/read", { text: box.value });
        } catch (problem) {
          await messageBox({ title: _("Paste"), text: sentenceOf(problem), icon: "warning" });
          box.focus();
          return;
        }
        close(win);
        const [game] = pasted.games;
        const { length } = pasted.games;
        if (await begin(game, seats))
          balloon({
            title: _("Pasted: {format}", { format: pasted.format }),
            text: [
              ...(length > 1
                ? [
                    ngettext("The text has {count} game.", "The text has {count} games.", length),
                    _("This is the first one."),
                  ]
                : []),
              game.transcript ? _("The board shows the last position.") : _("The position is on the board."),
              game.note,
            ].join(" "),
            icon: "paste",
          });
      },
    },
    el(
      "p.note",
      {},
      _(
        "Paste moves such as f5d6c3, a position, GGF, SGF, a link, or a game from another program. " +
          "A new game starts from there with the same players.",
      ),
    ),
    box,
    el(
      "div.buttons",
      {},
      el("button.push.default", { type: "submit" }, _("OK")),
      el("button.push", { type: "button", onclick: () => close(win) }, _("Cancel")),
    ),
  );
  const win = openWindow({
    id: uniqueId("paste"),
    title: _("Paste moves"),
    icon: "paste",
    modal: true,
    resizable: false,
    width: 380,
    content: el("div.window-body.dialog", {}, form),
  });
  navigator.clipboard?.readText?.().then(
    (text) => {
      if (/^[\sa-p0-9.,;-]{2,2000}$/i.test(text) && !box.value) {
        box.value = text.trim();
        box.select();
      }
    },
    () => {},
  );
}

/** @type {import("../desktop/programs.js").Program[]} */
export const programs = [{ id: "paste", label: _("Paste moves"), icon: "paste", open: pasteMoves }];
