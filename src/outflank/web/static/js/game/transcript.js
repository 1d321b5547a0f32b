// Copying the moves out, pasting moves in.

import { balloon } from "../desktop/balloon.js";
import { el, sentenceOf, uniqueId } from "../desktop/dom.js";
import { messageBox } from "../desktop/message_box.js";
import { close, openWindow } from "../desktop/windows.js";
import { get, send } from "./api.js";
import { look, newGame, table } from "./table.js";

/** @import { ReadGame, SeatsView } from "./shapes.js" */

export async function copyMoves() {
  const transcript = table.state.moves.map((move) => move.square ?? "").join(""); // the whole game, wherever one looks
  if (!transcript) {
    messageBox({ title: "Copy moves", text: "No move has been made yet.", icon: "info" });
    return;
  }
  try {
    await navigator.clipboard.writeText(transcript);
    balloon({
      title: "Copied",
      text: `${transcript.length > 60 ? `${transcript.slice(0, 60)}…` : transcript}`,
      icon: "copy",
    });
  } catch {
    showMoves(transcript); // clipboards need permission, or https: then let people copy it themselves
  }
}

/** @param {string} transcript */
function showMoves(transcript) {
  const box = el("textarea.field", {
    rows: 5,
    readOnly: true,
    value: transcript,
    "aria-label": "The moves",
    dataset: { autofocus: "" },
  });
  const win = openWindow({
    id: uniqueId("copy"),
    title: "Moves",
    icon: "copy",
    modal: true,
    resizable: false,
    width: 360,
    content: el(
      "div.window-body.dialog",
      {},
      el("p.note", {}, "This browser does not let the page copy. Copy the moves from here:"),
      box,
      el("div.buttons", {}, el("button.push.default", { type: "button", onclick: () => close(win) }, "OK")),
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

/** Copy an address with the whole game in it; whoever opens it sees the position that is shown now. */
export async function copyLink() {
  const { link } = await get(`/api/games/${table.state.id}/about`);
  const address = `${location.origin}${location.pathname}#game=${link}`;
  try {
    await navigator.clipboard.writeText(address);
    balloon({ title: "Copied", text: "The link carries the whole game.", icon: "copy" });
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
    "aria-label": "The moves",
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
          await messageBox({ title: "Paste", text: sentenceOf(problem), icon: "warning" });
          box.focus();
          return;
        }
        close(win);
        const [game] = pasted.games;
        const which = pasted.games.length > 1 ? `The first of ${pasted.games.length} games` : "The game";
        if (await begin(game, seats))
          balloon({
            title: `Pasted: ${pasted.format}`,
            text: `${which} stands ${game.transcript ? "after its last move" : "on the board"}. ${game.note}`,
            icon: "paste",
          });
      },
    },
    el(
      "p.note",
      {},
      "Paste the moves of a game, such as f5d6c3, a position, GGF, SGF, a link, the board or the save of another " +
        "program, or whatever else has a game in it. " +
        "A new game starts from there, with the same players.",
    ),
    box,
    el(
      "div.buttons",
      {},
      el("button.push.default", { type: "submit" }, "OK"),
      el("button.push", { type: "button", onclick: () => close(win) }, "Cancel"),
    ),
  );
  const win = openWindow({
    id: uniqueId("paste"),
    title: "Paste moves",
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
export const programs = [{ id: "paste", label: "Paste moves", icon: "paste", open: pasteMoves }];
