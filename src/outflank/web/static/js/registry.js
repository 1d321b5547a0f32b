// Every window there is, a line each. A file listed here exports `programs`: what it opens, and where one finds it.
// Parts of the Start menu and of the View menu have their lines in this order.

/** @import { Program } from "./desktop/programs.js" */

export const FILES = [
  "game/help.js",
  "game/game_window.js",
  "game/my_games.js",
  "game/new_game.js",
  "game/move_list.js",
  "game/review.js",
  "game/practice.js",
  "game/archive.js",
  "game/transcript.js",
  "game/run_box.js",
  "game/display_properties.js",
  "game/power.js",
];

/** @returns {Promise<Program[]>} */
export async function programs() {
  const files = await Promise.all(FILES.map((file) => import(`./${file}`)));
  return files.flatMap((file) => file.programs);
}
