// The table: the one game on this screen, and the server where it lives.
//
// Knows no rules. It sends what the player does, takes the state that comes back, asks for the computer's
// reply when the state says that one is awaited, and keeps other tabs with the same game in step.
// Emits on `table`: see TableEvents.
//
// A move is shown at once, as a guess made of what the state says that it turns; the server then confirms it, or
// refuses and the guess is forgotten. Only what draws the game sees guesses; everybody else waits for the state.
//
// A game in a link (kind "link") is only looked at: its id is the link itself, with the ply behind @. The first
// move in it answers with a game of one's own, and so does a move in the middle of a finished game.

import { settings } from "../desktop/settings.js";
import { teller } from "../desktop/telling.js";
import {
  ApiError,
  aborted,
  get,
  line,
  patiently,
  pause,
  requestId,
  sameGame,
  send,
  setLine,
  tirelessly,
} from "./api.js";
import { CannotThinkHere, canThinkHere, positionOf, thinkHere } from "./own_engine.js";
import { squareIndex, squareName } from "./square_names.js";

/** @import { Telling } from "../desktop/telling.js" */
/** @import { Marks } from "./board_view.js" */
/** @import { Action, Color, GameView, HintView, Import, NewGame, Notice, SaidView, ValueView } from "./shapes.js" */

const QUICKEST_ANSWER = 450; // ms: a reply at once would be missed by the eye
const AFTER_A_PASS = 1600; // ms: time to read who could not move
const LATE = 900; // ms after which a server that has not answered is said to be late
const IS_LATE = "The server has not answered yet…";

/**
 * @typedef {object} TableEvents
 * @property {{ state: GameView, before: GameView | null }} state  what is shown now; what of the same game was before
 * @property {GameView | null} guess  a move was made that the server has not confirmed yet; null: it was refused
 * @property {null} ended          somebody wants to go on with a game that is over
 * @property {string} illegal      a square where the person to move cannot play
 * @property {Notice} notice       a pass, a failure, the end
 * @property {ApiError} refused
 * @property {string} thinking     what somebody thinks about, nothing when that ends
 * @property {HintView} hint
 * @property {ValueView[]} values  of the moves; none where they are hidden
 * @property {Marks} marks         what a review points at
 * @property {null} company        something at a shared table that is not the position
 * @property {SaidView} said       somebody there said something
 */

const happening = /** @type {Telling<TableEvents>} */ (new EventTarget());
export const table = Object.assign(happening, {
  // There from the first game on, and nothing is opened before; only what comes by itself looks whether it is.
  state: /** @type {GameView} */ (/** @type {unknown} */ (null)),
  busy: /** @type {AbortController | null} */ (null),
  guess: /** @type {GameView | null} */ (null),
  /** Whoever draws the game says here when its discs lie still; a computer's answer waits for that. */
  still: /** @type {Promise<unknown>} */ (Promise.resolve()),
});
/** What the eye sees: the state, or the move that is on its way. */
export const seen = () => table.guess ?? table.state;
/** Tell everybody who listens to the table. */
export const tell = teller(happening);
const others = "BroadcastChannel" in window ? new BroadcastChannel("outflank.games") : null;
const gamePath = () => /** @type {const} */ (`/api/games/${table.state.id}`);

/**
 * What is done at a shared table goes another way, which meeting.js brings.
 * @typedef {object} Shared
 * @property {(square: string, ply: number) => Promise<unknown>} play
 * @property {() => Promise<unknown>} undo
 * @property {() => Promise<unknown>} resign
 * @property {() => Promise<unknown>} timeUp
 * @property {(ply: number) => unknown} goTo
 * @property {() => Promise<GameView>} look
 */
/** @type {Shared | null} */
let shared = null;
/** @param {Shared} way */
export const share = (way) => {
  shared = way;
};
const there = () => (table.state.kind === "meeting" ? shared : null);

/**
 * Take a state in, unless a newer one of the same game is already shown.
 * @param {GameView} state
 */
