// The New Game dialog: board size, clock, and players (a character, a friend, or any opponent).
// The list of opponents is also used to change players during a game.

import { el, icon, uniqueId } from "../desktop/dom.js";
import { _, ngettext } from "../desktop/language.js";
import { launch } from "../desktop/programs.js";
import { settings } from "../desktop/settings.js";
import { close, openWindow } from "../desktop/windows.js";
import { get } from "./api.js";
import { changeSeat, newGame, table } from "./table.js";
import { boardSize, COLOR, ended, nameOf } from "./words.js";

/** @import { Program } from "../desktop/programs.js" */
/** @import { CharacterView, Color, GameView, OpponentView } from "./shapes.js" */

export const SIZES = [4, 6, 8, 10, 12, 14, 16];
const RATED_SIZE = 8;
const FRIENDLY = "greedy"; // for players who have not chosen yet
/** @type {Color[]} */
const COLORS = ["black", "white"];
/** @type {OpponentView[]} */
let catalogue = [];

/**
 * Labels for the settings of built-in opponents; others use their authors' names.
 * @type {Record<string, string>}
 */
const SETTINGS = {
  book: _("Book:"),
  corner: _("Corner:"),
  danger: _("Danger:"),
  depth: _("Depth:"),
  edge: _("Edge:"),
  lead: _("Lead:"),
  level: _("Level:"),
  memory: _("Memory:"),
  loss: _("Loss:"),
  mobility: _("Mobility:"),
  opening: _("Opening:"),
  nodes: _("Nodes:"),
  seconds: _("Seconds:"),
  temperature: _("Temperature:"),
  threshold: _("Threshold:"),
  threads: _("Threads:"),
};
/** @type {Record<string, string>} */
const CHOICES = { on: _("on"), off: _("off") };

/** Minutes for the game and seconds per move, and their names. */
const CLOCKS = [
  ["", _("No clock")],
  ["5+3", _("5 minutes + 3 seconds per move")],
  ["10", _("10 minutes")],
  ["3+2", _("3 minutes + 2 seconds per move")],
  ["1", _("1 minute")],
  // i18n: another clock
  ["other", _("Other…")],
];

const BALANCED = "balanced";
const FROM_FILE = "file";

/** @typedef {{ black: string, white: string, black_name?: string, white_name?: string }} Choice  who plays */
/**
 * A way to choose the players: characters, or all opponents.
 * @typedef {object} Chooser
 * @property {HTMLElement} node
 * @property {(size: number) => void} fit   called when the board size changes
 * @property {() => string} problem         why the choice is impossible; empty if it is possible
 * @property {() => Choice} choice
 */

export async function newGameDialog({ title = _("New game"), players = false } = {}) {
  const offered = await get("/api/opponents");
  catalogue = offered.opponents;
  const { state } = table;
  const usual = chosenSize(state);
  const changed = () => {
    chooser.fit(Number(size.value));
    update();
  };
  const sizeId = uniqueId("size");
  const size = el(
    "select.field",
    { id: sizeId, onchange: changed },
    SIZES.map((n) =>
      el(
        "option",
        { value: n, selected: n === usual },
        n === RATED_SIZE ? _("{size} (standard)", { size: boardSize(n) }) : boardSize(n),
      ),
    ),
  );
  const clock = clockField(state?.clock?.control ?? "");
  const start = startField(update, true);
  const problem = el("p.note.bad", { role: "alert" });
  const place = el("div");
  const other = el("button.push", { type: "button", onclick: () => show(chooser === all ? people : all) });
  const ok = el("button.push.default", { type: "submit", dataset: { autofocus: "" } }, _("OK"));
  const form = el(
    "form.new-game",
    { onsubmit: submit },
    !players && el("div.row", {}, el("label", { htmlFor: sizeId }, _("Board size:")), size, clock.node),
    !players && el("div.row", {}, start.node),
    place,
    problem,
    el(
      "div.buttons",
      {},
      !players && other,
      el("span.spring"),
      ok,
      el("button.push", { type: "button", onclick: () => close(win) }, _("Cancel")),
    ),
  );
  const people = characters(offered.characters, usual, update);
  /** @type {Chooser} */
  let chooser = people;
  const all = wholeCatalogue(usual, update);
  show(players || !people.fits ? all : people);
  const win = openWindow({
    id: uniqueId("new"),
    title,
    icon: "new",
    modal: true,
    resizable: false,
    width: 500,
    content: el("div.window-body.dialog", {}, form),
  });

  /** @param {Chooser} next */
  function show(next) {
    chooser = next;
    place.replaceChildren(chooser.node);
    other.textContent = chooser === all ? _("Characters") : _("All opponents…");
    changed();
  }

  /** Show why a choice is impossible and which opponents are possible; nothing is chosen automatically. */
  function update() {
    problem.textContent = chooser.problem() || start.problem(Number(size.value), chooser.choice());
    ok.disabled = problem.textContent !== "";
  }

  /** @param {Event} event */
  async function submit(event) {
    event.preventDefault();
    const choice = chooser.choice();
    if (!players) {
      const time = clock.value();
      const wanted = { size: Number(size.value), ...start.value(choice), ...(time ? { clock: time } : {}) };
      if (await newGame(wanted)) close(win);
      return;
    }
    close(win);
    if (choice.black !== table.state.seats.black.player) await changeSeat("black", choice.black);
    if (choice.white !== table.state.seats.white.player) await changeSeat("white", choice.white);
  }
}

