// The API client. Every request that changes something has an id, so it can be repeated safely.

import { el } from "../desktop/dom.js";
import { _ } from "../desktop/language.js";
import { AWAY, backOnline, LOST, lost, restored } from "./connection.js";
import { leaveServer, request } from "./transport.js";

/** @import { Error as Refusal, GameView, Get, Options, Send } from "./shapes.js" */

/** An error from the server, or no response (status 0). */
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

/** 16 random bytes in hexadecimal; works on plain http too, where crypto.randomUUID does not. */
export const requestId = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/**
 * True if two ids are the same game: the id of a game in a link ends with the position, after the @.
 * @param {string} [one]
 * @param {string} [other]
 */
export const sameGame = (one, other) => one?.split("@")[0] === other?.split("@")[0];

/**
 * True if the request was aborted on purpose.
 * @param {unknown} problem  the thrown value
 */
export const aborted = (problem) => problem instanceof DOMException && problem.name === "AbortError";

/**
 * Repeat a request while the server is busy (503), after the time it requests.
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
 * Repeat a request while the server is unreachable; only for idempotent requests.
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

/** @param {number} ms */
export const pause = (ms) => new Promise((done) => setTimeout(done, ms));
const MOST_TRIES = 20;

/**
 * get("/api/…"): resolves to the JSON response, null if there is none; throws ApiError.
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
 * Download a file from the server; throws ApiError.
 * @param {string} path
 */
export async function download(path) {
  const response = await request(path);
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
 * The error in a response.
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
 * @returns {Promise<any>}  the response; get and send have its type for each path
 */
async function call(method, path, body, { signal, headers } = {}) {
  for (let attempt = 0; ; attempt++) {
    let response;
    try {
      const answered = await request(path, {
        method,
        signal,
        headers: { ...headers, ...(body ? { "Content-Type": "application/json" } : {}) },
        body: body ? JSON.stringify(body) : undefined,
      });
      if (AWAY.includes(answered.status)) throw new TypeError("no server behind the proxy");
      response = answered;
    } catch (problem) {
      if (aborted(problem)) throw problem;
      lost();
      if (attempt >= LOST.length && (await leaveServer())) {
        attempt = 0;
        continue;
      }
      if (attempt >= LOST.length)
        throw new ApiError(
          _("The server does not answer. Your game is saved up to the last confirmed move. Try again in a moment."),
          0,
        );
      await backOnline(LOST[attempt]);
      continue;
    }
    restored();
    if (response.status === 204) return null;
    if (!response.ok) throw await refusal(response);
    return response.headers.get("Content-Type")?.includes("json") ? await response.json() : {};
  }
}
