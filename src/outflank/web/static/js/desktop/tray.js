// The tray: thinking indicator, connection, volume, clock.

import { balloon } from "./balloon.js";
import { el, icon, setIcon, within } from "./dom.js";
import { _, chooseLanguage, chosenLanguage, language, languages } from "./language.js";
import { openMenu } from "./menu.js";
import { launch } from "./programs.js";
import { settings } from "./settings.js";
import { sounds } from "./sounds.js";

/** @type {HTMLElement} */
let engine;
/** @type {HTMLElement} */
let network;
const IDLE = _("No computer is thinking.");
const thinking = { what: IDLE, who: _("The engine runs on the server.") };

export function tray() {
  const sound = el("button.sound", { type: "button", onclick: (event) => volume(event.currentTarget) }, icon("sound"));
  engine = el(
    "button.engine",
    {
      type: "button",
      title: thinkingText(),
      "aria-label": _("Engine"),
      onclick: () => balloon({ title: _("Engine"), text: engine.title, icon: "engine" }),
    },
    icon("engine"),
  );
  network = el(
    "button.network",
    {
      type: "button",
      title: _("Connected"),
      "aria-label": _("Connection"),
      onclick: () => balloon({ title: _("Connection"), text: network.title, icon: "network" }),
    },
    icon("network"),
  );
  const clock = el("button.clock", { type: "button", "aria-haspopup": "dialog", onclick: () => launch("date-time") });
  const tick = () => {
    const now = new Date();
    clock.textContent = now.toLocaleTimeString(language, { hour: "numeric", minute: "2-digit" });
    clock.title = now.toLocaleDateString(language, { weekday: "long", year: "numeric", month: "long", day: "numeric" });
    setTimeout(tick, 60000 - (now.getTime() % 60000));
  };
  tick();
  const showSound = () => {
    const on = settings.get("sound");
    setIcon(sound, on ? "sound" : "mute");
    sound.title = on ? _("Volume") : _("Volume (muted)");
    sound.setAttribute("aria-label", sound.title);
  };
  settings.addEventListener("change", showSound);
  showSound();
  return el(
    "div.tray",
    { role: "group", "aria-label": _("Notification area") },
    languageButton(),
    engine,
    network,
    sound,
    clock,
  );
}

/** The language indicator with its menu; absent if there is only one language. */
function languageButton() {
  if (languages().length < 2) return null;
  const label = _("Language");
  const chosen = chosenLanguage();
  const choice = (/** @type {[code: string, name: string]} */ [code, name]) => ({
    label: name,
    radio: true,
    checked: code === chosen,
    action: () => code !== chosen && chooseLanguage(code),
  });
  return el(
    "button.language",
    {
      type: "button",
      title: label,
      "aria-label": label,
      "aria-haspopup": "menu",
      onclick: (event) =>
        openMenu([...languages().map(choice), "-", choice(["", _("Browser language")])], {
          anchor: event.currentTarget,
          name: label,
        }),
    },
    el("span", { "aria-hidden": "true" }, language.slice(0, 2).toUpperCase()),
  );
}

/** @param {string} text  empty when no computer thinks */
export function showThinking(text) {
  engine.classList.toggle("on", Boolean(text));
  thinking.what = text || IDLE;
  engine.title = thinkingText();
}

/** @param {string} sentence  where the engine runs */
export function showThinker(sentence) {
  thinking.who = sentence;
  engine.title = thinkingText();
}

function thinkingText() {
  return `${thinking.what} ${thinking.who}`;
}

/**
 * @param {boolean} ok
 * @param {string} text
 */
export function showConnection(ok, text) {
  network.title = text;
  setIcon(network, ok ? "network" : "warning");
}

/** @param {HTMLElement} button */
function volume(button) {
  const open = document.querySelector(".volume");
  if (open) {
    open.remove();
    return;
  }
  const slider = el("input", {
    type: "range",
    min: 0,
    max: 100,
    value: settings.get("volume"),
    "aria-label": _("Volume"),
    onchange: () => {
      settings.set("volume", Number(slider.value));
      sounds.ding();
    },
  });
  const mute = el("input", {
    type: "checkbox",
    checked: !settings.get("sound"),
    onchange: () => {
      settings.set("sound", !mute.checked);
      if (!mute.checked) sounds.ding();
    },
  });
  const box = el(
    "div.volume",
    { role: "dialog", "aria-label": _("Volume") },
    el("span", { "aria-hidden": "true" }, _("Volume")),
    slider,
    el("label.choice", {}, mute, el("span", {}, _("Mute"))),
  );
  document.body.append(box);
  const place = button.getBoundingClientRect();
  box.style.right = `${Math.max(4, innerWidth - place.right - 20)}px`;
  box.style.bottom = `${innerHeight - place.top + 6}px`;
  slider.focus();
  /** @param {PointerEvent | KeyboardEvent} event */
  const away = (event) => {
    const byKey = event instanceof KeyboardEvent;
    if (byKey ? event.key !== "Escape" : within(event, ".volume, .sound")) return;
    box.remove();
    removeEventListener("pointerdown", away, true);
    removeEventListener("keydown", away);
    if (byKey) button.focus();
  };
  addEventListener("pointerdown", away, true);
  addEventListener("keydown", away);
}
