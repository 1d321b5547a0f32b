// The offer to learn the rules: a card beside the board on the first visit; later the lessons are in the Start menu.

import { card } from "../desktop/card.js";
import { el, part } from "../desktop/dom.js";
import { _ } from "../desktop/language.js";
import { settings } from "../desktop/settings.js";
import { findWindow } from "../desktop/windows.js";
import { openTour } from "./lazy_windows.js";
import { table } from "./table.js";

/** Offer the lessons to a visitor who was never here; whether that was so. */
export function offerLessons() {
  const pane = findWindow("game")?.body.querySelector(".game-pane");
  if (!pane || settings.get("met") || table.state.shared) return false; // not during a game with another person
  settings.set("met", true);
  const offer = card(
    "lesson-offer",
    _("New to Othello?"),
    el("p", {}, _("Learn the rules in a minute by playing five moves.")),
    el(
      "div.buttons",
      {},
      el("button.push.default", { type: "button", onclick: accept }, _("Show me")),
      el("button.push", { type: "button", onclick: remove }, _("No, thanks")),
    ),
  );
  part(pane, ".players").after(offer);
  const { id, ply } = table.state;
  table.addEventListener("state", started);
  return true;

  function accept() {
    remove();
    openTour();
  }

  function started() {
    if (table.state.id !== id || table.state.ply > ply) remove(); // a visitor who plays knows the rules
  }

  function remove() {
    offer.remove();
    table.removeEventListener("state", started);
  }
}
