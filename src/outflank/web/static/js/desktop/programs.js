// Programs: everything that can be opened by its id. The Start menu, the desktop icons, the keys and the View menu list
// them from here, and a window opens another one by its id, so that windows need not import each other.
//
// A window's file exports `programs`, a list of these; js/registry.js names the files.

import { _ } from "./language.js";
import { settings, userName } from "./settings.js";

/** @import { Entry, Item } from "./menu.js" */

/**
 * @typedef {"pinned" | "programs" | "places" | "settings" | "support" | "footer"} Group  a part of the Start menu
 *
 * @typedef {object} Program
 * @property {string} id            its name for `launch` and the Run box
 * @property {string} label         as the Start menu and the desktop show it
 * @property {string} icon          of templates/icons.svg
 * @property {() => unknown} open
 * @property {string} [note]        a second line, where it is pinned
 * @property {Group[]} [start]      where it is in the Start menu
 * @property {boolean} [inside]     another window alone opens it, so no list has it
 * @property {number} [desktop]     the place of its icon on the desktop, from 1
 * @property {() => Entry[]} [menu]  more lines for the menu of its icon
 * @property {string} [view]        its line in the View menu of the game, such as "_Move list"
 * @property {string[]} [keys]      that open it unless the window in front uses them itself, such as "F4" or "Ctrl+O"
 */

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

/** The icons of the desktop, in order. */
export const onDesktop = () =>
  installed
    .filter((one) => one.desktop)
    .sort((a, b) => Number(a.desktop) - Number(b.desktop))
    .map(({ id, label, icon, open }) => ({ id, label, icon, open }));

/** All programs by their names, for the Start menu. @returns {Item[]} */
export const allPrograms = () =>
  installed
    .filter((one) => !one.inside)
    .map(({ label, icon, open }) => ({ label, icon, action: open }))
    .sort((a, b) => a.label.localeCompare(b.label));

/** Those beside the Start button, as the visitor wants them. */
export const quickLaunch = () =>
  settings.get("quick").flatMap((id) => installed.find((one) => one.id === id) ?? /** @type {Program[]} */ ([]));

/** What the menu of a program's icon has. @param {{ id: string, open: () => unknown }} one @returns {Entry[]} */
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

/** Lines of the View menu. */
export const inView = () =>
  installed.flatMap(({ view, keys, open }) => (view ? [{ label: view, key: keys?.[0], action: open }] : []));

/** What a key opens, if anything. @param {string} key */
export const byKey = (key) => installed.find((one) => one.keys?.includes(key))?.open;

/** What the Start menu shows. */
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
