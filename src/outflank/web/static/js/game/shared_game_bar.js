// The bar below the board of a shared game: its players, proposals with their answers, and messages.

import { el } from "../desktop/dom.js";
import { _, ngettext } from "../desktop/language.js";
import { openMenu } from "../desktop/menu.js";
import { askText } from "../desktop/message_box.js";
import { launch } from "../desktop/programs.js";
import { settings } from "../desktop/settings.js";
import { answerProposal, claim, propose, say, sharedGame, write } from "./shared_game.js";
import { table, undo } from "./table.js";
import { who } from "./words.js";

/** @import { Color, GameView, NewsView } from "./shapes.js" */

const TICK = 1000; // ms
/** @type {[phrase: string, text: string][]} */
const PHRASES = [
  ["hello", _("Hello")],
  ["luck", _("Good luck")],
  ["moment", _("One moment")],
  ["back", _("I am back")],
  ["nice", _("Nice move")],
  ["oops", _("Oops")],
  ["well-played", _("Well played")],
  ["thanks", _("Thank you")],
  ["bye", _("Goodbye")],
];

export function sharedGameBar() {
  const news = el("div.shared-news", { role: "status" });
  const tools = el("div.shared-tools");
  const node = el("section.shared-bar", { "aria-label": _("Shared game"), hidden: true }, news, tools);
  /** @type {GameView | null} */
  let drawn = null;
  let arrived = 0;
  let drawnAs = "";

  /** @param {GameView} state */
  function draw(state) {
    node.hidden = !state.shared;
    if (!state.shared) return;
    if (drawn !== state) arrived = performance.now();
    drawn = state;
    const rows = newsOf(state, (performance.now() - arrived) / 1000);
    const now = JSON.stringify([
      state.id,
      state.version,
      rows.map(([text]) => text),
      sharedGame,
      settings.get("phrases"),
    ]);
    if (now === drawnAs) return; // keep the focus on its buttons
    drawnAs = now;
    news.replaceChildren(...rows.map(([text, ...buttons]) => el("div.shared-row", {}, el("p", {}, text), ...buttons)));
    tools.replaceChildren(...toolsOf(state));
  }
  setInterval(() => drawn && node.isConnected && !node.hidden && draw(drawn), TICK);
  return { node, draw };
}

/**
 * The messages, one row each, with their buttons.
 * @param {GameView} state
 * @param {number} since  seconds since the server sent it
 * @returns {[text: string, ...buttons: HTMLElement[]][]}
 */
function newsOf(state, since) {
  const { you, may, news, called_off } = state.shared ?? missing();
  /** @type {[string, ...HTMLElement[]][]} */
  const rows = news.map(({ sentence, actions }) => [sentence, ...actions.map((action) => button(...ACTIONS[action]))]);
  for (const color of /** @type {Color[]} */ (["black", "white"])) {
    const { gone } = state.seats[color];
    if (gone === null || color === you || state.outcome || called_off) continue;
    const text = _("{player} has been away for {time}.", { player: who(state, color), time: duration(gone + since) });
    const seconds = Math.ceil((may.claim ?? 0) - since);
    if (may.claim === null) rows.push([text]);
    else if (may.claim > since)
      rows.push([[text, _("You can claim the win in {time}.", { time: duration(seconds) })].join(" ")]);
    else rows.push([text, button(...ACTIONS.claim), button(...ACTIONS["call-off"])]);
  }
  return rows;
}

/** @type {Record<NewsView["actions"][number], [label: string, act: () => unknown]>} */
const ACTIONS = {
  agree: [_("Accept"), () => answerProposal(true)],
  decline: [_("Decline"), () => answerProposal(false)],
  withdraw: [_("Withdraw"), () => answerProposal(false)],
  invite: [_("Invitation…"), () => launch("invitation")],
  close: [_("Close game"), () => propose("abort")],
  claim: [_("Claim win"), claim],
  "call-off": [_("Abort game"), () => propose("abort")],
};

/** @param {GameView} state */
function toolsOf(state) {
  const { you, free, may, terms, called_off } = state.shared ?? missing();
  const facts = [
    you ? "" : _("You are watching"),
    sharedGame.watchers ? ngettext("{count} viewer", "{count} viewers", sharedGame.watchers) : "",
    terms.takebacks ? "" : _("No undo"),
    terms.rated ? _("Rated") : "",
  ].filter(Boolean);
  const running = !state.outcome && !called_off;
  return [
    el("span.shared-facts", {}, facts.join(" · ")),
    !you && free && sharedGame.sit && button(_("Join…"), sharedGame.sit),
    may.say && button(_("Say…"), (event) => openPhrases(event)),
    running && state.can.undo && button(_("Propose undo"), undo),
    running && state.can.resign && may.abort && button(_("Abort game"), () => propose("abort")),
  ].filter((one) => one instanceof HTMLElement);
}

/** @param {Event} event */
function openPhrases(event) {
  if (!(event.currentTarget instanceof HTMLElement)) return;
  const { left, top } = event.currentTarget.getBoundingClientRect();
  openMenu(
    [
      ...PHRASES.map(([phrase, text]) => ({ label: text, action: () => say(phrase) })),
      ...(table.state.shared?.may.write ? [{ label: _("Write…"), action: inOwnWords }] : []),
      "-",
      {
        label: _("Mute messages of others"),
        checked: !settings.get("phrases"),
        action: () => settings.set("phrases", !settings.get("phrases")),
      },
    ],
    { x: left, y: top, name: _("Send a message") },
  );
}

async function inOwnWords() {
  const text = await askText({
    title: _("Message"),
    label: _("To your opponent only:"),
    icon: "person",
    maxLength: 140,
  });
  if (text?.trim()) write(text);
}

/** @param {number} seconds */
const duration = (seconds) =>
  seconds < 60
    ? _("{seconds} s", { seconds: Math.floor(seconds) })
    : _("{minutes} min {seconds} s", { minutes: Math.floor(seconds / 60), seconds: Math.floor(seconds % 60) });

/** @returns {never} */
function missing() {
  throw new Error("this is no shared game");
}

/**
 * @param {string} label
 * @param {(event: Event) => unknown} act
 */
const button = (label, act) => el("button.push", { type: "button", onclick: act }, label);
