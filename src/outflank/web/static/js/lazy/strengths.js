// Strengths and weaknesses: what the reviews of all games of a player show together.

import { announce } from "../desktop/announce.js";
import { el, sentenceOf } from "../desktop/dom.js";
import { fetched } from "../desktop/fetched.js";
import { _, ngettext } from "../desktop/language.js";
import { findWindow, focus, openWindow } from "../desktop/windows.js";
import { aborted, get, send } from "../game/api.js";
import { openLesson } from "../game/lazy_windows.js";
import { countGames } from "../game/words.js";
import { reviewRequests } from "./review_requests.js";

/** @import { GroupView, Strengths, TopicView, UnreviewedGame } from "../game/shapes.js" */

const MOST = 20; // games reviewed after one click

export async function openStrengths() {
  const there = findWindow("strengths");
  if (there) {
    focus(there);
    return;
  }
  /** @type {AbortController | null} */
  let reviewing = null;
  /** @type {UnreviewedGame[]} */
  let unreviewed = [];
  const bar = el("i");
  const progress = el(
    "div.progress",
    { role: "progressbar", "aria-label": _("Review"), "aria-valuemin": 0, hidden: true },
    bar,
  );
  const go = el("button.push.default", { type: "button", onclick: () => (reviewing ? rest() : review()) });
  const status = el("p.note", { role: "status" });
  const report = el("div.strengths", { tabIndex: 0, role: "region", "aria-label": _("Strengths and weaknesses") });
  openWindow({
    id: "strengths",
    title: _("Strengths and weaknesses"),
    icon: "review",
    width: 560,
    height: 520,
    minWidth: 300,
    minHeight: 260,
    content: el("div.window-body.dialog", {}, el("div.buttons", {}, go, progress), status, report),
    onclose: () => reviewing?.abort(),
  });
  drawButtons();
  await refresh();

  async function refresh() {
    try {
      const found = await get("/api/strengths");
      unreviewed = [...found.unreviewed];
      draw(found.strengths);
    } catch (problem) {
      status.textContent = sentenceOf(problem);
    }
    drawButtons();
  }

  function drawButtons() {
    const count = Math.min(MOST, unreviewed.length);
    go.hidden = !reviewing && !count;
    go.textContent = reviewing ? _("Stop") : ngettext("Review {count} game", "Review {count} games", count);
    progress.hidden = !reviewing;
  }

  function rest() {
    reviewing?.abort();
    reviewing = null;
    drawButtons();
  }

  /** Review the latest games, one after the other; a stopped one starts again the next time. */
  async function review() {
    const mine = new AbortController();
    reviewing = mine;
    const games = unreviewed.slice(0, MOST);
    drawButtons();
    try {
      for (const [at, { id, size }] of games.entries()) {
        const waiting = () => {
          status.textContent = _("The server is busy. The analysis continues in a few seconds…");
        };
        const requests = reviewRequests(id, size);
        let { view } = await requests.send("stop", mine.signal, { waiting });
        do {
          ({ view } = await requests.send("go on", mine.signal, { waiting }));
          const done = at + view.done / view.total;
          bar.style.width = `${(100 * done) / games.length}%`;
          progress.setAttribute("aria-valuemax", String(games.length));
          progress.setAttribute("aria-valuenow", String(at));
          status.textContent = _("Game {number} of {count}: {progress}", {
            number: at + 1,
            count: games.length,
            progress: view.progress,
          });
        } while (view.running && !mine.signal.aborted);
      }
      announce(_("The analysis is complete."));
    } catch (problem) {
      if (!aborted(problem)) status.textContent = sentenceOf(problem);
    }
    if (reviewing === mine) reviewing = null;
    await refresh();
  }

  /** @param {Strengths} found */
  function draw(found) {
    if (!found.games) {
      status.textContent = unreviewed.length
        ? _("Your finished games are not reviewed yet.")
        : _("Finish a game first. Its review then appears here.");
      report.replaceChildren();
      return;
    }
    status.textContent = ngettext(
      "{count} reviewed game: {lost} discs lost per game.",
      "{count} reviewed games: {lost} discs lost per game.",
      found.games,
      { lost: found.lost.toFixed(1) },
    );
    report.replaceChildren(
      el("h2", {}, _("Your errors by topic")),
      topicTable(found.topics),
      ...groups(_("By phase"), found.phases),
      ...groups(_("By opening"), found.openings),
      ...groups(_("By opponent"), found.opponents),
      ...course(found.course),
    );
  }

  /** @param {readonly TopicView[]} topics */
  function topicTable(topics) {
    const heads = [_("Topic"), _("Errors"), _("Usual number"), _("Discs per game"), ""];
    return el(
      "table",
      {},
      el("thead", {}, el("tr", {}, ...heads.map((head) => el("th", { scope: "col" }, head)))),
      el("tbody", {}, ...topics.map(topicRow)),
    );
  }

  /** @param {TopicView} topic */
  function topicRow(topic) {
    /** @type {Record<string, string>} */
    const verdicts = { weakness: _("Weakness"), strength: _("Strength") };
    const note = verdicts[topic.verdict];
    return el(
      `tr.${topic.verdict || "usual"}`,
      {},
      el("th", { scope: "row" }, topic.title, note ? el("small", {}, ` ${note}`) : ""),
      el("td.number", {}, String(topic.errors)),
      el("td.number", {}, topic.usual.toFixed(1)),
      el("td.number", {}, topic.lost.toFixed(1)),
      el(
        "td",
        {},
        topic.errors > 0 &&
          el(
            "button.link",
            {
              type: "button",
              "aria-label": _("Practice your errors: {topic}", { topic: topic.title }),
              onclick: () => practice(topic),
            },
            _("Practice"),
          ),
        " ",
        el(
          "button.link",
          {
            type: "button",
            "aria-label": _("Puzzles: {topic}", { topic: topic.title }),
            onclick: () => openStudy("puzzles", topic.theme),
          },
          _("Puzzles"),
        ),
        " ",
        el(
          "button.link",
          {
            type: "button",
            "aria-label": _("Learn: {title}", { title: topic.lesson.title }),
            onclick: () => openLesson({ lesson: topic.lesson.id }),
          },
          _("Lesson"),
        ),
      ),
    );
  }

  /** Add one's own errors with this topic to the positions to practice, and begin. @param {TopicView} topic */
  async function practice(topic) {
    status.textContent = _("Searching for all moves that lose nothing…");
    try {
      const { added } = await send("POST", "/api/strengths/practice", { topic: topic.key });
      status.textContent = ngettext("{count} new position to practice.", "{count} new positions to practice.", added);
      await openStudy("errors");
    } catch (problem) {
      status.textContent = sentenceOf(problem);
    }
  }
}