/** @param {GameView | null} state */
const chosenSize = (state) => state?.size ?? RATED_SIZE;

/** @param {string} now  the current game's clock */
export function clockField(now) {
  const id = uniqueId("clock");
  const free = el("input.field.clock-text", {
    type: "text",
    value: now || "2+5",
    size: 7,
    maxLength: 20,
    hidden: true,
    "aria-label": _("Minutes + seconds per move"),
    title: _("Minutes or minutes:seconds for the game, then seconds per move. Examples: 5+3, 1:30+0"),
  });
  const known = CLOCKS.some(([text]) => text === now);
  const pick = el(
    "select.field",
    { id, onchange: () => showFree() },
    CLOCKS.map(([text, words]) =>
      el("option", { value: text, selected: known ? text === now : text === "other" }, words),
    ),
  );
  const showFree = () => {
    free.hidden = pick.value !== "other";
  };
  showFree();
  return {
    node: el("span.clock-choice", {}, el("label", { htmlFor: id }, _("Clock:")), pick, free),
    value: () => (pick.value === "other" ? free.value.trim() : pick.value),
  };
}

/**
 * Where the game begins: as usual, at a balanced opening, at one of a file, or with an opening that the computer plays.
 * @param {() => void} changed
 * @param {boolean} [forced]  offer openings that the computer plays
 */
export function startField(changed, forced = false) {
  const id = uniqueId("start");
  let list = ""; // the openings of a file
  const file = el("input", {
    type: "file",
    hidden: true,
    accept: ".txt",
    "aria-label": _("Openings file"),
    onchange: async () => {
      list = (await file.files?.[0]?.text()) ?? "";
      changed();
    },
  });
  const named = el("optgroup", { label: _("The computer plays") });
  const pick = el(
    "select.field",
    {
      id,
      onchange: () => {
        list = "";
        if (pick.value === FROM_FILE) file.click();
        changed();
      },
    },
    el("option", { value: "" }, _("Usual start")),
    el("option", { value: BALANCED }, _("Balanced opening")),
    el("option", { value: FROM_FILE }, _("File of openings…")),
    forced && named,
  );
  if (forced)
    get("/api/openings").then(
      ({ openings }) => named.append(...openings.map(({ name, setting }) => el("option", { value: setting }, name))),
      () => named.remove(),
    );
  const isNamed = () => !["", BALANCED, FROM_FILE].includes(pick.value);
  const engines = (/** @type {Choice} */ choice) => COLORS.filter((color) => /^engine\b/.test(choice[color]));
  return {
    node: el("span.start-choice", {}, el("label", { htmlFor: id }, _("Opening:")), pick, file),
    openings: () => (pick.value === FROM_FILE ? list : isNamed() ? "" : pick.value),
    /**
     * @param {number} size
     * @param {Choice} choice
     */
    problem(size, choice) {
      if (pick.value === FROM_FILE && !list) return _("Choose a file with one opening per line.");
      if (size !== RATED_SIZE && (isNamed() || pick.value === BALANCED)) return _("Openings need the 8 × 8 board.");
      return isNamed() && !engines(choice).length
        ? _("Only the engine can play a chosen opening. Choose Nadia, Viktor or Athena.")
        : "";
    },
    /**
     * The players and the start of the game.
     * @param {Choice} choice
     */
    value(choice) {
      const seats = isNamed()
        ? engines(choice).map((color) => {
            const [name, settings = ""] = choice[color].split(":");
            const kept = settings.split(",").filter((one) => one && !one.startsWith("opening="));
            return [color, `${name}:${[...kept, `opening=${pick.value}`].join(",")}`];
          })
        : [];
      const list = this.openings();
      return { ...choice, ...Object.fromEntries(seats), ...(list ? { openings: list } : {}) };
    },
  };
}

