// User Accounts: what the Start menu and the welcome screen call you, and the picture they show.

import { el, icon, uniqueId } from "./dom.js";
import { settings } from "./settings.js";
import { close, findWindow, focus, openWindow } from "./windows.js";

/** The pictures to choose from, with names for those who do not see them. */
export const PICTURES = {
  user: "Discs on a hill",
  duck: "Duck",
  palm: "Palm tree",
  ball: "Football",
  trophy: "Cup",
  person: "Somebody",
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
    value: settings.get("name"),
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
        if (name.value.trim()) settings.set("name", name.value.trim());
        settings.set("picture", String(new FormData(form).get(group)));
        close(win);
      },
    },
    el("div.stack", {}, el("label", {}, "Your name:", name)),
    el("fieldset.group", {}, el("legend", {}, "Your picture"), el("div.account-pictures", {}, pictures)),
    el(
      "div.buttons",
      {},
      el("button.push.default", { type: "submit" }, "OK"),
      el("button.push", { type: "button", onclick: () => close(win) }, "Cancel"),
    ),
  );
  const win = openWindow({
    id: "accounts",
    title: "User Accounts",
    icon: "user",
    width: 330,
    resizable: false,
    escapes: true,
    content: el("div.window-body.dialog", {}, form),
  });
  name.select();
}
