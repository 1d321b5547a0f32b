// The only stream of this tab (server-sent events): the current game, the club, an event, and which game is the
// current one on a one-game server.
//
// Each event has the complete state, so the next one suffices after an interruption or sleep. What a lost connection
// means to others is decided on the server (web/http/presence.py); failed requests are repeated by api.js.

import { emitter } from "../desktop/typed_events.js";
import { onServer, transport } from "./transport.js";

/** @import { TypedEvents } from "../desktop/typed_events.js" */
/** @import { ClubView, EventView, GameView, YoursView } from "./shapes.js" */

const SILENCE = 40_000; // ms after which a silent stream is reopened
const AGAIN = 2000; // ms before a rejected stream is reopened

/**
 * @typedef {{ table: GameView, watchers: number, club: ClubView, event: EventView, paired: string,
 *   yours: YoursView, current: { id: string, version: number } }} StreamEvents
 */
export const stream = /** @type {TypedEvents<StreamEvents>} */ (new EventTarget());
const emit = emitter(stream);

const topics = { table: "", current: false, club: false, event: "" };
/** @type {EventSource | null} */
let source = null;
let heard = 0; // when the last event arrived

/**
 * Follow a game, the club, an event, or several; unspecified ones do not change.
 * @param {Partial<typeof topics>} wanted
 */
export function follow(wanted) {
  const before = address();
  Object.assign(topics, wanted);
  if (address() !== before) listen();
}

const address = () =>
  [
    topics.table && `table=${topics.table}`,
    topics.current && "current=1",
    topics.club && "club=1",
    topics.event && `event=${topics.event}`,
  ]
    .filter(Boolean)
    .join("&");

function listen() {
  source?.close();
  source = null;
  if (!address() || transport.away) return;
  heard = performance.now();
  const mine = new EventSource(onServer(`/api/events?${address()}`));
  source = mine;
  /** @param {(data: string) => void} then */
  const hear =
    (then) =>
    (/** @type {MessageEvent<string>} */ { data }) => {
      heard = performance.now();
      if (source === mine) then(data);
    };
  mine.addEventListener(
    "message",
    hear((data) => emit("table", JSON.parse(data))),
  );
  mine.addEventListener(
    "watchers",
    hear((data) => emit("watchers", Number(data))),
  );
  mine.addEventListener(
    "club",
    hear((data) => emit("club", JSON.parse(data))),
  );
  mine.addEventListener(
    "event",
    hear((data) => emit("event", JSON.parse(data))),
  );
  mine.addEventListener(
    "paired",
    hear((data) => emit("paired", data)),
  );
  mine.addEventListener(
    "yours",
    hear((data) => emit("yours", JSON.parse(data))),
  );
  mine.addEventListener(
    "current",
    hear((data) => emit("current", JSON.parse(data))),
  );
  mine.addEventListener(
    "beat",
    hear(() => {}),
  );
  mine.addEventListener("error", () => {
    // Browsers usually reconnect automatically, but not after a rejection.
    if (mine.readyState === EventSource.CLOSED && source === mine) setTimeout(() => source === mine && listen(), AGAIN);
  });
}

/** After sleep the stream may be dead without an error. */
function wake() {
  if (source && performance.now() - heard > SILENCE) listen();
}
setInterval(wake, SILENCE / 4);
addEventListener("online", () => source && listen());
transport.addEventListener("change", listen);
document.addEventListener("visibilitychange", wake);