/**
 * Opponents that cannot play on a board, and those that can.
 * @param {string} name
 * @param {number} size
 * @param {string[]} others
 */
const cannot = (name, size, others) =>
  [
    _("{player} does not play on {size}.", { player: name, size: boardSize(size) }),
    ...(others.length ? [_("Choose one of these: {players}.", { players: others.join(", ") })] : []),
  ].join(" ");

/**
 * The characters with their faces, or two people with names.
 * @param {CharacterView[]} offered
 * @param {number} size
 * @param {() => void} changed  called after each choice
 */
function characters(offered, size, changed) {
  const { state } = table;
  const seats = state ? COLORS.map((color) => state.seats[color]) : [];
  const humans = seats.filter((seat) => seat.human);
  const computer = seats.find((seat) => !seat.human);
  const sitting = offered.find((one) => one.face === computer?.face);
  const group = uniqueId("who");
  const against = el("input", { type: "radio", name: group, checked: humans.length < 2, onchange: draw });
  const together = el("input", { type: "radio", name: group, checked: humans.length === 2, onchange: draw });
  let chosen = sitting ?? offered.find((one) => one.seat === FRIENDLY) ?? offered[0];
  const cards = new Map(
    offered.map((one) => [
      one,
      el(
        "label.character",
        { title: one.line },
        el("input.unseen", {
          type: "radio",
          name: `${group}-character`,
          checked: one === chosen,
          onchange: () => {
            chosen = one;
            draw();
          },
        }),
        icon(`face-${one.face}`, "face"),
        el("b", {}, one.name),
      ),
    ]),
  );
  const about = el("div.character-about");
  const mine = el(
    "select.field",
    { "aria-label": _("Your color") },
    el("option", { value: "black" }, _("Black (moves first)")),
    el("option", { value: "white", selected: humans.length === 1 && Boolean(state?.seats.white.human) }, _("White")),
  );
  const names = COLORS.map((color, at) =>
    el("input.field", {
      type: "text",
      maxLength: 40,
      placeholder: COLOR[color],
      "aria-label": color === "black" ? _("Black's name") : _("White's name"),
      value: humans.length === 2 ? nameOf(seats[at]) : "",
    }),
  );
  const computers = el(
    "div",
    {},
    el("div.characters", { role: "radiogroup", "aria-label": _("Opponent") }, [...cards.values()]),
    about,
    el("label.row", {}, el("span", {}, _("You play:")), mine),
  );
  const pair = el(
    "div.pair",
    {},
    COLORS.map((color, at) =>
      el(
        "label.row",
        {},
        icon(`disc-${color}`),
        el("span", {}, color === "black" ? _("Black:") : _("White:")),
        names[at],
      ),
    ),
  );
  const node = el(
    "div",
    {},
    el(
      "div.row.who",
      {},
      el("label.choice", {}, against, el("span", {}, _("Against the computer"))),
      el("label.choice", {}, together, el("span", {}, _("Two people at this screen"))),
    ),
    computers,
    pair,
  );

  function draw() {
    computers.hidden = together.checked;
    pair.hidden = against.checked;
    for (const [one, card] of cards) {
      card.classList.toggle("chosen", one === chosen);
      card.classList.toggle("cannot", !one.sizes.includes(size));
    }
    const { games, won, best } = chosen.record;
    about.replaceChildren(
      el("p", {}, el("b", {}, chosen.name), ` ${chosen.line}`),
      el(
        "p.dim",
        {},
        size === RATED_SIZE
          ? ended(chosen.strength)
          : _("On {size}: {strength}.", { size: boardSize(RATED_SIZE), strength: chosen.strength }),
      ),
      el(
        "p.dim",
        {},
        [
          games
            ? ngettext("You won {won} of {count} game.", "You won {won} of {count} games.", games, { won })
            : _("You have not played {player} yet.", { player: chosen.name }),
          ...(best ? [ngettext("Best win: by {count} disc.", "Best win: by {count} discs.", best)] : []),
        ].join(" "),
      ),
    );
    changed();
  }

  return {
    node,
    /** True if it can represent the current game. */
    fits: !seats.length || humans.length === 2 || (humans.length === 1 && Boolean(sitting)),
    /** @param {number} n */
    fit(n) {
      size = n;
      draw();
    },
    problem() {
      const able = offered.filter((one) => one.sizes.includes(size)).map((one) => one.name);
      return together.checked || chosen.sizes.includes(size) ? "" : cannot(chosen.name, size, able);
    },
    /** @returns {Choice} */
    choice() {
      if (together.checked) {
        const [black, white] = names.map((one) => one.value.trim() || undefined);
        return { black: "human", white: "human", black_name: black, white_name: white };
      }
      const name = settings.get("name") === "Player" ? undefined : settings.get("name");
      return mine.value === "black"
        ? { black: "human", white: chosen.seat, black_name: name }
        : { black: chosen.seat, white: "human", white_name: name };
    },
  };
}

