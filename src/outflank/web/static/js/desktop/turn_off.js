// _("Turn off computer"): stand by, turn off, restart. Nothing is lost: every move is already saved.

import { el, icon } from "./dom.js";
import { _ } from "./language.js";
import { sounds } from "./sounds.js";
import { windows } from "./window_list.js";
import { close, openWindow } from "./windows.js";

/** @param {{ standBy: () => unknown, restart: () => unknown }} choices */
export function turnOff({ standBy, restart }) {
  /**
   * @param {string} label
   * @param {string} name  of its icon
   * @param {() => unknown} act
   */
  const pick = (label, name, act) =>
    el(
      "button",
      {
        type: "button",
        onclick: () => {
          close(win);
          act();
        },
      },
      icon(name),
      el("span", {}, label),
    );
  const win = openWindow({
    id: "turn-off",
    title: _("Turn off computer"),
    icon: "power",
    modal: true,
    resizable: false,
    width: 320,
    className: "bare",
    content: el(
      "div.window-body.turn-off",
      {},
      el("div.band", {}, _("Turn off computer"), icon("emblem", "big")),
      el(
        "div.choices",
        {},
        pick(_("Stand by"), "standby", standBy),
        pick(_("Turn off"), "power", sleep),
        pick(_("Restart"), "restart", restart),
      ),
      el("div.band", {}, el("span"), el("button.push", { type: "button", onclick: () => close(win) }, _("Cancel"))),
    ),
  });
  win.shade?.classList.add("grey");
}

function sleep() {
  sounds.off();
  for (const win of [...windows.all]) close(win);
  const wake = () => location.reload();
  const screen = el(
    "button.asleep",
    { type: "button", onclick: wake },
    el("span", {}, _("It is now safe to close this tab.")),
    el("span.welcome-hint", {}, _("Your games are saved. Press any key to return.")),
  );
  document.body.append(screen);
  screen.focus();
  screen.addEventListener("keydown", wake);
}
