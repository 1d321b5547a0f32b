// A shared table: the game on this screen is played with somebody elsewhere, or watched.
//
// What happens there comes by the tab's stream as the whole table, under its version. One may look back while the
// others go on.

import { write as keep, read, settings } from "../desktop/settings.js";
import { ApiError, get, send } from "./api.js";
import { squareIndex } from "./square_names.js";
import { follow, stream } from "./stream.js";
import { act, share, table, take, tell } from "./table.js";

/** @import { GameView, Wanted } from "./shapes.js" */

const SEAT = "outflank.seat"; // under which the table is kept to which one comes back by the plain address

/** The table as the server last told it; null where the game on the screen is one's own. */
let live = /** @type {GameView | null} */ (null);
let shownAt = 0; // when the position came that one thinks about
export const company = {
  watchers: 0,
  link: "",
  code: /** @type {string[]} */ ([]),
  /** Asks whether one takes the seat of the invitation with which one came. */
  sit: /** @type {(() => void) | null} */ (null),
};

const path = () => /** @type {const} */ (`/api/meetings/${table.state.id}`);

/** @param {string} id */
export async function openMeeting(id) {
  take(await get(`/api/meetings/${id}`));
  return true;
}

/**
 * Come to a table at which one has just sat down: who watched it before is told more now.
 * @param {string} id
 */
export async function sitDown(id) {
  leave();
  take(await get(`/api/meetings/${id}`), { anew: true });
}

/** The table that the address names; where it names nothing, the one at which one sat when one left. */
export async function openTable() {
  const named = new URLSearchParams(location.hash.slice(1)).get("table");
  const id = location.hash ? named : read(SEAT).table;
  if (typeof id !== "string" || !id) return false;
  try {
    await openMeeting(id);
    return true;
  } catch (problem) {
    if (!(problem instanceof ApiError) || problem.status !== 404) throw problem;
    keep(SEAT, {});
    if (!named) return false;
    history.replaceState(null, "", location.pathname);
    tell("refused", problem);
    return false;
  }
}

// --- What one does there -----------------------------------------------------------------------------

/**
 * @param {(request: { request: string }) => Promise<GameView>} ask
 */
const deed = (ask) =>
  act(async (_, { request }) => {
    const state = await ask({ request: request ?? "" });
    if (!live || live.id !== state.id || live.version < state.version) live = state;
    return state;
  });
/** @param {Wanted["wish"]} wish */
export const propose = (wish) => deed((asked) => send("POST", `${path()}/proposal`, { wish, ...asked }));
/** @param {boolean} yes */
export const answer = (yes) => deed((asked) => send("POST", `${path()}/answer`, { yes, ...asked }));
export const claim = () => deed((asked) => send("POST", `${path()}/claim`, asked));
/** @param {string} phrase */
export const say = (phrase) => deed((asked) => send("POST", `${path()}/phrase`, { phrase, ...asked }));
/** @param {string} text */
export const write = (text) => deed((asked) => send("POST", `${path()}/text`, { text, ...asked }));

share({
  play: (square, ply) => {
    const thought = Math.max(0, (performance.now() - shownAt) / 1000); // the time of a clock that only goes on
    return deed((asked) => send("POST", `${path()}/moves`, { square, ply, thought, ...asked }));
  },
  undo: () => (table.state.can.undo ? propose("take-back") : Promise.resolve()),
  resign: () => deed((asked) => send("POST", `${path()}/resign`, asked)),
  timeUp: () => deed((asked) => send("POST", `${path()}/time`, asked)),
  goTo: (ply) => live && take(at(live, ply), { anew: true }),
  look: () => get(path()),
});

/** Whether an earlier position is looked at while the game goes on. */
export const lookingBack = () => Boolean(live && table.state.id === live.id && table.state.ply < live.moves.length);
export const backToTheGame = () => live && take(live, { anew: true });

/**
 * The table as it was after so many plies: the moves since are taken from the board again.
 * @param {GameView} state
 * @param {number} wanted
 * @returns {GameView}
 */
function at(state, wanted) {
  let ply = wanted;
  while (ply > 0 && ply < state.moves.length && state.moves[ply].square === null) ply -= 1;
  if (ply >= state.moves.length) return state;
  const board = [...state.board];
  for (const move of state.moves.slice(ply).reverse()) {
    if (!move.square) continue;
    board[squareIndex(move.square, state.size)] = "-";
    for (const flip of move.flips) board[squareIndex(flip, state.size)] = move.color === "black" ? "O" : "X";
  }
  const last = state.moves.slice(0, ply).findLast((move) => move.square);
  const count = (/** @type {string} */ sign) => board.filter((one) => one === sign).length;
  return {
    ...state,
    board: board.join(""),
    turn: state.moves[ply].color,
    counts: { black: count("X"), white: count("O"), empty: count("-") },
    legal: {},
    last: last?.square ? { square: last.square, color: last.color } : null,
    ply,
    outcome: null,
    notices: [],
  };
}

// --- What comes from there ---------------------------------------------------------------------------

/** @param {GameView} state */
function arrived(state) {
  if (live?.id === state.id && live.version >= state.version) return;
  const [before, looking] = [live, lookingBack()];
  live = state;
  hear(before, state);
  if (looking) tell("company", null);
  else take(state);
  const another = state.company?.another;
  if (another && before && !before.company?.another && !looking) openMeeting(another);
}

/**
 * Phrases that were said since.
 * @param {GameView | null} before
 * @param {GameView} state
 */
function hear(before, state) {
  if (before?.id !== state.id || !settings.get("phrases")) return;
  const known = before.company?.said.at(-1)?.number ?? 0;
  for (const said of state.company?.said ?? [])
    if (said.number > known && said.color !== state.company?.you) tell("said", said);
}

stream.addEventListener("table", ({ detail }) => arrived(detail));
stream.addEventListener("watchers", ({ detail }) => {
  company.watchers = detail;
  tell("company", null);
});

/** Keep the table of a game that goes on, and forget one that does not. */
function keepSeat(goesOn = true) {
  if (!live) return;
  const { id, company: here, outcome } = live;
  const kept = read(SEAT).table === id;
  const sits = goesOn && Boolean(here?.you) && !here?.called_off && !outcome;
  if (sits !== kept) keep(SEAT, sits ? { table: id } : {});
}

function leave() {
  keepSeat(false);
  follow({ table: "" });
  live = null;
  company.watchers = 0;
  company.link = "";
  company.sit = null;
}

table.addEventListener("state", ({ detail: { state, before } }) => {
  if (state.kind !== "meeting") {
    if (live) leave();
    return;
  }
  if (before?.ply !== state.ply) shownAt = performance.now();
  const known = live?.id === state.id;
  if (!known) company.link = "";
  follow({ table: state.id });
  if (!known || (live && live.version < state.version)) live = state;
  keepSeat();
});
