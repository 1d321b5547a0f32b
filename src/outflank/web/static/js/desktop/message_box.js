// Message boxes and prompts; each returns a promise of the chosen button (null when closed).

import { el, icon, meant, neighbour, parts, uniqueId } from "./dom.js";
import { _ } from "./language.js";
import { sounds } from "./sounds.js";
import { close, openWindow } from "./windows.js";

/** @type {Record<string, keyof typeof sounds | null>} */
const SOUND = { info: "ding", question: "ding", warning: "chord", error: "error", trophy: null };

/**
 * @param {object} message
 * @param {string} message.title
 * @param {string} message.text
 * @param {string} [message.icon]  "info", "question", "warning", "error" or "trophy", with its sound
 * @param {string[]} [message.buttons]  the first is the default
 * @param {Node | null} [message.extra]
 * @param {number} [message.width]
 * @param {keyof typeof sounds | null} [message.sound]  instead of the icon's sound; null: none
 * @returns {Promise<string | null>}
 */
export function messageBox({
  title,
  text,
  icon: name = "info",
  buttons = [_("OK")],
  extra = null,
  width = 330,
  sound,
}) {
  return new Promise((resolve) => {
    /** @type {string | null} */
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
      const by = meant(event, { ArrowRight: 1, ArrowLeft: -1 });
      if (by) neighbour(parts(row, "button"), by).focus();
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

/**
 * Ask for a line of text; null when canceled.
 * @param {object} question
 * @param {string} question.title
 * @param {string} question.label
 * @param {string} [question.value]
 * @param {string} [question.icon]
 * @param {string} [question.ok]
 * @param {number} [question.maxLength]
 * @returns {Promise<string | null>}
 */
export function askText({ title, label, value = "", icon: name = "rename", ok = _("OK"), maxLength = 80 }) {
  return new Promise((resolve) => {
    /** @type {string | null} */
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
        el("button.push", { type: "button", onclick: () => close(win) }, _("Cancel")),
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
