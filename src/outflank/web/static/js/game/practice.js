// The practice window: your own errors on a board of their own, until a move that loses nothing is found.
// Keys   those of the board

import { announce } from "../desktop/announce.js";
import { el, uniqueId } from "../desktop/dom.js";
import { messageBox } from "../desktop/message_box.js";
import { close, findWindow, openWindow } from "../desktop/windows.js";
import { get, send } from "./api.js";
import { boardView } from "./board_view.js";
import { COLOR } from "./words.js";

const longer = (seconds) =>
  seconds >= 86400
    ? `${Math.round(seconds / 86400)} days`
    : seconds >= 3600
      ? `${Math.round(seconds / 3600)} hours`
      : `${Math.max(1, Math.round(seconds / 60))} minutes`;

/** Put these errors of a game among the positions to practise; resolves to how many were new. */
export async function practiseErrors(game, plies) {
  let added = 0;
  for (const ply of plies) added += (await send("POST", `/api/games/${game}/practise`, { ply })).added;
  return added;
}

async function openPractice() {
  if (findWindow("practice")) close(findWindow("practice"));
  const { due, count, seconds } = await get("/api/practice");
  if (!due.length) {
    messageBox({
      title: "Practise",
      icon: "info",
      text: count
        ? `Nothing is due now. The next position comes in ${longer(seconds)}.`
        : "There is nothing to practise yet. Review a game and choose Practise these.",
    });
    return;
  }
  let at = 0;
  let first = true;
  let solved = false;
  const view = boardView({ choose });
  const head = el("p.note");
  const told = el("p.note", { role: "status" });
  const next = el(
    "button.push.default",
    {
      type: "button",
      onclick: () => {
        at += 1;
        show();
      },
    },
    "Next",
  );
  const win = openWindow({
    id: "practice",
    title: "Practise",
    icon: "hint",
    width: 420,
    height: 500,
    minWidth: 300,
    minHeight: 320,
    content: el(
      "div.window-body.practice",
      {},
      head,
      el("div.play-area", {}, view.node),
      told,
      el("div.buttons", {}, next, el("button.push", { type: "button", onclick: () => close(win) }, "Close")),
    ),
  });
  show();

  function show() {
    if (at >= due.length) {
      close(win);
      messageBox({ title: "Practise", icon: "trophy", text: "That was all for now." });
      return;
    }
    const card = due[at];
    first = true;
    solved = false;
    next.disabled = true;
    head.textContent =
      `Position ${at + 1} of ${due.length}. ${COLOR[card.turn]} to move: find a move that loses nothing. ` +
      `You played ${card.played}, which cost ${card.loss} discs.`;
    told.textContent = "";
    view.draw({
      id: uniqueId("card"),
      size: card.size,
      board: card.board,
      legal: card.legal,
      last: null,
      moves: [],
      ply: 0,
      outcome: null,
    });
    view.focus();
    announce(head.textContent);
  }

  async function choose(square) {
    const card = due[at];
    if (solved || !card.legal[square]) return;
    try {
      const answer = await send("POST", "/api/practice/answer", { key: card.key, square, first });
      first = false;
      solved = answer.right;
      next.disabled = !solved;
      told.textContent = answer.sentence + (solved ? ` It comes back in ${longer(answer.seconds)}.` : "");
      view.marks({ best: solved ? square : null, played: solved ? null : square, squares: [] });
      announce(told.textContent);
      if (solved) next.focus();
    } catch (problem) {
      told.textContent = problem.message;
    }
  }
}

/** @type {import("../desktop/programs.js").Program[]} */
export const programs = [{ id: "practice", label: "Practise", icon: "hint", open: openPractice, start: ["programs"] }];
