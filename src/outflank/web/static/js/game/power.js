// What the Start menu has at its foot and among its settings: logging and turning off, and who you are.

import { userAccounts } from "../desktop/accounts.js";
import { turnOff } from "../desktop/turn_off.js";
import { logOff } from "../desktop/welcome.js";
import { pauseOrGoOn, restart } from "./commands.js";

/** @import { Program } from "../desktop/programs.js" */

/** @type {Program[]} */
export const programs = [
  { id: "accounts", label: "User Accounts", icon: "user", open: userAccounts, start: ["settings"] },
  { id: "log-off", label: "Log Off", icon: "logoff", open: logOff, start: ["footer"] },
  {
    id: "turn-off",
    label: "Turn Off Computer",
    icon: "power",
    open: () => turnOff({ standBy: pauseOrGoOn, restart }),
    start: ["footer"],
  },
];
