// The bar below the board of a shared table: who is there, what is proposed, and what one can say and do about it.

import { el } from "../desktop/dom.js";
import { openMenu } from "../desktop/menu.js";
import { askText } from "../desktop/message_box.js";
import { launch } from "../desktop/programs.js";
import { settings } from "../desktop/settings.js";
import { answer, backToTheGame, claim, company, lookingBack, propose, say, write } from "./meeting.js";
import { table } from "./table.js";
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

export function companyBar() {
  const news = el("div.company-news", { role: "status" });
  const tools = el("div.company-tools");
  const node = el("section.company-bar", { "aria-label": "At this table", hidden: true }, news, tools);
  /** @type {GameView | null} */
  let drawn = null;
  let arrived = 0;
  let told = "";

  /** @param {GameView} state */
  function draw(state) {
    node.hidden = !state.company;
    if (!state.company) return;
    if (drawn !== state) arrived = performance.now();
    drawn = state;
    const rows = newsOf(state, (performance.now() - arrived) / 1000);
    const now = JSON.stringify([state.id, state.version, rows.map(([text]) => text), company, settings.get("phrases")]);
    if (now === told) return; // its buttons may have the focus
    told = now;
    news.replaceChildren(...rows.map(([text, ...buttons]) => el("div.company-row", {}, el("p", {}, text), ...buttons)));
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
  const { you, may, news, called_off } = state.company ?? missing();
  /** @type {[string, ...HTMLElement[]][]} */
  const rows = news.map(({ sentence, deeds }) => [sentence, ...deeds.map((deed) => button(...DEEDS[deed]))]);
  if (lookingBack()) rows.push(["You look back while the game goes on.", button("Back to the game", backToTheGame)]);
  for (const color of /** @type {Color[]} */ (["black", "white"])) {
    const { gone } = (state.company ?? missing())[color];
    if (gone === null || color === you || state.outcome || called_off) continue;
    const text = `${who(state, color)} has been gone for ${duration(gone + since)}.`;
    if (may.claim === null) rows.push([text]);
    else if (may.claim > since) rows.push([`${text} In ${Math.ceil(may.claim - since)} s you may claim the game.`]);
    else rows.push([text, button(...DEEDS.claim), button(...DEEDS["call-off"])]);
  }
  return rows;
}

/** @type {Record<NewsView["deeds"][number], [label: string, act: () => unknown]>} */
const DEEDS = {
  agree: ["Agree", () => answer(true)],
  decline: ["Decline", () => answer(false)],
  withdraw: ["Withdraw", () => answer(false)],
  invite: ["Invitation…", () => launch("invitation")],
  close: ["Close the table", () => propose("abort")],
  claim: ["Claim the game", claim],
  "call-off": ["Call it off", () => propose("abort")],
};

/** @param {GameView} state */
function toolsOf(state) {
  const { you, free, may, terms, called_off } = state.company ?? missing();
  const facts = [
    you ? "" : "You watch this game",
    company.watchers ? `${ordinary(company.watchers, "person").replace("persons", "people")} watching` : "",
    terms.takebacks ? "" : "No taking back",
    terms.rated ? "Rated" : "",
  ].filter(Boolean);
  const running = !state.outcome && !called_off;
  return [
    el("span.company-facts", {}, facts.join(" · ")),
    !you && free && company.sit && button("Sit down…", company.sit),
    may.say && button("Say…", (event) => openPhrases(event)),
    running && may.take_back && button("Take back", () => propose("take-back")),
    running && may.resign && may.abort && button("Call off", () => propose("abort")),
  ].filter((one) => one instanceof HTMLElement);
}

/** @param {Event} event */
function openPhrases(event) {
  if (!(event.currentTarget instanceof HTMLElement)) return;
  const { left, top } = event.currentTarget.getBoundingClientRect();
  openMenu(
    [
      ...PHRASES.map(([phrase, text]) => ({ label: text, action: () => say(phrase) })),
      ...(table.state.company?.may.write ? [{ label: "Write…", action: inOwnWords }] : []),
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
  throw new Error("only a shared table has company");
}

/**
 * @param {string} label
 * @param {(event: Event) => unknown} act
 */
const button = (label, act) => el("button.push", { type: "button", onclick: act }, label);