export function take(state, { spread = true, anew = false } = {}) {
  /** @type {GameView | null} */
  const before = table.state;
  if (before?.id === state.id && before.version > state.version) return;
  stay(state);
  const fresh = anew || before?.id !== state.id || before.version !== state.version;
  table.state = state;
  table.guess = null;
  if (fresh || state.notices.length) tell("state", { state, before: sameGame(before?.id, state.id) ? before : null });
  for (const notice of state.notices) tell("notice", notice);
  if (spread && fresh) others?.postMessage({ id: state.id, version: state.version });
  drive();
}

/**
 * The browser remembers for each tab which game it shows: a reload shows it again, and Back the one before.
 * @param {GameView} state
 */
function stay(state) {
  const address =
    state.kind === "link"
      ? `#game=${state.id.slice(1)}`
      : state.kind === "meeting"
        ? `#table=${state.id}`
        : location.pathname;
  const here = { game: state.id };
  const there = history.state?.game; // none where the browser itself has just gone to an address
  if (there && !sameGame(there, state.id)) history.pushState(here, "", address);
  else history.replaceState(here, "", address);
}

/** Back or Forward led to another game, or to the address of one. */
export const revisit = () =>
  attempt(async () => {
    const { game } = history.state;
    const atTable = location.hash.startsWith("#table=");
    take(atTable ? await get(`/api/meetings/${game}`) : await get(`/api/games/${game}`));
  });

// --- What a player can do ----------------------------------------------------------------------------

/**
 * Play there. A square where one cannot play is told without asking the server; while a move is on its way, others
 * mean nothing.
 * @param {string} square
 */
export async function play(square) {
  const { state } = table;
  if (table.guess) return;
  if (state.outcome) {
    tell("ended", null);
    return;
  }
  if (Object.keys(state.legal).length && !state.legal[square] && squareIndex(square, state.size) >= 0) {
    tell("illegal", square);
    return;
  }
  const { ply } = state;
  if (state.legal[square]) {
    table.guess = after(state, square);
    tell("guess", table.guess);
  }
  const elsewhere = there();
  if (elsewhere) await elsewhere.play(square, ply);
  else await act((game, asked) => send("POST", `${game}/moves`, { square, ply, answer: true, ...asked }));
}

/**
 * How the board looks after a move; what comes then, the server knows.
 * @param {GameView} state
 * @param {string} square
 * @returns {GameView}
 */
function after(state, square) {
  const { turn, size, counts, ply, moves } = state;
  const flips = state.legal[square];
  const sign = turn === "black" ? "X" : "O";
  const other = turn === "black" ? "white" : "black";
  const mine = new Set([square, ...flips]);
  const board = [...state.board].map((old, i) => (mine.has(squareName(i, size)) ? sign : old)).join("");
  const number = moves.slice(0, ply).filter((move) => move.square).length + 1;
  return {
    ...state,
    board,
    turn: other,
    legal: {},
    counts: {
      ...counts,
      [turn]: counts[turn] + flips.length + 1,
      [other]: counts[other] - flips.length,
      empty: counts.empty - 1,
    },
    last: { square, color: turn },
    ply: ply + 1,
    moves: [...moves.slice(0, ply), { ply: ply + 1, number, color: turn, square, flips }],
  };
}

export const undo = () => there()?.undo() ?? act((game, asked) => send("POST", `${game}/undo`, asked));
export const redo = () => act((game, asked) => send("POST", `${game}/redo`, asked));
/** @param {number} ply */
export function goTo(ply) {
  const elsewhere = there();
  if (elsewhere) elsewhere.goTo(ply);
  else act((game, asked) => send("POST", `${game}/goto`, { ply, ...asked }));
}
export const resign = () => there()?.resign() ?? act((game, asked) => send("POST", `${game}/resign`, asked));
/** @param {Color} color */
export const timeUp = (color) =>
  there()?.timeUp() ?? act((game, asked) => send("POST", `${game}/time`, { color, ...asked }));
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
 * @param {(game: `/api/games/${string}`, asked: Action) => Promise<GameView>} ask
 */
