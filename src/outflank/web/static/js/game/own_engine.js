// The engine on the visitor's own machine: a worker that thinks, and who thinks where it cannot.
//
// It is fetched when somebody first wants to think here; until it is there, and wherever it fails, the server thinks.
// Emits on `ownEngine`: "change", when something else is to be said about who thinks.

import { settings } from "../desktop/settings.js";
import { teller } from "../desktop/telling.js";
import { get } from "./api.js";

/** @import { Telling } from "../desktop/telling.js" */
/** @import { Answer, Question } from "../thinking/worker.js" */
/** @import { Position } from "../thinking/module.js" */
/** @import { GameView } from "./shapes.js" */

const [USUAL, SMALL] = [64, 8]; // megabytes for positions to remember; on a phone
const SLOW = 120_000; // ms: a worker that has not answered by then has died

const happening = /** @type {Telling<{ change: string }>} */ (new EventTarget());
const tell = teller(happening);
export const ownEngine = Object.assign(happening, {
  /** Whether it can be asked. */
  ready: false,
  /** Who thinks, in a sentence. */
  sentence: "The server thinks.",
});

/** @type {Worker | null} */
let worker = null;
/** @type {Int32Array | null} */
let stops = null;
let number = 0;
let given = false; // up: it failed, or is not wanted
/** @type {Map<number, (answer: Answer & { done: boolean }) => void>} */
const waiting = new Map();

/** Why this browser cannot; nothing if it can. */
function missing() {
  if (typeof WebAssembly !== "object" || typeof Worker !== "function" || typeof DecompressionStream !== "function")
    return "this browser has no WebAssembly";
  if (!WebAssembly.validate(SIMD)) return "this browser has no WebAssembly with SIMD";
  if (settings.get("thinking") === "server") return "that is your setting";
  if (/** @type {{ connection?: { saveData?: boolean } }} */ (navigator).connection?.saveData) return "you save data";
  return "";
}

// A module with one function that uses a register of 128 bits.
const SIMD = Uint8Array.of(
  ...[0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11],
);

/**
 * @param {string} sentence
 * @param {boolean} ready
 */
function say(sentence, ready = false) {
  ownEngine.ready = ready;
  ownEngine.sentence = sentence;
  tell("change", sentence);
}

/** Begin to fetch it, unless that has begun. */
export async function wake() {
  if (worker || given) return;
  const reason = missing();
  if (reason) {
    giveUp(`The server thinks: ${reason}.`);
    return;
  }
  try {
    say("The server thinks until the engine has arrived here.");
    given = true; // nobody else begins meanwhile
    const files = await get("/api/engine");
    worker = new Worker(files.worker, { type: "module", name: "engine" });
    worker.onmessage = ({ data }) => waiting.get(data.id)?.(data);
    worker.onerror = (event) => {
      event.preventDefault();
      giveUp(`The server thinks: the engine here stopped (${event.message || "its worker could not start"}).`);
    };
    stops = globalThis.crossOriginIsolated ? new Int32Array(new SharedArrayBuffer(4)) : null;
    const small = /Mobi/.test(navigator.userAgent);
    const loaded = (/** @type {Answer} */ answer) => {
      if ("loaded" in answer)
        say(`The server thinks; the engine here is loaded to ${Math.round(100 * answer.loaded)} %.`);
    };
    await ask({ ask: "load", files, megabytes: small ? SMALL : USUAL, stops }, { report: loaded });
    given = false;
    say("The engine thinks on this machine.", true);
  } catch (problem) {
    giveUp(`The server thinks: the engine did not start here (${sentenceOf(problem)}).`);
  }
}

/**
 * The server thinks from now on; whoever waits is told.
 * @param {string} sentence
 */
function giveUp(sentence) {
  given = true;
  worker?.terminate();
  worker = null;
  say(sentence);
  const asked = [...waiting.values()];
  waiting.clear();
  for (const answer of asked) answer({ problem: sentence, done: true });
}

settings.addEventListener("change", ({ detail }) => {
  if (detail.name !== "thinking") return;
  if (detail.value === "server") giveUp("The server thinks: that is your setting.");
  else {
    given = false;
    wake();
  }
});

/** What the engine could not do; the server is asked then. */
export class CannotThinkHere extends Error {}

const LARGEST = 8; // as PAGE_SIZE of sitting/hosted_seats.py

/**
 * Ask the worker; throws CannotThinkHere where it fails, and the signal's reason where nobody wants it any more.
 * @param {Question} question
 * @param {{ signal?: AbortSignal, report?: (answer: Answer) => void }} [meanwhile]
 * @returns {Promise<Answer>}
 */
async function ask(question, { signal, report = () => {} } = {}) {
  signal?.throwIfAborted();
  const id = ++number;
  return await new Promise((resolve, reject) => {
    /** @type {ReturnType<typeof setTimeout>} */
    let patience;
    const end = () => {
      clearTimeout(patience);
      waiting.delete(id);
    };
    const wait = () => {
      clearTimeout(patience);
      patience = setTimeout(() => giveUp("The server thinks: the engine here did not answer."), SLOW);
    };
    wait();
    waiting.set(id, (answer) => {
      wait();
      if (!answer.done) {
        report(answer);
        return;
      }
      end();
      if ("problem" in answer) reject(new CannotThinkHere(answer.problem));
      else resolve(answer);
    });
    signal?.addEventListener("abort", () => {
      end();
      if (stops) Atomics.store(stops, 0, id);
      worker?.postMessage({ stop: id });
      reject(signal.reason);
    });
    worker?.postMessage({ id, ...question });
  });
}

/**
 * Ask; what goes wrong in there ends the engine's life here.
 * @param {Question} question
 * @param {{ signal?: AbortSignal, report?: (answer: Answer) => void }} [meanwhile]
 */
export async function thinkHere(question, meanwhile) {
  if ("position" in question && question.position.size > LARGEST)
    throw new CannotThinkHere("the server thinks about larger boards");
  try {
    return await ask(question, meanwhile);
  } catch (problem) {
    if (problem instanceof CannotThinkHere && worker)
      giveUp(`The server thinks: the engine here failed (${problem.message}).`);
    throw problem;
  }
}

/** @param {unknown} problem */
const sentenceOf = (problem) => (problem instanceof Error ? problem.message : String(problem));

/**
 * Whether this machine can think about a game now; where it could and the engine is not there yet, it is fetched.
 * @param {GameView} state
 */
export function canThinkHere({ size }) {
  if (size > LARGEST) return false;
  if (!ownEngine.ready) wake();
  return ownEngine.ready;
}

/**
 * @param {GameView} state
 * @returns {Position}
 */
export const positionOf = ({ size, board, turn }) => ({ size, board, turn });
