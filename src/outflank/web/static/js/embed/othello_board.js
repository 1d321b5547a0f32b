// <othello-board moves="f5d6c3" at="2">: a game in any page, from this one file; see docs/embed.md.
//
// Attributes: moves; at (the move to show, from 0); start (64 squares of X, O and -, then the side to move); puzzle
// (the squares that solve it, with "try" as its text). The rules are native/wasm/rules.cpp, compiled by `make wasm`.

/** @typedef {{ mover: bigint, opponent: bigint, black: boolean, last: number }} Position */

// BEGIN RULES
const RULES =
  "AGFzbQEAAAABIwZgAABgAn5+AX5gAX8BfmADfn5/AX5gAn9/AX5gA35+fgF+AwsKAAABAgMEBQUFBQQFAXABAQEFAwEAAQYHAX8B" +
  "QYAICwcuBAZtZW1vcnkCAAtfaW5pdGlhbGl6ZQABC2xlZ2FsX21vdmVzAAIFZmxpcHMABAr6BwoCAAsjAAJAQQAoAoCIgIAARQ0A" +
  "AAtBAEEBNgKAiICAABCAgICAAAtRAQF/I4CAgIAAQSBrIgIkgICAgAAgAkEQakEIaiABNwMAIAJBCGogATcDACACIAA3AxAgAiAA" +
  "NwMAIAIQg4CAgAAhASACQSBqJICAgIAAIAELzAIBC34gACkDACIBQgGIIAApAwgiAkL+/Pnz58+fv/4AgyIDgyEEIAFCAYYgA4Mh" +
  "BUEFIQADQCAEQgGIIAODIASEIQQgBUIBhiADgyAFhCEFIABBf2oiAA0ACyABQgiIIAKDIQYgAUIIhiACgyEHQQUhAANAIAZCCIgg" +
  "AoMgBoQhBiAHQgiGIAKDIAeEIQcgAEF/aiIADQALIAFCB4ggA4MhCCABQgeGIAODIQlBBSEAA0AgCEIHiCADgyAIhCEIIAlCB4Yg" +
  "A4MgCYQhCSAAQX9qIgANAAsgAUIJiCADgyEKIAFCCYYgA4MhC0EFIQADQCAKQgmIIAODIAqEIQogC0IJhiADgyALhCELIABBf2oi" +
  "AA0ACyAFQgGGIARCAYiEIAZCCIiEIAdCCIaEIAhCB4iEIAlCB4aEIApCCYiEIAtCCYaEIAEgAoRCf4WDC1MBAX8jgICAgABBIGsi" +
  "AySAgICAACADQRBqQQhqIAE3AwAgA0EIaiABNwMAIAMgADcDECADIAA3AwAgAyACEIWAgIAAIQEgA0EgaiSAgICAACABC1UBBH5C" +
  "ASABrYYiAiAAKQMAIgMgACkDCCIEQv78+fPnz5+//gCDIgUQhoCAgAAgAiADIAQQh4CAgACEIAIgAyAFEIiAgIAAhCACIAMgBRCJ" +
  "gICAAIQLYQIBfgF/IAIgAEIBiIMhAyACIABCAYaDIQBBBSEEA0AgA0IBiCACgyADhCEDIABCAYYgAoMgAIQhACAEQX9qIgQNAAtC" +
  "ACADIANCAYggAYNQG0IAIAAgAEIBhiABg1AbhAthAgF+AX8gAiAAQgiIgyEDIAIgAEIIhoMhAEEFIQQDQCADQgiIIAKDIAOEIQMg" +
  "AEIIhiACgyAAhCEAIARBf2oiBA0AC0IAIAMgA0IIiCABg1AbQgAgACAAQgiGIAGDUBuEC2ECAX4BfyACIABCB4iDIQMgAiAAQgeG" +
  "gyEAQQUhBANAIANCB4ggAoMgA4QhAyAAQgeGIAKDIACEIQAgBEF/aiIEDQALQgAgAyADQgeIIAGDUBtCACAAIABCB4YgAYNQG4QL" +
  "YQIBfgF/IAIgAEIJiIMhAyACIABCCYaDIQBBBSEEA0AgA0IJiCACgyADhCEDIABCCYYgAoMgAIQhACAEQX9qIgQNAAtCACADIANC" +
  "CYggAYNQG0IAIAAgAEIJhiABg1AbhAs=";
// END RULES

const START = `${"-".repeat(27)}OX------XO${"-".repeat(27)}X`; // Black begins
const PASS = -1;

/**
 * @typedef {{ legal_moves(mover: bigint, opponent: bigint): bigint,
 *   flips(mover: bigint, opponent: bigint, square: number): bigint }} Rules
 */
