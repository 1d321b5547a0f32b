// Dialogs of the club: a member's name and picture, and the settings of a new game.

import { PICTURES } from "../desktop/accounts.js";
import { el, icon, sentenceOf, uniqueId } from "../desktop/dom.js";
import { _ } from "../desktop/language.js";
import { settings, userName } from "../desktop/settings.js";
import { close, openWindow } from "../desktop/windows.js";
import { send } from "../game/api.js";
import { clockField, SIZES } from "../game/new_game.js";

/** @import { NewClubTable, YouView } from "../game/shapes.js" */

/**
 * A form in a window; resolves to the result of `done`, or null when canceled.
 * @template Made
 * @param {string} title
 * @param {HTMLElement[]} rows
 * @param {string} ok
 * @param {(form: FormData) => Promise<Made>} done  its errors are shown
 * @returns {Promise<Made | null>}
 */
function ask(title, rows, ok, done) {
  return new Promise((resolve) => {
    const trouble = el("p.club-trouble", { role: "alert" });
    const form = el(
      "form.window-body.dialog.friend",
      {
        onsubmit: async (event) => {
          event.preventDefault();
          try {
            resolve(await done(new FormData(form)));
            close(win);
          } catch (problem) {
            trouble.textContent = sentenceOf(problem);
          }
        },
      },
      ...rows,
      trouble,
      el(
        "div.buttons",
        {},
        el("button.push.default", { type: "submit" }, ok),
        el("button.push", { type: "button", onclick: () => close(win) }, _("Cancel")),
      ),
    );
    const win = openWindow({
      id: "club-form",
      title,
      icon: "person",
      width: 360,
      modal: true,
      content: form,
      onclose: () => resolve(null),
    });
  });
}

/** @param {YouView | null} you */
export function memberDialog(you) {
  const id = uniqueId("name");
  const now = you?.who?.face ?? settings.get("picture");
  return ask(
    _("Your name in the club"),
    [
      el(
        "p",
        {},
        _("Each name is unique. There is no sign-up. To use it on other devices: Start > Move to another device."),
      ),
      el(
        "div.row",
        {},
        el("label", { htmlFor: id }, _("Name:")),
        el("input.field", {
          id,
          name: "name",
          type: "text",
          maxLength: 24,
          required: true,
          autocomplete: "off",
          value: you?.who?.name ?? userName(),
        }),
      ),
      el(
        "fieldset.group",
        {},
        el("legend", {}, _("Your picture")),
        el(
          "div.account-pictures",
          {},
          Object.entries(PICTURES).map(([face, label]) =>
            el(
              "label.account-picture",
              { title: label },
              el("input", { type: "radio", name: "face", value: face, checked: face === now, "aria-label": label }),
              icon(face),
            ),
          ),
        ),
      ),
    ],
    _("Choose name"),
    async (form) => {
      const made = await send("POST", "/api/club/you", {
        name: String(form.get("name")),
        face: String(form.get("face")),
      });
      if (made.who) {
        settings.set("name", made.who.name);
        settings.set("picture", made.who.face ?? "user");
      }
      return made;
    },
  );
}

const OPEN = {
  title: _("Create a game"),
  text: _("All members see this game. The first one who joins plays against you."),
  ok: _("Create"),
};

/**
 * @param {boolean} member
 * @param {typeof OPEN} [words]
 * @returns {Promise<NewClubTable | null>}
 */
export function tableDialog(member, { title, text, ok } = OPEN) {
  const clock = clockField("5+3");
  const [size, color] = [uniqueId("size"), uniqueId("color")];
  return ask(
    title,
    [
      el("p", {}, text),
      el(
        "div.row",
        {},
        el("label", { htmlFor: color }, _("Your color:")),
        el(
          "select.field",
          { id: color, name: "color" },
          el("option", { value: "lot" }, _("Random color")),
          el("option", { value: "black" }, _("Black")),
          el("option", { value: "white" }, _("White")),
        ),
      ),
      el(
        "div.row",
        {},
        el("label", { htmlFor: size }, _("Board size:")),
        el(
          "select.field",
          { id: size, name: "size" },
          SIZES.map((n) => el("option", { value: n, selected: n === 8 }, `${n} × ${n}`)),
        ),
      ),
      el("div.row", {}, clock.node),
      el(
        "label.check",
        {},
        el("input", { type: "checkbox", name: "rated", disabled: !member }),
        _("Rated (8 × 8 only)"),
      ),
    ],
    ok,
    async (form) => {
      const time = clock.value();
      const rated = form.has("rated");
      return {
        size: Number(form.get("size")),
        color: /** @type {NewClubTable["color"]} */ (form.get("color")),
        rated,
        takebacks: !rated,
        ...(time ? { clock: time } : {}),
      };
    },
  );
}
