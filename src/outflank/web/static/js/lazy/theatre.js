// A club event: boards, standings with error bars, next games. Full screen for a projector.
//
// The tab's stream sends the whole event. A player's own game opens when it starts.

import { announce } from "../desktop/announce.js";
import { el, icon, sentenceOf, svg } from "../desktop/dom.js";
import { _ } from "../desktop/language.js";
import { askText, messageBox } from "../desktop/message_box.js";
import { launch } from "../desktop/programs.js";
import { settings } from "../desktop/settings.js";
import { sounds } from "../desktop/sounds.js";
import { close, findWindow, openWindow, toggleMaximise } from "../desktop/windows.js";
import { get, send } from "../game/api.js";
import { boardView } from "../game/board_view.js";
import { openTakenSeat } from "../game/shared_game.js";
import { follow, stream } from "../game/stream.js";
import { against, andMore, boardSize, clockText, countGames, entrants, FOR_OTHERS, gamesOf } from "../game/words.js";
import { memberDialog } from "./club_dialogs.js";
import { PROGRAM } from "./club_player.js";

/** @import { EventBoard, EventLine, EventView, LessonResults, YouView } from "../game/shapes.js" */

/** @type {Record<string, string>} */
export const FORMATS = {
  swiss: _("Swiss"),
  "round-robin": _("Round robin"),
  "knock-out": _("Knockout"),
  gauntlet: _("Gauntlet"),
};
/** @type {Record<EventView["state"], string>} */
export const STATES = {
  open: _("Open for entries"),
  running: _("In progress"),
  over: _("Finished"),
  closed: _("Closed"),
};
export const HOST_KEY = "outflank.host-key"; // kept while the tab is open
const TICK = 500; // ms between clock updates

/**
 * @param {string} id
 * @param {{ whole?: boolean }} [how]  `whole`: fill the desktop
 */
