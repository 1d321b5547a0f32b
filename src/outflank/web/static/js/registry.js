// Every window there is, a line each. A file listed here exports `programs`: what it opens, and where one finds it.
// Parts of the Start menu and of the View menu have their lines in this order.

/** @import { Program } from "./desktop/programs.js" */

/** @type {Promise<{ programs: Program[] }>[]} */
const files = [
  import("./game/help.js"),
  import("./game/lessons.js"),
  import("./game/game_window.js"),
  import("./game/my_games.js"),
  import("./game/new_game.js"),
  import("./game/friend.js"),
  import("./game/club.js"),
  import("./game/move_list.js"),
  import("./game/review.js"),
  import("./game/variations.js"),
  import("./game/practice.js"),
  import("./game/board_editor.js"),
  import("./game/explorer.js"),
  import("./game/lazy_windows.js"),
  import("./game/transcript.js"),
  import("./game/run_box.js"),
  import("./game/display_properties.js"),
  import("./game/transfer_games.js"),
  import("./game/power.js"),
];

/** Every program of every window; refused if a file of one cannot be had. */
export const programs = async () => (await Promise.all(files)).flatMap((file) => file.programs);
