// Switches the computer on: the desktop, what its icons and menus do, and the game on the table.

import { desktopIcons } from "./desktop/desktop_icons.js";
import { displayProperties } from "./desktop/display_properties.js";
import { el } from "./desktop/dom.js";
import { openMenu } from "./desktop/menu.js";
import { askText, messageBox } from "./desktop/message_box.js";
import { apply, settings } from "./desktop/settings.js";
import { sounds } from "./desktop/sounds.js";
import { taskbar } from "./desktop/taskbar.js";
import { turnOff } from "./desktop/turn_off.js";
import { cascade, close, findWindow, showDesktop, tile } from "./desktop/windows.js";
import { openArchive } from "./game/archive.js";
import { focusBoard, openGame } from "./game/game_window.js";
import { gameIsOver, listen } from "./game/happenings.js";
import { about, openHelp } from "./game/help.js";
import { openMoveList } from "./game/move_list.js";
import { download, openMyGames } from "./game/my_games.js";
import { newGameDialog } from "./game/new_game.js";
import { openPractice } from "./game/practice.js";
import { openReview } from "./game/review.js";
import { openRunBox } from "./game/run_box.js";
import { comeBack, hint, newGame, resign, resume, saveAs, stop, table } from "./game/table.js";
import { copyLink, copyMoves, openLink, pasteMoves } from "./game/transcript.js";
import { toggleValues, valuesShown } from "./game/values.js";
import { NO_STUDY } from "./game/words.js";

const version = document.documentElement.dataset.version;

const commands = {
  newGame: () => newGameDialog(),
  changePlayers: () => newGameDialog({ title: "Change Players", players: true }),
  async restart() {
    const { state } = table;
    if (
      !state.outcome &&
      state.ply > 0 &&
      (await messageBox({
        title: "Restart",
        text: "Start again from the first position? This game stays in My Games.",
        icon: "question",
        buttons: ["Yes", "No"],
      })) !== "Yes"
    )
      return;
    await newGame({ size: state.size, black: state.seats.black.spec, white: state.seats.white.spec });
  },
  async resign() {
    if (table.state.kind === "link") return;
    if (table.state.outcome) {
      gameIsOver();
      return;
    }
    if (
      (await messageBox({ title: "Resign", text: "Give this game up?", icon: "question", buttons: ["Yes", "No"] })) ===
      "Yes"
    )
      await resign();
  },
  hint: () => (table.state.outcome ? gameIsOver() : hint()),
  async save() {
    const name = await askText({
      title: "Save As",
      label: "Name of the saved game:",
      value: table.state.name ?? "",
      icon: "save",
      ok: "Save",
    });
    if (name === null) return;
    try {
      const save = await saveAs(name);
      await messageBox({ title: "Save As", text: `The game is saved as “${save.name}”.`, icon: "info" });
    } catch (problem) {
      await messageBox({ title: "Save As", text: `The game could not be saved: ${problem.message}`, icon: "error" });
    }
  },
  loaded(title) {
    play();
    if (table.state.outcome) gameIsOver();
    else
      messageBox({ title: "Loaded", text: `“${title}” is loaded and goes on where it stopped.`, icon: "info" }).then(
        focusBoard,
      );
  },
  download: () => download(table.state),
  myGames: () => openMyGames(commands),
  moveList: () => openMoveList(commands),
  run: () => openRunBox(commands),
  help: () => openHelp(),
  keys: () => openHelp("keys"),
  about: () => about(version),
  display: displayProperties,
  copyMoves,
  pasteMoves,
  copyLink,
  valuesShown,
  values() {
    if (table.state.outcome) gameIsOver();
    else if (table.state.can.study || valuesShown()) toggleValues();
    else messageBox({ title: "Values", text: NO_STUDY, icon: "info" });
  },
  review: openReview,
  archive: () => openArchive(commands),
  loadedFromArchive: () => play(),
  export(name) {
    const link = el("a", { href: `/api/games/${table.state.id}/${name}`, download: "" });
    document.body.append(link);
    link.click();
    link.remove();
  },
  exit: () => close(findWindow("game")),
};

const play = () => {
  openGame(commands);
  focusBoard();
};

