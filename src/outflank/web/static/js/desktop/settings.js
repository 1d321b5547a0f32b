// What this visitor likes: theme, text size, board, sound, motion. Kept in this browser only.
// Emits on `settings`: "change" (detail: {name, value})

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
  speed: 3,
  name: "Player",
};

export const settings = Object.assign(new EventTarget(), {
  values: { ...DEFAULTS, ...read(KEY) },
  get(name) {
    return this.values[name];
  },
  set(name, value) {
    this.values[name] = value;
    write(KEY, this.values);
    apply();
    this.dispatchEvent(new CustomEvent("change", { detail: { name, value } }));
  },
});

/** Storage may be refused (private windows, full disks): then the choice lasts as long as the page. */
export function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key)) ?? {};
  } catch {
    return {};
  }
}
export function write(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    /* lasts as long as the page */
  }
}

export function apply() {
  const { theme, text, board, wallpaper, motion } = settings.values;
  const wantsContrast = matchMedia("(prefers-contrast: more)").matches;
  Object.assign(document.documentElement.dataset, {
    theme: theme || (wantsContrast ? "contrast" : "blue"),
    text,
    board,
    wallpaper,
    motion,
  });
}
