// What the Start menu has at its foot and among its settings: logging and turning off, and who you are.

import { userAccounts } from "../desktop/accounts.js";
import { _ } from "../desktop/language.js";
import { turnOff } from "../desktop/turn_off.js";
import { logOff } from "../desktop/welcome.js";
import { pauseOrGoOn, restart } from "./commands.js";

/** @import { Program } from "../desktop/programs.js" */

/** @type {Program[]} */
export const programs = [
  { id: "accounts", label: _("User accounts"), icon: "user", open: userAccounts, start: ["settings"] },
  { id: "log-off", label: _("Log off"), icon: "logoff", open: logOff, start: ["footer"] },
  {
    id: "turn-off",
    label: _("Turn off computer"),
    icon: "power",
    open: () => turnOff({ standBy: pauseOrGoOn, restart }),
    start: ["footer"],
  },
];
