// The engine in the visitor's browser: a worker that thinks, with the server as fallback.
//
// It is loaded on first use; until then, and whenever it fails, the server's engine thinks.
// Emits on `ownEngine`: "change", when its description changes.

import { balloon } from "../desktop/balloon.js";
import { _ } from "../desktop/language.js";
import { settings } from "../desktop/settings.js";
import { emitter } from "../desktop/typed_events.js";
import { get } from "./api.js";
import { isSite } from "./transport.js";

/** @import { TypedEvents } from "../desktop/typed_events.js" */
/** @import { Answer, Question } from "../thinking/worker.js" */
/** @import { Position } from "../thinking/module.js" */
/** @import { EngineView, GameView } from "./shapes.js" */

const [USUAL, SMALL, HELPER] = [64, 4, 16]; // megabytes of the transposition table; on a phone; of a second worker
const HERE = _("The engine runs on this computer.");
const THERE = isSite ? _("The engine is loaded when it is needed.") : _("The engine runs on the server.");
const LOADING = isSite ? _("The engine is being loaded.") : _("The engine runs on the server until it is loaded here.");
const STOPS = 64; // requests that can be stopped at the same time, each by its own flag
const SLOW = 120_000; // ms after which a silent worker is considered dead

const events = /** @type {TypedEvents<{ change: string }>} */ (new EventTarget());
const emit = emitter(events);
export const ownEngine = Object.assign(events, {
  /** True if it is ready. */
  ready: false,
  /** A sentence about where computers think. */
  sentence: THERE,
});

/** @type {Thinker | null} */
let thinker = null;
/** @type {Thinker | null} */
let helper = null; // for batches, on another core
let given = false; // given up: it failed or is turned off

/** A worker with its pending requests. */
class Thinker {
  #worker;
  #number = 0;
  #stops = globalThis.crossOriginIsolated ? new Int32Array(new SharedArrayBuffer(4 * STOPS)) : null;
  /** @type {Map<number, (answer: Answer & { done: boolean }) => void>} */
  #waiting = new Map();

