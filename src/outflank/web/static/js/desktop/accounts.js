// User Accounts: your name and picture in the Start menu and on the welcome screen.

import { el, icon, uniqueId } from "./dom.js";
import { _ } from "./language.js";
import { settings, setUserName, userName } from "./settings.js";
import { close, findWindow, focus, openWindow } from "./windows.js";

/** The pictures to choose from, with names for screen readers. */
export const PICTURES = {
  user: _("Discs on a hill"),
  duck: _("Duck"),
  palm: _("Palm tree"),
  ball: _("Football"),
  trophy: _("Trophy"),
  person: _("Person"),
};

export function userAccounts() {
  const there = findWindow("accounts");
  if (there) {
    focus(there);
    return;
  }
  const group = uniqueId("picture");
  const name = el("input.field", {
    type: "text",
    value: userName(),
    maxLength: 30,
    autocomplete: "off",
    spellcheck: false,
    dataset: { autofocus: "" },
  });
  const pictures = Object.entries(PICTURES).map(([id, label]) =>
    el(
      "label.account-picture",
      { title: label },
      el("input", {
        type: "radio",
        name: group,
        value: id,
        checked: id === settings.get("picture"),
        "aria-label": label,
      }),
      icon(id),
    ),
  );
  const form = el(
    "form",
    {
      onsubmit: (event) => {
        event.preventDefault();
        setUserName(name.value);
        settings.set("picture", String(new FormData(form).get(group)));
        close(win);
      },
    },
    el("div.stack", {}, el("label", {}, _("Your name:"), name)),
    el("fieldset.group", {}, el("legend", {}, _("Your picture")), el("div.account-pictures", {}, pictures)),
    el(
      "div.buttons",
      {},
      el("button.push.default", { type: "submit" }, _("OK")),
      el("button.push", { type: "button", onclick: () => close(win) }, _("Cancel")),
    ),
  );
  const win = openWindow({
    id: "accounts",
    title: _("User accounts"),
    icon: "user",
    width: 330,
    resizable: false,
    escapes: true,
    content: el("div.window-body.dialog", {}, form),
  });
  name.select();
}
