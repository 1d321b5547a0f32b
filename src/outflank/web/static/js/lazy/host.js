// For the host of the club: members, games and events, and everything that `outflank club` does.
//
// The key is kept while the tab is open, and sent only with requests from this window.

import { el, sentenceOf, uniqueId } from "../desktop/dom.js";
import { _ } from "../desktop/language.js";
import { askText, messageBox } from "../desktop/message_box.js";
import { tabs } from "../desktop/tabs.js";
import { close, findWindow, focus, openWindow } from "../desktop/windows.js";
import { ApiError, get, send } from "../game/api.js";
import { clockField, SIZES } from "../game/new_game.js";
import { follow, stream } from "../game/stream.js";
import { onServer } from "../game/transport.js";
import { against, entrants } from "../game/words.js";
import { FORMATS, HOST_KEY, openEvent, STATES } from "./theatre.js";

/** @import { EventSummary, EventView, HostView, NewEvent } from "../game/shapes.js" */

const TITLE = _("Host the club");
const PAUSE = 1000; // ms between updates, because boards change all the time

/** @param {unknown} problem */
const refuse = (problem) => messageBox({ title: TITLE, text: sentenceOf(problem), icon: "warning" });

export async function openHost() {
  const there = findWindow("host");
  if (there) {
    focus(there);
    return;
  }
  const key =
    sessionStorage.getItem(HOST_KEY) ??
    (await askText({ title: TITLE, label: _("Host key (created with: outflank club key):"), icon: "flag" }));
  if (!key) return;
  const headers = { Authorization: `Bearer ${key.trim()}` };
  const members = el("div.club-scroll");
  const games = el("div.club-scroll");
  const events = el("div.club-scroll");
  const series = el("div.club-scroll");
  let drawn = ["", "", "", ""];
  let looking = false;
  try {
    draw(await get("/api/club/host", { headers }));
  } catch (problem) {
    sessionStorage.removeItem(HOST_KEY);
    await refuse(problem);
    return;
  }
  sessionStorage.setItem(HOST_KEY, key);
  openWindow({
    id: "host",
    title: TITLE,
    icon: "flag",
    width: 560,
    height: 420,
    minWidth: 320,
    minHeight: 260,
    content: el(
      "div.window-body.club",
      {},
      tabs(
        [
          { label: _("Members"), page: [members] },
          { label: _("Games"), page: [games] },
          {
            label: _("Events"),
            page: [el("div.row", {}, push(_("New event…"), make)), events],
          },
          { label: _("Ratings"), page: [series] },
        ],
        TITLE,
      ).node,
    ),
    onclose: () => {
      stream.removeEventListener("club", lookAgain);
      follow({ club: Boolean(findWindow("club")) });
    },
  });
  stream.addEventListener("club", lookAgain);
  follow({ club: true });

  /** Reload the host's view after a change in the club, one request at a time. */
  async function lookAgain() {
    if (looking) return;
    looking = true;
    setTimeout(async () => {
      looking = false;
      const win = findWindow("host");
      if (!win) return;
      try {
        draw(await get("/api/club/host", { headers }));
      } catch (problem) {
        if (!(problem instanceof ApiError) || problem.status !== 401) return; // the next update shows more
        sessionStorage.removeItem(HOST_KEY);
        close(win);
        await refuse(problem);
      }
    }, PAUSE);
  }

  /** @param {() => Promise<HostView | null>} action */
  async function act(action) {
    try {
      const view = await action();
      if (view) draw(view);
    } catch (problem) {
      await refuse(problem);
    }
  }

  /** Unchanged parts keep their elements and focus. @param {HostView} view */
  function draw(view) {
    const now = [
      JSON.stringify([view.members, view.banned]),
      JSON.stringify(view.games.map(({ game }) => game)),
      JSON.stringify(view.events),
      JSON.stringify(view.suspicious),
    ];
    const [drawMembers, drawGames, drawEvents, drawSeries] = now.map((one, part) => one !== drawn[part]);
    drawn = now;
    if (drawMembers) listMembers(view);
    if (drawGames) listGames(view);
    if (drawSeries) listSeries(view);
    if (drawEvents)
      events.replaceChildren(...(view.events.length ? view.events.map(row) : [el("p", {}, _("No events yet."))]));
  }

  /** @param {HostView} view */
  function listMembers(view) {
    members.replaceChildren(
      el(
        "table",
        {},
        el(
          "tbody",
          {},
          view.members.map((one) =>
            el(
              "tr",
              {},
              el("th", { scope: "row" }, one.name),
              el("td", {}, [one.program && _("Program"), one.here && _("Online")].filter(Boolean).join(", ")),
              el(
                "td.host-do",
                {},
                link(_("Rename"), one.name, () => rename(one.id, one.name)),
                !one.program && link(_("Code"), one.name, () => code(one.id, one.name)),
                link(_("Remove"), one.name, () =>
                  sure(_("Remove the member {name}? The games are kept.", { name: one.name }), () =>
                    send("POST", "/api/club/host/remove", { player: one.id }, { headers }),
                  ),
                ),
                link(_("Ban"), one.name, () =>
                  sure(_("Ban {name} from playing against others here?", { name: one.name }), () =>
                    send("POST", "/api/club/host/ban", { player: one.id }, { headers }),
                  ),
                ),
                link(_("Export"), one.name, () => save(one.id, one.name)),
                link(_("Delete"), one.name, () =>
                  sure(_("Delete all data of {name}? You cannot undo this.", { name: one.name }), () =>
                    send("POST", "/api/club/host/delete", { player: one.id }, { headers }),
                  ),
                ),
              ),
            ),
          ),
        ),
      ),
      ...(view.banned.length ? [el("h2", {}, _("Banned"))] : []),
      ...view.banned.map((name) =>
        el(
          "div.club-seat",
          {},
          el("span", {}, name),
          link(_("Unban"), name, () => act(() => send("POST", "/api/club/host/unban", { name }, { headers }))),
        ),
      ),
    );
  }

  /** @param {HostView} view */
  function listGames(view) {
    games.replaceChildren(
      ...(view.games.length
        ? view.games.map(({ game, black, white }) =>
            el(
              "div.club-seat",
              {},
              el("span", {}, against(black.name, white.name)),
              link(_("Close"), against(black.name, white.name), () =>
                act(() => send("POST", "/api/club/host/close", { game }, { headers })),
              ),
            ),
          )
        : [el("p", {}, _("No games in progress."))]),
    );
  }

  /** @param {HostView} view */
  function listSeries(view) {
    series.replaceChildren(
      el("p", {}, _("Series of rated games within a day that are one-sided or very short:")),
      ...(view.suspicious.length
        ? view.suspicious.map(({ winner, loser, names: [first, second], points, games, moves }) =>
            el(
              "div.club-seat",
              {},
              el(
                "span",
                {},
                _("{winner} won {points} points in {games} games against {loser}, with {moves} moves per game.", {
                  winner: first,
                  loser: second,
                  points,
                  games,
                  moves: Math.round(moves),
                }),
              ),
              link(_("Take ratings back"), against(first, second), () =>
                sure(_("Take back the ratings of all games of {first} and {second}?", { first, second }), () =>
                  send("POST", "/api/club/host/unrate", { winner, loser }, { headers }),
                ),
              ),
            ),
          )
        : [el("p", {}, _("None in the last month."))]),
    );
  }

  /** @param {EventSummary} one */
  function row(one) {
    const event = one.id;
    return el(
      "div.club-seat",
      {},
      link(one.name, "", () => openEvent(event)),
      el("span", {}, [FORMATS[one.format], STATES[one.state], entrants(one.entrants.length)].join(" · ")),
      one.state === "open" &&
        push(_("Start event"), () =>
          act(async () => {
            await send("POST", "/api/club/host/events/start", { event }, { headers });
            await openEvent(event);
            return get("/api/club/host", { headers });
          }),
        ),
      (one.state === "open" || one.state === "running") &&
        push(_("Close"), () => act(() => send("POST", "/api/club/host/events/close", { event }, { headers }))),
      one.played > 0 && el("a", { href: onServer(`/api/club/events/${event}/log`), download: "event.jsonl" }, _("Log")),
    );
  }

  /**
   * @param {string} player
   * @param {string} was
   */
  async function rename(player, was) {
    const name = await askText({ title: _("Rename"), label: _("New name:"), value: was, maxLength: 24 });
    if (name) await act(() => send("POST", "/api/club/host/rename", { player, name }, { headers }));
  }

  /**
   * @param {string} player
   * @param {string} name
   */
  async function code(player, name) {
    const text = _(
      "With a code, {name} can sign in again after losing the browser or the password. The code works once. " +
        "It disables the old password.",
      { name },
    );
    const buttons = [_("Create code"), _("Cancel")];
    const title = _("Code for {name}", { name });
    if ((await messageBox({ title, text, icon: "question", buttons })) !== buttons[0]) return;
    await act(async () => {
      const made = await send("POST", "/api/club/host/code", { player }, { headers });
      await askText({
        title: _("The code is created"),
        label: _("Give this code only to {name}, who enters it at Start > Move to another device:", { name }),
        value: made.code,
      });
      return null;
    });
  }

  /**
   * @param {string} text
   * @param {() => Promise<HostView>} action
   */
  async function sure(text, action) {
    const answer = await messageBox({ title: TITLE, text, icon: "warning", buttons: [_("Yes"), _("No")] });
    if (answer === _("Yes")) await act(action);
  }

  /**
   * @param {string} player
   * @param {string} name
   */
  async function save(player, name) {
    await act(async () => {
      const asked = { method: "POST", headers: { ...headers, "Content-Type": "application/json" } };
      const answer = await fetch(onServer("/api/club/host/export"), { ...asked, body: JSON.stringify({ player }) });
      if (!answer.ok) throw new Error((await answer.json()).error);
      const href = URL.createObjectURL(await answer.blob());
      el("a", { href, download: `${name}.json` }).click();
      setTimeout(() => URL.revokeObjectURL(href), 60_000);
      return null;
    });
  }

  async function make() {
    const wanted = await eventDialog();
    if (!wanted) return;
    await act(async () => {
      const { id } = await send("POST", "/api/club/host/events", wanted, { headers });
      await openEvent(id);
      return get("/api/club/host", { headers });
    });
  }
}

