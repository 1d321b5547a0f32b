// The plate on the upper edge of the board: shows a pass, and that the server does not answer.

import { el, icon, setIcon } from "../desktop/dom.js";
import { line } from "./api.js";
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
      const kept = table.guess ? ` Your move ${table.guess.last?.square} is kept.` : "";
      const message = line.trouble ? line.trouble + kept : passed(state);
      node.hidden = !message;
      text.textContent = message;
      setIcon(node, line.trouble ? "warning" : "info");
    },
  };
}
