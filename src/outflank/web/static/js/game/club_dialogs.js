// What the club asks for: a name and a picture, and what a table that one opens is like.

import { PICTURES } from "../desktop/accounts.js";
import { el, icon, sentenceOf, uniqueId } from "../desktop/dom.js";
import { settings } from "../desktop/settings.js";
import { close, openWindow } from "../desktop/windows.js";
import { send } from "./api.js";
import { clockField, SIZES } from "./new_game.js";

/** @import { NewClubTable, YouView } from "./shapes.js" */

/**
 * A form in a window; resolves to what `done` makes of it, or null where one changes one's mind.
 * @template Made
 * @param {string} title
 * @param {HTMLElement[]} rows
 * @param {string} ok
 * @param {(form: FormData) => Promise<Made>} done  may refuse, which is shown
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
        el("button.push", { type: "button", onclick: () => close(win) }, "Cancel"),
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
    "Your name in the club",
    [
      el(
        "p",
        {},
        "Nobody else here can have this name. Nothing more is asked; Take your games with you (Start) takes it along.",
      ),
      el(
        "div.row",
        {},
        el("label", { htmlFor: id }, "Name:"),
        el("input.field", {
          id,
          name: "name",
          type: "text",
          maxLength: 24,
          required: true,
          autocomplete: "off",
          value: you?.who?.name ?? settings.get("name"),
        }),
      ),
      el(
        "fieldset.group",
        {},
        el("legend", {}, "Your picture"),
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
    "Take it",
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
  title: "Open a table",
  text: "The whole club sees it; whoever sits down first plays with you.",
  ok: "Open",
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
        el("label", { htmlFor: color }, "Your colour:"),
        el(
          "select.field",
          { id: color, name: "color" },
          el("option", { value: "lot" }, "Draw lots"),
          el("option", { value: "black" }, "Black"),
          el("option", { value: "white" }, "White"),
        ),
      ),
      el(
        "div.row",
        {},
        el("label", { htmlFor: size }, "Board size:"),
        el(
          "select.field",
          { id: size, name: "size" },
          SIZES.map((n) => el("option", { value: n, selected: n === 8 }, `${n} × ${n}`)),
        ),
      ),
      el("div.row", {}, clock.node),
      el("label.check", {}, el("input", { type: "checkbox", name: "rated", disabled: !member }), "Rated, on 8 × 8"),
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
