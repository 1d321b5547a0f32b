// The table: the current game, synchronized with the server.
//
// Contains no rules. It sends the player's actions, takes the returned state, requests the computer's
// reply when one is pending, and keeps other tabs with the same game in sync. A visitor's own game and a
// shared game use the same requests; shared_game.js has what only
// a shared game has.
// Emits on `table`: see TableEvents.
//
// A move is shown immediately, as a guess from the flips in the state; the server then confirms it,
// or rejects it and the guess is dropped. Only modules that draw the game use guesses; all others wait for the state.
//
// A game in a link (kind "link") is read-only: its id is the link itself, with the ply after @. The first
// move in it creates a new game, and so does a move in the middle of a finished game.

import { _ } from "../desktop/language.js";
import { settings } from "../desktop/settings.js";
import { emitter } from "../desktop/typed_events.js";
import { ApiError, aborted, get, pause, requestId, retryUntilOnline, retryWhileBusy, sameGame, send } from "./api.js";
import { line, setLine } from "./connection.js";
import { CannotThinkHere, canThinkHere, positionOf, thinkHere } from "./own_engine.js";
import { afterMove, beforeReply, positionAt } from "./positions.js";
import { squareIndex } from "./square_names.js";
import { follow, stream } from "./stream.js";
import { transport } from "./transport.js";
import { thinkingText } from "./words.js";

/** @import { TypedEvents } from "../desktop/typed_events.js" */
/** @import { ActionRequest, Color, GameView, HintView, Import, NewGame } from "./shapes.js" */
/** @import { MoveProbability, Notice, SaidView, ValueView } from "./shapes.js" */

const QUICKEST_ANSWER = 450; // ms, because an instant reply is easy to miss
const AFTER_A_PASS = 1600; // ms, time to read the pass message
const LATE = 900; // ms after which the page shows that the server has not answered
const IS_LATE = _("Waiting for the server…");

/**
 * @typedef {object} TableEvents
 * @property {{ state: GameView, before: GameView | null }} state  the new state and the previous one of the same game
 * @property {GameView | null} guess  a move not confirmed by the server yet; null: it was rejected
 * @property {null} ended          the player tries to continue a finished game
 * @property {string} illegal      a square where the person to move cannot play
 * @property {Notice} notice       a pass, a failure, the end
 * @property {ApiError} refused
 * @property {string} thinking     the message while a computer thinks; empty at the end
 * @property {HintView} hint
 * @property {ValueView[]} values  of the moves; empty if hidden
 * @property {MoveProbability[]} probabilities  of the moves; empty if hidden
 * @property {null} shared         a shared game changed, but not the shown position
 * @property {SaidView} said       the other player said something
 */

const events = /** @type {TypedEvents<TableEvents>} */ (new EventTarget());
export const table = Object.assign(events, {
  // Set with the first game, before anything is opened; only asynchronous events must check it.
  state: /** @type {GameView} */ (/** @type {unknown} */ (null)),
  busy: /** @type {AbortController | null} */ (null),
  guess: /** @type {GameView | null} */ (null),
  /** Resolves when the board's animations have ended; a computer's reply waits for it. Set by the game window. */
  still: /** @type {Promise<unknown>} */ (Promise.resolve()),
});
/** The state to draw: the confirmed one, or the guess for a pending move. */
export const displayed = () => table.guess ?? table.state;
/** Dispatch an event of the table. */
export const emit = emitter(events);
const otherTabs = "BroadcastChannel" in window ? new BroadcastChannel("outflank.games") : null;
const gamePath = () => /** @type {const} */ (`/api/games/${table.state.id}`);
/** The state after a computer's immediate reply, until it is shown. */
let replied = /** @type {GameView | null} */ (null);
let shownAt = 0; // when the current position was shown to the player

/**
 * Take a state, unless a newer one of the same game is already shown. If it includes a computer's instant reply, the
 * player's own move is shown first.
 * @param {GameView} state
 */
export function take(state, { spread = true, redraw = false } = {}) {
  if (table.state?.id === state.id && table.state.version > state.version) return;
  replied = state.reply ? { ...state, reply: null } : null;
  show(state.reply ? beforeReply(state, state.reply, table.state.clock) : state, { spread, redraw });
}

