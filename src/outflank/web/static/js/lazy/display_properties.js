// Display Properties: the theme, the text size, the board, motion, sound and message boxes.

import { el, uniqueId } from "../desktop/dom.js";
import { _, chooseLanguage, chosenLanguage, language, languages } from "../desktop/language.js";
import { settings } from "../desktop/settings.js";
import { tabs } from "../desktop/tabs.js";
import { close, findWindow, focus, openWindow } from "../desktop/windows.js";
import { thumbnail } from "../game/thumbnail.js";

/** @import { SettingOf } from "../desktop/settings.js" */

/** @typedef {[value: string, text: string][]} Options */

/** @type {Options} */
const THEMES = [
  ["blue", _("Luna blue")],
  ["olive", _("Olive green")],
  ["silver", _("Silver")],
  ["classic", _("Classic")],
  ["dark", _("Dark")],
  ["contrast", _("High contrast")],
];
/** @type {Options} */
const BOARDS = [
  ["green", _("Green felt")],
  ["blue", _("Blue")],
  ["wood", _("Wood")],
  ["slate", _("Slate")],
];
/** @type {Options} */
const TEXTS = [
  ["normal", _("Normal")],
  ["large", _("Large fonts")],
  ["larger", _("Extra large fonts")],
];
/** @type {Options} */
const TURNING = [
  ["slow", _("Slow")],
  ["normal", _("Normal")],
  ["fast", _("Fast")],
  ["none", _("Off")],
];
/** @type {Options} */
const MESSAGES = [
  ["quiet", _("Next to the board")],
  ["boxes", _("In message boxes")],
];
const SAMPLE = "...................O......OX......XXX......O....................";

/** @type {Options} */
const WALLPAPERS = [
  ["hill", _("Hill and sky")],
  ["shore", _("Evening shore")],
  ["discs", _("Discs on felt")],
  ["plain", _("(None)")],
];

/** Changes take effect with OK or Apply; until then only the preview shows them. */
export function displayProperties() {
  const there = findWindow("display");
  if (there) {
    focus(there);
    return;
  }
  const now = () => ({
    ...settings.values,
    theme: document.documentElement.dataset.theme ?? "",
    language: chosenLanguage(),
  });
  const wanted = now();
  const model = el(
    "div.model",
    { "aria-hidden": "true" },
    el("div.model-window", {}, el("b", {}, _("Othello")), el("div.model-board", {}, thumbnail(SAMPLE, 8))),
    el("div.model-bar"),
  );
  const applying = put(_("Apply"), apply);
  const page = tabs(
    [
      {
        label: _("Themes"),
        page: [
          el("div.monitor", {}, model),
          select(_("Theme:"), "theme", THEMES),
          select(_("Background:"), "wallpaper", WALLPAPERS),
        ],
      },
      {
        label: _("Appearance"),
        page: [
          languages().length > 1 && select(_("Language:"), "language", [["", _("Browser language")], ...languages()]),
          select(_("Font size:"), "text", TEXTS),
          select(_("Animations:"), "motion", [
            ["system", _("System setting")],
            ["reduced", _("Reduced")],
          ]),
          check(_("Play sounds"), "sound"),
        ],
      },
      {
        label: _("Board"),
        page: [
          select(_("Board:"), "board", BOARDS),
          select(_("Flip animation:"), "turning", TURNING),
          el(
            "fieldset.group.stack",
            {},
            el("legend", {}, _("Show")),
            check(_("Legal moves"), "showLegal"),
            check(_("Discs that a move flips"), "showFlips"),
            check(_("Move numbers on the discs"), "showNumbers"),
            check(_("Coordinates"), "showCoordinates"),
          ),
        ],
      },
      {
        label: _("Messages"),
        page: [
          select(_("Messages:"), "messages", MESSAGES),
          el("p", {}, _("Message boxes show illegal moves, passes and results until you choose OK.")),
        ],
      },
    ],
    _("Display settings"),
  ).node;
  const ok = put(_("OK"), () => {
    apply();
    close(win);
  });
  ok.classList.add("default");
  const win = openWindow({
    id: "display",
    title: _("Display Properties"),
    icon: "display",
    width: 370,
    resizable: false,
    escapes: true,
    content: el(
      "div.window-body.dialog.display",
      {},
      page,
      el(
        "div.buttons",
        {},
        ok,
        put(_("Cancel"), () => close(win)),
        applying,
      ),
    ),
  });
  draw();

  function draw() {
    const { theme, wallpaper, board } = wanted;
    Object.assign(model.dataset, { theme, wallpaper, board });
    applying.disabled = changes().length === 0;
  }
  /** The names of the changed settings. */
  function changes() {
    const names = /** @type {(keyof typeof wanted)[]} */ (Object.keys(wanted));
    const present = now();
    return names.filter((name) => wanted[name] !== present[name]);
  }
  function apply() {
    for (const name of changes()) {
      if (name === "language") chooseLanguage(wanted.language);
      else settings.set(name, wanted[name]);
    }
    draw();
  }

  /**
   * @param {string} label
   * @param {SettingOf<string> | "language"} name
   * @param {Options} options
   */
  function select(label, name, options) {
    const id = uniqueId("setting");
    return el(
      "div.row",
      {},
      el("label", { htmlFor: id }, label),
      el(
        "select.field",
        {
          id,
          dataset: { setting: name },
          onchange: (event) => {
            wanted[name] = event.currentTarget.value;
            draw();
          },
        },
        options.map(([value, text]) => el("option", { value, selected: value === wanted[name] }, text)),
      ),
    );
  }

  /**
   * @param {string} label
   * @param {SettingOf<boolean>} name
   */
  function check(label, name) {
    return el(
      "label.choice",
      {},
      el("input", {
        type: "checkbox",
        checked: wanted[name],
        dataset: { setting: name },
        onchange: (event) => {
          wanted[name] = event.currentTarget.checked;
          draw();
        },
      }),
      el("span", {}, label),
    );
  }
}

/**
 * @param {string} label
 * @param {() => unknown} act
 */
const put = (label, act) => el("button.push", { type: "button", onclick: act }, label);
