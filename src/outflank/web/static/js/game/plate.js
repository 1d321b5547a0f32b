// The plate on the board's upper edge: a pass, and that the server is away, told where one looks anyway.

import { el, icon, setIcon } from "../desktop/dom.js";
import { line } from "./api.js";
import { table } from "./table.js";
import { passed } from "./words.js";

/** @import { GameView } from "./shapes.js" */

export function plate() {
  const text = el("span");
  const node = el("div.plate", { hidden: true }, icon("info"), text);
  return {
    node,
    /** @param {GameView} state */
    draw(state) {
      const kept = table.guess ? ` Your move ${table.guess.last?.square} is kept.` : "";
      const told = line.trouble ? line.trouble + kept : passed(state);
      node.hidden = !told;
      text.textContent = told;
      setIcon(node, line.trouble ? "warning" : "info");
    },
  };
}
