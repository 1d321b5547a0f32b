// A shared game: the one on this screen is played with another player elsewhere, or watched.
//
// The tab's stream sends the whole game whenever it changes, under its version. This module follows it, does what only
// a shared game offers, and finds the way back to it after a reload.

import { write as keep, read, settings } from "../desktop/settings.js";
import { ApiError, get, send } from "./api.js";
import { follow, stream } from "./stream.js";
import { act, emit, isLookingBack, receive, table, take } from "./table.js";

/** @import { GameView, ProposalRequest } from "./shapes.js" */

const SEAT = "outflank.seat"; // the setting with the game to which the plain address leads back

/** The id of the shared game that is followed; empty while the game on the screen is one's own. */
let followed = "";
export const sharedGame = {
  watchers: 0,
  /** The invitation that was made to the free seat. */
  link: "",
  code: /** @type {string[]} */ ([]),
  /** Asks whether one takes the seat of the invitation with which one came. */
  sit: /** @type {(() => void) | null} */ (null),
};

/** @param {string} id */
export async function openSharedGame(id) {
  take(await get(`/api/games/${id}`));
}

/**
 * Open a shared game in which one has just taken a seat: the stream starts again, as its player's.
 * @param {string} id
 */
export async function openTakenSeat(id) {
  stopFollowing();
  take(await get(`/api/games/${id}`), { redraw: true });
}

/**
 * Open the shared game that the address names; where it names nothing, the one in which one had a seat.
 * @returns {Promise<boolean>}  whether there is one
 */
export async function openSharedGameOfAddress() {
  const named = new URLSearchParams(location.hash.slice(1)).get("table");
  const id = location.hash ? named : read(SEAT).table;
  if (typeof id !== "string" || !id) return false;
  try {
    await openSharedGame(id);
    return true;
  } catch (problem) {
    if (!(problem instanceof ApiError) || problem.status !== 404) throw problem;
    keep(SEAT, {});
    if (!named) return false;
    history.replaceState(null, "", location.pathname);
    emit("refused", problem);
    return false;
  }
}

// --- What only a shared game offers ------------------------------------------------------------------

/** @param {ProposalRequest["wish"]} wish */
export const propose = (wish) => act((game, asked) => send("POST", `${game}/proposal`, { wish, ...asked }));
/** @param {boolean} yes */
export const answerProposal = (yes) => act((game, asked) => send("POST", `${game}/proposal/answer`, { yes, ...asked }));
export const claim = () => act((game, asked) => send("POST", `${game}/claim`, asked));
/** @param {string} phrase */
export const say = (phrase) => act((game, asked) => send("POST", `${game}/phrase`, { phrase, ...asked }));
/** @param {string} text */
export const write = (text) => act((game, asked) => send("POST", `${game}/text`, { text, ...asked }));

// --- Following it ------------------------------------------------------------------------------------

stream.addEventListener("table", ({ detail: state }) => {
  const before = table.latest?.id === state.id ? table.latest : null;
  if (before && before.version >= state.version) return;
  const looksOn = !isLookingBack();
  if (before) announcePhrases(before, state);
  receive(state);
  const another = state.shared?.another;
  if (another && before && !before.shared?.another && looksOn) openSharedGame(another);
});
stream.addEventListener("watchers", ({ detail }) => {
  sharedGame.watchers = detail;
  emit("shared", null);
});

/**
 * Emit the phrases that the other player has said since.
 * @param {GameView} before
 * @param {GameView} state
 */
function announcePhrases(before, state) {
  if (!settings.get("phrases")) return;
  const known = before.shared?.said.at(-1)?.number ?? 0;
  for (const said of state.shared?.said ?? [])
    if (said.number > known && said.color !== state.shared?.you) emit("said", said);
}

/**
 * Remember a game in which one has a seat while it goes on, for a reload; forget it afterwards.
 * @param {GameView} game
 */
function rememberSeat({ id, shared, outcome }) {
  const seated = Boolean(shared?.you) && !shared?.called_off && !outcome;
  if (seated !== (read(SEAT).table === id)) keep(SEAT, seated ? { table: id } : {});
}

function stopFollowing() {
  if (read(SEAT).table === followed) keep(SEAT, {});
  follow({ table: "" });
  followed = "";
  Object.assign(sharedGame, { watchers: 0, link: "", sit: null });
}

table.addEventListener("state", ({ detail: { state } }) => {
  if (!state.shared) {
    if (followed) stopFollowing();
    return;
  }
  if (followed !== state.id) sharedGame.link = "";
  followed = state.id;
  follow({ table: state.id });
  rememberSeat(table.latest);
});
