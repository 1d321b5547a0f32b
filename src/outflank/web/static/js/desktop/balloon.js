// Yellow balloons over the tray, one at a time. A balloon closes on ×, after a while, or when a new one opens.

import { announce } from "./announce.js";
import { el, icon, overlay } from "./dom.js";
import { _ } from "./language.js";
import { sounds } from "./sounds.js";

const STAY = 9000; // ms, long enough to read two lines twice
/** @type {HTMLElement | null} */
let current = null;

/**
 * @param {object} message
 * @param {string} message.title
 * @param {string} message.text
 * @param {string} [message.icon]
 * @param {{ label: string, run: () => unknown } | null} [message.action]
 * @param {boolean} [message.quiet]  not said aloud
 */
export function balloon({ title, text, icon: name = "info", action = null, quiet = false }) {
  dismiss();
  const node = el(
    "div.balloon",
    {},
    el("b", {}, icon(name), title),
    el("p", {}, text),
    action &&
      el(
        "button.link",
        {
          type: "button",
          onclick: () => {
            dismiss();
            action.run();
          },
        },
        action.label,
      ),
    el("button.dismiss", { type: "button", "aria-label": _("Close"), onclick: dismiss }, "×"),
  );
  overlay().append(node);
  current = node;
  if (!quiet) announce(`${title}: ${text}`);
  sounds.balloon();
  let timer = setTimeout(leave, STAY);
  node.addEventListener("pointerenter", () => {
    clearTimeout(timer);
    node.classList.remove("leaving");
  });
  node.addEventListener("pointerleave", () => {
    timer = setTimeout(leave, 2500);
  });
  function leave() {
    node.classList.add("leaving");
    timer = setTimeout(() => node.remove(), 850);
  }
}

export function dismiss() {
  current?.remove();
  current = null;
}