export async function openEvent(id, { whole = false } = {}) {
  const there = findWindow("event");
  if (there) close(there);
  let event = /** @type {EventView | null} */ (null);
  let you = /** @type {YouView | null} */ (null);
  let known = ""; // the last own game that was opened
  let heard = 0;
  const facts = el("p");
  const actions = el("div.theatre-do");
  const boards = el("div.theatre-boards");
  const side = el("div.theatre-side");
  const results = el("div", { role: "region", "aria-label": _("Lesson") });
  let lesson = ""; // whose results the host sees
  const title = el("h2");
  const stage = el("div.theatre", {}, el("div.theatre-head", {}, title, facts, actions), boards, side);
  /** @type {Map<string, ReturnType<typeof board>>} */
  const shown = new Map(); // by game, so that a click in progress is not lost
  try {
    you = await get("/api/club/you");
    event = await get(`/api/club/events/${id}`);
  } catch (problem) {
    await messageBox({ title: _("Event"), text: sentenceOf(problem), icon: "warning" });
    return;
  }
  const timer = setInterval(tick, TICK);
  draw(event);
  const win = openWindow({
    id: "event",
    title: event.name,
    icon: "trophy",
    width: 720,
    height: 500,
    minWidth: 320,
    minHeight: 300,
    content: stage,
    onclose: () => {
      clearInterval(timer);
      stream.removeEventListener("event", receive);
      follow({ event: "" });
    },
  });
  if (whole) toggleMaximise(win);
  stream.addEventListener("event", receive);
  follow({ event: id });
  bring();

  /** @param {{ detail: EventView }} news */
  function receive({ detail }) {
    if (detail.id !== id) return;
    event = detail;
    draw(detail);
    bring();
  }

  /** Open the player's own game when it starts; this window stays open. */
  async function bring() {
    const me = you?.who?.id;
    const mine = event?.boards.find((one) => me && (one.black.id === me || one.white.id === me));
    if (!mine || mine.game === known || document.fullscreenElement) return;
    known = mine.game;
    sounds.ding();
    announce(_("Your game begins."));
    await openTakenSeat(mine.game);
    launch("game");
  }

  /** @param {EventView} now */
  function draw(now) {
    heard = performance.now();
    const { played, round, rounds } = now;
    const games = now.games === null ? countGames(played) : gamesOf(played, now.games);
    title.textContent = now.name;
    facts.textContent = [
      FORMATS[now.format],
      now.state !== "running" || rounds === 1
        ? STATES[now.state]
        : rounds === null
          ? _("Round {round}", { round })
          : _("Round {round} of {count}", { round, count: rounds }),
      now.state === "open" ? entrants(now.entrants.length) : games,
      clockText(now.control),
      now.size === 8 ? "" : boardSize(now.size),
      now.rated ? _("Rated") : "",
    ]
      .filter(Boolean)
      .join(" · ");
    drawActions(now);
    const columns = Math.ceil(Math.sqrt(Math.max(1, now.boards.length)));
    boards.style.setProperty("--n", String(columns));
    const playing = now.boards.map((game) => {
      const there = shown.get(game.game) ?? board(game);
      shown.set(game.game, there);
      there.draw(game);
      return there.node;
    });
    for (const game of shown.keys()) if (!now.boards.some((one) => one.game === game)) shown.delete(game);
    const more = now.boards_count - now.boards.length;
    const wanted = playing.length ? [...playing, ...(more ? [el("p", {}, andMore(more))] : [])] : [waiting(now)];
    if (wanted.length !== boards.children.length || wanted.some((one, i) => one !== boards.children[i]))
      boards.replaceChildren(...wanted);
    side.replaceChildren(...sideOf(now), results);
  }

  /** The available actions; unchanged buttons are kept. @param {EventView} now */
  function drawActions(now) {
    const me = you?.who?.id;
    const inside = me && now.entrants.some((one) => one.id === me);
    const open = now.state === "open";
    /** @type {[string, () => unknown][]} */
    const wanted = [];
    if (open && sessionStorage.getItem(HOST_KEY)) wanted.push([_("Start event"), start]);
    const going = open || now.state === "running";
    if (going && sessionStorage.getItem(HOST_KEY) && !document.fullscreenElement) wanted.push([_("Expel…"), expel]);
    // i18n: take part in an event
    if (open && !inside) wanted.push([_("Enter"), enter]);
    if (inside && going) wanted.push([_("Leave event"), withdraw]);
    if (sessionStorage.getItem(HOST_KEY) && !document.fullscreenElement) wanted.push([_("Lesson…"), chooseLesson]);
    wanted.push([document.fullscreenElement ? _("Exit full screen") : _("Full screen"), fill]);
    if (wanted.map(([label]) => label).join() === [...actions.children].map((one) => one.textContent).join()) return;
    actions.replaceChildren(
      ...wanted.map(([label, onclick]) =>
        el(`button.push${onclick === enter ? ".default" : ""}`, { type: "button", onclick }, label),
      ),
    );
  }

  async function enter() {
    try {
      if (!you?.who) you = await memberDialog(you);
      if (!you?.who) return;
      event = await send("POST", `/api/club/events/${id}/entry`, { name: settings.get("name") });
      draw(event);
    } catch (problem) {
      await messageBox({ title: _("Event"), text: sentenceOf(problem), icon: "warning" });
    }
  }

  /** @param {(headers: { Authorization: string }) => Promise<EventView>} action */
  async function asHost(action) {
    try {
      draw(await action({ Authorization: `Bearer ${sessionStorage.getItem(HOST_KEY)}` }));
    } catch (problem) {
      await messageBox({ title: _("Event"), text: sentenceOf(problem), icon: "warning" });
    }
  }

  async function start() {
    await asHost((headers) => send("POST", "/api/club/host/events/start", { event: id }, { headers }));
  }

  /** The host sees who solved which exercises of a lesson. */
  async function chooseLesson() {
    const label = _("The link of a lesson. You will see which players solved its exercises.");
    const link = await askText({ title: _("Lesson"), label, value: lesson, ok: _("Show"), maxLength: 6200 });
    if (link === null) return;
    lesson = link.trim();
    await showResults();
  }

  async function showResults() {
    results.replaceChildren();
    if (!lesson) return;
    try {
      const headers = { Authorization: `Bearer ${sessionStorage.getItem(HOST_KEY)}` };
      const found = await send("POST", "/api/club/host/events/lesson", { event: id, lesson }, { headers });
      results.replaceChildren(lessonTable(found), button(_("Refresh"), showResults));
    } catch (problem) {
      lesson = "";
      await messageBox({ title: _("Lesson"), text: sentenceOf(problem), icon: "warning" });
    }
  }

  /** Expel a player who holds up the round or does not belong here. */
  async function expel() {
    const label = _("Name of the player to expel. Their games are forfeited.");
    const name = (await askText({ title: _("Expel"), label, icon: "trophy", ok: _("Expel"), maxLength: 40 }))?.trim();
    if (!name) return;
    const player = event?.entrants.find((one) => one.name.toLowerCase() === name.toLowerCase())?.id;
    if (!player) {
      await messageBox({
        title: _("Expel"),
        text: _("No player named {name} is in this event.", { name }),
        icon: "warning",
      });
      return;
    }
    await asHost((headers) => send("POST", "/api/club/host/events/expel", { event: id, player }, { headers }));
  }

  async function withdraw() {
    const text = _("You resign your current game and forfeit the rest. Before the event starts, nothing is lost.");
    if (
      (await messageBox({
        title: _("Leave event"),
        text,
        icon: "question",
        buttons: [_("Leave event"), _("Cancel")],
      })) !== _("Leave event")
    )
      return;
    await send("DELETE", `/api/club/events/${id}/entry`);
    draw(await get(`/api/club/events/${id}`));
  }

  async function fill() {
    if (document.fullscreenElement) await document.exitFullscreen();
    else await stage.requestFullscreen();
    if (event) draw(event);
  }

  /** Run the clocks between two moves. */
  function tick() {
    const gone = (performance.now() - heard) / 1000;
    for (const face of /** @type {NodeListOf<HTMLElement>} */ (boards.querySelectorAll("[data-left]")))
      face.textContent = time(Math.max(0, Number(face.dataset.left) - ("runs" in face.dataset ? gone : 0)));
  }
}

