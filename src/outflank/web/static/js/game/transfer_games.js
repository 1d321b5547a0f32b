// Take your games with you: a code made in one browser brings its games to another one.

import { announce } from "../desktop/announce.js";
import { el, sentenceOf } from "../desktop/dom.js";
import { messageBox } from "../desktop/message_box.js";
import { findWindow, focus, openWindow } from "../desktop/windows.js";
import { send } from "./api.js";

/** @import { Program } from "../desktop/programs.js" */

const TITLE = "Take your games with you";

/** @param {unknown} problem */
const refuse = (problem) => messageBox({ title: TITLE, text: sentenceOf(problem), icon: "error" });

function openTakeAlong() {
  const there = findWindow("take-along");
  if (there) {
    focus(there);
    return;
  }
  const made = el("input.field", { type: "text", readOnly: true, "aria-label": "Your code", size: 26 });
  const entered = el("input.field", {
    type: "text",
    "aria-label": "Code from another browser",
    autocomplete: "off",
    spellcheck: false,
    maxLength: 40,
    size: 26,
  });

  async function make() {
    try {
      made.value = (await send("POST", "/api/recovery/code", {})).code;
    } catch (problem) {
      await refuse(problem);
      return;
    }
    made.focus();
    made.select();
    announce(`Your code is ${made.value}`);
  }

  /** @param {Event} event */
  async function enter(event) {
    event.preventDefault();
    try {
      await send("POST", "/api/recovery", { code: entered.value.trim() });
    } catch (problem) {
      await refuse(problem);
      return;
    }
    history.replaceState(null, "", location.pathname); // not the game that this tab has shown
    location.reload();
  }

  openWindow({
    id: "take-along",
    title: TITLE,
    icon: "user",
    width: 400,
    resizable: false,
    content: el(
      "div.window-body.dialog.take-along",
      {},
      el("fieldset.group", {}, [
        el("legend", {}, "From this browser"),
        el("p", {}, "Your games are known by this browser alone. A code brings them to another one. It works once."),
        el("div.row", {}, made, el("button.push", { type: "button", onclick: make }, "Make a code")),
      ]),
      el("fieldset.group", {}, [
        el("legend", {}, "To this browser"),
        el(
          "p",
          {},
          "Enter a code that you made elsewhere. The games of both browsers are together then, in both; " +
            "so enter only a code of your own.",
        ),
        el(
          "form",
          { onsubmit: enter },
          el("div.row", {}, entered, el("button.push.default", { type: "submit" }, "Bring them here")),
        ),
      ]),
    ),
  });
}

/** @type {Program[]} */
export const programs = [
  { id: "take-along", label: `${TITLE}…`, icon: "user", open: openTakeAlong, start: ["settings"] },
];
