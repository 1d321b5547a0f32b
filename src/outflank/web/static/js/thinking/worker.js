// The worker that thinks: questions in, answers out, one at a time and in order.
//
// A question is a Question below with a number; its answers carry the same number, the last one `done`. It is stopped
// by a number in memory shared with the page where the browser shares any, else between two steps of the values.

import { Thinking } from "./module.js";

/** @import { EngineView, MoveValues, Recipe, ValueView } from "../game/shapes.js" */
/** @import { Limit, Position, Result } from "./module.js" */

/**
 * @typedef {{ ask: "load", files: EngineView, megabytes: number, stops: Int32Array | null }
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

// As outflank.study has it: efforts, and what a loss of discs means. tests/web/test_own_engine.py compares.
const EFFORTS = [2, 6, 10, 14]; // moves ahead
const EXACT_FROM = 16;
const SECONDS = 4;
const [INACCURACY, MISTAKE, CLEAR] = [3, 6, 2]; // discs
const ALL = 34; // lines: no position has more moves

const here = /** @type {{ postMessage(message: Answer & { id: number, done: boolean }): void, onmessage: unknown }} */ (
  /** @type {unknown} */ (globalThis)
);
/** @type {Thinking} */
let thinking;
/** @type {Int32Array | null} */
let stops = null;
let current = 0;
let stopped = 0; // the last question that is no longer wanted
const unwanted = () => current <= Math.max(stopped, stops ? Atomics.load(stops, 0) : 0);
const nextMessage = () => new Promise((go) => setTimeout(go));

/**
 * @param {string} address
 * @param {(bytes: number) => void} [arrived]
 */
async function fetched(address, arrived = () => {}) {
  const response = await fetch(address);
  if (!response.ok || !response.body) throw new Error(`${address} answered ${response.status}`);
  const parts = [];
  const reader = response.body.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parts.push(part.value);
    arrived(part.value.length);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/**
 * @param {Extract<Question, { ask: "load" }>} question
 * @param {(answer: Answer) => void} tell
 */
async function load({ files, megabytes, stops: shared }, tell) {
  stops = shared;
  const all = files.weights.size + files.book.size;
  let loaded = 0;
  const arrived = (/** @type {number} */ bytes) => {
    loaded += bytes;
    tell({ loaded: Math.min(1, loaded / all) });
  };
  const [module, weights, book] = await Promise.all([
    fetched(files.module),
    fetched(files.weights.address, arrived),
    fetched(files.book.address, arrived),
  ]);
  thinking = new Thinking(await WebAssembly.compile(module), unwanted);
  await thinking.loadWeights(weights);
  await thinking.loadBook(book);
  thinking.open(megabytes);
}

/**
 * The values of all moves, or of the best few, better and better.
 * @param {Position} position
 * @param {number} lines
 * @param {(answer: Answer) => void} tell
 */
async function values(position, lines, tell) {
  const known = thinking.lookUp(position);
  if (known.length) {
    tell({ values: valuesOf(known.slice(0, lines)) });
    return;
  }
  for (const depth of EFFORTS) {
    const limit = { depth, exact_from: EXACT_FROM, seconds: SECONDS };
    const found = thinking.analyse(position, limit, lines);
    if (unwanted()) return;
    tell({ values: valuesOf(found) });
    if (found.every((one) => one.exact)) return;
    await nextMessage();
    if (unwanted()) return;
  }
}

/**
 * Results as the API's values, best first.
 * @param {Result[]} results
 * @returns {ValueView[]}
 */
function valuesOf(results) {
  const most = Math.max(...results.map((one) => one.score));
  return results
    .toSorted((one, other) => other.score - one.score)
    .map(({ square, score, exact, depth, book, line }) => ({
      square,
      score,
      exact,
      best: score === most,
      fate: exact ? (score > 0 ? "won" : score < 0 ? "lost" : "drawn") : null,
      judgement: judged(most, score, exact),
      depth,
      book,
      line,
    }));
}

/**
 * @param {number} best
 * @param {number} played
 * @param {boolean} exact
 */
function judged(best, played, exact) {
  const loss = best - played;
  if (loss <= 0) return "fine";
  const clear = exact || (best >= CLEAR && played <= -CLEAR);
  if (clear && Math.sign(best) > Math.sign(played)) return "blunder";
  return loss >= MISTAKE ? "mistake" : loss >= INACCURACY ? "inaccuracy" : "fine";
}

/**
 * @param {Question} question
 * @param {(answer: Answer) => void} tell
 * @returns {Promise<Answer>}
 */
async function answered(question, tell) {
  switch (question.ask) {
    case "load":
      await load(question, tell);
      return { loaded: 1 };
    case "values": {
      /** @type {ValueView[]} */
      let last = [];
      await values(question.position, question.lines ?? ALL, (answer) => {
        if ("values" in answer) last = answer.values;
        tell(answer);
      });
      return { values: last };
    }
    case "choose":
      return { square: thinking.choose(question.position, question.recipe) };
    case "analyse":
      return { results: thinking.analyse(question.position, question.limit, question.lines) };
  }
}

let queue = Promise.resolve();
here.onmessage = (/** @type {MessageEvent<{ stop: number } | (Question & { id: number })>} */ { data }) => {
  if ("stop" in data) {
    stopped = Math.max(stopped, data.stop);
    return;
  }
  const { id } = data;
  queue = queue.then(async () => {
    current = id;
    const tell = (/** @type {Answer} */ answer, done = false) => here.postMessage({ ...answer, id, done });
    try {
      if (!unwanted()) tell(await answered(data, tell), true);
    } catch (problem) {
      tell({ problem: problem instanceof Error ? problem.message : String(problem) }, true);
    }
  });
};