const bytes = Uint8Array.from(atob(RULES), (sign) => sign.charCodeAt(0));
const rules = /** @type {Rules} */ (
  /** @type {unknown} */ (new WebAssembly.Instance(new WebAssembly.Module(bytes)).exports)
);

const bit = (/** @type {number} */ square) => 1n << BigInt(square);
const has = (/** @type {bigint} */ squares, /** @type {number} */ square) => Boolean((squares >> BigInt(square)) & 1n);
const nameOf = (/** @type {number} */ square) => "abcdefgh"[square % 8] + (Math.floor(square / 8) + 1);
/** @param {string} name */
const squareOf = (name) => name.charCodeAt(0) - 97 + 8 * (Number(name[1]) - 1);
/** @param {Position} position */
const legal = ({ mover, opponent }) => BigInt.asUintN(64, rules.legal_moves(mover, opponent));
/** @param {bigint} squares */
function count(squares) {
  let found = 0;
  for (let left = squares; left; left &= left - 1n) found += 1;
  return found;
}

/** @param {string} text */
function positionOf(text) {
  const signs = text.replaceAll(/\s/g, "").toUpperCase();
  if (!/^[XO-]{64}[XO]$/.test(signs)) throw new Error("start: expected 64 squares of X, O and -, and the side to move");
  let [black, white] = [0n, 0n];
  [...signs.slice(0, 64)].forEach((sign, square) => {
    if (sign === "X") black |= bit(square);
    if (sign === "O") white |= bit(square);
  });
  const turn = signs[64] === "X";
  return { mover: turn ? black : white, opponent: turn ? white : black, black: turn, last: PASS };
}

/**
 * The position after a move, and after the pass that may follow; null if the move is illegal.
 * @param {Position} position
 * @param {number} square
 * @returns {Position | null}
 */
function after(position, square) {
  if (!has(legal(position), square)) return null;
  const { mover, opponent, black } = position;
  const turned = BigInt.asUintN(64, rules.flips(mover, opponent, square));
  const next = { mover: opponent ^ turned, opponent: mover | turned | bit(square), black: !black, last: square };
  if (legal(next)) return next;
  const passed = { ...next, mover: next.opponent, opponent: next.mover, black };
  return legal(passed) ? passed : next;
}

const STYLE = `
:host { display: inline-block; width: 320px; max-width: 100%; font: 14px system-ui, sans-serif; color: inherit; }
.board { display: grid; grid-template-columns: repeat(8, 1fr); background: #0b4f26; gap: 1px; padding: 1px; }
.row { display: contents; }
button.square { aspect-ratio: 1; border: 0; padding: 10%; background: #1f7a43; cursor: pointer; }
button.square:focus-visible { outline: 3px solid #ffd54a; outline-offset: -3px; }
button.square span { display: block; width: 100%; height: 100%; border-radius: 50%; }
.black span { background: #151515; }
.white span { background: #fafafa; }
.legal span { background: #0d3d20; transform: scale(.25); }
.last span { box-shadow: inset 0 0 0 4px #d6402b; }
.bar { display: flex; gap: 4px; align-items: center; margin-top: 6px; }
.bar p { margin: 0 6px; flex: 1; }
@media (forced-colors: active) { button.square span { forced-color-adjust: none; } }
`.replaceAll("\n", "");

class OthelloBoard extends HTMLElement {
  static observedAttributes = ["moves", "at", "start", "puzzle"];
  /** @type {Position[]} */
  #line = [];
  #at = 0;
  #focused = 27;
  #said = "";

  connectedCallback() {
    if (!this.shadowRoot) this.attachShadow({ mode: "open" });
    this.#read();
  }

  attributeChangedCallback() {
    if (this.shadowRoot) this.#read();
  }

  #read() {
    const moves =
      this.getAttribute("moves")
        ?.toLowerCase()
        .match(/[a-h][1-8]/g) ?? [];
    try {
      this.#line = [positionOf(this.getAttribute("start") ?? START)];
      for (const [at, move] of moves.entries()) {
        const next = after(this.#line[at], squareOf(move));
        if (!next) throw new Error(`move ${at + 1}, ${move}, is illegal`);
        this.#line.push(next);
      }
      const at = this.getAttribute("at") ?? (this.hasAttribute("puzzle") ? "0" : String(moves.length));
      this.#at = Math.max(0, Math.min(this.#line.length - 1, Number(at) || 0));
      this.#said = this.hasAttribute("puzzle") ? (this.getAttribute("try") ?? "Find the best move.") : "";
      this.#draw();
    } catch (problem) {
      const text = problem instanceof Error ? problem.message : String(problem);
      this.shadowRoot?.replaceChildren(`<othello-board>: ${text}`);
    }
  }

