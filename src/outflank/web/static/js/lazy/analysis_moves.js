// The moves of the analysed game with their marks, and the variations below them.

import { el } from "../desktop/dom.js";
import { _ } from "../desktop/language.js";
import { JUDGED, JUDGEMENTS } from "../game/board_view.js";
import { COLOR } from "../game/words.js";

/** @import { LineView, MoveView, PlyView, TreeView } from "../game/shapes.js" */
/** @import { Analysis } from "./analysis.js" */

const GOOD = "!";

/**
 * @param {Analysis} analysis
 * @param {(place: number) => void} goToPlace  of the tree
 */
export function moveList(analysis, goToPlace) {
  const list = el("ol", { "aria-label": _("Moves of the game") });
  const variations = el("ol.variations-lines", { "aria-label": _("Variations") });
  const node = el("div.moves", { tabIndex: 0, role: "region", "aria-label": _("Moves") }, list, variations);
  /** @type {Map<number, HTMLElement>} */
  const entries = new Map();
  let drawn = "";
  let drawnTree = "";

  /** @param {PlyView[]} moves */
  function build(moves) {
    entries.clear();
    /** @type {{ black?: PlyView, white?: PlyView }[]} */
    const rows = [];
    for (const move of moves) {
      const row = rows.at(-1);
      if (!row || row.white || move.color === "black") rows.push({ [move.color]: move });
      else row[move.color] = move;
    }
    const start = entry({ ply: 0, square: _("Start position"), color: "black", number: 0 });
    start.setAttribute("aria-label", _("Start position"));
    list.replaceChildren(
      el("li", {}, el("span.no"), start, el("span")),
      ...rows.map(({ black, white }) =>
        el(
          "li",
          {},
          el("span.no", {}, String(black?.number ?? white?.number ?? "")),
          black ? entry(black) : el("span"),
          white ? entry(white) : el("span"),
        ),
      ),
    );
  }

  /** @param {Pick<PlyView, "ply" | "number" | "color" | "square">} move */
  function entry(move) {
    const made = el(
      "button.move",
      {
        type: "button",
        "aria-label": labelOf(move),
        dataset: { ply: move.ply },
        onclick: () => analysis.visit(move.ply),
      },
      el("span", {}, move.square ?? _("pass")),
      el("i.move-mark", { "aria-hidden": "true" }),
    );
    entries.set(move.ply, made);
    return made;
  }

  return {
    node,
    /**
     * @param {{ ply: number | null, reviews: MoveView[] }} now  the position, if it is one of the game
     */
    draw({ ply, reviews }) {
      const { moves } = analysis.game();
      const record = moves.map(({ square }) => square).join();
      if (record !== drawn || !entries.size) build(moves);
      drawn = record;
      for (const [at, made] of entries) {
        if (at === ply) made.setAttribute("aria-current", "true");
        else made.removeAttribute("aria-current");
      }
      for (const move of reviews) {
        const made = entries.get(move.ply + 1);
        const mark = made?.querySelector(".move-mark");
        if (!made || !mark) continue;
        mark.textContent = move.listed ? JUDGED[move.judgement] : move.why ? GOOD : "";
        made.dataset.judgement = move.listed ? move.judgement : "fine";
        if (move.listed || move.why)
          made.setAttribute(
            "aria-label",
            `${labelOf(moves[move.ply])}, ${move.listed ? JUDGEMENTS[move.judgement] : _("good move")}`,
          );
      }
      show(node.querySelector("[aria-current]"));
    },
    /** @param {TreeView} tree */
    drawTree(tree) {
      const aside = tree.lines.filter(({ depth }) => depth > 0);
      variations.hidden = !aside.length;
      // Only what changed: a button that is replaced between press and release is not clicked.
      const shown = JSON.stringify(aside, (key, value) => (key === "here" ? undefined : value));
      if (shown !== drawnTree) variations.replaceChildren(...aside.map(line));
      drawnTree = shown;
      const moves = aside.flatMap((one) => one.moves);
      for (const [at, made] of variations.querySelectorAll("button").entries()) {
        if (moves[at].here) made.setAttribute("aria-current", "true");
        else made.removeAttribute("aria-current");
      }
      if (tree.aside) {
        for (const made of entries.values()) made.removeAttribute("aria-current");
        show(variations.querySelector("[aria-current]"));
      }
    },
  };

  /** Scroll the list alone, never the page. @param {Element | null} made */
  function show(made) {
    if (!(made instanceof HTMLElement)) return;
    const { top, bottom } = made.getBoundingClientRect();
    const box = node.getBoundingClientRect();
    if (top < box.top) node.scrollTop -= box.top - top;
    else if (bottom > box.bottom) node.scrollTop += bottom - box.bottom;
  }

  /** @param {LineView} line */
  function line({ depth, number, name, moves }) {
    const row = el(
      "li",
      {},
      el("span", {}, `${number}. `),
      moves.map((move) =>
        el(
          "button.link",
          {
            type: "button",
            onclick: () => goToPlace(move.place),
          },
          move.noted ? `${move.name}*` : move.name,
        ),
      ),
      name ? el("i", {}, name) : [],
    );
    row.style.setProperty("--n", String(depth - 1));
    return row;
  }
}

/** @param {Pick<PlyView, "number" | "color" | "square">} move */
function labelOf({ number, color, square }) {
  const player = COLOR[color];
  return square
    ? _("Move {number}, {player} {square}", { number: number ?? 0, player, square })
    : _("{player} passes", { player });
}
