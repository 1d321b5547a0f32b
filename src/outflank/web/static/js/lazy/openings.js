// The opening trainer: one's repertoire on the board of the game window, what is left to learn, and a quiz of names.
// Keys   those of the board: on one's own move, Enter learns the move at the cursor · ← and → go through the line

import { announce } from "../desktop/announce.js";
import { el, sentenceOf } from "../desktop/dom.js";
import { _ } from "../desktop/language.js";
import { messageBox } from "../desktop/message_box.js";
import { get, retryWhileBusy, send } from "../game/api.js";
import { drawStudy, enterStudy, leaveStudy } from "../game/board_mode.js";
import { marksOf } from "../game/board_view.js";
import { stepButtons } from "../game/step_buttons.js";
import { openPractice } from "./practice.js";

/** @import { Step, Study } from "../game/board_mode.js" */
/** @import { Color, NameQuestionView, RepertoireBoard, RepertoireChange, RepertoireView } from "../game/shapes.js" */

const TITLE = _("Opening trainer");
const LINK = "#repertoire=";
/** @type {[NonNullable<RepertoireChange["style"]>, string][]} */
const STYLES = [
  ["few", _("Few lines to learn")],
  ["masters", _("What masters play")],
  ["fights", _("Fights")],
];

/**
 * @param {object} [wanted]
 * @param {Color} [wanted.color]
 * @param {string[]} [wanted.line]  the position to show
 * @param {string} [wanted.link]  a repertoire to import
 */
