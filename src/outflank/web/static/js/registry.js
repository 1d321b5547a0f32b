// All windows, one per line. A file listed here exports `programs`: what it opens, and where that is listed.
// The Start menu and the View menu use this order.

/** @import { Program } from "./desktop/programs.js" */

/** @type {Promise<{ programs: Program[] }>[]} */
const files = [
  import("./game/game_window.js"),
  import("./game/new_game.js"),
  import("./game/friend.js"),
  import("./game/lazy_windows.js"),
  import("./game/transcript.js"),
  import("./game/run_box.js"),
  import("./game/power.js"),
];

/** Every program of every window; rejected if a file cannot be loaded. */
export const programs = async () => (await Promise.all(files)).flatMap((file) => file.programs);