/** @param {GameView} state */
function show(state, { spread = false, redraw = false } = {}) {
  /** @type {GameView | null} */
  const before = table.state;
  rememberGame(state);
  const fresh = redraw || before?.id !== state.id || before.version !== state.version;
  if (before?.id !== state.id || before.ply !== state.ply) shownAt = performance.now();
  table.state = state;
  table.guess = null;
  if (fresh || state.notices.length) emit("state", { state, before: sameGame(before?.id, state.id) ? before : null });
  for (const notice of state.notices) emit("notice", notice);
  if (spread && fresh) otherTabs?.postMessage({ id: state.id, version: state.version });
  drive();
}

/**
 * Each tab's history remembers its game: a reload shows it again, and Back shows the previous one.
 * @param {GameView} state
 */
function rememberGame(state) {
  const address =
    state.kind === "link" ? `#game=${state.id.slice(1)}` : state.shared ? `#table=${state.id}` : location.pathname;
  const here = { game: state.id };
  const there = history.state?.game; // absent if the browser has just navigated to an address
  if (there && !sameGame(there, state.id)) history.pushState(here, "", address);
  else history.replaceState(here, "", address);
}

/** Handle Back or Forward to another game, or to the address of one. */
export const revisit = () => attempt(async () => take(await get(`/api/games/${history.state.game}`)));

// --- Player actions ----------------------------------------------------------------------------------

/**
 * Play a square. An illegal square is rejected without a request to the server; while a move is pending, others
 * are ignored.
 * @param {string} square
 */
export async function play(square) {
  const { state } = table;
  if (table.guess) return;
  if (state.outcome) {
    emit("ended", null);
    return;
  }
  if (Object.keys(state.legal).length && !state.legal[square] && squareIndex(square, state.size) >= 0) {
    emit("illegal", square);
    return;
  }
  const { ply } = state;
  const thought = Math.max(0, (performance.now() - shownAt) / 1000); // monotonic clock
  if (state.legal[square]) {
    table.guess = afterMove(state, square);
    emit("guess", table.guess);
  }
  await act((game, asked) => send("POST", `${game}/moves`, { square, ply, thought, answer: true, ...asked }));
}

/**
 * Whether to send the request: always in the visitor's own game, as a pending move may make it possible.
 * @param {"undo" | "redo"} what
 */
const offered = (what) => !table.state.shared || table.state.can[what];
export const undo = () => offered("undo") && act((game, asked) => send("POST", `${game}/undo`, asked));
export const redo = () => offered("redo") && act((game, asked) => send("POST", `${game}/redo`, asked));
export const resign = () => act((game, asked) => send("POST", `${game}/resign`, asked));
export const timeUp = () => act((game, asked) => send("POST", `${game}/time`, asked));
export const swapSeats = () => act((game, asked) => send("POST", `${game}/swap`, asked));
/**
 * @param {Color} color
 * @param {string} seat
 */
export const changeSeat = (color, seat) =>
  act((game, asked) => send("POST", `${game}/seats`, { color, seat, ...asked }));
export const resume = () => act((game, asked) => send("POST", `${game}/resume`, asked));
export const stop = () => {
  table.busy?.abort();
  // At any version: a reply may arrive first, and it is not what is being stopped.
  return act((game, { request }) => send("POST", `${game}/stop`, { request }));
};

/** The ms between the moves of two computers. */
function chosenPace() {
  const { paces } = table.state;
  return 1000 * paces[Math.min(settings.get("speed"), paces.length) - 1];
}

let queue = Promise.resolve();
/**
 * Perform actions one at a time, in order; they are kept while the server is unreachable.
 * @param {(game: `/api/games/${string}`, asked: ActionRequest) => Promise<GameView>} ask
 */
export function act(ask) {
  queue = queue.then(async () => {
    const { id, shared } = table.state;
    const { version } = replied ?? table.state;
    // A shared game can change at any time, so its actions apply to any version.
    const asked = shared ? { request: requestId() } : { version, request: requestId() };
    const path = gamePath();
    const late = setTimeout(() => transport.away || setLine(IS_LATE), LATE);
    try {
      const state = await retryUntilOnline(() => ask(path, asked));
      if (table.state.id === id) take(state); // and no other game was opened since
    } catch (problem) {
      refuse(problem);
    } finally {
      clearTimeout(late);
      if (line.trouble === IS_LATE) setLine(""); // set between the response's head and its end
    }
  });
  return queue;
}

