// Making elements: the one place that touches document.createElement.

const SVG = "http://www.w3.org/2000/svg";

/**
 * What "button.push" makes.
 * @template {string} Spec
 * @typedef {Spec extends `${infer Tag}.${string}` ? Tagged<Tag> : Tagged<Spec>} Made
 */
/**
 * @template {string} Tag
 * @typedef {Tag extends keyof HTMLElementTagNameMap ? HTMLElementTagNameMap[Tag] : HTMLElement} Tagged
 */

/**
 * What can be said of an element: its plain properties, attributes, listeners, and `dataset`.
 * @template {HTMLElement} E
 * @typedef {{ [K in keyof HTMLElementEventMap as `on${K}`]?:
 *     (event: HTMLElementEventMap[K] & { currentTarget: E }) => unknown }
 *   & { [K in keyof E as string extends K ? never : E[K] extends Plain ? K : never]?: Plain }
 *   & { [name: `aria-${string}`]: Plain }
 *   & { role?: Plain, focusable?: Plain, autocomplete?: Plain, dataset?: Record<string, string | number> }} Props
 */
/** @typedef {string | number | boolean | null | undefined} Plain */
/** @typedef {Node | string | null | undefined | false} Child  nothing is added for what is not there */

/**
 * el("button.push", {onclick, "aria-label": …}, "text", child, …)
 * @template {string} Spec
 * @param {Spec} spec
 * @param {Props<Made<Spec>>} props
 * @param {...(Child | Child[])} children
 * @returns {Made<Spec>}
 */
export function el(spec, props = {}, ...children) {
  const [tag, ...classes] = spec.split(".");
  const node = document.createElement(tag || "div");
  if (classes.length) node.className = classes.join(" ");
  for (const [name, value] of Object.entries(/** @type {Record<string, unknown>} */ (props))) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    else if (name === "dataset") Object.assign(node.dataset, value);
    else if (name in node && !name.startsWith("aria") && name !== "list" && name !== "form")
      Object.assign(node, { [name]: value });
    else node.setAttribute(name, value === true ? "" : String(value));
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return /** @type {Made<Spec>} */ (node);
}

/**
 * A picture from templates/icons.svg, without a name of its own: the text beside it says what it is.
 * @param {string} name
 * @param {string} [extra] classes
 */
export function icon(name, extra = "") {
  const picture = svg("svg", {
    class: `icon ${extra}`.trim(),
    "aria-hidden": "true",
    focusable: "false",
    viewBox: "0 0 32 32",
  });
  picture.append(svg("use", { href: `#i-${name}` }));
  return picture;
}

/**
 * @param {Element} node  with an icon in it
 * @param {string} name
 */
export function setIcon(node, name) {
  node.querySelector("use")?.setAttribute("href", `#i-${name}`);
}

/**
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, string | number>} attributes
 */
export function svg(tag, attributes = {}) {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, String(value));
  return node;
}

/**
 * The part of something that must be there.
 * @param {ParentNode} root
 * @param {string} selector
 * @returns {HTMLElement}
 */
export function part(root, selector) {
  const found = root.querySelector(selector);
  if (!(found instanceof HTMLElement)) throw new Error(`There is no ${selector} in the page.`);
  return found;
}

/**
 * All parts that fit, as elements that can have the focus.
 * @param {ParentNode} root
 * @param {string} selector
 */
export const parts = (root, selector) => /** @type {HTMLElement[]} */ ([...root.querySelectorAll(selector)]);

/**
 * Where an event happened: the innermost element that fits, if there is one.
 * @param {Event} event
 * @param {string} selector
 * @returns {HTMLElement | null}
 */
export const within = (event, selector) => (event.target instanceof Element ? event.target.closest(selector) : null);

/** @typedef {HTMLElement | SVGElement} Focusable  a graph can have the focus too */

/**
 * The same, if it can have the keyboard's focus.
 * @param {EventTarget | null} node
 * @returns {Focusable | null}
 */
export const focusable = (node) => (node instanceof HTMLElement || node instanceof SVGElement ? node : null);

/** What has the keyboard's focus. */
export const focused = () => focusable(document.activeElement);

/**
 * The next of a row after the one that has the focus, round and round.
 * @template {Element} E
 * @param {E[]} row  not empty
 * @param {number} by  1 or -1
 */
export function neighbour(row, by) {
  const at = row.findIndex((one) => one === document.activeElement);
  return row[(at + by + row.length) % row.length];
}

/**
 * What a key means among those given; undefined if it is none of them.
 * @template Meaning
 * @param {KeyboardEvent} event
 * @param {Record<string, Meaning>} meanings
 * @returns {Meaning | undefined}
 */
export const meant = (event, meanings) => (Object.hasOwn(meanings, event.key) ? meanings[event.key] : undefined);

/** Where menus and balloons go: above all windows, and within a landmark, so that nothing floats outside of one. */
export const overlay = () => document.querySelector(".taskbar") ?? document.body;

const FOCUSABLE = ":is(button, input, select, textarea):not(:disabled), [href], [tabindex]:not([tabindex='-1'])";

/** @param {ParentNode} root */
export function focusables(root) {
  return parts(root, FOCUSABLE).filter((node) => node.tabIndex >= 0 && node.getClientRects().length);
}

/**
 * "_Game" → "G" underlined + "ame"; the letter is what Alt and the menus listen for.
 * @param {string} label
 */
export function accelerated(label) {
  const at = label.indexOf("_");
  if (at < 0) return { letter: label[0].toLowerCase(), text: label, nodes: [label] };
  const text = label.slice(0, at) + label.slice(at + 1);
  return {
    letter: label[at + 1].toLowerCase(),
    text,
    nodes: [label.slice(0, at), el("u", {}, label[at + 1]), label.slice(at + 2)],
  };
}

let keysUsed = false; // last, rather than mouse, pen or finger
addEventListener("keydown", () => (keysUsed = true), true);
addEventListener("pointerdown", () => (keysUsed = false), true);

/** Whether what happens now was done with the keyboard: then the first line of a menu is chosen already. */
export const byKeyboard = () => keysUsed;

let serial = 0;
/** @param {string} prefix */
export const uniqueId = (prefix) => `${prefix}-${++serial}`;

/** Where one window at a time fills the screen; css/screens/small.css says the same. */
const SMALL = "(max-width: 640px), (max-height: 460px), (orientation: portrait) and (max-width: 1100px)";
export const isPhone = () => matchMedia(SMALL).matches;
export const stillness = () =>
  matchMedia("(prefers-reduced-motion: reduce)").matches || document.documentElement.dataset.motion === "reduced";

/**
 * What went wrong, for people.
 * @param {unknown} problem  whatever was thrown
 */
export const sentenceOf = (problem) => (problem instanceof Error ? problem.message : String(problem));
