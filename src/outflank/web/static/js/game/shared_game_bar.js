// The bar below the board of a shared game: who is there, what is proposed, and what one can say and do about it.

import { el } from "../desktop/dom.js";
import { openMenu } from "../desktop/menu.js";
import { askText } from "../desktop/message_box.js";
import { launch } from "../desktop/programs.js";
import { settings } from "../desktop/settings.js";
import { answerProposal, claim, propose, say, sharedGame, write } from "./shared_game.js";
import { goTo, isLookingBack, table, undo } from "./table.js";
import { ordinary, who } from "./words.js";

/** @import { Color, GameView, NewsView } from "./shapes.js" */

const TICK = 1000; // ms
/** @type {[phrase: string, text: string][]} */
const PHRASES = [
  ["hello", "Hello"],
  ["luck", "Good luck"],
  ["moment", "One moment"],
  ["back", "I am back"],
  ["nice", "Nice move"],
  ["oops", "Oops"],
  ["well-played", "Well played"],
  ["thanks", "Thank you"],
  ["bye", "Goodbye"],
];

export function sharedGameBar() {
  const news = el("div.shared-news", { role: "status" });
  const tools = el("div.shared-tools");
  const node = el("section.shared-bar", { "aria-label": "At this table", hidden: true }, news, tools);
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
    if (now === drawnAs) return; // its buttons may have the focus
    drawnAs = now;
    news.replaceChildren(...rows.map(([text, ...buttons]) => el("div.shared-row", {}, el("p", {}, text), ...buttons)));
    tools.replaceChildren(...toolsOf(state));
  }
  setInterval(() => drawn && node.isConnected && !node.hidden && draw(drawn), TICK);
  return { node, draw };
}

/**
 * What there is to know, a row each, with what can be done about it.
 * @param {GameView} state
 * @param {number} since  seconds since the server told it
 * @returns {[text: string, ...buttons: HTMLElement[]][]}
 */
function newsOf(state, since) {
  const { you, may, news, called_off } = state.shared ?? missing();
  /** @type {[string, ...HTMLElement[]][]} */
  const rows = news.map(({ sentence, actions }) => [sentence, ...actions.map((action) => button(...ACTIONS[action]))]);
  if (isLookingBack())
    rows.push(["You look back while the game goes on.", button("Back to the game", () => goTo(table.latest.ply))]);
  for (const color of /** @type {Color[]} */ (["black", "white"])) {
    const { gone } = state.seats[color];
    if (gone === null || color === you || state.outcome || called_off) continue;
    const text = `${who(state, color)} has been gone for ${duration(gone + since)}.`;
    if (may.claim === null) rows.push([text]);
    else if (may.claim > since) rows.push([`${text} In ${Math.ceil(may.claim - since)} s you may claim the game.`]);
    else rows.push([text, button(...ACTIONS.claim), button(...ACTIONS["call-off"])]);
  }
  return rows;
}

/** @type {Record<NewsView["actions"][number], [label: string, act: () => unknown]>} */
const ACTIONS = {
  agree: ["Agree", () => answerProposal(true)],
  decline: ["Decline", () => answerProposal(false)],
  withdraw: ["Withdraw", () => answerProposal(false)],
  invite: ["Invitation…", () => launch("invitation")],
  close: ["Close the table", () => propose("abort")],
  claim: ["Claim the game", claim],
  "call-off": ["Call it off", () => propose("abort")],
};

/** @param {GameView} state */
function toolsOf(state) {
  const { you, free, may, terms, called_off } = state.shared ?? missing();
  const facts = [
    you ? "" : "You watch this game",
    sharedGame.watchers ? `${ordinary(sharedGame.watchers, "person").replace("persons", "people")} watching` : "",
    terms.takebacks ? "" : "No taking back",
    terms.rated ? "Rated" : "",
  ].filter(Boolean);
  const running = !state.outcome && !called_off;
  return [
    el("span.shared-facts", {}, facts.join(" · ")),
    !you && free && sharedGame.sit && button("Sit down…", sharedGame.sit),
    may.say && button("Say…", (event) => openPhrases(event)),
    running && state.can.undo && button("Take back", undo),
    running && state.can.resign && may.abort && button("Call off", () => propose("abort")),
  ].filter((one) => one instanceof HTMLElement);
}

/** @param {Event} event */
function openPhrases(event) {
  if (!(event.currentTarget instanceof HTMLElement)) return;
  const { left, top } = event.currentTarget.getBoundingClientRect();
  openMenu(
    [
      ...PHRASES.map(([phrase, text]) => ({ label: text, action: () => say(phrase) })),
      ...(table.state.shared?.may.write ? [{ label: "Write…", action: inOwnWords }] : []),
      "-",
      {
        label: "Mute: hide what others say",
        checked: !settings.get("phrases"),
        action: () => settings.set("phrases", !settings.get("phrases")),
      },
    ],
    { x: left, y: top, name: "Say" },
  );
}

async function inOwnWords() {
  const text = await askText({ title: "Say", label: "To the other player alone:", icon: "person", maxLength: 140 });
  if (text?.trim()) write(text);
}

/** @param {number} seconds */
const duration = (seconds) =>
  seconds < 60 ? `${Math.floor(seconds)} s` : `${Math.floor(seconds / 60)} min ${Math.floor(seconds % 60)} s`;

/** @returns {never} */
function missing() {
  throw new Error("this is no shared game");
}

/**
 * @param {string} label
 * @param {(event: Event) => unknown} act
 */
const button = (label, act) => el("button.push", { type: "button", onclick: act }, label);
