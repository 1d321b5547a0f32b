// The only polite live region: announces events to screen readers.

import { el, part } from "./dom.js";

/** @type {Promise<void>} */
let queue = Promise.resolve();

/** @param {string} text */
export function announce(text) {
  // A new node each time, so that a repeated sentence is read again.
  queue = queue.then(() => {
    const region = part(document, "#live");
    region.append(el("p", {}, text));
    while (region.children.length > 3) region.firstChild?.remove();
    return new Promise((done) => setTimeout(done, 60));
  });
}
