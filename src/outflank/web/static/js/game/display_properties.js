// Display Properties: the theme, the text size, the board, motion, sound and message boxes.

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
/** @type {Options} */
const MESSAGES = [
  ["quiet", "Beside the board"],
  ["boxes", "Boxes"],
];
const SAMPLE = "...................O......OX......XXX......O....................";

/** @type {Options} */
const WALLPAPERS = [
  ["hill", "Hill and sky"],
  ["shore", "Evening shore"],
  ["discs", "Discs on felt"],
  ["plain", "(None)"],
];

/** What is chosen here waits for OK or Apply, and is shown in the picture of the desktop meanwhile. */
function displayProperties() {
  const there = findWindow("display");
  if (there) {
    focus(there);
    return;
  }
  const wanted = { ...settings.values, theme: document.documentElement.dataset.theme ?? "" };
  const model = el(
    "div.model",
    { "aria-hidden": "true" },
    el("div.model-window", {}, el("b", {}, "Othello"), el("div.model-board", {}, thumbnail(SAMPLE, 8))),
    el("div.model-bar"),
  );
  const applying = put("Apply", apply);
  const page = tabs(
    [
      {
        label: "Themes",
        page: [
          el("div.monitor", {}, model),
          select("Theme:", "theme", THEMES),
          select("Background:", "wallpaper", WALLPAPERS),
        ],
      },
      {
        label: "Appearance",
        page: [
          select("Font size:", "text", TEXTS),
          select("Movement:", "motion", [
            ["system", "As this system asks"],
            ["reduced", "Keep still"],
          ]),
          check("Play sounds", "sound"),
        ],
      },
      {
        label: "Board",
        page: [
          select("Board:", "board", BOARDS),
          select("Discs turn:", "turning", TURNING),
          el(
            "fieldset.group.stack",
            {},
            el("legend", {}, "Show"),
            check("Where you may play", "showLegal"),
            check("The discs a move would turn over", "showFlips"),
            check("Move numbers on the discs", "showNumbers"),
            check("The letters and numbers", "showCoordinates"),
          ),
        ],
      },
      {
        label: "Messages",
        page: [
          select("Messages:", "messages", MESSAGES),
          el("p", {}, "Boxes show illegal moves, passes and results in a window that waits for OK."),
        ],
      },
    ],
    "Display settings",
  );
  const ok = put("OK", () => {
    apply();
    close(win);
  });
  ok.classList.add("default");
  const win = openWindow({
    id: "display",
    title: "Display Properties",
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
        put("Cancel", () => close(win)),
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
  /** The names of the settings that are to be others than they are. */
  function changes() {
    const names = /** @type {(keyof typeof wanted)[]} */ (Object.keys(wanted));
    const { theme } = document.documentElement.dataset;
    return names.filter((name) => wanted[name] !== (name === "theme" ? theme : settings.get(name)));
  }
  function apply() {
    for (const name of changes()) settings.set(name, wanted[name]);
    draw();
  }

  /**
   * @param {string} label
   * @param {SettingOf<string>} name
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

/** @type {Program[]} */
export const programs = [
  { id: "display", label: "Display", icon: "display", open: displayProperties, start: ["settings"], desktop: 6 },
];