/** @param {unknown} problem  the thrown value; rethrown unless the server rejected the request */
function refuse(problem) {
  if (!(problem instanceof ApiError)) throw problem;
  if (table.guess) {
    table.guess = null;
    emit("guess", null);
  }
  if (problem.game) take({ ...problem.game, notices: [] });
  emit("refused", problem);
}

/** @param {NewGame} choice */
export const newGame = (choice) =>
  attempt(async () => take(await send("POST", "/api/games", { ...choice, request: requestId() })));
/**
 * A new game from a position, with the same players.
 * @param {GameView} game
 * @param {string[]} line  the moves to the position
 */
export function playFrom(game, line) {
  const first = positionAt(game, 0);
  return newGame({
    size: game.size,
    start: `${first.board} ${first.turn === "black" ? "X" : "O"}`,
    transcript: line.join(""),
    black: game.seats.black.player,
    white: game.seats.white.player,
  });
}
/** @param {string} id */
export const open = (id) => attempt(async () => take(await send("POST", `/api/games/${id}/open`)));
/** @param {Import} body */
export const importSave = (body) => attempt(async () => take(await send("POST", "/api/games/import", body)));
/** @param {string} name */
export const saveAs = (name) => send("POST", `${gamePath()}/save`, { name });

export async function hint() {
  emit("thinking", _("Looking for a good move…"));
  const { id, ply } = table.state;
  try {
    const found = await adviceFor();
    if (table.state.id === id && table.state.ply === ply) emit("hint", found);
  } catch (problem) {
    refuse(problem);
  } finally {
    emit("thinking", "");
  }
}

/** The server's hint has a reason; while it is away, this machine finds the move alone. */
async function adviceFor() {
  try {
    return await hintThere();
  } catch (problem) {
    const away = problem instanceof ApiError && problem.status === 0;
    const found = away ? await hintHere() : null;
    if (found) return found;
    throw problem;
  }
}

const hintThere = () =>
  retryWhileBusy(() => get(`${gamePath()}/hint`), {
    waiting: () => emit("thinking", _("The server is busy. Waiting for a hint…")),
  });

/**
 * The best move found on this machine; null if only the server can find it.
 * @returns {Promise<HintView | null>}
 */
async function hintHere() {
  const { can, legal } = table.state;
  if (!can.study || !Object.keys(legal).length || !canThinkHere(table.state)) return null;
  try {
    const answer = await thinkHere({ ask: "values", position: positionOf(table.state), lines: 1 });
    const value = "values" in answer ? answer.values[0] : null;
    return value && { square: value.square, sentence: "", more: "", value };
  } catch (problem) {
    if (problem instanceof CannotThinkHere) return null;
    throw problem;
  }
}

/** @param {() => Promise<unknown>} what */
async function attempt(what) {
  table.busy?.abort();
  try {
    await what();
    return true;
  } catch (problem) {
    refuse(problem);
    return false;
  }
}

/**
 * View a game in a link; nothing is stored.
 * @param {string} link
 */
export const look = (link) => attempt(async () => take(await get(`/api/games/~${encodeURIComponent(link)}`)));

/** The last game of this tab, or the visitor's current one, or a new one with the default players. */
export const lastGame = async () =>
  (await shownHere()) ?? (await send("POST", "/api/games/current", { request: requestId() }));

/** The game that this tab showed before a reload, if it still exists. */
async function shownHere() {
  const game = history.state?.game;
  if (!game || game.startsWith("~") || location.hash) return null;
  try {
    return await get(`/api/games/${game}`);
  } catch (problem) {
    if (problem instanceof ApiError && problem.status === 404) return null;
    throw problem;
  }
}

let refreshing = false;
export async function refresh() {
  if (!table.state || table.state.kind === "link" || table.guess || refreshing) return;
  refreshing = true;
  const { id } = table.state;
  try {
    const state = await retryUntilOnline(() => get(gamePath()));
    if (table.state.id === id) take({ ...state, notices: [] }, { spread: false });
  } catch (problem) {
    if (!(problem instanceof ApiError && problem.status === 404)) refuse(problem);
  } finally {
    refreshing = false;
  }
}

// --- The computer's reply ----------------------------------------------------------------------------

