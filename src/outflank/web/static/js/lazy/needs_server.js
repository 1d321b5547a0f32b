// For what needs other people: a page without a server asks for the address of one.

import { el } from "../desktop/dom.js";
import { _ } from "../desktop/language.js";
import { read, write } from "../desktop/settings.js";
import { close, openWindow } from "../desktop/windows.js";

const KEY = "outflank.server";

/** @param {string} label  of the program */
export function openNeedsServer(label) {
  const field = el("input.field", {
    type: "url",
    required: true,
    placeholder: "https://",
    value: String(read(KEY).address ?? ""),
    "aria-label": _("Address of a server"),
  });
  const win = openWindow({
    id: "needs-server",
    title: label,
    icon: "network",
    width: 360,
    resizable: false,
    content: el(
      "form.window-body.dialog",
      {
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          write(KEY, { address: field.value });
          location.assign(field.value);
        },
      },
      el("p", {}, _("Playing with other people needs a server. Enter the address of one, or continue here alone.")),
      el("div.row", {}, field),
      el(
        "div.buttons",
        {},
        el("button.push.default", { type: "submit" }, _("Open server")),
        el("button.push", { type: "button", onclick: () => close(win) }, _("Cancel")),
      ),
    ),
  });
  field.focus();
}