/**
 * @param {"errors" | "puzzles"} source
 * @param {string} [theme]
 */
const openStudy = async (source, theme) => (await fetched(() => import("./practice.js")))?.openPractice(source, theme);

/**
 * @param {string} title
 * @param {readonly GroupView[]} rows
 */
function groups(title, rows) {
  const most = Math.max(1, ...rows.map((row) => row.lost));
  return [
    el("h2", {}, title),
    el(
      "table",
      {},
      el(
        "tbody",
        {},
        ...rows.map((row) =>
          el(
            "tr",
            {},
            el("th", { scope: "row" }, row.title),
            el("td", {}, countGames(row.games)),
            el("td.number", {}, row.lost.toFixed(1)),
            el("td.lost-bar", { "aria-hidden": "true" }, lostBar(row.lost / most)),
          ),
        ),
      ),
    ),
  ];
}

/** @param {number} share */
function lostBar(share) {
  const bar = el("i");
  bar.style.width = `${100 * share}%`;
  return bar;
}

/** @param {readonly number[]} course  discs lost per game, ten games at a time */
function course(course) {
  if (course.length < 2) return [];
  return [
    el("h2", {}, _("Over time, ten games at a time")),
    el("p", {}, course.map((lost) => lost.toFixed(1)).join(" → ")),
  ];
}
