// The table: the one game on this screen, and the server where it lives.
//
// Knows no rules. It sends what the player does, takes the state that comes back, asks for the computer's
// reply when the state says that one is awaited, and keeps other tabs with the same game in step. A game of
// one's own and one that is shared with another player take the same requests; shared_game.js has what only
// a shared game has.
// Emits on `table`: see TableEvents.
//
// A move is shown immediately, as a guess made of what the state says that it flips; the server then confirms it,
// or refuses and the guess is dropped. Only modules that draw the game use guesses; all others wait for the state.
//
// A game in a link (kind "link") is only looked at: its id is the link itself, with the ply behind @. The first
// move in it answers with a game of one's own, and so does a move in the middle of a finished game.

import { _ } from "../desktop/language.js";
import { settings } from "../desktop/settings.js";
import { emitter } from "../desktop/typed_events.js";
import {
  ApiError,
  aborted,
  get,
  line,
  pause,
  requestId,
  retryUntilOnline,
  retryWhileBusy,
  sameGame,
  send,
  setLine,
} from "./api.js";
import { CannotThinkHere, canThinkHere, positionOf, thinkHere } from "./own_engine.js";
import { afterMove, beforeReply, positionAt } from "./positions.js";
import { squareIndex } from "./square_names.js";
import { follow, stream } from "./stream.js";
import { thinkingText } from "./words.js";

/** @import { TypedEvents } from "../desktop/typed_events.js" */
/** @import { Marks } from "./board_view.js" */
/** @import { ActionRequest, Color, GameView, HintView, Import, NewGame } from "./shapes.js" */
/** @import { MoveProbability, Notice, SaidView, ValueView } from "./shapes.js" */

const QUICKEST_ANSWER = 450; // ms: an immediate reply would be missed by the eye
const AFTER_A_PASS = 1600; // ms: time to read who could not move
const LATE = 900; // ms after which the page shows that the server has not answered
const IS_LATE = _("Waiting for the server…");

/**
 * @typedef {object} TableEvents
 * @property {{ state: GameView, before: GameView | null }} state  what is shown now; what of the same game was before
 * @property {GameView | null} guess  a move was made that the server has not confirmed yet; null: it was refused
 * @property {null} ended          the player tries to go on with a game that is over
 * @property {string} illegal      a square where the person to move cannot play
 * @property {Notice} notice       a pass, a failure, the end
 * @property {ApiError} refused
 * @property {string} thinking     what a computer thinks about; empty when that ends
 * @property {HintView} hint
 * @property {ValueView[]} values  of the moves; none where they are hidden
 * @property {MoveProbability[]} probabilities  of the moves; none where they are hidden
 * @property {Marks} marks         what a review points at
 * @property {null} shared         something in a shared game changed that is not the position shown
 * @property {SaidView} said       the other player said something
 */

const events = /** @type {TypedEvents<TableEvents>} */ (new EventTarget());
export const table = Object.assign(events, {
  // There from the first game on, and nothing is opened before; only what comes by itself looks whether it is.
  state: /** @type {GameView} */ (/** @type {unknown} */ (null)),
  /** The newest state of this game; `state` is an earlier one while one looks back in a shared game. */
  latest: /** @type {GameView} */ (/** @type {unknown} */ (null)),
  busy: /** @type {AbortController | null} */ (null),
  guess: /** @type {GameView | null} */ (null),
  /** Resolves when the discs on the board lie still; a computer's answer waits for that. Set by the game window. */
  still: /** @type {Promise<unknown>} */ (Promise.resolve()),
});
/** What is drawn: the state, or the move that is on its way. */
export const displayed = () => table.guess ?? table.state;
/** Dispatch an event of the table. */
export const emit = emitter(events);
const otherTabs = "BroadcastChannel" in window ? new BroadcastChannel("outflank.games") : null;
const gamePath = () => /** @type {const} */ (`/api/games/${table.state.id}`);
/** The state after a computer's immediate reply, until it is shown. */
let replied = /** @type {GameView | null} */ (null);
let shownAt = 0; // when the position was shown that the player thinks about

/**
 * Take a state in, unless a newer one of the same game is already shown. Where it brought a computer's immediate reply,
 * one's own move is shown first.
 * @param {GameView} state
 */
export function take(state, { spread = true, redraw = false } = {}) {
  if (table.state?.id === state.id && table.state.version > state.version) return;
  replied = state.reply ? { ...state, reply: null } : null;
  table.latest = state.reply ? beforeReply(state, state.reply, table.state.clock) : state;
  show(table.latest, { spread, redraw });
}

/**
 * Take in a state that came by itself; while the player looks back, the position shown stays.
 * @param {GameView} state
 */
