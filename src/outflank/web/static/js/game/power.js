// What the Start menu has at its foot and among its settings: turning off, and what it calls you.

import { askText } from "../desktop/message_box.js";
import { settings } from "../desktop/settings.js";
import { turnOff } from "../desktop/turn_off.js";
import { pauseOrGoOn, restart } from "./commands.js";

/** @import { Program } from "../desktop/programs.js" */

async function rename() {
  const name = await askText({
    title: "Your name",
    label: "What shall the Start menu call you?",
    value: settings.get("name"),
    icon: "person",
    maxLength: 30,
  });
  if (name?.trim()) settings.set("name", name.trim());
}

/** @type {Program[]} */
export const programs = [
  { id: "name", label: "Your name…", icon: "person", open: rename, start: ["settings"] },
  {
    id: "turn-off",
    label: "Turn Off Computer",
    icon: "power",
    open: () => turnOff({ standBy: pauseOrGoOn, restart }),
    start: ["footer"],
  },
];
