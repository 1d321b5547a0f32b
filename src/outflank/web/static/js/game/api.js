// Talking to our own server. Every request that changes something carries an id, so sending it twice does it once.

import { el } from "../desktop/dom.js";
import { showConnection } from "../desktop/tray.js";

export class ApiError extends Error {
  constructor(sentence, status, body = {}) {
    super(sentence);
    this.status = status;
    this.code = body.code ?? "";
    this.game = body.game ?? null;
    this.retryAfter = body.retryAfter ?? 0;
  }
}

/** 16 random bytes in hexadecimal; works on plain http too, where crypto.randomUUID does not. */
export const requestId = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** Whether two ids are one game: a game in a link has another id at each position, behind the @. */
export const sameGame = (one, other) => one?.split("@")[0] === other?.split("@")[0];

/** Ask again, as often as it takes, while the server says that it is busy (503) and when to come back. */
export async function patiently(ask, { signal = null, waiting = () => {} } = {}) {
  for (let tries = 0; ; tries++) {
    try {
      return await ask();
    } catch (problem) {
      if (problem.status !== 503 || tries >= MOST_TRIES) throw problem;
      waiting();
      await pause(1000 * Math.max(1, problem.retryAfter));
      signal?.throwIfAborted();
    }
  }
}

const pause = (ms) => new Promise((done) => setTimeout(done, ms));
const MOST_TRIES = 20;
const LOST = [400, 1200, 3000]; // ms before trying again when the line is down

/** get("/api/…") or send("POST", "/api/…", {…}); resolves to the JSON answer, throws ApiError. */
export const get = (path) => call("GET", path);
export const send = (method, path, body = {}, options = {}) => call(method, path, body, options);

/** Let the browser keep a file of the server. */
export function download(path) {
  const link = el("a", { href: path, download: "" });
  document.body.append(link);
  link.click();
  link.remove();
}

async function call(method, path, body, { signal } = {}) {
  for (let attempt = 0; ; attempt++) {
    let response;
    try {
      response = await fetch(path, {
        method,
        signal,
        credentials: "same-origin",
        headers: body ? { "Content-Type": "application/json" } : {},
        body: body ? JSON.stringify(body) : undefined,
      });
    } catch (problem) {
      if (problem.name === "AbortError") throw problem;
      showConnection(false, "The server does not answer. Trying again…");
      if (attempt >= LOST.length)
        throw new ApiError(
          "The server does not answer. Your game is kept there up to the last move it confirmed; " +
            "try again in a moment.",
          0,
        );
      await pause(LOST[attempt]);
      continue;
    }
    showConnection(true, "Connected");
    const answer = response.headers.get("Content-Type")?.includes("json") ? await response.json() : {};
    if (response.ok) return answer;
    throw new ApiError(
      answer.error ??
        (response.status === 413 ? "That is larger than the server takes." : `The server answered ${response.status}.`),
      response.status,
      { ...answer, retryAfter: Number(response.headers.get("Retry-After")) || 0 },
    );
  }
}
