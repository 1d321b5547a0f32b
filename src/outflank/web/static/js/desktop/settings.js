// The visitor's preferences: theme, text size, board, sound, motion. Stored in this browser only.
// Emits on `settings`: "change" (detail: {name, value})

import { _ } from "./language.js";
import { emitter } from "./typed_events.js";

/** @import { TypedEvents } from "./typed_events.js" */

const KEY = "outflank.settings";
const DEFAULTS = {
  theme: "",
  text: "normal",
  board: "green",
  wallpaper: "hill",
  motion: "system",
  sound: true,
  volume: 60,
  showLegal: true,
  showFlips: true,
  showNumbers: false,
  showCoordinates: true,
  speed: 4,
  thinking: "here", // where computers think: "here" (this machine), "light" (here, with small weights) or "server"
  turning: "normal",
  messages: "quiet", // game messages: "quiet" (beside the board) or "boxes"
  phrases: true, // show what others say in a shared game
  name: "Player",
  met: false,
  picture: "user",
  quick: ["game", "my-games", "help"], // Quick Launch programs
};

/** @typedef {typeof DEFAULTS} Settings */
/** @typedef {{ change: { name: keyof Settings, value: Settings[keyof Settings] } }} SettingsEvents */
/**
 * The settings of one type, such as boolean ones.
 * @template Kind
 * @typedef {{ [K in keyof Settings]: Settings[K] extends Kind ? K : never }[keyof Settings]} SettingOf
 */

/** @type {Settings} */
const values = { ...DEFAULTS, .../** @type {Partial<Settings>} */ (read(KEY)) };

const events = /** @type {TypedEvents<SettingsEvents>} */ (new EventTarget());
const emit = emitter(events);

export const settings = Object.assign(events, {
  values,
  /**
   * @template {keyof Settings} Name
   * @param {Name} name
   */
  get: (name) => values[name],
  /**
   * @template {keyof Settings} Name
   * @param {Name} name
   * @param {Settings[Name]} value
   */
  set(name, value) {
    values[name] = value;
    write(KEY, values);
    apply();
    emit("change", { name, value });
  },
});

/** The visitor's name, or a default name. */
export const userName = () => (values.name === DEFAULTS.name ? _("Player") : values.name);

/** @param {string} name */
export function setUserName(name) {
  if (name.trim() && name.trim() !== userName()) settings.set("name", name.trim());
}

/**
 * Storage may fail (private windows, full disks); settings then last as long as the page.
 * @param {string} key
 * @returns {Record<string, unknown>}
 */
export function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "{}") ?? {};
  } catch {
    return {};
  }
}
/**
 * @param {string} key
 * @param {object} value
 */
export function write(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    /* lasts as long as the page */
  }
}

export function apply() {
  const { theme, text, board, wallpaper, motion } = values;
  const wantsContrast = matchMedia("(prefers-contrast: more)").matches;
  Object.assign(document.documentElement.dataset, {
    theme: theme || (wantsContrast ? "contrast" : "blue"),
    text,
    board,
    wallpaper,
    motion,
  });
}
