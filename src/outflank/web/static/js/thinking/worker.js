// The engine's worker: handles requests one at a time and in order.
//
// A request is a Question below with a number; its answers have the same number, the last one `done`. It is stopped
// through memory shared with the page, or else between two steps of the values.

import { N_ } from "../desktop/language.js";
import { valuesOf } from "./judging.js";
import { Damaged, Thinking } from "./module.js";

/** @import { EngineView, MoveValues, Recipe, ValueView } from "../game/shapes.js" */
/** @import { Limit, Position, Result } from "./module.js" */

/**
 * @typedef {{ ask: "forget" }
 *   | { ask: "load", files: EngineView, light: boolean, megabytes: number, stops: Int32Array | null }
 *   | { ask: "weights", file: ArrayBuffer }
 *   | { ask: "values", position: Position, lines?: number }
 *   | { ask: "choose", position: Position, recipe: Recipe }
 *   | { ask: "analyse", position: Position, limit: Limit, lines: number }} Question
 */
/**
 * @typedef {{ loaded: number }
 *   | { values: ValueView[] }
 *   | { square: string }
 *   | { results: Result[] }
 *   | { problem: string }} Answer
 */

// The efforts of outflank.study; tests/web/test_own_engine.py compares.
const EFFORTS = [2, 6, 10, 14]; // moves ahead
const EXACT_FROM = 16;
const SECONDS = 4;
const ALL = 34; // lines: no position has more moves

const here = /** @type {{ postMessage(message: Answer & { id: number, done: boolean }): void, onmessage: unknown }} */ (
  /** @type {unknown} */ (globalThis)
);
/** @type {Thinking} */
let thinking;
/** @type {Int32Array | null} */
let stops = null;
let megabytes = 0; // size of the transposition table
let current = 0;
/** @type {Set<number>} */
const stopped = new Set(); // canceled requests, by number
const unwanted = () =>
  stopped.has(current) || (stops !== null && Atomics.load(stops, current % stops.length) === current);
const nextMessage = () => new Promise((go) => setTimeout(go));

/**
 * @param {string} address
 * @param {(bytes: number) => void} [arrived]
 * @param {RequestCache} [cache]
 */
async function fetched(address, arrived = () => {}, cache = "default") {
  const broke = (/** @type {unknown} */ cause) => {
    throw new Error(N_("the download was interrupted"), { cause });
  };
  const response = await fetch(address, { cache }).catch(broke);
  if (!response.ok || !response.body) throw new Error(`HTTP ${response.status}`);
  const parts = [];
  const reader = response.body.getReader();
  for (let part = await reader.read().catch(broke); !part.done; part = await reader.read().catch(broke)) {
    parts.push(part.value);
    arrived(part.value.length);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/**
 * Unpack a file; a damaged one, which the browser would cache forever, is fetched again.
 * @param {string} address
 * @param {Uint8Array} file
 * @param {(file: Uint8Array) => Promise<void>} unpack
 */
async function opened(address, file, unpack) {
  try {
    await unpack(file);
  } catch (problem) {
    if (!(problem instanceof Damaged)) throw problem;
    await unpack(await fetched(address, () => {}, "reload"));
  }
}

/**
 * @param {Extract<Question, { ask: "load" }>} question
 * @param {(answer: Answer) => void} report
 */
async function load({ files, light, megabytes: wanted, stops: shared }, report) {
  stops = shared;
  megabytes = wanted;
  const chosen = light ? files.light : files.weights;
  const all = chosen.size + files.book.size;
  let loaded = 0;
  const arrived = (/** @type {number} */ bytes) => {
    loaded += bytes;
    report({ loaded: Math.min(1, loaded / all) });
  };
  const [module, weights, book] = await Promise.all([
    fetched(files.module),
    fetched(chosen.address, arrived),
    fetched(files.book.address, arrived),
  ]);
  thinking = new Thinking(await WebAssembly.compile(module), unwanted);
  await opened(chosen.address, weights, (file) => thinking.loadWeights(file));
  await opened(files.book.address, book, (file) => thinking.loadBook(file));
  thinking.open(megabytes);
}

/**
 * The values of all moves, or of the best few, with increasing depth.
 * @param {Position} position
 * @param {number} lines
 * @param {(answer: Answer) => void} report
 */
async function values(position, lines, report) {
  if (!thinking.canMove(position)) return;
  const known = thinking.lookUp(position);
  if (known.length) {
    report({ values: valuesOf(known.slice(0, lines)) });
    return;
  }
  for (const depth of EFFORTS) {
    const limit = { depth, exact_from: EXACT_FROM, seconds: SECONDS };
    const found = thinking.analyse(position, limit, lines);
    if (unwanted()) return;
    report({ values: valuesOf(found) });
    if (found.every((one) => one.exact)) return;
    await nextMessage();
    if (unwanted()) return;
  }
}

/**
 * @param {Question} question
 * @param {(answer: Answer) => void} report
 * @returns {Promise<Answer>}
 */
async function answered(question, report) {
  switch (question.ask) {
    case "load":
      await load(question, report);
      return { loaded: 1 };
    case "weights":
      await thinking.loadWeights(new Uint8Array(question.file));
      thinking.open(megabytes);
      return { loaded: 1 };
    case "forget":
      thinking.forget();
      return { loaded: 1 };
    case "values": {
      /** @type {ValueView[]} */
      let last = [];
      await values(question.position, question.lines ?? ALL, (answer) => {
        if ("values" in answer) last = answer.values;
        report(answer);
      });
      return { values: last };
    }
    case "choose":
      return { square: thinking.choose(question.position, question.recipe) };
    case "analyse":
      thinking.forget(); // so that the answer does not depend on earlier questions
      return { results: thinking.analyse(question.position, question.limit, question.lines) };
  }
}

let queue = Promise.resolve();
here.onmessage = (/** @type {MessageEvent<{ stop: number } | (Question & { id: number })>} */ { data }) => {
  if ("stop" in data) {
    if (data.stop >= current) stopped.add(data.stop); // earlier requests are already done
    return;
  }
  const { id } = data;
  queue = queue.then(async () => {
    current = id;
    const report = (/** @type {Answer} */ answer, done = false) => here.postMessage({ ...answer, id, done });
    try {
      if (!unwanted()) report(await answered(data, report), true);
    } catch (problem) {
      report({ problem: problem instanceof Error ? problem.message : String(problem) }, true);
    }
    stopped.delete(id);
  });
};
