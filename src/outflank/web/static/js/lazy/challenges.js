// Challenges: send one to a club member, answer one, and see the answers.

import { balloon } from "../desktop/balloon.js";
import { el, icon, sentenceOf } from "../desktop/dom.js";
import { _ } from "../desktop/language.js";
import { messageBox } from "../desktop/message_box.js";
import { launch } from "../desktop/programs.js";
import { settings } from "../desktop/settings.js";
import { sounds } from "../desktop/sounds.js";
import { alertUser, close, openWindow } from "../desktop/windows.js";
import { get, send } from "../game/api.js";
import { openTakenSeat } from "../game/shared_game.js";
import { stream } from "../game/stream.js";
import { boardSize, clockText, invites, sideText } from "../game/words.js";
import { tableDialog } from "./club_dialogs.js";
import { person } from "./club_player.js";

/** @import { ChallengeView, PersonView, YoursView } from "../game/shapes.js" */

/** @typedef {ReturnType<typeof openWindow>} Win */

const TITLE = _("Challenge");
const PATIENCE = 60_000; // ms after which an unanswered challenge expires on the server

/** The window of each open challenge. @type {Map<string, { win: Win, timer: number }>} */
const asked = new Map();
/** Challenges whose answer was shown. @type {Set<string>} */
const settled = new Set();

/** @param {unknown} problem */
const refuse = (problem) => messageBox({ title: TITLE, text: sentenceOf(problem), icon: "warning" });

/** @param {PersonView} who */
export async function openChallenge(who) {
  try {
    const you = await get("/api/club/you");
    const wanted = await tableDialog(Boolean(you.who), {
      title: _("Challenge {player}", { player: who.name }),
      text: _("{player} has one minute to answer.", { player: who.name }),
      ok: TITLE,
    });
    if (!wanted) return;
    const { takebacks: __, ...game } = wanted;
    watch(await send("POST", `/api/club/players/${who.id}/challenge`, { name: settings.get("name"), ...game }));
    balloon({ title: TITLE, text: _("You challenged {player}.", { player: who.name }), icon: "info" });
  } catch (problem) {
    await refuse(problem);
  }
}

/**
 * Show open and answered challenges.
 * @param {YoursView} yours
 */
export function watch({ challenges }) {
  for (const one of challenges) {
    if (!one.sent && !asked.has(one.id) && !settled.has(one.id)) show(one);
    if (one.sent && (one.game || one.declined) && !settled.has(one.id)) hear(one);
  }
  for (const [id, { win }] of asked) if (!challenges.some((one) => one.id === id)) close(win);
}
stream.addEventListener("yours", ({ detail }) => watch(detail));

/** @param {ChallengeView} one */
function show(one) {
  const facts = [
    one.color ? sideText(one.color) : _("Random color"),
    boardSize(one.size),
    clockText(one.control),
    one.rated ? _("Rated") : _("Not rated"),
  ];
  /** @param {boolean} yes */
  const answer = async (yes) => {
    settled.add(one.id);
    close(win);
    try {
      const { game } = await send("POST", `/api/club/challenges/${one.id}/answer`, { yes });
      if (game) await sit(game);
    } catch (problem) {
      await refuse(problem);
    }
  };
  const win = openWindow({
    id: `challenge-${one.id}`,
    title: TITLE,
    icon: "person",
    width: 330,
    resizable: false,
    role: "alertdialog",
    content: el(
      "div.window-body.dialog.message-box",
      {},
      el(
        "div.message",
        {},
        icon(one.who.face ?? "person"),
        el(
          "div",
          {},
          el("p", {}, person({ ...one.who, face: null })),
          el("p", {}, invites(one.who.name)),
          el("p", {}, facts.join(" · ")),
        ),
      ),
      el(
        "div.buttons",
        {},
        el("button.push.default", { type: "button", onclick: () => answer(true) }, _("Play")),
        el("button.push", { type: "button", onclick: () => answer(false) }, _("Decline")),
      ),
    ),
    onclose: () => {
      clearTimeout(asked.get(one.id)?.timer);
      asked.delete(one.id);
      settled.add(one.id);
    },
  });
  asked.set(one.id, { win, timer: setTimeout(() => close(win), PATIENCE) });
  sounds.ding();
  alertUser(win);
}

/** @param {ChallengeView} one  the answered challenge */
async function hear(one) {
  settled.add(one.id);
  try {
    await send("DELETE", `/api/club/challenges/${one.id}`);
    if (one.game) await sit(one.game);
    else
      balloon({ title: TITLE, text: _("{player} declined your challenge.", { player: one.who.name }), icon: "info" });
  } catch (problem) {
    await refuse(problem);
  }
}

/** @param {string} game */
async function sit(game) {
  await openTakenSeat(game);
  launch("game");
}
