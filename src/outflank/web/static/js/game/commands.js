// Commands of the menus, keys, tasks and the Run box, with confirmation where needed.

import { sentenceOf } from "../desktop/dom.js";
import { _ } from "../desktop/language.js";
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
  (await messageBox({ title, text, icon: "question", buttons: [_("Yes"), _("No")] })) === _("Yes");

export const changePlayers = () => newGameDialog({ title: _("Change players"), players: true });

/** Stop the computer, or let it continue. */
export const pauseOrGoOn = () => (table.state.paused ? game.resume() : game.stop());

export async function restart() {
  const { state } = table;
  const running = !state.outcome && state.ply > 0;
  if (running && !(await sure(_("New game"), _("Start again from the first position? This game stays in My Games."))))
    return;
  await game.newGame({ size: state.size, black: state.seats.black.player, white: state.seats.white.player });
}

export async function resign() {
  const { kind, can, outcome } = table.state;
  if (outcome && kind !== "link") game.emit("ended", null);
  else if (kind !== "link" && can.resign && (await sure(_("Resign"), _("Do you want to resign this game?"))))
    await game.resign();
}

/** Shared games have no hints. */
const together = () => table.state.kind === "shared";

export const hint = () => together() || (table.state.outcome ? game.emit("ended", null) : game.hint());

/**
 * Show or hide a number on every legal move: its value, or its probability for the learned player.
 * @param {"values" | "probabilities"} kind
 */
function numbers(kind) {
  if (table.state.outcome) game.emit("ended", null);
  else if (table.state.can.study || valuesShown(kind)) toggleValues(kind);
  else messageBox({ title: _("Values"), text: table.state.can.why_not ?? "", icon: "info" });
}

export const values = () => numbers("values");
export const probabilities = () => numbers("probabilities");

export async function save() {
  if (together()) return;
  const name = await askText({
    title: _("Save as"),
    label: _("Name:"),
    value: table.state.name ?? "",
    icon: "save",
    ok: _("Save"),
  });
  if (name === null) return;
  try {
    const saved = await game.saveAs(name);
    await messageBox({
      title: _("Save as"),
      text: _("The game is saved as “{name}”.", { name: saved.name ?? "" }),
      icon: "info",
    });
  } catch (problem) {
    await messageBox({
      title: _("Save as"),
      text: [_("The game was not saved."), sentenceOf(problem)].join(" "),
      icon: "error",
    });
  }
}

/**
 * Show a newly opened game.
 * @param {string} title
 */
export async function loaded(title) {
  launch("game");
  if (table.state.outcome) return; // shown by the bar below the board
  await messageBox({
    title: _("Game opened"),
    text: _("“{title}” is open. It continues where you left it.", { title }),
    icon: "info",
  });
  launch("game");
}

/**
 * Download this game as "save", "game.ggf", "picture.png" and so on.
 * @param {string} file
 */
export const downloadAs = (file) => keepFile(`/api/games/${table.state.id}/${file}`);

/**
 * Download a file, or show the error.
 * @param {string} path
 */
export async function keepFile(path) {
  try {
    await download(path);
  } catch (problem) {
    await messageBox({ title: _("Download"), text: sentenceOf(problem), icon: "error" });
  }
}
