// Move to another device: a code created in one browser brings its games to another one.

import { announce } from "../desktop/announce.js";
import { el, sentenceOf } from "../desktop/dom.js";
import { _ } from "../desktop/language.js";
import { messageBox } from "../desktop/message_box.js";
import { findWindow, focus, openWindow } from "../desktop/windows.js";
import { send } from "../game/api.js";

const TITLE = _("Move to another device");

/** @param {unknown} problem */
const refuse = (problem) => messageBox({ title: TITLE, text: sentenceOf(problem), icon: "error" });

export function openTakeAlong() {
  const there = findWindow("take-along");
  if (there) {
    focus(there);
    return;
  }
  const made = el("input.field", { type: "text", readOnly: true, "aria-label": _("Your code"), size: 26 });
  const entered = el("input.field", {
    type: "text",
    "aria-label": _("Code from another browser"),
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
    announce(_("Your code is {code}.", { code: made.value }));
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
    history.replaceState(null, "", location.pathname); // do not reopen the game that this tab showed
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
        el("legend", {}, _("From this browser")),
        el(
          "p",
          {},
          _("Your games belong to this browser. Create a code to open them in another one. Each code works once."),
        ),
        el("div.row", {}, made, el("button.push", { type: "button", onclick: make }, _("Create code"))),
      ]),
      el("fieldset.group", {}, [
        el("legend", {}, _("To this browser")),
        el(
          "p",
          {},
          _(
            "Enter a code that you created in another browser. Both browsers then share all your games. " +
              "Enter only your own codes.",
          ),
        ),
        el(
          "form",
          { onsubmit: enter },
          el("div.row", {}, entered, el("button.push.default", { type: "submit" }, _("Move games here"))),
        ),
      ]),
    ),
  });
}
