// Sign in to the club with a name and a password, if the host allows it.

import { el, sentenceOf } from "../desktop/dom.js";
import { _ } from "../desktop/language.js";
import { messageBox } from "../desktop/message_box.js";
import { close, findWindow, focus, openWindow } from "../desktop/windows.js";
import { send } from "../game/api.js";

/** @import { YouView } from "../game/shapes.js" */

const SIGN_IN = _("Sign in");
const PASSWORD = _("Password");

/** Another person may use this browser now, so reload everything. */
function reload() {
  history.replaceState(null, "", location.pathname);
  location.reload();
}

/**
 * @param {string} label
 * @param {Record<string, unknown>} how
 */
const field = (label, how) => {
  const input = el("input.field", { required: true, maxLength: 200, size: 24, ...how });
  return { input, row: el("label.row", {}, el("span", {}, label), input) };
};

/**
 * @param {string} title
 * @param {string} text
 * @param {HTMLElement[]} rows
 * @param {() => Promise<unknown>} enter
 * @param {HTMLElement[]} [others]  more buttons
 */
function dialog(title, text, rows, enter, others = []) {
  const there = findWindow("sign-in");
  if (there) {
    focus(there);
    return;
  }
  /** @param {Event} event */
  const submit = async (event) => {
    event.preventDefault();
    try {
      await enter();
    } catch (problem) {
      await messageBox({ title, text: sentenceOf(problem), icon: "warning" });
      return;
    }
    close(win);
  };
  const win = openWindow({
    id: "sign-in",
    title,
    icon: "user",
    width: 380,
    resizable: false,
    content: el(
      "form.window-body.dialog.sign-in",
      { onsubmit: submit },
      el("p", {}, text),
      rows,
      el(
        "div.buttons",
        {},
        others,
        el("button.push.default", { type: "submit" }, _("OK")),
        el("button.push", { type: "button", onclick: () => close(win) }, _("Cancel")),
      ),
    ),
  });
}

export function openSignIn() {
  const name = field(_("Name"), { type: "text", autocomplete: "username", maxLength: 40 });
  const password = field(PASSWORD, { type: "password", autocomplete: "current-password" });
  dialog(
    SIGN_IN,
    _("You sign in to this browser as a member. Games that you played here as a guest are kept."),
    [name.row, password.row],
    async () => {
      await send("POST", "/api/club/sign-in", { name: name.input.value.trim(), password: password.input.value });
      reload();
    },
  );
}

/**
 * @param {YouView} you
 * @param {() => void} changed
 */
export function openPassword(you, changed) {
  const password = field(_("New password"), { type: "password", autocomplete: "new-password", minLength: 8 });
  const others = you.password
    ? [
        el("button.push", { type: "button", onclick: signOut }, _("Sign out")),
        el("button.push", { type: "button", onclick: drop }, _("Remove password")),
      ]
    : [];
  dialog(
    PASSWORD,
    you.password
      ? _("A new password replaces your current one. Sign out on shared computers.")
      : _("With a password (eight characters or more) you can sign in from other browsers. Do not forget it."),
    [password.row],
    async () => {
      await send("POST", "/api/club/password", { password: password.input.value });
      changed();
    },
    others,
  );

  async function signOut() {
    await asked(async () => {
      await send("DELETE", "/api/club/sign-in");
      reload();
    });
  }

  async function drop() {
    await asked(async () => {
      await send("DELETE", "/api/club/password");
      const win = findWindow("sign-in");
      if (win) close(win);
      changed();
    });
  }

  /** @param {() => Promise<void>} ask */
  async function asked(ask) {
    try {
      await ask();
    } catch (problem) {
      await messageBox({ title: PASSWORD, text: sentenceOf(problem), icon: "warning" });
    }
  }
}
