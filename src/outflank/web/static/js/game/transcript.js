// Copying the moves out, pasting moves in.

import { el, uniqueId } from "../desktop/dom.js";
import { openWindow, close } from "../desktop/windows.js";
import { messageBox } from "../desktop/message_box.js";
import { balloon } from "../desktop/balloon.js";
import { table, newGame } from "./table.js";

export async function copyMoves() {
  const { transcript } = table.state;
  if (!transcript) { messageBox({ title: "Copy moves", text: "No move has been made yet.", icon: "info" }); return; }
  try {
    await navigator.clipboard.writeText(transcript);
    balloon({ title: "Copied", text: `${transcript.length > 60 ? `${transcript.slice(0, 60)}…` : transcript}`, icon: "copy" });
  } catch {
    showMoves(transcript);      // clipboards need permission, or https: then let people copy it themselves
  }
}

function showMoves(transcript) {
  const box = el("textarea.field", { rows: 5, readOnly: true, value: transcript, "aria-label": "The moves", dataset: { autofocus: "" } });
  const win = openWindow({ id: uniqueId("copy"), title: "Moves", icon: "copy", modal: true, resizable: false, width: 360, content: el("div.window-body.dialog", {}, el("p.note", {}, "This browser does not let the page copy. Copy the moves from here:"), box, el("div.buttons", {}, el("button.push.default", { type: "button", onclick: () => close(win) }, "OK"))) });
  box.select();
}

export function pasteMoves() {
  const box = el("textarea.field", { rows: 6, maxLength: 2000, spellcheck: false, "aria-label": "The moves", placeholder: "f5d6c3d3c4…", dataset: { autofocus: "" } });
  const { size, seats } = table.state;
  const form = el("form", { onsubmit: async (event) => {
    event.preventDefault();
    const transcript = box.value;
    close(win);
    if (await newGame({ size, black: seats.black.spec, white: seats.white.spec, transcript })) balloon({ title: "Pasted", text: "The game stands after the last move you pasted.", icon: "paste" });
  } }, el("p.note", {}, "Paste the moves of a game, such as f5d6c3. A new game starts from there, with the same players."), box, el("div.buttons", {}, el("button.push.default", { type: "submit" }, "OK"), el("button.push", { type: "button", onclick: () => close(win) }, "Cancel")));
  const win = openWindow({ id: uniqueId("paste"), title: "Paste moves", icon: "paste", modal: true, resizable: false, width: 380, content: el("div.window-body.dialog", {}, form) });
  navigator.clipboard?.readText?.().then((text) => { if (/^[\sa-p0-9.,;-]{2,2000}$/i.test(text) && !box.value) { box.value = text.trim(); box.select(); } }, () => {});
}