/**
 * @param {string} label
 * @param {() => unknown} onclick
 */
const button = (label, onclick) => el("button.push", { type: "button", onclick }, label);

/** @param {LessonResults} found */
function lessonTable({ title, results }) {
  /** @type {Record<string, [string, string]>} */
  const signs = { right: ["✓", _("solved")], wrong: ["✗", _("missed")], "": ["·", _("not answered")] };
  return el(
    "table",
    {},
    el("caption", {}, _("Lesson: {title}", { title })),
    el(
      "tbody",
      {},
      results.map(({ name, marks }) =>
        el(
          "tr",
          {},
          el("th", { scope: "row" }, name),
          marks.map((mark) => el("td", { "aria-label": signs[mark][1] }, signs[mark][0])),
        ),
      ),
    ),
  );
}

const WIDEST = 300; // Elo from end to end of an interval that is worth showing

/** @param {number} seconds */
const time = (seconds) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;

/**
 * A board that is redrawn with every move.
 * @param {EventBoard} game
 */
function board(game) {
  const view = boardView({ choose: () => {} });
  view.node.inert = true; // the whole is one button
  const top = el("div");
  const bottom = el("div");
  const frame = el("div.theatre-frame", {}, view.node);
  const node = el("button.theatre-board", {
    type: "button",
    "aria-label": _("Watch {game}", { game: against(game.black.name, game.white.name) }),
    onclick: async () => {
      if (document.fullscreenElement) await document.exitFullscreen();
      await openTakenSeat(game.game);
      launch("game");
    },
  });
  node.append(top, frame, bottom);
  /** @param {EventBoard} now */
  function draw(now) {
    const { game: id, size, board, last: square, turn } = now;
    /** @type {"black" | "white"} */
    const color = turn === "black" ? "white" : "black";
    const last = square ? { square, color } : null;
    top.replaceChildren(seat(now, "white"));
    view.draw({ id, size, board, legal: {}, last, moves: [], ply: 0, outcome: null });
    bottom.replaceChildren(seat(now, "black"));
  }
  return { node, draw };
}

/**
 * @param {EventBoard} game
 * @param {"black" | "white"} color
 */
function seat(game, color) {
  const left = game[`${color}_clock`];
  const runs = game.running && game.turn === color;
  return el(
    "span.theatre-seat",
    { dataset: game.turn === color ? { turn: "" } : {} },
    icon(`disc-${color}`, "small"),
    el("b", {}, game[color].name),
    el("output", {}, String([...game.board].filter((sign) => sign === (color === "black" ? "X" : "O")).length)),
    el("span", { dataset: { left, ...(runs ? { runs: "" } : {}) } }, time(left)),
  );
}

