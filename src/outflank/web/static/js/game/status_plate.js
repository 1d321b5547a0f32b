// The plate on the upper edge of the board: shows a pass or a missing server.

import { el, icon, setIcon } from "../desktop/dom.js";
import { _ } from "../desktop/language.js";
import { line } from "./connection.js";
import { table } from "./table.js";
import { passed } from "./words.js";

/** @import { GameView } from "./shapes.js" */

export function statusPlate() {
  const text = el("span");
  const node = el("div.plate", { hidden: true }, icon("info"), text);
  return {
    node,
    /** @param {GameView} state */
    draw(state) {
      const square = table.guess?.last?.square;
      const kept = square ? [_("Your move {square} is kept.", { square })] : [];
      const message = line.trouble ? [line.trouble, ...kept].join(" ") : passed(state);
      node.hidden = !message;
      text.textContent = message;
      setIcon(node, line.trouble ? "warning" : "info");
    },
  };
}
