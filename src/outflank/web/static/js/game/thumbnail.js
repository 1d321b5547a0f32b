// A small picture of a board, from its text (X black, O white).

import { svg } from "../desktop/dom.js";

/**
 * @param {string} board
 * @param {number} size
 */
export function thumbnail(board, size) {
  const picture = svg("svg", { class: "thumb", viewBox: `-.1 -.1 ${size + 0.2} ${size + 0.2}`, "aria-hidden": "true" });
  picture.append(svg("rect", { width: size, height: size, "stroke-width": 0.2 }));
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
  return picture;
}
