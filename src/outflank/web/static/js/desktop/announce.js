// The one polite live region: what happened, for those who listen to the page.

import { el, part } from "./dom.js";

/** @type {Promise<void>} */
let queue = Promise.resolve();

/** @param {string} text */
export function announce(text) {
  // A fresh node each time, so that the same sentence twice is read twice.
  queue = queue.then(() => {
    const region = part(document, "#live");
    region.append(el("p", {}, text));
    while (region.children.length > 3) region.firstChild?.remove();
    return new Promise((done) => setTimeout(done, 60));
  });
}
