// The club: members online, open games, games to watch, results, the ladder, and the search for an opponent.
// Keys   Tab moves through games and names, Enter opens them
//
// The tab's stream sends the whole club after each change.

import { announce } from "../desktop/announce.js";
import { balloon } from "../desktop/balloon.js";
import { el, icon, sentenceOf } from "../desktop/dom.js";
import { fetched } from "../desktop/fetched.js";
import { _, ngettext } from "../desktop/language.js";
import { messageBox } from "../desktop/message_box.js";
import { launch } from "../desktop/programs.js";
import { settings } from "../desktop/settings.js";
import { tabs } from "../desktop/tabs.js";
import { findWindow, focus, openWindow } from "../desktop/windows.js";
import { get, requestId, send } from "../game/api.js";
import { openEvent } from "../game/lazy_windows.js";
import { clockField } from "../game/new_game.js";
import { openTakenSeat } from "../game/shared_game.js";
import { follow, stream } from "../game/stream.js";
import { table } from "../game/table.js";
import { thumbnail } from "../game/thumbnail.js";
import { against, andMore, boardSize, clockText, entrants, PACES, sideText } from "../game/words.js";
import { memberDialog, tableDialog } from "./club_dialogs.js";
import { person, resultsTable } from "./club_player.js";

/** @import { ClubView, LadderView, LiveGame, SeatOffer, YouView, YoursView } from "../game/shapes.js" */

/** @typedef {LadderView["pace"]} Pace */

const TITLE = _("Club");
const ASK_ON = 2000; // ms between two requests while searching

const EVENTS = { open: _("Open for entries"), running: _("In progress"), over: _("Finished"), closed: _("Closed") };

/** @param {unknown} problem */
const refuse = (problem) => messageBox({ title: TITLE, text: sentenceOf(problem), icon: "warning" });