export async function openTrainer({ color = "black", line = [], link = "" } = {}) {
  let side = color;
  let ahead = line; // the line that ← and → go through
  /** @type {RepertoireBoard} */
  let view = await place(line);
  let busy = false;
  const counts = el("p.opening-counts", { role: "status" });
  const done = el("i");
  const bar = el("div.progress", { role: "progressbar", "aria-label": _("Known positions"), "aria-valuemin": 0 }, done);
  const head = el("b");
  const said = el("p");
  const replies = el("ul.opening-replies", { "aria-label": _("Moves of the opponent") });
  const steps = stepButtons(step);
  const note = el("p.note", { role: "status" });
  /**
   * @param {string} words
   * @param {() => unknown} act
   */
  const button = (words, act, name = "push") => el("button", { type: "button", className: name, onclick: act }, words);
  const sides = /** @type {[Color, string][]} */ ([
    ["black", _("Black")],
    ["white", _("White")],
  ]).map(([value, words]) =>
    el(
      "label.choice",
      {},
      el("input", {
        type: "radio",
        name: "repertoire-color",
        checked: value === side,
        onchange: () => {
          side = value;
          attempt(async () => drawCounts((await get("/api/openings"))[side]));
          go(view.line);
        },
      }),
      el("span", {}, words),
    ),
  );
  const train = button(_("Train 5 minutes"), () => practise([]), "push default");
  const here = button(_("Train from here"), () => practise(view.line));
  const forget = button(_("Remove this move"), () => change({ change: "remove", line: view.line }));
  const opening = el("select.field", { "aria-label": _("Opening") }, el("option", { value: "" }, _("All openings")));
  const style = el(
    "select.field",
    { "aria-label": _("Style") },
    STYLES.map(([value, words]) => el("option", { value }, words)),
  );
  const file = el("input", {
    type: "file",
    hidden: true,
    accept: ".json,.sgf,.txt",
    "aria-label": _("Repertoire file"),
    onchange: async () => {
      const [chosen] = file.files ?? [];
      file.value = "";
      if (chosen) await change({ change: "import", text: await chosen.text() });
    },
  });
  const exported = el(
    "select.field",
    { "aria-label": _("Export"), onchange: () => attempt(exportAs) },
    el("option", { value: "" }, _("Export…")),
    el("option", { value: "json" }, "JSON"),
    el("option", { value: "sgf" }, "SGF"),
    el("option", { value: "link" }, _("Link")),
  );
  /** @type {Study} */
  const study = {
    name: "openings",
    title: TITLE,
    panel: el(
      "section.study-panel.opening-trainer",
      { "aria-label": TITLE },
      el("h3.study-title", {}, TITLE),
      el("div.row", { role: "radiogroup", "aria-label": _("Your color") }, sides),
      counts,
      bar,
      el("div.buttons", {}, train, here),
      el("div.study-note", { role: "status" }, head, said, replies),
      el("div.row", {}, steps.node, forget),
      el(
        "fieldset.group",
        {},
        el("legend", {}, _("Add to the repertoire")),
        el("div.row", {}, opening, style),
        el(
          "div.buttons",
          {},
          button(_("Add"), () =>
            change({ change: "propose", opening: opening.value, style: STYLES[style.selectedIndex][0] }),
          ),
          button(_("From my games"), () => change({ change: "games" })),
          button(_("Import…"), () => file.click()),
          file,
          exported,
        ),
      ),
      note,
      el(
        "div.buttons",
        {},
        button(_("Quiz of names"), () => attempt(openQuiz)),
        button(_("Clear"), clear),
        button(_("Back to the game"), () => leaveStudy(study)),
      ),
    ),
    scene() {
      const { size, board, legal, turn, last: square } = view.position;
      const last = square ? { square, color: turn } : null;
      const id = `openings-${view.line.join("")}`;
      return {
        position: { id, size, board, legal, last, moves: [], ply: 0, outcome: null },
        marks: marksOf(view.position),
        status: view.sentence,
      };
    },
    choose,
    step,
  };
  enterStudy(study);
  draw();
  await attempt(async () => {
    const found = await get("/api/openings");
    drawCounts(found[side]);
    opening.append(
      ...found.openings.map((one) =>
        el(
          "option",
          { value: one.name, title: one.moves },
          // i18n: the name of an opening, and the lines one must memorize to play it
          _("{name} (lines: Black {black}, White {white})", { ...one }),
        ),
      ),
    );
  });
  if (link) await change({ change: "import", text: link });

  /** @param {readonly string[]} moves */
  function place(moves) {
    const path = /** @type {const} */ (`/api/openings/${side}/position`);
    return send("POST", path, { line: [...moves] });
  }

  /**
   * Do something that can fail, one thing at a time.
   * @param {() => Promise<unknown>} act
   */
  async function attempt(act) {
    if (busy) return;
    busy = true;
    try {
      await act();
    } catch (problem) {
      note.textContent = sentenceOf(problem);
    } finally {
      busy = false;
    }
  }

  /** @param {readonly string[]} moves */
  function go(moves) {
    return attempt(async () => {
      view = await place(moves);
      if (!ahead.join().startsWith(moves.join())) ahead = [...moves];
      note.textContent = "";
      draw();
    });
  }

  /** @param {string} square */
  async function choose(square) {
    const line = [...view.line, square];
    if (view.mine && square !== view.answer) await change({ change: "line", line });
    await go(line);
  }

  /** @param {RepertoireChange} wanted */
  function change(wanted) {
    return attempt(async () => {
      const path = /** @type {const} */ (`/api/openings/${side}`);
      const after = await retryWhileBusy(() => send("POST", path, wanted));
      drawCounts(after);
      view = await place(view.line);
      draw();
      note.textContent = after.note;
    });
  }

  async function clear() {
    const text = _("Remove all positions of this repertoire? What you learned of them is lost.");
    const buttons = [_("Remove"), _("Cancel")];
    if ((await messageBox({ title: TITLE, icon: "question", text, buttons })) === buttons[0])
      await change({ change: "clear" });
  }

  /** @param {Step} where */
  function step(where) {
    const at = view.line.length;
    const next = ahead.length > at ? ahead[at] : view.answer || view.replies[0]?.move;
    if (where === "first") return go([]);
    if (where === "back") return go(view.line.slice(0, -1));
    if (where === "last") return go(ahead);
    return next ? go([...view.line, next]) : undefined;
  }

  /** @param {readonly string[]} line */
  function practise(line) {
    const again = () => openTrainer({ color: side });
    return attempt(() => openPractice("openings", "", { color: side, line: [...line] }, again));
  }

  async function exportAs() {
    const kind = exported.value;
    exported.value = "";
    const path = /** @type {const} */ (`/api/openings/${side}/file?format=${kind}`);
    const { text, name } = await get(path);
    if (kind === "link") {
      const value = `${location.origin}${location.pathname}${LINK}${text}`;
      const field = el("input.field", { type: "text", readOnly: true, value, "aria-label": _("Link") });
      await navigator.clipboard?.writeText(value).catch(() => {}); // the field has it, too
      messageBox({ title: TITLE, text: _("This link has the whole repertoire. Copy it."), extra: field });
      return;
    }
    const url = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
    el("a", { href: url, download: name }).click();
    URL.revokeObjectURL(url);
  }

  /** @param {RepertoireView} found */
  function drawCounts(found) {
    counts.textContent = _("Known: {known} · Due: {due} · New: {new}", {
      known: found.known,
      due: found.due,
      new: found.new,
    });
    done.style.width = `${found.positions ? (100 * found.known) / found.positions : 0}%`;
    bar.setAttribute("aria-valuemax", String(found.positions));
    bar.setAttribute("aria-valuenow", String(found.known));
    train.disabled = here.disabled = !found.positions;
  }

  function draw() {
    head.textContent = view.headline;
    said.textContent = view.sentence;
    replies.replaceChildren(
      ...view.replies.map(({ move, share, answered }) =>
        el(
          "li",
          {},
          el("button.link", { type: "button", onclick: () => go([...view.line, move]) }, move),
          ` ${share} `,
          answered ? _("answered") : _("no answer"),
        ),
      ),
    );
    replies.hidden = !view.replies.length;
    forget.disabled = !(view.mine && view.answer);
    const at = view.line.length;
    steps.draw({ back: at > 0, next: ahead.length > at || Boolean(view.answer || view.replies.length) });
    drawStudy(study);
    announce(`${view.headline} ${view.sentence}`);
  }
}

