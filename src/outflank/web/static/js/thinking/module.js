// The WebAssembly engine: takes positions and limits and returns results, with the names of the API.
//
// native/wasm/interface.cpp is the other side. An error there makes the module unusable: it throws, and the caller
// creates a new one.

import { N_ } from "../desktop/language.js";

/** @import { Recipe } from "../game/shapes.js" */

/**
 * @typedef {object} Position
 * @property {number} size
 * @property {string} board  every square from a1: X, O or -
 * @property {"black" | "white"} turn
 */

/**
 * @typedef {object} Limit
 * @property {number} depth
 * @property {number} [exact_from]
 * @property {number | null} [seconds]
 * @property {number | null} [nodes]
 */

/**
 * @typedef {object} Result
 * @property {string} square
 * @property {number} score  discs, for the side to move
 * @property {boolean} exact
 * @property {number} depth
 * @property {number} confidence  in percent
 * @property {string[]} line  beginning with this move
 * @property {number} nodes
 * @property {boolean} book
 */

/**
 * @typedef {object} Native  the functions of native/wasm/interface.cpp
 * @property {WebAssembly.Memory} memory
 * @property {() => void} _initialize
 * @property {(bytes: number) => number} memory_for
 * @property {(memory: number) => void} give_back
 * @property {() => number} results
 * @property {() => number} problem
 * @property {() => number} stop
 * @property {(block: number, bytes: number) => void} load_weights
 * @property {(block: number, bytes: number, positions: number) => void} load_book
 * @property {(megabytes: number) => void} open_engine
 * @property {() => void} forget
 * @property {(mover: bigint, opponent: bigint, playable: bigint) => number} count_moves
 * @property {(...asked: (bigint | number)[]) => number} analyse
 * @property {(mover: bigint, opponent: bigint) => number} look_up
 * @property {(...asked: (bigint | number)[]) => number} choose
 * @property {(seed: number, positions: number, games: number) => number} self_check
 */

const WEIGHTS = { magic: "OUTFLANK WEIGHTS", header: 64 };
const BOOK = { magic: "OUTFLANK BOOK", header: 61, positions: 17 };
const RESULT_BYTES = 104;
const BOARD = 8; // the native board; smaller ones are centered on it

/** A damaged file. */
export class Damaged extends Error {}

/**
 * The unpacked contents of a weights or book file; a damaged file is rejected.
 * @param {Uint8Array} file
 * @param {{ magic: string, header: number }} kind
 */
async function unpacked(file, kind) {
  if (new TextDecoder().decode(file.subarray(0, kind.magic.length)) !== kind.magic) {
    throw new Damaged(N_("a file is damaged"));
  }
  const packed = new Blob([/** @type {Uint8Array<ArrayBuffer>} */ (file.subarray(kind.header))]);
  const block = packed.stream().pipeThrough(new DecompressionStream("deflate"));
  try {
    return new Uint8Array(await new Response(block).arrayBuffer());
  } catch (problem) {
    throw new Damaged(N_("a file is damaged"), { cause: problem });
  }
}

/** The engine of a loaded module; it needs weights before it is opened. */
export class Thinking {
  /** @type {Native} */
  #native;
  #report = (/** @type {Result[]} */ _) => {};
  #size = BOARD;

