// The board editor: set up or paste a position, to play from it or to see its values.
// Keys   those of the board · x, o place a black or white disc, - or Delete removes it
//        · Ctrl+Z undoes · Ctrl+V pastes
// Draws the server's view of the editor; the page keeps the editor's state between requests.

import { announce } from "../desktop/announce.js";
import { el, meant, sentenceOf, uniqueId } from "../desktop/dom.js";
import { _ } from "../desktop/language.js";
import { close, findWindow, focus, openWindow } from "../desktop/windows.js";
import { retryWhileBusy, send } from "../game/api.js";
import { boardView } from "../game/board_view.js";
import { squareIndex } from "../game/square_names.js";
import { newGame, table } from "../game/table.js";
import { ended } from "../game/words.js";

/** @import { EditorAnswer, EditorStep } from "../game/shapes.js" */
/** @typedef {NonNullable<EditorStep["brush"]>} Brush */

const SIGNS = { black: "X", white: "O", empty: "-" };
const SIZES = [4, 6, 8, 10, 12, 14, 16];

export async function openEditor() {
  const there = findWindow("editor");
  if (there) {
    focus(there);
    return;
  }
  const { board: discs, turn } = table.state;
  const start = `${discs} ${turn === "black" ? "X" : "O"}`;
  /** @type {EditorAnswer} */
  let answer = await send("POST", "/api/editor", { start });
  let queue = Promise.resolve();
  let waiting = 0;
  const id = uniqueId("editor");
  const board = boardView({ choose: (square) => put(square) });
  const group = uniqueId("brush");
  /** @param {Brush} brush @param {string} words */
  const brushOf = (brush, words) => {
    const input = el("input", { type: "radio", name: group, value: brush, onchange: () => sendStep({ brush }) });
    return { input, node: el("label.choice", {}, input, el("span", {}, words)) };
  };
  const brushes = [brushOf("black", _("Black")), brushOf("white", _("White")), brushOf("empty", _("Empty"))];
  /** @param {string} words @param {EditorStep} step */
  const button = (words, step) => el("button.push", { type: "button", onclick: () => sendStep(step) }, words);
  const turnButton = button("", { change: "turn" });
  const undo = button(_("Undo change"), { change: "undo" });
  const sizes = el(
    "select.field",
    { "aria-label": _("Size"), onchange: ({ currentTarget }) => sendStep({ size: Number(currentTarget.value) }) },
    SIZES.map((n) => el("option", { value: n }, `${n} × ${n}`)),
  );
  const text = el("input.field", {
    type: "text",
    maxLength: 100000,
    spellcheck: false,
    autocomplete: "off",
    "aria-label": _("Position as text. Paste any game or position here."),
    onchange: ({ currentTarget }) => sendStep({ paste: currentTarget.value }),
  });
  const counts = el("p.note");
  const remark = el("p.note", { role: "status" });
  const values = button(_("Values"), { values: true });
  const playOn = el("button.push.default", { type: "button", onclick: begin }, _("Play from here"));
  const win = openWindow({
    id: "editor",
    title: _("Board editor"),
    icon: "editor",
    width: 560,
    height: 440,
    minWidth: 300,
    minHeight: 360,
    content: el(
      "div.window-body.editor",
      { onkeydown: keys, onpaste: pasted },
      el("div.play-area", {}, board.node),
      el(
        "div.editor-side",
        {},
        el(
          "fieldset.group",
          {},
          el("legend", {}, _("Click to place")),
          brushes.map(({ node }) => node),
        ),
        el("fieldset.group", {}, el("legend", {}, _("To move")), turnButton),
        el(
          "div.editor-tools",
          {},
          button(_("Clear"), { change: "clear" }),
          button(_("Start position"), { change: "start" }),
          button(_("Mirror"), { change: "mirror" }),
          button(_("Rotate"), { change: "rotate" }),
          button(_("Swap colors"), { change: "swap" }),
          undo,
        ),
        el("label.editor-size", {}, el("span", {}, _("Size")), sizes),
        counts,
      ),
      el("div.editor-below", {}, text, remark, el("div.buttons", {}, playOn, values)),
    ),
  });
  draw();
  board.focus();

  /**
   * Send an action with the editor's state, one at a time, and draw the response.
   * @param {EditorStep} step
   */
  function sendStep(step) {
    waiting += 1;
    queue = queue.then(async () => {
      waiting -= 1;
      try {
        answer = await retryWhileBusy(() => send("POST", "/api/editor", { ...step, editor: answer.editor }));
        if (!waiting) draw(); // otherwise keep the guesses made since
      } catch (problem) {
        remark.textContent = sentenceOf(problem);
        remark.classList.add("bad");
      }
    });
    return queue;
  }

  /**
   * @param {string} square
   * @param {Brush} [brush]
   */
  function put(square, brush) {
    guess(square, brush ?? answer.editor.brush ?? "black");
    sendStep(brush ? { brush, put: square } : { put: square });
  }

  /**
   * Show the disc immediately; the server checks the position.
   * @param {string} square
   * @param {Brush} brush
   */
  function guess(square, brush) {
    const { position } = answer.view;
    const at = squareIndex(square, position.size);
    const sign = position.board[at] === SIGNS[brush] ? "-" : SIGNS[brush];
    position.board = `${position.board.slice(0, at)}${sign}${position.board.slice(at + 1)}`;
    drawBoard();
  }

  function drawBoard() {
    const { size, board: now } = answer.view.position;
    board.draw({ id, size, board: now, legal: {}, last: null, moves: [], ply: 0, outcome: null });
  }

  function draw() {
    const { view } = answer;
    drawBoard();
    board.values(view.values);
    for (const { input } of brushes) input.checked = input.value === view.brush;
    turnButton.textContent = view.position.turn === "black" ? _("Black") : _("White");
    turnButton.setAttribute("aria-label", [ended(view.headline), _("Change the side to move")].join(" "));
    undo.disabled = !view.can_undo;
    playOn.disabled = values.disabled = !view.can_play;
    sizes.value = String(view.position.size);
    text.value = view.text;
    counts.textContent = ended(view.counts);
    remark.textContent = view.note || view.problem || view.remark;
    remark.classList.toggle("bad", Boolean(view.problem));
    announce(remark.textContent || view.headline);
  }

  /** @param {KeyboardEvent} event */
  function keys(event) {
    if (event.target === text) return;
    if (event.ctrlKey && event.key.toLowerCase() === "z") sendStep({ change: "undo" });
    else {
      /** @type {Record<string, Brush>} */
      const brushed = { x: "black", o: "white", "-": "empty", Delete: "empty" };
      const brush = meant(event, brushed);
      const square = event.target instanceof HTMLElement && event.target.dataset.square;
      if (!brush || !square) return;
      put(square, brush);
    }
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {ClipboardEvent} event */
  function pasted(event) {
    const given = event.clipboardData?.getData("text");
    if (!given) return;
    event.preventDefault();
    sendStep({ paste: given });
  }

  async function begin() {
    await queue;
    const { seats } = table.state;
    const { text: position, position: here } = answer.view;
    const choice = { size: here.size, black: seats.black.player, white: seats.white.player, start: position };
    if (await newGame(choice)) close(win);
  }
}
