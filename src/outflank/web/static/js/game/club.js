// The club: who is here, seats to take with one click, games to watch, results and the ladder; an opponent in seconds.
// Keys   Tab goes through seats, boards and names, Enter opens them
//
// It comes by the tab's stream, whole, whenever something has changed.

import { announce } from "../desktop/announce.js";
import { el, icon, sentenceOf } from "../desktop/dom.js";
import { messageBox } from "../desktop/message_box.js";
import { launch } from "../desktop/programs.js";
import { settings } from "../desktop/settings.js";
import { tabs } from "../desktop/tabs.js";
import { findWindow, focus, openWindow } from "../desktop/windows.js";
import { get, requestId, send } from "./api.js";
import { memberDialog, tableDialog } from "./club_dialogs.js";
import { openPlayer, person, resultsTable } from "./club_player.js";
import { fetched, openEvent } from "./lazy_windows.js";
import { clockField } from "./new_game.js";
import { openTakenSeat } from "./shared_game.js";
import { follow, stream } from "./stream.js";
import { thumbnail } from "./thumbnail.js";
import { COLOR, ordinary, PACES } from "./words.js";

/** @import { Program } from "../desktop/programs.js" */
/** @import { ClubView, LadderView, LiveGame, SeatOffer, YouView, YoursView } from "./shapes.js" */

/** @typedef {LadderView["pace"]} Pace */

const TITLE = "Club";
const ASK_ON = 2000; // ms between two signs that one still waits

const EVENTS = { open: "open for entries", running: "being played", over: "over", closed: "closed" };

/** @param {unknown} problem */
const refuse = (problem) => messageBox({ title: TITLE, text: sentenceOf(problem), icon: "warning" });

