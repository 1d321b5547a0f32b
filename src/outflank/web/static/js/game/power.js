// Start menu entries: Log off, Turn off computer, and User accounts.

import { userAccounts } from "../desktop/accounts.js";
import { _ } from "../desktop/language.js";
import { turnOff } from "../desktop/turn_off.js";
import { logOff } from "../desktop/welcome.js";
import { pauseOrGoOn, restart } from "./commands.js";

/** @import { Program } from "../desktop/programs.js" */

/** @type {Program[]} */
export const programs = [
  {
    id: "accounts",
    topic: "settings",
    label: _("User accounts"),
    icon: "user",
    open: userAccounts,
    start: ["settings"],
  },
  { id: "log-off", topic: "settings", label: _("Log off"), icon: "logoff", open: logOff, start: ["footer"] },
  {
    id: "turn-off",
    topic: "settings",
    label: _("Turn off computer"),
    icon: "power",
    open: () => turnOff({ standBy: pauseOrGoOn, restart }),
    start: ["footer"],
  },
];