/**
 * @param {string} label
 * @param {() => unknown} onclick
 */
const push = (label, onclick) => el("button.push", { type: "button", onclick }, label);

/**
 * @param {string} label
 * @param {string} whom
 * @param {() => unknown} onclick
 */
const link = (label, whom, onclick) =>
  el("button.link", { type: "button", "aria-label": whom ? `${label}: ${whom}` : label, onclick }, label);

/** @returns {Promise<NewEvent | null>} */
function eventDialog() {
  return new Promise((resolve) => {
    const clock = clockField("3+2", false);
    const field = (/** @type {string} */ label, /** @type {HTMLElement} */ input) => {
      input.id = uniqueId("event");
      return el("div.row", {}, el("label", { htmlFor: input.id }, label), input);
    };
    const number = (/** @type {string} */ name, /** @type {number} */ min, /** @type {number} */ value) =>
      el("input.field", { type: "number", name, min, max: 50, value });
    const form = el(
      "form.window-body.dialog.friend.event-form",
      {
        onsubmit: (submitted) => {
          submitted.preventDefault();
          const said = new FormData(form);
          resolve({
            name: String(said.get("name")),
            format: /** @type {NewEvent["format"]} */ (said.get("format")),
            pairs: Number(said.get("pairs")),
            rounds: Number(said.get("rounds")),
            size: Number(said.get("size")),
            openings: String(said.get("openings")),
            rated: said.has("rated"),
            clock: clock.value() || "3+2",
          });
          close(win);
        },
      },
      field(_("Name:"), el("input.field", { name: "name", required: true, maxLength: 60, autocomplete: "off" })),
      field(
        _("Format:"),
        el(
          "select.field",
          { name: "format" },
          Object.entries(FORMATS).map(([id, words]) => el("option", { value: id }, words)),
        ),
      ),
      field(_("Pairs of games (colors swapped):"), number("pairs", 1, 1)),
      field(_("Swiss rounds (0: automatic):"), number("rounds", 0, 0)),
      field(
        _("Board size:"),
        el(
          "select.field",
          { name: "size" },
          SIZES.map((n) => el("option", { value: n, selected: n === 8 }, `${n} × ${n}`)),
        ),
      ),
      field(
        _("Openings:"),
        el(
          "select.field",
          { name: "openings" },
          el("option", { value: "" }, _("Standard for this size")),
          el("option", { value: "start" }, _("Start position")),
          el("option", { value: "random:6" }, _("Six random moves")),
        ),
      ),
      el("div.row", {}, clock.node),
      el("label.check", {}, el("input", { type: "checkbox", name: "rated" }), _("Rated (8 × 8 only)")),
      el(
        "div.buttons",
        {},
        el("button.push.default", { type: "submit" }, _("Create")),
        el("button.push", { type: "button", onclick: () => close(win) }, _("Cancel")),
      ),
    );
    const win = openWindow({
      id: "event-form",
      title: _("New event"),
      icon: "trophy",
      width: 380,
      modal: true,
      content: form,
      onclose: () => resolve(null),
    });
  });
}