function openClub() {
  const there = findWindow("club");
  if (there) {
    focus(there);
    return;
  }
  let you = /** @type {YouView | null} */ (null);
  let waiting = 0; // the timer of the request for an opponent
  let counted = "";
  const me = el("div.club-me");
  const clock = clockField("5+3");
  const rated = el("input", { type: "checkbox" });
  const ask = el("button.push.default", { type: "button", onclick: () => (waiting ? stop() : seek()) });
  const state = el("p.club-state", { role: "status" });
  const mine = el("div.club-seats");
  const seats = el("div.club-seats");
  const boards = el("div.club-boards");
  const people = el("ul.club-people");
  const events = el("div.club-seats");
  const results = el("div.club-results");
  const pace = el(
    "select.field",
    { "aria-label": "Pace", onchange: () => drawLadder() },
    Object.entries(PACES).map(([id, words]) => el("option", { value: id }, words)),
  );
  const ladder = el("div.club-ladder");
  openWindow({
    id: "club",
    title: TITLE,
    icon: "network",
    width: 560,
    height: 480,
    minWidth: 320,
    minHeight: 300,
    content: el(
      "div.window-body.club",
      {},
      me,
      el(
        "div.club-ask",
        {},
        clock.node,
        el("label.check", {}, rated, "Rated"),
        ask,
        el("button.push", { type: "button", onclick: openSharedGameOfAddress }, "Open a table…"),
      ),
      state,
      tabs(
        [
          {
            label: "Now",
            page: [
              mine,
              el("h2", {}, "Seats to take"),
              seats,
              el("h2", {}, "Games being played"),
              boards,
              el("h2", {}, "Here now"),
              people,
              el("button.link", { type: "button", onclick: invite }, "Invite a program of yours…"),
            ],
          },
          { label: "Events", page: [events] },
          { label: "Results", page: [results] },
          { label: "Ladder", page: [el("div.row", {}, pace), ladder] },
        ],
        "The club",
      ),
    ),
    onclose: () => {
      stop();
      stream.removeEventListener("club", receive);
      stream.removeEventListener("paired", paired);
      stream.removeEventListener("yours", drawMine);
      follow({ club: Boolean(findWindow("host")) });
    },
  });
  stream.addEventListener("club", receive);
  stream.addEventListener("paired", paired);
  stream.addEventListener("yours", drawMine);
  follow({ club: true });
  drawAsk();
  load();

  async function load() {
    try {
      you = await get("/api/club/you");
      draw(await get("/api/club"));
    } catch (problem) {
      await refuse(problem);
      return;
    }
    drawMe();
    rated.disabled = !you.who;
    if (you.seek) seek();
  }

  function drawMe() {
    const who = you?.who;
    const known = (you?.strengths ?? []).map((one) => `${PACES[one.pace]} ${one.rating} ± ${one.uncertainty}`);
    const button = (/** @type {() => void} */ onclick, /** @type {string} */ label) =>
      el("button.push", { type: "button", onclick }, label);
    me.replaceChildren(
      icon(who?.face ?? "user"),
      el("b", {}, who ? who.name : "You are a guest"),
      el(
        "small",
        {},
        who ? known.join(" · ") || "No rated game yet" : "Take a name that nobody else has, to be rated.",
      ),
      el(
        "div",
        {},
        button(beMember, who ? "Change…" : "Take a name…"),
        you?.sign_in && button(signIn, who ? "Password…" : "Sign in…"),
      ),
    );
  }

  async function signIn() {
    const later = await fetched(import("../lazy/sign_in.js"));
    if (!later || !you) return;
    if (you.who) later.openPassword(you, load);
    else later.openSignIn();
  }

  /** @param {ClubView} club */
  function draw(club) {
    const free = club.seats.filter((one) => one.who.id === null || one.who.id !== you?.who?.id);
    seats.replaceChildren(
      ...(free.length
        ? free.map((offer) => seatRow(offer, sit))
        : [el("p", {}, "Nobody waits at a table. Open one, or ask for an opponent.")]),
    );
    boards.replaceChildren(
      ...(club.games.length ? club.games.map(liveBoard) : [el("p", {}, "No game is being played.")]),
      ...(club.games_count > club.games.length ? [el("p", {}, `${club.games_count} games in all.`)] : []),
    );
    people.replaceChildren(...club.here.map((one) => el("li", {}, person(one))));
    if (club.here_count > club.here.length)
      people.append(el("li", {}, `and ${club.here_count - club.here.length} more`));
    if (!club.here.length) people.append(el("li", {}, "Nobody with a name is here."));
    events.replaceChildren(
      ...(club.events.length
        ? club.events.map((one) =>
            el(
              "div.club-seat",
              {},
              el("b", {}, one.name),
              el("span", {}, `${EVENTS[one.state]}, ${ordinary(one.entrants.length, "entrant")}, clock ${one.control}`),
              el(
                "button.push",
                { type: "button", "aria-label": `Open ${one.name}`, onclick: () => openEvent(one.id) },
                one.state === "open" ? "Enter…" : "Look",
              ),
            ),
          )
        : [el("p", {}, "There is no tournament now; the host of this server makes them.")]),
    );
    results.replaceChildren(resultsTable(club.results, "Nothing was played in the last 24 hours."));
    const now = club.results.map((one) => one.game).join();
    if (now !== counted || !ladder.firstChild) {
      counted = now;
      drawLadder();
    }
    if (!waiting) state.textContent = club.seeking ? `${ordinary(club.seeking, "person")} asking for an opponent.` : "";
  }

  async function drawLadder() {
    const { rungs } = await get(`/api/club/ladder?pace=${/** @type {Pace} */ (pace.value)}`);
    ladder.replaceChildren(
      rungs.length
        ? el(
            "table",
            {},
            el(
              "thead",
              {},
              el(
                "tr",
                {},
                ["", "Name", "Rating", "Games"].map((head) => el("th", { scope: "col" }, head)),
              ),
            ),
            el(
              "tbody",
              {},
              rungs.map(({ rank, who, strength }) =>
                el(
                  "tr",
                  {},
                  el("td", {}, String(rank)),
                  el("th", { scope: "row" }, person({ ...who, rating: null })),
                  el("td", {}, `${strength.rating} ± ${strength.uncertainty}`),
                  el("td", {}, String(strength.games)),
                ),
              ),
            ),
          )
        : el("p", {}, "Nobody has played a rated game at this pace."),
    );
  }

  /** @param {{ detail: YoursView }} event */
  function drawMine({ detail: { games } }) {
    mine.replaceChildren(
      ...(games.length ? [el("h2", {}, "Your games")] : []),
      ...games.map((one) =>
        el(
          "div.club-seat",
          {},
          person(one.who),
          el("span", {}, `you have ${COLOR[one.color]}`),
          el(
            "button.push",
            { type: "button", "aria-label": `Go on with ${one.who.name}`, onclick: () => goTo(one.game) },
            "Go on",
          ),
        ),
      ),
    );
  }

  /** @param {{ detail: ClubView }} event */
  function receive({ detail }) {
    draw(detail);
  }

  async function beMember() {
    const made = await memberDialog(you);
    if (!made) return;
    you = made;
    rated.disabled = false;
    drawMe();
  }

  // --- An opponent -----------------------------------------------------------------------------------

  function drawAsk() {
    ask.textContent = waiting ? "Stop asking" : "Find an opponent";
  }

  async function seek() {
    const time = clock.value();
    try {
      const found = await send("POST", "/api/club/seek", {
        name: settings.get("name"),
        rated: rated.checked,
        ...(time ? { clock: time } : {}),
      });
      if (found.game) {
        paired({ detail: found.game });
        return;
      }
      state.textContent = `Looking for an opponent for ${Math.round(found.waited)} s…`;
      clearTimeout(waiting);
      waiting = setTimeout(seek, ASK_ON);
    } catch (problem) {
      waiting = 0;
      state.textContent = "";
      await refuse(problem);
    }
    drawAsk();
  }

  function stop() {
    if (!waiting) return;
    clearTimeout(waiting);
    waiting = 0;
    state.textContent = "";
    drawAsk();
    send("DELETE", "/api/club/seek");
  }

  /** @param {{ detail: string }} event  the table where somebody waits */
  async function paired({ detail }) {
    if (waiting) clearTimeout(waiting);
    waiting = 0;
    drawAsk();
    await send("DELETE", "/api/club/seek");
    announce("An opponent is found.");
    await goTo(detail);
  }

  async function openSharedGameOfAddress() {
    const wanted = await tableDialog(Boolean(you?.who));
    if (!wanted) return;
    try {
      const { id } = await send("POST", "/api/club/tables", {
        name: settings.get("name"),
        request: requestId(),
        ...wanted,
      });
      await goTo(id);
    } catch (problem) {
      await refuse(problem);
    }
  }

  /** @param {SeatOffer} offer */
  async function sit(offer) {
    try {
      await send("POST", `/api/club/tables/${offer.game}/seat`, { name: settings.get("name") });
      await goTo(offer.game);
    } catch (problem) {
      await refuse(problem);
    }
  }
}

