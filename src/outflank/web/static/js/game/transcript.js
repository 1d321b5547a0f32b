// Copies and pastes moves.

import { balloon } from "../desktop/balloon.js";
import { el, sentenceOf, uniqueId } from "../desktop/dom.js";
import { _, ngettext } from "../desktop/language.js";
import { messageBox } from "../desktop/message_box.js";
import { launch } from "../desktop/programs.js";
import { close, openWindow } from "../desktop/windows.js";
import { get, send } from "./api.js";
import { look, newGame, table } from "./table.js";

/** @import { ReadGame } from "./shapes.js" */

export async function copyMoves() {
  const transcript = table.state.moves.map((move) => move.square ?? "").join(""); // the whole game, from any position
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
    showMoves(transcript); // the clipboard needs permission or https
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
 * A game that was read, with its own players; it is analysed.
 * @param {ReadGame} game
 */
async function begin(game) {
  const { size, transcript, start, black, white } = game;
  const names = { black_name: black || null, white_name: white || null };
  const began = await newGame({ size, start, transcript, black: "human", white: "human", ...names });
  if (began) launch("moves");
  return began;
}

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

/** Open the game in the address; false if there is none or it is invalid. */
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
        if (await begin(game))
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
          "It opens for analysis, and you can play on from any position.",
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
export const programs = [{ id: "paste", topic: "analyze", label: _("Paste moves"), icon: "paste", open: pasteMoves }];