/** The content shown instead of boards. @param {EventView} event */
function waiting(event) {
  if (event.state !== "open") return el("p.theatre-verdict", {}, event.verdict ?? STATES[event.state]);
  const link = `${location.origin}${location.pathname}#event=${event.id}`;
  return el(
    "div.theatre-open",
    {},
    el(
      "p",
      {},
      _("To play, open {address} in a browser. Then choose Start > Club > Events > Enter.", { address: location.host }),
    ),
    el("p", {}, _("To enter a program, run:")),
    el("code", {}, `outflank join '${link}' ./mybot.py --name Cautious`),
    FOR_OTHERS && el("p", {}, FOR_OTHERS),
  );
}

/** @param {EventView} event */
function sideOf(event) {
  const list = (/** @type {string} */ title, /** @type {string[]} */ lines) =>
    lines.length
      ? [
          el("h3", {}, title),
          el(
            "ul",
            {},
            lines.map((one) => el("li", {}, one)),
          ),
        ]
      : [];
  return [
    ...(event.table.length
      ? [standings(event)]
      : list(
          _("Entrants"),
          event.entrants.map((one) => (one.program ? `${one.name} ${PROGRAM}` : one.name)),
        )),
    ...list(
      _("Next"),
      event.next.slice(0, 6).map((one) => `${one.black} – ${one.white}`),
    ),
    ...list(_("Sitting out this round"), [...event.resting]),
    ...list(
      _("Latest results"),
      event.results.slice(0, 6).map((one) => {
        const score = one.discs ? `${one.discs[0]}–${one.discs[1]}` : one.winner === "black" ? "1–0" : "0–1";
        return `${one.black} ${score} ${one.white}${one.forfeit ? `: ${one.forfeit}` : ""}`;
      }),
    ),
  ];
}

/** @param {EventView} event */
function standings(event) {
  const known = event.table.filter((one) => one.low !== null && one.high !== null);
  // Few games say little about strength: then the points alone are shown.
  const rated = known.some((one) => (one.high ?? 0) - (one.low ?? 0) < WIDEST);
  const low = Math.min(...known.map((one) => one.low ?? 0));
  const high = Math.max(...known.map((one) => one.high ?? 0));
  return el(
    "table",
    {},
    el("caption", {}, _("Standings")),
    el(
      "thead",
      {},
      el(
        "tr",
        {},
        ["#", _("Name"), _("Points"), ...(rated ? [_("Elo (95 %)")] : [])].map((title) =>
          el("th", { scope: "col" }, title),
        ),
      ),
    ),
    el(
      "tbody",
      {},
      event.table.map((one) =>
        el(
          "tr",
          { className: [one.left && "left", one.playing && "playing"].filter(Boolean).join(" ") },
          el("td", {}, String(one.rank)),
          el("th", { scope: "row" }, one.who.name, one.who.program && icon("network", "small")),
          el("td", {}, String(one.points)),
          rated && el("td", {}, bar(one, low, high)),
        ),
      ),
    ),
  );
}

/**
 * A rating with its error bar, on the common scale.
 * @param {EventLine} one
 * @param {number} low
 * @param {number} high
 */
function bar(one, low, high) {
  if (one.elo === null || one.low === null || one.high === null) return "–";
  const at = (/** @type {number} */ elo) => (100 * (elo - low)) / Math.max(1, high - low);
  const sure = Math.round((one.high - one.low) / 2);
  const words = `${one.elo > 0 ? "+" : ""}${Math.round(one.elo)} ± ${sure}`;
  const picture = svg("svg", {
    class: "theatre-bar",
    viewBox: "0 0 100 10",
    preserveAspectRatio: "none",
    "aria-hidden": "true",
  });
  picture.append(
    svg("line", { x1: at(one.low), x2: at(one.high), y1: 5, y2: 5 }),
    svg("rect", { x: at(one.elo) - 1.2, y: 1, width: 2.4, height: 8 }),
  );
  return el("span.theatre-elo", {}, picture, words);
}