  get #position() {
    return this.#line[this.#at];
  }

  /** @param {number} square */
  #play(square) {
    const next = after(this.#position, square);
    const puzzle = this.getAttribute("puzzle")
      ?.toLowerCase()
      .match(/[a-h][1-8]/g);
    if (!next) this.#said = `${nameOf(square)} is illegal.`;
    else if (puzzle && !puzzle.includes(nameOf(square))) this.#said = `${nameOf(square)} is not the solution.`;
    else {
      this.#line = [...this.#line.slice(0, this.#at + 1), next];
      this.#at += 1;
      this.#said = puzzle ? `${nameOf(square)} is right.` : "";
    }
    this.#draw();
    this.dispatchEvent(new CustomEvent("move", { detail: { square: nameOf(square), legal: Boolean(next) } }));
  }

  /** @param {number} at */
  #show(at) {
    this.#at = Math.max(0, Math.min(this.#line.length - 1, at));
    this.#said = "";
    this.#draw();
  }

  #draw() {
    const root = /** @type {ShadowRoot} */ (this.shadowRoot);
    const focused = root.activeElement?.classList.contains("square");
    const style = Object.assign(document.createElement("style"), { textContent: STYLE });
    const board = Object.assign(document.createElement("div"), { className: "board", role: "grid" });
    board.ariaLabel = "Othello board";
    board.onkeydown = (event) => this.#key(event);
    const moves = legal(this.#position);
    for (let row = 0; row < 8; row++) {
      const cells = Array.from({ length: 8 }, (_, column) => this.#square(row * 8 + column, moves));
      const line = Object.assign(document.createElement("div"), { className: "row", role: "row" });
      line.append(...cells);
      board.append(line);
    }
    root.replaceChildren(style, board, this.#bar(moves));
    if (focused) this.#focus(this.#focused);
  }

  /**
   * @param {number} square
   * @param {bigint} moves
   */
  #square(square, moves) {
    const { mover, opponent, black, last } = this.#position;
    const side = has(mover, square) ? black : has(opponent, square) ? !black : null;
    const what = side === null ? "empty" : side ? "black" : "white";
    const playable = has(moves, square);
    const node = document.createElement("button");
    const marks = [side === null ? "" : what, playable ? "legal" : "", square === last ? "last" : ""];
    node.className = ["square", ...marks].filter(Boolean).join(" ");
    node.setAttribute("role", "gridcell");
    node.ariaLabel = [nameOf(square), what, ...(playable ? ["legal"] : [])].join(", ");
    node.tabIndex = square === this.#focused ? 0 : -1;
    node.onclick = () => {
      this.#focused = square;
      this.#play(square);
    };
    node.append(document.createElement("span"));
    return node;
  }

  /** @param {bigint} moves */
  #bar(moves) {
    const bar = Object.assign(document.createElement("div"), { className: "bar" });
    const text = document.createElement("p");
    text.setAttribute("role", "status");
    const { mover, opponent, black } = this.#position;
    const [mine, theirs] = [count(mover), count(opponent)];
    const score = `Black ${black ? mine : theirs}, White ${black ? theirs : mine}.`;
    const turn = moves ? `${black ? "Black" : "White"} to move.` : "Game over.";
    text.textContent = [this.#said, turn, score].filter(Boolean).join(" ");
    const step = (/** @type {string} */ sign, /** @type {string} */ label, /** @type {number} */ at) => {
      const node = Object.assign(document.createElement("button"), { textContent: sign, ariaLabel: label });
      node.disabled = at < 0 || at >= this.#line.length || at === this.#at;
      node.onclick = () => this.#show(at);
      return node;
    };
    const [back, next] = [step("‹", "Back", this.#at - 1), step("›", "Forward", this.#at + 1)];
    bar.append(step("«", "First position", 0), back, next, step("»", "Last position", this.#line.length - 1), text);
    return bar;
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const steps = /** @type {Record<string, number>} */ ({ ArrowLeft: -1, ArrowRight: 1, ArrowUp: -8, ArrowDown: 8 });
    const by = steps[event.key];
    if (!by) return;
    event.preventDefault();
    const to = this.#focused + by;
    const wraps = Math.abs(by) === 1 && Math.floor(to / 8) !== Math.floor(this.#focused / 8);
    if (to >= 0 && to < 64 && !wraps) this.#focus(to);
  }

  /** @param {number} square */
  #focus(square) {
    const squares = /** @type {NodeListOf<HTMLElement>} */ (this.shadowRoot?.querySelectorAll(".square"));
    squares[this.#focused].tabIndex = -1;
    this.#focused = square;
    squares[square].tabIndex = 0;
    squares[square].focus();
  }
}

customElements.define("othello-board", OthelloBoard);