export function openClub() {
  const there = findWindow("club");
  if (there) {
    focus(there);
    return;
  }
  let you = /** @type {YouView | null} */ (null);
  let waiting = 0; // the timer of the search
  let counted = "";
  const me = el("div.club-me");
  const clock = clockField("5+3", false);
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
    { "aria-label": _("Time control"), onchange: () => drawLadder() },
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
        el("label.check", {}, rated, _("Rated")),
        ask,
        el("button.push", { type: "button", onclick: openSharedGameOfAddress }, _("Create a game…")),
      ),
      state,
      tabs(
        [
          {
            // i18n: what happens in the club now
            label: _("Now"),
            page: [
              mine,
              el("h2", {}, _("Open games")),
              seats,
              el("h2", {}, _("Games in progress")),
              boards,
              el("h2", {}, _("Online now")),
              people,
              el("button.link", { type: "button", onclick: invite }, _("Invite your program…")),
            ],
          },
          { label: _("Events"), page: [events] },
          { label: _("Results"), page: [results] },
          { label: _("Ladder"), page: [el("div.row", {}, pace), ladder] },
        ],
        _("The club"),
      ).node,
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
      el("b", {}, who ? who.name : _("You are a guest")),
      el(
        "small",
        {},
        who ? known.join(" · ") || _("No rated games yet") : _("Choose a unique name to play rated games."),
      ),
      el(
        "div",
        {},
        button(beMember, who ? _("Change…") : _("Choose a name…")),
        you?.sign_in && button(signIn, who ? _("Password…") : _("Sign in…")),
      ),
    );
  }

  async function signIn() {
    const later = await fetched(() => import("../lazy/sign_in.js"));
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
        : [el("p", {}, _("No open games. Create one or find an opponent."))]),
    );
    boards.replaceChildren(
      ...(club.games.length ? club.games.map(liveBoard) : [el("p", {}, _("No games in progress."))]),
      ...(club.games_count > club.games.length
        ? [el("p", {}, ngettext("{count} game in total.", "{count} games in total.", club.games_count))]
        : []),
    );
    people.replaceChildren(...club.here.map((one) => el("li", {}, person(one))));
    if (club.here_count > club.here.length) people.append(el("li", {}, andMore(club.here_count - club.here.length)));
    if (!club.here.length) people.append(el("li", {}, _("No members are online.")));
    events.replaceChildren(
      ...(club.events.length
        ? club.events.map((one) =>
            el(
              "div.club-seat",
              {},
              el("b", {}, one.name),
              el("span", {}, [EVENTS[one.state], entrants(one.entrants.length), clockText(one.control)].join(" · ")),
              el(
                "button.push",
                {
                  type: "button",
                  "aria-label": _("Open {name}", { name: one.name }),
                  onclick: () => openEvent(one.id),
                },
                one.state === "open" ? _("Enter…") : _("View"),
              ),
            ),
          )
        : [el("p", {}, _("There are no events at the moment. Only the host of this server can create one."))]),
    );
    results.replaceChildren(resultsTable(club.results, _("No games in the last 24 hours.")));
    const now = club.results.map((one) => one.game).join();
    if (now !== counted || !ladder.firstChild) {
      counted = now;
      drawLadder();
    }
    if (!waiting)
      state.textContent = club.seeking
        ? ngettext(
            "{count} player is looking for an opponent.",
            "{count} players are looking for an opponent.",
            club.seeking,
          )
        : "";
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
                ["", _("Name"), _("Rating"), _("Games")].map((head) => el("th", { scope: "col" }, head)),
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
        : el("p", {}, _("No rated games with this time control yet.")),
    );
  }

  /** @param {{ detail: YoursView }} event */
  function drawMine({ detail: { games } }) {
    mine.replaceChildren(
      ...(games.length ? [el("h2", {}, _("Your games"))] : []),
      ...games.map((one) =>
        el(
          "div.club-seat",
          {},
          person(one.who),
          el("span", {}, sideText(one.color)),
          one.your_turn && el("strong", {}, _("Your move")),
          el(
            "button.push",
            {
              type: "button",
              "aria-label": _("Continue against {player}", { player: one.who.name }),
              onclick: () => goTo(one.game),
            },
            _("Continue"),
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

  // --- Opponent search -------------------------------------------------------------------------------

  function drawAsk() {
    ask.textContent = waiting ? _("Cancel search") : _("Find an opponent");
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
      state.textContent = _("Searching for an opponent… {seconds} s", { seconds: Math.round(found.waited) });
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

  /** @param {{ detail: string }} event  the game that was found */
  async function paired({ detail }) {
    if (waiting) clearTimeout(waiting);
    waiting = 0;
    drawAsk();
    await send("DELETE", "/api/club/seek");
    announce(_("Opponent found."));
    await goTo(detail);
    const { seats } = table.state;
    const computer = seats.black.human ? seats.white : seats.black;
    if (computer.human) return;
    const named = { player: computer.title };
    balloon({
      title: TITLE,
      text: _("No player came. {player}, a computer opponent, plays with you. The game is not rated.", named),
    });
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

const invite = async () => (await fetched(() => import("../lazy/invited_programs.js")))?.openPrograms();

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
    sideText(offer.color),
    clockText(offer.control),
    offer.size === 8 ? "" : boardSize(offer.size),
    offer.rated ? _("Rated") : "",
  ].filter(Boolean);
  return el(
    "div.club-seat",
    {},
    person(offer.who),
    el("span", {}, facts.join(" · ")),
    el(
      "button.push",
      {
        type: "button",
        "aria-label": _("Play against {player}", { player: offer.who.name }),
        onclick: () => sit(offer),
      },
      _("Play"),
    ),
  );
}

/** @param {LiveGame} game */
function liveBoard(game) {
  return el(
    "button.club-board",
    {
      type: "button",
      "aria-label": _("Watch {game}", { game: against(game.black.name, game.white.name) }),
      onclick: () => goTo(game.game),
    },
    thumbnail(game.board, game.size),
    el("span", {}, icon("disc-black", "small"), game.black.name),
    el("span", {}, icon("disc-white", "small"), game.white.name),
  );
}
