// A teacher's lesson: positions from an analysis or the board, a text, the expected moves; shared by link or file.

import { announce } from "../desktop/announce.js";
import { el, sentenceOf } from "../desktop/dom.js";
import { _, ngettext } from "../desktop/language.js";
import { findWindow, focus, openWindow } from "../desktop/windows.js";
import { send } from "../game/api.js";
import { openLesson } from "../game/lazy_windows.js";
import { table } from "../game/table.js";
import { thumbnail } from "../game/thumbnail.js";

/**
 * @typedef {object} OwnStep  expected: squares with spaces; empty for a diagram to play on
 * @property {string} position
 * @property {string} text
 * @property {string} expected
 */

/** @type {{ title: string, text: string, steps: OwnStep[] }} */
let draft = { title: "", text: "", steps: [] };
/** @type {(() => void) | null} */
let drawn = null;

/** Add a position to the lesson, and show it. @param {OwnStep} step */
export function addToLesson(step) {
  draft.steps.push(step);
  openMaker();
}

export function openMaker() {
  const there = findWindow("lesson-maker");
  if (there) {
    focus(there);
    drawn?.();
    return;
  }
  /** @type {HTMLInputElement} */
  const title = el("input.field", {
    type: "text",
    maxLength: 80,
    oninput: () => {
      draft.title = title.value;
    },
  });
  /** @type {HTMLTextAreaElement} */
  const text = el("textarea.field", {
    rows: 4,
    maxLength: 2000,
    oninput: () => {
      draft.text = text.value;
    },
  });
  const steps = el("ol.maker-steps");
  const note = el("p.note", { role: "status" });
  const link = el("input.field", { type: "text", readOnly: true, hidden: true, "aria-label": _("Link") });
  const file = el("input", { type: "file", accept: ".json", hidden: true, onchange: read });
  /**
   * @param {string} words
   * @param {() => unknown} act
   */
  const button = (words, act) => el("button.push", { type: "button", onclick: act }, words);
  openWindow({
    id: "lesson-maker",
    title: _("Make a lesson"),
    icon: "editor",
    width: 480,
    height: 520,
    minWidth: 290,
    minHeight: 280,
    content: el(
      "div.window-body.dialog.lesson-maker",
      {},
      el("label.stack", {}, el("span", {}, _("Title")), title),
      el("label.stack", {}, el("span", {}, _("Text")), text),
      steps,
      el("div.buttons", {}, button(_("Add the position on the board"), add)),
      note,
      link,
      el(
        "div.buttons",
        {},
        button(_("Open…"), () => file.click()),
        button(_("Save as a file"), save),
        button(_("Try it"), () => pack((packed) => openLesson({ packed }))),
        button(_("Copy link"), () => pack(copy)),
      ),
      file,
    ),
    onclose: () => {
      drawn = null;
    },
  });
  drawn = draw;
  draw();

  function draw() {
    title.value = draft.title;
    text.value = draft.text;
    steps.replaceChildren(...draft.steps.map(row));
    link.hidden = true;
    const count = draft.steps.length;
    note.textContent = count
      ? ngettext("{count} position.", "{count} positions.", count)
      : _("Add positions: here, or under Notes in an analysis.");
  }

  /**
   * @param {OwnStep} step
   * @param {number} at
   */
  function row(step, at) {
    /** @type {HTMLInputElement} */
    const said = el("input.field", {
      type: "text",
      maxLength: 500,
      value: step.text,
      oninput: () => {
        step.text = said.value;
      },
    });
    /** @type {HTMLInputElement} */
    const moves = el("input.field", {
      type: "text",
      maxLength: 80,
      value: step.expected,
      oninput: () => {
        step.expected = moves.value;
      },
    });
    const remove = () => {
      draft.steps.splice(at, 1);
      draw();
    };
    return el(
      "li",
      {},
      thumbnail(step.position, Math.round(Math.sqrt(step.position.split(" ")[0].length))),
      el(
        "div",
        {},
        el("label.stack", {}, el("span", {}, _("Task or caption")), said),
        el("label.stack", {}, el("span", {}, _("Expected moves (none: a diagram)")), moves),
        el("button.link", { type: "button", onclick: remove }, _("Remove")),
      ),
    );
  }

  function add() {
    const { board, turn } = table.state;
    draft.steps.push({ position: positionText(board, turn), text: "", expected: "" });
    draw();
  }

  function written() {
    const made = draft.steps.map(({ position, text: said, expected }) => {
      const squares = expected.toLowerCase().match(/[a-z]+\d+/g);
      return { position, text: said, ...(squares ? { expected: squares } : {}) };
    });
    return JSON.stringify({ title: draft.title, text: draft.text.split("\n"), steps: made }, null, 1);
  }

  /** Check and pack the lesson on the server. @param {(packed: string) => unknown} then */
  async function pack(then) {
    try {
      const { packed } = await send("POST", "/api/lessons/pack", { document: written() });
      await then(packed);
    } catch (problem) {
      note.textContent = sentenceOf(problem);
    }
  }

  /** @param {string} packed */
  async function copy(packed) {
    link.value = `${location.origin}${location.pathname}#lesson=${packed}`;
    link.hidden = false;
    link.select();
    try {
      await navigator.clipboard.writeText(link.value);
      note.textContent = _("The link is copied.");
    } catch {
      note.textContent = _("Copy this link:"); // the clipboard needs permission or https
    }
    announce(note.textContent);
  }

  function save() {
    const name =
      draft.title
        .trim()
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}]+/gu, "-") || "lesson";
    const href = `data:application/json;charset=utf-8,${encodeURIComponent(written())}`;
    el("a", { href, download: `${name}.json` }).click();
  }

  async function read() {
    const [chosen] = file.files ?? [];
    if (!chosen) return;
    try {
      const document = await chosen.text();
      await send("POST", "/api/lessons/pack", { document });
      const { title: named, text: lines = [], steps: made } = JSON.parse(document);
      draft = {
        title: named,
        text: [lines].flat().join("\n"),
        steps: made.map((/** @type {{ position: string, text?: string, expected?: string[] }} */ step) => ({
          position: step.position,
          text: step.text ?? "",
          expected: (step.expected ?? []).join(" "),
        })),
      };
      draw();
    } catch (problem) {
      note.textContent = sentenceOf(problem);
    }
    file.value = "";
  }
}

/**
 * @param {string} board
 * @param {"black" | "white" | null} turn
 */
export const positionText = (board, turn) => `${board} ${turn === "white" ? "O" : "X"}`;
