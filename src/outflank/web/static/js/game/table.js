// The table: the one game on this screen, and the server where it lives.
//
// Knows no rules. It sends what the player does, takes the state that comes back, asks for the computer's
// reply when the state says that one is awaited, and keeps other tabs with the same game in step.
// Emits on `table`: "state" (detail: {state, before}), "notice" (a pass, a failure, the end),
//                   "refused" (an ApiError), "thinking" (detail: a sentence or ""), "hint" (a square)
//
// A game in a link (kind "link") is only looked at: its id is the link itself, with the ply behind @. The first
// move in it answers with a game of one's own, and so does a move in the middle of a finished game.

import { settings } from "../desktop/settings.js";
import { ApiError, get, patiently, requestId, sameGame, send } from "./api.js";

const SPEEDS = [2500, 1400, 700, 300, 80]; // ms between the moves of two computers, slow to fast
const QUICKEST_ANSWER = 450; // ms: a reply at once would be missed by the eye

export const table = Object.assign(new EventTarget(), { state: null, busy: null });
const others = "BroadcastChannel" in window ? new BroadcastChannel("outflank.games") : null;
const tell = (type, detail) => table.dispatchEvent(new CustomEvent(type, { detail }));
const pause = (ms) => new Promise((done) => setTimeout(done, ms));
const gamePath = (rest = "") => `/api/games/${table.state.id}${rest}`;

/** Take a state in, unless a newer one of the same game is already shown. */
export function take(state, { spread = true } = {}) {
  const before = table.state;
  if (before?.id === state.id && before.version > state.version) return;
  if (state.kind === "link")
    history.replaceState(null, "", `#game=${state.id.slice(1)}`); // a reload shows it again
  else if (before?.kind === "link") history.replaceState(null, "", location.pathname);
  const fresh = before?.id !== state.id || before.version !== state.version;
  table.state = state;
  if (fresh || state.notices.length) tell("state", { state, before: sameGame(before?.id, state.id) ? before : null });
  for (const notice of state.notices) tell("notice", notice);
  if (spread && fresh) others?.postMessage({ id: state.id, version: state.version });
  drive();
}

// --- What a player can do ----------------------------------------------------------------------------

export const play = (square) => act("/moves", { square, ply: table.state.ply });
export const undo = () => act("/undo");
export const redo = () => act("/redo");
export const goTo = (ply) => act("/goto", { ply });
export const resign = () => act("/resign");
export const swapSeats = () => act("/swap");
export const changeSeat = (color, seat) => act("/seats", { color, seat });
export const resume = () => act("/resume");
export const stop = () => {
  table.busy?.abort();
  return act("/stop");
};

/** Do one thing at a time, in order; a repeated click waits for the answer to the first. */
let queue = Promise.resolve();
function act(path, body = {}) {
  queue = queue.then(async () => {
    try {
      take(await send("POST", gamePath(path), { ...body, version: table.state.version, request: requestId() }));
    } catch (problem) {
      refuse(problem);
    }
  });
  return queue;
}

function refuse(problem) {
  if (!(problem instanceof ApiError)) throw problem;
  if (problem.game) take({ ...problem.game, notices: [] });
  tell("refused", problem);
}

export const newGame = (choice) =>
  attempt(async () => take(await send("POST", "/api/games", { ...choice, request: requestId() })));
export const open = (id) => attempt(async () => take(await send("POST", `/api/games/${id}/open`)));
export const importSave = (body) => attempt(async () => take(await send("POST", "/api/games/import", body)));
export const openLocal = (name) => attempt(async () => take(await send("POST", "/api/local-saves/open", { name })));
export const saveAs = (name) => send("POST", gamePath("/save"), { name });

export async function hint() {
  tell("thinking", "Looking for a good move…");
  const { id, ply } = table.state;
  try {
    const found = await patiently(() => get(gamePath("/hint")), {
      waiting: () => tell("thinking", "The server is busy; the hint has to wait…"),
    });
    if (table.state.id === id && table.state.ply === ply) tell("hint", found);
  } catch (problem) {
    refuse(problem);
  } finally {
    tell("thinking", "");
  }
}

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

/** Look at a game in a link; nothing of it is kept. */
export const look = (link) => attempt(async () => take(await get(`/api/games/~${encodeURIComponent(link)}`)));

/** The game this visitor was playing, or a new one against a friendly opponent. */
export async function comeBack() {
  const current = await get("/api/games/current");
  take(current.id ? current : await send("POST", "/api/games", { request: requestId() }));
}

export async function refresh() {
  if (!table.state || table.state.kind === "link") return;
  try {
    take({ ...(await get(gamePath())), notices: [] }, { spread: false });
  } catch (problem) {
    if (problem.status !== 404) refuse(problem);
  }
}

// --- The computer's reply ----------------------------------------------------------------------------

/** Ask for the reply that is awaited. With several tabs on the game, one asks and the rest look on. */
async function drive() {
  const { id, thinking } = table.state;
  if (!thinking || table.busy) return;
  const turn = new AbortController();
  table.busy = turn;
  const alone = navigator.locks
    ? (job) => navigator.locks.request(`outflank.${id}`, { signal: turn.signal }, job)
    : (job) => job();
  try {
    await alone(() => askFor(id, thinking.ticket, turn));
  } catch (problem) {
    if (problem.name !== "AbortError") refuse(problem);
  } finally {
    table.busy = null;
    tell("thinking", "");
  }
  // Something else became awaited meanwhile, or the next computer is to move.
  if (table.state.thinking && !(table.state.id === id && table.state.thinking.ticket === thinking.ticket)) drive();
}

async function askFor(id, ticket, turn) {
  const awaited = () => !turn.signal.aborted && table.state.id === id && table.state.thinking?.ticket === ticket;
  if (!awaited()) return;
  const { seats, thinking } = table.state;
  tell("thinking", `${seats[thinking.color].title} is thinking…`);
  const alone = Object.values(seats).every((seat) => !seat.human);
  const early = pause(alone ? SPEEDS[settings.get("speed") - 1] : QUICKEST_ANSWER);
  if (alone) await early;
  if (!awaited()) return;
  const ask = () => send("POST", `/api/games/${id}/reply`, { ticket }, { signal: turn.signal });
  const state = await patiently(ask, {
    signal: turn.signal,
    waiting: () => tell("thinking", "The server is busy; waiting for a free place to think…"),
  });
  await early;
  if (awaited()) take(state);
}

// --- Other tabs, and coming back to this one ---------------------------------------------------------

others?.addEventListener("message", ({ data }) => {
  if (data.id === table.state?.id && data.version > table.state.version) refresh();
});
addEventListener("focus", refresh);
addEventListener("online", refresh);
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) refresh();
});
