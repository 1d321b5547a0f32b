// Programs: everything that can be opened by id. The Start menu, the desktop icons, the keys and the View menu list
// them, and windows open each other by id, so that they need not import each other.
//
// A window's file exports `programs`, a list of these; js/registry.js names the files.

import { _ } from "./language.js";
import { settings, userName } from "./settings.js";

/** @import { Entry, Item } from "./menu.js" */

/**
 * @typedef {"pinned" | "programs" | "places" | "settings" | "support" | "footer"} Group  a part of the Start menu
 * @typedef {keyof typeof TOPICS} Topic  a submenu of All Programs
 *
 * @typedef {object} Program
 * @property {string} id            its id for `launch` and the Run box
 * @property {string} label         its label in the Start menu and on the desktop
 * @property {string} icon          of templates/icons.svg
 * @property {() => unknown} open
 * @property {string} [note]        a second line when pinned
 * @property {Topic} topic          its submenu of All Programs
 * @property {Group[]} [start]      its groups in the Start menu
 * @property {boolean} [inside]     opened only by another window, so not listed
 * @property {number} [desktop]     the position of its desktop icon, from 1
 * @property {() => Entry[]} [menu]  more items for its context menu
 * @property {string} [view]        its item in the View menu, such as "_Move list"
 * @property {string[]} [keys]      its shortcuts, such as "F4", unless the front window uses them
 */

const TOPICS = {
  play: { label: _("Play"), icon: "othello" },
  learn: { label: _("Learn"), icon: "puzzle" },
  analyze: { label: _("Analyze"), icon: "review" },
  people: { label: _("People"), icon: "network" },
  settings: { label: _("Settings"), icon: "computer" },
};

/** @type {Program[]} */
const installed = [];

/** @param {Program[]} programs */
export const install = (programs) => installed.push(...programs);

/**
 * The program of this id or label, if there is one.
 * @param {string} name
 */
export const program = (name) =>
  installed.find((one) => one.id === name) ?? installed.find((one) => one.label.toLowerCase() === name);

/**
 * Open a program.
 * @param {string} id
 */
export function launch(id) {
  const found = program(id);
  if (!found)
    throw new Error(`There is no program “${id}”; those in registry.js are: ${installed.map((one) => one.id)}`);
  return found.open();
}

/** The desktop icons, in order. */
export const onDesktop = () =>
  installed
    .filter((one) => one.desktop)
    .sort((a, b) => Number(a.desktop) - Number(b.desktop))
    .map(({ id, label, icon, open }) => ({ id, label, icon, open }));

/** All programs, with a submenu for each topic. @returns {Item[]} */
export const allPrograms = () =>
  Object.entries(TOPICS).map(([topic, { label, icon }]) => ({
    label,
    icon,
    items: installed
      .filter((one) => one.topic === topic && !one.inside)
      .map(({ label, icon, open }) => ({ label, icon, action: open })),
  }));

/** The Quick Launch programs. */
export const quickLaunch = () =>
  settings.get("quick").flatMap((id) => installed.find((one) => one.id === id) ?? /** @type {Program[]} */ ([]));

/** The context menu of a program's icon. @param {{ id: string, open: () => unknown }} one @returns {Entry[]} */
export function iconMenu({ id, open }) {
  const quick = settings.get("quick");
  const there = quick.includes(id);
  const more = program(id)?.menu?.() ?? [];
  return [
    { label: _("_Open"), bold: true, action: open },
    ...(more.length ? /** @type {const} */ (["-"]) : []),
    ...more,
    "-",
    {
      label: there ? _("_Remove from Quick Launch") : _("_Add to Quick Launch"),
      action: () => settings.set("quick", there ? quick.filter((one) => one !== id) : [...quick, id]),
    },
  ];
}

/** The items of the View menu. */
export const inView = () =>
  installed.flatMap(({ view, keys, open }) => (view ? [{ label: view, key: keys?.[0], action: open }] : []));

/** The function that opens a key's program, if any. @param {string} key */
export const byKey = (key) => installed.find((one) => one.keys?.includes(key))?.open;

/** The items of the Start menu. */
export function startMenu() {
  return {
    user: userName(),
    picture: settings.get("picture"),
    left: column("pinned", "programs"),
    all: allPrograms(),
    right: column("places", "settings", "support"),
    footer: column("footer"),
  };
}

/** @param {Group[]} groups */
function column(...groups) {
  return groups.flatMap((group, i) => [...(i ? /** @type {const} */ (["-"]) : []), ...entries(group)]);
}

/** @param {Group} group */
function entries(group) {
  return installed
    .filter((one) => one.start?.includes(group))
    .map(({ label, icon, note, open }) => ({
      label,
      icon,
      bold: group === "pinned" || group === "places",
      note: group === "pinned" ? note : undefined,
      action: open,
    }));
}
