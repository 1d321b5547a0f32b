// A member's profile: ratings with their history, record, recent games, openings; and names in lists.

import { el, icon, sentenceOf, svg } from "../desktop/dom.js";
import { fetched } from "../desktop/fetched.js";
import { _, ngettext } from "../desktop/language.js";
import { messageBox } from "../desktop/message_box.js";
import { launch } from "../desktop/programs.js";
import { close, findWindow, openWindow } from "../desktop/windows.js";
import { get } from "../game/api.js";
import { openTakenSeat } from "../game/shared_game.js";
import { COLOR, countGames, PACES, when } from "../game/words.js";

/** @import { RatingCurve, PersonView, PlayerView, ResultView } from "../game/shapes.js" */

const BEGIN = 1500; // a new member's rating
export const PROGRAM = _("(program)");
let last = ""; // the member last shown

/**
 * A player's name; for a member it opens the profile.
 * @param {PersonView} who
 */
export function person({ id, name, face, program, rating }) {
  const words = [face && icon(face, "small"), name, program ? ` ${PROGRAM}` : "", rating === null ? "" : ` ${rating}`];
  return id ? el("button.link", { type: "button", onclick: () => openPlayer(id) }, ...words) : el("span", {}, ...words);
}

/**
 * @param {readonly ResultView[]} results
 * @param {string} none  the text if there are none
 */
export function resultsTable(results, none) {
  if (!results.length) return el("p", {}, none);
  const heads = [_("Black"), _("White"), _("Result"), _("Clock"), _("When")];
  return el(
    "table",
    {},
    el(
      "thead",
      {},
      el(
        "tr",
        {},
        heads.map((head) => el("th", { scope: "col" }, head)),
      ),
    ),
    el(
      "tbody",
      {},
      results.map((one) =>
        el(
          "tr",
          {},
          el("td", {}, person(one.black)),
          el("td", {}, person(one.white)),
          el("td", {}, el("button.link", { type: "button", onclick: () => watch(one.game) }, outcome(one))),
          el("td", {}, [one.control || "–", ...(one.rated ? [_("Rated")] : [])].join(", ")),
          el("td", {}, when(new Date(one.at * 1000).toISOString())),
        ),
      ),
    ),
  );
}

/** @param {ResultView} result */
function outcome({ score, reason, size }) {
  if (!score) return _("Draw");
  const player = COLOR[score > 0 ? "black" : "white"];
  if (reason === "resignation") return _("{player} wins by resignation", { player });
  if (reason === "time") return _("{player} wins on time", { player });
  if (reason === "absence") return _("{player} wins by absence", { player });
  const most = (size * size + Math.abs(score)) / 2;
  return _("{player} wins {score}", { player, score: `${most}–${size * size - most}` });
}

/** @param {string} game */
async function watch(game) {
  try {
    await openTakenSeat(game);
    launch("game");
  } catch (problem) {
    messageBox({ title: _("Club"), text: sentenceOf(problem), icon: "warning" });
  }
}

/** @param {string} [id] */
export async function openPlayer(id = last) {
  if (!id) return;
  last = id;
  /** @type {PlayerView} */
  let player;
  try {
    player = await get(`/api/club/players/${id}`);
  } catch (problem) {
    messageBox({ title: _("Club"), text: sentenceOf(problem), icon: "warning" });
    return;
  }
  const there = findWindow("player");
  if (there) close(there);
  const { won, drawn, lost } = player.record;
  openWindow({
    id: "player",
    title: player.who.name,
    icon: player.who.face ?? "person",
    width: 460,
    height: 430,
    minWidth: 300,
    minHeight: 260,
    beside: "club",
    content: el(
      "div.window-body.club.player",
      {},
      el(
        "div.club-me",
        {},
        icon(player.who.face ?? "person"),
        el("b", {}, player.who.name),
        el(
          "small",
          {},
          player.here ? _("Online") : _("Offline"),
          player.who.program ? " · " : "",
          player.who.program ? _("Program") : "",
        ),
        player.here && el("button.push", { type: "button", onclick: () => challenge(player.who) }, _("Challenge…")),
      ),
      el(
        "div.club-scroll",
        { tabIndex: 0, role: "region", "aria-label": player.who.name },
        el(
          "ul",
          {},
          player.strengths.map(({ pace, rating, uncertainty, games }) =>
            el("li", {}, `${PACES[pace]}: `, el("b", {}, String(rating)), ` ± ${uncertainty} · ${countGames(games)}`),
          ),
          el("li", {}, _("{won} won, {drawn} drawn, {lost} lost", { won, drawn, lost })),
        ),
        ...player.curves.map(curve),
        player.openings.length > 0 && el("h2", {}, _("Favorite openings")),
        player.openings.length > 0 &&
          el(
            "ul",
            {},
            player.openings.map(({ name, games, points }) =>
              el(
                "li",
                {},
                ngettext("{name}: {points} of {count} point", "{name}: {points} of {count} points", games, {
                  name,
                  points,
                }),
              ),
            ),
          ),
        el("h2", {}, _("Recent games")),
        resultsTable(player.recent, _("No games yet.")),
      ),
    ),
  });
}

/** @param {PersonView} who */
const challenge = async (who) => (await fetched(() => import("../lazy/challenges.js")))?.openChallenge(who);

/**
 * The graph of a rating.
 * @param {RatingCurve} drawn
 */
function curve({ pace, points }) {
  const values = [BEGIN, ...points.map((one) => one.rating)];
  const [low, high] = [Math.min(...values) - 25, Math.max(...values) + 25];
  const x = (/** @type {number} */ i) => (i / points.length) * 300;
  const y = (/** @type {number} */ value) => 70 - ((value - low) / (high - low)) * 60;
  const path = values.map((value, i) => `${i ? "L" : "M"}${x(i).toFixed(1)} ${y(value).toFixed(1)}`).join("");
  const words = `${PACES[pace]}: ${values[0]} → ${values.at(-1)} · ${countGames(points.length)}`;
  const picture = svg("svg", { viewBox: "-4 0 308 80", class: "rating-curve", role: "img", "aria-label": words });
  picture.append(
    svg("path", { d: path, class: "line" }),
    ...values.map((value, i) => svg("circle", { cx: x(i), cy: y(value), r: values.length > 40 ? 0 : 2 })),
  );
  return el("figure", {}, picture, el("figcaption", {}, words));
}
