// The page without a server: requests go to Python in a worker.
//
// One tab has the worker and with it the games; others send their requests through it, and one of them takes over when
// that tab is closed. Until Python is ready, the first moves of a new game come from a file that was prepared when the
// site was built, and a returning visitor sees the last position.

import { balloon } from "../desktop/balloon.js";
import { _, language } from "../desktop/language.js";
import { read, write } from "../desktop/settings.js";
import { requestId } from "../game/api.js";
import { setLine } from "../game/connection.js";
import { positionAt } from "../game/positions.js";
import { open, table } from "../game/table.js";
import { announceReady, isSite, offline, onServer, setAway } from "../game/transport.js";

/** @import { GameView } from "../game/shapes.js" */
/** @import { Offline } from "../game/transport.js" */

/** @typedef {{ method: string, path: string, headers: Record<string, string>, body: string }} Asked */
/** @typedef {{ status: number, headers: [string, string][], content: Uint8Array<ArrayBuffer> }} Answer */

const LOCK = "outflank.python";
const BEGIN = "BEGIN"; // the method of a request to start the game that was begun without Python
const LAST = "outflank.last"; // the last state of the current game, in this browser's storage
const phone = /Mobi/.test(navigator.userAgent);
const about = /** @type {Offline} */ (offline);
const absolute = (/** @type {string} */ path) => new URL(path, document.baseURI).href;
const others = "BroadcastChannel" in window ? new BroadcastChannel("outflank.python") : null;

/** @type {Worker | null} */
let worker = null;
let ready = false; // Python answers, here or in another tab
/** @type {Map<number, { asked: Asked, resolve: (answer: Answer) => void }>} */
const waiting = new Map();
let count = Math.floor(Math.random() * 2 ** 40); // so that two tabs use different numbers
/** @type {() => void} */
let release = () => {}; // gives the lock to another tab

// --- Requests --------------------------------------------------------------------------------------------------------

/**
 * As fetch.
 * @param {string} path
 * @param {RequestInit} options
 */
export async function request(path, { method = "GET", headers = {}, body, signal }) {
  signal?.throwIfAborted();
  if (path === "/api/engine") return json(await engine());
  const asked = { method, path, headers: heading(headers), body: typeof body === "string" ? unversioned(body) : "" };
  if (!isSite && method !== "GET") touch(path);
  const early = ready ? null : await beforePython(asked);
  if (early) return json(early);
  const { status, headers: found, content } = await ask(asked);
  signal?.throwIfAborted();
  const answer = new Response(status === 204 ? null : content, { status, headers: found });
  if (method === "POST" && /^\/api\/games\/(current|[0-9a-f]{32}\/\w+)$/.test(path) && answer.ok) keep(content);
  return answer;
}

// --- The server is gone, and back ------------------------------------------------------------------------------------

const TOUCHED = "outflank.touched"; // ids of games that the server does not have as they are here
const BACK = 10_000; // ms between looks whether the server is back

/** Go on without the server: with its current game, under the same id. */
export async function leave() {
  const { state } = table;
  if (state && !state.shared && state.kind === "game") {
    const first = positionAt(state, 0);
    const people = { black: state.seats.black.player, white: state.seats.white.player };
    const start = `${first.board} ${first.turn === "black" ? "X" : "O"}`;
    adopted = { id: state.id, wanted: { ...people, start, transcript: transcriptOf(state) } };
  }
  setAway(true);
  begin();
  if (ready) await opened();
  balloon({
    title: _("No connection"),
    text: _("The server does not answer. You play on in this browser; your games return to the server later."),
    icon: "network",
  });
  const timer = setInterval(async () => {
    if (await returned()) clearInterval(timer);
  }, BACK);
}

/** @type {{ id: string, wanted: object } | null} */
let adopted = null;

/** @param {GameView} state */
const transcriptOf = ({ moves, ply }) =>
  moves
    .slice(0, ply)
    .map((move) => move.square ?? "")
    .join("");

