// A shared game: played with a person on another device, or watched.
//
// The tab's stream sends the whole game with its version after each change. This module follows the stream, has the
// actions of shared games only, and restores the game after a reload.

import { write as keep, read, settings } from "../desktop/settings.js";
import { ApiError, get, send } from "./api.js";
import { follow, stream } from "./stream.js";
import { act, emit, table, take } from "./table.js";

/** @import { GameView, ProposalRequest } from "./shapes.js" */

const SEAT = "outflank.seat"; // the storage key of the game to restore at the plain address

/** The id of the followed shared game; empty for the visitor's own game. */
let followed = "";
export const sharedGame = {
  watchers: 0,
  /** The invitation to the free seat. */
  link: "",
  code: /** @type {string[]} */ ([]),
  /** Asks whether to take the seat of the invitation in the address. */
  sit: /** @type {(() => void) | null} */ (null),
};

/** @param {string} id */
export async function openSharedGame(id) {
  take(await get(`/api/games/${id}`));
}

/**
 * Open a shared game after taking a seat: the stream restarts for the player.
 * @param {string} id
 */
export async function openTakenSeat(id) {
  stopFollowing();
  take(await get(`/api/games/${id}`), { redraw: true });
}

/**
 * Open the shared game in the address, or else the last one in which the visitor had a seat.
 * @returns {Promise<boolean>}  true if there is one
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

// --- Actions of shared games -------------------------------------------------------------------------

/** @param {ProposalRequest["wish"]} wish */
export const propose = (wish) => act((game, asked) => send("POST", `${game}/proposal`, { wish, ...asked }));
/** @param {boolean} yes */
export const answerProposal = (yes) => act((game, asked) => send("POST", `${game}/proposal/answer`, { yes, ...asked }));
export const claim = () => act((game, asked) => send("POST", `${game}/claim`, asked));
/** @param {string} phrase */
export const say = (phrase) => act((game, asked) => send("POST", `${game}/phrase`, { phrase, ...asked }));
/** @param {string} text */
export const write = (text) => act((game, asked) => send("POST", `${game}/text`, { text, ...asked }));

// --- The stream --------------------------------------------------------------------------------------

stream.addEventListener("table", ({ detail: state }) => {
  const before = table.state?.id === state.id ? table.state : null;
  if (before && before.version >= state.version) return;
  if (before) announcePhrases(before, state);
  take(state);
  const another = state.shared?.another;
  if (another && before && !before.shared?.another) openSharedGame(another);
});
stream.addEventListener("watchers", ({ detail }) => {
  sharedGame.watchers = detail;
  emit("shared", null);
});

/**
 * Emit the new phrases of the other player.
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
 * Remember a running game in which the visitor has a seat, for a reload; forget it when it is over.
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
  rememberSeat(table.state);
});