export function receive(state, { spread = true } = {}) {
  if (!isLookingBack()) take(state, { spread });
  else if (table.latest.id === state.id && table.latest.version < state.version) {
    table.latest = state;
    emit("shared", null);
  }
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
 * The browser remembers for each tab which game it shows: a reload shows it again, and Back the one before.
 * @param {GameView} state
 */
function rememberGame(state) {
  const address =
    state.kind === "link" ? `#game=${state.id.slice(1)}` : state.shared ? `#table=${state.id}` : location.pathname;
  const here = { game: state.id };
  const there = history.state?.game; // none where the browser itself has just gone to an address
  if (there && !sameGame(there, state.id)) history.pushState(here, "", address);
  else history.replaceState(here, "", address);
}

/** Back or Forward led to another game, or to the address of one. */
export const revisit = () => attempt(async () => take(await get(`/api/games/${history.state.game}`)));

// --- What a player can do ----------------------------------------------------------------------------

/**
 * Play there. A square where one cannot play is refused without asking the server; while a move is on its way, others
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
  const thought = Math.max(0, (performance.now() - shownAt) / 1000); // by a clock that is never set back
  if (state.legal[square]) {
    table.guess = afterMove(state, square);
    emit("guess", table.guess);
  }
  await act((game, asked) => send("POST", `${game}/moves`, { square, ply, thought, answer: true, ...asked }));
}

/**
 * Whether to ask for it: in one's own game always, since a move on its way may make it possible.
 * @param {"undo" | "redo"} what
 */
const offered = (what) => !table.state.shared || table.state.can[what];
export const undo = () => offered("undo") && act((game, asked) => send("POST", `${game}/undo`, asked));
export const redo = () => offered("redo") && act((game, asked) => send("POST", `${game}/redo`, asked));
/**
 * A shared game is looked through on this screen alone.
 * @param {number} ply
 */
export function goTo(ply) {
  if (table.state.shared) show(positionAt({ ...table.latest, notices: [] }, ply), { redraw: true });
  else act((game, asked) => send("POST", `${game}/goto`, { ply, ...asked }));
}
/** Whether an earlier position is looked at while a shared game goes on. */
export const isLookingBack = () => Boolean(table.state?.shared) && table.state.ply < table.latest.ply;
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
  // Whatever the position is by then: a reply on its way may be faster, and is not what is stopped.
  return act((game, { request }) => send("POST", `${game}/stop`, { request }));
};

/**
 * Go so many positions on, or back, but not to stop on a pass: the game moves on from those by itself.
 * @param {number} by
 */
export function step(by) {
  const to = table.state.ply + by;
  if (to >= 0 && to <= table.state.moves.length) goTo(to);
}

/** The ms between the moves of two computers. */
function chosenPace() {
  const { paces } = table.state;
  return 1000 * paces[Math.min(settings.get("speed"), paces.length) - 1];
}

let queue = Promise.resolve();
/**
 * Do one thing at a time, in order, however long the server is away: what was done is kept until then.
 * @param {(game: `/api/games/${string}`, asked: ActionRequest) => Promise<GameView>} ask
 */
export function act(ask) {
  queue = queue.then(async () => {
    const { id, shared } = table.state;
    const { version } = replied ?? table.state;
    // A shared game changes by itself, so what is done there is meant for any version of it.
    const asked = shared ? { request: requestId() } : { version, request: requestId() };
    const path = gamePath();
    const late = setTimeout(() => setLine(IS_LATE), LATE);
    try {
      const state = await retryUntilOnline(() => ask(path, asked));
      if (table.state.id === id) take(state); // and no other game was put on the table since
    } catch (problem) {
      refuse(problem);
    } finally {
      clearTimeout(late);
      if (line.trouble === IS_LATE) setLine(""); // set between the response's head and its end
    }
  });
  return queue;
}

/** @param {unknown} problem  whatever was thrown; thrown again unless the server refused */
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
    const found = (await hintHere()) ?? (await hintThere());
    if (table.state.id === id && table.state.ply === ply) emit("hint", found);
  } catch (problem) {
    refuse(problem);
  } finally {
    emit("thinking", "");
  }
}

const hintThere = () =>
  retryWhileBusy(() => get(`${gamePath()}/hint`), {
    waiting: () => emit("thinking", _("The server is busy. Waiting for a hint…")),
  });

/**
 * The best move as this machine finds it; null where only the server can.
 * @returns {Promise<HintView | null>}
 */
async function hintHere() {
  const { can, legal } = table.state;
  if (!can.study || !Object.keys(legal).length || !canThinkHere(table.state)) return null;
  try {
    const answer = await thinkHere({ ask: "values", position: positionOf(table.state), lines: 1 });
    const value = "values" in answer ? answer.values[0] : null;
    return value && { square: value.square, sentence: "", value };
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
 * Look at a game in a link; nothing of it is kept.
 * @param {string} link
 */
export const look = (link) => attempt(async () => take(await get(`/api/games/~${encodeURIComponent(link)}`)));

/** The game this tab showed, or the one this visitor was playing, or a new one with the server's usual players. */
export const lastGame = async () =>
  (await shownHere()) ?? (await send("POST", "/api/games/current", { request: requestId() }));

/** The game that this tab showed before it was reloaded, if it is still there. */
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
    if (table.state.id === id) receive({ ...state, notices: [] }, { spread: false });
  } catch (problem) {
    if (!(problem instanceof ApiError && problem.status === 404)) refuse(problem);
  } finally {
    refreshing = false;
  }
}

// --- The computer's reply ----------------------------------------------------------------------------

/** Ask for the reply that is awaited. With several tabs on the game, one asks and the rest look on. */
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
  // Something else is awaited by now, or the next computer is to move.
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
  if (!alone) await table.still; // one's own discs have turned over
  if (awaited()) take(state);
}

/**
 * The computer's move found on this machine, and what the server says to it; null where only the server can find one.
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
 * The computer's move found on the server.
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

/** Follow the game that all visitors of this server share, also when another one is started. */
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
let newest = null; // what the server said last, until it is shown
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

// --- Other tabs, and coming back to this one ---------------------------------------------------------

otherTabs?.addEventListener("message", ({ data }) => {
  if (data.id === table.state?.id && data.version > table.state.version) refresh();
});
addEventListener("focus", refresh);
addEventListener("online", refresh);
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) refresh();
});