/** Ask for the names of openings on the board, one after the other. */
async function openQuiz() {
  /** @type {NameQuestionView} */
  let asked = await get("/api/openings/quiz");
  let right = 0;
  let number = 1;
  const title = _("Quiz of names");
  const head = el("b");
  const said = el("p");
  const choices = el("div.quiz-choices");
  const next = el("button.push.default", { type: "button", disabled: true, onclick: goOn }, _("Next"));
  /** @type {Study} */
  const study = {
    name: "openings",
    title,
    panel: el(
      "section.study-panel.opening-trainer",
      { "aria-label": title },
      el("h3.study-title", {}, title),
      el("div.study-note", { role: "status" }, head, said),
      choices,
      el(
        "div.buttons",
        {},
        next,
        el("button.push", { type: "button", onclick: () => openTrainer() }, TITLE),
        el("button.push", { type: "button", onclick: () => leaveStudy(study) }, _("Back to the game")),
      ),
    ),
    scene() {
      const { size, board, turn, last: square } = asked.position;
      const last = square ? { square, color: turn } : null;
      return {
        position: { id: `quiz-${number}`, size, board, legal: {}, last, moves: [], ply: 0, outcome: null },
        status: head.textContent,
      };
    },
    choose: () => {},
  };
  enterStudy(study);
  draw();

  async function goOn() {
    try {
      asked = await get("/api/openings/quiz");
      number += 1;
      draw();
    } catch (problem) {
      said.textContent = sentenceOf(problem);
    }
  }

  function draw() {
    head.textContent = _("Which opening is this?");
    said.textContent = asked.moves;
    next.disabled = true;
    choices.replaceChildren(
      ...asked.choices.map((name, at) =>
        el("button.push", { type: "button", onclick: (event) => answer(at, event.currentTarget) }, name),
      ),
    );
    drawStudy(study);
    announce(`${head.textContent} ${asked.moves}`);
    if (number > 1) choices.querySelector("button")?.focus();
  }

  /**
   * @param {number} at
   * @param {HTMLElement} chosen
   */
  function answer(at, chosen) {
    if (!next.disabled) return;
    const name = asked.choices[asked.right];
    right += Number(at === asked.right);
    chosen.classList.add(at === asked.right ? "right" : "wrong");
    const verdict = at === asked.right ? _("Correct: {name}.", { name }) : _("No, this is {name}.", { name });
    const score = _("Right answers: {right} of {count}.", { right, count: number });
    said.textContent = `${verdict} ${score}`;
    next.disabled = false;
    announce(said.textContent);
    next.focus();
  }
}
