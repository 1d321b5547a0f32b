// What this visitor likes: theme, text size, board, sound, motion. Kept in this browser only.
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
  thinking: "here", // where computers think: "here", on this machine, "light", or on the "server"
  turning: "normal",
  messages: "quiet", // what the game says: "quiet", beside the board, or in "boxes"
  phrases: true, // what others say at a shared table
  name: "Player",
  met: false,
  picture: "user",
  quick: ["game", "my-games", "help"], // programs beside the Start button
};

/** @typedef {typeof DEFAULTS} Settings */
/** @typedef {{ change: { name: keyof Settings, value: Settings[keyof Settings] } }} SettingsEvents */
/**
 * The settings of one kind, such as those that are on or off.
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

/** The visitor's name, or a stand-in until they have one. */
export const userName = () => (values.name === DEFAULTS.name ? _("Player") : values.name);

/** @param {string} name */
export function setUserName(name) {
  if (name.trim() && name.trim() !== userName()) settings.set("name", name.trim());
}

/**
 * Storage may be refused (private windows, full disks): then the choice lasts as long as the page.
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
