// Creates elements: the only module that calls document.createElement.

const SVG = "http://www.w3.org/2000/svg";

/**
 * The type of element that "button.push" creates.
 * @template {string} Spec
 * @typedef {Spec extends `${infer Tag}.${string}` ? Tagged<Tag> : Tagged<Spec>} Made
 */
/**
 * @template {string} Tag
 * @typedef {Tag extends keyof HTMLElementTagNameMap ? HTMLElementTagNameMap[Tag] : HTMLElement} Tagged
 */

/**
 * The properties of an element: plain properties, attributes, listeners, and `dataset`.
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
 * An icon from templates/icons.svg, without a label: the text beside it describes it.
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
 * A descendant that must exist.
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
 * All matching descendants.
 * @param {ParentNode} root
 * @param {string} selector
 */
export const parts = (root, selector) => /** @type {HTMLElement[]} */ ([...root.querySelectorAll(selector)]);

/**
 * The innermost matching element at an event's target, if any.
 * @param {Event} event
 * @param {string} selector
 * @returns {HTMLElement | null}
 */
export const within = (event, selector) => (event.target instanceof Element ? event.target.closest(selector) : null);

/** @typedef {HTMLElement | SVGElement} Focusable  a graph can have the focus too */

/**
 * The same, if it is focusable.
 * @param {EventTarget | null} node
 * @returns {Focusable | null}
 */
export const focusable = (node) => (node instanceof HTMLElement || node instanceof SVGElement ? node : null);

/** The focused element. */
export const focused = () => focusable(document.activeElement);

/**
 * The element after the focused one in a cyclic list.
 * @template {Element} E
 * @param {E[]} row  not empty
 * @param {number} by  1 or -1
 */
export function neighbour(row, by) {
  const at = row.findIndex((one) => one === document.activeElement);
  return row[(at + by + row.length) % row.length];
}

/**
 * The value for a key; undefined if it is not in the map.
 * @template Meaning
 * @param {KeyboardEvent} event
 * @param {Record<string, Meaning>} meanings
 * @returns {Meaning | undefined}
 */
export const meant = (event, meanings) => (Object.hasOwn(meanings, event.key) ? meanings[event.key] : undefined);

/** The container of menus and balloons: above all windows, and inside a landmark for accessibility. */
export const overlay = () => document.querySelector(".taskbar") ?? document.body;

const FOCUSABLE = ":is(button, input, select, textarea):not(:disabled), [href], [tabindex]:not([tabindex='-1'])";

/** @param {ParentNode} root */
export function focusables(root) {
  return parts(root, FOCUSABLE).filter((node) => node.tabIndex >= 0 && node.getClientRects().length);
}

/**
 * "_Game" → "G" underlined + "ame"; the letter is the access key.
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

let keysUsed = false; // true if the last input came from the keyboard
addEventListener("keydown", () => (keysUsed = true), true);
addEventListener("pointerdown", () => (keysUsed = false), true);

/** True if the last input came from the keyboard; menus then preselect the first item. */
export const byKeyboard = () => keysUsed;

let serial = 0;
/** @param {string} prefix */
export const uniqueId = (prefix) => `${prefix}-${++serial}`;

/** True where one window fills the screen; the same condition as in css/screens/small.css. */
const SMALL = "(max-width: 640px), (max-height: 460px), (orientation: portrait) and (max-width: 1100px)";
export const isPhone = () => matchMedia(SMALL).matches;
export const stillness = () =>
  matchMedia("(prefers-reduced-motion: reduce)").matches || document.documentElement.dataset.motion === "reduced";

/**
 * An error's message for the user.
 * @param {unknown} problem  the thrown value
 */
export const sentenceOf = (problem) => (problem instanceof Error ? problem.message : String(problem));
