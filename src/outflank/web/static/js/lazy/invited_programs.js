// Invite a program: create and revoke tokens with which the visitor's programs join the club.

import { announce } from "../desktop/announce.js";
import { el, sentenceOf } from "../desktop/dom.js";
import { _ } from "../desktop/language.js";
import { messageBox } from "../desktop/message_box.js";
import { close, findWindow, focus, openWindow } from "../desktop/windows.js";
import { get, send } from "../game/api.js";
import { when } from "../game/words.js";

/** @import { InvitedProgram, ProgramsView } from "../game/shapes.js" */

const TITLE = _("Invite a program");

/** @param {unknown} problem */
const refuse = (problem) => messageBox({ title: TITLE, text: sentenceOf(problem), icon: "warning" });

export async function openPrograms() {
  const there = findWindow("programs");
  if (there) {
    focus(there);
    return;
  }
  /** @returns {Promise<ProgramsView>} */
  const invite = () => send("POST", "/api/club/programs", {});
  const list = el("ul.invited-programs");
  const token = el("div.new-token", { role: "status" });
  const win = openWindow({
    id: "programs",
    title: TITLE,
    icon: "network",
    width: 420,
    resizable: false,
    content: el(
      "div.window-body.dialog.friend",
      {},
      el(
        "p",
        {},
        _(
          "Your program plays here under its own name and is marked as a program. It runs on your computer and " +
            "signs in with a token. A token can only play games.",
        ),
      ),
      list,
      token,
      el(
        "div.buttons",
        {},
        el("button.push.default", { type: "button", onclick: () => change(invite) }, _("Create token")),
        el("button.push", { type: "button", onclick: () => close(win) }, _("Close")),
      ),
    ),
  });
  await change(() => get("/api/club/programs"));

  /** @param {() => Promise<ProgramsView>} ask */
  async function change(ask) {
    try {
      draw(await ask());
    } catch (problem) {
      await refuse(problem);
    }
  }

  /** @param {ProgramsView} view */
  function draw(view) {
    list.replaceChildren(...view.programs.map(row));
    if (!view.programs.length) list.append(el("li", {}, _("You have not invited a program yet.")));
    if (view.token) showToken(view.token);
  }

  /** @param {InvitedProgram} one */
  function row(one) {
    const name = one.name ?? _("Not signed in yet");
    const revoke = async () => {
      const text = _("Without its token {name} can no longer play. Its name and results are kept.", { name });
      const answer = await messageBox({ title: TITLE, text, icon: "warning", buttons: [_("Revoke"), _("Cancel")] });
      if (answer !== _("Revoke")) return;
      await change(async () => {
        await send("DELETE", `/api/club/programs/${one.id}`);
        token.replaceChildren();
        return get("/api/club/programs");
      });
    };
    return el(
      "li",
      {},
      el("b", {}, name),
      el(
        "span",
        {},
        one.here ? _("Online") : _("Token created: {date}", { date: when(new Date(one.made * 1000).toISOString()) }),
      ),
      el(
        "button.push",
        { type: "button", "aria-label": _("Revoke the token of {name}", { name }), onclick: revoke },
        _("Revoke…"),
      ),
    );
  }

  /** @param {string} made  the token, shown only once */
  function showToken(made) {
    const line = (/** @type {string} */ label, /** @type {string} */ value) => {
      const field = el("input.field", { type: "text", readOnly: true, value, "aria-label": label });
      const copy = async () => {
        field.select();
        await navigator.clipboard?.writeText(value);
        announce(_("Copied."));
      };
      return el("div.row", {}, field, el("button.push", { type: "button", onclick: copy }, _("Copy")));
    };
    token.replaceChildren(
      el(
        "p",
        {},
        el("b", {}, _("The token is shown only once.")),
        " ",
        _("Anyone who has it can play as this program."),
      ),
      line(_("Token"), made),
      el("p", {}, _("Start the program with this command. It asks for the token.")),
      line(_("Command"), `outflank join ${location.origin}${location.pathname} ./mybot.py --name "Cautious"`),
    );
  }
}