/**
 * All opponents, for either color, with all settings.
 * @param {number} size
 * @param {() => void} changed  called after each choice
 */
function wholeCatalogue(size, changed) {
  const { state } = table;
  const seats = COLORS.map((color) =>
    seat(color, state?.seats[color].player ?? (color === "black" ? "human" : null), size, changed),
  );
  return {
    node: el(
      "div.seats",
      {},
      seats.map((one) => one.node),
    ),
    /** @param {number} n */
    fit(n) {
      for (const one of seats) one.fit(n);
    },
    problem: () => seats.map((one) => one.problem()).find(Boolean) ?? "",
    /** @returns {Choice} */
    choice() {
      const [black, white] = seats.map((one) => one.player());
      return { black, white };
    },
  };
}

/**
 * @param {Color} color
 * @param {string | null} player  the current player
 * @param {number} size
 * @param {() => void} changed  called after each choice
 */
function seat(color, player, size, changed) {
  const name = uniqueId("seat");
  const [kind, settings = ""] = (player ?? `${catalogue.find((one) => one.friendly)?.name ?? catalogue[0].name}`).split(
    /:(.*)/s,
  );
  const human = el("input", { type: "radio", name, checked: kind === "human", onchange: draw });
  const computer = el("input", { type: "radio", name, checked: kind !== "human", onchange: draw });
  const pick = el("select.field", {
    "aria-label": color === "black" ? _("Opponent with Black") : _("Opponent with White"),
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
          { value: one.name, selected: one.name === keep },
          one.sizes.includes(n)
            ? `${one.title}: ${one.sentence}`
            : _("{player} (not on {size})", { player: one.title, size: boardSize(n) }),
        ),
      ),
    );
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
              one.choices.map((name) => el("option", { value: name, selected: name === value }, CHOICES[name] ?? name)),
            )
          : el("input.field", {
              id,
              type: "number",
              min: one.low,
              max: one.high,
              step: Number.isInteger(one.default) ? 1 : "any",
              oninput: describe,
              value,
              title: _("{meaning} ({low} to {high})", { meaning: one.meaning, low: one.low, high: one.high }),
            });
        inputs[one.name] = { input, usual };
        return [
          el("label", { htmlFor: id, title: one.meaning }, SETTINGS[one.name] ?? one.name),
          inputs[one.name].input,
        ];
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
    about.textContent = human.checked ? _("A person at this screen.") : `${chosen().sentence} ${strength()}`.trim();
    changed();
  }
  // Ratings were measured on 8×8 with default settings, and for each level of opponents that have levels.
  function strength() {
    if (size !== RATED_SIZE) return "";
    const settings = changedSettings();
    if (settings.length === 0) return chosen().strength;
    return settings.length === 1 && settings[0][0] === "level"
      ? (chosen().levels[Number(settings[0][1]) - 1] ?? "")
      : "";
  }
  function changedSettings() {
    return Object.entries(inputs)
      .filter(([, { input, usual }]) => (input.type === "number" ? Number(input.value) : input.value) !== usual)
      .map(([key, { input }]) => [key, input.value]);
  }
  const node = el(
    "fieldset.group",
    {},
    el("legend", {}, icon(`disc-${color}`), color === "black" ? _("Black (moves first)") : _("White")),
    el("label.choice", {}, human, el("span", {}, _("Human"))),
    el("label.choice", {}, computer, el("span", {}, _("Computer"))),
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
    problem() {
      const able = catalogue.filter((one) => one.sizes.includes(size)).map((one) => one.title);
      return human.checked || chosen().sizes.includes(size) ? "" : cannot(chosen().title, size, able);
    },
    player() {
      if (human.checked) return "human";
      const settings = changedSettings().map(([key, value]) => `${key}=${value}`);
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
  { id: "new", topic: "play", label: _("New game"), icon: "new", open: openNewGame, start: ["programs"] },
];