  /**
   * @param {WebAssembly.Module} module
   * @param {() => boolean} [shouldStop]  called whenever the engine checks the clock
   */
  constructor(module, shouldStop = () => false) {
    const system = {
      clock_time_get: (/** @type {number} */ _clock, /** @type {bigint} */ _precision, /** @type {number} */ to) => {
        if (shouldStop()) this.#bytes(this.#native.stop(), 1)[0] = 1;
        this.#view().setBigUint64(to, BigInt(Math.round(performance.now() * 1e6)), true);
        return 0;
      },
      // The library's error output, which is dropped.
      fd_write: () => 8,
      fd_seek: () => 8,
      fd_close: () => 8,
    };
    const page = { report: (/** @type {number} */ count) => this.#report(this.#results(count, false)) };
    const instance = new WebAssembly.Instance(module, { wasi_snapshot_preview1: system, page });
    this.#native = /** @type {Native} */ (/** @type {unknown} */ (instance.exports));
    this.#native._initialize();
  }

  /** @param {Uint8Array} file */
  async loadWeights(file) {
    const block = await unpacked(file, WEIGHTS);
    this.#lent(block, (at) => this.#native.load_weights(at, block.length));
  }

  /** @param {Uint8Array} file */
  async loadBook(file) {
    const block = await unpacked(file, BOOK);
    const positions = new DataView(file.buffer, file.byteOffset).getUint32(BOOK.positions, true);
    this.#lent(block, (at) => this.#native.load_book(at, block.length, positions));
  }

  /** @param {number} megabytes  of the transposition table */
  open(megabytes) {
    this.#call(() => this.#native.open_engine(megabytes));
  }

  /** Clear the transposition table. */
  forget() {
    this.#native.forget();
  }

  get bytes() {
    return this.#native.memory.buffer.byteLength;
  }

  /**
   * True if the side to move has a legal move.
   * @param {Position} position
   */
  canMove(position) {
    const [mover, opponent, playable] = this.#asked(position);
    return this.#native.count_moves(mover, opponent, playable) > 0;
  }

  /**
   * The best moves, best first; `report` is called with each intermediate list.
   * @param {Position} position
   * @param {Limit} limit
   * @param {number} lines  capped at the number of legal moves
   * @param {(results: Result[]) => void} [report]
   */
  analyse(position, limit, lines, report = () => {}) {
    this.#report = report;
    const asked = [...this.#asked(position), ...limits(limit)];
    return this.#results(
      this.#call(() => this.#native.analyse(...asked, lines)),
      false,
    );
  }

  /**
   * The same with the native numbers, for Python: a row of move, score, depth, exact, confidence, nodes, seconds and
   * line for each result.
   * @param {(number | bigint)[]} asked  mover, opponent, playable, depth, exact_from, seconds, nodes, lines
   */
  search(...asked) {
    this.#report = () => {};
    const numbers = asked.map((one, at) => (at < 3 ? BigInt(one) : Number(one)));
    const count = this.#call(() => this.#native.analyse(...numbers));
    const view = this.#view();
    return Array.from({ length: count }, (_, number) => {
      const at = this.#native.results() + number * RESULT_BYTES;
      const [move, score, depth, exact, confidence, length] = [0, 4, 8, 12, 16, 20].map((by) =>
        view.getInt32(at + by, true),
      );
      const [nodes, seconds] = [view.getFloat64(at + 24, true), view.getFloat64(at + 32, true)];
      return [move, score, depth, exact, confidence, nodes, seconds, [...this.#bytes(at + 40, length)]];
    });
  }

  /**
   * The opening book's moves, best first; empty if the position is not in the book.
   * @param {Position} position
   */
  lookUp(position) {
    if (position.size !== BOARD) return [];
    const [mover, opponent] = this.#asked(position);
    return this.#results(
      this.#call(() => this.#native.look_up(mover, opponent)),
      true,
    );
  }

  /**
   * The move of an opponent.
   * @param {Position} position
   * @param {Recipe} recipe
   */
  choose(position, recipe) {
    const { book_depth: book, mistake, lead, roll, timed } = recipe;
    const how = [book ?? -1, mistake, Number(lead !== null), lead ?? 0, roll, Number(timed)];
    const asked = [...this.#asked(position), ...limits(recipe), ...how];
    return this.#name(this.#call(() => this.#native.choose(...asked)));
  }

  /**
   * Compare the module's fast code with the plain one, for tests; returns the number of comparisons.
   * @param {number} seed
   * @param {number} positions
   * @param {number} games
   */
  selfCheck(seed, positions, games) {
    return this.#call(() => this.#native.self_check(seed, positions, games));
  }

  /** @param {Position} position */
  #asked({ size, board, turn }) {
    this.#size = size;
    const margin = (BOARD - size) / 2;
    const own = turn === "black" ? "X" : "O";
    let [mover, opponent, playable] = [0n, 0n, 0n];
    for (let at = 0; at < board.length; at++) {
      const bit = 1n << BigInt((Math.floor(at / size) + margin) * BOARD + (at % size) + margin);
      playable |= bit;
      if (board[at] === own) mover |= bit;
      else if (board[at] !== "-") opponent |= bit;
    }
    return [mover, opponent, playable];
  }

  /** @param {number} square  of the native board */
  #name(square) {
    const margin = (BOARD - this.#size) / 2;
    return String.fromCharCode(97 + (square % BOARD) - margin) + (Math.floor(square / BOARD) - margin + 1);
  }

  /**
   * @param {number} count
   * @param {boolean} book
   * @returns {Result[]}
   */
  #results(count, book) {
    const view = this.#view();
    const start = this.#native.results();
    return Array.from({ length: count }, (_, number) => {
      const at = start + number * RESULT_BYTES;
      const [move, score, depth, exact, confidence, length] = [0, 4, 8, 12, 16, 20].map((by) =>
        view.getInt32(at + by, true),
      );
      return {
        square: this.#name(move),
        score,
        exact: Boolean(exact),
        depth,
        confidence: book ? 0 : confidence,
        line: Array.from(this.#bytes(at + 40, length), (square) => this.#name(square)),
        nodes: view.getFloat64(at + 24, true),
        book,
      };
    });
  }

  /**
   * Call into the module; its errors are thrown with their messages.
   * @template Answer
   * @param {() => Answer} inside
   */
  #call(inside) {
    try {
      return inside();
    } catch (problem) {
      const text = this.#bytes(this.#native.problem(), 400);
      const sentence = new TextDecoder().decode(text.subarray(0, text.indexOf(0)));
      throw new Error(sentence || (problem instanceof Error ? problem.message : String(problem)), { cause: problem });
    }
  }

  /**
   * @param {Uint8Array} block
   * @param {(at: number) => void} read
   */
  #lent(block, read) {
    const at = this.#native.memory_for(block.length);
    if (!at) throw new Error(N_("the browser has too little memory"));
    this.#bytes(at, block.length).set(block);
    this.#call(() => read(at));
    this.#native.give_back(at);
  }

  #view() {
    return new DataView(this.#native.memory.buffer);
  }

  /**
   * @param {number} at
   * @param {number} length
   */
  #bytes(at, length) {
    return new Uint8Array(this.#native.memory.buffer, at, length);
  }
}

/** @param {Limit} limit */
const limits = ({ depth, exact_from: exact = 0, seconds, nodes }) => [depth, exact, seconds ?? 0, nodes ?? 0];
