// Rarely opened windows: the modules in ../lazy/ are loaded on first use.

import { fetched } from "../desktop/fetched.js";
import { _ } from "../desktop/language.js";
import { launch } from "../desktop/programs.js";
import { stream } from "./stream.js";
import { isSite, offline } from "./transport.js";

/** @import { Program } from "../desktop/programs.js" */
/** @import { YoursView } from "./shapes.js" */

/** Challenges come at any time; the first brings what shows them. @param {{ detail: YoursView }} event */
async function called({ detail }) {
  if (!detail.challenges.length) return;
  stream.removeEventListener("yours", called);
  (await fetched(() => import("../lazy/challenges.js")))?.watch(detail);
}
stream.addEventListener("yours", called);

/**
 * An event of the club.
 * @param {string} id
 * @param {{ whole?: boolean }} [how]
 */
export const openEvent = async (id, how) => (await fetched(() => import("../lazy/theatre.js")))?.openEvent(id, how);

/** The event named in the address, for a projector or for players who enter. */
export const eventOfAddress = () => new URLSearchParams(location.hash.slice(1)).get("event");

/** @import { Opening } from "../lazy/analysis.js" */
/** @import { Which } from "../lazy/lessons.js" */
/** @import { Source } from "../lazy/practice.js" */

/** @param {Opening} wanted */
const analyze = (wanted) => async () => {
  launch("game");
  (await fetched(() => import("../lazy/analysis.js")))?.openAnalysis(wanted);
};
/** @param {Source} source */
const practice = (source) => async () => {
  launch("game");
  (await fetched(() => import("../lazy/practice.js")))?.openPractice(source);
};
/** @param {Parameters<typeof import("../lazy/openings.js").openTrainer>[0]} [wanted] */
export const openTrainer = async (wanted) => {
  launch("game");
  (await fetched(() => import("../lazy/openings.js")))?.openTrainer(wanted);
};
/** Import the repertoire of a link, if it has one. @param {string} link  the end of an address */
export const openRepertoire = (link) =>
  link.startsWith("#repertoire=") && openTrainer({ color: link.includes("=w") ? "white" : "black", link });
/** @param {Which} which */
export const openLesson = async (which) => {
  launch("game");
  (await fetched(() => import("../lazy/lessons.js")))?.openLesson(which);
};
export const openTour = () => openLesson({ lesson: "place", tour: true });

/** The lesson named in the address: one of the course, or a teacher's. @returns {Which | null} */
export function lessonOfAddress() {
  const named = new URLSearchParams(location.hash.slice(1));
  const [lesson, packed] = [named.get("learn") ?? "", named.get("lesson") ?? ""];
  return lesson || packed ? { lesson, packed } : null;
}

/** @param {"all" | "saved" | "bin"} [place] */
const openGames = async (place) => (await fetched(() => import("../lazy/my_games.js")))?.openMyGames(place);
/** @param {string} [section] */
const openHelp = async (section) => (await fetched(() => import("../lazy/help.js")))?.openHelp(section);

