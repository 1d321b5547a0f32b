// What menus, keys, tasks and the Run box can do to the game, with the questions that go before.

import { sentenceOf } from "../desktop/dom.js";
import { askText, messageBox } from "../desktop/message_box.js";
import { launch } from "../desktop/programs.js";
import { download } from "./api.js";
import { newGameDialog } from "./new_game.js";
import * as game from "./table.js";
import { toggleValues, valuesShown } from "./values.js";

const { table } = game;

/**
 * @param {string} title
 * @param {string} text
 */
const sure = async (title, text) =>
  (await messageBox({ title, text, icon: "question", buttons: ["Yes", "No"] })) === "Yes";

export const changePlayers = () => newGameDialog({ title: "Change Players", players: true });

/** Stop the computer, or let it go on. */
export const pauseOrGoOn = () => (table.state.paused ? game.resume() : game.stop());

export async function restart() {
  const { state } = table;
  const running = !state.outcome && state.ply > 0;
  if (running && !(await sure("Restart", "Start again from the first position? This game stays in My Games."))) return;
  await game.newGame({ size: state.size, black: state.seats.black.player, white: state.seats.white.player });
}

export async function resign() {
  const { kind, can, outcome } = table.state;
  if (outcome && kind !== "link") game.emit("ended", null);
  else if (kind !== "link" && can.resign && (await sure("Resign", "Give this game up?"))) await game.resign();
}

/** At a shared table nobody is helped. */
const together = () => table.state.kind === "shared";

export const hint = () => together() || (table.state.outcome ? game.emit("ended", null) : game.hint());

/**
 * Show or hide a number on every legal move: its value, or how likely the learned player plays it.
 * @param {"values" | "probabilities"} kind
 */
function numbers(kind) {
  if (table.state.outcome) game.emit("ended", null);
  else if (table.state.can.study || valuesShown(kind)) toggleValues(kind);
  else messageBox({ title: "Values", text: table.state.can.why_not ?? "", icon: "info" });
}

export const values = () => numbers("values");
export const probabilities = () => numbers("probabilities");

export async function save() {
  if (together()) return;
  const name = await askText({
    title: "Save As",
    label: "Name of the saved game:",
    value: table.state.name ?? "",
    icon: "save",
    ok: "Save",
  });
  if (name === null) return;
  try {
    const saved = await game.saveAs(name);
    await messageBox({ title: "Save As", text: `The game is saved as “${saved.name}”.`, icon: "info" });
  } catch (problem) {
    await messageBox({ title: "Save As", text: `The game could not be saved: ${sentenceOf(problem)}`, icon: "error" });
  }
}

/**
 * Show a game that was just put on the table.
 * @param {string} title
 */
export async function loaded(title) {
  launch("game");
  if (table.state.outcome) return; // which the bar below the board
  await messageBox({ title: "Loaded", text: `“${title}” is loaded and goes on where it stopped.`, icon: "info" });
  launch("game");
}

/**
 * Download this game as "save", "game.ggf", "picture.png" and so on.
 * @param {string} file
 */
export const downloadAs = (file) => keepFile(`/api/games/${table.state.id}/${file}`);

/**
 * Download a file, or say why there is none.
 * @param {string} path
 */
export async function keepFile(path) {
  try {
    await download(path);
  } catch (problem) {
    await messageBox({ title: "Download", text: sentenceOf(problem), icon: "error" });
  }
}