  /** @param {string} address */
  constructor(address) {
    this.#worker = new Worker(address, { type: "module", name: "engine" });
    this.#worker.onmessage = ({ data }) => this.#waiting.get(data.id)?.(data);
    this.#worker.onerror = (event) => {
      event.preventDefault();
      fail(event.message || _("The worker could not start."));
    };
  }

  /**
   * @param {EngineView} files
   * @param {boolean} light
   * @param {number} megabytes
   * @param {(answer: Answer) => void} [report]
   */
  load(files, light, megabytes, report) {
    return this.ask({ ask: "load", files, light, megabytes, stops: this.#stops }, { report });
  }

  /**
   * Throws CannotThinkHere if it fails, and the signal's reason if it is aborted.
   * @param {Question} question
   * @param {{ signal?: AbortSignal, report?: (answer: Answer) => void }} [options]
   * @returns {Promise<Answer>}
   */
  async ask(question, { signal, report = () => {} } = {}) {
    signal?.throwIfAborted();
    const id = ++this.#number;
    return await new Promise((resolve, reject) => {
      /** @type {ReturnType<typeof setTimeout>} */
      let patience;
      const end = () => {
        clearTimeout(patience);
        this.#waiting.delete(id);
      };
      const wait = () => {
        clearTimeout(patience);
        patience = setTimeout(() => fail(_("The engine did not answer.")), SLOW);
      };
      wait();
      this.#waiting.set(id, (answer) => {
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
        if (this.#stops) Atomics.store(this.#stops, id % STOPS, id);
        this.#worker.postMessage({ stop: id });
        reject(signal.reason);
      });
      this.#worker.postMessage({ id, ...question });
    });
  }

  /** @param {string} sentence  the reason, with which all pending requests are rejected */
  end(sentence) {
    this.#worker.terminate();
    for (const answer of [...this.#waiting.values()]) answer({ problem: sentence, done: true });
  }
}

const SMALLER = _("The engine runs on this computer with its smaller weights.");
const CHOSEN = _("You chose this in the settings.");
/** @param {string} reason  a sentence */
const onServer = (reason) => [THERE, reason].join(" ");
const line = /** @type {{ connection?: { saveData?: boolean, effectiveType?: string } }} */ (navigator).connection;
const phone = /Mobi/.test(navigator.userAgent);

/** The reason why this browser cannot run the engine, if any. */
function missing() {
  if (typeof WebAssembly !== "object" || typeof Worker !== "function" || typeof DecompressionStream !== "function")
    return _("This browser does not support WebAssembly.");
  if (!WebAssembly.validate(SIMD)) return _("This browser does not support WebAssembly with SIMD.");
  if (settings.get("thinking") === "server") return CHOSEN;
  if (line?.saveData) return _("Your browser is set to save data.");
  return "";
}

// A module with one function that uses SIMD.
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
  emit("change", sentence);
}

/** Start loading it, unless that has started. */
export async function wake() {
  if (thinker || given) return;
  const reason = missing();
  if (reason) {
    giveUp(onServer(reason));
    return;
  }
  /** @type {Thinker | null} */
  let started = null;
  try {
    say(LOADING);
    given = true; // so that it is loaded only once
    const files = await get("/api/engine");
    const wanted = settings.get("thinking");
    const light = wanted === "light" || phone || /2g|3g/.test(line?.effectiveType ?? "");
    started = new Thinker(files.worker);
    thinker = started;
    await started.load(files, light, phone ? SMALL : USUAL, (answer) => {
      if ("loaded" in answer)
        say(
          isSite
            ? LOADING
            : _("Loading the engine: {percent} %. Until then it runs on the server.", {
                percent: Math.round(100 * answer.loaded),
              }),
        );
    });
    given = false;
    say(light ? SMALLER : HERE, true);
    if (light && wanted !== "light") await improve(started, files);
  } catch (problem) {
    if (started === thinker) fail(sentenceOf(problem));
  }
}

/**
 * Replace the small weights by the full ones once they are loaded; on failure the small ones stay.
 * @param {Thinker} started
 * @param {EngineView} files
 */
async function improve(started, files) {
  let file;
  try {
    const response = await fetch(files.weights.address);
    if (!response.ok) throw new Error(`HTTP ${response.status}`);
    file = await response.arrayBuffer();
  } catch (problem) {
    if (started === thinker)
      say(
        [SMALLER, _("The full weights could not be loaded ({reason}).", { reason: sentenceOf(problem) })].join(" "),
        true,
      );
    return;
  }
  if (started !== thinker) return;
  await started.ask({ ask: "weights", file });
  if (started === thinker) say(HERE, true);
}

/** A second worker, if there is another core and shared memory; its transposition table is smaller. */
async function hireHelper() {
  if (helper || phone || !globalThis.crossOriginIsolated || navigator.hardwareConcurrency < 2) return;
  try {
    const files = await get("/api/engine");
    helper = new Thinker(files.worker);
    await helper.load(files, settings.get("thinking") === "light", HELPER);
  } catch (problem) {
    if (!thinker) return; // the engine has failed
    helper?.end(sentenceOf(problem));
    helper = null;
    say(_("The engine runs on this computer, on one core ({reason}).", { reason: sentenceOf(problem) }), true);
  }
}

/**
 * Switch to the server's engine and reject all pending requests.
 * @param {string} sentence
 */
function giveUp(sentence) {
  given = true;
  const ended = [thinker, helper];
  thinker = helper = null;
  say(sentence);
  for (const one of ended) one?.end(sentence);
}

/**
 * Shown as a message, because the tray has no room for it on a phone, and with a way to retry.
 * @param {string} reason
 */
function fail(reason) {
  giveUp(onServer(_("It does not run on this computer ({reason}).", { reason })));
  balloon({
    title: _("Engine"),
    text: ownEngine.sentence,
    icon: "engine",
    action: { label: _("Try again on this computer"), run: restart },
  });
}

function restart() {
  giveUp(LOADING);
  given = false;
  wake();
}

settings.addEventListener("change", ({ detail }) => {
  if (detail.name !== "thinking") return;
  if (detail.value === "server") giveUp(onServer(CHOSEN));
  else restart();
});

/** The engine failed; the server's engine is used instead. */
export class CannotThinkHere extends Error {}

const LARGEST = 8; // the largest board that this engine supports

/**
 * Send a request; an error in the engine disables it.
 * @param {Question} question
 * @param {{ signal?: AbortSignal, report?: (answer: Answer) => void }} [options]
 */
export async function thinkHere(question, options) {
  if ("position" in question && question.position.size > LARGEST)
    throw new CannotThinkHere("larger boards are for the server");
  return await asked(thinker, question, options);
}

/**
 * @param {Thinker | null} whom
 * @param {Question} question
 * @param {{ signal?: AbortSignal, report?: (answer: Answer) => void }} [options]
 */
async function asked(whom, question, options) {
  if (!whom) throw new CannotThinkHere(ownEngine.sentence);
  try {
    return await whom.ask(question, options);
  } catch (problem) {
    if (problem instanceof CannotThinkHere && thinker) fail(_(problem.message));
    throw problem;
  }
}

/**
 * Send many requests, to two workers if possible; results are in the order of the requests.
 * @param {Question[]} questions
 * @param {AbortSignal} [signal]
 */
export async function thinkOfAll(questions, signal) {
  const hired = hireHelper();
  /** @type {Answer[]} */
  const answers = [];
  let next = 0;
  const take = async (/** @type {Thinker | null} */ whom) => {
    while (next < questions.length) {
      const mine = next++;
      answers[mine] = await asked(whom, questions[mine], { signal });
    }
  };
  await Promise.all([take(thinker), hired.then(() => helper && take(helper))]);
  return answers;
}

/** @param {unknown} problem */
const sentenceOf = (problem) => _(problem instanceof Error ? problem.message : String(problem));

/**
 * Whether this machine can think about a position now; where it could and the engine is not there yet, it is fetched.
 * @param {{ size: number }} position
 */
export function canThinkHere({ size }) {
  if (size > LARGEST) return false;
  if (!ownEngine.ready) wake();
  return ownEngine.ready;
}

/**
 * @param {Pick<GameView, "size" | "board" | "turn">} state
 * @returns {Position}
 */
export const positionOf = ({ size, board, turn }) => ({ size, board, turn });
