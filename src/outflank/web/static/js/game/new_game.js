// The New Game dialog: board size, and who sits where. Also used to change the players in the middle of a game.

import { el, icon, uniqueId } from "../desktop/dom.js";
import { launch } from "../desktop/programs.js";
import { close, openWindow } from "../desktop/windows.js";
import { get } from "./api.js";
import { changeSeat, newGame, table } from "./table.js";
import { COLOR } from "./words.js";

/** @import { Program } from "../desktop/programs.js" */
/** @import { Color, OpponentView } from "./shapes.js" */

const SIZES = [4, 6, 8, 10, 12, 14, 16];
const RATED_SIZE = 8;
/** @type {Color[]} */
const COLORS = ["black", "white"];
/** @type {OpponentView[]} */
let catalogue = [];

export async function newGameDialog({ title = "New Game", players = false } = {}) {
  if (!catalogue.length) catalogue = (await get("/api/opponents")).opponents;
  const { state } = table;
  const sizeId = uniqueId("size");
  const size = el(
    "select.field",
    {
      id: sizeId,
      onchange: () => {
        for (const seat of seats) seat.fit(Number(size.value));
      },
    },
    SIZES.map((n) =>
      el("option", { value: n, selected: n === (state?.size ?? 8) }, `${n} × ${n}${n === 8 ? " (the usual)" : ""}`),
    ),
  );
  const seats = COLORS.map((color) =>
    seat(color, state?.seats[color].spec ?? (color === "black" ? "human" : null), Number(size.value)),
  );
  const problem = el("p.note.bad", { role: "alert" });
  const form = el(
    "form",
    { onsubmit: submit },
    !players &&
      el(
        "div.row",
        {},
        el("label", { htmlFor: sizeId }, "Board size:"),
        size,
        el("span.note", {}, "Black always moves first."),
      ),
    el(
      "div.seats",
      {},
      seats.map((one) => one.node),
    ),
    problem,
    el(
      "div.buttons",
      {},
      el("button.push.default", { type: "submit", dataset: { autofocus: "" } }, "OK"),
      el("button.push", { type: "button", onclick: () => close(win) }, "Cancel"),
    ),
  );
  const win = openWindow({
    id: uniqueId("new"),
    title,
    icon: "new",
    modal: true,
    resizable: false,
    width: 470,
    content: el("div.window-body.dialog", {}, form),
  });

  /** @param {Event} event */
  async function submit(event) {
    event.preventDefault();
    const [black, white] = seats.map((one) => one.spec());
    close(win);
    if (!players) {
      await newGame({ size: Number(size.value), black, white });
      return;
    }
    if (black !== table.state.seats.black.spec) await changeSeat("black", black);
    if (white !== table.state.seats.white.spec) await changeSeat("white", white);
  }
}

/**
 * @param {Color} color
 * @param {string | null} spec  who sits there now
 * @param {number} size
 */
function seat(color, spec, size) {
  const name = uniqueId("seat");
  const [kind, settings = ""] = (spec ?? `${catalogue.find((one) => one.friendly)?.name ?? catalogue[0].name}`).split(
    /:(.*)/s,
  );
  const human = el("input", { type: "radio", name, checked: kind === "human", onchange: draw });
  const computer = el("input", { type: "radio", name, checked: kind !== "human", onchange: draw });
  const pick = el("select.field", {
    "aria-label": `${COLOR[color]}'s opponent`,
    onchange: () => {
      fields({});
      draw();
    },
  });
  const about = el("p.about");
  const numbers = el("div.settings");
  const given = Object.fromEntries(
    settings
      .split(",")
      .filter(Boolean)
      .map((part) => part.split("=")),
  );
  /** @type {Record<string, { input: HTMLInputElement | HTMLSelectElement, usual: string | number }>} */
  let inputs = {};

  function chosen() {
    return catalogue.find((one) => one.name === pick.value) ?? catalogue[0];
  }
  /** @param {number} n */
  function fit(n) {
    size = n;
    const keep = pick.value || (kind === "human" ? catalogue.find((one) => one.friendly)?.name : kind);
    pick.replaceChildren(
      ...catalogue.map((one) =>
        el(
          "option",
          { value: one.name, disabled: !one.sizes.includes(n), selected: one.name === keep && one.sizes.includes(n) },
          `${one.title}: ${one.sentence}`,
        ),
      ),
    );
    const other = catalogue.find((one) => one.sizes.includes(n));
    if (other && !chosen().sizes.includes(n)) pick.value = other.name;
    draw();
  }
  /** @param {Record<string, string>} values */
  function fields(values) {
    inputs = {};
    numbers.replaceChildren(
      ...chosen().parameters.flatMap((one) => {
        const id = uniqueId("number");
        const usual = one.choices[one.default] ?? one.default;
        const value = values[one.name] ?? usual;
        const input = one.choices.length
          ? el(
              "select.field",
              { id, oninput: describe, title: one.meaning },
              one.choices.map((name) => el("option", { value: name, selected: name === value }, name)),
            )
          : el("input.field", {
              id,
              type: "number",
              min: one.low,
              max: one.high,
              step: Number.isInteger(one.default) ? 1 : "any",
              oninput: describe,
              value,
              title: `${one.meaning} (${one.low} to ${one.high})`,
            });
        inputs[one.name] = { input, usual };
        return [el("label", { htmlFor: id, title: one.meaning }, `${one.name}:`), inputs[one.name].input];
      }),
    );
  }
  function draw() {
    pick.disabled = human.checked;
    numbers.hidden = human.checked;
    if (computer.checked && !Object.keys(inputs).length && chosen().parameters.length) fields({});
    describe();
  }
  function describe() {
    about.textContent = human.checked
      ? "Somebody sitting at this screen."
      : `${chosen().sentence} ${strength()}`.trim();
  }
  // What was measured, on the usual board, is the opponent as it usually plays, and each level of one that has levels.
  function strength() {
    if (size !== RATED_SIZE) return "";
    const settings = changed();
    if (settings.length === 0) return chosen().strength;
    return settings.length === 1 && settings[0][0] === "level"
      ? (chosen().levels[Number(settings[0][1]) - 1] ?? "")
      : "";
  }
  function changed() {
    return Object.entries(inputs)
      .filter(([, { input, usual }]) => (input.type === "number" ? Number(input.value) : input.value) !== usual)
      .map(([key, { input }]) => [key, input.value]);
  }
  const node = el(
    "fieldset.group",
    {},
    el("legend", {}, icon(`disc-${color}`), `${COLOR[color]} ${color === "black" ? "(moves first)" : ""}`),
    el("label.choice", {}, human, el("span", {}, "Human")),
    el("label.choice", {}, computer, el("span", {}, "Computer")),
    pick,
    about,
    numbers,
  );
  fit(size);
  if (kind !== "human") {
    fields(given);
    describe();
  }
  return {
    node,
    fit,
    spec() {
      if (human.checked) return "human";
      const settings = changed().map(([key, value]) => `${key}=${value}`);
      return settings.length ? `${pick.value}:${settings.join(",")}` : pick.value;
    },
  };
}

function openNewGame() {
  launch("game");
  newGameDialog();
}

/** @type {Program[]} */
export const programs = [
  { id: "new", label: "New game", icon: "new", open: openNewGame, start: ["programs"], desktop: 3 },
];
