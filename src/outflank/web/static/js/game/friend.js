// Play with a friend: a table is set up, a link (and a QR code) goes to somebody, who takes the other seat with it.

import { announce } from "../desktop/announce.js";
import { balloon } from "../desktop/balloon.js";
import { el, sentenceOf, svg, uniqueId } from "../desktop/dom.js";
import { messageBox } from "../desktop/message_box.js";
import { launch } from "../desktop/programs.js";
import { settings } from "../desktop/settings.js";
import { close, findWindow, focus, openWindow } from "../desktop/windows.js";
import { ApiError, get, requestId, send } from "./api.js";
import { clockField, SIZES } from "./new_game.js";
import { openTakenSeat, sharedGame } from "./shared_game.js";
import { table, take } from "./table.js";
import { COLOR, FOR_OTHERS } from "./words.js";

/** @import { Program } from "../desktop/programs.js" */
/** @import { InvitationView, NewSharedGame } from "./shapes.js" */

const TITLE = "Play with a friend";
const JOIN = "#join=";

/** @param {unknown} problem */
const refuse = (problem) => messageBox({ title: TITLE, text: sentenceOf(problem), icon: "warning" });

const nameField = () =>
  el("input.field", { type: "text", value: settings.get("name"), maxLength: 40, required: true, autocomplete: "off" });

/**
 * A field with its words before it.
 * @param {string} label
 * @param {HTMLElement} field
 */
function row(label, field) {
  field.id = uniqueId("field");
  return el("div.row", {}, el("label", { htmlFor: field.id }, label), field);
}

/** @param {string} text */
const check = (text, on = false) => {
  const box = el("input", { type: "checkbox", checked: on });
  return { box, node: el("label.check", {}, box, text) };
};

function openFriend() {
  const there = findWindow("friend");
  if (there) {
    focus(there);
    return;
  }
  const name = nameField();
  const size = el(
    "select.field",
    {},
    SIZES.map((n) => el("option", { value: n, selected: n === 8 }, `${n} × ${n}`)),
  );
  const color = el(
    "select.field",
    {},
    el("option", { value: "lot" }, "Draw lots"),
    el("option", { value: "black" }, "Black"),
    el("option", { value: "white" }, "White"),
  );
  const clock = clockField("");
  const takebacks = check("Moves may be taken back, if the other one agrees", true);
  const study = check("The game may be studied before it is over");
  const rated = check("Rated, on 8 × 8, for two members of the club");
  rated.box.disabled = true;
  rated.box.onchange = () => {
    takebacks.box.disabled = rated.box.checked; // in what counts nothing is taken back
    takebacks.box.checked = !rated.box.checked;
  };
  get("/api/club/you").then((you) => {
    rated.box.disabled = !you.who;
    if (!you.who) rated.node.title = "Take a name in the Club first";
  }, refuse);
  const win = openWindow({
    id: "friend",
    title: TITLE,
    icon: "person",
    width: 380,
    resizable: false,
    content: el(
      "form.window-body.dialog.friend",
      { onsubmit: begin },
      el("p", {}, "You get a link. Whoever opens it first and sits down plays with you; everybody later watches."),
      row("Your name:", name),
      row("Your colour:", color),
      row("Board size:", size),
      el("div.row", {}, clock.node),
      takebacks.node,
      study.node,
      rated.node,
      el(
        "div.buttons",
        {},
        el("button.push.default", { type: "submit" }, "Make the link"),
        el("button.push", { type: "button", onclick: () => close(win) }, "Cancel"),
      ),
    ),
  });

  /** @param {Event} event */
  async function begin(event) {
    event.preventDefault();
    const mine = name.value.trim();
    if (mine) settings.set("name", mine);
    const time = clock.value();
    try {
      take(
        await send("POST", "/api/games/shared", {
          name: mine,
          size: Number(size.value),
          color: /** @type {NewSharedGame["color"]} */ (color.value),
          takebacks: takebacks.box.checked,
          rated: rated.box.checked,
          early_study: study.box.checked,
          request: requestId(),
          ...(time ? { clock: time } : {}),
        }),
      );
    } catch (problem) {
      await refuse(problem);
      return;
    }
    close(win);
    launch("game");
    await openInvitationWindow();
  }
}