const invite = async () => (await fetched(import("../lazy/invited_programs.js")))?.openPrograms();

/** @param {string} game */
async function goTo(game) {
  await openTakenSeat(game);
  launch("game");
}

/**
 * @param {SeatOffer} offer
 * @param {(offer: SeatOffer) => unknown} sit
 */
function seatRow(offer, sit) {
  const facts = [
    `you have ${COLOR[offer.color]}`,
    offer.control ? `clock ${offer.control}` : "no clock",
    offer.size === 8 ? "" : `${offer.size} × ${offer.size}`,
    offer.rated ? "rated" : "",
  ].filter(Boolean);
  return el(
    "div.club-seat",
    {},
    person(offer.who),
    el("span", {}, facts.join(", ")),
    el(
      "button.push",
      { type: "button", "aria-label": `Sit down with ${offer.who.name}`, onclick: () => sit(offer) },
      "Sit down",
    ),
  );
}

/** @param {LiveGame} game */
function liveBoard(game) {
  return el(
    "button.club-board",
    {
      type: "button",
      "aria-label": `Watch ${game.black.name} against ${game.white.name}`,
      onclick: () => goTo(game.game),
    },
    thumbnail(game.board, game.size),
    el("span", {}, icon("disc-black", "small"), game.black.name),
    el("span", {}, icon("disc-white", "small"), game.white.name),
  );
}

/** @type {Program[]} */
export const programs = [
  { id: "club", label: TITLE, icon: "network", open: openClub, start: ["programs"], note: "Play with others" },
  { id: "player", label: "Player", icon: "person", open: () => openPlayer(), inside: true },
];
