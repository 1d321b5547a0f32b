// Making elements: the one place that touches document.createElement.

const SVG = "http://www.w3.org/2000/svg";

/** el("button.push", {onclick, "aria-label": …}, "text", child, …) */
export function el(spec, props = {}, ...children) {
  const [tag, ...classes] = spec.split(".");
  const node = document.createElement(tag || "div");
  if (classes.length) node.className = classes.join(" ");
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "dataset") Object.assign(node.dataset, value);
    else if (name in node && !name.startsWith("aria") && name !== "list" && name !== "form") node[name] = value;
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

/** A picture from templates/icons.svg, without a name of its own: the text beside it says what it is. */
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

export function setIcon(node, name) {
  node.querySelector("use").setAttribute("href", `#i-${name}`);
}

export function svg(tag, attributes = {}) {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  return node;
}

const FOCUSABLE = ":is(button, input, select, textarea):not(:disabled), [href], [tabindex]:not([tabindex='-1'])";

export function focusables(root) {
  return [...root.querySelectorAll(FOCUSABLE)].filter((node) => node.tabIndex >= 0 && node.getClientRects().length);
}

/** "_Game" → "G" underlined + "ame"; the letter is what Alt and the menus listen for. */
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

let serial = 0;
export const uniqueId = (prefix) => `${prefix}-${++serial}`;

export const isPhone = () => matchMedia("(max-width: 640px)").matches;
export const stillness = () =>
  matchMedia("(prefers-reduced-motion: reduce)").matches || document.documentElement.dataset.motion === "reduced";
