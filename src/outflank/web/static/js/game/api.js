// Talking to our own server. Every request that changes something carries an id, so sending it twice does it once.

import { el } from "../desktop/dom.js";
import { _ } from "../desktop/language.js";
import { emitter } from "../desktop/typed_events.js";

/** @import { TypedEvents } from "../desktop/typed_events.js" */
/** @import { Error as Refusal, GameView, Get, Options, Send } from "./shapes.js" */

/** What the server refused, or that it does not answer (status 0). */
export class ApiError extends Error {
  /**
   * @param {string} sentence
   * @param {number} status
   * @param {Partial<Refusal> & { retryAfter?: number }} [body]
   */
  constructor(sentence, status, body = {}) {
    super(sentence);
    this.status = status;
    this.code = body.code ?? "";
    /** @type {GameView | null} */
    this.game = body.game ?? null;
    this.retryAfter = body.retryAfter ?? 0;
  }
}

/** The connection to the server. Emits "change" when it is lost, slow or restored. */
export const line = Object.assign(/** @type {TypedEvents<{ change: string }>} */ (new EventTarget()), {
  /** What is wrong with it; nothing if it works. */
  trouble: "",
});
const emit = emitter(line);

/** @param {string} trouble */
export function setLine(trouble) {
  if (trouble === line.trouble) return;
  line.trouble = trouble;
  emit("change", trouble);
}
addEventListener("offline", () => setLine(GONE));
addEventListener("online", () => setLine(""));

/** 16 random bytes in hexadecimal; works on plain http too, where crypto.randomUUID does not. */
export const requestId = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/**
 * Whether two ids are one game: a game in a link has another id at each position, behind the @.
 * @param {string} [one]
 * @param {string} [other]
 */
export const sameGame = (one, other) => one?.split("@")[0] === other?.split("@")[0];

/**
 * Whether it was stopped on purpose.
 * @param {unknown} problem  whatever was thrown
 */
export const aborted = (problem) => problem instanceof DOMException && problem.name === "AbortError";

/**
 * Ask again, as often as it takes, while the server says that it is busy (503) and when to come back.
 * @template Answer
 * @param {() => Promise<Answer>} ask
 * @param {{ signal?: AbortSignal, waiting?: () => void }} [meanwhile]
 */
export async function retryWhileBusy(ask, { signal, waiting = () => {} } = {}) {
  for (let tries = 0; ; tries++) {
    try {
      return await ask();
    } catch (problem) {
      if (!(problem instanceof ApiError) || problem.status !== 503 || tries >= MOST_TRIES) throw problem;
      waiting();
      await pause(1000 * Math.max(1, problem.retryAfter));
      signal?.throwIfAborted();
    }
  }
}

/**
 * Ask again, for as long as the server is away; only for what may be asked twice.
 * @template Answer
 * @param {() => Promise<Answer>} ask
 * @param {AbortSignal} [signal]
 */
export async function retryUntilOnline(ask, signal) {
  for (;;) {
    try {
      return await ask();
    } catch (problem) {
      if (!(problem instanceof ApiError) || problem.status !== 0) throw problem;
      await backOnline(/** @type {number} */ (LOST.at(-1)));
      signal?.throwIfAborted();
    }
  }
}

/**
 * Some time, or less if the browser says that the line is there again.
 * @param {number} ms
 */
const backOnline = (ms) =>
  new Promise((done) => {
    const timer = setTimeout(done, ms);
    const now = () => {
      clearTimeout(timer);
      done(null);
    };
    addEventListener("online", now, { once: true });
  });

/** @param {number} ms */
export const pause = (ms) => new Promise((done) => setTimeout(done, ms));
const MOST_TRIES = 20;
const LOST = [400, 1200, 3000]; // ms before trying again when the line is down
const GONE = _("The server does not answer. Trying again…");
const AWAY = [502, 504]; // what a proxy says for a server that is not there

/**
 * get("/api/…"): resolves to the JSON answer, null where there is none; throws ApiError.
 * @type {Get}
 */
export const get = (/** @type {string} */ path, /** @type {Options} */ options = {}) =>
  call("GET", path, undefined, options);

/**
 * send("POST", "/api/…", {…}): the same.
 * @type {Send}
 */
export const send = (
  /** @type {string} */ method,
  /** @type {string} */ path,
  body = {},
  /** @type {Options} */ options = {},
) => call(method, path, body, options);

/**
 * Let the browser keep a file of the server; throws ApiError where there is none to be had.
 * @param {string} path
 */
export async function download(path) {
  const response = await fetch(path, { credentials: "same-origin" });
  if (!response.ok) throw await refusal(response);
  const named = response.headers.get("Content-Disposition")?.match(/filename="?([^"]+)"?/);
  const href = URL.createObjectURL(await response.blob());
  const link = el("a", { href, download: named?.[1] ?? "othello" });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}

/**
 * What the server said instead of doing it.
 * @param {Response} response
 */
async function refusal(response) {
  const answer = response.headers.get("Content-Type")?.includes("json") ? await response.json() : {};
  return new ApiError(
    answer.error ??
      (response.status === 413
        ? _("The file is too large for this server.")
        : _("The server answered with error {status}.", { status: response.status })),
    response.status,
    { ...answer, retryAfter: Number(response.headers.get("Retry-After")) || 0 },
  );
}

/**
 * @param {string} method
 * @param {string} path
 * @param {object} [body]
 * @param {Options} [options]
 * @returns {Promise<any>}  what the server sends; get and send say what that is for each path
 */
async function call(method, path, body, { signal, headers } = {}) {
  for (let attempt = 0; ; attempt++) {
    let response;
    try {
      const answered = await fetch(path, {
        method,
        signal,
        credentials: "same-origin",
        headers: { ...headers, ...(body ? { "Content-Type": "application/json" } : {}) },
        body: body ? JSON.stringify(body) : undefined,
      });
      if (AWAY.includes(answered.status)) throw new TypeError("no server behind the proxy");
      response = answered;
    } catch (problem) {
      if (aborted(problem)) throw problem;
      setLine(GONE);
      if (attempt >= LOST.length)
        throw new ApiError(
          _("The server does not answer. Your game is saved up to the last confirmed move. Try again in a moment."),
          0,
        );
      await backOnline(LOST[attempt]);
      continue;
    }
    setLine("");
    if (response.status === 204) return null;
    if (!response.ok) throw await refusal(response);
    return response.headers.get("Content-Type")?.includes("json") ? await response.json() : {};
  }
}
