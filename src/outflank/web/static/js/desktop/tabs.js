// Tab pages. Keys   left/right change the page · Home/End

import { el, meant, uniqueId } from "./dom.js";

/** @import { Child } from "./dom.js" */

/**
 * @param {{ label: string, page: Child | Child[] }[]} pages
 * @param {string} name
 * @param {(page: number) => void} [turned]  called with the page that is shown now
 */
export function tabs(pages, name, turned = () => {}) {
  const ids = pages.map(() => [uniqueId("tab"), uniqueId("page")]);
  const heads = pages.map(({ label }, i) =>
    el(
      "button.tab",
      {
        type: "button",
        role: "tab",
        id: ids[i][0],
        "aria-controls": ids[i][1],
        onclick: () => show(i),
        onkeydown: (event) => keyIn(event, i),
      },
      label,
    ),
  );
  const bodies = pages.map(({ page }, i) =>
    el("div.tab-page.stack", { role: "tabpanel", id: ids[i][1], "aria-labelledby": ids[i][0] }, page),
  );
  /** @param {number} i */
  function show(i) {
    heads.forEach((head, n) => {
      head.setAttribute("aria-selected", String(n === i));
      head.tabIndex = n === i ? 0 : -1;
      bodies[n].hidden = n !== i;
    });
    turned(i);
  }
  /**
   * @param {KeyboardEvent} event
   * @param {number} i
   */
  function keyIn(event, i) {
    const to = meant(event, { ArrowRight: i + 1, ArrowLeft: i - 1, Home: 0, End: -1 });
    if (to === undefined) return;
    event.preventDefault();
    const at = (to + heads.length) % heads.length;
    show(at);
    heads[at].focus();
  }
  show(0);
  const node = el("div", {}, el("div.tabs", { role: "tablist", "aria-label": name }, heads), bodies);
  return { node, show };
}
