// A small picture of a board, from its text (X black, O white).

import { svg } from "../desktop/dom.js";
import { squareIndex } from "./square_names.js";

/**
 * @param {string} board
 * @param {number} size
 * @param {string | null} [last]  the last move, which is marked
 */
export function thumbnail(board, size, last = null) {
  const picture = svg("svg", { class: "thumb", viewBox: `-.2 -.2 ${size + 0.4} ${size + 0.4}`, "aria-hidden": "true" });
  picture.append(svg("rect", { x: -0.1, y: -0.1, width: size + 0.2, height: size + 0.2, "stroke-width": 0.2 }));
  picture.append(
    svg("path", {
      d: Array.from({ length: size - 1 }, (_, i) => `M0 ${i + 1}h${size}M${i + 1} 0v${size}`).join(""),
      "stroke-width": size / 160,
      fill: "none",
    }),
  );
  [...board].slice(0, size * size).forEach((sign, i) => {
    if (sign === "X" || sign === "O")
      picture.append(
        svg("circle", {
          class: sign === "X" ? "b" : "w",
          cx: (i % size) + 0.5,
          cy: Math.floor(i / size) + 0.5,
          r: 0.41,
        }),
      );
  });
  if (last) {
    const at = squareIndex(last, size);
    picture.append(svg("circle", { class: "last", cx: (at % size) + 0.5, cy: Math.floor(at / size) + 0.5, r: 0.12 }));
  }
  return picture;
}
