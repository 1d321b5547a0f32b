// How requests travel: over the network to a server, or to Python in a worker of this page (../lazy/offline.js).

import { read, write } from "../desktop/settings.js";
import { emitter } from "../desktop/typed_events.js";

/** @import { TypedEvents } from "../desktop/typed_events.js" */

/**
 * @typedef {object} Offline  what a page needs to go on without a server; addresses are relative to the page
 * @property {string} files     the folder of Python and our code
 * @property {string[]} packed
 * @property {Record<string, number>} sizes
 * @property {Record<string, string>} extras  the addresses of files for some visitors
 * @property {string} worker
 * @property {string} prepared  the first moves of a new game, by language
 * @property {string} engine
 * @property {string} service   the service worker
 */

/** What the page was given for that; null where a server has not been set up for it. @type {Offline | null} */
export const offline = JSON.parse(document.documentElement.dataset.offline ?? "null");

/** True if these are files without a server. */
export const isSite = "site" in document.documentElement.dataset;

const events = /** @type {TypedEvents<{ change: boolean, ready: null }>} */ (new EventTarget());
const emit = emitter(events);
/** Emits "change" when the page leaves its server or is back, and "ready" when Python answers. */
export const transport = Object.assign(events, { away: isSite });
export const announceReady = () => emit("ready", null);

/** @param {boolean} away  whether Python in this page answers */
export function setAway(away) {
  if (away === transport.away) return;
  transport.away = away;
  emit("change", away);
}

const INSTALLED = "outflank.installed"; // in this browser's storage: Python is in its cache
/** Whether the visitor has installed what is needed without the server. */
export const isInstalled = () => "at" in read(INSTALLED);
export const markInstalled = () => write(INSTALLED, { at: Date.now() });

/** Go on without the server, if that is installed; resolves to whether Python answers now. */
export async function leaveServer() {
  if (transport.away || !offline || !isInstalled()) return false;
  await (await import("../lazy/offline.js")).leave();
  return true;
}

/** An address of the server, which may be below a path. @param {string} path */
export const onServer = (path) => new URL(`.${path}`, document.baseURI).href;

/**
 * As fetch.
 * @param {string} path  of the API
 * @param {RequestInit} [options]
 * @returns {Promise<Response>}
 */
export async function request(path, options = {}) {
  if (!transport.away) return await fetch(onServer(path), { credentials: "same-origin", ...options });
  return await (await import("../lazy/offline.js")).request(path, options);
}
