// Starts the page: the desktop with its icons, the taskbar, and the game.

import { desktopIcons } from "./desktop/desktop_icons.js";
import { el, sentenceOf, within } from "./desktop/dom.js";
import { fetched } from "./desktop/fetched.js";
import { _ } from "./desktop/language.js";
import { openMenu } from "./desktop/menu.js";
import { messageBox } from "./desktop/message_box.js";
import { iconMenu, install, launch, onDesktop, startMenu } from "./desktop/programs.js";
import { apply } from "./desktop/settings.js";
import { sounds } from "./desktop/sounds.js";
import { taskbar } from "./desktop/taskbar.js";
import { welcome } from "./desktop/welcome.js";
import { cascade, showDesktop, tile } from "./desktop/windows.js";
import { openInvitation } from "./game/friend.js";
import { justBoardOfAddress } from "./game/just_board.js";
import { eventOfAddress, lessonOfAddress, openEvent, openLesson, openRepertoire } from "./game/lazy_windows.js";
import { offerLessons } from "./game/lesson_offer.js";
import { listen } from "./game/notifications.js";
import { openSharedGameOfAddress } from "./game/shared_game.js";
import { followCurrent, lastGame, revisit, take } from "./game/table.js";
import { showToday } from "./game/today.js";
import { openLink } from "./game/transcript.js";
import { isSite, transport } from "./game/transport.js";
import { programs } from "./registry.js";

/** @import { Entry } from "./desktop/menu.js" */
/** @import { Program } from "./desktop/programs.js" */
/** @import { GameView } from "./game/shapes.js" */

function furnish() {
  apply();
  const desktop = el("main.desktop", { "aria-label": _("Desktop") });
  const icons = desktopIcons(onDesktop(), desktop, iconMenu);
  desktop.append(icons.node, el("div.screen"));
  desktop.addEventListener("contextmenu", (event) => {
    if (within(event, ".window")) return;
    event.preventDefault();
    openMenu(desktopMenu(icons), { x: event.clientX, y: event.clientY, name: _("Desktop") });
  });
  document.body.append(desktop, taskbar(startMenu));
  icons.arrange();
  return desktop;
}

/**
 * @param {ReturnType<typeof desktopIcons>} icons
 * @returns {Entry[]}
 */
const desktopMenu = (icons) => [
  {
    label: _("Arrange _icons by"),
    items: [
      { label: _("_Name"), action: () => icons.lineUp("name") },
      { label: _("_Usual order"), action: () => icons.lineUp("own") },
    ],
  },
  "-",
  { label: _("_Cascade windows"), action: cascade },
  { label: _("_Tile windows"), action: tile },
  { label: _("_Show desktop"), action: showDesktop },
  "-",
  {
    label: _("Ne_w"),
    items: [
      { label: _("_Game…"), action: () => launch("new") },
      { label: _("Game from _moves…"), action: pasteIntoGame },
    ],
  },
  "-",
  { label: _("P_roperties"), action: () => launch("display") },
];

function pasteIntoGame() {
  launch("game");
  launch("paste");
}

/** Windows are placed by measuring, so the style sheets must be loaded first. */
function styles() {
  /** @type {NodeListOf<HTMLLinkElement>} */
  const sheets = document.querySelectorAll("link[rel='stylesheet']");
  const links = [...sheets];
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

/**
 * Open what the address names (an invitation, a shared game, a game in a link), or else the visitor's own game.
 * @param {() => Promise<GameView>} [otherwise]
 */
async function openAddress(otherwise) {
  const ask = await openInvitation();
  if (!ask && !(await openSharedGameOfAddress()) && !(await openLink()) && otherwise) take(await otherwise());
  launch("game");
  ask?.(); // above the game
}

/**
 * A program for other people opens only with a server.
 * @param {Program} program
 * @returns {Program}
 */
function forServer(program) {
  const open = async () => (await fetched(() => import("./lazy/needs_server.js")))?.openNeedsServer(program.label);
  return program.topic === "people" || program.id === "take-along"
    ? { ...program, open: () => (transport.away ? open() : program.open()) }
    : program;
}

/** Resolves when the game is open. */
export async function start() {
  justBoardOfAddress();
  const event = eventOfAddress(); // the game will have another address
  const lesson = lessonOfAddress();
  const link = location.hash;
  const asked = link && !event && !lesson ? null : lastGame(); // on its way while the desktop is furnished
  asked?.catch(() => {}); // caught below
  install((await programs()).map(forServer));
  await styles();
  const desktop = furnish();
  const ready = welcome(_("Loading your games…"));
  document.getElementById("boot")?.remove();
  listen();
  addEventListener("pointerdown", () => sounds.startup(), { once: true });
  try {
    await openAddress(() => asked ?? lastGame());
    followCurrent();
    ready();
    // The wallpaper takes the longest to draw and is not needed to play.
    requestAnimationFrame(() => setTimeout(() => desktop.classList.add("papered")));
    if (lesson) openLesson(lesson);
    else if (!offerLessons()) showToday();
    if (event) openEvent(event, { whole: true });
    openRepertoire(link);
    if (isSite) (await import("./lazy/installed.js")).installed();
    addEventListener("popstate", () => {
      const named = eventOfAddress();
      const taught = lessonOfAddress();
      if (taught) openLesson(taught);
      else if (named) openEvent(named, { whole: true });
      else if (history.state?.game) revisit();
      else if (!openRepertoire(location.hash)) openAddress();
    });
  } catch (problem) {
    ready();
    await messageBox({ title: "Outflank", text: sentenceOf(problem), icon: "error", buttons: [_("Try again")] });
    location.reload();
  }
}
