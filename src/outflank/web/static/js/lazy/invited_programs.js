// Invite a program: tokens with which programs of one's own come to the club, and how to revoke one.

import { announce } from "../desktop/announce.js";
import { el, sentenceOf } from "../desktop/dom.js";
import { messageBox } from "../desktop/message_box.js";
import { close, findWindow, focus, openWindow } from "../desktop/windows.js";
import { get, send } from "../game/api.js";
import { when } from "../game/words.js";

/** @import { InvitedProgram, ProgramsView } from "../game/shapes.js" */

const TITLE = "Invite a program";

/** @param {unknown} problem */
const refuse = (problem) => messageBox({ title: TITLE, text: sentenceOf(problem), icon: "warning" });

export async function openPrograms() {
  const there = findWindow("programs");
  if (there) {
    focus(there);
    return;
  }
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
        "A program of yours plays here as a member of its own, marked as a program. It runs on your computer, and " +
          "comes with a token, which can do nothing but play.",
      ),
      list,
      token,
      el(
        "div.buttons",
        {},
        el("button.push.default", { type: "button", onclick: () => change(invite) }, "Make a token"),
        el("button.push", { type: "button", onclick: () => close(win) }, "Close"),
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

  /** @returns {Promise<ProgramsView>} */
  const invite = () => send("POST", "/api/club/programs", {});

  /** @param {ProgramsView} view */
  function draw(view) {
    list.replaceChildren(...view.programs.map(row));
    if (!view.programs.length) list.append(el("li", {}, "None of your programs is invited."));
    if (view.token) showToken(view.token);
  }

  /** @param {InvitedProgram} one */
  function row(one) {
    const name = one.name ?? "Has not come yet";
    const revoke = async () => {
      const text = `${name} can play no longer, from this moment on. Its name and results stay.`;
      const answer = await messageBox({ title: TITLE, text, icon: "warning", buttons: ["Revoke", "Cancel"] });
      if (answer !== "Revoke") return;
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
      el("span", {}, one.here ? "here now" : `token made ${when(new Date(one.made * 1000).toISOString())}`),
      el("button.push", { type: "button", "aria-label": `Revoke the token of ${name}`, onclick: revoke }, "Revoke…"),
    );
  }

  /** @param {string} made  shown this once */
  function showToken(made) {
    const line = (/** @type {string} */ label, /** @type {string} */ value) => {
      const field = el("input.field", { type: "text", readOnly: true, value, "aria-label": label });
      const copy = async () => {
        field.select();
        await navigator.clipboard?.writeText(value);
        announce("It is copied.");
      };
      return el("div.row", {}, field, el("button.push", { type: "button", onclick: copy }, "Copy"));
    };
    token.replaceChildren(
      el("p", {}, el("b", {}, "This is shown once. "), "Whoever has the token plays as this program."),
      line("The token", made),
      el("p", {}, "Then start the program; it asks for the token:"),
      line("The command", `outflank join ${location.origin} ./mybot.py --name "Cautious"`),
    );
  }
}
