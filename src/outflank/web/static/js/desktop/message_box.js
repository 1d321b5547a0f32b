// Message boxes and small questions; each is a promise of the button chosen (null when closed).

import { el, icon, uniqueId } from "./dom.js";
import { sounds } from "./sounds.js";
import { close, openWindow } from "./windows.js";

const SOUND = { info: "ding", question: "ding", warning: "chord", error: "error", trophy: null };

/** messageBox({title, text, icon: "info"|"question"|"warning"|"error", buttons: ["OK"], extra: node}) */
export function messageBox({ title, text, icon: name = "info", buttons = ["OK"], extra = null, width = 330, sound }) {
  return new Promise((resolve) => {
    let answer = null;
    const textId = uniqueId("message");
    const row = el(
      "div.buttons",
      {},
      buttons.map((label, i) =>
        el(
          `button.push${i === 0 ? ".default" : ""}`,
          {
            type: "button",
            dataset: i === 0 ? { autofocus: "" } : {},
            onclick: () => {
              answer = label;
              close(win);
            },
          },
          label,
        ),
      ),
    );
    const content = el(
      "div.window-body.dialog.message-box",
      {},
      el("div.message", {}, icon(name), el("div", { id: textId }, el("p", {}, text), extra)),
      row,
    );
    row.addEventListener("keydown", (event) => {
      const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (by)
        [...row.children][
          ([...row.children].indexOf(document.activeElement) + by + row.children.length) % row.children.length
        ].focus();
    });
    const win = openWindow({
      id: uniqueId("message"),
      title,
      icon: name,
      content,
      modal: true,
      resizable: false,
      role: "alertdialog",
      describedBy: textId,
      width,
      onclose: () => resolve(answer),
    });
    const play = sound === undefined ? SOUND[name] : sound;
    if (play) sounds[play]();
  });
}

/** Ask for a line of text; null when cancelled. */
export function askText({ title, label, value = "", icon: name = "rename", ok = "OK", maxLength = 80 }) {
  return new Promise((resolve) => {
    let answer = null;
    const input = el("input.field", {
      type: "text",
      value,
      maxLength,
      dataset: { autofocus: "" },
      autocomplete: "off",
      spellcheck: false,
    });
    const form = el(
      "form",
      {
        onsubmit: (event) => {
          event.preventDefault();
          answer = input.value;
          close(win);
        },
      },
      el("div.stack", {}, el("label", {}, label, input)),
      el(
        "div.buttons",
        {},
        el("button.push.default", { type: "submit" }, ok),
        el("button.push", { type: "button", onclick: () => close(win) }, "Cancel"),
      ),
    );
    const win = openWindow({
      id: uniqueId("ask"),
      title,
      icon: name,
      content: el("div.window-body.dialog", {}, form),
      modal: true,
      resizable: false,
      width: 320,
      onclose: () => resolve(answer),
    });
    input.select();
  });
}