/** @type {Program[]} */
export const programs = [
  {
    id: "my-games",
    topic: "play",
    label: _("My Games"),
    note: _("All games you have played"),
    icon: "games",
    open: () => openGames(),
    start: ["pinned", "places"],
    desktop: 5,
    keys: ["Ctrl+O"],
  },
  {
    id: "saved",
    topic: "play",
    label: _("Saved games"),
    icon: "folder",
    open: () => openGames("saved"),
    start: ["places"],
  },
  { id: "bin", topic: "play", label: _("Recycle Bin"), icon: "bin", open: () => openGames("bin"), start: ["places"] },
  {
    id: "search",
    topic: "play",
    label: _("Search"),
    icon: "search",
    open: async () => (await fetched(() => import("../lazy/my_games.js")))?.search(),
    start: ["support"],
  },
  {
    id: "club",
    topic: "people",
    label: _("Club"),
    note: _("Play against other people"),
    icon: "network",
    open: async () => (await fetched(() => import("../lazy/club.js")))?.openClub(),
    start: ["programs"],
    desktop: 3,
  },
  {
    id: "player",
    topic: "people",
    label: _("Player"),
    icon: "person",
    open: async () => (await fetched(() => import("../lazy/club_player.js")))?.openPlayer(),
    inside: true,
  },
  {
    id: "editor",
    topic: "analyze",
    label: _("Board editor"),
    icon: "editor",
    open: async () => (await fetched(() => import("../lazy/board_editor.js")))?.openEditor(),
    view: _("Board _editor"),
  },
  {
    id: "display",
    topic: "settings",
    label: _("Display"),
    icon: "display",
    open: async () => (await fetched(() => import("../lazy/display_properties.js")))?.displayProperties(),
    start: ["settings"],
  },
  {
    id: "date-time",
    topic: "settings",
    label: _("Date and time"),
    icon: "clock",
    open: async () => (await fetched(() => import("../lazy/date_time.js")))?.dateAndTime(),
    inside: true,
  },
  {
    id: "take-along",
    topic: "settings",
    label: _("Move to another device…"),
    icon: "user",
    open: async () => (await fetched(() => import("../lazy/transfer_games.js")))?.openTakeAlong(),
    start: ["settings"],
  },
  ...(offline && !isSite
    ? [
        {
          id: "install",
          topic: /** @type {const} */ ("settings"),
          label: _("Play without the server…"),
          icon: "download",
          open: async () => (await fetched(() => import("../lazy/installed.js")))?.install(),
        },
      ]
    : []),
  {
    id: "help",
    topic: "learn",
    label: _("Help and support"),
    icon: "help",
    open: () => openHelp(),
    start: ["support"],
    desktop: 6,
    keys: ["F1", "?"],
  },
  {
    id: "keys",
    topic: "learn",
    label: _("Keyboard shortcuts"),
    icon: "help",
    open: () => openHelp("keys"),
  },
  {
    id: "about",
    topic: "settings",
    label: _("About"),
    icon: "info",
    open: async () => (await fetched(() => import("../lazy/help.js")))?.about(),
    start: ["footer"],
  },
  {
    id: "review",
    topic: "analyze",
    label: _("Analyze"),
    icon: "review",
    open: analyze({ page: "review", review: true }),
    start: ["programs"],
    keys: ["F7"],
  },
  {
    id: "moves",
    topic: "analyze",
    label: _("Move list"),
    icon: "moves",
    open: analyze({}),
    view: _("_Move list"),
    keys: ["F4"],
  },
  {
    id: "variations",
    topic: "analyze",
    label: _("Variations"),
    icon: "review",
    open: analyze({ page: "notes" }),
    view: _("_Variations"),
  },
  {
    id: "explorer",
    topic: "analyze",
    label: _("Opening explorer"),
    icon: "explorer",
    open: analyze({ page: "openings" }),
    view: _("_Opening explorer"),
  },
  {
    id: "practice",
    topic: "learn",
    label: _("Practice"),
    icon: "practice",
    open: practice("errors"),
    start: ["programs"],
  },
  {
    id: "puzzles",
    topic: "learn",
    label: _("Puzzles"),
    icon: "puzzle",
    open: practice("puzzles"),
    start: ["programs"],
    desktop: 4,
  },
  {
    id: "run",
    topic: "learn",
    label: _("Three-minute run"),
    icon: "puzzle",
    open: practice("run"),
  },
  { id: "daily", topic: "learn", label: _("Puzzle of the day"), icon: "puzzle", open: practice("daily") },
  {
    id: "strengths",
    topic: "learn",
    label: _("Strengths and weaknesses"),
    icon: "review",
    open: async () => (await fetched(() => import("../lazy/strengths.js")))?.openStrengths(),
    start: ["programs"],
  },
  {
    id: "openings",
    topic: "learn",
    label: _("Opening trainer"),
    icon: "explorer",
    open: () => openTrainer(),
    start: ["programs"],
  },
  { id: "won", topic: "learn", label: _("Play it out"), icon: "trophy", open: practice("won") },
  { id: "lost", topic: "learn", label: _("Swindle"), icon: "trophy", open: practice("lost") },
  {
    id: "course",
    topic: "learn",
    label: _("Course"),
    note: _("40 lessons, from the first move to the endgame"),
    icon: "help",
    open: async () => (await fetched(() => import("../lazy/course.js")))?.openCourse(),
    start: ["programs"],
  },
  { id: "lessons", topic: "learn", label: _("Learn the rules"), icon: "help", open: openTour, start: ["support"] },
  {
    id: "host",
    topic: "people",
    label: _("Host the club"),
    icon: "flag",
    open: async () => (await fetched(() => import("../lazy/host.js")))?.openHost(),
  },
  {
    id: "archive",
    topic: "analyze",
    label: _("Archive"),
    icon: "archive",
    open: async () => (await fetched(() => import("../lazy/archive.js")))?.openArchive(),
    start: ["programs"],
  },
];