/** Request the pending reply. If several tabs show the game, only one requests it. */
async function drive() {
  const { id, thinking } = table.state;
  if (!thinking || table.busy) return;
  const turn = new AbortController();
  table.busy = turn;
  const job = () => askFor(id, thinking.ticket, turn);
  try {
    if (navigator.locks) await navigator.locks.request(`outflank.${id}`, { signal: turn.signal }, job);
    else await job();
  } catch (problem) {
    if (!aborted(problem)) refuse(problem);
  } finally {
    table.busy = null;
    emit("thinking", "");
  }
  // Another reply is pending by now, or the next computer is to move.
  if (table.state.thinking && !(table.state.id === id && table.state.thinking.ticket === thinking.ticket)) drive();
}

/**
 * @param {string} id
 * @param {number} ticket
 * @param {AbortController} turn
 */
async function askFor(id, ticket, turn) {
  const awaited = () => !turn.signal.aborted && table.state.id === id && table.state.thinking?.ticket === ticket;
  if (!awaited()) return;
  const { seats, thinking } = table.state;
  emit("thinking", thinkingText(seats[thinking?.color ?? table.state.turn].title));
  const alone = Object.values(seats).every((seat) => !seat.human);
  const passed = table.state.moves[table.state.ply - 1]?.square === null;
  const early = pause(alone ? chosenPace() : passed ? AFTER_A_PASS : QUICKEST_ANSWER);
  if (alone) await early;
  if (!awaited()) return;
  const { signal } = turn;
  const state = replied ?? (await answerHere(id, ticket, signal)) ?? (await answerThere(id, ticket, signal));
  await early;
  if (!alone) await table.still; // after the player's own discs have flipped
  if (awaited()) take(state);
}

/**
 * Find the computer's move on this machine and send it; null if only the server can find it.
 * @param {string} id
 * @param {number} ticket
 * @param {AbortSignal} signal
 */
async function answerHere(id, ticket, signal) {
  const { recipe } = table.state;
  if (!recipe || !canThinkHere(table.state)) return null;
  const began = performance.now();
  let answer;
  try {
    answer = await thinkHere({ ask: "choose", position: positionOf(table.state), recipe }, { signal });
  } catch (problem) {
    if (problem instanceof CannotThinkHere) return null;
    throw problem;
  }
  const square = "square" in answer ? answer.square : "";
  const seconds = (performance.now() - began) / 1000;
  return retryUntilOnline(
    () => send("POST", `/api/games/${id}/answer`, { ticket, square, seconds }, { signal }),
    signal,
  );
}

/**
 * Let the server find the computer's move.
 * @param {string} id
 * @param {number} ticket
 * @param {AbortSignal} signal
 */
const answerThere = (id, ticket, signal) =>
  retryWhileBusy(() => retryUntilOnline(() => send("POST", `/api/games/${id}/reply`, { ticket }, { signal }), signal), {
    signal,
    waiting: () => emit("thinking", _("The server is busy. Waiting for its move…")),
  });

// --- One game for all visitors -----------------------------------------------------------------------

/** Follow the game that all visitors of this server share, even when a new one starts. */
export function followCurrent() {
  if (!("oneGame" in document.documentElement.dataset)) return;
  stream.addEventListener("current", ({ detail }) => {
    const waiting = newest !== null;
    newest = detail;
    if (!waiting) catchUp();
  });
  follow({ current: true });
}

/** @type {{ id: string, version: number } | null} */
let newest = null; // the server's latest state until it is shown
async function catchUp() {
  while (newest) {
    const said = newest;
    try {
      if (table.state.id !== said.id)
        take({ ...(await retryUntilOnline(() => get(`/api/games/${said.id}`))), notices: [] });
      else if (said.version > (replied ?? table.state).version) await refresh();
    } finally {
      if (newest === said) newest = null;
    }
  }
}

// --- Other tabs, and returning to this tab -----------------------------------------------------------

otherTabs?.addEventListener("message", ({ data }) => {
  if (data.id === table.state?.id && data.version > table.state.version) refresh();
});
addEventListener("focus", refresh);
addEventListener("online", refresh);
transport.addEventListener("ready", refresh);
// Versions of the server and of Python in the page do not compare.
transport.addEventListener("change", () => {
  if (table.state) table.state = { ...table.state, version: 0 };
});
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) refresh();
});