const startMenu = () => ({
  user: settings.get("name"),
  left: [
    { label: "Othello", note: "Play the game", icon: "othello", bold: true, action: play },
    { label: "My Games", note: "Everything you played", icon: "games", bold: true, action: commands.myGames },
    "-",
    {
      label: "New game",
      icon: "new",
      action: () => {
        play();
        commands.newGame();
      },
    },
    { label: "Move list", icon: "moves", action: commands.moveList },
    { label: "Review", icon: "search", action: commands.review },
    { label: "Practise", icon: "hint", action: openPractice },
    { label: "Archive", icon: "archive", action: commands.archive },
    { label: "Paste moves", icon: "paste", action: commands.pasteMoves },
  ],
  right: [
    { label: "My Games", icon: "games", bold: true, action: commands.myGames },
    { label: "Saved Games", icon: "save", bold: true, action: () => openMyGames(commands, "saved") },
    { label: "Recycle Bin", icon: "bin", bold: true, action: () => openMyGames(commands, "bin") },
    "-",
    { label: "Display", icon: "display", action: displayProperties },
    { label: "Your name…", icon: "person", action: rename },
    "-",
    { label: "Help and Support", icon: "help", action: () => openHelp() },
    {
      label: "Search",
      icon: "search",
      action: async () => {
        await openMyGames(commands);
        document.querySelector("[data-window='my-games'] input[type='search']").focus();
      },
    },
    { label: "Run…", icon: "run", action: commands.run },
  ],
  footer: [
    { label: "About", icon: "info", action: commands.about },
    {
      label: "Turn Off Computer",
      icon: "power",
      action: () => turnOff({ standBy: () => (table.state.paused ? resume() : stop()), restart: commands.restart }),
    },
  ],
});

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

function furnish() {
  apply();
  const desktop = el("main.desktop", { "aria-label": "Desktop" });
  const icons = desktopIcons(
    [
      { id: "othello", label: "Othello", icon: "othello", open: play },
      { id: "games", label: "My Games", icon: "games", open: commands.myGames },
      {
        id: "new",
        label: "New Game",
        icon: "new",
        open: () => {
          play();
          commands.newGame();
        },
      },
      { id: "archive", label: "Archive", icon: "archive", open: commands.archive },
      { id: "help", label: "Help and Support", icon: "help", open: () => openHelp() },
      { id: "display", label: "Display", icon: "display", open: displayProperties },
      { id: "bin", label: "Recycle Bin", icon: "bin", open: () => openMyGames(commands, "bin") },
    ],
    desktop,
  );
  desktop.append(icons, el("div.screen"));
  desktop.addEventListener("contextmenu", (event) => {
    if (event.target.closest(".window")) return;
    event.preventDefault();
    openMenu(
      [
        { label: "_Cascade windows", action: cascade },
        { label: "_Tile windows", action: tile },
        { label: "_Show the desktop", action: showDesktop },
        "-",
        {
          label: "Ne_w",
          items: [
            {
              label: "_Game…",
              action: () => {
                play();
                commands.newGame();
              },
            },
            {
              label: "Game from _moves…",
              action: () => {
                play();
                commands.pasteMoves();
              },
            },
          ],
        },
        "-",
        { label: "P_roperties", action: displayProperties },
      ],
      { x: event.clientX, y: event.clientY, name: "Desktop" },
    );
  });
  document.body.append(desktop, taskbar(startMenu));
  document.getElementById("loading")?.remove();
}

/** Windows are placed by measuring, so the style sheets have to be there first. */
function styles() {
  const links = [...document.querySelectorAll("link[rel='stylesheet']")];
  return Promise.all(
    links
      .filter((link) => !link.sheet)
      .map(
        (link) =>
          new Promise((done) => {
            link.addEventListener("load", done);
            link.addEventListener("error", done);
          }),
      ),
  );
}

async function start() {
  await styles();
  furnish();
  listen();
  addEventListener("pointerdown", () => sounds.startup(), { once: true });
  try {
    if (!(await openLink())) await comeBack();
    play();
    addEventListener("hashchange", () => openLink());
  } catch (problem) {
    await messageBox({ title: "Outflank", text: problem.message, icon: "error", buttons: ["Try again"] });
    location.reload();
  }
}

start();
