// The welcome screen: shows the visitor's name and picture while the game loads, and after Log off.

import { el, icon, stillness } from "./dom.js";
import { _ } from "./language.js";
import { settings, userName } from "./settings.js";

/**
 * Show the welcome screen until the desktop is ready.
 * @param {string} doing  such as "Loading your games…"
 * @returns {() => void}  hides it; the page behind it can be used immediately
 */
export function welcome(doing) {
  const screen = el("div.welcome", {}, greeting(el("div.welcome-user", {}, ...who(), el("small", {}, doing))));
  document.body.append(screen);
  return () => leave(screen);
}

/** Hide the desktop until the visitor chooses the picture. */
export function logOff() {
  const back = el(
    "button.welcome-user",
    { type: "button" },
    ...who(),
    el("small", {}, _("Your games are saved. Click to return.")),
  );
  const screen = el(
    "div.welcome",
    {
      role: "dialog",
      "aria-modal": "true",
      "aria-label": _("Welcome"),
      onkeydown: (event) => {
        event.stopPropagation();
        if (event.key === "Tab") event.preventDefault();
      },
    },
    greeting(back),
  );
  back.addEventListener("click", () => leave(screen));
  document.body.append(screen);
  back.focus();
}

const who = () => [icon(settings.get("picture")), el("b", {}, userName())];

/** @param {HTMLElement} user */
const greeting = (user) =>
  el(
    "div.welcome-middle",
    {},
    el("div.welcome-word", {}, icon("emblem"), el("p", {}, _("welcome"))),
    el("div.welcome-users", {}, user),
  );

/** @param {HTMLElement} screen */
function leave(screen) {
  screen.classList.add("leaving");
  if (stillness()) screen.remove();
  else screen.addEventListener("transitionend", () => screen.remove(), { once: true });
}