/** The link to the free seat, for whoever made the table. */
async function openInvitationWindow() {
  const { id, shared } = table.state;
  if (!shared?.free) return;
  if (!sharedGame.link) {
    try {
      const address = location.origin + location.pathname;
      const made = await send("POST", `/api/games/${id}/invitation`, { address });
      sharedGame.link = made.link;
      sharedGame.code = made.code;
    } catch (problem) {
      await refuse(problem);
      return;
    }
  }
  const there = findWindow("invitation");
  if (there) close(there);
  const link = el("input.field", { type: "text", readOnly: true, value: sharedGame.link, "aria-label": "The link" });
  const win = openWindow({
    id: "invitation",
    title: "Invitation",
    icon: "person",
    width: 330,
    resizable: false,
    content: el(
      "div.window-body.dialog.friend",
      {},
      el("p", {}, "Send this link to your friend, or let a phone look at the picture. It gives the one free seat."),
      el("div.row", {}, link, el("button.push.default", { type: "button", onclick: () => copy(link) }, "Copy")),
      FOR_OTHERS && el("p", {}, FOR_OTHERS),
      qrCode(sharedGame.code),
      el("div.buttons", {}, el("button.push", { type: "button", onclick: () => close(win) }, "Close")),
    ),
    onclose: () => table.removeEventListener("state", follow),
  });
  /** Nobody needs it when the seat is taken. */
  function follow() {
    if (table.state.id === id && table.state.shared?.free) return;
    close(win);
    if (table.state.id === id && !table.state.shared?.called_off) launch("game");
  }
  table.addEventListener("state", follow);
}

/** @param {HTMLInputElement} link */
async function copy(link) {
  link.select();
  try {
    await navigator.clipboard.writeText(link.value);
    announce("The link is copied.");
  } catch {
    balloon({ title: "Invitation", text: "The link is marked; copy it with Ctrl+C.", icon: "info" });
  }
}

/**
 * The rows of dots as a picture, with the quiet border that cameras need.
 * @param {string[]} rows
 */
function qrCode(rows) {
  const size = rows.length + 8;
  const dots = rows.flatMap((row, y) => [...row].map((dot, x) => (dot === "1" ? `M${x + 4} ${y + 4}h1v1h-1z` : "")));
  const picture = svg("svg", {
    viewBox: `0 0 ${size} ${size}`,
    class: "qr-code",
    role: "img",
    "aria-label": "The link as a QR code",
  });
  picture.append(
    svg("path", { class: "paper", d: `M0 0h${size}v${size}h-${size}z` }),
    svg("path", { class: "dots", d: dots.join("") }),
  );
  return picture;
}

/**
 * An invitation in the address: shown as what it is, and the seat is taken only when one says so.
 * @returns {Promise<(() => void) | null>}  what there is to ask, or to say, when the game is seen
 */
export async function openInvitation() {
  const token = new URLSearchParams(location.hash.slice(1)).get(JOIN.slice(1, -1));
  if (!token) return null;
  history.replaceState(null, "", location.pathname); // the token is for nobody else who sees the address
  let found;
  try {
    found = await send("POST", "/api/invitations/look", { token });
  } catch (problem) {
    if (!(problem instanceof ApiError)) throw problem;
    refuse(problem);
    return null;
  }
  take(found.game);
  if (found.game.shared?.you) return () => {};
  if (!found.free)
    return () => balloon({ title: TITLE, text: "The seat is taken already, so you watch this game.", icon: "info" });
  sharedGame.sit = () => askToSit(token, found); // also later, for whoever only watches first
  return sharedGame.sit;
}

/**
 * @param {string} token
 * @param {InvitationView} invitation
 */
function askToSit(token, { game, color }) {
  const there = findWindow("join");
  if (there) {
    focus(there);
    return;
  }
  const host = game.seats[color === "black" ? "white" : "black"].title;
  const name = nameField();
  const facts = [
    `${game.size} × ${game.size}`,
    game.clock ? `clock ${game.clock.control}` : "no clock",
    game.shared?.terms.takebacks ? "moves may be taken back" : "no taking back",
    ...(game.shared?.terms.rated ? ["rated: it counts for both"] : []),
  ];
  const win = openWindow({
    id: "join",
    title: TITLE,
    icon: "person",
    width: 340,
    resizable: false,
    content: el(
      "form.window-body.dialog.friend",
      { onsubmit: sit },
      el("p", {}, el("b", {}, host), ` would like to play with you. You have ${COLOR[color]}; ${facts.join(", ")}.`),
      row("Your name:", name),
      el(
        "div.buttons",
        {},
        el("button.push.default", { type: "submit" }, "Sit down"),
        el("button.push", { type: "button", onclick: () => close(win) }, "Only watch"),
      ),
    ),
  });
  name.select();

  /** @param {Event} event */
  async function sit(event) {
    event.preventDefault();
    const mine = name.value.trim();
    if (mine) settings.set("name", mine);
    try {
      await send("POST", "/api/invitations/take", { token, name: mine });
    } catch (problem) {
      await refuse(problem);
      if (problem instanceof ApiError && problem.code === "seat-taken") close(win);
      return;
    }
    close(win);
    await openTakenSeat(game.id);
    launch("game");
  }
}

/** @type {Program[]} */
export const programs = [
  { id: "friend", label: `${TITLE}…`, icon: "person", open: openFriend, start: ["programs"] },
  { id: "invitation", label: "Invitation", icon: "person", open: openInvitationWindow, inside: true },
];
