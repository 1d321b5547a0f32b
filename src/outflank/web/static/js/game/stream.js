// The one stream of this tab (server-sent events): what happens at the table on the screen, in the club, in an event,
// and which game is the current one where all visitors share it.
//
// Each event is whole, so a stream that was cut, or a computer that slept, is complete with the next one.

import { emitter } from "../desktop/typed_events.js";

/** @import { TypedEvents } from "../desktop/typed_events.js" */
/** @import { ClubView, EventView, GameView, YoursView } from "./shapes.js" */

const SILENCE = 40_000; // ms after which a stream without a sign of life is opened again
const AGAIN = 2000; // ms before a stream that was refused is opened again

/**
 * @typedef {{ table: GameView, watchers: number, club: ClubView, event: EventView, paired: string,
 *   yours: YoursView, current: { id: string, version: number } }} StreamEvents
 */
export const stream = /** @type {TypedEvents<StreamEvents>} */ (new EventTarget());
const emit = emitter(stream);

const topics = { table: "", current: false, club: false, event: "" };
/** @type {EventSource | null} */
let source = null;
let heard = 0; // when the last sign of life came

/**
 * Follow a table, the club, an event, or several; what is not named stays as it is.
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
  if (!address()) return;
  heard = performance.now();
  const mine = new EventSource(`/api/events?${address()}`);
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
    // Mostly the browser tries again by itself; where the server refused, it does not.
    if (mine.readyState === EventSource.CLOSED && source === mine) setTimeout(() => source === mine && listen(), AGAIN);
  });
}

/** After a sleep the stream may be dead without knowing it. */
function wake() {
  if (source && performance.now() - heard > SILENCE) listen();
}
setInterval(wake, SILENCE / 4);
addEventListener("online", () => source && listen());
document.addEventListener("visibilitychange", wake);
