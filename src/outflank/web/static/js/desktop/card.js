// A card in a task pane: a title and content that collapses; its state is saved.

import { el, uniqueId } from "./dom.js";
import { read, write } from "./settings.js";

/** @import { Child } from "./dom.js" */

const FOLDED = "outflank.cards";

/**
 * @param {string} name  its class and storage key
 * @param {Child} title
 * @param {(Child | Child[])[]} content
 */
export function card(name, title, ...content) {
  const id = uniqueId("card");
  const head = el(
    "button",
    { type: "button", "aria-controls": id },
    el("span", {}, title),
    el("i.chevron", { "aria-hidden": "true" }),
  );
  const node = el("section", { className: `card ${name}` }, el("h3", {}, head), el("div", { id }, ...content));
  /** @param {boolean} away */
  function fold(away) {
    node.classList.toggle("folded", away);
    head.setAttribute("aria-expanded", String(!away));
  }
  head.addEventListener("click", () => {
    const away = !node.classList.contains("folded");
    fold(away);
    write(FOLDED, { ...read(FOLDED), [name]: away });
  });
  fold(read(FOLDED)[name] === true);
  return node;
}
