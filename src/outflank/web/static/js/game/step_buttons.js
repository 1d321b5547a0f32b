// The four buttons that go through the moves: first, previous, next and last position.

import { el, icon } from "../desktop/dom.js";
import { _ } from "../desktop/language.js";

/** @import { Step } from "./board_mode.js" */

/** @type {Record<Step, string>} */
const LABELS = {
  first: _("First position"),
  back: _("Previous move"),
  next: _("Next move"),
  last: _("Last position"),
};

/** @param {(step: Step) => unknown} go */
export function stepButtons(go) {
  const buttons = /** @type {Record<Step, HTMLButtonElement>} */ (
    Object.fromEntries(
      Object.entries(LABELS).map(([step, label]) => [
        step,
        el(
          "button.tool",
          { type: "button", title: label, "aria-label": label, onclick: () => go(/** @type {Step} */ (step)) },
          icon(step),
        ),
      ]),
    )
  );
  return {
    node: el("div.steps", { role: "group", "aria-label": _("Moves of the game") }, Object.values(buttons)),
    /** @param {{ back: boolean, next: boolean }} can */
    draw({ back, next }) {
      buttons.first.disabled = buttons.back.disabled = !back;
      buttons.next.disabled = buttons.last.disabled = !next;
    },
  };
}
