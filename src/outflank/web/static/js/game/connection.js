// The connection to the server: whether it works, and how long to wait before a request is repeated. The stream
// (stream.js) reopens itself; what a lost connection means to the opponent is decided on the server (http/presence.py).

import { _ } from "../desktop/language.js";
import { emitter } from "../desktop/typed_events.js";
import { transport } from "./transport.js";

/** @import { TypedEvents } from "../desktop/typed_events.js" */

export const LOST = [400, 1200, 2000]; // ms before each retry when the connection is down
export const AWAY = [502, 504]; // returned by a proxy whose server is down

/** The connection to the server. Emits "change" when it is lost, slow or restored. */
export const line = Object.assign(/** @type {TypedEvents<{ change: string }>} */ (new EventTarget()), {
  /** A description of the problem; empty if it works. */
  trouble: "",
});
const emit = emitter(line);

/** @param {string} trouble */
export function setLine(trouble) {
  if (trouble === line.trouble) return;
  line.trouble = trouble;
  emit("change", trouble);
}
export const lost = () => setLine(_("The server does not answer. Trying again…"));
export const restored = () => setLine("");
addEventListener("offline", () => transport.away || lost());
addEventListener("online", restored);

/**
 * Wait some time, or less if the browser reports that it is online again.
 * @param {number} ms
 */
export const backOnline = (ms) =>
  new Promise((done) => {
    const timer = setTimeout(done, ms);
    const now = () => {
      clearTimeout(timer);
      done(null);
    };
    addEventListener("online", now, { once: true });
  });
