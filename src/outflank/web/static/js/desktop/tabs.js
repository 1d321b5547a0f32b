// Tab pages. Keys   left/right change the page · Home/End

import { el, uniqueId } from "./dom.js";

/** tabs([{label, page: node}]) → node */
export function tabs(pages, name) {
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
  function show(i) {
    heads.forEach((head, n) => {
      head.setAttribute("aria-selected", String(n === i));
      head.tabIndex = n === i ? 0 : -1;
      bodies[n].hidden = n !== i;
    });
  }
  function keyIn(event, i) {
    const to = { ArrowRight: i + 1, ArrowLeft: i - 1, Home: 0, End: -1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const at = (to + heads.length) % heads.length;
    show(at);
    heads[at].focus();
  }
  show(0);
  return el("div", {}, el("div.tabs", { role: "tablist", "aria-label": name }, heads), bodies);
}
