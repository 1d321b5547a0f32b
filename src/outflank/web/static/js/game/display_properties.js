// Display Properties: the theme, the text size, the board, motion and sound.

import { el, uniqueId } from "../desktop/dom.js";
import { settings } from "../desktop/settings.js";
import { tabs } from "../desktop/tabs.js";
import { close, findWindow, focus, openWindow } from "../desktop/windows.js";
import { thumbnail } from "./thumbnail.js";

/** @import { Program } from "../desktop/programs.js" */
/** @import { SettingOf } from "../desktop/settings.js" */

/** @typedef {[value: string, text: string][]} Options */

/** @type {Options} */
const THEMES = [
  ["blue", "Luna Blue"],
  ["olive", "Olive Green"],
  ["silver", "Silver"],
  ["classic", "Classic"],
  ["contrast", "High Contrast"],
];
/** @type {Options} */
const BOARDS = [
  ["green", "Green felt"],
  ["blue", "Blue"],
  ["wood", "Wood"],
  ["slate", "Slate"],
];
/** @type {Options} */
const TEXTS = [
  ["normal", "Normal"],
  ["large", "Large fonts"],
  ["larger", "Extra large fonts"],
];
/** @type {Options} */
const TURNING = [
  ["slow", "Slowly"],
  ["normal", "Normally"],
  ["fast", "Fast"],
  ["none", "At once"],
];
const SAMPLE = "...................O......OX......XXX......O....................";

function displayProperties() {
  const there = findWindow("display");
  if (there) {
    focus(there);
    return;
  }
  const before = { ...settings.values };
  const picture = el("div.preview", {}, el("div.preview-board", {}, thumbnail(SAMPLE, 8)));
  const page = tabs(
    [
      {
        label: "Themes",
        page: [
          picture,
          select("Theme:", "theme", THEMES, document.documentElement.dataset.theme),
          select("Background:", "wallpaper", [
            ["hill", "Hill and sky"],
            ["plain", "(None)"],
          ]),
        ],
      },
      {
        label: "Appearance",
        page: [
          select("Font size:", "text", TEXTS),
          select("Board:", "board", BOARDS),
          select("Movement:", "motion", [
            ["system", "As this system asks"],
            ["reduced", "Keep still"],
          ]),
        ],
      },
      {
        label: "Board",
        page: [
          select("Discs turn over:", "turning", TURNING),
          check("Show where you may play", "showLegal"),
          check("Show the discs a move would turn over", "showFlips"),
          check("Show move numbers on the discs", "showNumbers"),
          check("Show the letters and numbers", "showCoordinates"),
          check("Play sounds", "sound"),
        ],
      },
    ],
    "Display settings",
  );
  /**
   * @param {string} label
   * @param {() => unknown} act
   */
  const put = (label, act, name = "push") => el("button", { type: "button", className: name, onclick: act }, label);
  const win = openWindow({
    id: "display",
    title: "Display Properties",
    icon: "display",
    width: 340,
    resizable: false,
    role: "dialog",
    content: el(
      "div.window-body.dialog",
      {},
      page,
      el(
        "div.buttons",
        {},
        put("OK", () => close(win), "push default"),
        put("Cancel", () => {
          for (const name of /** @type {(keyof typeof before)[]} */ (Object.keys(before)))
            settings.set(name, before[name]);
          close(win);
        }),
      ),
    ),
  });
}

/**
 * @param {string} label
 * @param {SettingOf<string>} name
 * @param {Options} options
 */
function select(label, name, options, current = settings.get(name)) {
  const id = uniqueId("setting");
  return el(
    "div.row",
    {},
    el("label", { htmlFor: id }, label),
    el(
      "select.field",
      { id, dataset: { setting: name }, onchange: (event) => settings.set(name, event.currentTarget.value) },
      options.map(([value, text]) => el("option", { value, selected: value === current }, text)),
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
      checked: settings.get(name),
      dataset: { setting: name },
      onchange: (event) => settings.set(name, event.currentTarget.checked),
    }),
    el("span", {}, label),
  );
}

/** @type {Program[]} */
export const programs = [
  { id: "display", label: "Display", icon: "display", open: displayProperties, start: ["settings"], desktop: 6 },
];