/** Remember a game that was changed here. @param {string} path */
function touch(path) {
  const id = path.match(/^\/api\/games\/([0-9a-f]{32})\//)?.[1];
  if (id) write(TOUCHED, { ...read(TOUCHED), [id]: true });
}

/** The server's versions mean nothing here. @param {string} body */
function unversioned(body) {
  if (isSite) return body;
  const { version: _version, ...rest } = JSON.parse(body);
  return JSON.stringify(rest);
}

/** Hand over what was played, if the server is back: it keeps its games, and gets ours as new ones. */
async function returned() {
  const there = await fetch(onServer("/api/games/current"), { cache: "no-store" }).catch(() => null);
  if (!there?.ok) return false;
  /** @type {string | null} */
  let shown = null;
  for (const id of Object.keys(read(TOUCHED))) {
    const kept = await ask({ method: "GET", path: `/api/games/${id}/save`, headers: heading({}), body: "" });
    if (kept.status === 200) {
      const body = JSON.stringify({ save: new TextDecoder().decode(kept.content) });
      const headers = { "Content-Type": "application/json" };
      const taken = await fetch(onServer("/api/games/import"), { method: "POST", headers, body }).catch(() => null);
      if (!taken?.ok) return false; // tried again later
      if (id === table.state.id) shown = (await taken.json()).id;
    }
    const { [id]: _done, ...left } = read(TOUCHED);
    write(TOUCHED, left);
  }
  setAway(false);
  setLine("");
  if (shown) await open(shown);
  balloon({
    title: _("Connected"),
    text: _("The server is back, and has the games that you played."),
    icon: "network",
  });
  return true;
}

/** @param {HeadersInit} headers */
function heading(headers) {
  const sent = new Headers(headers);
  sent.set("accept-language", language);
  sent.set("cookie", document.cookie);
  return Object.fromEntries(/** @type {any} */ (sent).entries());
}

/** @param {unknown} view */
const json = (view) => new Response(JSON.stringify(view), { headers: { "Content-Type": "application/json" } });

/**
 * @param {Asked} asked
 * @returns {Promise<Answer>}
 */
function ask(asked) {
  begin();
  return new Promise((resolve) => {
    const id = ++count;
    waiting.set(id, { asked, resolve });
    pass(id, asked);
  });
}

/**
 * @param {number} id
 * @param {Asked} asked
 */
function pass(id, asked) {
  if (worker && ready) worker.postMessage({ id, ...asked });
  else if (!worker) others?.postMessage({ id, asked });
}

/** Send all waiting requests again: to a new worker, or to another tab's. */
function passAll() {
  for (const [id, { asked }] of waiting) pass(id, asked);
}

/**
 * @param {number} id
 * @param {Answer} answer
 */
function answered(id, answer) {
  waiting.get(id)?.resolve(answer);
  waiting.delete(id);
}

/** @type {Record<string, unknown> | null} */
let engineView = null;
/** The engine's files, with full addresses: workers have another base than the page. */
async function engine() {
  if (!engineView) {
    const found = await (await fetch(absolute(about.engine))).json(); // cached by the service worker
    const full = (/** @type {string} */ path) => new URL(path, absolute(about.engine)).href;
    for (const key of ["worker", "module"]) found[key] = full(found[key]);
    for (const key of ["weights", "light", "book"]) found[key].address = full(found[key].address);
    engineView = found;
  }
  return engineView;
}

// --- Tabs ------------------------------------------------------------------------------------------------------------

let begun = false;
/** Get the worker, or the lock on it: the first tab that has the lock starts Python. */
function begin() {
  if (begun) return;
  begun = true;
  if (!navigator.locks) {
    startWorker();
    return;
  }
  navigator.locks.request(LOCK, () => {
    startWorker();
    return new Promise((done) => {
      release = () => done(null);
    });
  });
  others?.postMessage({ hello: true }); // another tab with Python says that it is ready
}

others?.addEventListener("message", ({ data }) => {
  if (worker) {
    if (data.hello && ready) others.postMessage({ ready: true });
    if (data.asked && ready) ask(data.asked).then((answer) => others.postMessage({ answers: data.id, ...answer }));
    return;
  }
  if (data.ready) opened();
  if (waiting.has(data.answers)) answered(data.answers, data);
});

// --- The worker ------------------------------------------------------------------------------------------------------

async function startWorker() {
  ready = false;
  progress(0);
  const mine = new Worker(absolute(about.worker), { type: "module", name: "python" });
  worker = mine;
  mine.onmessage = ({ data }) => heard(data);
  mine.onerror = (event) => {
    event.preventDefault();
    broken(event.message);
  };
  const { files, packed, sizes } = about;
  const extras = Object.fromEntries(Object.entries(about.extras).map(([name, path]) => [name, absolute(path)]));
  const catalogue = language === "en" ? "" : `${language.replace("-", "_")}.mo`;
  const start = {
    python: absolute(files),
    packed,
    sizes,
    extras,
    catalogue,
    engine: await engine(),
    light: phone,
    anew: failures > 0,
  };
  mine.postMessage({ start });
}

/** @param {any} data */
function heard(data) {
  if ("percent" in data) progress(data.percent, data.megabytes);
  else if ("id" in data) answered(data.id, data);
  else if ("ready" in data) {
    if (!data.kept) refused();
    opened().then(() => others?.postMessage({ ready: true }));
  } else if ("trouble" in data) {
    if (data.trouble === "disowned") release();
    refused();
  } else if ("broken" in data) broken(data.broken, data.failed);
}

let failures = 0;
/**
 * @param {string} reason
 * @param {number | null} [failed]  the request that broke it, which is not repeated
 */
function broken(reason, failed) {
  if (failed) answered(failed, { status: 500, headers: [], content: new Uint8Array() });
  worker?.terminate();
  worker = null;
  ready = false;
  failures += 1;
  if (failures < 3) {
    startWorker();
    return;
  }
  setLine(_("This page cannot run without a server: {reason} Reload the page to try again.", { reason }));
}

const refused = () =>
  balloon({
    title: _("Your games"),
    text: _("This browser does not store data for this page. Your games last until you close it."),
    icon: "warning",
  });

/**
 * @param {number} percent
 * @param {number} [megabytes]
 */
function progress(percent, megabytes = 0) {
  if (percent >= 100) setLine("");
  else if (waiting.size)
    setLine(
      megabytes
        ? _("Loading the game: {percent} % of {size} MB", { percent, size: Math.round(10 * megabytes) / 10 })
        : _("Loading the game…"),
    );
}

// --- Before Python ---------------------------------------------------------------------------------------------------

/** The game that was begun without Python: its id, and its moves. @type {{ id: string, moves: string[] } | null} */
let prepared = null;
/** The views of the first moves, by the player's moves. @type {Promise<Record<string, GameView>> | null} */
let views = null;
/** Requests that Python repeats. @type {Asked[]} */
const made = [];

/**
 * The response to a request that needs no Python; null for others.
 * @param {Asked} asked
 * @returns {Promise<GameView | null>}
 */
async function beforePython(asked) {
  begin();
  const last = /** @type {Partial<GameView>} */ (read(LAST));
  const { method, path } = asked;
  if (last.id) {
    const mine = path === "/api/games/current" || path === `/api/games/${last.id}`;
    return mine ? /** @type {GameView} */ (last) : null;
  }
  if (path === "/api/games/current" && method === "POST" && !prepared) {
    views ??= fetch(absolute(about.prepared)).then((response) => response.json());
    prepared = { id: requestId(), moves: [] };
    return { ...(await views)[""], id: prepared.id };
  }
  if (!prepared || !views) return null;
  const { id, moves } = prepared;
  if (path === `/api/games/${id}`) return { ...(await views)[moves.join("")], id };
  if (path !== `/api/games/${id}/moves`) return null;
  const { square } = JSON.parse(asked.body);
  const view = (await views)[[...moves, square].join("")];
  if (!view || ready) return null;
  moves.push(square);
  made.push(asked);
  return { ...view, id };
}

/** Python answers: it repeats what was done without it, and then the requests that wait. */
async function opened() {
  if (adopted) await direct({ method: BEGIN, path: adopted.id, headers: {}, body: JSON.stringify(adopted.wanted) });
  adopted = null;
  if (prepared && !ready) {
    await direct({ method: BEGIN, path: prepared.id, headers: {}, body: "" });
    while (made.length) await direct(/** @type {Asked} */ (made.shift()));
  }
  ready = true;
  progress(100);
  passAll();
  performance.mark("python-ready"); // for benchmarks/bench_site.py
  announceReady();
}

/**
 * Ask before other requests are passed on.
 * @param {Asked} asked
 */
const direct = (asked) =>
  new Promise((resolve) => {
    const id = ++count;
    waiting.set(id, { asked, resolve });
    if (worker) worker.postMessage({ id, ...asked });
    else others?.postMessage({ id, asked });
  });

/**
 * Keep the state of the current game, for the next visit.
 * @param {Uint8Array} content
 */
function keep(content) {
  const state = JSON.parse(new TextDecoder().decode(content));
  if (state.id && state.kind === "game" && !state.clock) write(LAST, { ...state, notices: [], reply: null });
}