export function act(ask) {
  queue = queue.then(async () => {
    const { id, version } = table.state;
    const [path, asked] = [gamePath(), { version, request: requestId() }];
    const late = setTimeout(() => setLine(IS_LATE), LATE);
    try {
      const state = await tirelessly(() => ask(path, asked));
      if (table.state.id === id) take(state); // and no other game was put on the table meanwhile
    } catch (problem) {
      refuse(problem);
    } finally {
      clearTimeout(late);
      if (line.trouble === IS_LATE) setLine(""); // said between the answer's head and its end
    }
  });
  return queue;
}

/** @param {unknown} problem  whatever was thrown; thrown again unless the server refused */
function refuse(problem) {
  if (!(problem instanceof ApiError)) throw problem;
  if (table.guess) {
    table.guess = null;
    tell("guess", null);
  }
  if (problem.game) take({ ...problem.game, notices: [] });
  tell("refused", problem);
}

/** @param {NewGame} choice */
export const newGame = (choice) =>
  attempt(async () => take(await send("POST", "/api/games", { ...choice, request: requestId() })));
/** @param {string} id */
export const open = (id) => attempt(async () => take(await send("POST", `/api/games/${id}/open`)));
/** @param {Import} body */
export const importSave = (body) => attempt(async () => take(await send("POST", "/api/games/import", body)));
/** @param {string} name */
export const openLocal = (name) => attempt(async () => take(await send("POST", "/api/local-saves/open", { name })));
/** @param {string} name */
export const saveAs = (name) => send("POST", `${gamePath()}/save`, { name });

export async function hint() {
  tell("thinking", "Looking for a good move…");
  const { id, ply } = table.state;
  try {
    const found = (await hintHere()) ?? (await hintThere());
    if (table.state.id === id && table.state.ply === ply) tell("hint", found);
  } catch (problem) {
    refuse(problem);
  } finally {
    tell("thinking", "");
  }
}

const hintThere = () =>
  patiently(() => get(`${gamePath()}/hint`), {
    waiting: () => tell("thinking", "The server is busy; the hint has to wait…"),
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
  const { id, ply, moves } = table.state;
  try {
    const state = await tirelessly(() => there()?.look() ?? get(gamePath()));
    const lookedBack = state.kind === "meeting" && ply < moves.length;
    if (table.state.id === id && !lookedBack) take({ ...state, notices: [] }, { spread: false });
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
    tell("thinking", "");
  }
  // Something else became awaited meanwhile, or the next computer is to move.
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
  tell("thinking", `${seats[thinking?.color ?? table.state.turn].title} is thinking…`);
  const alone = Object.values(seats).every((seat) => !seat.human);
  const passed = table.state.moves[table.state.ply - 1]?.square === null;
  const early = pause(alone ? chosenPace() : passed ? AFTER_A_PASS : QUICKEST_ANSWER);
  if (alone) await early;
  if (!awaited()) return;
  const { answered } = table.state; // by a computer that need not think
  const { signal } = turn;
  const state = answered ?? (await answerHere(id, ticket, signal)) ?? (await answerThere(id, ticket, signal));
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
  return tirelessly(() => send("POST", `/api/games/${id}/answer`, { ticket, square, seconds }, { signal }), signal);
}

/**
 * The computer's move found on the server.
 * @param {string} id
 * @param {number} ticket
 * @param {AbortSignal} signal
 */
const answerThere = (id, ticket, signal) =>
  patiently(() => tirelessly(() => send("POST", `/api/games/${id}/reply`, { ticket }, { signal }), signal), {
    signal,
    waiting: () => tell("thinking", "The server is busy; waiting for a free place to think…"),
  });

// --- Other tabs, and coming back to this one ---------------------------------------------------------

others?.addEventListener("message", ({ data }) => {
  if (data.id === table.state?.id && data.version > table.state.version) refresh();
});
addEventListener("focus", refresh);
addEventListener("online", refresh);
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) refresh();
});
