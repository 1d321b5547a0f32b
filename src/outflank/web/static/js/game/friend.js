// Play with a friend: create a shared game and send its link or QR code to another person.

import { announce } from "../desktop/announce.js";
import { balloon } from "../desktop/balloon.js";
import { el, sentenceOf, svg, uniqueId } from "../desktop/dom.js";
import { _ } from "../desktop/language.js";
import { messageBox } from "../desktop/message_box.js";
import { launch } from "../desktop/programs.js";
import { setUserName, userName } from "../desktop/settings.js";
import { close, findWindow, focus, openWindow } from "../desktop/windows.js";
import { ApiError, get, requestId, send } from "./api.js";
import { clockField, SIZES, startField } from "./new_game.js";
import { openTakenSeat, sharedGame } from "./shared_game.js";
import { table, take } from "./table.js";
import { boardSize, clockText, FOR_OTHERS, invites, sideText } from "./words.js";

/** @import { Program } from "../desktop/programs.js" */
/** @import { InvitationView, NewSharedGame } from "./shapes.js" */

const TITLE = _("Play with a friend");
const JOIN = "#join=";

/** @param {unknown} problem */
const refuse = (problem) => messageBox({ title: TITLE, text: sentenceOf(problem), icon: "warning" });

const nameField = () =>
  el("input.field", { type: "text", value: userName(), maxLength: 40, required: true, autocomplete: "off" });

/**
 * A field with its label.
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
    el("option", { value: "lot" }, _("Random color")),
    el("option", { value: "black" }, _("Black")),
    el("option", { value: "white" }, _("White")),
  );
  const clock = clockField("");
  const start = startField(() => {});
  const takebacks = check(_("Allow undo if both players agree"), true);
  const study = check(_("Allow analysis during the game"));
  const rated = check(_("Rated (8 × 8, club members only)"));
  rated.box.disabled = true;
  rated.box.onchange = () => {
    takebacks.box.disabled = rated.box.checked; // rated games have no undo
    takebacks.box.checked = !rated.box.checked;
  };
  get("/api/club/you").then((you) => {
    rated.box.disabled = !you.who;
    if (!you.who) rated.node.title = _("Choose a name in the club first");
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
      el("p", {}, _("You get a link to share. The first person who joins plays against you. Everyone else can watch.")),
      row(_("Your name:"), name),
      row(_("Your color:"), color),
      row(_("Board size:"), size),
      el("div.row", {}, clock.node),
      el("div.row", {}, start.node),
      takebacks.node,
      study.node,
      rated.node,
      el(
        "div.buttons",
        {},
        el("button.push.default", { type: "submit" }, _("Create link")),
        el("button.push", { type: "button", onclick: () => close(win) }, _("Cancel")),
      ),
    ),
  });

  /** @param {Event} event */
  async function begin(event) {
    event.preventDefault();
    const mine = name.value.trim();
    setUserName(mine);
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
          openings: start.openings(),
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

/** The invitation link, for the player who created the game. */
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
  const link = el("input.field", { type: "text", readOnly: true, value: sharedGame.link, "aria-label": _("Link") });
  const win = openWindow({
    id: "invitation",
    title: _("Invitation"),
    icon: "person",
    width: 330,
    resizable: false,
    content: el(
      "div.window-body.dialog.friend",
      {},
      el(
        "p",
        {},
        _("Send this link to your friend, or scan the QR code with a phone. The first person to join plays you."),
      ),
      el("div.row", {}, link, el("button.push.default", { type: "button", onclick: () => copy(link) }, _("Copy link"))),
      FOR_OTHERS && el("p", {}, FOR_OTHERS),
      qrCode(sharedGame.code),
      el("div.buttons", {}, el("button.push", { type: "button", onclick: () => close(win) }, _("Close"))),
    ),
    onclose: () => table.removeEventListener("state", follow),
  });
  /** Close it when the other player has joined. */
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
    announce(_("The link is copied."));
  } catch {
    balloon({ title: _("Invitation"), text: _("The link is selected. Press Ctrl+C to copy it."), icon: "info" });
  }
}

/**
 * The QR code as a picture, with the quiet zone that cameras need.
 * @param {string[]} rows
 */
function qrCode(rows) {
  const size = rows.length + 8;
  const dots = rows.flatMap((row, y) => [...row].map((dot, x) => (dot === "1" ? `M${x + 4} ${y + 4}h1v1h-1z` : "")));
  const picture = svg("svg", {
    viewBox: `0 0 ${size} ${size}`,
    class: "qr-code",
    role: "img",
    "aria-label": _("QR code of the link"),
  });
  picture.append(
    svg("path", { class: "paper", d: `M0 0h${size}v${size}h-${size}z` }),
    svg("path", { class: "dots", d: dots.join("") }),
  );
  return picture;
}

/**
 * Show the invitation in the address; the seat is taken only on confirmation.
 * @returns {Promise<(() => void) | null>}  shows the question or message once the game is visible
 */
export async function openInvitation() {
  const token = new URLSearchParams(location.hash.slice(1)).get(JOIN.slice(1, -1));
  if (!token) return null;
  history.replaceState(null, "", location.pathname); // the token is secret
  let found;
  try {
    found = await send("POST", "/api/invitations/look", { token });
  } catch (problem) {
    if (!(problem instanceof ApiError)) throw problem;
    refuse(problem.status === 400 ? _("This invitation link is incomplete. Ask for a new one.") : problem);
    return null;
  }
  take(found.game);
  if (found.game.shared?.you) return () => {};
  if (!found.free)
    return () =>
      balloon({ title: TITLE, text: _("Another player has already joined. You can watch this game."), icon: "info" });
  sharedGame.sit = () => askToSit(token, found); // also available later, for a visitor who watches first
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
  const { takebacks, rated } = game.shared?.terms ?? {};
  const facts = [
    sideText(color),
    boardSize(game.size),
    clockText(game.clock?.control),
    takebacks ? _("Undo allowed") : _("No undo"),
    ...(rated ? [_("Rated")] : []),
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
      el("p", {}, invites(host)),
      el("p", {}, facts.join(" · ")),
      row(_("Your name:"), name),
      el(
        "div.buttons",
        {},
        el("button.push.default", { type: "submit" }, _("Join game")),
        el("button.push", { type: "button", onclick: () => close(win) }, _("Watch")),
      ),
    ),
  });
  name.select();

  /** @param {Event} event */
  async function sit(event) {
    event.preventDefault();
    const mine = name.value.trim();
    setUserName(mine);
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
  {
    id: "friend",
    topic: "people",
    label: _("Play with a friend…"),
    icon: "person",
    open: openFriend,
    start: ["programs"],
    desktop: 2,
  },
  {
    id: "invitation",
    topic: "people",
    label: _("Invitation"),
    icon: "person",
    open: openInvitationWindow,
    inside: true,
  },
];
